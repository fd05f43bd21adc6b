"""Acts that the table does by itself: for people who do not answer while everybody waits for them."""

from __future__ import annotations

QUIET_S = 20.0
"""So long nothing happens at the table before it does them."""


class Quiet:
    """How long a table has waited, with something left that it may do by itself."""

    def __init__(self) -> None:
        self._since: tuple[int, float] | None = None

    def is_over(self, waits: bool, number: int, now: float) -> bool:
        """Whether the table has been quiet long enough. *number* is the newest entry's, *now* monotonic."""
        if not waits:
            self._since = None
        elif self._since is None or self._since[0] != number:
            self._since = (number, now)
        elif now - self._since[1] >= QUIET_S:
            self._since = (number, now)  # what was refused is not said again at once
            return True
        return False
