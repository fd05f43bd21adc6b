"""The Pi's power: a safe switch-off, and a weak supply or heat shown on the screens."""

from __future__ import annotations

import logging
import os
import re
import shutil
import signal
import subprocess
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.core.message import Message, say
from companion.table.fittings import Fitting, Fittings

log = logging.getLogger(__name__)

POWER_OFF = 10
"""The exit code by which the installed service knows that the machine shall be halted."""

HOT_C = 80  # here a Pi begins to slow down
COOL_C = 75
_EVERY_S = 30.0
_WEAK_NOW = 1 << 0
_WEAK_BEFORE = 1 << 16


class PowerSwitch:
    """Ends the process as SIGTERM does, and remembers that more was asked for."""

    def __init__(self) -> None:
        self.pressed = False

    def press(self) -> None:
        """Ask for the machine to be switched off."""
        log.warning("switching off: everything is stored")
        self.pressed = True
        os.kill(os.getpid(), signal.SIGTERM)


@dataclass(frozen=True, slots=True)
class Power:
    """How the machine is fed and how warm it is. *celsius* is None where nothing measures it."""

    weak: bool = False
    was_weak: bool = False
    celsius: int | None = None


def ask_firmware() -> str:
    """What `vcgencmd get_throttled` says; empty where there is none."""
    program = shutil.which("vcgencmd")
    if program is None:
        return ""
    try:
        done = subprocess.run(
            [program, "get_throttled"], capture_output=True, text=True, timeout=2, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout


def read_power(system: Path = Path("/sys"), ask: Callable[[], str] = ask_firmware) -> Power | None:
    """Read what the machine tells of its power; None when it tells nothing, as most do that are no Pi."""
    celsius = _celsius(system)
    bits = _throttled(system, ask)
    if bits is not None:
        return Power(bool(bits & _WEAK_NOW), bool(bits & _WEAK_BEFORE), celsius)
    alarm = _supply_alarm(system)
    if alarm is not None:
        return Power(weak=alarm, celsius=celsius)
    return Power(celsius=celsius) if celsius is not None else None


def warning(power: Power, was_hot: bool = False) -> Message | None:
    """What people should know, the worst first; None when all is well."""
    if power.weak:
        return say("power.weak")
    if power.celsius is not None and power.celsius >= (COOL_C if was_hot else HOT_C):
        return say("power.hot")
    if power.was_weak:
        return say("power.was_weak")
    return None


class PowerWatch:
    """Looks rarely, and shows a fitting "power" once there was something to warn of."""

    def __init__(
        self,
        fittings: Fittings,
        read: Callable[[], Power | None] = read_power,
        every_s: float = _EVERY_S,
    ) -> None:
        self._fittings = fittings
        self._read = read
        self._every_s = every_s
        self._word: Message | None = None
        self._ever = False
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="power", daemon=True)

    def start(self) -> None:
        """Begin, unless this machine tells nothing of its power."""
        if self.look():
            self._thread.start()

    def stop(self) -> None:
        """Stop looking."""
        self._stopping.set()
        if self._thread.ident is not None:
            self._thread.join(5.0)

    def look(self) -> bool:
        """Look once; False when the machine tells nothing."""
        power = self._read()
        if power is None:
            return False
        word = warning(power, was_hot=self._word is not None and self._word.id == "power.hot")
        if word is not None and word != self._word:
            log.warning("%s: %s", word.id, power)
        self._ever = self._ever or word is not None
        if self._ever:
            self._fittings.set(Fitting("power", "power", "ready" if word is None else "warning", word))
        self._word = word
        return True

    def _run(self) -> None:
        while not self._stopping.wait(self._every_s):
            try:
                self.look()
            except Exception:
                log.exception("the power could not be read")


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""


def _throttled(system: Path, ask: Callable[[], str]) -> int | None:
    """The firmware's bits: from its file where the kernel has one (no rights needed), else by its tool."""
    for path in sorted(system.glob("devices/platform/soc*/*firmware/get_throttled")):
        if re.fullmatch(r"(0x)?[0-9a-fA-F]+", _read(path)):
            return int(_read(path), 16)
    found = re.search(r"throttled=(0x[0-9a-fA-F]+)", ask())
    return int(found[1], 16) if found else None


def _supply_alarm(system: Path) -> bool | None:
    for name in sorted(system.glob("class/hwmon/hwmon*/name")):
        if _read(name) == "rpi_volt":
            return _read(name.with_name("in0_lcrit_alarm")) == "1"
    return None


def _celsius(system: Path) -> int | None:
    """The processor's temperature on a Pi. A laptop runs hotter by design and is not judged."""
    for kind in sorted(system.glob("class/thermal/thermal_zone*/type")):
        reading = _read(kind.with_name("temp"))
        if _read(kind) == "cpu-thermal" and reading.lstrip("-").isdigit():
            return int(reading) // 1000
    return None
