"""Events folded into the state: no checks, no refusals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, get_args

from companion.core.acts import DeskEvent, SeatJoined, SeatsReordered
from companion.core.desk import Desk, evolve_desk
from companion.core.draft import Irregular
from companion.core.ledger import House
from companion.core.seats import Seat
from companion.games.monopoly import events as ev
from companion.games.monopoly.estate import estate_passed, fall_asleep
from companion.games.monopoly.options import with_options
from companion.games.monopoly.piles import put_under, taken
from companion.games.monopoly.state import (
    Auction,
    Choice,
    Debt,
    DrawDue,
    Immunity,
    Matter,
    Player,
    Purchase,
    ReceivedMortgage,
    Rent,
    State,
    Step,
    ThrowDue,
    Trade,
    Turn,
    holding,
    next_seat,
)


def evolve(state: State, event: ev.Event) -> State:
    """The state after *event*."""
    kind = type(event)
    after = _FOLD[kind](state, event)
    if state.started or kind in _BEFORE_START:
        return after
    return after._replace(started=True)


def set_player(state: State, seat: Seat, **changes: Any) -> State:
    players = state.players
    changed = players[seat]._replace(**changes)
    return state._replace(players=(*players[:seat], changed, *players[seat + 1 :]))


def set_holding(state: State, deed: str, **changes: Any) -> State:
    index = state.edition.by_id[deed].index
    holdings = state.holdings
    changed = holdings[index]._replace(**changes)
    return state._replace(holdings=(*holdings[:index], changed, *holdings[index + 1 :]))


def _opened(state: State, matter: Matter) -> State:
    return state._replace(open=(*state.open, matter))


def _closed(state: State, is_done: Callable[[Matter], bool]) -> State:
    return state._replace(open=tuple(matter for matter in state.open if not is_done(matter)))


def _close_first(state: State, is_done: Callable[[Matter], bool]) -> State:
    for at, matter in enumerate(state.open):
        if is_done(matter):
            return state._replace(open=(*state.open[:at], *state.open[at + 1 :]))
    return state


def _turn_began(state: State, event: ev.TurnBegan) -> State:
    return state._replace(turn=Turn(event.player), agenda=())


def _rolled(state: State, event: ev.Rolled) -> State:
    turn = Turn(event.player, False, event.doubles, state.turn.thrown + 1, event.total)
    return _thrown_by_turn(state)._replace(turn=turn, agenda=event.then)


def _put_down(state: State, event: ev.PutDown) -> State:
    turn = Turn(event.player, False, 0, state.turn.thrown + 1, None)
    return _thrown_by_turn(state)._replace(turn=turn, agenda=())


def _thrown_by_turn(state: State) -> State:
    """A turn's first throw brings every rent not asked for closer to its lapse."""
    if state.turn.thrown or not state.open:
        return state
    left = tuple(
        matter._replace(throws_left=matter.throws_left - 1)
        if isinstance(matter, (Rent, ThrowDue)) and matter.throws_left > 0
        else matter
        for matter in state.open
    )
    return state._replace(open=left)


def _moved(state: State, event: ev.Moved) -> State:
    if state.players[event.player].in_jail and event.square != state.edition.jail:
        # Only by the banker's hand: whoever stands elsewhere is out of jail.
        return set_player(state, event.player, position=event.square, in_jail=False, jail_turns=0)
    return set_player(state, event.player, position=event.square)


def _salary_paid(state: State, event: ev.SalaryPaid) -> State:
    state = state._replace(ledger=state.ledger.moved(House.BANK, event.player, event.amount))
    return state if state.players[event.player].lapped else set_player(state, event.player, lapped=True)


def _step_taken(state: State, event: ev.StepTaken) -> State:
    turn = state.turn._replace(throwing=event.step is Step.ROLL_AGAIN)
    return state._replace(agenda=state.agenda[1:], turn=turn)


