"""Stand-ins for the modules `spidev` and `RPi.GPIO`, for the packages that import them.

They enter sys.modules only by install(), which the program calls when simulated hardware is named.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Iterable, Sequence
from typing import Final

from companion.devices.emulated.rig import Rig

# BCM number of each header pin that is a GPIO.
BCM_OF_PIN: Final = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9, 22: 25,
    23: 11, 24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21,
}  # fmt: skip


class EmulatedSpi:
    """`spidev.SpiDev` on a rig."""

    def __init__(self, rig: Rig) -> None:
        self.max_speed_hz = 500_000
        self.mode = 0
        self._rig = rig
        self._place: tuple[int, int] | None = None

    def open(self, bus: int, device: int) -> None:
        """Open a device file. Raises OSError."""
        self._rig.open_spi(bus, device)
        self._place = (bus, device)

    def xfer2(self, values: Sequence[int]) -> list[int]:
        """Exchange bytes under one chip select. Raises OSError."""
        if self._place is None:
            raise OSError(9, "Bad file descriptor")
        return self._rig.transfer(*self._place, values, self.max_speed_hz)

    def close(self) -> None:
        """Close the file; a second time does nothing."""
        self._place = None


class EmulatedPin:
    """An output on a rig, with the methods that a reset line needs."""

    def __init__(self, rig: Rig, bcm: int) -> None:
        self._rig = rig
        self._bcm = bcm

    def on(self) -> None:
        """Drive it high."""
        self._rig.drive(self._bcm, True)

    def off(self) -> None:
        """Drive it low."""
        self._rig.drive(self._bcm, False)

    def close(self) -> None:
        """Let go of it; the level stays."""


class EmulatedGpio(types.ModuleType):
    """`RPi.GPIO`, as far as outputs go."""

    BOARD = 10
    BCM = 11
    OUT = 0
    IN = 1
    LOW = 0
    HIGH = 1

    def __init__(self) -> None:
        super().__init__("RPi.GPIO")
        self.rig: Rig | None = None
        self._mode: int | None = None
        self._outputs: set[int] = set()

    def setwarnings(self, on: bool) -> None:
        """There are none."""

    def getmode(self) -> int | None:
        """How pins are numbered; None until somebody says so."""
        return self._mode

    def setmode(self, mode: int) -> None:
        """Number pins by header or by BCM. Raises ValueError when it was said otherwise before."""
        if self._mode not in (None, mode):
            raise ValueError("A different mode has already been set!")
        self._mode = mode

    def setup(self, channel: int, direction: int) -> None:
        """Make a pin an output."""
        self._outputs.add(self._bcm(channel))

    def output(self, channel: int, level: int) -> None:
        """Drive a pin. Raises RuntimeError when it was not set up."""
        bcm = self._bcm(channel)
        if bcm not in self._outputs:
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
        if self.rig:
            self.rig.drive(bcm, bool(level))

    def cleanup(self, channels: Iterable[int] = ()) -> None:
        """Let go of every pin of the process, whoever set it up."""
        self._outputs.clear()
        self._mode = None

    def _bcm(self, channel: int) -> int:
        if self._mode is None:
            raise RuntimeError("Please set pin numbering mode using GPIO.setmode(GPIO.BOARD) or (GPIO.BCM)")
        return channel if self._mode == self.BCM else BCM_OF_PIN[channel]


_SPIDEV: Final = types.ModuleType("spidev")
_GPIO: Final = EmulatedGpio()
_RPI: Final = types.ModuleType("RPi")


def install(rig: Rig) -> None:
    """Have `spidev` and `RPi.GPIO` mean this rig from now on, also for who imported them before."""
    vars(_SPIDEV)["SpiDev"] = lambda: EmulatedSpi(rig)
    _GPIO.rig = rig
    _GPIO.cleanup()
    vars(_RPI)["GPIO"] = _GPIO
    _RPI.__path__ = []
    sys.modules.update({"spidev": _SPIDEV, "RPi": _RPI, "RPi.GPIO": _GPIO})
