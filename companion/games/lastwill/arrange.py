"""The banker sets the table as it lies: every key of the view that can be set, in one command."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from companion.core.acts import Arrange
from companion.core.draft import Draft
from companion.core.fields import player as read_player
from companion.core.refusal import refuse_field
from companion.core.seats import Seat
from companion.games.lastwill.arrange_player import arrange_players
from companion.games.lastwill.cards import PROPERTY_KINDS
from companion.games.lastwill.enrolment import enrol, rewrite_cards
from companion.games.lastwill.events import TableArranged
from companion.games.lastwill.record import Event
from companion.games.lastwill.report import Report
from companion.games.lastwill.rounds import set_actions
from companion.games.lastwill.state import (
    Figure,
    Phase,
    State,
    awake,
    figures_of,
    figures_placed,
    offer_slots,
    turn_order,
)

KEYS = ("cards", "round", "phase", "turn", "start_player", "market", "offer", "extensions_left", "players")


def arrange(draft: Draft[State, Event], command: Arrange) -> frozenset[Seat]:
    """Set the table; the seats whose bankruptcy the banker said. Raises Refusal(BAD_REQUEST)."""
    said = command.set
    before = draft.state
    for key in said:
        if key not in KEYS:
            refuse_field(f"set.{key}", "one_of", key, choices=list(KEYS))
    if "cards" in said:
        rewrite_cards(draft, said["cards"])
        before = draft.state
        if set(said) == {"cards"}:
            return frozenset()
    phase = _phase(said, before)
    begins = "phase" in said
    new_plans = begins and phase in (Phase.SETUP, Phase.PLANNING)
    told = arrange_players(draft, said.get("players"), phase, new_plans)
    report = Report()
    start = before.start
    if "start_player" in said:
        start = _seat(said["start_player"], "set.start_player", before)
    round_ = _whole(said, "round", before.round, 1, before.boards.max_rounds, report)
    taken = sum(now.extensions - was.extensions for now, was in _pairs(draft.state, before))
    left = _whole(said, "extensions_left", max(0, before.extensions_left - taken), 0, 99, report)
    market = _market(said.get("market"), before, report)
    report.close_command("set")
    offer = _offer(draft, said)
    state = draft.state._replace(phase=phase, start=start)
    turn = _turn(said, state, begins)
    figures = () if begins else state.figures
    if "turn" in said and turn is not None and phase is Phase.ERRANDS:
        figures = _figures_before(state._replace(figures=figures), turn)
    blocked = () if begins else state.blocked
    draft.add(TableArranged(round_, phase, turn, start, market, offer, left, figures, blocked, new_plans))
    if phase is Phase.ACTIONS and before.phase is not Phase.ACTIONS:
        _set_action_markers(draft, said)
    _check_once(draft.state)
    return told


def _pairs(after: State, before: State) -> list[tuple[Any, Any]]:
    return [(after.players[seat], before.players[seat]) for seat in before.seats]


def _phase(said: Mapping[str, object], state: State) -> Phase:
    if said.get("phase") is None:
        return state.phase
    for phase in Phase:
        if said["phase"] == phase.value:
            return phase
    refuse_field("set.phase", "one_of", said["phase"], choices=[phase.value for phase in Phase])


def _seat(value: object, field: str, state: State) -> Seat:
    seat: Seat = read_player(value, field, state.seats)
    return seat


def _whole(said: Mapping[str, object], key: str, default: int, least: int, most: int, report: Report) -> int:
    return default if said.get(key) is None else report.whole(said[key], f"set.{key}", least, most)


def _turn(said: Mapping[str, object], state: State, begins: bool) -> Seat | None:
    """Whose turn it is: as said, else that of a phase that begins, else as before."""
    if said.get("turn") is not None:
        turn = said["turn"]
        if not isinstance(turn, dict) or set(turn) - {"player"} or turn.get("player") is None:
            refuse_field("set.turn", "object_of_player", turn)
        seat = _seat(turn["player"], "set.turn.player", state)
        if seat in state.seats.asleep:
            refuse_field("set.turn.player", "awake", turn["player"])
        return seat
    if not begins:
        return state.turn
    order = turn_order(state)
    waiting = state.phase in (Phase.PLANNING, Phase.ERRANDS, Phase.ACTIONS)
    return order[0] if waiting and order else None


def _market(raw: object, state: State, report: Report) -> tuple[int, ...]:
    """The adjusters by kind. A kind not named keeps its adjuster while it is left, else gets one that is."""
    said = report.fields({} if raw is None else raw, "set.market", (), PROPERTY_KINDS)
    market: list[int | None] = [
        report.whole(said[kind], f"set.market.{kind}", -5, 5) if kind in said else None
        for kind in PROPERTY_KINDS
    ]
    left = Counter(state.rules.adjusters)
    for adjuster in market:
        if adjuster is not None:
            left[adjuster] -= 1
    if min(left.values()) < 0:
        laid = [one for one in market if one]
        report.note("set.market", "adjusters", laid, adjusters=list(state.rules.adjusters))
        return state.market
    for index, adjuster in enumerate(state.market):
        if market[index] is None and left[adjuster] > 0:
            market[index] = adjuster
            left[adjuster] -= 1
    rest = list(left.elements())
    return tuple(rest.pop(0) if adjuster is None else adjuster for adjuster in market)


def _offer(draft: Draft[State, Event], said: Mapping[str, object]) -> dict[str, str | None]:
    if "offer" not in said:
        return dict(draft.state.offer)
    raw = said["offer"]
    if raw is None:
        return {}
    if not isinstance(raw, dict):
        refuse_field("set.offer", "object_of_slots", raw)
    slots = offer_slots(draft.state)
    offer = dict(draft.state.offer)
    for slot, ref in raw.items():
        if slots is not None and slot not in {one.id for one in slots}:
            refuse_field("set.offer", "slot", slot, slots=[one.id for one in slots])
        if ref is None:
            offer[slot] = None
            continue
        field = f"set.offer.{slot}"
        if not isinstance(ref, str | dict):
            refuse_field(field, "card_or_null", ref)
        offer[slot] = enrol(draft, ref, field)
    return offer


def _figures_before(state: State, turn: Seat) -> tuple[Figure, ...]:
    """Figures so that it is *turn*'s: who goes before in the same pass has gone."""
    figures = list(state.figures)
    while figures_placed(state, turn) >= max(1, figures_of(state, turn)):
        last = max(index for index, figure in enumerate(figures) if figure.seat == turn)
        del figures[last]
        state = state._replace(figures=tuple(figures))
    passed = figures_placed(state, turn)
    order = turn_order(state)
    for seat in order:
        wanted = passed + (seat in order[: order.index(turn)])
        missing = min(wanted, figures_of(state, seat)) - figures_placed(state, seat)
        figures.extend(Figure(seat, "skip") for _ in range(missing))
    return tuple(figures)


def _set_action_markers(draft: Draft[State, Event], said: Mapping[str, object]) -> None:
    """Plans set the action markers of those of whom the banker did not say."""
    raw = said.get("players")
    players = raw if isinstance(raw, dict) else {}
    for seat in awake(draft.state):
        own = players.get(draft.state.seats.name(seat)) or {}
        if draft.state.players[seat].plan is not None and "actions" not in own:
            set_actions(draft, seat)


def _check_once(state: State) -> None:
    """Every card lies in one place."""
    counts: Counter[str] = Counter(card for card in state.offer.values() if card is not None)
    for seat in state.seats:
        player = state.players[seat]
        counts.update(held.card for held in player.board)
        counts.update(player.hand.known if player.hand is not None else ())
    twice = sorted(card for card, count in counts.items() if count > 1)
    if twice:
        refuse_field("set", "cards_in_one_place", ", ".join(twice))