def _sent_to_jail(state: State, event: ev.SentToJail) -> State:
    before = state.players[event.player]
    state = set_player(
        state,
        event.player,
        position=state.edition.jail,
        in_jail=True,
        jail_turns=0,
        jailings=before.jailings + 1,
    )
    if state.turn.player != event.player:
        return state
    return state._replace(agenda=(), turn=state.turn._replace(throwing=False, doubles=0))


def _jail_try_failed(state: State, event: ev.JailTryFailed) -> State:
    # The third failure is settled in the same turn, so that the count shown stays at 2.
    return set_player(state, event.player, jail_turns=min(event.tries, 2))


def _jail_left(state: State, event: ev.JailLeft) -> State:
    cards = state.players[event.player].cards
    if event.card:
        at = cards.index(event.card)
        cards = (*cards[:at], *cards[at + 1 :])
        state = put_under(state, (event.card,))
    state = set_player(state, event.player, in_jail=False, jail_turns=0, cards=cards)
    return _close_first(state, lambda matter: matter == Choice(event.player, "jail"))


def _card_asked(state: State, event: ev.CardAsked) -> State:
    return _opened(state, DrawDue(event.player, event.deck))


def _card_drawn(state: State, event: ev.CardDrawn) -> State:
    state = _close_first(state, lambda matter: matter == DrawDue(event.player, event.deck))
    if event.card in state.edition.cards:
        state = taken(state, event.card)
        if not event.kept:
            return put_under(state, (event.card,))
    if event.kept:
        cards = (*state.players[event.player].cards, event.card)
        return set_player(state, event.player, cards=cards)
    return state


def _throw_asked(state: State, event: ev.ThrowAsked) -> State:
    return _opened(
        state,
        ThrowDue(event.player, event.deed, event.tenant, event.factor, event.throws_left, event.speed),
    )


def _thrown(state: State, event: ev.Thrown) -> State:
    return _close_first(
        state, lambda matter: isinstance(matter, ThrowDue) and matter[:2] == (event.player, event.deed)
    )


def _choice_asked(state: State, event: ev.ChoiceAsked) -> State:
    return _opened(state, Choice(event.player, event.what, event.moves))


def _chosen(state: State, event: ev.Chosen) -> State:
    return _close_first(
        state, lambda matter: isinstance(matter, Choice) and matter[:2] == (event.player, event.what)
    )


def _purchase_offered(state: State, event: ev.PurchaseOffered) -> State:
    return _opened(state, Purchase(event.player, event.deed, event.price))


def _purchase_declined(state: State, event: ev.PurchaseDeclined) -> State:
    return _closed(state, lambda matter: isinstance(matter, Purchase) and matter.deed == event.deed)


def _deed_bought(state: State, event: ev.DeedBought) -> State:
    return _sold(state, event.player, event.deed, event.price)


def _sold(state: State, buyer: Seat, deed: str, paid: int) -> State:
    state = set_holding(state, deed, owner=buyer)
    ledger = state.ledger.moved(buyer, House.BANK, paid)
    left = tuple(
        matter for matter in state.open if not isinstance(matter, (Purchase, Auction)) or matter.deed != deed
    )
    return state._replace(ledger=ledger, open=left)


def _deeds_dealt(state: State, event: ev.DeedsDealt) -> State:
    for deed in event.deeds:
        state = set_holding(state, deed, owner=event.player)
    return state._replace(ledger=state.ledger.moved(event.player, House.BANK, event.cost))


def _auction_opened(state: State, event: ev.AuctionOpened) -> State:
    return _opened(state, Auction(event.deed, event.what, eligible=event.eligible, number=event.number))


def _change_auction(
    state: State,
    deed: str,
    what: str,
    change: Callable[[Auction], Auction | None],
    won: bool = False,
) -> State:
    """Change the first auction of that deed or building, still running or *won*; None closes it."""
    for at, matter in enumerate(state.open):
        if isinstance(matter, Auction) and matter[:2] == (deed, what) and matter.won is won:
            changed = change(matter)
            middle = () if changed is None else (changed,)
            return state._replace(open=(*state.open[:at], *middle, *state.open[at + 1 :]))
    return state


