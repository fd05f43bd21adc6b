"""Events about deeds folded into the state: bought, auctioned, built on, mortgaged."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.core.ledger import House
from companion.core.seats import Seat
from companion.games.monopoly import events as ev
from companion.games.monopoly.estate import without_bidder
from companion.games.monopoly.folding import Fold, close_first, close_received, closed, opened, set_holding
from companion.games.monopoly.state import Auction, Purchase, ReceivedMortgage, State, running_auction


def _purchase_offered(state: State, event: ev.PurchaseOffered) -> State:
    return opened(state, Purchase(event.player, event.deed, event.price))


def _purchase_declined(state: State, event: ev.PurchaseDeclined) -> State:
    return closed(state, lambda matter: isinstance(matter, Purchase) and matter.deed == event.deed)


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
    return opened(state, Auction(event.deed, event.what, eligible=event.eligible, number=event.number))


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
            bids=(*auction.bids, (event.bidder, event.amount)),
            passed=tuple(seat for seat in auction.passed if seat != event.bidder),
            number=event.number,
        ),
    )


def _bid_passed(state: State, event: ev.BidPassed) -> State:
    auction = running_auction(state)
    if auction is not None and auction.leader == event.bidder:
        state = without_bidder(state, event.bidder)
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


def _built(state: State, event: ev.Built) -> State:
    if event.auctioned:
        state = close_first(
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


def _mortgage_lifted(state: State, event: ev.MortgageLifted) -> State:
    state = close_received(set_holding(state, event.deed, mortgaged=False), event.deed)
    return state._replace(ledger=state.ledger.moved(event.owner, House.BANK, event.cost))


def _mortgage_received(state: State, event: ev.MortgageReceived) -> State:
    state = close_received(state, event.deed)
    return opened(state, ReceivedMortgage(event.owner, event.deed, event.interest))


def _mortgage_kept(state: State, event: ev.MortgageKept) -> State:
    return close_received(state, event.deed)


DEED_FOLDS: Mapping[type, Fold] = {
    ev.PurchaseOffered: _purchase_offered,
    ev.PurchaseDeclined: _purchase_declined,
    ev.DeedBought: _deed_bought,
    ev.DeedsDealt: _deeds_dealt,
    ev.AuctionOpened: _auction_opened,
    ev.BidMade: _bid_made,
    ev.BidPassed: _bid_passed,
    ev.AuctionWon: _auction_won,
    ev.AuctionFailed: _auction_failed,
    ev.Built: _built,
    ev.BuildingsSold: _buildings_sold,
    ev.Mortgaged: _mortgaged,
    ev.MortgageLifted: _mortgage_lifted,
    ev.MortgageReceived: _mortgage_received,
    ev.MortgageKept: _mortgage_kept,
}
