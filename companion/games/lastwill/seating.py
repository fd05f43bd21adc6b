"""People who come, go or sleep."""

from __future__ import annotations

from companion.core.acts import Join, Leave, Transferred
from companion.core.desk import decide_desk
from companion.core.draft import Draft
from companion.core.ledger import House
from companion.core.refusal import Reason, Refusal, refuse_field
from companion.core.seats import Role, Seat
from companion.games.lastwill.events import (
    GameEnded,
    HandArranged,
    SeatLeft,
    SeatSlept,
    SeatWoke,
)
from companion.games.lastwill.record import Event
from companion.games.lastwill.rounds import pass_turn, return_jokers
from companion.games.lastwill.spending import winners
from companion.games.lastwill.state import Hand, Phase, State

LEAST_PLAYERS, MOST_PLAYERS = 2, 5
STARTING_HAND = 6


def spendable(state: State, seat: Seat) -> int:
    """What may be given away freely: the money held. Debt is made with cards, not with gifts."""
    return max(0, state.money(seat))


def join(draft: Draft[State, Event], command: Join) -> None:
    """A newcomer before anybody has planned, or a sleeper who wakes."""
    state = draft.state
    sleeper = state.seats.find(command.name)
    if sleeper is not None and sleeper in state.seats.asleep:
        draft.add(SeatWoke(sleeper))
        return
    if len(state.seats.order) >= MOST_PLAYERS:
        refuse_field("name", "at_most_players", command.name, most=MOST_PLAYERS)
    planned = state.blocked or any(state.players[seat].plan is not None for seat in state.seats)
    if state.phase not in (Phase.SETUP, Phase.PLANNING) or planned:
        raise Refusal(Reason.NOT_NOW, phase=state.phase.value)
    decide_desk(draft, command, spendable)
    seat = Seat(len(state.seats.names))
    draft.add(Transferred(House.BANK, seat, state.rules.start_money))
    if state.phase is Phase.SETUP:
        draft.add(HandArranged(seat, Hand((), STARTING_HAND)))


def leave(draft: Draft[State, Event], command: Leave) -> None:
    """A player goes: to the bank, to an heir, or to sleep; the others play on.

    Nothing is auctioned in this game: "auction" means the bank and the piles.
    """
    seat, to = command.who, command.to
    state = draft.state
    if command.by is not Role.BANKER and command.by != seat:
        raise Refusal(Reason.WRONG_SEAT, who=seat)
    if to == seat:
        refuse_field("to", "heir", state.seats.name(seat))
    if to == "sleep" and seat in state.seats.asleep:
        refuse_field("to", "heir_of_sleeper", to)
    if state.phase is Phase.ACTIONS and state.turn == seat:
        pass_turn(draft, seat)
    if to == "sleep":
        draft.add(SeatSlept(seat))
        return
    heir = None if isinstance(to, str) else to
    money = draft.state.money(seat)
    hand = draft.state.players[seat].hand
    if heir is None and hand is not None:
        return_jokers(draft, tuple(card for card in hand.known if draft.state.card(card).is_joker), seat)
    draft.add(SeatLeft(seat, heir, money))
    if len(draft.state.seats.order) < LEAST_PLAYERS and draft.state.phase is not Phase.OVER:
        draft.add(GameEnded(winners(draft.state)))
