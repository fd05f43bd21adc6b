"""Commands and events that every game has: payments, requests, seats, house rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.fields import LARGEST_AMOUNT, Field, account, listed, mapping, player, text, whole
from companion.core.ledger import Account, Move
from companion.core.seats import Actor, Seat
from companion.core.verbs import Device, Verb, Who


@dataclass(frozen=True, slots=True)
class Arrange:
    """The banker sets the table as it lies there; *set* is a partial view."""

    by: Actor
    set: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Transfer:
    """A free payment. *payer* None: the own account, or the bank's when the banker pays."""

    by: Actor
    payee: Account
    amount: int
    payer: Account | None
    note: str


@dataclass(frozen=True, slots=True)
class Adjust:
    """The banker's correction of a balance, against the bank."""

    by: Actor
    who: Seat
    amount: int
    reason: str


@dataclass(frozen=True, slots=True)
class Request:
    """A payment asked for; it waits for the payer's answer under the number *entry*."""

    by: Actor
    payer: Seat
    amount: int
    note: str
    entry: int


@dataclass(frozen=True, slots=True)
class Collect:
    """The same amount from every other player."""

    by: Actor
    amount: int
    note: str


@dataclass(frozen=True, slots=True)
class Accept:
    """Yes to the request or trade known by *number*; None: the only one that waits for this player."""

    by: Actor
    trade: int | None
    number: int | None


@dataclass(frozen=True, slots=True)
class Reject:
    """No to the request or trade known by *number*; its maker may take it back in the same way."""

    by: Actor
    trade: int | None
    number: int | None


@dataclass(frozen=True, slots=True)
class Join:
    """A new seat in the circle, to the left of *after* or as the last."""

    by: Actor
    name: str
    after: Seat | None


@dataclass(frozen=True, slots=True)
class Rename:
    """Another name for a seat."""

    by: Actor
    who: Seat
    name: str


@dataclass(frozen=True, slots=True)
class Reseat:
    """The order round the table, clockwise."""

    by: Actor
    players: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Leave:
    """A player goes. *to*: "bank", "auction", "sleep", or the seat that gets everything."""

    by: Actor
    who: Seat
    to: Seat | str


@dataclass(frozen=True, slots=True)
class ChangeOptions:
    """House rules changed in play; *set* holds the options that change."""

    by: Actor
    set: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Finish:
    """End the game now, by its own count."""

    by: Actor


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The turn passes."""

    by: Actor


@dataclass(frozen=True, slots=True)
class Note:
    """A word for the history: the tower was restarted, a promise was made. Nothing else happens."""

    by: Actor
    text: str


@dataclass(frozen=True, slots=True)
class Reverse:
    """The opposite of the payments *moves* that entry *number* made."""

    by: Actor
    number: int
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Transferred:
    """*payer* paid *payee* freely."""

    payer: Account
    payee: Account
    amount: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class Adjusted:
    """A balance was corrected by *amount*, plus or minus, against the bank."""

    who: Seat
    amount: int
    reason: str


@dataclass(frozen=True, slots=True)
class PaymentRequested:
    """*payee* asked *payer* for money; known by *number*."""

    number: int
    payer: Seat
    payee: Seat
    amount: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class RequestPaid:
    """The payment asked for under *number* was made."""

    number: int
    payer: Seat
    payee: Seat
    amount: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class RequestDropped:
    """A request was refused by its payer or taken back."""

    number: int
    by: Actor | None = None


@dataclass(frozen=True, slots=True)
class SeatJoined:
    """A seat was added to the circle."""

    name: str
    after: Seat | None = None


@dataclass(frozen=True, slots=True)
class SeatRenamed:
    """A seat has another name."""

    who: Seat
    name: str


@dataclass(frozen=True, slots=True)
class SeatsReordered:
    """The seats go round in another order."""

    order: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class PaymentReversed:
    """The payments of entry *number* were paid back: *moves* are the way back."""

    number: int
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Noted:
    """A word was written into the history."""

    by: Actor
    text: str


DeskEvent = (
    Transferred
    | Adjusted
    | PaymentRequested
    | RequestPaid
    | RequestDropped
    | SeatJoined
    | SeatRenamed
    | SeatsReordered
    | PaymentReversed
    | Noted
)


def leaver_to(value: object, name: str, seats: object) -> Seat | str:
    """Where a leaving player's things go: "bank", "auction", "sleep" or a player's name."""
    if value in ("bank", "auction", "sleep"):
        return str(value)
    return player(value, name, seats)  # type: ignore[arg-type]


_AMOUNT = Field("amount", whole(1))
_NOTE = Field("note", text(), required=False, default="")
_TRADE = Field("trade", whole(1), required=False)

COMMON_VERBS: Mapping[str, Verb] = {
    "arrange": Verb(Arrange, (Field("set", mapping),), Who.BANKER),
    "transfer": Verb(
        Transfer,
        (
            Field("to", account, attribute="payee"),
            _AMOUNT,
            Field("from", account, required=False, attribute="payer"),
            _NOTE,
        ),
        Who.SEAT_OR_BANKER,
    ),
    "adjust": Verb(
        Adjust,
        (Field("who", player), Field("amount", whole(-LARGEST_AMOUNT)), Field("reason", text(least=1))),
        Who.BANKER,
    ),
    "request": Verb(Request, (Field("from", player, attribute="payer"), _AMOUNT, _NOTE), opens=True),
    "collect": Verb(Collect, (_AMOUNT, _NOTE)),
    "accept": Verb(Accept, (_TRADE,), numbered=True),
    "reject": Verb(Reject, (_TRADE,), numbered=True),
    "end_turn": Verb(EndTurn, device=Device.NEXT),
    "leave": Verb(Leave, (Field("who", player), Field("to", leaver_to)), Who.SEAT_OR_BANKER),
    "options": Verb(ChangeOptions, (Field("set", mapping),), Who.BANKER),
    "finish": Verb(Finish, who=Who.TABLE),
    "join": Verb(Join, (Field("name", text(24, 1)), Field("after", player, required=False)), Who.ANYBODY),
    "rename": Verb(Rename, (Field("who", player), Field("name", text(24, 1))), Who.ANYBODY),
    "reseat": Verb(Reseat, (Field("players", listed(player, 1, 10)),), Who.ANYBODY),
    "undo": Verb(None, (Field("to", whole(1), required=False),), Who.ANYBODY, numbered=True),
    "redo": Verb(None, (Field("to", whole(1), required=False),), Who.ANYBODY, numbered=True),
    "scan": Verb(None, (Field("reader", text(40, 1)), Field("uid", text(40, 8))), Who.ANYBODY),
    "note": Verb(Note, (Field("text", text(least=1)),), Who.ANYBODY),
    "reverse": Verb(None, (), Who.ANYBODY, numbered=True),
}
"""The verbs of every game. `retype` has the fields of a game's throw, so each game adds its own row."""
