"""What happened: the events of Last Will, with results and never formulas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from companion.core.seats import Seat
from companion.games.lastwill.state import Figure, Hand, Held, Phase, Plan


class FreedBy(NamedTuple):
    """The helper whose ability made an act free of its action."""

    card: str
    ability: int


class Step(NamedTuple):
    """A property that lost value: what it is worth now."""

    seat: Seat
    card: str
    value: int


@dataclass(frozen=True, slots=True)
class CardWritten:
    """A card entered the box, or its owners said more about it; *fields* are all that is stated now.

    *seat* is the only one who may read it while the card is hidden in that hand; None: everybody may.
    """

    card: str
    fields: Mapping[str, object]
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    phase: Phase
    turn: Seat | None


@dataclass(frozen=True, slots=True)
class TurnPassed:
    turn: Seat | None


@dataclass(frozen=True, slots=True)
class CardsKept:
    """The starting hand was chosen."""

    secret: ClassVar[bool] = True
    reveals: ClassVar[bool] = True
    seat: Seat
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SpaceBlocked:
    seat: Seat
    space: int


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan was chosen; *drawn* cards came with it, not yet named."""

    seat: Seat
    plan: Plan
    drawn: int


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    """The cards drawn, named."""

    secret: ClassVar[bool] = True
    reveals: ClassVar[bool] = True
    seat: Seat
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OfferTaken:
    """A card was taken off the offer. *card* None: nobody said which; *named*: the player said it."""

    seat: Seat
    slot: str | None
    card: str | None
    named: bool


@dataclass(frozen=True, slots=True)
class ExtensionTaken:
    seat: Seat


@dataclass(frozen=True, slots=True)
class MarketSet:
    """The adjusters for mansion, manor, flat, farm."""

    seat: Seat
    market: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RandomTaken:
    """A card was drawn from a deck; if it is named, `CardsDrawn` follows."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class OperaVisited:
    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class ErrandPassed:
    seat: Seat


@dataclass(frozen=True, slots=True)
class ActionsSet:
    """The action marker at the start of the actions phase."""

    seat: Seat
    actions: int
    white_actions: int


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A white card was played and discarded with its companions."""

    seat: Seat
    card: str
    option: int
    companions: tuple[str, ...]
    amount: int
    actions: int
    white_actions: int


@dataclass(frozen=True, slots=True)
class CardPlaced:
    """A black card was put on the board; *amount* is the printed cost."""

    seat: Seat
    card: str
    amount: int
    actions: int


@dataclass(frozen=True, slots=True)
class CardRemoved:
    """A black card left the board to make room."""

    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class PropertyBought:
    seat: Seat
    card: str
    value: int
    price: int
    actions: int
    freed_by: FreedBy | None = None


@dataclass(frozen=True, slots=True)
class PropertySold:
    seat: Seat
    card: str
    price: int
    actions: int
    freed_by: FreedBy | None = None


@dataclass(frozen=True, slots=True)
class CardActivated:
    """A card on the board was used for this round; a property is thereby kept up."""

    seat: Seat
    card: str
    option: int
    amount: int
    actions: int
    freed_by: FreedBy | None = None


@dataclass(frozen=True, slots=True)
class MarkerPlaced:
    """A marker of *kind* was put on a card. *companion* is the card given for it, None when none was."""

    seat: Seat
    on: str
    kind: str
    companion: str | None
    actions: int


@dataclass(frozen=True, slots=True)
class ActionsGained:
    """Actions more, or fewer, at once."""

    seat: Seat
    actions: int
    white_actions: int = 0


@dataclass(frozen=True, slots=True)
class ValueLowered:
    """An effect moved a property one step down; *value* is what it is worth now."""

    seat: Seat
    card: str
    value: int


@dataclass(frozen=True, slots=True)
class JokerReturned:
    """A joker went back to its place on the offer board. *seat* None: nobody noted whose hand it was in."""

    seat: Seat | None
    card: str
    slot: str


@dataclass(frozen=True, slots=True)
class EffectApplied:
    """Money and actions by the plain counter: plus gets, minus pays."""

    seat: Seat
    money: int
    actions: int
    note: str


@dataclass(frozen=True, slots=True)
class WentBankrupt:
    seat: Seat


@dataclass(frozen=True, slots=True)
class CardsDiscarded:
    """Cards of the hand were laid off face down."""

    secret: ClassVar[bool] = True
    seat: Seat
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UnnamedDiscarded:
    """That many cards were laid off without being named."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class PropertiesFell:
    """The depreciation at the end of a round."""

    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class BoardsReset:
    """Every card covers its tick again."""


@dataclass(frozen=True, slots=True)
class OfferCleared:
    """The cards left on the offer went to their piles; special ones left the game."""

    discarded: tuple[str, ...]
    gone: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MarkersReturned:
    """Plans, errand boys and action markers went back to the players."""


@dataclass(frozen=True, slots=True)
class RoundBegan:
    round: int
    start: Seat


@dataclass(frozen=True, slots=True)
class GameEnded:
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class TableArranged:
    """The banker set the table as it lies. *new_plans*: planning begins, what was drawn before is over."""

    round: int
    phase: Phase
    turn: Seat | None
    start: Seat
    market: tuple[int, ...]
    offer: Mapping[str, str | None]
    extensions_left: int
    figures: tuple[Figure, ...]
    blocked: tuple[int, ...]
    new_plans: bool


@dataclass(frozen=True, slots=True)
class PlayerArranged:
    """The banker set one player's things; *money* is the difference to before."""

    seat: Seat
    money: int
    actions: int
    white_actions: int
    plan: Plan | None
    board: tuple[Held, ...]
    extensions: int
    bankrupt: bool


@dataclass(frozen=True, slots=True)
class HandArranged:
    """The banker set a hand; None: nobody counts it."""

    secret: ClassVar[bool] = True
    seat: Seat
    hand: Hand | None


@dataclass(frozen=True, slots=True)
class OptionsChanged:
    set: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class SeatSlept:
    seat: Seat


@dataclass(frozen=True, slots=True)
class SeatWoke:
    seat: Seat


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A player left for good; money and cards went to *heir*, or to the bank and the piles when None.

    A debt goes to the bank in any case.
    """

    seat: Seat
    heir: Seat | None
    money: int
