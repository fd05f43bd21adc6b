"""The wires: which chip hangs on which bus, chip select and reset pin, and what is wrong with its cable."""

from __future__ import annotations

import errno
import random
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from companion.devices.emulated.air import Air
from companion.devices.emulated.chip import Chip, CollPosReading
from companion.devices.emulated.clock import VirtualClock
from companion.devices.pins import ReaderPins

# What one call into the kernel costs on a Pi, beside the bits themselves.
TRANSFER_S: Final = 20e-6


class Cable(StrEnum):
    """What is wrong between the Pi and a reader."""

    ZEROS = "zeros"  # no power: every register reads 0x00
    ONES = "ones"  # unplugged: every register reads 0xFF
    FLOATING = "floating"  # a loose wire: anything may be read
    HELD_IN_RESET = "held_in_reset"
    MISSING = "missing"  # no /dev/spidev file
    FORBIDDEN = "forbidden"  # the file is there, but not for this user


@dataclass(slots=True)
class _Socket:
    """Where a chip hangs; *breaks_after* counts the transfers that still go through."""

    chip: Chip
    rst: int
    cable: Cable | None = None
    breaking: Cable | None = None
    breaks_after: int = 0


class Rig:
    """A Pi with readers on it. Every method may be called from any thread."""

    def __init__(self, seed: int = 0) -> None:
        self.clock = VirtualClock()
        self.lock = threading.RLock()
        self.transfers = 0
        self._random = random.Random(seed)
        self._sockets: dict[tuple[int, int], _Socket] = {}
        self._levels: dict[int, bool] = {}

    def fit(
        self,
        pins: ReaderPins,
        *,
        version: int = 0x92,
        coll_pos: CollPosReading = "frame",
        silent_errors: bool = False,
    ) -> Chip:
        """Fit a reader with nothing in its field; it is held in reset until its pin goes high."""
        seed = self._random.getrandbits(32)
        chip = Chip(
            Air(seed), self.clock, version=version, coll_pos=coll_pos, silent_errors=silent_errors, seed=seed
        )
        self._sockets[pins.bus, pins.ce] = _Socket(chip, pins.rst)
        return chip

    def break_cable(self, bus: int, ce: int, how: Cable, *, after: int = 0) -> None:
        """Break a reader's cable, at once or when *after* more transfers went through."""
        with self.lock:
            socket = self._sockets[bus, ce]
            if after:
                socket.breaking, socket.breaks_after = how, after
            else:
                self._break(socket, how)

    def mend_cable(self, bus: int, ce: int) -> None:
        """Plug it in again: the chip starts anew."""
        with self.lock:
            socket = self._sockets[bus, ce]
            socket.cable = socket.breaking = None
            socket.chip.drive_reset(False)
            socket.chip.drive_reset(self._levels.get(socket.rst, False))

    def cable(self, bus: int, ce: int) -> Cable | None:
        """What is wrong with a reader's cable, None when it is whole."""
        return self._sockets[bus, ce].cable

    def drive(self, bcm: int, level: bool) -> None:
        """Drive a pin of the Pi; those that are no reset line lead nowhere."""
        with self.lock:
            self._levels[bcm] = level
            for socket in self._sockets.values():
                if socket.rst == bcm:
                    socket.chip.drive_reset(level and socket.cable is not Cable.HELD_IN_RESET)

    def pass_by(self, seconds: float) -> None:
        """Let time go by on the rig's clock."""
        with self.lock:
            self.clock.pass_by(seconds)

    def now(self) -> float:
        """Seconds on the rig's clock."""
        return self.clock.now

    def open_spi(self, bus: int, ce: int) -> None:
        """Open /dev/spidev{bus}.{ce}. Raises FileNotFoundError or PermissionError, as the kernel does."""
        path = f"/dev/spidev{bus}.{ce}"
        with self.lock:
            socket = self._sockets.get((bus, ce))
            if socket is None or socket.cable is Cable.MISSING:
                raise FileNotFoundError(errno.ENOENT, "No such file or directory", path)
            if socket.cable is Cable.FORBIDDEN:
                raise PermissionError(errno.EACCES, "Permission denied", path)

    def transfer(self, bus: int, ce: int, sent: Sequence[int], hz: int) -> list[int]:
        """Move bytes over the bus, and the clock on. Raises OSError when the device is gone."""
        with self.lock:
            self.transfers += 1
            self.clock.pass_by(TRANSFER_S + 8 * len(sent) / hz)
            socket = self._sockets[bus, ce]
            if socket.breaking:
                socket.breaks_after -= 1
                if socket.breaks_after <= 0:
                    self._break(socket, socket.breaking)
            match socket.cable:
                case Cable.ZEROS:
                    return [0x00] * len(sent)
                case Cable.ONES:
                    return [0xFF] * len(sent)
                case Cable.FLOATING:
                    return [self._random.randrange(256) for _ in sent]
                case Cable.MISSING | Cable.FORBIDDEN:  # whoever has it open loses it
                    raise OSError(errno.ESHUTDOWN, "Cannot send after transport endpoint shutdown")
                case _:
                    return socket.chip.transfer(sent)

    def _break(self, socket: _Socket, how: Cable) -> None:
        socket.cable, socket.breaking = how, None
        if how in (Cable.ZEROS, Cable.ONES, Cable.HELD_IN_RESET):
            socket.chip.drive_reset(False)
