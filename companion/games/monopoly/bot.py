"""A simple player for simulations and soak tests: it buys, builds, pays, and gives up when it must."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.game import Game, Setup
from companion.core.seats import Seat
from companion.core.verbs import read_said
from companion.games.monopoly.auction import bid_limit, bidders, least_bid
from companion.games.monopoly.chances import chance, chance_act
from companion.games.monopoly.debt import oldest_debts
from companion.games.monopoly.luck import Luck
from companion.games.monopoly.places import can_place
from companion.games.monopoly.raising import ways_to_raise, whole_group_sales
from companion.games.monopoly.rules import advance
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
    hotels_left,
    houses_left,
    running_auction,
    spendable,
)
from companion.games.monopoly.turn_events import TurnBegan
from companion.games.monopoly.worth import liquidity

Act = Mapping[str, object]

_KEPT_BACK = 100
"""Cash that is not spent on buildings."""
MOST_TURNS = 400
"""A game that is not decided by then is counted."""


def play(game: Game, setup: Setup, random: Luck) -> tuple[int, int]:
    """Play one game to its end through *game*'s verbs; returns its turns and events."""
    state = game.new(setup)
    turns = events = 0
    while not state.over:
        said = {"do": "finish", "by": "banker"} if turns >= MOST_TURNS else next_act(state, random)
        made, state = advance(state, read_said(said, game.verbs, state.seats, events + 1).command)
        turns += sum(type(event) is TurnBegan for event in made)
        events += len(made)
    return turns, events


def next_act(state: State, random: Luck) -> Act:
    """The next command as JSON, of whoever the table waits for."""
    for matter in state.open:
        act = _answer(state, matter, random)
        if act is not None:
            return act
    seat = state.turn.player
    assert seat is not None, "a simple player follows the dice"
    if state.turn.throwing:
        return _with_luck(state, seat, random)
    return _build(state, seat) or {"do": "end_turn", "by": state.seats.name(seat)}


def _with_luck(state: State, seat: Seat, random: Luck) -> Act:
    """The throw or draw that is due, made here."""
    due = chance(state, seat)
    assert due is not None
    by = state.seats.name(seat)
    if due.cards:
        return {**chance_act(state, seat, due, random.choice(due.cards)), "by": by}
    count = 3 if due.dice.endswith("+1d6") else 2
    return {**chance_act(state, seat, due, [random.randint(1, 6) for _ in range(count)]), "by": by}


def _answer(state: State, matter: Matter, random: Luck) -> Act | None:
    name = state.seats.name
    match matter:
        case Purchase():
            can = spendable(state, matter.player) >= matter.price
            return {"do": "buy" if can else "decline", "by": name(matter.player)}
        case Auction():
            return _bid_or_place(state, matter, random)
        case Rent() if state.rules.hands or matter.owner not in state.seats.asleep:
            return {
                "do": "demand",
                "by": name(matter.owner),
                "deed": matter.deed,
                "from": name(matter.tenant),
            }
        case Debt():
            return _settle(state, matter)
        case DrawDue() | ThrowDue():
            return _with_luck(state, matter.player, random)
        case Choice():
            return {"by": name(matter.player), **_choose(state, matter, random)}
        case ReceivedMortgage():
            return {"do": "keep_mortgage", "by": name(matter.player), "deed": matter.deed}
        case Trade():
            return {"do": "reject", "by": name(matter.partner), "trade": matter.number}
        case _:
            return None


def _bid_or_place(state: State, auction: Auction, random: Luck) -> Act | None:
    if auction.won:
        seat = auction.leader
        assert seat is not None
        places = can_place(state, seat, auction.what)
        if not places:
            return {"do": "hammer", "by": "banker"}
        return {"do": "build", "by": state.seats.name(seat), "deed": places[0].id}
    if auction is not running_auction(state):
        return None
    waiting = [seat for seat in bidders(state, auction) if seat != auction.leader]
    seat = random.choice(waiting)
    least = least_bid(state, auction, seat)
    worth = state.edition.by_id[auction.deed].price if auction.deed else 200
    can = least <= bid_limit(state, auction, seat) and not oldest_debts(state, seat)
    if can and least <= worth and random.random() < 0.7:
        step = min(random.randint(1, 50), bid_limit(state, auction, seat) - least)
        return {"do": "bid", "by": state.seats.name(seat), "amount": least + max(0, step)}
    return {"do": "pass", "by": state.seats.name(seat)}


def _settle(state: State, debt: Debt) -> Act | None:
    seat = debt.debtor
    by = state.seats.name(seat)
    owes = sum(one.amount for one in oldest_debts(state, seat))
    if cash(state, seat) >= owes:
        return {"do": "pay", "by": by}
    if liquidity(state, seat) < owes:
        return {"do": "bankrupt", "by": by}
    ways = ways_to_raise(state, seat)
    if ways:
        best = max(ways, key=lambda way: (way.verb == "mortgage", -way.amount))
        return {"do": best.verb, "by": by, "deed": best.deed}
    for street, count, _ in whole_group_sales(state, seat):
        return {"do": "sell_building", "by": by, "deed": street, "count": count}
    # All that is left to mortgage is kept for a building that was won: that is placed first.
    return None


def _choose(state: State, choice: Choice, random: Luck) -> Act:
    match choice.what:
        case "bus":
            return {"do": "choose", "move": random.choice(choice.moves)}
        case "triple":
            return {"do": "choose", "to": random.randrange(40)}
        case "tax":
            return {"do": "choose", "how": "flat"}
        case _:
            return {"do": "leave_jail", "how": "card" if state.players[choice.player].cards else "pay"}


def _build(state: State, seat: Seat) -> Act | None:
    """Build while the cash does, dearest streets first."""
    if state.open:
        return None
    budget = spendable(state, seat) - _KEPT_BACK
    if budget < 50:
        return None
    for what, left in (("hotel", hotels_left), ("house", houses_left)):
        places = [deed for deed in can_place(state, seat, what) if deed.house <= budget]
        if places and (not state.rules.building_limit or left(state) > 0):
            return {"do": "build", "by": state.seats.name(seat), "deed": places[-1].id}
    return None
