"""One thread that looks at every reader in turn and hands over what arrives and leaves."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final

from companion.devices.presence import Presence
from companion.devices.tags import (
    DeviceLost,
    DeviceStatus,
    Lost,
    ReaderLost,
    ReaderReady,
    ReaderStatus,
    TagEvent,
    TagReader,
    Values,
)

_log = logging.getLogger(__name__)

PERIOD_S: Final = 0.05
# A loose wire is often back at the next look, a pulled one takes a hand.
RETRY_S: Final = (0.0, 0.25, 0.5, 1.0, 2.0, 5.0)
# Only a reader that was well for so long is trusted again; one that flickers is tried ever more seldom.
WELL_S: Final = 5.0


class _Post:
    """One reader: what lies there, and when it is next tried."""

    def __init__(self, reader: TagReader, takes_several: bool) -> None:
        self.reader = reader
        self.presence = Presence(reader.name, takes_several)
        self.ready = False
        self.tries = 0
        self.ready_at = 0.0
        self.next_try = float("-inf")
        self.told_loss: str | None = None
        self.working = DeviceStatus.SIMULATED if reader.simulated else DeviceStatus.READY
        # Until its first start says otherwise it is no more than promised.
        self.status = ReaderStatus(reader.name, DeviceStatus.LOST, reason=Lost.STARTING)


class ReaderLoop:
    """Owns its readers: nobody else may call them between start() and stop().

    *hand_over* is called from this thread and must not block for long; an error in it is logged. With
    several readers only the one that is being looked at has its field on. A reader that is lost is told once
    and tried again: at once, and then ever more seldom down to every 5 s.

    *takes_several* names the readers where tags that come together arrive one by one.
    """

    def __init__(
        self,
        readers: Sequence[TagReader],
        hand_over: Callable[[TagEvent], None],
        *,
        takes_several: frozenset[str] = frozenset(),
        period_s: float = PERIOD_S,
        retry_s: Sequence[float] = RETRY_S,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        names = [reader.name for reader in readers]
        if len(set(names)) < len(names):
            raise ValueError(f"two readers have one name: {', '.join(sorted(names))}")
        self._posts = tuple(_Post(reader, reader.name in takes_several) for reader in readers)
        self._hand_over = hand_over
        self._period_s = period_s
        self._retry_s = tuple(retry_s)
        self._now = now
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="readers", daemon=True)

    def start(self) -> None:
        """Begin to look. A loop is started once."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread, wait for it and close every reader; a second time does nothing."""
        self._stopping.set()
        if self._thread.ident is None:
            self._close()
        elif self._thread is not threading.current_thread():
            self._thread.join()

    def status(self) -> tuple[ReaderStatus, ...]:
        """How each reader stands, in the order given; from any thread."""
        return tuple(post.status for post in self._posts)

    def turn(self) -> None:
        """Give every reader its turn once; what the thread does, for tests without one."""
        for post in self._posts:
            if self._stopping.is_set():
                return
            try:
                self._serve(post)
            except DeviceLost as lost:
                self._lose(post, lost.reason, lost.values)
            except Exception as error:  # the other readers go on
                _log.exception("reader %s failed", post.reader.name)
                self._lose(post, Lost.DRIVER_FAULT, {"error": repr(error)})

    def _run(self) -> None:
        while not self._stopping.is_set():
            began = self._now()
            self.turn()
            # An event and no sleep: stop() is heard at once. Never without a pause, even when late.
            self._stopping.wait(max(0.001, self._period_s - (self._now() - began)))
        self._close()

    def _serve(self, post: _Post) -> None:
        if not post.ready:
            if self._now() < post.next_try:
                return
            version = post.reader.start()
            post.ready = True
            post.ready_at = self._now()
            post.told_loss = None
            post.status = ReaderStatus(post.reader.name, post.working, version.number, version.genuine)
            self._tell(ReaderReady(post.reader.name, version.number, version.genuine, post.ready_at))
        inventory = post.reader.look()
        at = self._now()
        post.presence, events = post.presence.see(inventory, at)
        for event in events:
            self._tell(event)
        if at - post.ready_at >= WELL_S:
            post.tries = 0
        if len(self._posts) > 1:
            post.reader.rest()

    def _lose(self, post: _Post, reason: str, values: Values) -> None:
        at = self._now()
        post.ready = False
        post.next_try = at + self._retry_s[min(post.tries, len(self._retry_s) - 1)]
        post.tries += 1
        post.status = ReaderStatus(post.reader.name, DeviceStatus.LOST, reason=reason, values=values)
        if post.told_loss != reason:
            post.told_loss = reason
            self._tell(ReaderLost(post.reader.name, reason, values, at))

    def _tell(self, event: TagEvent) -> None:
        try:
            self._hand_over(event)
        except Exception:  # whoever listens must not stop the readers
            _log.exception("nobody took %r", event)

    def _close(self) -> None:
        for post in self._posts:
            try:
                post.reader.close()
            except Exception:  # the others are closed all the same
                _log.exception("reader %s does not close", post.reader.name)
