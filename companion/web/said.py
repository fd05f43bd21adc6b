"""What came of an act, on its way to the next page: the sentence, and the act to repeat."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from flask import Flask, Response, current_app, g, request
from itsdangerous import BadSignature, URLSafeTimedSerializer

from companion.core.message import Message, say
from companion.table.outcome import Done, Failed, Heard, Outcome, Refused
from companion.table.table import Table

_COOKIE = "said"
_KEPT_S = 60
# Browsers drop a cookie beyond 4096 bytes; the sentence alone always fits.
_LONGEST_COOKIE = 3500


@dataclass(frozen=True, slots=True)
class SaidBack:
    """The answer to a form, beside the form it came from.

    *message* is None when there is nothing to say: the changed page says it. *at* is the form's name. *act*
    is the command to repeat: under the same *id* when it is *unsent*, under *again_id* with `override` when a
    banker may let it pass (*overridable*).
    """

    ok: bool
    message: Message | None = None
    at: str = ""
    act: Mapping[str, object] = field(default_factory=dict)
    id: str = ""
    again_id: str = ""
    unsent: bool = False
    overridable: bool = False


def said_back(
    outcome: Outcome, at: str = "", act: Mapping[str, object] | None = None, banker: bool = False
) -> SaidBack:
    """What a form's page shows of *outcome*; *banker*: the device may allow it anyway."""
    act = {key: value for key, value in (act or {}).items() if key not in ("id", "override")}
    match outcome:
        case Done():
            return SaidBack(True, at=at)
        case Heard():
            message = None if outcome.serial is not None else say("scan.looked_up")
            return SaidBack(True, message, at)
        case Refused():
            message = say(f"refusal.{outcome.code}", **outcome.values)
            if banker and outcome.overridable and act:
                return SaidBack(False, message, at, act, again_id=fresh_id(), overridable=True)
            return SaidBack(False, message, at)
        case Failed():
            return SaidBack(False, say(f"refusal.{outcome.code}"), at)


def fresh_id() -> str:
    """A request id for one form: a form that was sent already gets its first answer again."""
    return secrets.token_urlsafe(9)


def keep_said(response: Response, table: Table, said: SaidBack) -> None:
    """Send *said* along to the next page of the same table."""
    message = said.message
    kept: dict[str, Any] = {
        "table": table.id,
        "ok": said.ok,
        "message": None if message is None else [message.id, dict(message.values)],
        "at": said.at,
    }
    repeated = {
        "act": dict(said.act),
        "id": said.id,
        "again_id": said.again_id,
        "unsent": said.unsent,
        "overridable": said.overridable,
    }
    signed = _signer().dumps(kept | repeated)
    if len(signed) > _LONGEST_COOKIE:
        signed = _signer().dumps(kept)
    if len(signed) <= _LONGEST_COOKIE:
        response.set_cookie(_COOKIE, signed, max_age=_KEPT_S, httponly=True, samesite="Lax")


def take_said(table: Table) -> SaidBack | None:
    """What the last form of this device came to; None when that was shown already.

    For whole pages, once a request: a fragment that live.js fetches must not take it away from the page.
    """
    signed = request.cookies.get(_COOKIE)
    if not signed:
        return None
    try:
        kept = _signer().loads(signed, max_age=_KEPT_S)
    except BadSignature:
        g.said_taken = True
        return None
    if kept["table"] != table.id:
        return None
    g.said_taken = True
    message = kept["message"]
    return SaidBack(
        kept["ok"],
        None if message is None else Message(message[0], message[1]),
        kept["at"],
        kept.get("act", {}),
        kept.get("id", ""),
        kept.get("again_id", ""),
        kept.get("unsent", False),
        kept.get("overridable", False),
    )


def install(app: Flask) -> None:
    """Let the taken answer's cookie go, and give templates `fresh_id`."""

    @app.after_request
    def drop_taken(response: Response) -> Response:
        if g.pop("said_taken", False):
            response.delete_cookie(_COOKIE, httponly=True, samesite="Lax")
        return response

    app.jinja_env.globals["fresh_id"] = fresh_id


def _signer() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(cast(bytes, current_app.secret_key), salt="said")
