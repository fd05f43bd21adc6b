"""Debts, bankruptcy, and players who leave."""

from __future__ import annotations

from companion.core.acts import Collect, Leave
from companion.core.ledger import Account, House
from companion.core.refusal import Reason, Refusal, refuse_field
from companion.core.seats import Role, Seat
from companion.core.verbs import seat_of
from companion.games.monopoly.building import sell_all
from companion.games.monopoly.checks import Changes, need_cash_in_hand, need_in_game
from companion.games.monopoly.commands import DeclareBankrupt, PayDebt
from companion.games.monopoly.ending import check_end
from companion.games.monopoly.events import (
    AuctionOpened,
    DebtPaid,
    EstatePassed,
    Mortgaged,
    SeatSlept,
    SeatWoke,
)
from companion.games.monopoly.money import charge
from companion.games.monopoly.mortgage import receive
from companion.games.monopoly.state import (
    Debt,
    ReceivedMortgage,
    State,
    cash,
    debts_of,
    deeds_of,
    next_seat,
    others_after,
)
from companion.games.monopoly.turn_events import TurnBegan
from companion.games.monopoly.worth import liquidity


def oldest_debts(state: State, seat: Seat) -> tuple[Debt, ...]:
    """The debt that is settled next, together with those of the same card when the cash is shared evenly."""
    debts = debts_of(state, seat)
    if not debts:
        return ()
    first = debts[0]
    if not first.bundle:
        return (first,)
    return tuple(debt for debt in debts if debt.bundle == first.bundle)


def pay(draft: Changes, command: PayDebt) -> None:
    """Settle the oldest debt. Raises Refusal: "nothing_due", NOT_ENOUGH_CASH. Rule: MP-53."""
    seat = seat_of(command.by)
    due = oldest_debts(draft.state, seat)
    if not due:
        raise Refusal("nothing_due", who=seat)
    need_cash_in_hand(draft.state, seat, sum(debt.amount for debt in due))
    for debt in due:
        draft.add(DebtPaid(seat, debt.creditor, debt.amount, debt.cause, debt.deed))


def collect(draft: Changes, command: Collect) -> None:
    """The same from every other player; who cannot pay owes it."""
    seat = seat_of(command.by)
    for other in others_after(draft.state, seat):
        charge(draft, other, seat, command.amount, "collect")


def bankrupt(draft: Changes, command: DeclareBankrupt) -> None:
    """Raises Refusal: "nothing_due" without a debt, "can_still_pay" while it could be met.

    Rule: MP-53, MP-54.
    """
    state = draft.state
    seat = seat_of(command.by)
    due = oldest_debts(state, seat) or _unpaid_interest(state, seat)
    owes, could = sum(debt.amount for debt in due), liquidity(state, seat)
    if not due:
        draft.refuse("nothing_due", who=seat)
        need_in_game(state, seat, "by")
    elif could >= owes:
        draft.refuse("can_still_pay", who=seat, amount=owes, could=could)
    # Who gives up without a debt, by the banker's leave, does so to the bank.
    creditors = tuple(dict.fromkeys(debt.creditor for debt in due)) or (House.BANK,)
    _pass_estate(draft, seat, creditors, bankrupt=True)


def _unpaid_interest(state: State, seat: Seat) -> tuple[Debt, ...]:
    """The ten per cent on deeds just received, which are owed to the bank. Rule: MP-43."""
    return tuple(
        Debt(seat, House.BANK, matter.interest, "interest", matter.deed, 1)
        for matter in state.open
        if isinstance(matter, ReceivedMortgage) and matter.player == seat
    )


def _pass_estate(draft: Changes, seat: Seat, creditors: tuple[Account, ...], bankrupt: bool) -> None:
    """Everything goes to the first creditor, cash evenly to all of them. Rule: MP-55 to MP-57, MP-61."""
    heir = creditors[0]
    if not isinstance(heir, House):
        sell_all(draft, seat)
        if bankrupt and draft.state.rules.liquidate_before_transfer:
            for deed in deeds_of(draft.state, seat):
                if not draft.state.holdings[deed.index].mortgaged:
                    draft.add(Mortgaged(seat, deed.id, deed.mortgage))
    state = draft.state
    # Worked out while the seat is still in the circle.
    follower = next_seat(state, seat, leaves=True)
    deeds = tuple(deed.id for deed in deeds_of(state, seat))
    shares = _shares(cash(state, seat), creditors)
    draft.add(EstatePassed(seat, heir, shares, deeds, state.players[seat].cards, bankrupt))
    if check_end(draft):
        return
    if not isinstance(heir, House):
        receive(draft, heir, deeds)
    elif bankrupt and state.rules.bankrupt_deeds == "auction":
        auction_all(draft, deeds)
    pass_turn(draft, seat, follower)


def _shares(amount: int, creditors: tuple[Account, ...]) -> tuple[tuple[Account, int], ...]:
    """Even parts, odd units to the first. Rule: option `several_creditors`."""
    each, odd = divmod(amount, len(creditors))
    parts = ((creditor, each + (at < odd)) for at, creditor in enumerate(creditors))
    return tuple((creditor, part) for creditor, part in parts if part)


def auction_all(draft: Changes, deeds: tuple[str, ...]) -> None:
    """One at a time, in board order; the others wait. Rule: MP-57."""
    for deed in deeds:
        draft.add(AuctionOpened(deed))


def pass_turn(draft: Changes, seat: Seat, follower: Seat) -> None:
    """The turn of a player who is out or sleeps goes on to *follower* at once. Rule: MP-60."""
    if draft.state.turn.player != seat:
        return
    if follower != seat and follower in draft.state.seats.asleep:
        # Nobody else is left who is awake.
        draft.add(SeatWoke(follower))
    draft.add(TurnBegan(follower))


def leave(draft: Changes, command: Leave) -> None:
    """A player goes: everything to the bank, to an auction or to a player, or the seat sleeps.

    Raises Refusal: WRONG_SEAT for somebody else's seat, BAD_REQUEST.
    """
    state = draft.state
    seat = command.who
    if not isinstance(command.by, Role) and command.by != seat:
        raise Refusal(Reason.WRONG_SEAT, who=seat)
    need_in_game(state, seat, "who")
    match command.to:
        case "sleep":
            if seat not in state.seats.asleep:
                draft.add(SeatSlept(seat))
                pass_turn(draft, seat, next_seat(draft.state, seat))
        case "bank":
            _pass_estate(draft, seat, (House.BANK,), bankrupt=False)
        case "auction":
            deeds = tuple(deed.id for deed in deeds_of(state, seat))
            _pass_estate(draft, seat, (House.BANK,), bankrupt=False)
            if not draft.state.over:
                auction_all(draft, deeds)
        case heir:
            assert not isinstance(heir, str)
            if heir == seat:
                refuse_field("to", "heir", state.seats.name(seat))
            need_in_game(state, heir, "to")
            _pass_estate(draft, seat, (heir,), bankrupt=False)
