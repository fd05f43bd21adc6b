"""The last page: who came in where, how the money went, and what turned the game."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion.core.seats import Role, Seat
from companion.table.table import Table
from companion.web.chart import Grid, MoneyRow, Spot, apart, chart_of, money_rows
from companion.web.look import Look, Person, look_at
from companion.web.marks import Mark
from companion.web.reach import find_table
from companion.web.telling import NO_PAYMENT, tell_entry

blueprint = Blueprint("ending", __name__)

_TURNS = 5
_LINES = 3


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody came in. *figure* is what was counted; a shared place has one *number*."""

    number: int
    person: Person
    figure: int
    won: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """One of the largest swings: whose, by how much, and why. *spot* is its place on the line, *label_y* the
    height at which its number can be read.
    """

    label: int
    entry: int
    mark: Mark
    change: int
    after: int
    lines: tuple[str, ...]
    spot: Spot
    label_y: float


@blueprint.app_context_processor
def give_templates() -> dict[str, object]:
    """What winners.html asks for."""
    return {"ranking": ranking}


@blueprint.get("/t/<id>/end")
def end_page(id: str) -> str | Response:
    """What to look at together when it is over; until then the table."""
    table = find_table(id)
    look = look_at(table, here=url_for("ending.end_page", id=id), whole=True)
    if not look.winners:
        return redirect(url_for("screen.table_page", id=id))
    places = ranking(look)
    rows = money_rows(table, len(look.marks))
    return render_template(
        "ending.html",
        look=look,
        places=places,
        chart=chart_of(rows, look.marks, [person.seat for person in look.people]),
        turns=turning_points(table, look, rows),
        lead_changes=lead_changes(rows, look, wins_least=_wins_least(look)),
        entries=len(rows) - 1,
        counted="worth" if any("net_worth" in person.notes for person in look.people) else "money",
    )


def ranking(look: Look) -> tuple[Place, ...]:
    """Winners first, then by what the game counts; who went bankrupt on the way comes last."""
    sign = 1 if _wins_least(look) else -1
    order = sorted(
        look.people,
        key=lambda one: (one.mark.name not in look.winners, one.out, sign * _figure(one), one.seat),
    )
    places: list[Place] = []
    for at, person in enumerate(order, 1):
        won, figure = person.mark.name in look.winners, _figure(person)
        level = bool(places) and (places[-1].won, places[-1].figure, places[-1].person.out) == (
            won,
            figure,
            person.out,
        )
        shared = won or level
        places.append(Place(places[-1].number if places and shared else at, person, figure, won))
    return tuple(places)


def turning_points(table: Table, look: Look, rows: tuple[MoneyRow, ...]) -> tuple[Turn, ...]:
    """The few entries that moved most of anybody's money, in the order they came."""
    swings: list[tuple[int, int, Seat, int]] = []
    for at, (before, row) in enumerate(pairwise(rows), 1):
        if table.session.history.entries[row.number].do in NO_PAYMENT:
            continue
        changes = {one.seat: row.hands[one.seat] - before.hands[one.seat] for one in look.people}
        seat = max(changes, key=lambda one: abs(changes[one]))
        if changes[seat]:
            swings.append((abs(changes[seat]), at, seat, changes[seat]))
    # The later one of two alike: by then more hung on it.
    largest = sorted(sorted(swings, reverse=True)[:_TURNS], key=lambda one: one[1])
    grid = Grid.of(rows)
    spots = [grid.place(at, rows[at].hands[seat]) for _, at, seat, _ in largest]
    turns: list[Turn] = []
    for label, ((_, at, seat, change), spot, clear) in enumerate(
        zip(largest, spots, apart(spots), strict=True), 1
    ):
        entry = table.session.history.entries[rows[at].number]
        told = tell_entry(table, entry, Role.TABLE, look.words, live=True)
        own = tuple(line for line in told.scoring if look.words.names[seat] in line)
        after = rows[at].hands[seat]
        mark = look.marks[seat]
        turns.append(
            Turn(label, entry.number, mark, change, after, own or told.lines[:_LINES], spot, clear.y)
        )
    return tuple(turns)


def lead_changes(rows: tuple[MoneyRow, ...], look: Look, wins_least: bool) -> int:
    """How often somebody else than before was alone in front."""
    seats = [person.seat for person in look.people]
    best = min if wins_least else max
    last, changes = None, 0
    for row in rows:
        top = best(row.hands[seat] for seat in seats)
        leaders = [seat for seat in seats if row.hands[seat] == top]
        if len(leaders) == 1 and leaders[0] != last:
            changes += last is not None
            last = leaders[0]
    return changes


def _wins_least(look: Look) -> bool:
    """Whether the poorest won, as in Last Will."""
    figures = {person.mark.name: _figure(person) for person in look.people}
    won = [figures[name] for name in look.winners if name in figures]
    return bool(won) and min(won) == min(figures.values()) < max(figures.values())


def _figure(person: Person) -> int:
    worth = person.notes.get("net_worth")
    return worth if isinstance(worth, int) else person.balance
