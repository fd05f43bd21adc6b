"""What the doctor looks at: this machine, or one made up for a test."""

from __future__ import annotations

import sqlite3
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from companion.addresses import machine_name, numeric_addresses
from companion.devices.rc522_ports import Clock, RealClock, ResetLine, SpiPort, open_gpio, open_spidev
from companion.devices.tower.port import likely_ports
from companion.devices.tower.probe import Finding, probe
from companion.wiring.power import Power, read_power


def pin_factory() -> str:
    """The library that gpiozero drives the pins with. Raises whatever that library raises."""
    from gpiozero import Device

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it tells of each library that it did not find
        if Device.pin_factory is None:
            Device.ensure_pin_factory()  # type: ignore[attr-defined]
    return type(Device.pin_factory).__name__


@dataclass(frozen=True, slots=True)
class Parts:
    """The ways to the machine: its files, its bus, its pins, its network.

    *root* stands for /; *time* is the wall clock in seconds.
    """

    root: Path = Path("/")
    open_spi: Callable[[], SpiPort] = open_spidev
    open_reset: Callable[[int], ResetLine] = open_gpio
    pin_factory: Callable[[], str] = pin_factory
    clock: Clock = field(default_factory=RealClock)
    time: Callable[[], float] = time.time
    addresses: Callable[[], tuple[str, ...]] = numeric_addresses
    name: Callable[[], str] = machine_name
    power: Callable[[], Power | None] = read_power
    likely_towers: Callable[[], list[str]] = likely_ports
    find_tower: Callable[[str | None], Finding] = probe

    def listed(self, pattern: str) -> list[str]:
        """The device files of a pattern, as they are called: "/dev/spidev0.0"."""
        return [
            f"/dev/{path.relative_to(self.root / 'dev')}" for path in sorted(self.root.glob(f"dev/{pattern}"))
        ]

    def model(self) -> str:
        """What the machine calls itself; empty when it is no Pi."""
        try:
            told = (self.root / "proc/device-tree/model").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""
        return told.strip("\0 \n")


def stored_games(games: Path, thorough: bool) -> tuple[int, tuple[str, ...]]:
    """How many games are stored, and with *thorough* the ids of damaged ones. Nothing is written."""
    stored = sorted(games.glob("*.sqlite"))
    return len(stored), tuple(path.stem for path in stored if thorough and not _is_sound(path))


def _is_sound(path: Path) -> bool:
    try:
        connection = sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True, timeout=1.0)
    except sqlite3.Error:
        return False
    try:
        return bool(connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
    except sqlite3.Error:
        return False
    finally:
        connection.close()
