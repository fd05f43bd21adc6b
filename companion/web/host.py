"""The host's own way in: whoever can read the data folder gets a link or a token for any place."""

from __future__ import annotations

import json
import urllib.error
import urllib.parse
import urllib.request

from companion.web.seats import bearer_token
from companion.web.text import Words

_TIMEOUT_S = 10.0


class NoAnswer(Exception):
    """The running companion gave none; the text says why."""


def fetch_link(base_url: str, secret: bytes, table: str, place: str = "banker") -> str:
    """A link that hands over a place of a table, once: for a banker whose phone is gone.

    *base_url* is where the companion runs, *place* a seat's number, "banker" or "table". Raises NoAnswer.
    """
    return _ask(base_url, secret, f"/t/{_part(table)}/link/{_part(place)}", None)["link"]


def fetch_token(base_url: str, secret: bytes, table: str, place: str) -> str:
    """A bearer token for a program that plays a place. Raises NoAnswer."""
    return _ask(base_url, secret, f"/t/{_part(table)}/bearer", {"place": place})["token"]


def _part(text: str) -> str:
    return urllib.parse.quote(text, safe="")


def _ask(base_url: str, secret: bytes, path: str, body: object) -> dict[str, str]:
    request = urllib.request.Request(
        base_url.rstrip("/") + path,
        data=None if body is None else json.dumps(body).encode(),
        headers={
            "Authorization": f"Bearer {bearer_token(secret)}",
            "Content-Type": "application/json",
            "Accept": "application/json",
        },
    )
    try:
        with urllib.request.urlopen(request, timeout=_TIMEOUT_S) as answer:
            told: dict[str, str] = json.load(answer)
            return told
    except urllib.error.HTTPError as error:
        with error:
            raise NoAnswer(_why(error)) from None
    except (OSError, ValueError) as error:
        raise NoAnswer(f"no companion answers at {base_url} ({error})") from None


def _why(error: urllib.error.HTTPError) -> str:
    try:
        expected = json.load(error)["values"]["expected"]
        return f"{error.code}: {Words().text(expected['id'], **expected['values'])}"
    except (ValueError, KeyError, TypeError):
        return f"the companion answered {error.code}"
