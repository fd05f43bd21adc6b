"""Money and actions: what a card spends, what helpers add, who may spend it, and what counts at the end."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.draft import Draft
from companion.core.refusal import Reason, refuse_field
from companion.core.seats import Seat
from companion.games.lastwill.cards import (
    Amount,
    Card,
    FreeActivation,
    FreeTrade,
    SpendBonus,
    TradeShift,
)
from companion.games.lastwill.codes import Code
from companion.games.lastwill.events import FreedBy, WentBankrupt
from companion.games.lastwill.record import Event
from companion.games.lastwill.state import (
    Phase,
    State,
    helpers_of,
    owns_property,
    properties_of,
)

OPERA = 2
_PROPERTY_AT_END = 5
"""Pounds that every property counts beyond its value. Rule: LW-14.3."""


def require_phase(draft: Draft[State, Event], phase: Phase) -> None:
    draft.require(draft.state.phase is phase, Reason.NOT_NOW, phase=draft.state.phase.value)


def require_turn(draft: Draft[State, Event], seat: Seat) -> None:
    draft.require(draft.state.turn == seat, Reason.NOT_YOUR_TURN, turn=draft.state.turn)


def pounds_of(state: State, seat: Seat, amount: Amount) -> int:
    """What an amount comes to now: its base, and so much for each thing counted on the own board."""
    return amount.base + sum(per.each * _count(state, seat, per.what) for per in amount.per)


def _count(state: State, seat: Seat, what: str) -> int:
    farms = [held for held in state.players[seat].board if state.card(held.card).kind == "farm"]
    if what == "farm":
        return len(farms)
    kind = what.removesuffix("_on_farms")
    return sum(space.kind == kind for held in farms for space in state.card(held.card).spaces[: held.markers])


def spend_bonuses(state: State, seat: Seat, card: Card) -> tuple[int, ...]:
    """What each helper on the board may add to the spending of *card*. Rule: A11, A12, A14, A15, A17."""
    marks = {*card.symbols, card.kind}
    return tuple(
        ability.pounds for ability in helpers_of(state, seat, SpendBonus) if marks & set(ability.match)
    )


def opera_bonuses(state: State, seat: Seat) -> tuple[int, ...]:
    """What mask helpers add at the opera, under that option. Rule: D26."""
    if not state.rules.opera_bonus:
        return ()
    return tuple(
        ability.pounds for ability in helpers_of(state, seat, SpendBonus) if "theatre" in ability.match
    )


def trade_shifts(state: State, seat: Seat, kind: str) -> tuple[tuple[int, int], ...]:
    """How far down and up each helper may shift the value of a property in a trade. Rule: A05, A07."""
    return tuple(
        (ability.down, ability.up) for ability in helpers_of(state, seat, TradeShift) if kind in ability.kinds
    )


def sums(choices: Iterable[tuple[int, ...]]) -> set[int]:
    """Every sum that one pick from each of *choices* can give."""
    reached = {0}
    for values in choices:
        reached = {total + value for total in reached for value in values}
    return reached


def spend_bonus(state: State, seat: Seat, card: Card, said: int | None) -> int:
    """The bonus on a card: the whole one unless said. Each helper gives all of its own or nothing.

    Raises Refusal(BAD_REQUEST) for what the helpers cannot give. Rule: LW-6.8, D18, D19.
    """
    bonuses = spend_bonuses(state, seat, card)
    return _checked(sum(bonuses), sums((0, bonus) for bonus in bonuses), said)


def trade_shift(state: State, seat: Seat, kind: str, said: int | None) -> int:
    """What helpers add to a trade: 0 unless said. Raises Refusal(BAD_REQUEST). Rule: D15, D16."""
    return _checked(0, sums((-down, 0, up) for down, up in trade_shifts(state, seat, kind)), said)


def _checked(default: int, possible: set[int], said: int | None) -> int:
    if said is None:
        return default
    if said not in possible:
        refuse_field("bonus", "helper_bonus", said, choices=sorted(possible))
    return said


def check_spending(draft: Draft[State, Event], seat: Seat, amount: int) -> None:
    """While owning a property nobody spends beyond the money held. Rule: LW-12.2, LW-12.6."""
    state = draft.state
    if amount <= max(0, state.money(seat)) or amount <= 0:
        return
    owned = properties_of(state, seat)
    if owned:
        draft.refuse(Code.OWNS_PROPERTY, who=seat, amount=amount, has=state.money(seat), card=owned[0].card)


def take_actions(
    draft: Draft[State, Event], seat: Seat, cost: int, white_card: bool = False
) -> tuple[int, int]:
    """How many actions, and actions for white cards only, pay *cost*; the latter go first.

    Raises Refusal(NOT_ENOUGH_ACTIONS). Rule: LW-6.3, D22.
    """
    player = draft.state.players[seat]
    white = max(0, min(cost, player.white_actions)) if white_card else 0
    has = max(0, player.actions)
    if cost - white > has:
        draft.refuse(Code.NOT_ENOUGH_ACTIONS, who=seat, needs=cost, has=has + white)
    return min(has, cost - white), white


def free_act(state: State, seat: Seat, kind: str, sort: type[FreeTrade | FreeActivation]) -> FreedBy | None:
    """The ability that makes an act with a property of *kind* free: the one for the fewest kinds first.

    Counted for each card and round. Rule: A05, A06, A08, A10, D17.
    """
    found: tuple[int, FreedBy] | None = None
    for held in state.players[seat].board:
        for index, ability in enumerate(state.card(held.card).abilities):
            if not isinstance(ability, sort) or kind not in ability.kinds:
                continue
            spent = held.freed[index] if index < len(held.freed) else 0
            if spent < ability.per_round and (found is None or len(ability.kinds) < found[0]):
                found = (len(ability.kinds), FreedBy(held.card, index))
    return None if found is None else found[1]


def note_bankruptcies(draft: Draft[State, Event], before: State, told: frozenset[Seat] = frozenset()) -> None:
    """Who has no money and no property is bankrupt from now on. *told* are seats of which the banker said.

    Rule: LW-12.3 to LW-12.5.
    """
    for seat in draft.state.seats:
        after = draft.state
        if seat in told or after.players[seat].bankrupt or seat >= len(before.players):
            continue
        same = after.money(seat) == before.money(seat) and owns_property(after, seat) == owns_property(
            before, seat
        )
        if not same and after.money(seat) <= 0 and not owns_property(after, seat):
            draft.add(WentBankrupt(seat))


def score(state: State, seat: Seat) -> int:
    """What a player is left with; the least wins. Rule: LW-14.3, LW-14.4."""
    worth = sum((held.value or 0) + _PROPERTY_AT_END for held in properties_of(state, seat))
    return state.money(seat) + worth


def winners(state: State) -> tuple[Seat, ...]:
    """Who wins as the table stands; several only when a tie has no plans to break it. Rule: LW-14.5."""
    scores = {seat: score(state, seat) for seat in state.seats}
    if not scores:
        return ()
    first = [seat for seat in scores if scores[seat] == min(scores.values())]
    placed = [(plan.order, seat) for seat in first if (plan := state.players[seat].plan) is not None]
    if len(first) > 1 and placed:
        leftmost = min(order for order, _ in placed)
        return tuple(seat for order, seat in placed if order == leftmost)
    return tuple(sorted(first))
