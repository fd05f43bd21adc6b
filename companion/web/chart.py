"""Money over the game, drawn: one line a seat, named at its end, told apart by dashes besides the colour."""

# Every place is a share of the drawing, 0 to 100, counted from the left and from the top: lines stretch with
# the screen, words keep their size.

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.core.entry import START
from companion.core.seats import Seat
from companion.table.table import Table
from companion.web.marks import Mark

_POINTS = 120
_NAME_LETTERS = 8
_LABEL_GAP = 9.4
"""Between two names: 18 rem hold ten of them."""
_SPOT_WIDTH, _SPOT_HEIGHT = 14.0, 9.0
DASHES = ("", "7 4", "2 4", "10 3 2 3", "14 5", "4 2 1 2", "1 3", "9 6", "5 5", "3 6")
"""Stroke patterns by seat, so that lines are told apart without colour."""


class Spot(NamedTuple):
    """A place in the drawing."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class ChartLine:
    """The money of one seat. Its line ends at *end_y*; its name stands at *label_y*, clear of the others."""

    mark: Mark
    name: str
    points: str
    dash: str
    end_y: float
    label_y: float
    money: int


@dataclass(frozen=True, slots=True)
class ChartTick:
    """A height of the scale."""

    y: float
    money: int


@dataclass(frozen=True, slots=True)
class MoneyChart:
    """The money of a game as it is drawn: a line a seat, and the amounts beside them."""

    lines: tuple[ChartLine, ...]
    ticks: tuple[ChartTick, ...]


class MoneyRow(NamedTuple):
    """What every seat had after entry *number*."""

    number: int
    hands: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """Where a balance after the n-th of *count* rows is drawn."""

    count: int
    low: int
    high: int

    @classmethod
    def of(cls, rows: Sequence[MoneyRow]) -> Grid:
        """The grid on which these rows fit; zero is always on it."""
        low = min(0, *(min(row.hands) for row in rows))
        return cls(len(rows), low, max(low + 1, *(max(row.hands) for row in rows)))

    def place(self, at: int, money: int) -> Spot:
        """Where *money* after row *at* stands, in hundredths of the width and height."""
        return Spot(
            round(100 * at / max(1, self.count - 1), 2),
            round(100 * (self.high - money) / (self.high - self.low), 2),
        )


def money_rows(table: Table, seat_count: int) -> tuple[MoneyRow, ...]:
    """The balances at the start and after each live entry; seats that joined later have 0 before."""
    session = table.session
    hands = list(session.state_at(START).ledger.hands)
    hands += [0] * (seat_count - len(hands))
    rows = [MoneyRow(START, tuple(hands))]
    for entry in reversed(list(session.history.live())):
        for move in session.payments(entry):
            if isinstance(move.payer, int):
                hands[move.payer] -= move.amount
            if isinstance(move.payee, int):
                hands[move.payee] += move.amount
        rows.append(MoneyRow(entry.number, tuple(hands)))
    return tuple(rows)


def money_chart(table: Table, marks: tuple[Mark, ...]) -> MoneyChart | None:
    """The balances after each live entry; None while nothing has happened."""
    rows = money_rows(table, len(marks))
    return chart_of(rows, marks, tuple(table.session.state.seats)) if len(rows) > 2 else None


def chart_of(rows: Sequence[MoneyRow], marks: Sequence[Mark], seats: Sequence[Seat]) -> MoneyChart:
    """The money of *seats* over *rows*."""
    grid = Grid.of(rows)
    last = len(rows) - 1
    step = max(1, len(rows) // _POINTS)
    shown = sorted({*range(0, len(rows), step), last})
    ends = {seat: grid.place(last, rows[last].hands[seat]).y for seat in seats}
    heights = spread(ends)
    lines = tuple(
        ChartLine(
            marks[seat],
            short_name(marks[seat].name),
            " ".join(f"{x},{y}" for x, y in (grid.place(at, rows[at].hands[seat]) for at in shown)),
            DASHES[seat % len(DASHES)],
            ends[seat],
            heights[seat],
            rows[last].hands[seat],
        )
        for seat in seats
    )
    ticks = tuple(ChartTick(grid.place(0, money).y, money) for money in scale(grid.low, grid.high))
    return MoneyChart(lines, ticks)


def spread(heights: dict[Seat, float]) -> dict[Seat, float]:
    """The same heights, moved apart so that names written there can be read."""
    order = sorted(heights, key=lambda seat: heights[seat])
    gap = min(_LABEL_GAP, 100 / max(1, len(order) - 1))
    moved: dict[Seat, float] = {}
    lowest = 0.0
    for seat in order:
        moved[seat] = max(heights[seat], lowest)
        lowest = moved[seat] + gap
    floor = 100.0
    for seat in reversed(order):
        moved[seat] = round(max(0.0, min(moved[seat], floor)), 2)
        floor = moved[seat] - gap
    return moved


def apart(spots: Sequence[Spot]) -> tuple[Spot, ...]:
    """The same places, moved up or down where a number written there would cover one before it."""
    moved: list[Spot] = []
    for x, y in spots:
        near = [other.y for other in moved if abs(other.x - x) < _SPOT_WIDTH]
        tries = sorted((y + step * _SPOT_HEIGHT for step in range(-10, 11)), key=lambda one: abs(one - y))
        free = (
            one
            for one in tries
            if 0 <= one <= 100 and all(abs(one - taken) >= _SPOT_HEIGHT for taken in near)
        )
        moved.append(Spot(x, round(next(free, y), 2)))
    return tuple(moved)


def short_name(name: str) -> str:
    """A name as it fits beside a line."""
    return name if len(name) <= _NAME_LETTERS else name[: _NAME_LETTERS - 1] + "…"


def scale(low: int, high: int) -> tuple[int, ...]:
    """A few round heights between *low* and *high*."""
    span = max(1, high - low)
    step = 1
    while span / step > 5:
        step *= 5 if str(step).startswith("2") or (str(step)[0] == "1" and span / step > 10) else 2
    first = -(-low // step) * step
    return tuple(range(first, high + 1, step))
