"""The course of a round: phases that wait for nobody run through, and the end of a round in its order."""

from __future__ import annotations

from companion.core.draft import Draft
from companion.core.seats import Seat
from companion.games.lastwill.cards import jokers_of
from companion.games.lastwill.events import (
    ActionsSet,
    BoardsReset,
    GameEnded,
    JokerReturned,
    MarkersReturned,
    OfferCleared,
    PhaseBegan,
    PropertiesFell,
    RoundBegan,
    Step,
    TurnPassed,
)
from companion.games.lastwill.record import Event
from companion.games.lastwill.spending import winners
from companion.games.lastwill.state import (
    Phase,
    State,
    awake,
    extra_actions,
    last_round,
    next_errand,
    next_planner,
    offer_slots,
    over_limit,
    turn_order,
)


def advance(draft: Draft[State, Event]) -> None:
    """Go on until somebody is waited for, or the game is over."""
    while not _waits(draft):
        pass


def _waits(draft: Draft[State, Event]) -> bool:
    """One step on; True when nothing more happens by itself."""
    state = draft.state
    seats = awake(state)
    if not seats:
        return True
    match state.phase:
        case Phase.SETUP:
            if any(not state.players[seat].kept for seat in seats) and _keeps_hands(state):
                return True
            draft.add(PhaseBegan(Phase.PLANNING, seats[0]))
        case Phase.PLANNING:
            if any(state.players[seat].plan is None for seat in seats):
                return _give_turn(draft, next_planner(state, seats[-1]))
            draft.add(PhaseBegan(Phase.ERRANDS, turn_order(state)[0]))
        case Phase.ERRANDS:
            following = next_errand(state)
            if following is not None:
                return _give_turn(draft, following)
            for seat in turn_order(state):
                set_actions(draft, seat)
            draft.add(PhaseBegan(Phase.ACTIONS, turn_order(state)[0]))
        case Phase.ACTIONS:
            if state.turn is not None and state.turn in seats:
                return True
            _begin_end(draft)
        case Phase.END:
            take_back_jokers(draft)
            if any(over_limit(draft.state, seat) for seat in seats):
                return True
            _close_round(draft)
        case Phase.OVER:
            return True
    return False


def pass_turn(draft: Draft[State, Event], seat: Seat) -> None:
    """End the turn of *seat* in the actions phase; after the last one the round ends. Rule: LW-6.2."""
    order = turn_order(draft.state)
    if seat in order and order.index(seat) + 1 < len(order):
        draft.add(TurnPassed(order[order.index(seat) + 1]))
    else:
        _begin_end(draft)


def set_actions(draft: Draft[State, Event], seat: Seat) -> None:
    """Set the action marker to the plan's number and what helpers add. Rule: LW-6.1, A18, A20."""
    plan = draft.state.players[seat].plan
    actions = extra_actions(draft.state, seat, "any") + (plan.actions if plan is not None else 0)
    draft.add(ActionsSet(seat, actions, extra_actions(draft.state, seat, "white")))


def joker_slot(state: State, joker: str) -> str:
    """The place of the offer board that a joker goes back to. Rule: LW-10.5."""
    home = state.joker_slots.get(joker)
    if home is not None and state.offer.get(home) is None:
        return home
    for slot in offer_slots(state) or ():
        if slot.deck(state.round) == "joker" and state.offer.get(slot.id) is None:
            return slot.id
    if offer_slots(state) is None:
        taken = {figure.slot for figure in state.figures}
        empty = [slot for slot, card in state.offer.items() if card is None and slot not in taken]
        # On boards that nobody entered a slot called after the joker is its place, else any empty one.
        return next((slot for slot in empty if "joker" in slot.lower()), empty[0] if empty else joker)
    return joker


def return_jokers(draft: Draft[State, Event], jokers: tuple[str, ...], seat: Seat | None) -> None:
    """Put jokers back on the offer board, out of the hand of *seat* if it was one."""
    for joker in jokers:
        draft.add(JokerReturned(seat, joker, joker_slot(draft.state, joker)))


def _keeps_hands(state: State) -> bool:
    return state.rules.starting_hands == "tracked" and state.round == 1


def _give_turn(draft: Draft[State, Event], seat: Seat | None) -> bool:
    """Wait for the seat whose turn it is; give the turn to *seat* when nobody has it."""
    if draft.state.turn not in awake(draft.state):
        draft.add(TurnPassed(seat))
    return True


def _begin_end(draft: Draft[State, Event]) -> None:
    draft.add(PhaseBegan(Phase.END, None))


def take_back_jokers(draft: Draft[State, Event]) -> None:
    """Jokers go back to the offer board whatever the hand's size, also out of hands nobody counts.

    Rule: LW-13.1, D10.
    """
    for seat in draft.state.seats:
        hand = draft.state.players[seat].hand
        if hand is not None:
            return_jokers(draft, tuple(card for card in hand.known if draft.state.card(card).is_joker), seat)
    return_jokers(draft, _missing_jokers(draft.state), None)


def _missing_jokers(state: State) -> tuple[str, ...]:
    """Jokers whose place on the offer board is empty: they were taken and nobody noted where they are."""
    places = [slot.id for slot in offer_slots(state) or () if slot.deck(state.round) == "joker"]
    jokers = jokers_of(state.cards) if places else tuple(state.joker_slots)
    away = tuple(joker for joker in jokers if joker not in state.offer.values())
    free = sum(state.offer.get(place) is None for place in places) if places else len(away)
    return away[:free]


def _close_round(draft: Draft[State, Event]) -> None:
    """The rest of phase 5, in its order. Rule: LW-13.2 to LW-13.7, LW-14.6."""
    state = draft.state
    last = last_round(state)
    if not last or state.rules.last_depreciation:
        steps = _depreciation(state)
        if steps:
            draft.add(PropertiesFell(steps))
    draft.add(BoardsReset())
    left = [card for card in state.offer.values() if card is not None and not state.card(card).is_joker]
    if left:
        gone = tuple(card for card in left if state.card(card).deck == "special")
        draft.add(OfferCleared(tuple(card for card in left if card not in gone), gone))
    if last:
        # The plans stay: they break ties.
        draft.add(GameEnded(winners(draft.state)))
        return
    draft.add(MarkersReturned())
    start = state.start if state.inherited else state.seats.next_after(state.start)
    draft.add(RoundBegan(state.round + 1, start))
    draft.add(PhaseBegan(Phase.SETUP, None))


def _depreciation(state: State) -> tuple[Step, ...]:
    """Every laddered property not kept up, one step down. Rule: LW-13.2, D12, D14."""
    steps = []
    for seat in state.seats:
        for held in state.players[seat].board:
            if held.value is None or held.used:
                continue
            below = state.card(held.card).step_below(held.value)
            if below != held.value:
                steps.append(Step(seat, held.card, below))
    return tuple(steps)
