"""Planning: the starting hand, plans on spaces or typed, blocked spaces, and the cards drawn."""

from __future__ import annotations

from collections import Counter

from companion.core.draft import Draft
from companion.core.refusal import Reason, Refusal, refuse_field, said_as
from companion.core.seats import Seat
from companion.core.verbs import seat_of
from companion.games.lastwill.box import PlanSpace
from companion.games.lastwill.cards import REGULAR_DECKS, PlanDraw
from companion.games.lastwill.codes import Code
from companion.games.lastwill.commands import Block, ChoosePlan, Drew, Keep
from companion.games.lastwill.enrolment import enrol_all, require_in_hand
from companion.games.lastwill.events import (
    CardsDrawn,
    CardsKept,
    Planned,
    SpaceBlocked,
    TurnPassed,
)
from companion.games.lastwill.record import Event
from companion.games.lastwill.spending import require_turn
from companion.games.lastwill.state import (
    Phase,
    Plan,
    State,
    awake,
    block_is_due,
    helpers_of,
    next_planner,
    plan_spaces,
)

_STARTING_DECKS = ("helper_expense", "property")


def keep_cards(draft: Draft[State, Event], command: Keep) -> None:
    """Keep 2 of the 6 cards of the start. Rule: LW-2.11."""
    seat = seat_of(command.by)
    state = draft.state
    player = state.players[seat]
    early = state.phase is Phase.SETUP or (state.phase is Phase.PLANNING and player.plan is None)
    if state.round != 1 or not early or player.kept:
        raise Refusal(Reason.NOT_NOW, phase=state.phase.value)
    cards = enrol_all(draft, command.cards, "cards", seat)
    _check_decks(draft.state, cards, _STARTING_DECKS)
    require_in_hand(draft, seat, cards, "cards")
    draft.add(CardsKept(seat, cards))


def choose_plan(draft: Draft[State, Event], command: ChoosePlan) -> None:
    """Put the planning marker on a space, or type what the space shows. Rule: LW-4.1, LW-4.2."""
    seat = seat_of(command.by)
    state = draft.state
    if state.phase is not Phase.PLANNING:
        raise Refusal(Reason.NOT_NOW, phase=state.phase.value)
    spaces = plan_spaces(state)
    if spaces is not None:
        require_turn(draft, seat)
    if state.players[seat].plan is not None:
        raise Refusal(Reason.NOT_NOW, phase=state.phase.value)
    if spaces is None:
        plan = _typed_plan(draft, command)
    else:
        if block_is_due(state):
            raise Refusal(Reason.NOT_NOW, phase=state.phase.value)
        plan = _plan_on_space(draft, command, spaces)
    more = sum(ability.count for ability in helpers_of(state, seat, PlanDraw) if ability.deck == "any")
    draft.add(Planned(seat, plan, plan.cards + more))
    if spaces is None:
        first = awake(state)[-1]
        _hand_on(draft, next_planner(draft.state, first))
    elif state.turn == seat:
        _hand_on(draft, next_planner(draft.state, seat))


def block_space(draft: Draft[State, Event], command: Block) -> None:
    """Two players: put the second-colour marker on a space. Rule: LW-4.7."""
    seat = seat_of(command.by)
    state = draft.state
    spaces = plan_spaces(state)
    if state.phase is Phase.PLANNING and spaces is None:
        raise Refusal(Code.BOX_MISSING, part="planning")
    if spaces is None or not block_is_due(state):
        raise Refusal(Reason.NOT_NOW, phase=state.phase.value)
    require_turn(draft, seat)
    _check_free(draft, command.space, spaces)
    draft.add(SpaceBlocked(seat, command.space))
    if len(state.blocked) == 0:
        draft.add(TurnPassed(state.seats.next_after(seat)))


def name_drawn(draft: Draft[State, Event], command: Drew) -> None:
    """Name cards that were taken: with the plan, by helpers, by a random errand.

    Rule: LW-4.3, A21, A24, A25, D23.
    """
    seat = seat_of(command.by)
    state = draft.state
    player = state.players[seat]
    if state.phase in (Phase.END, Phase.OVER) or (player.plan is None and not player.given):
        raise Refusal(Reason.NOT_NOW, phase=state.phase.value)
    cards = enrol_all(draft, command.cards, "cards", seat)
    if len(set(cards)) < len(cards):
        refuse_field("cards", "cards_once", ", ".join(cards))
    state = draft.state
    hand = state.players[seat].hand
    for card in cards:
        if hand is not None and card in hand.known:
            refuse_field("cards", "unnamed_cards", card)
        if state.owner_of(card) is not None:
            refuse_field("cards", "cards_on_no_board", card)
    _check_decks(state, cards, _STARTING_DECKS if state.phase is Phase.SETUP else REGULAR_DECKS)
    _check_count(state, seat, cards)
    draft.add(CardsDrawn(seat, cards))


