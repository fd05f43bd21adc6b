"""A clock that is moved on instead of waited for."""

from __future__ import annotations


class VirtualClock:
    """Seconds since the rig was built. Whoever moves it holds the rig's lock."""

    def __init__(self) -> None:
        self.now = 0.0

    def pass_by(self, seconds: float) -> None:
        """Let time go by."""
        self.now += seconds
