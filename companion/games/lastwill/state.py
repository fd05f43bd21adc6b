"""A table of Last Will as one frozen value, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from companion.core.desk import PaymentRequest
from companion.core.ledger import Ledger
from companion.core.seats import Seat, Seats
from companion.games.lastwill.box import Boards, ErrandSpaces, PlanSpace, Slot
from companion.games.lastwill.cards import (
    PROPERTY_KINDS,
    A,
    Card,
    ExtraActions,
    HandLimit,
    base_id,
)
from companion.games.lastwill.house_rules import HouseRules

_HAND_LIMIT = 2
_FIGURES_WITHOUT_PLAN = 2
_TWO_PLAYERS = 2


class Phase(StrEnum):
    SETUP = "setup"
    PLANNING = "planning"
    ERRANDS = "errands"
    ACTIONS = "actions"
    END = "end"
    OVER = "over"


class Hand(NamedTuple):
    """A counted hand: the cards known, and how many more there are."""

    known: tuple[str, ...] = ()
    hidden: int = 0

    @property
    def size(self) -> int:
        return len(self.known) + self.hidden


class Held(NamedTuple):
    """A card on a player's board.

    *value* is a property's own, None for other cards. *freed* counts, for each ability of the card, the acts
    it made free this round.
    """

    card: str
    value: int | None = None
    markers: int = 0
    used: bool = False
    freed: tuple[int, ...] = ()


class Plan(NamedTuple):
    """A plan: the planning space (None in an open plan), its place from the left, and what it gives."""

    space: int | None
    order: int
    cards: int
    errands: int
    actions: int


class Figure(NamedTuple):
    """An errand boy: where it stands, "skip" when its errand was passed."""

    seat: Seat
    at: str
    slot: str | None = None


class Player(NamedTuple):
    """What one seat has besides money. *hand* None: nobody counts it.

    *given* is the number of cards taken this round without a name, *drawn* are those named since.
    """

    actions: int = 0
    white_actions: int = 0
    plan: Plan | None = None
    hand: Hand | None = None
    board: tuple[Held, ...] = ()
    extensions: int = 0
    bankrupt: bool = False
    given: int = 0
    drawn: tuple[str, ...] = ()
    kept: bool = False

    @property
    def unnamed(self) -> int:
        """Cards taken this round that nobody has named yet."""
        return max(0, self.given - len(self.drawn))

    def held(self, card: str) -> Held | None:
        """That card on the board, None when it is not there."""
        return next((held for held in self.board if held.card == card), None)


class State(NamedTuple):
    """The whole table. *players* are by seat number; *market* holds the adjusters by property kind.

    *offer* maps each slot to its card; None is a card nobody named, or none. *discarded* are known cards on
    the piles, *gone* those out of the game. *plans_seen* are plans typed in open rounds of this table.
    *unseen* are cards first entered from a hidden hand, which nobody else has seen yet. *inherited* says that
    the start marker has passed on within this round, because its holder left: it stays for the next one.
    """

    seats: Seats
    ledger: Ledger
    requests: tuple[PaymentRequest, ...]
    rules: HouseRules
    boards: Boards
    cards: Mapping[str, Card]
    players: tuple[Player, ...]
    start: Seat
    market: tuple[int, ...]
    offer: Mapping[str, str | None]
    extensions_left: int
    round: int = 1
    phase: Phase = Phase.SETUP
    turn: Seat | None = None
    blocked: tuple[int, ...] = ()
    figures: tuple[Figure, ...] = ()
    joker_slots: Mapping[str, str] = {}
    discarded: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    plans_seen: tuple[PlanSpace, ...] = ()
    unseen: tuple[str, ...] = ()
    inherited: bool = False

    def money(self, seat: Seat) -> int:
        return self.ledger.hands[seat]

    def with_player(self, seat: Seat, player: Player) -> State:
        players = (*self.players[:seat], player, *self.players[seat + 1 :])
        return self._replace(players=players)

    def card(self, piece: str) -> Card:
        """What the card of the box says; *piece* may be a second copy. It must be one of the box."""
        return self.cards[base_id(piece)]

    def owner_of(self, piece: str) -> Seat | None:
        """The seat whose board a card lies on."""
        for seat in self.seats:
            if self.players[seat].held(piece) is not None:
                return seat
        return None


def awake(state: State) -> tuple[Seat, ...]:
    """The seats that play, clockwise from the start player."""
    around = (state.start, *state.seats.after(state.start))
    return tuple(seat for seat in around if seat in state.seats.order and seat not in state.seats.asleep)


def open_plan(state: State) -> bool:
    """Whether plans are typed because nobody entered the planning spaces of this side."""
    return plan_spaces(state) is None


def plan_spaces(state: State) -> tuple[PlanSpace, ...] | None:
    return state.boards.plans(len(state.seats.order))


def offer_slots(state: State) -> tuple[Slot, ...] | None:
    return state.boards.slots(len(state.seats.order))


def errand_spaces(state: State) -> ErrandSpaces | None:
    return state.boards.errand_spaces(len(state.seats.order))


def block_is_due(state: State) -> bool:
    """Whether the next act of planning is a second-colour marker. Rule: LW-4.7."""
    return (
        state.phase is Phase.PLANNING
        and not open_plan(state)
        and len(awake(state)) == _TWO_PLAYERS
        and len(state.blocked) < _TWO_PLAYERS
        and all(state.players[seat].plan is None for seat in awake(state))
    )


def turn_order(state: State) -> tuple[Seat, ...]:
    """The order of errands and actions: plans from left to right, else from the start player.

    Rule: LW-4.5.
    """
    seats = awake(state)
    if state.phase in (Phase.SETUP, Phase.PLANNING) and any(state.players[s].plan is None for s in seats):
        return seats

    def place(seat: Seat) -> int:
        plan = state.players[seat].plan
        return plan.order if plan is not None else len(seats) + 100

    return tuple(sorted(seats, key=place))


def figures_of(state: State, seat: Seat) -> int:
    """How many errand boys the seat sends this round. Rule: LW-5.3."""
    plan = state.players[seat].plan
    return _FIGURES_WITHOUT_PLAN if plan is None else plan.errands


def figures_placed(state: State, seat: Seat) -> int:
    return sum(figure.seat == seat for figure in state.figures)


def next_errand(state: State) -> Seat | None:
    """Whose errand boy goes next, pass by pass; None when all stand. Rule: LW-5.1."""
    order = turn_order(state)
    for nth in range(max((figures_of(state, seat) for seat in order), default=0)):
        for seat in order:
            if figures_of(state, seat) > nth >= figures_placed(state, seat):
                return seat
    return None


def next_planner(state: State, after: Seat) -> Seat | None:
    """The next seat clockwise without a plan, None when all have one."""
    playing = awake(state)
    for seat in (*state.seats.after(after), after):
        if seat in playing and state.players[seat].plan is None:
            return seat
    return None


def places(state: State, seat: Seat) -> int:
    """The card places of a board, extensions included."""
    return state.boards.board_places + state.players[seat].extensions


def helpers_of(state: State, seat: Seat, wanted: type[A]) -> Iterator[A]:
    """The standing abilities of one sort on a player's board, in the order the cards were placed."""
    for held in state.players[seat].board:
        yield from state.card(held.card).abilities_of(wanted)


