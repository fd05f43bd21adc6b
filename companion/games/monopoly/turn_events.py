"""What happened in a turn of Monopoly: throws, moves, jail, cards, choices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.core.seats import Seat
from companion.games.monopoly.state import Step


@dataclass(frozen=True, slots=True)
class TurnBegan:
    player: Seat


@dataclass(frozen=True, slots=True)
class Rolled:
    """A throw that may move a piece. *speed* is the speed die's face, "" when it was not used.

    *doubles* counts this throw when it is a double; *total* is what utilities count; *then* is what follows
    once the landing is settled.
    """

    reveals: ClassVar[bool] = True

    player: Seat
    dice: tuple[int, ...]
    speed: str
    doubles: int
    total: int
    then: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class PutDown:
    """The piece was put on a square by hand, instead of a throw."""

    player: Seat
    square: int


@dataclass(frozen=True, slots=True)
class Moved:
    """*forward* is false for a card's step back."""

    player: Seat
    square: int
    forward: bool = True


@dataclass(frozen=True, slots=True)
class SalaryPaid:
    player: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class StepTaken:
    """The next step of the turn begins: another throw, a second move, the move out of jail."""

    player: Seat
    step: Step


@dataclass(frozen=True, slots=True)
class SentToJail:
    player: Seat


@dataclass(frozen=True, slots=True)
class JailTryFailed:
    player: Seat
    tries: int


@dataclass(frozen=True, slots=True)
class JailLeft:
    """*how*: "double", "pay" or "card"; *card* goes under its pile."""

    player: Seat
    how: str
    card: str = ""


@dataclass(frozen=True, slots=True)
class CardAsked:
    player: Seat
    deck: str


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """*card* "" is one that no list holds. *kept*: it stays with the player until used."""

    reveals: ClassVar[bool] = True

    player: Seat
    deck: str
    card: str
    kept: bool = False


@dataclass(frozen=True, slots=True)
class ThrowAsked:
    player: Seat
    deed: str
    tenant: Seat
    factor: int
    throws_left: int
    speed: bool | None


@dataclass(frozen=True, slots=True)
class Thrown:
    reveals: ClassVar[bool] = True

    player: Seat
    deed: str
    dice: tuple[int | str, ...]
    total: int


@dataclass(frozen=True, slots=True)
class ChoiceAsked:
    player: Seat
    what: str
    moves: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Chosen:
    player: Seat
    what: str
    answer: str


TurnEvent = (
    TurnBegan
    | Rolled
    | PutDown
    | Moved
    | SalaryPaid
    | StepTaken
    | SentToJail
    | JailTryFailed
    | JailLeft
    | CardAsked
    | CardDrawn
    | ThrowAsked
    | Thrown
    | ChoiceAsked
    | Chosen
)
