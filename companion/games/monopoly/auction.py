"""Auctions of deeds and of the last buildings."""

from __future__ import annotations

from companion.core.desk import check_covers
from companion.core.ledger import House
from companion.core.refusal import Reason, Refusal
from companion.core.seats import Seat
from companion.core.verbs import seat_of
from companion.games.monopoly.checks import Changes, need_no_debt
from companion.games.monopoly.commands import Bid, CallAuction, Hammer, PassBid
from companion.games.monopoly.events import (
    AuctionFailed,
    AuctionOpened,
    AuctionWon,
    BidMade,
    BidPassed,
    DebtIncurred,
)
from companion.games.monopoly.places import can_place
from companion.games.monopoly.state import (
    Auction,
    State,
    awake,
    buildings_free,
    cash,
    hotels_left,
    houses_left,
    reserved,
    running_auction,
)


def bidders(state: State, auction: Auction) -> tuple[Seat, ...]:
    """Who may still bid, the leader among them."""
    return tuple(
        seat
        for seat in awake(state)
        if seat not in auction.passed
        and (auction.eligible is None or seat in auction.eligible)
        and (not auction.what or seat == auction.leader or can_place(state, seat, auction.what))
    )


def least_bid(state: State, auction: Auction, seat: Seat) -> int:
    """The lowest bid that *seat* may make now. Rule: MP-9, MP-37."""
    least = auction.highest + 1
    if auction.what and state.rules.building_minimum == "price":
        places = can_place(state, seat, auction.what)
        return max(least, min((deed.house for deed in places), default=least))
    return least


def bid_limit(state: State, auction: Auction, seat: Seat) -> int:
    """The most that *seat* can bid: its cash beyond leading bids in other auctions."""
    own = auction.highest if auction.leader == seat else 0
    return cash(state, seat) - reserved(state, seat) + own


def bid(draft: Changes, command: Bid) -> None:
    """Raises Refusal: NOTHING_OPEN, "not_in_auction", SOMETHING_OPEN, "bid_too_low", NOT_ENOUGH_CASH."""
    auction, seat = _bidding(draft, seat_of(command.by))
    state = draft.state
    if seat not in bidders(state, auction):
        # The banker lets somebody in again who had passed.
        draft.refuse("not_in_auction", who=seat)
    need_no_debt(draft, seat)
    least = least_bid(state, auction, seat)
    draft.require(command.amount >= least, "bid_too_low", amount=command.amount, least=least)
    check_covers(seat, bid_limit(state, auction, seat), command.amount)
    draft.add(BidMade(seat, command.amount, auction.deed, auction.what, command.entry))


def pass_bid(draft: Changes, command: PassBid) -> None:
    """Final for this auction, and not for its leader; let off by the banker, the bid before leads.

    Raises Refusal: NOTHING_OPEN, "not_in_auction", NOT_NOW.
    """
    auction, seat = _bidding(draft, seat_of(command.by))
    if seat not in bidders(draft.state, auction):
        raise Refusal("not_in_auction", who=seat)
    draft.require(auction.leader != seat, Reason.NOT_NOW, verb="pass")
    draft.add(BidPassed(seat, auction.deed, auction.what))


def _bidding(draft: Changes, seat: Seat) -> tuple[Auction, Seat]:
    """The auction that runs, for somebody who is there."""
    auction = running_auction(draft.state)
    if auction is None:
        raise Refusal(Reason.NOTHING_OPEN, verb="bid")
    if seat not in awake(draft.state):
        raise Refusal("not_in_auction", who=seat)
    return auction, seat


def hammer(draft: Changes, command: Hammer) -> None:
    """The banker ends the auction, or takes back a building that its winner cannot place any more.

    Raises Refusal: NOTHING_OPEN, STALE when a bid came after the one that the banker saw.
    """
    auction = running_auction(draft.state) or _stuck_building(draft.state)
    if auction is None:
        raise Refusal(Reason.NOTHING_OPEN if command.number is None else Reason.STALE, verb="hammer")
    if command.number is not None and command.number < auction.number:
        raise Refusal(Reason.STALE, number=command.number)
    if auction.won:
        draft.add(AuctionFailed(auction.deed, auction.what, won=True))
    else:
        _end(draft, auction)


def _stuck_building(state: State) -> Auction | None:
    """A building that was won, and that its winner cannot place legally."""
    for matter in state.open:
        if isinstance(matter, Auction) and matter.won and matter.leader is not None:
            left = houses_left(state) if matter.what == "house" else hotels_left(state)
            if left <= 0 or not can_place(state, matter.leader, matter.what):
                return matter
    return None


def call_auction(draft: Changes, command: CallAuction) -> None:
    """One of the last buildings goes to whoever bids most among those who could place it. Rule: MP-37."""
    state = draft.state
    what = command.what
    draft.require(state.rules.building_limit, "option_off", option="building_limit", verb="auction")
    left = buildings_free(state, what)
    if left <= 0:
        raise Refusal("no_houses_left" if what == "house" else "no_hotels_left", left=left)
    eligible = tuple(seat for seat in awake(state) if can_place(state, seat, what))
    if not eligible:
        raise Refusal(Reason.NOT_NOW, verb="auction")
    draft.add(AuctionOpened("", what, eligible, command.entry))


def close_auction(draft: Changes) -> bool:
    """End the running auction when everybody but its leader has passed; whether it was."""
    auction = running_auction(draft.state)
    if auction is None:
        return False
    if any(seat != auction.leader for seat in bidders(draft.state, auction)):
        return False
    _end(draft, auction)
    return True


def _end(draft: Changes, auction: Auction) -> None:
    leader, price = auction.leader, auction.highest
    if leader is None:
        draft.add(AuctionFailed(auction.deed, auction.what))
        return
    # A rent or a tax may have taken the reserved cash: what lacks is owed to the bank.
    paid = 0 if auction.what else min(price, cash(draft.state, leader))
    draft.add(AuctionWon(leader, price, paid, auction.deed, auction.what))
    if not auction.what and paid < price:
        draft.add(DebtIncurred(leader, House.BANK, price - paid, "auction", auction.deed))
