"""What happened in a game of Monopoly: results, never formulas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.acts import DeskEvent
from companion.core.draft import Irregular
from companion.core.ledger import Account
from companion.core.seats import Actor, Seat
from companion.games.monopoly.state import Bundle, Holding, Player
from companion.games.monopoly.turn_events import TurnEvent


@dataclass(frozen=True, slots=True)
class PurchaseOffered:
    player: Seat
    deed: str
    price: int


@dataclass(frozen=True, slots=True)
class PurchaseDeclined:
    player: Seat
    deed: str


@dataclass(frozen=True, slots=True)
class DeedBought:
    player: Seat
    deed: str
    price: int


@dataclass(frozen=True, slots=True)
class DeedsDealt:
    player: Seat
    deeds: tuple[str, ...]
    cost: int


@dataclass(frozen=True, slots=True)
class AuctionOpened:
    """Of a deed, or of a building: *what* is "house" or "hotel" and *eligible* those who could place it.

    *number* is the entry that opened it, 0 when it was not asked for by itself.
    """

    deed: str = ""
    what: str = ""
    eligible: tuple[Seat, ...] | None = None
    number: int = 0


@dataclass(frozen=True, slots=True)
class BidMade:
    """*number* is the entry of the bid."""

    bidder: Seat
    amount: int
    deed: str = ""
    what: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class BidPassed:
    bidder: Seat
    deed: str = ""
    what: str = ""


@dataclass(frozen=True, slots=True)
class AuctionWon:
    """*paid* at once; a building is paid for when it is placed."""

    winner: Seat
    price: int
    paid: int
    deed: str = ""
    what: str = ""


@dataclass(frozen=True, slots=True)
class AuctionFailed:
    """Nobody took it: it stays with the bank. *won*: its winner could not place the building."""

    deed: str = ""
    what: str = ""
    won: bool = False


@dataclass(frozen=True, slots=True)
class RentFellDue:
    """The owner may ask for it; *throws_left* throws of other turns until it lapses, -1: never."""

    deed: str
    tenant: Seat
    owner: Seat
    amount: int
    throws_left: int


@dataclass(frozen=True, slots=True)
class RentPaid:
    """*tenant* paid *owner*. The amount is the one charged that day."""

    deed: str
    tenant: Seat
    owner: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class RentLapsed:
    deed: str
    tenant: Seat
    owner: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class RentWaived:
    """A free visit by an agreement; *left* more of them, 0: no number was agreed or this was the last."""

    deed: str
    tenant: Seat
    owner: Seat
    left: int


@dataclass(frozen=True, slots=True)
class Charged:
    """A payment that fell due and was made.

    *cause*: "tax", "card", "repairs", "fine", "interest", "snake_eyes", "auction", "collect".
    """

    payer: Account
    payee: Account
    amount: int
    cause: str


@dataclass(frozen=True, slots=True)
class DebtIncurred:
    debtor: Seat
    creditor: Account
    amount: int
    cause: str
    deed: str = ""
    bundle: int = 0


@dataclass(frozen=True, slots=True)
class DebtPaid:
    debtor: Seat
    creditor: Account
    amount: int
    cause: str
    deed: str = ""


@dataclass(frozen=True, slots=True)
class PotTaken:
    """*refill* is what the bank puts into the pot anew."""

    player: Seat
    amount: int
    refill: int = 0


@dataclass(frozen=True, slots=True)
class Built:
    """*houses* are the streets with what stands on them now; *auctioned* building, "" when simply bought."""

    owner: Seat
    houses: tuple[tuple[str, int], ...]
    cost: int
    auctioned: str = ""


@dataclass(frozen=True, slots=True)
class BuildingsSold:
    owner: Seat
    houses: tuple[tuple[str, int], ...]
    gain: int


@dataclass(frozen=True, slots=True)
class Mortgaged:
    owner: Seat
    deed: str
    amount: int


@dataclass(frozen=True, slots=True)
class MortgageLifted:
    owner: Seat
    deed: str
    cost: int


@dataclass(frozen=True, slots=True)
class MortgageReceived:
    """A mortgaged deed has a new owner, who lifts it at once or pays *interest*."""

    owner: Seat
    deed: str
    interest: int


@dataclass(frozen=True, slots=True)
class MortgageKept:
    owner: Seat
    deed: str
    interest: int


@dataclass(frozen=True, slots=True)
class TradeProposed:
    number: int
    proposer: Seat
    partner: Seat
    give: Bundle
    get: Bundle
    note: str = ""


@dataclass(frozen=True, slots=True)
class TradeMade:
    """*given_cards* and *got_cards* are the leave-jail cards that changed hands."""

    number: int
    proposer: Seat
    partner: Seat
    give: Bundle
    get: Bundle
    given_cards: tuple[str, ...] = ()
    got_cards: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class TradeDropped:
    number: int
    proposer: Seat
    partner: Seat
    by: Actor | None = None


@dataclass(frozen=True, slots=True)
class EstatePassed:
    """A player is out: everything goes to *heir*, cash in *shares*. *bankrupt* is false for one who left."""

    player: Seat
    heir: Account
    shares: tuple[tuple[Account, int], ...]
    deeds: tuple[str, ...]
    cards: tuple[str, ...]
    bankrupt: bool = True


@dataclass(frozen=True, slots=True)
class SeatSlept:
    player: Seat


@dataclass(frozen=True, slots=True)
class SeatWoke:
    player: Seat


@dataclass(frozen=True, slots=True)
class GameWon:
    """*why*: "last" one left, "worth" (counted), "cash" (the limit was reached)."""

    winner: Seat
    why: str
    amount: int


@dataclass(frozen=True, slots=True)
class TableArranged:
    """The whole table as it stands now. *turn* begins that player's turn anew, None: what waits stays."""

    cash: tuple[int, ...]
    pot: int
    players: tuple[Player, ...]
    holdings: tuple[Holding, ...]
    turn: Seat | None
    paid: tuple[tuple[Account, int], ...]


@dataclass(frozen=True, slots=True)
class OptionsChanged:
    set: Mapping[str, object]


OwnEvent = (
    TurnEvent
    | PurchaseOffered
    | PurchaseDeclined
    | DeedBought
    | DeedsDealt
    | AuctionOpened
    | BidMade
    | BidPassed
    | AuctionWon
    | AuctionFailed
    | RentFellDue
    | RentPaid
    | RentLapsed
    | RentWaived
    | Charged
    | DebtIncurred
    | DebtPaid
    | PotTaken
    | Built
    | BuildingsSold
    | Mortgaged
    | MortgageLifted
    | MortgageReceived
    | MortgageKept
    | TradeProposed
    | TradeMade
    | TradeDropped
    | EstatePassed
    | SeatSlept
    | SeatWoke
    | GameWon
    | TableArranged
    | OptionsChanged
)
Event = OwnEvent | DeskEvent | Irregular
