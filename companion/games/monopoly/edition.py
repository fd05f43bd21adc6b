"""A board with its decks: squares, title deeds, cards as numbers under neutral ids; what the box prints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from companion.core.currency import Currency

SQUARES = 40
GO = 0
HOTEL = 5
"""How a hotel shows among the houses of a street."""


class Kind(StrEnum):
    """What a square is."""

    GO = "go"
    STREET = "street"
    RAILROAD = "railroad"
    UTILITY = "utility"
    TAX = "tax"
    CHANCE = "chance"
    COMMUNITY_CHEST = "community_chest"
    JAIL = "jail"
    FREE_PARKING = "free_parking"
    GO_TO_JAIL = "go_to_jail"


DEED_KINDS = frozenset({Kind.STREET, Kind.RAILROAD, Kind.UTILITY})
DECKS = ("chance", "community_chest")
TAXES = ("2008", "classic", "dk-100-200")
"""Which amounts the tax squares ask for: the choices of the option `taxes`."""


@dataclass(frozen=True, slots=True)
class Deed:
    """A title deed. *index* is its place in board order.

    *rent* of a street: by houses, the last with a hotel; of a railroad: by how many the owner has; of a
    utility: what the throw is multiplied with, by how many the owner has.
    """

    id: str
    index: int
    square: int
    kind: Kind
    group: str
    price: int
    house: int
    rent: tuple[int, ...]
    mortgage: int


@dataclass(frozen=True, slots=True)
class Square:
    """One square. A tax asks for *amounts* by the option `taxes`, or for *percents* where there are any."""

    number: int
    kind: Kind
    deed: Deed | None = None
    amounts: Mapping[str, int] | None = None
    percents: Mapping[str, int] | None = None


class Effect(NamedTuple):
    """What a card does. Money is in whole units; *partner* is "bank", "pot" or "each".

    *go* is a square to go forward to, *nearest* a kind of deed, *keep* makes it a card that leaves jail.
    """

    pay: int = 0
    collect: int = 0
    partner: str = "bank"
    per_house: int = 0
    per_hotel: int = 0
    go: int | None = None
    back: int = 0
    nearest: str = ""
    jail: bool = False
    keep: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    id: str
    deck: str
    name: str
    effect: Effect


@dataclass(frozen=True, slots=True)
class Edition:
    """A whole board; never changed, so it is shared by all states of a game.

    *scale* times the numbers of the board file are the money here. *defaults* are options that this board
    sets otherwise. *streets* are the groups that can be built on.
    """

    id: str
    squares: tuple[Square, ...]
    names: tuple[str, ...]
    cards: Mapping[str, Card]
    currency: Currency
    scale: Fraction
    houses: int
    hotels: int
    defaults: Mapping[str, object]
    deeds: tuple[Deed, ...]
    by_id: Mapping[str, Deed]
    groups: Mapping[str, tuple[Deed, ...]]
    streets: tuple[tuple[Deed, ...], ...]
    decks: Mapping[str, tuple[str, ...]]
    jail: int

    def name(self, deed: str) -> str:
        """What the box prints on a title deed."""
        return self.names[self.by_id[deed].square]

    def jail_cards(self) -> tuple[str, ...]:
        """The cards that leave jail, Chance first."""
        return tuple(id for deck in DECKS for id in self.decks[deck] if self.cards[id].effect.keep)

    def nearest(self, kind: str, square: int) -> int:
        """The next square ahead of *square* of that kind; *square* itself when the board has none."""
        for step in range(1, SQUARES + 1):
            ahead = (square + step) % SQUARES
            if self.squares[ahead].kind == kind:
                return ahead
        return square


def scaled(amount: int, scale: Fraction) -> int:
    """*amount* times *scale* in whole units, halves up."""
    return int(amount * scale + Fraction(1, 2))


def make_edition(
    id: str,
    squares: tuple[Square, ...],
    names: tuple[str, ...],
    cards: tuple[Card, ...],
    currency: Currency,
    scale: Fraction,
    stock: tuple[int, int],
    defaults: Mapping[str, object],
) -> Edition:
    """Put an edition together with the tables that follow from its squares and cards."""
    deeds = tuple(square.deed for square in squares if square.deed is not None)
    groups: dict[str, tuple[Deed, ...]] = {}
    for deed in deeds:
        groups[deed.group] = (*groups.get(deed.group, ()), deed)
    return Edition(
        id=id,
        squares=squares,
        names=names,
        cards={card.id: card for card in cards},
        currency=currency,
        scale=scale,
        houses=stock[0],
        hotels=stock[1],
        defaults=defaults,
        deeds=deeds,
        by_id={deed.id: deed for deed in deeds},
        groups=groups,
        streets=tuple(group for group in groups.values() if group[0].kind is Kind.STREET),
        decks={deck: tuple(card.id for card in cards if card.deck == deck) for deck in DECKS},
        jail=next(square.number for square in squares if square.kind is Kind.JAIL),
    )
