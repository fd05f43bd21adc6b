"""Trades between two players: offered, accepted, rejected."""

from __future__ import annotations

from companion.core.acts import Accept, Reject
from companion.core.desk import PaymentRequest, decide_desk, find_asked
from companion.core.refusal import Reason, Refusal, refuse_field
from companion.core.seats import Seat
from companion.core.verbs import seat_of
from companion.games.monopoly.checks import (
    Changes,
    find_deed,
    need_cash,
    need_in_game,
    need_no_debt,
    need_owner,
)
from companion.games.monopoly.commands import OfferTrade
from companion.games.monopoly.events import TradeDropped, TradeMade, TradeProposed
from companion.games.monopoly.mortgage import built_in_group, receive
from companion.games.monopoly.places import need_place_for_won
from companion.games.monopoly.state import Bundle, ReceivedMortgage, State, Trade, spendable


def offer(draft: Changes, command: OfferTrade) -> None:
    """Propose a trade; it is checked now and again when it is accepted. Rule: MP-38, MP-45 to MP-47."""
    seat = seat_of(command.by)
    if command.to == seat:
        refuse_field("to", "another_player", draft.state.seats.name(seat))
    if command.give == Bundle() and command.get == Bundle():
        refuse_field("give", "give_or_get", "nothing")
    trade = Trade(command.entry, seat, command.to, command.give, command.get, command.note)
    _check(draft, trade)
    draft.add(TradeProposed(*trade))


def _check(draft: Changes, trade: Trade) -> None:
    """Raises Refusal: SOMETHING_OPEN, "not_owner", "group_built", NOT_ENOUGH_CASH, "no_jail_card",
    "option_off".
    """
    for seat in (trade.proposer, trade.partner):
        need_in_game(draft.state, seat, "to")
        need_no_debt(draft, seat)
    _check_side(draft, trade.proposer, trade.give, trade.get.cash)
    _check_side(draft, trade.partner, trade.get, trade.give.cash)


def _check_side(draft: Changes, seat: Seat, bundle: Bundle, gets: int) -> None:
    state = draft.state
    for id in bundle.deeds:
        deed = find_deed(state, id, "deeds")
        need_owner(draft, seat, deed)
        built = built_in_group(state, deed)
        if built is not None:
            draft.refuse("group_built", deed=id, built=built)
        if any(isinstance(one, ReceivedMortgage) and one.deed == id for one in state.open):
            draft.refuse(Reason.SOMETHING_OPEN, who=seat, what="monopoly.matter.received_mortgage")
        need_place_for_won(draft, seat, deed)
    # Cash in both directions is settled as one sum.
    if bundle.cash > gets:
        need_cash(state, seat, bundle.cash - gets)
    if bundle.jail_cards > len(state.players[seat].cards):
        raise Refusal("no_jail_card", who=seat)
    if bundle.immunity and not state.rules.immunity:
        draft.refuse("option_off", option="immunity", verb="offer")
    for grant in bundle.immunity:
        for id in grant.deeds:
            need_owner(draft, seat, find_deed(state, id, "immunity"))
            if id in bundle.deeds:
                refuse_field("immunity", "deeds_kept", id)


def accept(draft: Changes, command: Accept) -> None:
    """Accept a trade, or pay a request."""
    meant = _find(draft, command)
    if meant is None:
        decide_desk(draft, command, spendable)
        return
    _check(draft, meant)
    state = draft.state
    given = _cards(state, meant.proposer, meant.give.jail_cards)
    got = _cards(state, meant.partner, meant.get.jail_cards)
    draft.add(
        TradeMade(meant.number, meant.proposer, meant.partner, meant.give, meant.get, given, got, meant.note)
    )
    receive(draft, meant.partner, meant.give.deeds)
    receive(draft, meant.proposer, meant.get.deeds)


def reject(draft: Changes, command: Reject) -> None:
    """Refuse a trade or a request, or take the own one back."""
    meant = _find(draft, command)
    if meant is None:
        decide_desk(draft, command, spendable)
    else:
        draft.add(TradeDropped(meant.number, meant.proposer, meant.partner, command.by))


def _find(draft: Changes, command: Accept | Reject) -> Trade | None:
    """The trade that is meant, None when it is a payment request."""
    state = draft.state
    asked: list[Trade | PaymentRequest] = [
        *(one for one in state.open if isinstance(one, Trade)),
        *state.requests,
    ]
    meant = find_asked(asked, command)
    return meant if isinstance(meant, Trade) else None


def _cards(state: State, seat: Seat, count: int) -> tuple[str, ...]:
    """The leave-jail cards that change hands, Chance first."""
    held = state.players[seat].cards
    order = state.edition.jail_cards()
    return tuple(sorted(held, key=lambda card: order.index(card) if card in order else len(order))[:count])
