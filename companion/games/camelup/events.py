"""What happened at a table of Camel Up. Events hold results, so that a later fix changes no old game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, get_args

from companion.core.acts import DeskEvent
from companion.core.draft import Irregular
from companion.core.seats import Seat
from companion.games.camelup.pieces import Camel, Die
from companion.games.camelup.state import Camera, Hand, Pile, RaceCard, Side, Step, Tile
from companion.games.camelup.track import Track


@dataclass(frozen=True, slots=True)
class CamelPlaced:
    """A camel stands on its first space.."""

    reveals: ClassVar[bool] = True
    camel: Camel
    space: int
    on_top: bool


@dataclass(frozen=True, slots=True)
class LegBegan:
    """All tiles and dice are back in their places. *support* went into the pyramid too, None without."""

    leg: int
    first: Seat
    support: Die | None


@dataclass(frozen=True, slots=True)
class LegTileTaken:
    seat: Seat
    camel: Camel
    value: int


@dataclass(frozen=True, slots=True)
class DesertLaid:
    """*origin* is where the tile lay before, None when it came from the hand."""

    seat: Seat
    space: int
    side: Side
    origin: int | None


@dataclass(frozen=True, slots=True)
class DieRolled:
    """A die came out, its camel moved with the whole *unit*.

    *landed* is where the die carried it, *space* where it stands; *under* the camels there when a mirage sent
    it back. *onto* is the camel it came to stand on, or that stands on it then; None on an empty space.
    """

    reveals: ClassVar[bool] = True
    seat: Seat
    die: Die
    pips: int
    unit: tuple[Camel, ...]
    origin: int
    landed: int
    space: int
    under: bool
    onto: Camel | None
    finished: bool
    track: Track


@dataclass(frozen=True, slots=True)
class DesertPaid:
    """The owner of a desert tile got *amount* for a landing."""

    seat: Seat
    space: int
    amount: int


@dataclass(frozen=True, slots=True)
class PhotoPaid:
    """A unit of *amount* camels ended beside the camera; camera and tile are back."""

    seat: Seat
    space: int
    amount: int


@dataclass(frozen=True, slots=True)
class RaceCardLaid:
    """A race card lies face down; *camel* is secret, None when nobody told the companion."""

    seat: Seat
    on: Pile
    camel: Camel | None

    @property
    def secret(self) -> bool:
        """Whether it says what nobody else may know yet."""
        return self.camel is not None


@dataclass(frozen=True, slots=True)
class CameraPlaced:
    """*origin* is where the camera stood before, None when it came from its start place."""

    seat: Seat
    space: int
    origin: int | None


@dataclass(frozen=True, slots=True)
class PositionTileTaken:
    """*from_stack*: the leg tile under it came from the bottom of its stack."""

    seat: Seat
    place: int
    camel: Camel
    value: int
    from_stack: bool


@dataclass(frozen=True, slots=True)
class PartnersMade:
    seat: Seat
    other: Seat


@dataclass(frozen=True, slots=True)
class SupportDieAdded:
    """*seat* gave a pyramid tile back for it."""

    seat: Seat
    die: Die


@dataclass(frozen=True, slots=True)
class ActionDone:
    """The normal action of this turn is done; the turn goes on."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnPassed:
    seat: Seat
    next: Seat


@dataclass(frozen=True, slots=True)
class LegEnded:
    """*last* took the last pyramid tile, or ended the race; *agenda* is what follows."""

    last: Seat
    finished: bool
    agenda: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class TileCopied:
    seat: Seat
    other: Seat
    tile: Tile | None
    reward: int


class Scored(NamedTuple):
    """*due* coins by the tiles, *paid* those that really changed hands: nobody falls below 0."""

    seat: Seat
    due: int
    paid: int


@dataclass(frozen=True, slots=True)
class LegScored:
    leg: int
    ranking: tuple[Camel, ...]
    scored: tuple[Scored, ...]


@dataclass(frozen=True, slots=True)
class CardsRevealed:
    """The cards of a pile are known, in the order laid."""

    reveals: ClassVar[bool] = True
    on: Pile
    cards: tuple[Camel, ...]


class CardPaid(NamedTuple):
    """One race card judged: *due* by the rules, *paid* what changed hands."""

    on: Pile
    seat: Seat
    camel: Camel | None
    due: int
    paid: int


@dataclass(frozen=True, slots=True)
class RaceScored:
    """Both piles were opened and paid. *settled* are the changes of money by seat."""

    reveals: ClassVar[bool] = True
    winner: Camel
    loser: Camel
    cards: tuple[CardPaid, ...]
    settled: tuple[Scored, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    winners: tuple[Seat, ...]
    money: int


@dataclass(frozen=True, slots=True)
class RaceStopped:
    """The banker or the clock ended the race before a camel crossed the line."""

    leg: int


@dataclass(frozen=True, slots=True)
class StartMoneyPaid:
    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A player left for good. *heir* got money, bets and cards; None: they went to the bank."""

    seat: Seat
    heir: Seat | None
    money: int


@dataclass(frozen=True, slots=True)
class SeatSlept:
    """A seat is skipped from now on and keeps everything."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class OptionsChanged:
    set: Mapping[str, object]


class Settled(NamedTuple):
    """A balance that was set: *amount* more than before, against the bank."""

    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class Arranged:
    """The table was set as it lies there: the whole of it, money as changes.

    *keys* were named; "race_cards" is one of them when a hand was.
    """

    keys: tuple[str, ...]
    money: tuple[Settled, ...]
    hands: tuple[Hand, ...]
    track: Track
    pyramid: tuple[Die, ...]
    crates: tuple[Die, ...]
    leg_tiles: tuple[tuple[int, ...], ...]
    position_tiles: tuple[int, ...]
    camera: Camera | None
    winner_pile: tuple[RaceCard, ...]
    loser_pile: tuple[RaceCard, ...]
    turn: Seat | None

    @property
    def secret(self) -> bool:
        """Whether it was told which race cards lie where."""
        return "race_piles" in self.keys or "race_cards" in self.keys


GameEvent = (
    CamelPlaced
    | LegBegan
    | LegTileTaken
    | DesertLaid
    | DieRolled
    | DesertPaid
    | PhotoPaid
    | RaceCardLaid
    | CameraPlaced
    | PositionTileTaken
    | PartnersMade
    | SupportDieAdded
    | ActionDone
    | TurnPassed
    | LegEnded
    | TileCopied
    | LegScored
    | CardsRevealed
    | RaceScored
    | GameEnded
    | RaceStopped
    | StartMoneyPaid
    | SeatLeft
    | SeatSlept
    | OptionsChanged
    | Arranged
)

Event = GameEvent | DeskEvent | Irregular

EVENT_TYPES: Mapping[str, type] = {
    kind.__name__: kind for kind in (*get_args(GameEvent), *get_args(DeskEvent), Irregular)
}
"""Every event that a journal of this game may hold, by its stored name."""
