"""What the reader needs of other packages, loaded when it is started and not before."""

from __future__ import annotations

import importlib.metadata
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from companion.devices.tags import DeviceLost, Lost

if TYPE_CHECKING:
    from mfrc522 import MFRC522

_T = TypeVar("_T")

# The package mfrc522-python takes the same import name and has other methods.
PACKAGE_VERSION: Final = "0.0.7"


class SpiPort(Protocol):
    """What is needed of `spidev.SpiDev`."""

    max_speed_hz: int

    def open(self, bus: int, device: int) -> None: ...
    def xfer2(self, values: Sequence[int], /) -> list[int]: ...
    def close(self) -> None: ...


class ResetLine(Protocol):
    """What is needed of `gpiozero.DigitalOutputDevice`."""

    def on(self) -> None: ...
    def off(self) -> None: ...
    def close(self) -> None: ...


class Clock(Protocol):
    """Seconds that go by; the emulated chip brings its own."""

    def now(self) -> float: ...
    def pass_by(self, seconds: float) -> None: ...


class RealClock:
    """The clock on the wall."""

    def now(self) -> float:
        """Return monotonic seconds."""
        return time.monotonic()

    def pass_by(self, seconds: float) -> None:
        """Wait."""
        time.sleep(seconds)


def open_spidev() -> SpiPort:
    """Return the kernel's SPI, not opened yet. Raises ImportError."""
    import spidev

    return spidev.SpiDev()


def open_gpio(bcm: int) -> ResetLine:
    """Return an output that is low. Raises ImportError, and whatever the pin library raises."""
    import gpiozero

    return gpiozero.DigitalOutputDevice(bcm, initial_value=False)


def register_layer() -> type[MFRC522]:
    """Return the package's class. Raises DeviceLost when it is absent or another release."""
    try:
        found = importlib.metadata.version("mfrc522")
    except importlib.metadata.PackageNotFoundError:
        raise DeviceLost(Lost.PACKAGE_MISSING, package=f"mfrc522=={PACKAGE_VERSION}") from None
    if found != PACKAGE_VERSION:
        raise DeviceLost(Lost.PACKAGE_WRONG, package=f"mfrc522=={PACKAGE_VERSION}", found=found)
    from mfrc522 import MFRC522

    return MFRC522


def loaded(opened: Callable[[], _T]) -> _T:
    """Import and open something of another package. Raises DeviceLost when it is not there."""
    try:
        return opened()
    except ImportError as error:
        raise DeviceLost(Lost.PACKAGE_MISSING, package=error.name or str(error)) from error
    except RuntimeError as error:  # RPi.GPIO, off a Pi
        raise DeviceLost(Lost.PACKAGE_MISSING, package="RPi.GPIO", error=str(error)) from error
