"""A companion at the other end of the cable: the real driver, a journal, and events to wait for."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

from companion.devices.dice import Rolled, TowerReport
from companion.devices.tower.link import Timing
from companion.devices.tower.port import SerialTower

QUICK = Timing(resend=0.2, heartbeat=0.4, greeting=1.0)
HEARTBEAT_MS = 400


class Host:
    """Opens a port, journals what is rolled and then acknowledges it."""

    def __init__(
        self, port: Path | str, *, journal: list[Rolled] | None = None, timing: Timing = QUICK
    ) -> None:
        self.journal: list[Rolled] = [] if journal is None else journal
        self.others: list[TowerReport] = []
        self._changed = threading.Condition()
        last = (self.journal[-1].boot, self.journal[-1].n) if self.journal else None
        self.tower = SerialTower(str(port), last=last, changed=self._notice, timing=timing, reopen_after=0.05)

    def _notice(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def wait_for(self, wanted: Callable[[SerialTower], bool], timeout: float = 10.0) -> bool:
        """Wait until the tower's status or fault is as wanted."""
        with self._changed:
            return self._changed.wait_for(lambda: wanted(self.tower), timeout)

    def ready(self, timeout: float = 10.0) -> bool:
        """Wait for the hello."""
        return self.wait_for(lambda tower: tower.status == "ready", timeout)

    def faulty(self, code: str, timeout: float = 10.0) -> bool:
        """Wait for a fault."""
        return self.wait_for(lambda tower: tower.fault is not None and tower.fault.code == code, timeout)

    def collect(self, rolls: int, timeout: float = 20.0) -> list[Rolled]:
        """Journal and acknowledge that many rolls; returns them, or fewer when time is up."""
        ends = time.monotonic() + timeout
        found: list[Rolled] = []
        while len(found) < rolls and time.monotonic() < ends:
            report = self.tower.next_roll(ends - time.monotonic())
            if isinstance(report, Rolled):
                self.journal.append(report)
                self.tower.acknowledge(report)
                found.append(report)
            elif report is not None:
                self.others.append(report)
        return found

    def close(self) -> None:
        """Let go of the port."""
        self.tower.close()


def exactly_once(journal: list[Rolled]) -> bool:
    """Whether the journal holds every event of each boot once, from the first, in order."""
    counted: dict[str, int] = {}
    for rolled in journal:
        if rolled.n != counted.get(rolled.boot, 0) + 1:
            return False
        counted[rolled.boot] = rolled.n
    return True
