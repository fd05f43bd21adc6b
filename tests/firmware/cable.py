"""A USB cable between two pseudo-terminals, with faults: bytes lost, flipped, doubled, late, cut up."""

from __future__ import annotations

import contextlib
import os
import pty
import random
import select
import threading
import time
import tty
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Side = Literal["host", "tower"]


@dataclass(frozen=True, slots=True)
class Faults:
    """Chances per byte, both ways; *delay* is the longest wait of a chunk in seconds, *chunk* its length."""

    lose: float = 0.0
    flip: float = 0.0
    double: float = 0.0
    delay: float = 0.0
    chunk: int = 4096


CLEAN = Faults()


class Cable:
    """Joins the tower's terminal with one for the host, which appears at *path* while it is plugged in."""

    def __init__(self, path: Path, *, faults: Faults = CLEAN, seed: int = 1) -> None:
        self.path = path
        self.faults = faults
        self.plugs = 0
        self.silent = False
        self._chance = random.Random(seed)
        self._tower_master, self._tower_slave = pty.openpty()
        tty.setraw(self._tower_slave)
        os.set_blocking(self._tower_master, False)
        self._host_master: int | None = None
        self._host_slave: int | None = None
        self._lock = threading.RLock()
        self._late: deque[tuple[float, Side, bytes]] = deque()
        self._cut_after: int | None = None
        self._to_host: list[bytes] = []
        self._to_tower: list[bytes] = []
        self._stop_read, self._stop_write = os.pipe()
        self._thread = threading.Thread(target=self._run, name="cable", daemon=True)
        self.plug()
        self._thread.start()

    @property
    def tower_end(self) -> int:
        """The descriptor for the tower's standard input and output."""
        return self._tower_slave

    @property
    def to_host(self) -> bytes:
        """All bytes that the tower sent."""
        return b"".join(self._to_host)

    @property
    def to_tower(self) -> bytes:
        """All bytes that the host sent."""
        return b"".join(self._to_tower)

    def plug(self) -> None:
        """Put the plug in: the port appears."""
        with self._lock:
            if self._host_master is not None:
                return
            master, slave = pty.openpty()
            tty.setraw(slave)
            os.set_blocking(master, False)
            self._host_master, self._host_slave = master, slave
            self._cut_after = None
            self.plugs += 1
            fresh = self.path.with_name(self.path.name + ".new")
            fresh.symlink_to(os.ttyname(slave))
            fresh.rename(self.path)
            self._wake()

    def unplug(self) -> None:
        """Pull the plug: the port is gone, what was on its way is lost."""
        with self._lock:
            if self._host_master is None or self._host_slave is None:
                return
            self.path.unlink(missing_ok=True)
            os.close(self._host_master)
            os.close(self._host_slave)
            self._host_master = self._host_slave = None
            self._late.clear()
            self._wake()

    def cut_after(self, count: int) -> None:
        """Pull the plug after *count* more bytes to the host, in the middle of a line perhaps."""
        with self._lock:
            self._cut_after = count

    def inject(self, noise: bytes) -> None:
        """Let the host hear bytes that no tower sent. What the port cannot take is lost."""
        with self._lock:
            self._put("host", noise)

    def flood(self, side: Side, noise: bytes, timeout: float = 30.0) -> None:
        """Send bytes that the other side never said, as fast as they are read, all of them."""
        ends = time.monotonic() + timeout
        while noise:
            target = self._tower_master if side == "tower" else self._host_master
            if target is None or time.monotonic() > ends:
                raise AssertionError(f"{len(noise)} bytes were not read")
            _, writable, _ = select.select([], [target], [], 1.0)
            if writable:
                with contextlib.suppress(BlockingIOError):
                    noise = noise[os.write(target, noise[:4096]) :]

    def close(self) -> None:
        """Throw the cable away."""
        os.write(self._stop_write, b"stop")
        self._thread.join(timeout=5)
        self.unplug()
        for descriptor in (self._tower_master, self._tower_slave, self._stop_read, self._stop_write):
            os.close(descriptor)

    def _wake(self) -> None:
        if self._thread.ident is not None:
            os.write(self._stop_write, b".")

    def _run(self) -> None:
        while True:
            with self._lock:
                host = self._host_master
                wait = max(0.0, self._late[0][0] - time.monotonic()) if self._late else 1.0
            ends = [self._stop_read, self._tower_master, *([] if host is None else [host])]
            try:
                ready, _, _ = select.select(ends, [], [], wait)
            except (OSError, ValueError):  # unplugged in this moment
                continue
            if self._stop_read in ready and b"stop" in os.read(self._stop_read, 1000):
                return
            with self._lock:
                if self._tower_master in ready:
                    self._carry(self._tower_master, "host")
                if host is not None and host == self._host_master and host in ready:
                    self._carry(host, "tower")
                while self._late and self._late[0][0] <= time.monotonic():
                    _, side, chunk = self._late.popleft()
                    self._put(side, chunk)

    def _carry(self, source: int, side: Side) -> None:
        with contextlib.suppress(OSError):
            chunk = os.read(source, 4096)
            (self._to_host if side == "host" else self._to_tower).append(chunk)
            if self.silent:
                return
            spoilt = self._spoil(chunk)
            if not self.faults.delay and self.faults.chunk >= len(spoilt):
                self._put(side, spoilt)
                return
            at = time.monotonic()
            for start in range(0, len(spoilt), self.faults.chunk):
                if self.faults.delay:
                    at += self._chance.uniform(0, self.faults.delay)
                at = max(at, self._late[-1][0] if self._late else 0.0)  # late, but never out of order
                self._late.append((at, side, spoilt[start : start + self.faults.chunk]))

    def _spoil(self, chunk: bytes) -> bytes:
        faults = self.faults
        if not (faults.lose or faults.flip or faults.double):
            return chunk
        spoilt = bytearray()
        for byte in chunk:
            if self._chance.random() < faults.lose:
                continue
            if self._chance.random() < faults.flip:
                byte ^= 1 << self._chance.randrange(8)
            spoilt.append(byte)
            if self._chance.random() < faults.double:
                spoilt.append(byte)
        return bytes(spoilt)

    def _put(self, side: Side, chunk: bytes) -> None:
        if side == "tower":
            self._write(self._tower_master, chunk)
        elif self._host_master is not None:
            if self._cut_after is not None and len(chunk) >= self._cut_after:
                self._write(self._host_master, chunk[: self._cut_after])
                self._cut_after = None
                self.unplug()
                return
            if self._cut_after is not None:
                self._cut_after -= len(chunk)
            self._write(self._host_master, chunk)

    @staticmethod
    def _write(descriptor: int, chunk: bytes) -> None:
        with contextlib.suppress(BlockingIOError):  # nobody reads: lost, as in a full buffer
            while chunk:
                chunk = chunk[os.write(descriptor, chunk) :]
