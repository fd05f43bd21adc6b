"""Whole sets of tags laid in a row, and a look round that names any card across the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, render_template, url_for
from werkzeug.wrappers import Response

from companion.core.refusal import refuse_field
from companion.core.tagged import Tagged
from companion.table.authority import Rights
from companion.table.registering import LookRound, SetRow
from companion.table.registry import ANY_GAME, Registered
from companion.table.table import Table
from companion.web.actions import do_beside, named_piece
from companion.web.body import text_of
from companion.web.look import look_at
from companion.web.reach import find_table
from companion.web.tags import pieces_by_kind
from companion.web.text import Words

blueprint = Blueprint("registering", __name__)

_NEXT = 3
_LETTERS = (("huge", 8), ("large", 13))


@dataclass(frozen=True, slots=True)
class Place:
    """A piece of the row. *tag* is empty while it has none; *state*: "laid", "passed", "now" or "to_come"."""

    name: str
    state: str
    tag: str


@dataclass(frozen=True, slots=True)
class RowShown:
    """A row as the page shows it. *stopped* says what keeps the last tag from counting, else empty."""

    kind: str
    places: tuple[Place, ...]
    done: int
    coming: str
    then: tuple[str, ...]
    last: str
    passed_over: tuple[str, ...]
    stopped: str
    may_be_taken: bool


@blueprint.get("/t/<id>/tags/row")
def row_page(id: str) -> str:
    """The row that is being laid, or which to lay."""
    return _row(id, "tags_row.html", whole=True)


@blueprint.get("/t/<id>/tags/row/now")
def row_fragment(id: str) -> str:
    """What changes on it."""
    return _row(id, "tags_row_now.html", whole=False)


@blueprint.post("/t/<id>/tags/row")
def change_row(id: str) -> Response:
    """`step`: start (with `kind`, `anew`), take, pass, back or end."""

    def change(table: Table, fields: Mapping[str, object], rights: Rights) -> None:
        tagging = table.tagging
        match fields.get("step"):
            case "start":
                tagging.lay_row(text_of(fields, "kind"), anew=fields.get("anew") == "1")
            case "take":
                tagging.take_stopped()
            case "pass":
                tagging.pass_over()
            case "back":
                tagging.take_back()
            case "end":
                tagging.turn_to(None)
            case other:
                refuse_field("step", "one_of", other, choices=["start", "take", "pass", "back", "end"])

    return do_beside(id, change)


@blueprint.get("/t/<id>/tags/look")
def look_page(id: str) -> str:
    """The name of the last card in letters for the whole table."""
    return _look_round(id, "tags_look.html", whole=True)


@blueprint.get("/t/<id>/tags/look/now")
def look_fragment(id: str) -> str:
    """What changes on it."""
    return _look_round(id, "tags_look_now.html", whole=False)


@blueprint.post("/t/<id>/tags/look")
def change_look(id: str) -> Response:
    """`step`: start, end, or wrong with the `kind` and `name` of what lies there."""

    def change(table: Table, fields: Mapping[str, object], rights: Rights) -> None:
        match fields.get("step"):
            case "start":
                table.tagging.turn_to(LookRound())
            case "wrong":
                table.tagging.swap(named_piece(table, fields))
            case "end":
                table.tagging.turn_to(None)
            case other:
                refuse_field("step", "one_of", other, choices=["start", "wrong", "end"])

    return do_beside(id, change)


def show_row(row: SetRow, table: Table, words: Words) -> RowShown:
    """The row in words."""
    pieces = [piece_words(piece, table, words) for piece in row.pieces]
    at, stopped, last = len(row.laid), row.stopped, row.last
    to_come = ["now", *["to_come"] * len(pieces)]
    states = ["passed" if laid.uid is None else "laid" for laid in row.laid] + to_come
    tags = {piece: str(uid) for uid, piece in table.registry.all().items()}
    other = stopped.stands_for if stopped is not None else None
    return RowShown(
        row.kind,
        tuple(
            Place(name, state, tags.get(piece, ""))
            for piece, name, state in zip(row.pieces, pieces, states, strict=False)
        ),
        at,
        pieces[at] if at < len(pieces) else "",
        tuple(pieces[at + 1 : at + 1 + _NEXT]),
        pieces[at - 1] if last is not None else "",
        tuple(piece_words(piece, table, words) for piece in row.passed_over),
        words.text(
            f"scan.stopped.{stopped.why}",
            uid=str(stopped.uid),
            piece=other.tagged.key if other is not None else "",
            name=other.tagged.name if other is not None else "",
            game=f"game.{other.game}" if other is not None else "",
        )
        if stopped is not None
        else "",
        stopped is not None and stopped.may_be_taken,
    )


def piece_words(piece: Registered, table: Table, words: Words) -> str:
    """What a piece is called; one of another box by its id."""
    tagged: Tagged = piece.tagged
    if piece.game not in (ANY_GAME, table.game.NAME):
        return tagged.name
    return words.piece(tagged.kind, tagged.name)


def _row(id: str, template: str, whole: bool) -> str:
    table = find_table(id)
    look = look_at(table, here=url_for("registering.row_page", id=id), whole=whole)
    row = table.tagging.row
    shown = show_row(row, table, look.words) if row is not None else None
    return render_template(template, look=look, row=shown, kinds=pieces_by_kind(table, look.words))


def letters(name: str) -> str:
    """How large a name is written so that its longest word fits a line: "huge", "large" or "small"."""
    longest = max((len(word) for word in name.split()), default=0)
    return next((size for size, most in _LETTERS if longest <= most), "small")


def _look_round(id: str, template: str, whole: bool) -> str:
    table = find_table(id)
    look = look_at(table, here=url_for("registering.look_page", id=id), whole=whole)
    seen = table.tagging.looking
    piece = seen.piece if seen is not None else None
    name = piece_words(piece, table, look.words) if piece is not None else ""
    return render_template(
        template,
        look=look,
        seen=seen,
        name=name,
        letters=letters(name),
        foreign=piece is not None and piece.game not in (ANY_GAME, table.game.NAME),
        kinds=pieces_by_kind(table, look.words),
    )
