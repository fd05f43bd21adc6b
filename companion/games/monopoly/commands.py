"""What people do in a game of Monopoly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.seats import Actor, Seat
from companion.games.monopoly.state import Bundle

Face = int | str
"""A side of the speed die: 1, 2, 3, "bus" or "mr"."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Throw to move, or to leave jail by a double."""

    by: Actor
    dice: tuple[int, int]
    speed: Face | None
    source: str = "typed"


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw that only sets an amount."""

    by: Actor
    dice: tuple[Face, ...]
    source: str = "typed"


@dataclass(frozen=True, slots=True)
class Land:
    """Say where the piece stands, instead of a throw."""

    by: Actor
    square: int


@dataclass(frozen=True, slots=True)
class Draw:
    """The card taken from the pile: one of the list, or an *effect* that no list holds."""

    by: Actor
    card: str | None
    effect: Mapping[str, object] | None
    deck: str | None
    source: str = "typed"


@dataclass(frozen=True, slots=True)
class Buy:
    by: Actor
    deed: str | None
    price: int | None
    entered_by: Actor


@dataclass(frozen=True, slots=True)
class Decline:
    by: Actor
    deed: str | None
    entry: int
    entered_by: Actor


@dataclass(frozen=True, slots=True)
class Bid:
    by: Actor
    amount: int
    entry: int


@dataclass(frozen=True, slots=True)
class PassBid:
    by: Actor


@dataclass(frozen=True, slots=True)
class Hammer:
    """The banker ends the auction; *number* is the newest entry the banker saw of it."""

    by: Actor
    number: int | None


@dataclass(frozen=True, slots=True)
class DemandRent:
    """The owner asks for the rent of *deed*; *tenant* None: whoever owes it."""

    by: Actor
    deed: str
    tenant: Seat | None
    dice: tuple[Face, ...] | None


@dataclass(frozen=True, slots=True)
class CollectSalary:
    by: Actor


@dataclass(frozen=True, slots=True)
class PayDebt:
    by: Actor


@dataclass(frozen=True, slots=True)
class CallAuction:
    """The banker auctions one of the last buildings: *what* is "house" or "hotel"."""

    by: Actor
    what: str
    entry: int


@dataclass(frozen=True, slots=True)
class Build:
    by: Actor
    deed: str
    count: int


@dataclass(frozen=True, slots=True)
class SellBuilding:
    by: Actor
    deed: str
    count: int


@dataclass(frozen=True, slots=True)
class MortgageDeed:
    by: Actor
    deed: str


@dataclass(frozen=True, slots=True)
class LiftMortgage:
    by: Actor
    deed: str


@dataclass(frozen=True, slots=True)
class KeepMortgage:
    by: Actor
    deed: str


@dataclass(frozen=True, slots=True)
class OfferTrade:
    by: Actor
    to: Seat
    give: Bundle
    get: Bundle
    note: str
    entry: int


@dataclass(frozen=True, slots=True)
class LeaveJail:
    by: Actor
    how: str


@dataclass(frozen=True, slots=True)
class Choose:
    """Answers an open choice: exactly one of the three is set."""

    by: Actor
    move: int | None
    to: int | None
    how: str | None


@dataclass(frozen=True, slots=True)
class DeclareBankrupt:
    by: Actor


@dataclass(frozen=True, slots=True)
class DealDeeds:
    """The deeds dealt before the first throw, by player."""

    by: Actor
    deeds: tuple[tuple[Seat, tuple[str, ...]], ...]
