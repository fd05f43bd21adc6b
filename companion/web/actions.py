"""Acts from phones and programs: commands, answers to scans, registering; each through the inbox."""

# How a page posts an act, and what it gets back.
#
# POST /t/<id>/act as a form:
#   act       JSON of the command: do, by (the seat's name, or "banker" with "for"), fixed fields
#   id        a fresh random word for each form that is rendered: `{{ fresh_id() }}`; the same id again gets
#             the first answer, so double taps and repeated requests are harmless
#   n.<field> whole number | t.<field> text | d.<field> dice, "3,4" or repeated | c.<field> JSON of a choice |
#             l.<field> a list of those | w.<field> JSON, else a word; one that is left empty is not sent on.
#             A field with several parts is "n.give.cash"
#   override  "1": the banker allows it anyway; `by: Ann` then becomes `by: banker, for: Ann`
#   next      the local path to go back to (without htmx)
#   at        the name of the form, to show a refusal beside it; a form's HTML id may be the same
# Without htmx the answer is 303 to `next` (with "#at" after a refusal) and the outcome in a short signed
# cookie. The next page takes it with `take_said(table)` (said.py): a `SaidBack` or None, at most once.
# With htmx (HX-Request) it is 200 with the fragment `said.html` (`said`: a SaidBack, `table`, `words`) for
# the form's own notice slot, and the header `HX-Trigger: {"shown": {"version": [n, p]}}`, on which live.js
# fetches what is now old. Full pages include `said.html` beside the form whose name is `said.at`.
# A SaidBack that is `unsent` was not stored in time: offer `said.act` with the same `said.id` again. One that
# is `overridable` offers `said.act` with `override` and the id `said.again_id` (banker's devices only).
#
# POST /t/<id>/answer (serial, index), dismiss, register (uid, kind, name), expect (kind, name or nothing),
# mend (kind, name), and those of joining.py are answered in the same way.
# With a JSON body (or a bearer token, or Accept: application/json) every answer is `outcome_json` with status
# 200, 400 (form), 403 (not yours), 409 (against the rules or the facts), 429, 500 `fault`, 503 `saving`.

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NoReturn, cast

from flask import Blueprint, Response, jsonify, request, url_for

from companion.core.refusal import Reason, Refusal, refuse_field
from companion.core.seats import Role, Seat, Viewer
from companion.core.tagged import Tagged
from companion.table.authority import Rights
from companion.table.export import export_text
from companion.table.outcome import Outcome, Refused
from companion.table.registry import ANY_GAME, Registered, read_uid
from companion.table.table import Table
from companion.web import peeking, seats
from companion.web.reach import find_table, reach
from companion.web.reply import ask_writer, reply

blueprint = Blueprint("actions", __name__)

_PLAYER_CARD = "player_card"
_FIELD_KINDS = "ntdclw"


@blueprint.post("/t/<id>/act")
def act(id: str) -> Response:
    """A command, as a form or as JSON."""
    table = find_table(id)
    try:
        said = read_json_body() if request.is_json else read_form(request.form)
    except Refusal as refusal:
        return _reply(table, Refused(refusal.code, refusal.values))
    rights = seats.rights(table)
    outcome = ask_writer(lambda: table.submit(said, rights))
    again = {key: value for key, value in said.items() if key != "id"}
    return _reply(table, outcome, again, str(said.get("id", "")))


@blueprint.post("/t/<id>/answer")
def answer(id: str) -> Response:
    """An answer to the question that a scan asked."""

    def give(table: Table, fields: Mapping[str, object], rights: Rights) -> Outcome | None:
        serial, index = _whole(fields, "serial"), _whole(fields, "index")
        return table.answer(serial, index, rights)

    return do_beside(id, give)


@blueprint.post("/t/<id>/dismiss")
def dismiss(id: str) -> Response:
    """Put the question away: it was a look-up."""

    def put_away(table: Table, fields: Mapping[str, object], rights: Rights) -> None:
        table.dismiss()

    return do_beside(id, put_away)


@blueprint.post("/t/<id>/register")
def register(id: str) -> Response:
    """Let a tag stand for a piece."""

    def put_down(table: Table, fields: Mapping[str, object], rights: Rights) -> None:
        table.register(read_uid(text_of(fields, "uid")), named_piece(table, fields))

    return do_beside(id, put_down)


