"""The table screen: everybody's balance, the board, what waits; for all eyes, so without secrets."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, abort, render_template, url_for

from companion.core.seats import Seat
from companion.table.table import Table
from companion.web import seats
from companion.web.clearing import clearing_list
from companion.web.headline import headline
from companion.web.look import Look, Person, look_at
from companion.web.picture import Picture, table_picture
from companion.web.reach import find_table, reach
from companion.web.waits import OpenMatter, open_matters

blueprint = Blueprint("screen", __name__)


@dataclass(frozen=True, slots=True)
class Round:
    """People round the drawn table, clockwise from the upper left."""

    left: tuple[Person, ...]
    right: tuple[Person, ...]


@blueprint.get("/t/<id>/table")
def table_page(id: str) -> str:
    """The whole page of the table screen."""
    table = find_table(id)
    return _render("screen.html", table, look_at(table, here=url_for("screen.table_page", id=id), whole=True))


@blueprint.get("/t/<id>/seat/<int:number>")
def seat_page(id: str, number: int) -> str:
    """The QR that gives a seat to a phone, large enough for across the table."""
    table = find_table(id)
    seat = Seat(number)
    rights = seats.rights(table)
    if seat not in table.session.state.seats.order:
        abort(404)
    if not (rights.banker or rights.table or seat in rights.seats):
        abort(403)
    look = look_at(table, here=url_for("screen.seat_page", id=id, number=number), whole=True)
    return render_template("seat.html", look=look, person=look.person(seat), free=seats.is_free(table, seat))


@blueprint.get("/t/<id>/board")
def board_fragment(id: str) -> str:
    """What changes on it."""
    table = find_table(id)
    return _render("screen_board.html", table, look_at(table, here=url_for("screen.table_page", id=id)))


@blueprint.get("/t/<id>/fittings")
def fittings_fragment(id: str) -> str:
    """How readers, tower and panel are, for the bar of every page of the table."""
    return render_template("fittings.html", look=look_at(find_table(id)))


def seats_round(people: tuple[Person, ...]) -> Round:
    """Clockwise: up the left side, down the right side."""
    half = len(people) // 2
    return Round(tuple(reversed(people[:half])), people[half:])


def _render(template: str, table: Table, look: Look) -> str:
    picture: Picture | None = table_picture(look)
    matters: tuple[OpenMatter, ...] = open_matters(look)
    return render_template(
        template,
        look=look,
        picture=picture,
        matters=matters,
        headline=headline(look),
        clearing=clearing_list(table, look.words),
        defaults=len(table.game.default_acts(table.session.state)),
        full=False,
        sides=seats_round(look.people),
        address=next(iter(reach().addresses()), reach().name),
        name=reach().name,
    )
