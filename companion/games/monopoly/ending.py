"""The end of a game: the last one left, the count of worth, a limit of cash."""

from __future__ import annotations

from companion.core.acts import Finish
from companion.games.monopoly.checks import Changes
from companion.games.monopoly.events import GameWon
from companion.games.monopoly.state import State, alive, cash
from companion.games.monopoly.worth import net_worth

_SHORT_GAME_BANKRUPTCIES = 2


def check_end(draft: Changes) -> bool:
    """End the game when one is left, or at the second bankruptcy of a short game. Rule: MP-62, MP-H11."""
    state = draft.state
    left = alive(state)
    if len(left) == 1:
        draft.add(GameWon(left[0], "last", net_worth(state, left[0])))
    elif state.rules.short_game and state.bankruptcies >= _SHORT_GAME_BANKRUPTCIES:
        win_by_worth(draft)
    return draft.state.over


def check_cash_limit(draft: Changes) -> None:
    """The first to hold the limit in cash wins; of several the richest, then by seat. Rule: MP-H9."""
    state = draft.state
    limit = state.rules.cash_limit
    if limit is not None:
        richest = max(alive(state), key=lambda seat: (cash(state, seat), -seat))
        if cash(state, richest) >= limit:
            draft.add(GameWon(richest, "cash", cash(state, richest)))


def finish(draft: Changes, command: Finish) -> None:
    """The banker or the clock ends the game. Rule: MP-H10."""
    win_by_worth(draft)


def win_by_worth(draft: Changes) -> None:
    """Who is worth most wins; of equals the first by seat."""
    state = draft.state
    winner = max(alive(state), key=lambda seat: (net_worth(state, seat), -seat))
    draft.add(GameWon(winner, "worth", net_worth(state, winner)))


def minutes(state: State) -> int | None:
    """The time of a timed game, None when it has none or is over. Rule: MP-H10."""
    return None if state.over else state.rules.minutes
