"""The companion that serves already: what it says of itself, so that nobody takes its devices away."""

from __future__ import annotations

import http.client
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.config import Config
from companion.core.message import Message
from companion.doctor.machine import address_url
from companion.table.fittings import CHECK_STATUSES, Check

_WAIT_S = 10.0


@dataclass(frozen=True, slots=True)
class Serving:
    """A companion that answers at *address*. *checks* is empty when it told no more than that."""

    address: str
    version: str
    checks: tuple[Check, ...]


def ask_running(config: Config) -> Serving | None:
    """Ask whoever serves where table.toml says; None when that is no companion."""
    host = "127.0.0.1" if config.host in ("", "0.0.0.0") else "::1" if config.host == "::" else config.host
    health = _get(host, config.port, "/healthz")
    if health is None or health.get("ok") is not True or "tables" not in health:
        return None
    told = _get(host, config.port, "/doctor") or {}
    checks = tuple(check for one in told.get("checks", ()) if (check := read_check(one)) is not None)
    return Serving(address_url(host, config.port), str(health.get("version", "")), checks)


def read_check(told: object) -> Check | None:
    """A check from the JSON of the page; None for what is none."""
    if not isinstance(told, dict) or told.get("status") not in CHECK_STATUSES:
        return None
    found, todo = _read(told.get("found")), _read(told.get("todo"))
    if found is None or not isinstance(told.get("about"), str):
        return None
    return Check(told["about"], told["status"], found, todo)


def _read(told: object) -> Message | None:
    if not isinstance(told, dict) or not isinstance(told.get("id"), str):
        return None
    values = told.get("values")
    return Message(told["id"], values if isinstance(values, dict) else {})


def _get(host: str, port: int, path: str) -> Mapping[str, Any] | None:
    connection = http.client.HTTPConnection(host, port, timeout=_WAIT_S)
    try:
        connection.request("GET", path, headers={"Accept": "application/json"})
        answer = connection.getresponse()
        body = answer.read(1_000_000)
        told = json.loads(body) if answer.status == 200 else None
    except (OSError, http.client.HTTPException, ValueError):
        return None
    finally:
        connection.close()
    return told if isinstance(told, dict) else None
