"""What the table screen says largest: whose turn it is, what happened last, what hands do now."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.seats import Seat
from companion.web.look import Look
from companion.web.marks import Mark
from companion.web.telling import Told

_LINE = 22
"""Letters on a line of the largest size, in a wide typeface."""
_LINES = 5
"""Lines that the act and the hands' work have together with ten people below them."""
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
    *earlier* are the acts before it, *changes* is what each seat's money changed by in the newest entry.
    """

    told: Told | None
    mark: Mark | None
    act: tuple[str, ...]
    hands: tuple[str, ...]
    rest: tuple[str, ...]
    size: str
    earlier: tuple[Told, ...]
    changes: Mapping[Seat, int]


def headline(look: Look) -> Headline:
    """What the table screen says largest now."""
    newest = look.latest[0] if look.latest else None
    told = next((one for one in look.latest[:2] if _news(look, one) or one.hands), newest)
    if told is None:
        return Headline(None, None, (), (), (), "", (), {})
    lines = _news(look, told) or told.lines
    first_work, other_work = told.hands[:1], told.hands[1:]
    left = _LINES - _lines(first_work)
    act: list[str] = []
    for sentence in lines:
        if act and _lines((*act, sentence)) > left:
            break
        act.append(sentence)
    needed = _lines(act) + _lines(first_work)
    size = "" if needed <= _LINES + 1 else "long" if needed <= _LINES + 3 else "longest"
    mark = look.marks[told.seat] if told.seat is not None else None
    return Headline(
        told,
        mark,
        tuple(act),
        first_work,
        (*lines[len(act) :], *other_work),
        size,
        tuple(one for one in look.latest if one is not told and _news(look, one)),
        payments_by_seat(newest) if newest is not None else {},
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


def _news(look: Look, told: Told) -> tuple[str, ...]:
    """What an act says besides whose turn it is."""
    turn = {
        look.words.maybe(id, **{field: look.turn})
        for id, field in _TURN_BEGAN
        if id.startswith(look.game.NAME)
    }
    return tuple(line for line in told.lines if line not in turn)


def _lines(sentences: tuple[str, ...] | list[str]) -> int:
    return math.ceil(len("; ".join(sentences)) / _LINE)
