"""This machine: SPI, pins, serial ports, network, disk, clock, power."""

from __future__ import annotations

import errno
import os
import platform
import shutil
import socket
import time
from pathlib import Path

from companion import __version__
from companion.config import Config
from companion.core.message import say
from companion.devices.pins import OVERLAYS, READERS
from companion.doctor.parts import Parts, stored_games
from companion.table.fittings import Check
from companion.wiring.power import warning

LOW_MB, TOO_LOW_MB = 200, 20
_FIRST_YEAR = 2025  # this program did not exist before
_ANY = ("", "0.0.0.0", "::")


def check_machine(parts: Parts) -> Check:
    """What it is and what runs on it."""
    model = parts.model() or f"{platform.system()} {platform.machine()}"
    found = say("doctor.machine.is", model=model, python=platform.python_version(), version=__version__)
    return Check("machine", "fine", found)


def check_spi(config: Config, parts: Parts, opened: bool) -> Check:
    """Whether SPI is switched on; *opened*: a place of a reader opens, whatever is listed."""
    files = parts.listed("spidev*")
    named = [reader.name for reader in config.readers if reader.kind == "rc522"]
    missing = [
        pins for pins in READERS if pins.name in named and f"/dev/spidev{pins.bus}.{pins.ce}" not in files
    ]
    if config.readers and not named:
        return Check("spi", "simulated", say("doctor.spi.emulated"))
    if not files and opened:
        return Check("spi", "fine", say("doctor.spi.unlisted"))
    found = say("doctor.spi.listed", files=files) if files else say("doctor.spi.none")
    if missing:
        lines = [OVERLAYS[bus] for bus in sorted({0} | {pins.bus for pins in missing})]
        return Check("spi", "wrong", found, say("doctor.spi.todo", lines=lines))
    return Check("spi", "fine" if files else "not_fitted", found)


def check_pins(config: Config, parts: Parts) -> Check:
    """Which library drives the pins."""
    needed = config.panel == "gpio" or any(reader.kind == "rc522" for reader in config.readers)
    try:
        factory = parts.pin_factory()
    except Exception as error:  # every pin library has its own
        found = say("doctor.gpio.none", error=str(error).splitlines()[0] if str(error) else repr(error))
        if needed:
            return Check("gpio", "wrong", found, say("doctor.gpio.todo"))
        return Check("gpio", "not_fitted", found)
    found = say("doctor.gpio.works", factory=factory)
    if factory == "MockFactory":
        return Check("gpio", "simulated", found)
    if parts.model().startswith("Raspberry Pi") and factory != "LGPIOFactory":
        return Check("gpio", "warning", found, say("doctor.gpio.factory_todo"))
    return Check("gpio", "fine", found)


def check_serial(parts: Parts) -> Check:
    """What hangs on USB serial."""
    ports = parts.listed("serial/by-id/*") or parts.listed("ttyACM*") + parts.listed("ttyUSB*")
    if not ports:
        return Check("serial", "not_fitted", say("doctor.serial.none"))
    return Check("serial", "fine", say("doctor.serial.listed", ports=ports))


def check_addresses(config: Config, port: int, parts: Parts) -> Check:
    """Where phones find the table."""
    if config.host not in _ANY:
        return Check(
            "addresses", "fine", say("doctor.addresses.fixed", address=address_url(config.host, port))
        )
    first, *others = (address_url(address, port) for address in parts.addresses())
    if parts.addresses()[0].startswith("127."):
        found = say("doctor.addresses.only_here", address=first)
        return Check("addresses", "warning", found, say("doctor.addresses.todo"))
    name = address_url(parts.name(), port)
    found = say("doctor.addresses.phones", address=first, name=name, others=others)
    return Check("addresses", "fine", found)


def check_port(config: Config) -> Check:
    """Whether the companion could listen; nothing listens afterwards."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((config.host, config.port))
            probe.listen(1)
        except OSError as error:
            if error.errno == errno.EACCES:
                return Check("port", "warning", say("doctor.port.forbidden", port=config.port))
            found = say("doctor.port.taken", port=config.port)
            return Check("port", "wrong", found, say("doctor.port.taken_todo"))
    return Check("port", "fine", say("doctor.port.free", port=config.port))


def check_disk(folder: Path, thorough: bool = True) -> Check:
    """Whether entries can be stored; *thorough*: and the stored games be read. Nothing is written."""
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        why = os.strerror(errno.EACCES if there.is_dir() else errno.ENOTDIR)
        found = say("doctor.disk.locked", error=why)
        return Check("disk", "wrong", found, say("doctor.disk.locked_todo"))
    free = shutil.disk_usage(there).free // 1_000_000
    games, broken = stored_games(folder / "games", thorough)
    if free < LOW_MB:
        status = "wrong" if free < TOO_LOW_MB else "warning"
        return Check("disk", status, say("doctor.disk.low", free=free), say("doctor.disk.low_todo"))
    if broken:
        found = say("doctor.disk.broken", free=free, games=broken)
        return Check("disk", "warning", found, say("doctor.disk.broken_todo"))
    return Check("disk", "fine", say("doctor.disk.fine", free=free, games=games))


def check_clock(parts: Parts) -> Check:
    """Whether the time can be right; nothing depends on it but what people read."""
    now = time.localtime(parts.time())
    shown = time.strftime("%Y-%m-%d %H:%M", now)
    if now.tm_year < _FIRST_YEAR:
        return Check(
            "clock", "warning", say("doctor.clock.unset", time=shown), say("doctor.clock.unset_todo")
        )
    return Check("clock", "fine", say("doctor.clock.fine", time=shown))


def check_power(parts: Parts) -> Check | None:
    """The supply and the heat; None where nothing measures them."""
    power = parts.power()
    if power is None:
        return None
    word = warning(power)
    if word is not None:
        return Check("power", "wrong" if power.weak else "warning", word)
    return Check("power", "fine", say("doctor.power.fine", celsius=power.celsius))


def address_url(host: str, port: int) -> str:
    """The address of a page there; port 80 is not written."""
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}" if port == 80 else f"http://{shown}:{port}"
