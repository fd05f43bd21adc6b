"""The clock of a timed game: how long was played, and when the round is over after the time is up."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.entry import Entry
from companion.core.seats import Seat

_LONGEST_THOUGHT_S = 600.0
"""A longer gap between two entries is a break, or a machine whose clock was set: it counts as this."""


class PlayClock:
    """Seconds played: while the table is out, and before that by the times of its entries."""

    def __init__(self) -> None:
        self.played_s = 0.0
        self._last_at: float | None = None
        self._last_turn: Seat | None = None
        self.is_up = False

    def load(self, entries: Iterable[Entry]) -> None:
        """Count what was played before."""
        for entry in entries:
            self._count(entry.at)
        self._last_at = None  # nobody played while the table was put away

    def ends_now(self, at: float, limit_s: float | None, turn: Seat | None, first: Seat) -> bool:
        """Whether the game is to be ended now: the time is up and the round is over. Rule: MP-H10.

        *at* is the wall clock, *turn* whose turn it is (None: there are no turns), *first* begins a round.
        """
        self._count(at)
        passed = turn != self._last_turn
        self._last_turn = turn
        if limit_s is None:
            self.is_up = False
            return False
        if not self.is_up:
            self.is_up = self.played_s >= limit_s
            return self.is_up and turn is None
        return turn is None or (passed and turn == first)

    def _count(self, at: float) -> None:
        if self._last_at is not None:
            self.played_s += min(max(at - self._last_at, 0.0), _LONGEST_THOUGHT_S)
        self._last_at = at
