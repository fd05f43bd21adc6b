"""Deeds from the bank: bought, declined, dealt."""

from __future__ import annotations

from companion.core.refusal import Reason, Refusal, refuse_field
from companion.core.seats import Role, Seat
from companion.core.verbs import seat_of
from companion.games.monopoly.checks import Changes, auction_for, find_deed, need_cash, need_in_game
from companion.games.monopoly.commands import Buy, DealDeeds, Decline
from companion.games.monopoly.edition import Deed
from companion.games.monopoly.events import AuctionOpened, DeedBought, DeedsDealt, PurchaseDeclined
from companion.games.monopoly.state import Purchase, State, deeds_of, may_buy, running_auction

_NOT_LANDED = "monopoly.why.not_landed"
_FIRST_LAP = "monopoly.why.first_lap"


def buy(draft: Changes, command: Buy) -> None:
    """Buy the square just landed on; by hand, or through the banker, any deed of the bank at any price.

    Raises Refusal: "already_owned", "not_for_sale", NOT_ENOUGH_CASH, NOT_YOUR_TURN, NOTHING_OPEN,
    SOMETHING_OPEN while that deed is auctioned. Rule: MP-8, MP-11.
    """
    state = draft.state
    seat = seat_of(command.by)
    need_in_game(state, seat, "by")
    deed, price = _wanted(draft, seat, command.deed, command.entered_by is Role.BANKER, "buy")
    free = state.rules.hands or command.entered_by is Role.BANKER
    if command.price is not None and command.price != price and not free:
        refuse_field("price", "printed_price", command.price, price=price)
    agreed = price if command.price is None else command.price
    _need_unowned(state, deed)
    if state.rules.hands:
        draft.require(may_buy(state, seat), "not_for_sale", deed=deed.id, why=_FIRST_LAP)
    if auction_for(state, deed.id) is not None:
        draft.refuse(Reason.SOMETHING_OPEN, what="monopoly.matter.auction", deed=deed.id)
    need_cash(state, seat, agreed)
    draft.add(DeedBought(seat, deed.id, agreed))


def decline(draft: Changes, command: Decline) -> None:
    """Leave it: the deed is auctioned, or stays with the bank where there are no auctions.

    Rule: MP-8, MP-10, MP-H3.
    """
    state = draft.state
    seat = seat_of(command.by)
    need_in_game(state, seat, "by")
    deed, _ = _wanted(draft, seat, command.deed, command.entered_by is Role.BANKER, "decline")
    _need_unowned(state, deed)
    if auction_for(state, deed.id) is not None:
        raise Refusal(Reason.SOMETHING_OPEN, what="monopoly.matter.auction", deed=deed.id)
    offered = any(isinstance(one, Purchase) and one.deed == deed.id for one in state.open)
    if offered:
        draft.add(PurchaseDeclined(seat, deed.id))
    elif not state.rules.auctions:
        draft.refuse("option_off", option="auctions", verb="decline")
    if state.rules.auctions or not offered:
        draft.add(AuctionOpened(deed.id, number=command.entry))


def _wanted(draft: Changes, seat: Seat, id: str | None, banker: bool, verb: str) -> tuple[Deed, int]:
    """The deed that is meant, and its price."""
    state = draft.state
    offered = next((one for one in state.open if isinstance(one, Purchase) and one.player == seat), None)
    named = None if id is None else find_deed(state, id)
    if offered is not None and (named is None or named.id == offered.deed):
        return state.edition.by_id[offered.deed], offered.price
    if state.rules.hands and named is None:
        refuse_field("deed", "deed_meant", "nothing")
    if named is None:
        named = _under_piece(draft, seat, verb)
    elif not (state.rules.hands or banker):
        _need_unowned(state, named)
        raise Refusal("not_for_sale", deed=named.id, why=_NOT_LANDED)
    return named, named.price


def _under_piece(draft: Changes, seat: Seat, verb: str) -> Deed:
    """The deed of the square where the piece stands, although it is not offered: the banker may let it pass.

    Raises Refusal: NOT_YOUR_TURN, SOMETHING_OPEN, NOTHING_OPEN, "already_owned", "not_for_sale".
    """
    state = draft.state
    square = state.edition.squares[state.players[seat].position]
    auction = running_auction(state)
    if state.turn.player != seat:
        draft.refuse(Reason.NOT_YOUR_TURN, who=seat, turn=state.turn.player)
    elif auction is not None:
        draft.refuse(Reason.SOMETHING_OPEN, what="monopoly.matter.auction", deed=auction.deed)
    elif verb == "decline" or (square.deed is not None and not state.turn.thrown):
        raise Refusal(Reason.NOTHING_OPEN, verb=verb)
    if square.deed is None:
        raise Refusal("not_for_sale", square=str(square.number), why=_NOT_LANDED)
    _need_unowned(state, square.deed)
    if not draft.passed:
        why = _NOT_LANDED if may_buy(state, seat) else _FIRST_LAP
        draft.refuse("not_for_sale", deed=square.deed.id, why=why)
    return square.deed


def _need_unowned(state: State, deed: Deed) -> None:
    owner = state.holdings[deed.index].owner
    if owner is not None:
        raise Refusal("already_owned", deed=deed.id, owner=owner)


def deal(draft: Changes, command: DealDeeds) -> None:
    """Deeds dealt before the first throw, paid for at their price. Rule: MP-H4, MP-H11."""
    state = draft.state
    most = state.rules.deeds_dealt
    if not most:
        draft.refuse("option_off", option="dealt_deeds", verb="deal")
    draft.require(not state.started, Reason.NOT_NOW, verb="deal")
    taken: set[str] = set()
    for seat, ids in command.deeds:
        need_in_game(state, seat, "deeds")
        deeds = [find_deed(state, id, "deeds") for id in ids]
        has = len(deeds_of(state, seat))
        if most and len(deeds) + has > most:
            refuse_field("deeds", "deeds_each", len(deeds) + has, most=most)
        for deed in deeds:
            _need_unowned(state, deed)
            if deed.id in taken:
                refuse_field("deeds", "each_once", deed.id)
            taken.add(deed.id)
        cost = sum(deed.price for deed in deeds)
        need_cash(state, seat, cost)
        draft.add(DeedsDealt(seat, tuple(ids), cost))
