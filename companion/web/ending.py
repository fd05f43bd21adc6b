"""The last page: who came in where, how the money went, and what turned the game."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion.core.seats import Role, Seat
from companion.table.table import Table
from companion.web.chart import DASHES, MoneyRow, money_rows, scale
from companion.web.look import Look, Person, look_at
from companion.web.marks import Mark
from companion.web.reach import find_table
from companion.web.telling import NO_PAYMENT, tell_entry

blueprint = Blueprint("ending", __name__)

WIDTH, HEIGHT = 720.0, 340.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 92.0, 150.0, 20.0, 20.0
_LABEL_GAP = 26.0
_NAME_LETTERS = 8
_TURNS = 5
_LINES = 3
_POINTS = 240


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody came in. *figure* is what was counted; a shared place has one *number*."""

    number: int
    person: Person
    figure: int
    won: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """One of the largest swings: whose, by how much, and why. *spot* is its place on the line."""

    label: int
    entry: int
    mark: Mark
    change: int
    after: int
    lines: tuple[str, ...]
    spot: tuple[float, float]


@dataclass(frozen=True, slots=True)
class EndLine:
    """The money of one seat, named at its end. *label_y* is moved where names would cover each other."""

    mark: Mark
    name: str
    points: str
    dash: str
    end: tuple[float, float]
    label_y: float


@dataclass(frozen=True, slots=True)
class Picture:
    """The money of everybody over the game. *ticks* are heights with their amounts."""

    lines: tuple[EndLine, ...]
    ticks: tuple[tuple[float, int], ...]


@blueprint.get("/t/<id>/end")
def end_page(id: str) -> str | Response:
    """What to look at together when it is over; until then the table."""
    table = find_table(id)
    look = look_at(table, here=url_for("ending.end_page", id=id), whole=True)
    if not look.winners:
        return redirect(url_for("screen.table_page", id=id))
    places = ranking(look)
    rows = money_rows(table, len(look.marks))
    low = min(0, *(min(row.hands) for row in rows))
    high = max(low + 1, *(max(row.hands) for row in rows))
    grid = _Grid(len(rows), low, high)
    return render_template(
        "ending.html",
        look=look,
        places=places,
        picture=_picture(look, rows, grid),
        turns=turning_points(table, look, rows, grid),
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


def turning_points(table: Table, look: Look, rows: tuple[MoneyRow, ...], grid: _Grid) -> tuple[Turn, ...]:
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
    turns: list[Turn] = []
    for label, (_, at, seat, change) in enumerate(largest, 1):
        entry = table.session.history.entries[rows[at].number]
        told = tell_entry(table, entry, Role.TABLE, look.words, live=True)
        own = tuple(line for line in told.scoring if look.words.names[seat] in line)
        after = rows[at].hands[seat]
        spot = grid.place(at, after)
        mark = look.marks[seat]
        turns.append(Turn(label, entry.number, mark, change, after, own or told.lines[:_LINES], spot))
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


@dataclass(frozen=True, slots=True)
class _Grid:
    """Where a balance after the n-th of *count* rows is drawn."""

    count: int
    low: int
    high: int

    def place(self, at: int, money: int) -> tuple[float, float]:
        x = _LEFT + (WIDTH - _LEFT - _RIGHT) * at / max(1, self.count - 1)
        y = _TOP + (HEIGHT - _TOP - _BOTTOM) * (self.high - money) / (self.high - self.low)
        return round(x, 1), round(y, 1)


def _picture(look: Look, rows: tuple[MoneyRow, ...], grid: _Grid) -> Picture:
    step = max(1, len(rows) // _POINTS)
    shown = sorted({*range(0, len(rows), step), len(rows) - 1})
    ends = {one.seat: grid.place(len(rows) - 1, rows[-1].hands[one.seat]) for one in look.people}
    heights = _spread({seat: y for seat, (_, y) in ends.items()})
    lines = tuple(
        EndLine(
            one.mark,
            _short(one.mark.name),
            " ".join(f"{x},{y}" for x, y in (grid.place(at, rows[at].hands[one.seat]) for at in shown)),
            DASHES[one.seat % len(DASHES)],
            ends[one.seat],
            heights[one.seat],
        )
        for one in look.people
    )
    ticks = tuple((grid.place(0, money)[1], money) for money in scale(grid.low, grid.high))
    return Picture(lines, ticks)


def _spread(heights: dict[Seat, float]) -> dict[Seat, float]:
    """The same heights, moved apart so that names written there can be read."""
    order = sorted(heights, key=lambda seat: heights[seat])
    gap = min(_LABEL_GAP, (HEIGHT - 2 * _TOP) / max(1, len(order) - 1))
    spread: dict[Seat, float] = {}
    lowest = _TOP
    for seat in order:
        spread[seat] = max(heights[seat], lowest)
        lowest = spread[seat] + gap
    floor = HEIGHT - _BOTTOM
    for seat in reversed(order):
        spread[seat] = round(min(spread[seat], floor), 1)
        floor = spread[seat] - gap
    return spread


def _short(name: str) -> str:
    return name if len(name) <= _NAME_LETTERS else name[: _NAME_LETTERS - 1] + "…"


def _wins_least(look: Look) -> bool:
    """Whether the poorest won, as in Last Will."""
    figures = {person.mark.name: _figure(person) for person in look.people}
    won = [figures[name] for name in look.winners if name in figures]
    return bool(won) and min(won) == min(figures.values()) < max(figures.values())


def _figure(person: Person) -> int:
    worth = person.notes.get("net_worth")
    return worth if isinstance(worth, int) else person.balance
