"""The buttons of a seat: what waits for it first, then what it can do now."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.message import Ask, Message, Prompt, say
from companion.core.seats import Seat
from companion.games.monopoly.auction import bid_limit, bidders, least_bid
from companion.games.monopoly.debt import oldest_debts
from companion.games.monopoly.edition import HOTEL, SQUARES, Kind
from companion.games.monopoly.jail import jail_fine
from companion.games.monopoly.mortgage import lift_cost
from companion.games.monopoly.piles import in_pile, on_top
from companion.games.monopoly.places import can_place
from companion.games.monopoly.raising import ways_to_raise, whole_group_sales
from companion.games.monopoly.rent import current_rent
from companion.games.monopoly.speed_die import uses_speed_die
from companion.games.monopoly.state import (
    Auction,
    Choice,
    Debt,
    DrawDue,
    Matter,
    Purchase,
    ReceivedMortgage,
    Rent,
    State,
    ThrowDue,
    Trade,
    cash,
    debts_of,
    deeds_of,
    hotels_left,
    houses_left,
    is_held,
    may_buy,
    others_after,
    running_auction,
    spendable,
    waiting,
)
from companion.games.monopoly.worth import liquidity

_SPEED: tuple[tuple[object, Message], ...] = tuple(
    (face, say(f"monopoly.speed.{face}")) for face in (1, 2, 3, "bus", "mr")
)
_DICE = Ask("dice", "dice", 2, 2)


def prompts(state: State, seat: Seat) -> tuple[Prompt, ...]:
    """What *seat* can do, most urgent first: a hint, not a gate."""
    if state.over or state.players[seat].out or seat in state.seats.asleep:
        return ()
    return (
        *(prompt for matter in state.open for prompt in _matter(state, seat, matter)),
        *_requests(state, seat),
        *_turn(state, seat),
        *(_by_hand(state, seat) if state.rules.hands else ()),
        *_build(state, seat),
        *(() if _must_raise(state, seat) else _raise(state, seat, waits=False)),
        *_lift(state, seat),
        *_take_back(state, seat),
        *_bankrupt(state, seat),
    )


def _matter(state: State, seat: Seat, matter: Matter) -> Iterator[Prompt]:
    match matter:
        case Purchase() if matter.player == seat:
            yield Prompt(
                {"do": "buy"},
                say("monopoly.prompt.buy", deed=matter.deed, amount=matter.price),
                pays=matter.price,
                waits=True,
            )
            auctions = "auction" if state.rules.auctions else "leave"
            yield Prompt(
                {"do": "decline"}, say(f"monopoly.prompt.decline_{auctions}", deed=matter.deed), waits=True
            )
        case Auction():
            yield from _auction(state, seat, matter)
        case Rent() if matter.owner == seat:
            yield Prompt(
                {"do": "demand", "deed": matter.deed, "from": state.seats.name(matter.tenant)},
                say("monopoly.prompt.demand", deed=matter.deed, tenant=matter.tenant, amount=matter.amount),
            )
        case Debt() if any(matter is oldest for oldest in oldest_debts(state, seat)[:1]):
            yield from _debt(state, seat)
        case DrawDue() if matter.player == seat:
            # People may have shuffled: what should be on top comes first, the rest of the pile after it.
            cards = dict.fromkeys((*on_top(state, matter.deck), *in_pile(state, matter.deck)))
            choices = tuple((card, say("monopoly.card", card=card)) for card in cards)
            yield Prompt(
                {"do": "draw"},
                say("monopoly.prompt.draw", deck=matter.deck),
                (Ask("card", "choice", choices=choices),),
                waits=True,
            )
        case ThrowDue() if matter.player == seat:
            count = 3 if matter.speed is True else 2
            yield Prompt(
                {"do": "throw"},
                say("monopoly.prompt.throw", deed=matter.deed, factor=matter.factor),
                (Ask("dice", "dice", count, count),),
                waits=True,
            )
        case Choice() if matter.player == seat:
            yield from _choice(state, seat, matter)
        case ReceivedMortgage() if matter.player == seat:
            deed = state.edition.by_id[matter.deed]
            yield Prompt(
                {"do": "keep_mortgage", "deed": matter.deed},
                say("monopoly.prompt.keep_mortgage", deed=matter.deed, amount=matter.interest),
                pays=matter.interest,
                waits=True,
            )
            cost = lift_cost(state, deed)
            yield Prompt(
                {"do": "lift", "deed": matter.deed},
                say("monopoly.prompt.lift", deed=matter.deed, amount=cost),
                pays=cost,
                waits=True,
            )
        case Trade() if matter.partner == seat:
            pays = max(0, matter.get.cash - matter.give.cash) or None
            for do in ("accept", "reject"):
                yield Prompt(
                    {"do": do, "trade": matter.number},
                    say(
                        f"monopoly.prompt.{do}_trade",
                        proposer=matter.proposer,
                        number=matter.number,
                    ),
                    pays=pays if do == "accept" else None,
                    waits=True,
                )
        case _:
            return


def _auction(state: State, seat: Seat, auction: Auction) -> Iterator[Prompt]:
    what = f"monopoly.building.{auction.what}" if auction.what else None
    if auction.won:
        if auction.leader == seat:
            for deed in can_place(state, seat, auction.what):
                yield Prompt(
                    {"do": "build", "deed": deed.id},
                    say("monopoly.prompt.place", deed=deed.id, what=what, amount=auction.highest),
                    pays=auction.highest,
                    waits=True,
                )
        return
    if auction is not running_auction(state) or seat not in bidders(state, auction):
        return
    leads = auction.leader == seat
    least, most = least_bid(state, auction, seat), bid_limit(state, auction, seat)
    barred = debts_of(state, seat) and not state.rules.trade_in_debt
    if least <= most and not barred:
        yield Prompt(
            {"do": "bid"},
            say("monopoly.prompt.bid", deed=auction.deed or None, what=what, amount=least),
            (Ask("amount", "amount", least, most),),
            waits=not leads,
        )
    if not leads:
        yield Prompt(
            {"do": "pass"}, say("monopoly.prompt.pass", deed=auction.deed or None, what=what), waits=True
        )


def _debt(state: State, seat: Seat) -> Iterator[Prompt]:
    """Pay it, or what it lacks, with the ways to raise that beside it."""
    due = oldest_debts(state, seat)
    owes, lacks = _owes(state, seat), _must_raise(state, seat)
    words = say("monopoly.prompt.pay", creditor=due[0].creditor, amount=owes)
    if lacks:
        words = say("monopoly.prompt.raise", creditor=due[0].creditor, amount=owes, lacks=lacks)
    yield Prompt({"do": "pay"}, words, pays=owes, waits=True)
    if lacks:
        yield from _raise(state, seat, waits=True)


def _owes(state: State, seat: Seat) -> int:
    return sum(debt.amount for debt in oldest_debts(state, seat))


def _must_raise(state: State, seat: Seat) -> int:
    """What *seat* lacks to pay its oldest debt."""
    return max(0, _owes(state, seat) - cash(state, seat)) if debts_of(state, seat) else 0


def _bankrupt(state: State, seat: Seat) -> Iterator[Prompt]:
    """The last resort, when even selling everything would not do."""
    owes, could = _owes(state, seat), liquidity(state, seat)
    if could < owes:
        creditor = oldest_debts(state, seat)[0].creditor
        message = say("monopoly.prompt.bankrupt", creditor=creditor, amount=owes, lacks=owes - could)
        yield Prompt({"do": "bankrupt"}, message, waits=True)


def _choice(state: State, seat: Seat, choice: Choice) -> Iterator[Prompt]:
    match choice.what:
        case "bus":
            for spaces in choice.moves:
                square = (state.players[seat].position + spaces) % SQUARES
                message = say("monopoly.prompt.bus", spaces=spaces, square=str(square))
                yield Prompt({"do": "choose", "move": spaces}, message, waits=True)
        case "triple":
            squares = tuple((square, say("monopoly.square", square=str(square))) for square in range(SQUARES))
            yield Prompt(
                {"do": "choose"},
                say("monopoly.prompt.triple"),
                (Ask("to", "choice", choices=squares),),
                waits=True,
            )
        case "tax":
            for how in ("flat", "percent"):
                yield Prompt({"do": "choose", "how": how}, say(f"monopoly.prompt.{how}"), waits=True)
        case _:
            yield from _leave_jail(state, seat)


def _leave_jail(state: State, seat: Seat) -> Iterator[Prompt]:
    fine = jail_fine(state, seat)
    yield Prompt(
        {"do": "leave_jail", "how": "pay"},
        say("monopoly.prompt.leave_jail_pay", amount=fine),
        pays=fine,
        waits=True,
    )
    if state.players[seat].cards:
        yield Prompt({"do": "leave_jail", "how": "card"}, say("monopoly.prompt.leave_jail_card"), waits=True)


def _requests(state: State, seat: Seat) -> Iterator[Prompt]:
    for request in state.requests:
        if request.payer == seat:
            values = {"payee": request.payee, "amount": request.amount, "note": request.note}
            yield Prompt(
                {"do": "accept", "number": request.number},
                say("monopoly.prompt.pay_request", **values),
                pays=request.amount,
                waits=True,
            )
            yield Prompt(
                {"do": "reject", "number": request.number},
                say("monopoly.prompt.refuse_request", **values),
                waits=True,
            )


def _turn(state: State, seat: Seat) -> Iterator[Prompt]:
    if state.turn.player != seat or is_held(state, seat):
        return
    if not state.turn.throwing:
        yield Prompt({"do": "end_turn"}, say("monopoly.prompt.end_turn"), waits=True)
        return
    in_jail = state.players[seat].in_jail
    speed = (Ask("speed", "choice", choices=_SPEED),) if uses_speed_die(state, seat) else ()
    yield Prompt(
        {"do": "roll"},
        say("monopoly.prompt.roll_in_jail" if in_jail else "monopoly.prompt.roll"),
        (_DICE, *speed),
        waits=True,
    )
    if in_jail:
        yield from _leave_jail(state, seat)


def _by_hand(state: State, seat: Seat) -> Iterator[Prompt]:
    """With `follow: hands`: GO, rents, purchases are said by tapping them."""
    yield Prompt({"do": "salary"}, say("monopoly.prompt.salary", amount=state.rules.salary))
    others = tuple(
        (state.seats.name(other), say("monopoly.who", who=other)) for other in others_after(state, seat)
    )
    for deed in deeds_of(state, seat):
        if others and current_rent(state, deed):
            dice = (_DICE,) if deed.kind is Kind.UTILITY else ()
            yield Prompt(
                {"do": "demand", "deed": deed.id},
                say("monopoly.prompt.demand_from", deed=deed.id),
                (Ask("from", "seat", choices=others), *dice),
            )
    free = tuple(
        (deed.id, say("monopoly.deed_price", deed=deed.id, amount=deed.price))
        for deed in state.edition.deeds
        if state.holdings[deed.index].owner is None
    )
    if free:
        price = Ask("price", "amount", 0, max(0, spendable(state, seat)), optional=True)
        if may_buy(state, seat):
            yield Prompt(
                {"do": "buy"}, say("monopoly.prompt.buy_any"), (Ask("deed", "choice", choices=free), price)
            )
        if state.rules.auctions:
            yield Prompt(
                {"do": "decline"}, say("monopoly.prompt.auction_any"), (Ask("deed", "choice", choices=free),)
            )
    if state.players[seat].cards:
        yield Prompt({"do": "leave_jail", "how": "card"}, say("monopoly.prompt.leave_jail_card"))


def _build(state: State, seat: Seat) -> Iterator[Prompt]:
    if waiting(state):
        return
    limited = state.rules.building_limit
    has = spendable(state, seat)
    for what, left in (("house", houses_left(state)), ("hotel", hotels_left(state))):
        if limited and left <= 0:
            continue
        for deed in can_place(state, seat, what):
            if deed.house <= has:
                yield Prompt(
                    {"do": "build", "deed": deed.id},
                    say(f"monopoly.prompt.build_{what}", deed=deed.id, amount=deed.house),
                    pays=deed.house,
                )


def _raise(state: State, seat: Seat, waits: bool) -> Iterator[Prompt]:
    """Ways to cash; *waits*: a debt asks for them."""
    for way in ways_to_raise(state, seat):
        hotel = state.holdings[state.edition.by_id[way.deed].index].houses == HOTEL
        id = way.verb if way.verb == "mortgage" else f"sell_{'hotel' if hotel else 'house'}"
        yield Prompt(
            {"do": way.verb, "deed": way.deed},
            say(f"monopoly.prompt.{id}", deed=way.deed, amount=way.amount),
            waits=waits,
        )
    for street, count, gain in whole_group_sales(state, seat):
        yield Prompt(
            {"do": "sell_building", "deed": street, "count": count},
            say("monopoly.prompt.sell_group", deed=street, amount=gain),
            waits=waits,
        )


def _lift(state: State, seat: Seat) -> Iterator[Prompt]:
    received = {matter.deed for matter in state.open if isinstance(matter, ReceivedMortgage)}
    for deed in deeds_of(state, seat):
        cost = lift_cost(state, deed)
        if (
            state.holdings[deed.index].mortgaged
            and deed.id not in received
            and cost <= spendable(state, seat)
        ):
            yield Prompt(
                {"do": "lift", "deed": deed.id},
                say("monopoly.prompt.lift", deed=deed.id, amount=cost),
                pays=cost,
            )


def _take_back(state: State, seat: Seat) -> Iterator[Prompt]:
    for matter in state.open:
        if isinstance(matter, Trade) and matter.proposer == seat:
            yield Prompt(
                {"do": "reject", "trade": matter.number},
                say("monopoly.prompt.take_back_trade", partner=matter.partner, number=matter.number),
            )
