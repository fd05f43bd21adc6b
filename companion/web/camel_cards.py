"""The end of a race: both piles turned over card by card, with what each paid."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.table.table import Table
from companion.web.marks import Mark
from companion.web.track import CAMELS, CamelMark

_PILES = ("winner", "loser")
_NEW_S = 60.0
"""So long after the race its cards are turned over one by one; later they lie open."""


@dataclass(frozen=True, slots=True)
class RaceCardShown:
    """A card: whose, which camel (None: nobody named it), what it earned, and when it is turned over."""

    owner: Mark
    camel: CamelMark | None
    worth: str
    right: bool
    step: int


@dataclass(frozen=True, slots=True)
class PilesShown:
    """Both piles in the order laid. *turning*: the race has just ended, they are turned over one by one."""

    piles: tuple[tuple[str, tuple[RaceCardShown, ...]], ...]
    turning: bool


def shown_piles(table: Table, marks: tuple[Mark, ...], now: float | None = None) -> PilesShown | None:
    """What the piles of a finished race held and paid; None before, and where none was scored."""
    for entry in table.session.history.live():
        event: Any
        for event in entry.events:
            if type(event).__name__ == "RaceScored":
                age_s = (time.time() if now is None else now) - entry.at
                return PilesShown(_piles(event.cards, marks), 0 <= age_s < _NEW_S)
    return None


def _piles(
    cards: Iterable[Any], marks: tuple[Mark, ...]
) -> tuple[tuple[str, tuple[RaceCardShown, ...]], ...]:
    shown: dict[str, list[RaceCardShown]] = {pile: [] for pile in _PILES}
    for step, card in enumerate(cards):
        worth = f"{card.due:+d}".replace("-", "\u2212")
        shown[str(card.on)].append(
            RaceCardShown(marks[card.seat], CAMELS.get(card.camel or ""), worth, card.due > 0, step)
        )
    return tuple((pile, tuple(laid)) for pile, laid in shown.items())
