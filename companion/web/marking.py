"""The mark of a seat at a table that plays: its own player or the banker chooses another."""

from __future__ import annotations

from flask import Blueprint, url_for
from werkzeug.wrappers import Response

from companion.core.refusal import Reason, Refusal
from companion.table.table import Table
from companion.web import seats
from companion.web.body import body_field
from companion.web.pieces import keep_piece, read_piece
from companion.web.reach import find_table, reach
from companion.web.reply import change_seating

blueprint = Blueprint("marking", __name__)


@blueprint.post("/t/<id>/mark")
def choose_mark(id: str) -> Response:
    """Give a seat another mark: its own player may, and the banker."""
    table = find_table(id)
    return change_seating(table, lambda: _change(table), url_for("banker.desk_page", id=id))


def _change(table: Table) -> None:
    rights = seats.rights(table)
    place = body_field("place")
    seat = seats.read_who(table, place)
    if not isinstance(seat, int):
        raise Refusal(Reason.UNKNOWN_PLAYER, field="place", name=place[:60])
    if not (rights.banker or seat in rights.seats):
        raise Refusal(Reason.WRONG_SEAT, who=seat)
    notes, piece = reach().notes, read_piece(body_field("mark"))
    reach().inbox.ask(lambda: keep_piece(notes, table, seat, piece))  # two phones cannot take one mark