def hand_limit(state: State, seat: Seat) -> int:
    """Cards kept at the end of a round. Rule: LW-13.1, A26."""
    return _HAND_LIMIT + sum(ability.count for ability in helpers_of(state, seat, HandLimit))


def over_limit(state: State, seat: Seat) -> int:
    """How many cards must still be discarded; 0 for a hand nobody counts."""
    hand = state.players[seat].hand
    return 0 if hand is None else max(0, hand.size - hand_limit(state, seat))


def extra_actions(state: State, seat: Seat, scope: str) -> int:
    """Actions a round's start adds to the plan's. Rule: A18, A20."""
    return sum(ability.count for ability in helpers_of(state, seat, ExtraActions) if ability.scope == scope)


def owns_property(state: State, seat: Seat) -> bool:
    return any(state.card(held.card).is_property for held in state.players[seat].board)


def properties_of(state: State, seat: Seat) -> tuple[Held, ...]:
    return tuple(held for held in state.players[seat].board if state.card(held.card).is_property)


def adjuster(state: State, kind: str) -> int:
    """What the market adds to the value of a property kind now."""
    return state.market[PROPERTY_KINDS.index(kind)]


def last_round(state: State) -> bool:
    """Whether this round ends the game. Rule: LW-14.1, LW-14.2."""
    return state.round >= state.boards.max_rounds or any(state.players[seat].bankrupt for seat in state.seats)
