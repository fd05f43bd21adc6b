"""Tags: what each one stands for, registering by holding it and tapping what it is, lists in and out."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.core.refusal import Reason, Refusal
from companion.core.tagged import Tagged
from companion.table.outcome import Outcome
from companion.table.registry import ANY_GAME, Registered, check_tag, read_registry
from companion.table.table import Table
from companion.web import seats
from companion.web.look import look_at
from companion.web.reach import find_table, reach
from companion.web.reply import ask_writer, reply
from companion.web.text import Words

blueprint = Blueprint("tags", __name__)

PLAYER_CARD = "player_card"


@dataclass(frozen=True, slots=True)
class PieceRow:
    """A piece of the box and the tag on it, None when it has none yet. *expected*: the next tag is its."""

    tagged: Tagged
    name: str
    uid: str | None
    expected: bool


@blueprint.get("/t/<id>/tags")
def tags_page(id: str) -> str:
    """All pieces by kind. `?mend=1`: tap what the last tag really is."""
    table = find_table(id)
    mending = request.args.get("mend") == "1" and table.last_touch is not None
    here = url_for("tags.tags_page", id=id, mend="1" if mending else None)
    look = look_at(table, here=here, whole=True)
    return render_template("tags.html", look=look, kinds=pieces_by_kind(table, look.words), mending=mending)


@blueprint.get("/t/<id>/tags/list")
def tags_fragment(id: str) -> str:
    """What changes on it."""
    table = find_table(id)
    mending = request.args.get("mend") == "1" and table.last_touch is not None
    look = look_at(table, here=url_for("tags.tags_page", id=id))
    return render_template(
        "tags_list.html", look=look, kinds=pieces_by_kind(table, look.words), mending=mending
    )


@blueprint.get("/t/<id>/tags.json")
def export_tags(id: str) -> Response:
    """All tags of the house as one file."""
    find_table(id)
    body = reach().hall.registry.to_json()
    response = Response(body, mimetype="application/json")
    response.headers["Content-Disposition"] = "attachment; filename=tags.json"
    return response


@blueprint.post("/t/<id>/tags/import")
def import_tags(id: str) -> Response:
    """Take in a list of tags; those that it does not name stay. All or nothing."""
    table = find_table(id)
    rights = seats.rights(table)
    file = request.files.get("file")
    text = file.read().decode("utf-8", "replace") if file is not None else request.form.get("list", "")

    def take_in() -> Outcome | None:
        if not rights.banker:
            raise Refusal(Reason.NOT_BANKER, verb="tags")
        known = read_registry(text)
        for uid in known:
            check_tag(uid)
        for uid, piece in known.items():
            table.registry.register(uid, piece)
        table.changed()
        return None

    return reply(table, ask_writer(take_in), url_for("tags.tags_page", id=id), quiet=True)


def pieces_by_kind(table: Table, words: Words) -> dict[str, tuple[PieceRow, ...]]:
    """Every piece of the box that may carry a tag, in the order of registration."""
    game, state = table.game, table.session.state
    on = {piece: uid for uid, piece in table.registry.all().items()}
    expected = table.tagging.expecting
    kinds: dict[str, list[PieceRow]] = {}
    for tagged in game.pieces(state):
        piece = Registered(ANY_GAME if tagged.kind == PLAYER_CARD else game.NAME, tagged)
        uid = on.get(piece)
        kinds.setdefault(tagged.kind, []).append(
            PieceRow(
                tagged,
                words.piece(tagged.kind, tagged.name),
                None if uid is None else str(uid),
                expected is not None and expected.tagged == tagged,
            )
        )
    return {kind: tuple(rows) for kind, rows in kinds.items()}
