"""Small steps that the folding of many events is made of."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from companion.core.seats import Seat
from companion.games.monopoly.state import Matter, ReceivedMortgage, State

Fold = Callable[[State, Any], State]
"""The state after one kind of event: no checks, no refusals."""


def set_player(state: State, seat: Seat, **changes: Any) -> State:
    """With some fields of a player changed."""
    players = state.players
    changed = players[seat]._replace(**changes)
    return state._replace(players=(*players[:seat], changed, *players[seat + 1 :]))


def set_holding(state: State, deed: str, **changes: Any) -> State:
    """With some fields of a holding changed."""
    index = state.edition.by_id[deed].index
    holdings = state.holdings
    changed = holdings[index]._replace(**changes)
    return state._replace(holdings=(*holdings[:index], changed, *holdings[index + 1 :]))


def opened(state: State, matter: Matter) -> State:
    """With one more open matter, the newest."""
    return state._replace(open=(*state.open, matter))


def closed(state: State, is_done: Callable[[Matter], bool]) -> State:
    """Without every open matter that *is_done*."""
    return state._replace(open=tuple(matter for matter in state.open if not is_done(matter)))


def close_first(state: State, is_done: Callable[[Matter], bool]) -> State:
    """Without the oldest open matter that *is_done*."""
    for at, matter in enumerate(state.open):
        if is_done(matter):
            return state._replace(open=(*state.open[:at], *state.open[at + 1 :]))
    return state


def without_agreements(state: State, sold: Collection[str]) -> State:
    """Without the free visits on deeds that were *sold*; on others of the same agreement they stay."""
    if not state.immunities:
        return state
    left = (
        one._replace(deeds=tuple(deed for deed in one.deeds if deed not in sold)) for one in state.immunities
    )
    return state._replace(immunities=tuple(one for one in left if one.deeds))


def close_received(state: State, deed: str) -> State:
    """Without the question what becomes of a mortgage received: it is settled."""
    return closed(state, lambda matter: isinstance(matter, ReceivedMortgage) and matter.deed == deed)