def _bid_made(state: State, event: ev.BidMade) -> State:
    return _change_auction(
        state,
        event.deed,
        event.what,
        lambda auction: auction._replace(
            bids=(*auction.bids, (event.bidder, event.amount)), number=event.number
        ),
    )


def _bid_passed(state: State, event: ev.BidPassed) -> State:
    return _change_auction(
        state,
        event.deed,
        event.what,
        lambda auction: auction._replace(passed=(*auction.passed, event.bidder)),
    )


def _auction_won(state: State, event: ev.AuctionWon) -> State:
    if event.what:
        return _change_auction(state, event.deed, event.what, lambda auction: auction._replace(won=True))
    state = _change_auction(state, event.deed, event.what, lambda auction: None)
    return _sold(state, event.winner, event.deed, event.paid)


def _auction_failed(state: State, event: ev.AuctionFailed) -> State:
    return _change_auction(state, event.deed, event.what, lambda auction: None, event.won)


def _rent_fell_due(state: State, event: ev.RentFellDue) -> State:
    return _opened(state, Rent(event.deed, event.tenant, event.owner, event.amount, event.throws_left))


def _without_rent(state: State, deed: str, tenant: Seat) -> State:
    """The rent is settled: neither open nor among those that lapsed."""
    if state.lapsed:
        lapsed = tuple(rent for rent in state.lapsed if (rent.deed, rent.tenant) != (deed, tenant))
        state = state._replace(lapsed=lapsed)
    return _close_first(state, lambda matter: isinstance(matter, Rent) and matter[:2] == (deed, tenant))


def _rent_paid(state: State, event: ev.RentPaid) -> State:
    state = _without_rent(state, event.deed, event.tenant)
    return state._replace(ledger=state.ledger.moved(event.tenant, event.owner, event.amount))


