"""What people say in Last Will: the commands, and the table of verbs that reads them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.acts import COMMON_VERBS
from companion.core.fields import LARGEST_AMOUNT, Field, choice, listed, text, whole
from companion.core.refusal import refuse_field
from companion.core.seats import Actor, Seats
from companion.core.verbs import Verb
from companion.games.lastwill.cards import COMPANION_KINDS

CardRef = str | Mapping[str, object]
"""A card's id, or a stub: an object of the card schema with any field left out."""

ERRANDS = ("offer", "extension", "market", "random", "opera")
_MOST_INDEX = 40


@dataclass(frozen=True, slots=True)
class Keep:
    by: Actor
    cards: tuple[CardRef, ...]


@dataclass(frozen=True, slots=True)
class ChoosePlan:
    """A planning space; in an open plan its numbers instead, *order* 1 is leftmost."""

    by: Actor
    space: int | None
    cards: int | None
    errands: int | None
    actions: int | None
    order: int | None


@dataclass(frozen=True, slots=True)
class Block:
    by: Actor
    space: int


@dataclass(frozen=True, slots=True)
class Drew:
    """Names cards that were taken."""

    by: Actor
    cards: tuple[CardRef, ...]


@dataclass(frozen=True, slots=True)
class SendErrand:
    by: Actor
    at: str
    slot: str | None
    card: CardRef | None
    order: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Skip:
    by: Actor


@dataclass(frozen=True, slots=True)
class Play:
    """A card from the hand. *on*: own cards for the steps or markers that the effect gives."""

    by: Actor
    card: CardRef
    option: int | None
    companions: tuple[CardRef, ...]
    discard: CardRef | None
    bonus: int | None
    on: tuple[CardRef, ...]


@dataclass(frozen=True, slots=True)
class Activate:
    """Use a card on the board. *companions*: for markers that need companion cards."""

    by: Actor
    card: CardRef
    option: int | None
    bonus: int | None
    on: tuple[CardRef, ...]
    companions: tuple[CardRef, ...]


@dataclass(frozen=True, slots=True)
class PlaceCompanion:
    """A companion card from the hand onto a card of the board. *kind*: what a joker stands for."""

    by: Actor
    card: CardRef
    on: CardRef
    kind: str | None


@dataclass(frozen=True, slots=True)
class Sell:
    by: Actor
    card: CardRef
    bonus: int | None


@dataclass(frozen=True, slots=True)
class ApplyEffect:
    """The plain counter: plus gets, minus pays."""

    by: Actor
    money: int
    actions: int
    note: str


@dataclass(frozen=True, slots=True)
class Discard:
    """Lays off named *cards*, or *count* unnamed ones."""

    by: Actor
    cards: tuple[CardRef, ...]
    count: int | None


Command = (
    Keep
    | ChoosePlan
    | Block
    | Drew
    | SendErrand
    | Skip
    | Play
    | Activate
    | PlaceCompanion
    | Sell
    | ApplyEffect
    | Discard
)


def card_ref(value: object, name: str, seats: Seats) -> CardRef:
    """A card's id, or an object of the card schema; the box says later whether it fits."""
    if isinstance(value, str) and 0 < len(value) <= 60:
        return value
    if isinstance(value, dict):
        return value
    refuse_field(name, "card_ref", value)


_CARD = Field("card", card_ref)
_OPTION = Field("option", whole(0, _MOST_INDEX), required=False)
_BONUS = Field("bonus", whole(-LARGEST_AMOUNT), required=False)
_ON = Field("on", listed(card_ref, 0, 10), required=False, default=())
_COMPANIONS = Field("companions", listed(card_ref, 0, 10), required=False, default=())

verbs: Mapping[str, Verb] = {
    **COMMON_VERBS,
    "keep": Verb(Keep, (Field("cards", listed(card_ref, 2, 2)),)),
    "plan": Verb(
        ChoosePlan,
        (
            Field("space", whole(0, _MOST_INDEX), required=False),
            Field("cards", whole(0, 9), required=False),
            Field("errands", whole(0, 3), required=False),
            Field("actions", whole(0, 6), required=False),
            Field("order", whole(1, 9), required=False),
        ),
    ),
    "block": Verb(Block, (Field("space", whole(0, _MOST_INDEX)),)),
    "drew": Verb(Drew, (Field("cards", listed(card_ref, 1, 40)),)),
    "errand": Verb(
        SendErrand,
        (
            Field("at", choice(*ERRANDS)),
            Field("slot", text(40, 1), required=False),
            Field("card", card_ref, required=False),
            Field("order", listed(whole(-5, 5), 4, 4), required=False),
        ),
    ),
    "skip": Verb(Skip),
    "play": Verb(
        Play, (_CARD, _OPTION, _COMPANIONS, Field("discard", card_ref, required=False), _BONUS, _ON)
    ),
    "activate": Verb(Activate, (_CARD, _OPTION, _BONUS, _ON, _COMPANIONS)),
    "companion": Verb(
        PlaceCompanion,
        (
            _CARD,
            Field("on", card_ref),
            Field("as", choice(*COMPANION_KINDS), required=False, attribute="kind"),
        ),
    ),
    "sell": Verb(Sell, (_CARD, _BONUS)),
    "effect": Verb(
        ApplyEffect,
        (
            Field("money", whole(-LARGEST_AMOUNT), required=False, default=0),
            Field("actions", whole(-20, 20), required=False, default=0),
            Field("note", text(), required=False, default=""),
        ),
    ),
    "discard": Verb(
        Discard,
        (
            Field("cards", listed(card_ref, 0, 60), required=False, default=()),
            Field("count", whole(0, 60), required=False),
        ),
    ),
    "retype": Verb(None, (), numbered=True),
}

SECRET_FIELDS: Mapping[str, tuple[str, ...]] = {
    "keep": ("cards",),
    "drew": ("cards",),
    "discard": ("cards",),
}
"""Fields that name cards of a hand, by verb: hands are secret. An `errand` names a card that everybody sees,
but for a random one, and an `arrange` may name hands: their events say so."""
