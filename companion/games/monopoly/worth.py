"""What a player is worth, and what could be raised in cash."""

from __future__ import annotations

from typing import NamedTuple

from companion.core.seats import Seat
from companion.games.monopoly.edition import Deed
from companion.games.monopoly.state import Holding, State, cash, levels


class Raise(NamedTuple):
    """One way to raise cash now: sell a building of a street, or mortgage a deed."""

    verb: str
    deed: str
    amount: int


def net_worth(state: State, seat: Seat) -> int:
    """Cash, deeds at their price, mortgaged ones at half, buildings at cost. Rule: MP-H10."""
    return cash(state, seat) + sum(
        (deed.mortgage if held.mortgaged else deed.price) + levels(state, held.houses) * deed.house
        for deed, held in _holdings(state, seat)
    )


def taxable_worth(state: State, seat: Seat) -> int:
    """As the old income tax counts: mortgaged deeds at their full price too. Rule: MP-26."""
    return cash(state, seat) + sum(
        deed.price + levels(state, held.houses) * deed.house for deed, held in _holdings(state, seat)
    )


def liquidity(state: State, seat: Seat) -> int:
    """The cash that selling every building and mortgaging every deed would leave. Rule: MP-54."""
    return cash(state, seat) + sum(
        half_price(deed, levels(state, held.houses)) + (0 if held.mortgaged else deed.mortgage)
        for deed, held in _holdings(state, seat)
    )


def half_price(deed: Deed, sold: int) -> int:
    """What the bank pays for *sold* levels of a street. Rule: MP-33."""
    return deed.house * sold // 2


def _holdings(state: State, seat: Seat) -> list[tuple[Deed, Holding]]:
    return [
        (deed, held)
        for deed, held in zip(state.edition.deeds, state.holdings, strict=True)
        if held.owner == seat
    ]