@blueprint.post("/t/<id>/expect")
def expect(id: str) -> Response:
    """The next tag that comes is this piece; without a piece, wait for none."""

    def wait(table: Table, fields: Mapping[str, object], rights: Rights) -> None:
        table.tagging.turn_to(named_piece(table, fields) if fields.get("kind") else None)

    return do_beside(id, wait)


@blueprint.post("/t/<id>/mend")
def mend(id: str) -> Response:
    """ "This is not X": undo what the last touch did, register its tag anew, and do it again."""

    def set_right(table: Table, fields: Mapping[str, object], rights: Rights) -> Outcome | None:
        return table.mend_touch(named_piece(table, fields))

    return do_beside(id, set_right)


@blueprint.get("/t/<id>/view")
def view(id: str) -> Response:
    """The view of a seat, the banker or (without `as`) the table, as JSON."""
    table = find_table(id)
    try:
        viewer = read_viewer(table, request.args.get("as"), seats.rights(table))
    except Refusal as refusal:
        response = jsonify({"ok": False, "refused": refusal.code, "values": dict(refusal.values)})
        response.status_code = 403 if refusal.code == Reason.WRONG_SEAT else 400
        return response
    return jsonify(table.session.view(viewer))


@blueprint.get("/t/<id>/export.jsonl")
def export(id: str) -> Response:
    """The game as a table file, with what is still secret left out."""
    table = find_table(id)
    text = reach().inbox.ask(lambda: export_text(table.session))
    response = Response(text, mimetype="application/jsonl")
    response.headers["Content-Disposition"] = f'attachment; filename="{table.id}.jsonl"'
    return response


@blueprint.get("/healthz")
def healthz() -> Response:
    """Whether the program answers, for the one who looks after it."""
    here = reach()
    tables = {id: table.session.number for id, table in tuple(here.hall.tables.items())}
    return jsonify(
        {"ok": True, "version": here.version, "tables": tables, "number": max(tables.values(), default=0)}
    )


def read_form(form: Any) -> dict[str, object]:
    """A command from a form. Raises Refusal(BAD_REQUEST) naming the field.

    An empty field was left out. `override` makes it the banker's act for whoever it was.
    """
    said = _object(form.get("act", ""), "act")
    for name in form:
        kind, dot, path = name.partition(".")
        if not dot or kind not in _FIELD_KINDS or len(kind) != 1:
            continue
        values = [value.strip() for value in form.getlist(name)]
        if any(values):
            _put(said, path, _read_field(kind, path, values))
    if form.get("id"):
        said["id"] = form["id"]
    if form.get("override") == "1":
        said["override"] = True
        if said.get("by") not in (Role.BANKER.value, None):
            said["for"], said["by"] = said["by"], Role.BANKER.value
    return said


def read_json_body() -> dict[str, object]:
    """The object of a JSON body. Raises Refusal(BAD_REQUEST)."""
    body = request.get_data(cache=True)
    try:
        return _object(body.decode("utf-8"), "body")
    except UnicodeDecodeError:
        refuse_field("body", "utf8_json", body.decode("utf-8", "replace"))


def read_viewer(table: Table, name: str | None, rights: Rights) -> Viewer:
    """Who looks, by name. Raises Refusal: UNKNOWN_PLAYER, WRONG_SEAT for a view of somebody else's."""
    if name is None or name == Role.TABLE.value:
        return Role.TABLE
    if name == Role.BANKER.value:
        if not rights.banker:
            raise Refusal(Reason.WRONG_SEAT, verb="view")
        return Role.BANKER
    seat: Seat | None = table.session.state.seats.find(name)
    if seat is None:
        raise Refusal(Reason.UNKNOWN_PLAYER, field="as", name=name[:60])
    if seat not in rights.seats or peeking.is_covered(table, rights, seat):
        raise Refusal(Reason.WRONG_SEAT, verb="view", who=seat)
    return seat


Change = Callable[[Table, Mapping[str, object], Rights], "Outcome | None"]


