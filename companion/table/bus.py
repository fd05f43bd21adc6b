"""The bus: whoever listens hears of each entry after it is stored, and of what passes by."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from companion.core.entry import Entry
from companion.core.message import Message
from companion.core.seats import Viewer

log = logging.getLogger(__name__)


class Signal(Enum):
    """Three sounds and lights, the same at the panel and on the table screen."""

    DONE = "done"
    REFUSED = "refused"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Update:
    """Something on the screens is no longer new: an entry, or a passing thing (*entry* None).

    *version* is (number of the newest entry, count of passing changes).
    """

    version: tuple[int, int]
    entry: Entry | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """A passing word, not stored. *to* None: for the table screen; *signal* is for everybody."""

    signal: Signal
    message: Message | None = None
    to: Viewer | None = None


Published = Update | Notice
Listener = Callable[[Published], None]


class Bus:
    """Hands what is published to each listener, in order. A listener must not block."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: tuple[Listener, ...] = ()

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Add a listener; returns the function that takes it away."""
        with self._lock:
            self._listeners = (*self._listeners, listener)

        def leave() -> None:
            with self._lock:
                self._listeners = tuple(one for one in self._listeners if one is not listener)

        return leave

    def publish(self, published: Published) -> None:
        """Tell every listener."""
        for listener in self._listeners:
            try:
                listener(published)
            except Exception:  # one broken listener must not cut off the others
                log.exception("a listener failed")
