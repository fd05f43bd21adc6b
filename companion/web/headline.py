"""What the table screen says largest: whose turn it is, what happened last, what hands do now."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.core.seats import Seat
from companion.web.look import Look
from companion.web.marks import Mark
from companion.web.telling import Told

_LINE = 24
"""Letters on a line of the largest size, in a wide typeface, beside a square picture."""
_LINES, _ROWS = 6, 5
"""Lines that the act and the hands' work have together above that many rows of people."""
_SMALLER = (("", 1.0), ("long", 72 / 60), ("longest", 72 / 48))
"""Classes of the letters' size, and how many more letters and lines fit."""
_TURN_BEGAN = (
    ("monopoly.turn_began", "player"),
    ("camelup.turn_passed", "next"),
    ("lastwill.turn_passed", "who"),
)
"""Sentences that say whose turn it is, which stands above them: their id, and the field of the seat."""


@dataclass(frozen=True, slots=True)
class Headline:
    """The newest act: the sentences shown largest, what hands do, and the rest of both, smaller.

    *size* is "" or the class of a smaller letter, for an act whose shortest telling is longer than its room.
    *earlier* are the sentences of the acts before it, *changes* is what each seat's money changed by in it.
    """

    told: Told | None
    mark: Mark | None
    act: tuple[str, ...]
    hands: tuple[str, ...]
    rest: tuple[str, ...]
    size: str
    earlier: tuple[tuple[Mark | None, str], ...]
    changes: Mapping[Seat, int]


def headline(look: Look) -> Headline:
    """What the table screen says largest now."""
    newest = look.latest[0] if look.latest else None
    told = next((one for one in look.latest[:2] if _news(look, one) or one.hands), newest)
    if told is None:
        return Headline(None, None, (), (), (), "", (), {})
    lines = _news(look, told) or told.lines
    first_work, other_work = told.hands[:1], told.hands[1:]
    rows = (len(look.people) + 1) // 2
    changes = payments_by_seat(told)
    # What money changed by may need a line of its own, and so does the way to the last page.
    room = _LINES + max(0, _ROWS - rows) + (not changes) - bool(look.winners)
    size, larger = next(
        (one for one in _SMALLER if _lines(lines[:1], one[1]) + _lines(first_work, one[1]) <= room * one[1]),
        _SMALLER[-1],
    )
    act = list(lines[:1])
    for sentence in lines[1:]:
        # A line is left for what waits, and for what finds no room here.
        if _lines((*act, sentence), larger) + _lines(first_work, larger) > room * larger - 1:
            break
        act.append(sentence)
    return Headline(
        told,
        _mark(look, told),
        tuple(act),
        first_work,
        (*lines[len(act) :], *other_work),
        size,
        tuple(
            (_mark(look, one), line) for one in look.latest if one is not told for line in _news(look, one)
        ),
        changes,
    )


def payments_by_seat(told: Told) -> dict[Seat, int]:
    """What an act changed everybody's money by; nothing for one that was taken back."""
    changes: dict[Seat, int] = {}
    for coin in told.coins if told.live else ():
        for account, amount in ((coin.payer, -coin.amount), (coin.payee, coin.amount)):
            if isinstance(account, int):
                seat = Seat(account)
                changes[seat] = changes.get(seat, 0) + amount
    return {seat: change for seat, change in changes.items() if change}


def _mark(look: Look, told: Told) -> Mark | None:
    return look.marks[told.seat] if told.seat is not None else None


def _news(look: Look, told: Told) -> tuple[str, ...]:
    """What an act says besides whose turn it is."""
    turns = {
        look.words.text(id, **{field: seat})
        for id, field in _TURN_BEGAN
        if id.startswith(f"{look.game.NAME}.")
        for seat in look.table.session.state.seats
    }
    return tuple(line for line in told.lines if line not in turns)


def _lines(sentences: Sequence[str], larger: float) -> int:
    return len(textwrap.wrap("; ".join(sentences), int(_LINE * larger)))
