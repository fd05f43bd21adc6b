"""The guard: which hosts are answered, where a POST may come from, and the headers of every answer."""

from __future__ import annotations

import ipaddress
import re
import socket

from flask import Flask, Response, request

from companion.web.reading import language
from companion.web.text import Words

LARGEST_BODY = 64 * 1024
"""Bytes of the largest request; a long trade has a few hundred."""

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_HOST_NAME = re.compile(r"[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?\.?")


def install(app: Flask, extra_hosts: tuple[str, ...]) -> None:
    """Guard every request of *app*."""
    known = known_hosts(extra_hosts)

    @app.before_request
    def check_request() -> Response | None:
        return refuse_host(known) or refuse_origin()

    @app.after_request
    def add_headers(response: Response) -> Response:
        headers = response.headers
        headers["Content-Security-Policy"] = _POLICY
        headers["X-Content-Type-Options"] = "nosniff"
        # Never "no-referrer": it makes the Origin of a form post null.
        headers["Referrer-Policy"] = "same-origin"
        headers["Cross-Origin-Resource-Policy"] = "same-origin"
        headers["Cache-Control"] = "no-cache" if request.endpoint == "static" else "no-store"
        return response


def known_hosts(extra_hosts: tuple[str, ...]) -> frozenset[str]:
    """The names this machine answers to, in lower case; addresses are always answered."""
    own = socket.gethostname().lower()
    short = own.split(".")[0]
    named = {"localhost", own, short, f"{short}.local", *(host.lower() for host in extra_hosts)}
    return frozenset(name.rstrip(".") for name in named if name)


def host_name(host: str) -> str | None:
    """The name or address in a Host header without its port, in lower case; None when it is malformed."""
    host = host.strip().lower()
    if host.startswith("["):
        address, bracket, port = host[1:].partition("]")
        if not bracket or not _is_port(port) or not _is_address(address):
            return None
        return address
    name, colon, port = host.partition(":")
    if not _HOST_NAME.fullmatch(name) or not _is_port(colon + port):
        return None
    return name.rstrip(".")


def refuse_host(known: frozenset[str]) -> Response | None:
    """Refuse a request for a name that is not ours: a page elsewhere may let its name point to this machine.

    An address typed as numbers cannot be pointed anywhere, so it is always answered.
    """
    name = host_name(request.headers.get("Host", ""))
    if name is None:
        return _plain(400, _words().text("problem.no_host"))
    if name in known or _is_address(name):
        return None
    return _plain(421, _words().text("problem.host", host=name) + f'\n\nhosts = ["{name}"]')


def refuse_origin() -> Response | None:
    """Refuse a change that a page from elsewhere sent.

    No browser adds a bearer token by itself, so a request with one needs no origin.
    """
    if request.method in _SAFE_METHODS or is_program():
        return None
    origin = request.headers.get("Origin", "")
    if origin.lower() == f"{request.scheme}://{request.host}".lower():
        return None
    own = f"{request.scheme}://{_shown(request.host)}"
    return _plain(403, _words().text("problem.origin", origin=_shown(origin), own=own))


def is_program() -> bool:
    """Whether a bearer token came along: then the cookie counts for nothing."""
    given = request.authorization
    return given is not None and given.type == "bearer"


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_port(text: str) -> bool:
    return not text or (text[0] == ":" and text[1:].isascii() and text[1:].isdigit() and len(text) <= 6)


def _shown(text: str) -> str:
    """Foreign text for an error: short and printable."""
    return "".join(ch for ch in text if ch.isprintable())[:100]


def _words() -> Words:
    return Words(language())


def _plain(status: int, sentence: str) -> Response:
    return Response(sentence + "\n", status, mimetype="text/plain")
