"""Answers over HTTP: what came of an act, as JSON, as a fragment for htmx, or back to the page."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from urllib.parse import urlencode

from flask import Response, json, jsonify, render_template, request

from companion.core.refusal import Refusal
from companion.table.outcome import Done, Failed, Heard, Outcome, Refused, outcome_json
from companion.table.table import Table
from companion.web import peeking, seats
from companion.web.guard import is_program
from companion.web.look import language
from companion.web.reach import reach
from companion.web.said import SaidBack, keep_said, said_back
from companion.web.text import Words

log = logging.getLogger(__name__)

WAIT_S = 5.0
"""How long a POST waits for the writer before it says `saving`."""

_FORM_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.:-]{0,63}")
_TYPED = frozenset({"n.", "t.", "l."})
_LONGEST_TYPED = 1500
_FORBIDDEN = frozenset({"not_banker", "wrong_seat", "wrong_pin", "no_pin"})


def ask_writer(job: Callable[[], Outcome | None]) -> Outcome:
    """Let the writer do *job* and wait for what comes of it.

    A job that returns None made no entry; one that raised Refusal was refused; one that raised anything else
    could not be stored.
    """
    try:
        outcome = reach().inbox.ask(job, WAIT_S)
    except Refusal as refusal:
        return Refused(refusal.code, refusal.values)
    except TimeoutError:
        return Failed("saving")
    except Exception:  # the journal's own errors: nothing changed, and the same id may be sent again
        log.exception("not stored")
        return Failed("saving")
    return outcome if outcome is not None else Heard(None)


def reply(
    table: Table,
    outcome: Outcome,
    default: str,
    act: Mapping[str, object] | None = None,
    id: str = "",
    quiet: bool = False,
) -> Response:
    """Answer an act in the way it was sent. *default* is the page to go back to when the form names none.

    A form on a page of its own names as `done` where it leads once done; refused, it keeps what was typed.

    *quiet*: success needs no word, whatever the outcome would say.
    """
    if isinstance(outcome, Done):
        peeking.hide_hands(table)
    if wants_json():
        return json_reply(outcome)
    said = said_back(outcome, _form_name(), act, seats.rights(table).banker)
    if isinstance(outcome, Failed) and outcome.code == "saving" and act:
        said = replace(said, act=act, id=id, unsent=True)
    if quiet and said.ok:
        said = replace(said, message=None)
    return _htmx_reply(table, said) if "HX-Request" in request.headers else _page_reply(table, said, default)


def change_seating(table: Table, change: Callable[[], object], default: str) -> Response:
    """Make a change to the seating, let the screens hear of it, and answer like any form."""
    outcome: Outcome = Heard(None)
    try:
        change()
    except Refusal as refusal:
        outcome = Refused(refusal.code, refusal.values)
    except Exception:  # the notes' own errors: the disk takes no more, nothing changed
        log.exception("the seating was not stored")
        outcome = Failed("saving")
    else:
        reach().inbox.tell(table.changed)
    return reply(table, outcome, default, quiet=True)


def wants_json() -> bool:
    """Whether a program asks: by its token, its body, or what it accepts."""
    if request.is_json or is_program():
        return True
    accepted = request.accept_mimetypes
    return accepted["application/json"] > accepted["text/html"]


def json_reply(outcome: Outcome) -> Response:
    """The outcome as JSON, with the status that programs go by."""
    response = jsonify(outcome_json(outcome))
    response.status_code = _status(outcome)
    if response.status_code == 503:
        response.headers["Retry-After"] = "1"
    if isinstance(outcome, Refused) and "wait_s" in outcome.values:
        response.headers["Retry-After"] = str(outcome.values["wait_s"])
    return response


def local_path(path: str | None, default: str) -> str:
    """*path* when it is one of ours, else *default*: a form must not send people elsewhere."""
    if not path or not path.startswith("/") or path[1:2] in ("/", "\\") or not path.isprintable():
        return default
    return path


def _htmx_reply(table: Table, said: SaidBack) -> Response:
    words = Words.at(table, language())
    html = render_template("said.html", said=said, table=table, words=words)
    response = Response(html, mimetype="text/html")
    if said.unsent:
        response.headers["X-Unsent"] = "1"  # live.js keeps the form's request id
    response.headers["HX-Trigger"] = json.dumps({"shown": {"version": table.version}})
    return response


def _page_reply(table: Table, said: SaidBack, default: str) -> Response:
    path = local_path(request.form.get("next"), default)
    if said.ok:
        path = local_path(request.form.get("done"), path)
    elif "done" in request.form:
        path = _with_typed(path)
    if said.at and not said.ok and "#" not in path:
        path += f"#{said.at}"
    response = Response(status=303, headers={"Location": path})
    if said.message is not None:
        keep_said(response, table, said)
    return response


def _with_typed(path: str) -> str:
    """The page of a form that was refused, with what was typed and tapped there."""
    typed = urlencode(
        [field for field in request.form.items(multi=True) if field[0][:2] in _TYPED and field[1]]
    )
    return f"{path}{'&' if '?' in path else '?'}{typed}" if typed and len(typed) <= _LONGEST_TYPED else path


def _status(outcome: Outcome) -> int:
    match outcome:
        case Refused(code="too_many_tries"):
            return 429
        case Refused(code="bad_request") | Refused(code="unknown_verb" | "unknown_player"):
            return 400
        case Refused(code=code):
            return 403 if code in _FORBIDDEN else 409
        case Failed(code="saving"):
            return 503
        case Failed():
            return 500
        case _:
            return 200


def _form_name() -> str:
    name = request.form.get("at", "")
    return name if _FORM_NAME.fullmatch(name) else ""
