"""Cards of the box as values: what a card says, once its owners have entered it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

HOUSE_KINDS = ("mansion", "manor", "flat")
PROPERTY_KINDS = (*HOUSE_KINDS, "farm")
"""In the order of the property market."""
COMPANION_KINDS = ("dog", "horse", "guest", "chef")
KINDS = ("event", "expense", "helper", *PROPERTY_KINDS, *COMPANION_KINDS, "any", "will")
REGULAR_DECKS = ("event", "helper_expense", "property", "companion")
DECKS = (*REGULAR_DECKS, "special", "joker", "will")
BORDERS = ("white", "black", "companion", "will")
SYMBOLS = ("dining", "carriage", "theatre", "boat", "party", "house", "farm", "other")
COUNTED = ("farm", "dog_on_farms", "horse_on_farms")


@dataclass(frozen=True, slots=True)
class PerEach:
    """*each* pounds for every one of what is counted on the own board."""

    what: str
    each: int


@dataclass(frozen=True, slots=True)
class Amount:
    """Pounds a card spends."""

    base: int = 0
    per: tuple[PerEach, ...] = ()


@dataclass(frozen=True, slots=True)
class Use:
    """One printed option: its actions and what it spends."""

    actions: int
    amount: Amount


@dataclass(frozen=True, slots=True)
class CompanionUse:
    """What a companion card of *kind* adds to a white card."""

    kind: str
    pounds: int


@dataclass(frozen=True, slots=True)
class MarkerSpace:
    """A marker space of a black card, and the amount open to who has filled it."""

    kind: str
    amount: Amount


@dataclass(frozen=True, slots=True)
class MarkerGift:
    """Markers that using a card puts down."""

    count: int
    kinds: tuple[str, ...]
    needs_cards: bool


@dataclass(frozen=True, slots=True)
class Effects:
    """What using a card does besides spending."""

    gain_actions: int = 0
    depreciate: int = 0
    markers: MarkerGift | None = None


@dataclass(frozen=True, slots=True)
class FreeTrade:
    """That many trades of these kinds a round take no action."""

    kinds: tuple[str, ...]
    per_round: int


@dataclass(frozen=True, slots=True)
class TradeShift:
    """A property of these kinds may count less or more in a trade."""

    kinds: tuple[str, ...]
    down: int
    up: int


@dataclass(frozen=True, slots=True)
class FreeActivation:
    """That many activations of these properties a round take no action."""

    kinds: tuple[str, ...]
    per_round: int


@dataclass(frozen=True, slots=True)
class SpendBonus:
    """Pounds more with a card that shows one of these symbols or is one of these properties."""

    match: tuple[str, ...]
    pounds: int


@dataclass(frozen=True, slots=True)
class ExtraActions:
    """More actions every round; *scope* "white" pays for white cards only."""

    count: int
    scope: str


@dataclass(frozen=True, slots=True)
class PlanDraw:
    """More cards with the plan; of one *deck* they are "up to", of "any" as if the plan showed them."""

    count: int
    deck: str


@dataclass(frozen=True, slots=True)
class HandLimit:
    """More cards kept at the end of the round."""

    count: int


Ability = FreeTrade | TradeShift | FreeActivation | SpendBonus | ExtraActions | PlanDraw | HandLimit
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the box. *stated* are the fields somebody has entered; a stub lacks some.

    *kind*, *deck* and *border* are empty while nothing entered tells them. A property other than a farm with
    a ladder of one step is known by its first value only.
    """

    id: str
    name: str
    deck: str
    border: str
    kind: str
    crowns: int
    symbols: tuple[str, ...]
    copies: int | None
    extra_actions: int
    extra_pounds: int
    options: tuple[Use, ...]
    companions: tuple[CompanionUse, ...]
    spaces: tuple[MarkerSpace, ...]
    ladder: tuple[int, ...]
    effects: Effects
    abilities: tuple[Ability, ...]
    will_amount: int | None
    stated: Mapping[str, object]

    @property
    def is_property(self) -> bool:
        return self.kind in PROPERTY_KINDS

    @property
    def is_joker(self) -> bool:
        return self.kind == "any"

    @property
    def is_companion(self) -> bool:
        return self.border == "companion"

    @property
    def has_effects(self) -> bool:
        return self.effects != Effects()

    @property
    def knows_spaces(self) -> bool:
        """Whether its marker spaces are known: a bare stub tells only what the card is."""
        return any(field in self.stated for field in ("tokens", "options", "abilities", "effects"))

    def abilities_of(self, wanted: type[A]) -> tuple[A, ...]:
        """The standing abilities of one sort."""
        return tuple(ability for ability in self.abilities if isinstance(ability, wanted))

    def uses(self) -> tuple[Use, ...]:
        """Every way to activate a black card: the printed options, then one for each marker space.

        A marker space takes the actions of the first option. Without a printed option the first one is free.
        """
        printed = self.options or (Use(0, Amount()),)
        return (*printed, *(Use(printed[0].actions, space.amount) for space in self.spaces))

    def markers_needed(self, option: int) -> int:
        """How many markers must lie on the card for the option with that index."""
        return max(0, option + 1 - max(1, len(self.options)))

    def step_below(self, value: int) -> int:
        """The value after one depreciation; the same at the lowest step and where no more is known."""
        return next((step for step in self.ladder if step < value), value)


def pieces_of(card: Card) -> tuple[str, ...]:
    """Every copy of a card that the box is known to hold."""
    return (card.id, *(f"{card.id}#{copy}" for copy in range(2, (card.copies or 1) + 1)))


def jokers_of(cards: Mapping[str, Card]) -> tuple[str, ...]:
    """Every joker of a box; a single joker card that tells no copies is there twice. Rule: LW-2.7."""
    jokers = [card for card in cards.values() if card.is_joker]
    if len(jokers) == 1 and jokers[0].copies is None:
        return (jokers[0].id, f"{jokers[0].id}#2")
    return tuple(piece for card in jokers for piece in pieces_of(card))


def base_id(card: str) -> str:
    """The card that a second copy (`ID#2`) is a copy of."""
    return card.partition("#")[0]
