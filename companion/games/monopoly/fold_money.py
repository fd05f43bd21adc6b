"""Events of money and trades folded into the state: rents, debts, the pot, trades."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.ledger import House
from companion.core.seats import Seat
from companion.games.monopoly import events as ev
from companion.games.monopoly.folding import (
    Fold,
    close_first,
    close_received,
    closed,
    opened,
    set_holding,
    set_player,
    without_agreements,
)
from companion.games.monopoly.piles import without_cards
from companion.games.monopoly.state import (
    Debt,
    Immunity,
    Rent,
    State,
    ThrowDue,
    Trade,
)


def _rent_fell_due(state: State, event: ev.RentFellDue) -> State:
    return opened(state, Rent(event.deed, event.tenant, event.owner, event.amount, event.throws_left))


def _without_rent(state: State, deed: str, tenant: Seat) -> State:
    """The rent is settled: neither open nor among those that lapsed."""
    if state.lapsed:
        lapsed = tuple(rent for rent in state.lapsed if (rent.deed, rent.tenant) != (deed, tenant))
        state = state._replace(lapsed=lapsed)
    return close_first(state, lambda matter: isinstance(matter, Rent) and matter[:2] == (deed, tenant))


def _rent_paid(state: State, event: ev.RentPaid) -> State:
    state = _without_rent(state, event.deed, event.tenant)
    return state._replace(ledger=state.ledger.moved(event.tenant, event.owner, event.amount))


def _rent_lapsed(state: State, event: ev.RentLapsed) -> State:
    state = closed(
        state,
        lambda matter: (
            (isinstance(matter, Rent) and matter[:2] == (event.deed, event.tenant))
            or (isinstance(matter, ThrowDue) and (matter.deed, matter.tenant) == (event.deed, event.tenant))
        ),
    )
    kept = tuple(rent for rent in state.lapsed if rent[:2] != (event.deed, event.tenant))
    return state._replace(lapsed=(*kept, Rent(event.deed, event.tenant, event.owner, event.amount)))


def _rent_waived(state: State, event: ev.RentWaived) -> State:
    """One free visit is used up; the first agreement that covers the deed counts."""
    immunities: list[Immunity] = list(state.immunities)
    for at, one in enumerate(immunities):
        if one.owner == event.owner and one.beneficiary == event.tenant and event.deed in one.deeds:
            if one.left == 1:
                del immunities[at]
            elif one.left:
                immunities[at] = one._replace(left=one.left - 1)
            break
    return state._replace(immunities=tuple(immunities))


def _charged(state: State, event: ev.Charged) -> State:
    return state._replace(ledger=state.ledger.moved(event.payer, event.payee, event.amount))


def _debt_incurred(state: State, event: ev.DebtIncurred) -> State:
    if event.cause == "rent":
        state = _without_rent(state, event.deed, event.debtor)
    return opened(
        state, Debt(event.debtor, event.creditor, event.amount, event.cause, event.deed, event.bundle)
    )


def _debt_paid(state: State, event: ev.DebtPaid) -> State:
    debt = (event.debtor, event.creditor, event.amount, event.cause, event.deed)
    state = close_first(state, lambda matter: isinstance(matter, Debt) and matter[:5] == debt)
    return state._replace(ledger=state.ledger.moved(event.debtor, event.creditor, event.amount))


def _pot_taken(state: State, event: ev.PotTaken) -> State:
    ledger = state.ledger.moved(House.POT, event.player, event.amount)
    return state._replace(ledger=ledger.moved(House.BANK, House.POT, event.refill))


def _trade_proposed(state: State, event: ev.TradeProposed) -> State:
    return opened(
        state,
        Trade(event.number, event.proposer, event.partner, event.give, event.get, event.note),
    )


def _close_trade(state: State, number: int) -> State:
    return closed(state, lambda matter: isinstance(matter, Trade) and matter.number == number)


def _trade_made(state: State, event: ev.TradeMade) -> State:
    state = _close_trade(state, event.number)
    a, b = event.proposer, event.partner
    ledger = state.ledger.moved(a, b, event.give.cash).moved(b, a, event.get.cash)
    state = state._replace(ledger=ledger)
    moved_deeds = {*event.give.deeds, *event.get.deeds}
    state = without_agreements(state, moved_deeds)
    for giver, taker, bundle, cards in (
        (a, b, event.give, event.given_cards),
        (b, a, event.get, event.got_cards),
    ):
        for deed in bundle.deeds:
            state = close_received(set_holding(state, deed, owner=taker), deed)
        left = without_cards(state.players[giver].cards, cards)
        state = set_player(state, giver, cards=left)
        state = set_player(state, taker, cards=(*state.players[taker].cards, *cards))
        granted = tuple(Immunity(giver, taker, grant.deeds, grant.visits) for grant in bundle.immunity)
        state = state._replace(immunities=(*state.immunities, *granted))
    return state


def _trade_dropped(state: State, event: ev.TradeDropped) -> State:
    return _close_trade(state, event.number)


MONEY_FOLDS: Mapping[type, Fold] = {
    ev.RentFellDue: _rent_fell_due,
    ev.RentPaid: _rent_paid,
    ev.RentLapsed: _rent_lapsed,
    ev.RentWaived: _rent_waived,
    ev.Charged: _charged,
    ev.DebtIncurred: _debt_incurred,
    ev.DebtPaid: _debt_paid,
    ev.PotTaken: _pot_taken,
    ev.TradeProposed: _trade_proposed,
    ev.TradeMade: _trade_made,
    ev.TradeDropped: _trade_dropped,
}