def drawn_extra(state: State, seat: Seat) -> Counter[str]:
    """How many further cards of single decks helpers let the planning draw take."""
    extra: Counter[str] = Counter()
    if state.players[seat].plan is not None:
        for ability in helpers_of(state, seat, PlanDraw):
            if ability.deck != "any":
                extra[ability.deck] += ability.count
    return extra


def _check_count(state: State, seat: Seat, cards: tuple[str, ...]) -> None:
    player = state.players[seat]
    extra = drawn_extra(state, seat)
    decks = Counter(state.card(card).deck for card in (*player.drawn, *cards))
    most = player.given + sum(extra.values())
    beyond = sum(count - min(count, extra[deck]) for deck, count in decks.items() if deck)
    if decks.total() > most or beyond > player.given:
        left = max(0, most - len(player.drawn))
        if not extra:
            refuse_field("cards", "at_most_cards", len(cards), most=left)
        more = [
            said_as("cards_of_deck", count=count, deck=f"lastwill.deck.{deck}")
            for deck, count in extra.items()
        ]
        refuse_field("cards", "cards_by_deck", len(cards), most=left, any=player.given, more=more)


def _check_decks(state: State, cards: tuple[str, ...], decks: tuple[str, ...]) -> None:
    for card in cards:
        deck = state.card(card).deck
        if deck and deck not in decks:
            refuse_field("cards", "card_of_decks", card, decks=[f"lastwill.deck.{one}" for one in decks])


def _typed_plan(draft: Draft[State, Event], command: ChoosePlan) -> Plan:
    if command.space is not None:
        raise Refusal(Code.BOX_MISSING, part="planning")
    numbers = {
        "cards": command.cards,
        "errands": command.errands,
        "actions": command.actions,
        "order": command.order,
    }
    read = {}
    for name, number in numbers.items():
        if number is None:
            refuse_field(name, "number_of_plan")
        read[name] = number
    for seat in awake(draft.state):
        plan = draft.state.players[seat].plan
        if plan is not None and plan.order == read["order"]:
            draft.refuse(Code.SPACE_TAKEN, place=read["order"], who=seat)
    return Plan(None, read["order"], read["cards"], read["errands"], read["actions"])


def _plan_on_space(draft: Draft[State, Event], command: ChoosePlan, spaces: tuple[PlanSpace, ...]) -> Plan:
    for name in ("cards", "errands", "actions", "order"):
        if getattr(command, name) is not None:
            refuse_field(name, "space_alone", getattr(command, name))
    if command.space is None:
        refuse_field("space", "planning_space", most=len(spaces) - 1)
    _check_free(draft, command.space, spaces)
    cards, errands, actions = spaces[command.space]
    return Plan(command.space, command.space + 1, cards, errands, actions)


def free_spaces(state: State) -> tuple[int, ...]:
    """The planning spaces that hold no marker."""
    taken = {plan.space for seat in awake(state) if (plan := state.players[seat].plan) is not None}
    return tuple(
        space
        for space in range(len(plan_spaces(state) or ()))
        if space not in taken and space not in state.blocked
    )


def _check_free(draft: Draft[State, Event], space: int, spaces: tuple[PlanSpace, ...]) -> None:
    if space >= len(spaces):
        refuse_field("space", "planning_space", space, most=len(spaces) - 1)
    if space in draft.state.blocked:
        draft.refuse(Code.SPACE_TAKEN, place=space + 1, who=None)
    for seat in awake(draft.state):
        plan = draft.state.players[seat].plan
        if plan is not None and plan.space == space:
            draft.refuse(Code.SPACE_TAKEN, place=space + 1, who=seat)


def _hand_on(draft: Draft[State, Event], seat: Seat | None) -> None:
    if seat is not None and seat != draft.state.turn:
        draft.add(TurnPassed(seat))