def do_beside(id: str, change: Change) -> Response:
    """Do something beside the game, for any device that has a place at the table."""
    table = find_table(id)
    rights = seats.rights(table)
    try:
        fields = read_json_body() if request.is_json else dict(request.form)
    except Refusal as refusal:
        return _reply(table, Refused(refusal.code, refusal.values))
    if not (rights.seats or rights.banker or rights.table):
        return _reply(table, Refused(Reason.WRONG_SEAT, {}))

    def job() -> Outcome | None:
        return change(table, fields, rights)

    return reply(table, ask_writer(job), url_for("phone.hand_page", id=table.id), quiet=True)


def _reply(table: Table, outcome: Outcome, act: Mapping[str, object] | None = None, id: str = "") -> Response:
    return reply(table, outcome, url_for("phone.hand_page", id=table.id), act, id)


def _object(text: str, field: str) -> dict[str, object]:
    """A JSON object of plain values. Raises Refusal(BAD_REQUEST)."""
    try:
        value = _load(text)
        # Half a surrogate pair is no text: it could be neither stored nor shown.
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except RecursionError:
        refuse_field(field, "shallow_json", text)
    except json.JSONDecodeError as error:
        refuse_field(field, "command_json_at", text, line=error.lineno, column=error.colno)
    except _NoNumber as error:
        refuse_field(field, "finite_numbers", text, name=str(error))
    except _KeyTwice as error:
        refuse_field(field, "key_once", text, key=str(error))
    except ValueError:
        refuse_field(field, "command_json", text)
    if not isinstance(value, dict):
        refuse_field(field, "command_json", value)
    return cast(dict[str, object], value)


class _NoNumber(ValueError):
    """JSON names something that is no number of JSON: NaN, Infinity."""


class _KeyTwice(ValueError):
    """A key stands twice in an object."""


def _load(text: str) -> object:
    """JSON as every parser reads it alike. Raises ValueError, RecursionError."""
    return json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_each_once)


def _refuse_constant(name: str) -> NoReturn:
    raise _NoNumber(name)


def _each_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object; a key that stands twice would silently lose what was said first."""
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise _KeyTwice(key[:30])
        found[key] = value
    return found


def _read_field(kind: str, path: str, values: list[str]) -> object:
    match kind:
        case "t":
            return values[-1]
        case "l":
            return [_read_field("c", path, [value]) for value in values if value]
        case "n":
            return _number(values[-1], path)
        case "d":
            parts = [part for value in values for part in value.replace(",", " ").split()]
            return [_number(part, path) for part in parts]
        case "w":
            try:
                return _load(values[-1])
            except (ValueError, RecursionError):
                return values[-1]
        case _:
            try:
                return _load(values[-1])
            except (ValueError, RecursionError):
                refuse_field(path, "one_shown", values[-1])


def _put(said: dict[str, object], path: str, value: object) -> None:
    """Set a field, or a part of one: "give.cash"."""
    *outer, last = path.split(".")
    if len(outer) > 2 or not last:
        refuse_field(path, "field_of_command", value)
    inner = said
    for name in outer:
        found = inner.setdefault(name, {})
        if not isinstance(found, dict):
            refuse_field(path, "field_of_command", value)
        inner = found
    inner[last] = value


def _number(text: str, field: str) -> int:
    digits = text.replace("\u2212", "-").replace("\u00a0", "").replace(" ", "")
    body = digits[1:] if digits[:1] in ("-", "+") else digits
    if not body.isascii() or not body.isdigit() or len(body) > 12:
        refuse_field(field, "number", text)
    return int(digits)


def _whole(fields: Mapping[str, object], name: str) -> int:
    value = fields.get(name)
    if isinstance(value, str):
        return _number(value, name)
    if isinstance(value, bool) or not isinstance(value, int):
        refuse_field(name, "number", value)
    return value


def text_of(fields: Mapping[str, object], name: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str) or not 0 < len(value) <= 60 or not value.isprintable():
        refuse_field(name, "text", value, least=1, most=60)
    return value


def named_piece(table: Table, fields: Mapping[str, object]) -> Registered:
    """The piece named by `kind` and `name`. Raises Refusal(BAD_REQUEST) for one that the box has not."""
    tagged = Tagged(text_of(fields, "kind"), text_of(fields, "name"))
    if tagged not in table.game.pieces(table.session.state):
        refuse_field("name", "piece", f"{tagged.kind} {tagged.name}")
    return Registered(ANY_GAME if tagged.kind == _PLAYER_CARD else table.game.NAME, tagged)
