"""Both ends of the cable on one bench: the companion's link and the firmware's tower, on a clock by hand."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

from companion.devices.dice import Rolled, TowerReport
from companion.devices.tower.link import Link
from tests.firmware.modules import firmware

STEP = 0.01


def counted_words(prefix: str = "w") -> Callable[[], str]:
    """Words that are never the same: w00000, w00001, ..."""
    count = iter(range(10**5))
    return lambda: f"{prefix}{next(count):05d}"


class Bench:
    """A tower and a host that keeps a journal; `spoil` may do anything to the bytes on their way."""

    def __init__(self, *, seed: int = 1) -> None:
        self.chance = random.Random(seed)
        self.now = 0.0
        self.journal: list[Rolled] = []
        self.reports: list[TowerReport] = []
        self.plugged = True
        self.auto_journal = True
        self.reopens = False  # as the owner of a port does when nobody answers
        self.spoil: Callable[[bytes], bytes] = lambda chunk: chunk
        self.raw: Callable[[int], bytes] = self.chance.randbytes
        self.to_host = bytearray()
        self.to_tower = bytearray()
        self.hosts = 0
        self.tower: Any = None
        self.power_on()
        self.link = self._new_link()
        self.link.opened(self.now)

    def power_on(self) -> None:
        """Start the tower anew."""
        source = firmware("entropy")
        self.tower = firmware("tower").Tower("bench", source.Entropy(lambda count: self.raw(count)))

    def restart_host(self) -> None:
        """Kill the companion and start it again; it knows only its journal."""
        self.link = self._new_link()
        if self.plugged:
            self.link.opened(self.now)

    def unplug(self) -> None:
        """Pull the cable; the tower keeps its power."""
        self.plugged = False
        self.link.closed()

    def plug(self) -> None:
        """Put it back."""
        if not self.plugged:
            self.plugged = True
            self.link.opened(self.now)

    def run(self, seconds: float) -> None:
        """Let time pass."""
        for _ in range(round(seconds / STEP)):
            self.step()

    def step(self) -> None:
        """Ten milliseconds: both ends act once, and hear what the other said."""
        self.now += STEP
        now_ms = round(self.now * 1000)
        if self.reopens and self.link.phase in ("lost", "stranger"):
            self.link.closed()
            self.link.opened(self.now)
        self.link.tick(self.now)
        sent = self._cross(self.link.take_output())
        self.to_tower += sent
        if sent:
            self.tower.feed(sent, now_ms)
        self.tower.tick(now_ms)
        heard = self._cross(self.tower.take_output())
        self.to_host += heard
        if heard:
            self.link.receive(heard, self.now)
        new = self.link.take_reports()
        self.reports += new
        if self.auto_journal:
            for report in new:
                if isinstance(report, Rolled):
                    self.store(report)

    def store(self, rolled: Rolled) -> None:
        """Journal first, then acknowledge."""
        self.journal.append(rolled)
        self.link.acknowledge(rolled)

    def press(self) -> None:
        """Press the tower's button."""
        self.tower.press(round(self.now * 1e6), round(self.now * 1000))

    def _cross(self, chunk: bytes) -> bytes:
        return self.spoil(chunk) if self.plugged and chunk else b""

    def _new_link(self) -> Link:
        self.hosts += 1
        last = (self.journal[-1].boot, self.journal[-1].n) if self.journal else None
        return Link(last=last, word=counted_words("abcdefghijklmnopqrstuvwxyz"[self.hosts % 26]))


def stuck(count: int) -> bytes:
    """A random source that hangs."""
    return b"\x5a" * count


def biased(count: int) -> bytes:
    """A source whose bits are 1 in 86 %: 7 standard errors beyond what one batch may show."""
    return bytes(
        sum((chance % 7 != 0) << bit for bit, chance in enumerate(os.urandom(8))) for _ in range(count)
    )


def circling(count: int) -> bytes:
    """A source that alternates between two bytes."""
    return (b"\x37\xc5" * count)[:count]
