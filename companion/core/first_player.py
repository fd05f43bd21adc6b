"""Who starts: the ways a table may find its first player, and what follows for the seats."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TypeVar

_T = TypeVar("_T")


class FirstPlayer(Enum):
    """How the first player is found. LAST_PAYER is whoever most recently made a payment."""

    HIGHEST = "highest"
    YOUNGEST = "youngest"
    LAST_PAYER = "last_payer"
    LOT = "lot"
    SEATED = "seated"


def highest_throwers(totals: Sequence[int]) -> tuple[int, ...]:
    """Who threw most, by index: one starts, several throw again. Rule: MP-3."""
    most = max(totals)
    return tuple(at for at, total in enumerate(totals) if total == most)


def starting_with(first: int, clockwise: Sequence[_T]) -> tuple[_T, ...]:
    """The same round told from *first* on: nobody changes places, the first of a game's players starts."""
    return (*clockwise[first:], *clockwise[:first])
