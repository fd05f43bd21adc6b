"""The inbox: one queue and one thread. Everything that changes a table goes through here, one at a time."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

log = logging.getLogger(__name__)

T = TypeVar("T")
_TICK_S = 0.25
_Job = tuple[Callable[[], Any], "Future[Any] | None"]


class Inbox:
    """Runs what it is handed on its own thread, in order. Devices `tell`, a phone's POST `ask`s.

    *ticks* are called about four times a second, for questions that expire and the clock of a timed game.
    """

    def __init__(self, ticks: Callable[[], None] = lambda: None) -> None:
        self._queue: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._ticks = ticks
        self._thread = threading.Thread(target=self._run, name="inbox", daemon=True)
        self._thread.start()

    def tell(self, job: Callable[[], Any]) -> None:
        """Hand over and go on; the end of every device's thread."""
        self._queue.put((job, None))

    def ask(self, job: Callable[[], T], timeout_s: float = 5.0) -> T:
        """Hand over and wait for the result.

        Raises TimeoutError when the writer is not done in time (the job still runs: repeat with the same id),
        or whatever the job raised.
        """
        future: Future[T] = Future()
        self._queue.put((job, future))
        return future.result(timeout_s)

    def close(self) -> None:
        """Finish what was handed over, then end the thread."""
        self._queue.put(None)
        self._thread.join(10.0)

    def _run(self) -> None:
        ticked_at = time.monotonic()
        while True:
            if time.monotonic() - ticked_at >= _TICK_S:  # also while there is always something to do
                ticked_at = time.monotonic()
                self._guard(self._ticks)
            try:
                job = self._queue.get(timeout=_TICK_S)
            except queue.Empty:
                continue
            if job is None:
                return
            work, future = job
            if future is None:
                self._guard(work)
                continue
            try:
                future.set_result(work())
            except BaseException as error:  # the asker gets it; the writer lives on
                future.set_exception(error)

    def _guard(self, work: Callable[[], Any]) -> None:
        try:
            work()
        except Exception:
            log.exception("the writer goes on after an error in %r", work)
