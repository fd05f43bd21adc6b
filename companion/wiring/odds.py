"""Odds on the screens: computed in a process of its own, for one entry, never waited for."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from companion.table.bus import Published, Update
from companion.table.inbox import Inbox
from companion.table.table import Computed, Table

log = logging.getLogger(__name__)

_IDLE_S = 300.0

Report = dict[str, Any]


def compute_odds(state: Any) -> Report | None:
    """What the worker does; None for a position that has no odds (before the race, after it)."""
    from random import Random

    from companion.core.refusal import Refusal
    from companion.games.camelup.odds import odds_report

    try:
        return odds_report(state, None, Random())
    except (Refusal, ValueError):
        return None


class OddsWiring:
    """Asks a worker for the odds after each entry of a table that shows them.

    The worker is started at first use and ended when nobody asked for five minutes. While it computes, only
    the newest position waits; an answer for an old one is dropped.
    """

    def __init__(self, inbox: Inbox, compute: Callable[[Any], Report | None] = compute_odds) -> None:
        self._inbox = inbox
        self._compute = compute
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._used_at = 0.0
        self._busy = False
        self._next: tuple[Table, int, Any] | None = None

    def connect(self, table: Table) -> None:
        """Follow a table; tables that want no odds cost nothing."""
        table.bus.listen(lambda published: self._heard(table, published))

    def tick(self) -> None:
        """End a worker that nobody needs."""
        with self._lock:
            if self._pool is None or self._busy or time.monotonic() - self._used_at < _IDLE_S:
                return
            pool, self._pool = self._pool, None
        pool.shutdown(wait=False)

    def close(self) -> None:
        """End the worker."""
        with self._lock:
            pool, self._pool = self._pool, None
            self._next = None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    def _heard(self, table: Table, published: Published) -> None:
        if not isinstance(published, Update) or published.entry is None:
            return
        number, state = table.session.now
        if getattr(getattr(state, "options", None), "odds", "off") == "off":
            return
        with self._lock:
            self._next = (table, number, state)
            if not self._busy:
                self._send()

    def _send(self) -> None:
        """Hand the newest position to the worker; called under the lock."""
        if self._next is None:
            return
        table, number, state = self._next
        self._next = None
        if self._pool is None:
            self._pool = ProcessPoolExecutor(max_workers=1, mp_context=get_context("spawn"))
        self._busy = True
        self._used_at = time.monotonic()
        answer = self._pool.submit(self._compute, state)
        answer.add_done_callback(lambda done: self._done(table, number, done))

    def _done(self, table: Table, number: int, answer: Future[Report | None]) -> None:
        """Called on the pool's thread."""
        with self._lock:
            self._busy = False
            if answer.cancelled():
                return
            if (
                answer.exception() is not None
            ):  # the worker was killed: a new one is made for the next position
                log.warning("no odds for entry %d: %s", number, answer.exception())
                self._pool = None
            self._send()
        if answer.exception() is None:
            self._inbox.tell(lambda: table.show_computed(Computed(number, answer.result())))
