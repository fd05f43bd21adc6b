"""The desk: what every bank does, whatever the game: pay, correct, ask for money, seat people.

A game's `decide` and `evolve` hand these commands and events on; what a player may spend the game says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol, TypeVar, assert_never

from companion.core.acts import (
    Accept,
    Adjust,
    Adjusted,
    DeskEvent,
    Join,
    Note,
    Noted,
    PaymentRequested,
    PaymentReversed,
    Reject,
    Rename,
    Request,
    RequestDropped,
    RequestPaid,
    Reseat,
    Reverse,
    SeatJoined,
    SeatRenamed,
    SeatsReordered,
    Transfer,
    Transferred,
)
from companion.core.draft import Draft
from companion.core.ledger import Account, House, Ledger, Move
from companion.core.message import Message, say
from companion.core.refusal import Reason, Refusal, refuse_field
from companion.core.seats import Actor, Role, Seat, Seats
from companion.core.verbs import seat_of


class PaymentRequest(NamedTuple):
    """A payment asked for that waits for its payer. Known by the number of the entry that asked."""

    number: int
    payer: Seat
    payee: Seat
    amount: int
    note: str

    @property
    def answerer(self) -> Seat:
        """Who says yes or no."""
        return self.payer

    @property
    def maker(self) -> Seat:
        """Who asked, and may take it back."""
        return self.payee

    def seen(self, seats: Seats) -> Mapping[str, object]:
        """As it stands in a view's `open`."""
        return {
            "kind": "request",
            "number": self.number,
            "player": seats.name(self.payer),
            "to": seats.name(self.payee),
            "amount": self.amount,
            "note": self.note,
        }


class Desk(NamedTuple):
    """The parts of a state that the desk keeps."""

    seats: Seats
    ledger: Ledger
    requests: tuple[PaymentRequest, ...]


class HasDesk(Protocol):
    """A game's state, as far as the desk reads it."""

    @property
    def seats(self) -> Seats:
        """Who sits where."""

    @property
    def ledger(self) -> Ledger:
        """All money."""

    @property
    def requests(self) -> tuple[PaymentRequest, ...]:
        """Payments asked for that wait."""


class Asked(Protocol):
    """Something put to a seat that waits for its yes or no, known by *number*."""

    @property
    def number(self) -> int:
        """The entry that asked."""

    @property
    def answerer(self) -> Seat:
        """Who says yes or no."""

    @property
    def maker(self) -> Seat:
        """Who asked, and may take it back."""


A = TypeVar("A", bound=Asked)


class Spendable(Protocol):
    """How much a seat may give away freely now, in whole units."""

    def __call__(self, state: Any, seat: Seat) -> int: ...


DeskCommand = Transfer | Adjust | Request | Accept | Reject | Join | Rename | Reseat | Note | Reverse


def decide_desk(draft: Draft[Any, Any], command: DeskCommand, spendable: Spendable) -> None:
    """Check a command of the desk and add its events.

    `Accept` and `Reject` are the desk's only for payment requests: `find_asked` says what is meant.
    Raises Refusal.
    """
    state: HasDesk = draft.state
    match command:
        case Transfer():
            payer = _payer(command)
            if payer == command.payee:
                found = payer.value if isinstance(payer, House) else state.seats.name(payer)
                refuse_field("to", "another_account", found)
            check_cash(draft.state, payer, command.amount, spendable)
            draft.add(Transferred(payer, command.payee, command.amount, command.note))
        case Adjust():
            if command.amount == 0:
                refuse_field("amount", "not_zero", 0)
            draft.add(Adjusted(command.who, command.amount, command.reason))
        case Request():
            payee = seat_of(command.by)
            if payee == command.payer:
                refuse_field("from", "another_player", state.seats.name(payee))
            draft.add(PaymentRequested(command.entry, command.payer, payee, command.amount, command.note))
        case Accept():
            request = find_asked(state.requests, command)
            check_cash(draft.state, request.payer, request.amount, spendable)
            draft.add(RequestPaid(*request))
        case Reject():
            draft.add(RequestDropped(find_asked(state.requests, command).number, command.by))
        case Join():
            state.seats.joined(command.name, command.after)
            draft.add(SeatJoined(command.name, command.after))
        case Rename():
            state.seats.renamed(command.who, command.name)
            draft.add(SeatRenamed(command.who, command.name))
        case Reseat():
            state.seats.reordered(command.players)
            draft.add(SeatsReordered(command.players))
        case Note():
            draft.add(Noted(command.by, command.text))
        case Reverse():
            back = tuple(Move(move.payee, move.payer, move.amount) for move in reversed(command.moves))
            for payer in dict.fromkeys(move.payer for move in back):
                owes = sum(move.amount for move in back if move.payer == payer)
                check_cash(draft.state, payer, owes, spendable)
            draft.add(PaymentReversed(command.number, back))
        case _:
            assert_never(command)


