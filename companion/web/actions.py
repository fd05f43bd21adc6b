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

from collections.abc import Callable, Mapping

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
from companion.web.body import read_form, read_json_body, text_of, whole_of
from companion.web.reach import find_table, reach
from companion.web.reply import ask_writer, reply

blueprint = Blueprint("actions", __name__)

_PLAYER_CARD = "player_card"


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
        serial, index = whole_of(fields, "serial"), whole_of(fields, "index")
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


def named_piece(table: Table, fields: Mapping[str, object]) -> Registered:
    """The piece named by `kind` and `name`. Raises Refusal(BAD_REQUEST) for one that the box has not."""
    tagged = Tagged(text_of(fields, "kind"), text_of(fields, "name"))
    if tagged not in table.game.pieces(table.session.state):
        refuse_field("name", "piece", f"{tagged.kind} {tagged.name}")
    return Registered(ANY_GAME if tagged.kind == _PLAYER_CARD else table.game.NAME, tagged)
