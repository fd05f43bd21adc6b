"""Each place of a reader: its version register as read, self test, antenna, gain."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.config import ReaderConfig
from companion.core.message import Message, say
from companion.devices.pins import ReaderPins
from companion.devices.rc522 import CHIP_NAMES, Rc522
from companion.devices.rc522_chip import SPI_HZ
from companion.devices.rc522_ports import ResetLine, SpiPort, loaded
from companion.devices.tags import DeviceLost, Lost
from companion.doctor.parts import Parts
from companion.table.fittings import Check

VERSION, RF_CONFIG, TX_CONTROL = 0x37, 0x26, 0x14
ANTENNA_ON = 0x03
_GAINS_DB = (18, 23, 18, 23, 33, 38, 43, 48)  # by the three bits of RFCfgReg
_READS = 4
_SILENT = (frozenset({0x00}), frozenset({0xFF}))


@dataclass(frozen=True, slots=True)
class Examined:
    """What came of a place. *reader* is open and works, or None; *opened*: its device file opens."""

    check: Check
    reader: Rc522 | None = None
    opened: bool = False


class Registers:
    """The registers of whatever chip answers on a bus, without any set-up of it. Raises DeviceLost."""

    def __init__(self, open_spi: Callable[[], SpiPort], pins: ReaderPins) -> None:
        path = spi_path(pins)
        self._port = loaded(open_spi)
        try:
            self._port.open(pins.bus, pins.ce)
            self._port.max_speed_hz = SPI_HZ
        except FileNotFoundError:
            raise DeviceLost(Lost.SPI_MISSING, path=path) from None
        except PermissionError:
            raise DeviceLost(Lost.SPI_FORBIDDEN, path=path) from None
        except OSError as error:
            raise DeviceLost(Lost.SPI_FAILED, path=path, error=str(error)) from None

    def read(self, register: int) -> int:
        """One register, as the bus gives it. Raises OSError."""
        return int(self._port.xfer2([register << 1 | 0x80, 0])[1])

    def versions(self) -> frozenset[int]:
        """What the version register answers when it is asked a few times. Raises OSError."""
        return frozenset(self.read(VERSION) for _ in range(_READS))

    def close(self) -> None:
        self._port.close()


class _TriedReset:
    """Opens reset lines, and notes what kept one from opening: a chip may answer without."""

    def __init__(self, opened: Callable[[int], ResetLine]) -> None:
        self._opened = opened
        self.failure: DeviceLost | None = None

    def __call__(self, bcm: int) -> ResetLine:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # gpiozero tells of each library that it did not find
                return loaded(lambda: self._opened(bcm))
        except DeviceLost as lost:
            self.failure = lost
        except Exception as error:  # every pin library has its own
            self.failure = DeviceLost(Lost.PIN_FAILED, pin=bcm, error=str(error))
            if "busy" in str(error).lower():  # another program has the reader: hands off its chip
                raise self.failure from error
        return _NoReset()


class _NoReset:
    """A reset line that is not to be had."""

    def on(self) -> None: ...
    def off(self) -> None: ...
    def close(self) -> None: ...


def spi_path(pins: ReaderPins) -> str:
    """The device file of a place."""
    return f"/dev/spidev{pins.bus}.{pins.ce}"


def examine_place(pins: ReaderPins, named: ReaderConfig | None, parts: Parts) -> Examined:
    """Ask whatever hangs there; *named* is how table.toml names it, None when it does not.

    A place that is not named is asked all the same; its reset pin is driven only when it is silent without.
    """
    try:
        registers = Registers(parts.open_spi, pins)
    except DeviceLost as lost:
        return Examined(_unopened(pins, named, lost))
    try:
        before = registers.versions()
        reset = _TriedReset(parts.open_reset)
        reader = Rc522(
            pins,
            gain_db=named.gain_db if named else 33,
            open_spi=parts.open_spi,
            open_reset=reset if named or before in _SILENT else lambda _: _NoReset(),
            clock=parts.clock,
        )
        return _examine_open(pins, named, reader, registers, reset, before)
    except OSError as error:
        failed = DeviceLost(Lost.SPI_FAILED, path=spi_path(pins), error=str(error))
        return Examined(_unopened(pins, named, failed))
    finally:
        registers.close()


def examine_simulated(reader: Rc522, pins: ReaderPins, parts: Parts) -> Examined:
    """The same look at a reader of which everybody knows that it is simulated."""
    try:
        reader.start()
        return Examined(examine_working(reader, pins, parts), reader, True)
    except DeviceLost as lost:
        found = say("doctor.reader.unasked", path=spi_path(pins))
        return Examined(Check(f"reader.{pins.name}", "wrong", found, _remedy(pins, lost)), None, True)


def examine_working(reader: Rc522, pins: ReaderPins, parts: Parts) -> Check:
    """Try all of a started reader that needs no card; its field is off afterwards. Raises DeviceLost."""
    registers = Registers(parts.open_spi, pins)
    try:
        check = _tested(pins, reader, registers)
    except OSError as error:
        raise DeviceLost(Lost.SPI_FAILED, path=spi_path(pins), error=str(error)) from None
    finally:
        registers.close()
    if reader.simulated and check.status == "fine":
        return replace(check, status="simulated")
    return check


def _examine_open(
    pins: ReaderPins,
    named: ReaderConfig | None,
    reader: Rc522,
    registers: Registers,
    reset: _TriedReset,
    before: frozenset[int],
) -> Examined:
    about = f"reader.{pins.name}"
    try:
        reader.start()
        check = _tested(pins, reader, registers)
    except DeviceLost as lost:
        versions = before if before not in _SILENT else registers.versions()
        reader.close()
        if named is None and (versions in _SILENT or len(versions) > 1):
            found = say("doctor.reader.nothing", path=spi_path(pins), version=_shown(versions))
            return Examined(Check(about, "not_fitted", found), None, True)
        todo = _remedy(pins, reset.failure or lost)
        if named is None:
            return Examined(Check(about, "warning", _extra(pins, min(versions), None), todo), None, True)
        return Examined(Check(about, "wrong", _version(pins, versions), todo), None, True)
    if named is None:
        found = _extra(pins, min(registers.versions()), check.found.values["self_test"])
        reader.close()
        todo = say("doctor.reader.extra_todo", section="[[reader]]", line=f'name = "{pins.name}"')
        return Examined(Check(about, "warning", found, todo), None, True)
    if reset.failure is not None:
        return Examined(Check(about, "wrong", check.found, _remedy(pins, reset.failure)), reader, True)
    return Examined(check, reader, True)


def _tested(pins: ReaderPins, reader: Rc522, registers: Registers) -> Check:
    """Self test, antenna and gain. Raises DeviceLost, OSError."""
    version = registers.read(VERSION)
    self_test = reader.self_test()
    reader.look()
    antenna = registers.read(TX_CONTROL) & ANTENNA_ON == ANTENNA_ON
    gain_db = _GAINS_DB[registers.read(RF_CONFIG) >> 4 & 0x07]
    reader.rest()
    found = say(
        "doctor.reader.tested",
        chip=chip_name(version),
        version=f"{version:#04x}",
        self_test=f"doctor.self_test.{self_test}",
        antenna="doctor.antenna.on" if antenna else "doctor.antenna.off",
        gain=gain_db,
        path=spi_path(pins),
    )
    about = f"reader.{pins.name}"
    if not antenna or gain_db != reader.gain_db:
        return Check(about, "wrong", found, say("doctor.reader.antenna_todo"))
    if self_test == "failed":
        return Check(about, "warning", found, say("doctor.reader.self_test_todo"))
    return Check(about, "fine", found)


def chip_name(version: int) -> str:
    """What a version register tells of the chip."""
    return CHIP_NAMES.get(version, "unknown clone")


def _unopened(pins: ReaderPins, named: ReaderConfig | None, lost: DeviceLost) -> Check:
    about, path = f"reader.{pins.name}", spi_path(pins)
    status = "wrong" if named else "not_fitted"
    return Check(about, status, say("doctor.reader.unasked", path=path), _remedy(pins, lost))


def _version(pins: ReaderPins, versions: frozenset[int]) -> Message:
    shown, path = _shown(versions), spi_path(pins)
    if len(versions) > 1 or versions in _SILENT:
        return say("doctor.reader.odd_version", version=shown, path=path)
    return say("doctor.reader.version", version=shown, chip=chip_name(next(iter(versions))), path=path)


def _extra(pins: ReaderPins, version: int, self_test: object) -> Message:
    """A chip answers where table.toml names no reader; *self_test* is None when it could not be tried."""
    return say(
        "doctor.reader.extra",
        chip=chip_name(version),
        version=f"{version:#04x}",
        path=spi_path(pins),
        self_test=self_test,
    )


def _shown(versions: frozenset[int]) -> str:
    return " ".join(f"{version:#04x}" for version in sorted(versions))


def _remedy(pins: ReaderPins, lost: DeviceLost) -> Message:
    return say(f"reader.{lost.reason}", reader=pins.name, **lost.values)
