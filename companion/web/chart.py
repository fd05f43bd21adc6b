"""Money over the game, drawn: one line a seat, told apart by dashes and a letter besides the colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from companion.core.entry import START
from companion.core.seats import Seat
from companion.table.table import Table
from companion.web.marks import Mark

WIDTH, HEIGHT = 640.0, 240.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 72.0, 30.0, 12.0, 14.0
_POINTS = 240
DASHES = ("", "7 4", "2 4", "10 3 2 3", "14 5", "4 2 1 2", "1 3", "9 6", "5 5", "3 6")
"""Stroke patterns by seat, so that lines are told apart without colour."""


@dataclass(frozen=True, slots=True)
class ChartLine:
    """The money of one seat. *end* is where its letter stands."""

    mark: Mark
    points: str
    dash: str
    end: tuple[float, float]
    money: int


@dataclass(frozen=True, slots=True)
class ChartTick:
    """A height of the scale."""

    y: float
    money: int


@dataclass(frozen=True, slots=True)
class MoneyChart:
    lines: tuple[ChartLine, ...]
    ticks: tuple[ChartTick, ...]


class MoneyRow(NamedTuple):
    """What every seat had after entry *number*."""

    number: int
    hands: tuple[int, ...]


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
    rows = [row.hands for row in money_rows(table, len(marks))]
    if len(rows) < 3:
        return None
    if len(rows) > _POINTS:
        step = len(rows) / _POINTS
        rows = [rows[int(at * step)] for at in range(_POINTS)] + [rows[-1]]
    low, high = min(0, min(map(min, rows))), max(map(max, rows))
    span = max(1, high - low)

    def place(at: int, money: int) -> tuple[float, float]:
        x = _LEFT + (WIDTH - _LEFT - _RIGHT) * at / (len(rows) - 1)
        y = _TOP + (HEIGHT - _TOP - _BOTTOM) * (high - money) / span
        return round(x, 1), round(y, 1)

    in_game = [Seat(seat) for seat in table.session.state.seats]
    lines = tuple(
        ChartLine(
            marks[seat],
            " ".join(f"{x},{y}" for x, y in (place(at, row[seat]) for at, row in enumerate(rows))),
            DASHES[seat % len(DASHES)],
            place(len(rows) - 1, rows[-1][seat]),
            rows[-1][seat],
        )
        for seat in in_game
    )
    return MoneyChart(lines, tuple(ChartTick(place(0, money)[1], money) for money in scale(low, high)))


def scale(low: int, high: int) -> tuple[int, ...]:
    """A few round heights between *low* and *high*."""
    span = max(1, high - low)
    step = 1
    while span / step > 5:
        step *= 5 if str(step).startswith("2") or (str(step)[0] == "1" and span / step > 10) else 2
    first = -(-low // step) * step
    return tuple(range(first, high + 1, step))