def _rent_lapsed(state: State, event: ev.RentLapsed) -> State:
    state = _closed(
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
    return _opened(
        state, Debt(event.debtor, event.creditor, event.amount, event.cause, event.deed, event.bundle)
    )


def _debt_paid(state: State, event: ev.DebtPaid) -> State:
    debt = (event.debtor, event.creditor, event.amount, event.cause, event.deed)
    state = _close_first(state, lambda matter: isinstance(matter, Debt) and matter[:5] == debt)
    return state._replace(ledger=state.ledger.moved(event.debtor, event.creditor, event.amount))


def _pot_taken(state: State, event: ev.PotTaken) -> State:
    ledger = state.ledger.moved(House.POT, event.player, event.amount)
    return state._replace(ledger=ledger.moved(House.BANK, House.POT, event.refill))


def _built(state: State, event: ev.Built) -> State:
    if event.auctioned:
        state = _close_first(
            state,
            lambda matter: (
                isinstance(matter, Auction)
                and matter.won
                and (matter.leader, matter.what) == (event.owner, event.auctioned)
            ),
        )
    for deed, houses in event.houses:
        state = set_holding(state, deed, houses=houses)
    return state._replace(ledger=state.ledger.moved(event.owner, House.BANK, event.cost))


def _buildings_sold(state: State, event: ev.BuildingsSold) -> State:
    for deed, houses in event.houses:
        state = set_holding(state, deed, houses=houses)
    return state._replace(ledger=state.ledger.moved(House.BANK, event.owner, event.gain))


def _mortgaged(state: State, event: ev.Mortgaged) -> State:
    state = set_holding(state, event.deed, mortgaged=True)
    return state._replace(ledger=state.ledger.moved(House.BANK, event.owner, event.amount))


def _close_received(state: State, deed: str) -> State:
    return _closed(state, lambda matter: isinstance(matter, ReceivedMortgage) and matter.deed == deed)


def _mortgage_lifted(state: State, event: ev.MortgageLifted) -> State:
    state = _close_received(set_holding(state, event.deed, mortgaged=False), event.deed)
    return state._replace(ledger=state.ledger.moved(event.owner, House.BANK, event.cost))


def _mortgage_received(state: State, event: ev.MortgageReceived) -> State:
    state = _close_received(state, event.deed)
    return _opened(state, ReceivedMortgage(event.owner, event.deed, event.interest))


def _mortgage_kept(state: State, event: ev.MortgageKept) -> State:
    return _close_received(state, event.deed)


def _trade_proposed(state: State, event: ev.TradeProposed) -> State:
    return _opened(
        state,
        Trade(event.number, event.proposer, event.partner, event.give, event.get, event.note),
    )


def _close_trade(state: State, number: int) -> State:
    return _closed(state, lambda matter: isinstance(matter, Trade) and matter.number == number)


def _trade_made(state: State, event: ev.TradeMade) -> State:
    state = _close_trade(state, event.number)
    a, b = event.proposer, event.partner
    ledger = state.ledger.moved(a, b, event.give.cash).moved(b, a, event.get.cash)
    state = state._replace(ledger=ledger)
    moved_deeds = {*event.give.deeds, *event.get.deeds}
    # An agreement about a deed ends with its sale.
    kept = tuple(one for one in state.immunities if not moved_deeds & set(one.deeds))
    state = state._replace(immunities=kept)
    for giver, taker, bundle, cards in (
        (a, b, event.give, event.given_cards),
        (b, a, event.get, event.got_cards),
    ):
        for deed in bundle.deeds:
            state = _close_received(set_holding(state, deed, owner=taker), deed)
        left = tuple(card for card in state.players[giver].cards if card not in cards)
        state = set_player(state, giver, cards=left)
        state = set_player(state, taker, cards=(*state.players[taker].cards, *cards))
        granted = tuple(Immunity(giver, taker, grant.deeds, grant.visits) for grant in bundle.immunity)
        state = state._replace(immunities=(*state.immunities, *granted))
    return state


def _trade_dropped(state: State, event: ev.TradeDropped) -> State:
    return _close_trade(state, event.number)


def _seat_slept(state: State, event: ev.SeatSlept) -> State:
    return fall_asleep(state, event.player)


def _seat_woke(state: State, event: ev.SeatWoke) -> State:
    return state._replace(seats=replace(state.seats, asleep=state.seats.asleep - {event.player}))


def _game_won(state: State, event: ev.GameWon) -> State:
    return state._replace(over=True, winner=event.winner, open=(), agenda=(), requests=())


def _table_arranged(state: State, event: ev.TableArranged) -> State:
    bank = -sum(event.cash) - event.pot
    ledger = state.ledger._replace(hands=event.cash, pot=event.pot, bank=bank)
    held_before = {card for player in state.players for card in player.cards}
    held_now = {card for player in event.players for card in player.cards}
    state = state._replace(ledger=ledger, players=event.players, holdings=event.holdings)
    for card in sorted(held_now - held_before):
        if card in state.edition.cards:
            state = taken(state, card)
    state = put_under(state, tuple(sorted(held_before - held_now)))
    if event.turn is not None:
        return state._replace(open=(), agenda=(), lapsed=(), requests=(), turn=Turn(event.turn))
    return _closed(state, lambda matter: _is_moot(state, matter))


def _is_moot(state: State, matter: Matter) -> bool:
    """Whether a table set by hand leaves *matter* without meaning."""
    if isinstance(matter, (Purchase, Auction)) and matter.deed:
        return holding(state, matter.deed).owner is not None
    if isinstance(matter, ReceivedMortgage):
        held = holding(state, matter.deed)
        return held.owner != matter.player or not held.mortgaged
    if isinstance(matter, Choice) and matter.what == "jail":
        return not state.players[matter.player].in_jail
    return False


def _options_changed(state: State, event: ev.OptionsChanged) -> State:
    rules = with_options(state.rules, event.set)
    before, state = state.rules, state._replace(rules=rules)
    if rules.hands and not before.hands:
        # Without a turn nothing of a turn can wait; money and deeds may.
        state = _closed(
            state,
            lambda matter: isinstance(matter, (Purchase, Rent, DrawDue, ThrowDue, Choice)),
        )
        return state._replace(turn=Turn(None), agenda=(), lapsed=())
    if before.hands and not rules.hands:
        return state._replace(turn=Turn(next_seat(state, state.seats.order[-1])))
    return state


def _by_desk(state: State, event: DeskEvent) -> State:
    desk = evolve_desk(Desk(state.seats, state.ledger, state.requests), event)
    state = state._replace(seats=desk.seats, ledger=desk.ledger, requests=desk.requests)
    if isinstance(event, SeatJoined):
        return state._replace(players=(*state.players, Player()))
    if isinstance(event, SeatsReordered) and not state.started and state.turn.player is not None:
        return state._replace(turn=Turn(state.seats.order[0]))
    return state


def _unchanged(state: State, event: Irregular) -> State:
    return state


_FOLD: Mapping[type, Callable[[State, Any], State]] = {
    ev.TurnBegan: _turn_began,
    ev.Rolled: _rolled,
    ev.PutDown: _put_down,
    ev.Moved: _moved,
    ev.SalaryPaid: _salary_paid,
    ev.StepTaken: _step_taken,
    ev.SentToJail: _sent_to_jail,
    ev.JailTryFailed: _jail_try_failed,
    ev.JailLeft: _jail_left,
    ev.CardAsked: _card_asked,
    ev.CardDrawn: _card_drawn,
    ev.ThrowAsked: _throw_asked,
    ev.Thrown: _thrown,
    ev.ChoiceAsked: _choice_asked,
    ev.Chosen: _chosen,
    ev.PurchaseOffered: _purchase_offered,
    ev.PurchaseDeclined: _purchase_declined,
    ev.DeedBought: _deed_bought,
    ev.DeedsDealt: _deeds_dealt,
    ev.AuctionOpened: _auction_opened,
    ev.BidMade: _bid_made,
    ev.BidPassed: _bid_passed,
    ev.AuctionWon: _auction_won,
    ev.AuctionFailed: _auction_failed,
    ev.RentFellDue: _rent_fell_due,
    ev.RentPaid: _rent_paid,
    ev.RentLapsed: _rent_lapsed,
    ev.RentWaived: _rent_waived,
    ev.Charged: _charged,
    ev.DebtIncurred: _debt_incurred,
    ev.DebtPaid: _debt_paid,
    ev.PotTaken: _pot_taken,
    ev.Built: _built,
    ev.BuildingsSold: _buildings_sold,
    ev.Mortgaged: _mortgaged,
    ev.MortgageLifted: _mortgage_lifted,
    ev.MortgageReceived: _mortgage_received,
    ev.MortgageKept: _mortgage_kept,
    ev.TradeProposed: _trade_proposed,
    ev.TradeMade: _trade_made,
    ev.TradeDropped: _trade_dropped,
    ev.EstatePassed: estate_passed,
    ev.SeatSlept: _seat_slept,
    ev.SeatWoke: _seat_woke,
    ev.GameWon: _game_won,
    ev.TableArranged: _table_arranged,
    ev.OptionsChanged: _options_changed,
    **dict.fromkeys(get_args(DeskEvent), _by_desk),
    Irregular: _unchanged,
}

_BEFORE_START = frozenset(
    {
        *get_args(DeskEvent),
        Irregular,
        ev.DeedsDealt,
        ev.OptionsChanged,
        ev.TableArranged,
        ev.TurnBegan,
    }
)

EVENT_TYPES: Mapping[str, type] = {kind.__name__: kind for kind in _FOLD}
