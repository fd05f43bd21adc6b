"""A reader at work that can be examined in between: on its own thread, between two looks."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence

from companion.core.uid import Uid
from companion.devices.pins import ReaderPins
from companion.devices.rc522 import Rc522
from companion.devices.tags import DeviceLost, Inventory, ReaderVersion
from companion.doctor.parts import Parts
from companion.doctor.readers import examine_working
from companion.table.fittings import Check

log = logging.getLogger(__name__)

_WAIT_S = 1.0
_KEPT_S = 10.0


class WatchedReader:
    """A tag reader as the readers' thread knows it, and from any thread what it is like.

    The test takes some 20 ms, once in ten seconds at most; the card that lies there does not leave by it.
    """

    def __init__(
        self, reader: Rc522, pins: ReaderPins, parts: Parts, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._reader = reader
        self._pins = pins
        self._parts = parts
        self._now = now
        self._asked = threading.Event()
        self._answered = threading.Event()
        self._check: Check | None = None
        self._examined_at = float("-inf")
        self.last_card: Uid | None = None

    @property
    def name(self) -> str:
        return self._reader.name

    @property
    def simulated(self) -> bool:
        return self._reader.simulated

    def start(self) -> ReaderVersion:
        """Open and set up. Raises DeviceLost."""
        self._examined_at = float("-inf")  # it may be another chip by now
        return self._reader.start()

    def look(self) -> Inventory:
        """Look once, after a test if one was asked for. Raises DeviceLost."""
        if self._asked.is_set():
            self._asked.clear()
            try:
                self._check = examine_working(self._reader, self._pins, self._parts)
            except DeviceLost as lost:  # whether the reader itself is lost, the look below finds out
                log.warning("the test of reader %s broke off: %s", self.name, lost)
                self._check = None
            self._examined_at = self._now()
            self._answered.set()
        found = self._reader.look()
        if found.tags:
            self.last_card = found.tags[0]
        return found

    def rest(self) -> None:
        self._reader.rest()

    def close(self) -> None:
        self._reader.close()

    def ask(self) -> None:
        """Have it tested at its next look, unless that was done a moment ago."""
        if self._now() - self._examined_at >= _KEPT_S:
            self._answered.clear()
            self._asked.set()

    def told(self, seconds: float) -> Check | None:
        """What the test came to; None when the reader has not come to it in time."""
        fresh = self._now() - self._examined_at < _KEPT_S
        return self._check if fresh or self._answered.wait(max(0.0, seconds)) else None


def ask_all(readers: Sequence[WatchedReader], wait_s: float = _WAIT_S) -> dict[str, Check]:
    """Have several readers tested at once; those that answer in time, by name."""
    for reader in readers:
        reader.ask()
    until = time.monotonic() + wait_s
    told = {reader.name: reader.told(until - time.monotonic()) for reader in readers}
    return {name: check for name, check in told.items() if check is not None}