def evolve_desk(desk: Desk, event: DeskEvent) -> Desk:
    """The desk after *event*; no checks."""
    seats, ledger, requests = desk
    match event:
        case Transferred():
            return desk._replace(ledger=ledger.moved(event.payer, event.payee, event.amount))
        case Adjusted():
            return desk._replace(ledger=ledger.moved(House.BANK, event.who, event.amount))
        case PaymentRequested():
            asked = PaymentRequest(event.number, event.payer, event.payee, event.amount, event.note)
            return desk._replace(requests=(*requests, asked))
        case RequestPaid():
            left = _without(requests, event.number)
            return Desk(seats, ledger.moved(event.payer, event.payee, event.amount), left)
        case RequestDropped():
            return desk._replace(requests=_without(requests, event.number))
        case SeatJoined():
            return Desk(seats.joined(event.name, event.after), ledger.opened(), requests)
        case SeatRenamed():
            return desk._replace(seats=seats.renamed(event.who, event.name))
        case SeatsReordered():
            return desk._replace(seats=seats.reordered(event.order))
        case PaymentReversed():
            for move in event.moves:
                ledger = ledger.moved(*move)
            return desk._replace(ledger=ledger)
        case Noted():
            return desk
        case _:
            assert_never(event)


def check_cash(state: HasDesk, payer: Account, amount: int, spendable: Spendable) -> None:
    """Raise Refusal(NOT_ENOUGH_CASH) when *payer* cannot pay *amount*. The bank always can."""
    if payer is House.BANK:
        return
    if payer is House.POT:
        has = state.ledger.pot
    else:
        has = spendable(state, payer)
    check_covers(payer, has, amount)


def check_covers(who: Account, has: int, amount: int) -> None:
    """Raise Refusal(NOT_ENOUGH_CASH) when what *who* *has* does not cover *amount*."""
    if has < amount:
        raise Refusal(Reason.NOT_ENOUGH_CASH, who=who, has=has, amount=amount, lacks=amount - has)


def find_asked(asked: Iterable[A], command: Accept | Reject) -> A:
    """The matter of those *asked* that an `accept` or `reject` means.

    Raises Refusal: STALE when the named one is closed, NOTHING_OPEN when none waits for this player,
    BAD_REQUEST when several do and none is named, WRONG_SEAT when it waits for somebody else.
    """
    meant = command.number if command.number is not None else command.trade
    if meant is not None:
        for one in asked:
            if one.number == meant:
                if not _concerns(one, command):
                    raise Refusal(Reason.WRONG_SEAT, who=one.answerer)
                return one
        raise Refusal(Reason.STALE, number=meant)
    waiting = [one for one in asked if _concerns(one, command)]
    if not waiting:
        raise Refusal(Reason.NOTHING_OPEN)
    if len(waiting) > 1:
        numbers = sorted(one.number for one in waiting)
        refuse_field("number", "which_of", "nothing", numbers=numbers)
    return waiting[0]


def desk_moves(event: DeskEvent) -> tuple[Move, ...]:
    """The payments of a desk event."""
    match event:
        case Transferred() | RequestPaid():
            return (Move(event.payer, event.payee, event.amount),)
        case Adjusted():
            if event.amount < 0:
                return (Move(event.who, House.BANK, -event.amount),)
            return (Move(House.BANK, event.who, event.amount),)
        case PaymentReversed():
            return event.moves
        case _:
            return ()


def tell_desk(event: DeskEvent) -> Message:
    """What everybody may read of a desk event."""
    match event:
        case Transferred():
            return say(
                "desk.transferred", payer=event.payer, payee=event.payee, amount=event.amount, note=event.note
            )
        case Adjusted():
            return say("desk.adjusted", who=event.who, amount=event.amount, reason=event.reason)
        case PaymentRequested():
            return say(
                "desk.requested", payer=event.payer, payee=event.payee, amount=event.amount, note=event.note
            )
        case RequestPaid():
            return say(
                "desk.request_paid",
                payer=event.payer,
                payee=event.payee,
                amount=event.amount,
                note=event.note,
            )
        case RequestDropped():
            return say("desk.request_dropped", number=event.number)
        case SeatJoined():
            return say("desk.joined", name=event.name)
        case SeatRenamed():
            return say("desk.renamed", who=event.who, name=event.name)
        case SeatsReordered():
            return say("desk.reordered", order=list(event.order))
        case Noted():
            return say("desk.noted", text=event.text)
        case PaymentReversed():
            return say("desk.reversed", number=event.number, amount=sum(move.amount for move in event.moves))
        case _:
            assert_never(event)


def _payer(command: Transfer) -> Account:
    if isinstance(command.by, Role):
        return House.BANK if command.payer is None else command.payer
    if command.payer is not None and command.payer != command.by:
        raise Refusal(Reason.NOT_BANKER, verb="transfer")
    return command.by


def _concerns(asked: Asked, command: Accept | Reject) -> bool:
    """A matter is answered by whom it was put to; its maker may only take it back."""
    by: Actor = command.by
    return by == asked.answerer or (isinstance(command, Reject) and by == asked.maker)


def _without(requests: tuple[PaymentRequest, ...], number: int) -> tuple[PaymentRequest, ...]:
    return tuple(request for request in requests if request.number != number)
