"""Pins of the Pi by BCM number. Written by hardware/generate.py from hardware/pins.toml; do not edit."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class ReaderPins:
    """Where a reader hangs: spidev{bus}.{ce}, its reset line on BCM *rst*."""

    name: str
    bus: int
    ce: int
    rst: int


@dataclass(frozen=True, slots=True)
class LampPins:
    """The three legs of the RGB lamp; high is on."""

    red: int
    green: int
    blue: int


READERS: Final[tuple[ReaderPins, ...]] = (
    ReaderPins(name="table", bus=0, ce=0, rst=25),
    ReaderPins(name="tray", bus=0, ce=1, rst=24),
    ReaderPins(name="bank", bus=1, ce=0, rst=23),
    ReaderPins(name="deck", bus=1, ce=1, rst=22),
)
BUTTONS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "ok": 5,
        "next": 6,
        "undo": 26,
    }
)  # to ground, pull-up inside the Pi
BUZZER: Final = 13
LAMP: Final = LampPins(red=12, green=4, blue=27)
OVERLAYS: Final = ("dtparam=spi=on", "dtoverlay=spi1-2cs")  # config.txt, one per SPI bus
