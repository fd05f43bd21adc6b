"""The MFRC522 on SPI: set-up, field, frames; the package mfrc522 serves as its register layer only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum, auto
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from companion.devices.pins import ReaderPins
from companion.devices.rc522_ports import Clock, ResetLine, SpiPort, loaded, register_layer
from companion.devices.tags import DeviceLost, Lost

if TYPE_CHECKING:
    from mfrc522 import MFRC522

SPI_HZ: Final = 1_000_000
GAINS_DB: Final = (33, 38, 43, 48)
# What the digital self test leaves in the FIFO (data sheet, section 16.1.1), by version register.
SELF_TEST: Final = {
    0x91: bytes.fromhex(
        "00C637D532B7575CC2D87C4DD970C77310E6D2AA5EA13E5A14AF3061C970DB2E"
        "642272B5BD65F4EC22BCD37235CDAA411FA7F35314DE7E02D90FB55E251D2979"
    ),
    0x92: bytes.fromhex(
        "00EB66BA57BF2395D0E30D3D27895CDE9D3BA700215B8982513AEB020CA50049"
        "7C844DB3CCD21B815D4876D5716121A986968338CF9D5B6DDC15BA3E7D953B2F"
    ),
}


_RX_IRQ, _IDLE_IRQ, _ERR_IRQ, _TIMER_IRQ = 0x20, 0x10, 0x02, 0x01
_COLLISION: Final = 0x08
_ERRORS: Final = 0x1B  # buffer overflow, collision, parity, protocol; the chip checks no CRC here

# Timer ticks of 40 us: prescaler 271. The chip counts one more than it is told.
_TICK_HIGH, _TICK_LOW = 0x01, 0x0F
SHORT_TICKS: Final = 24  # 1 ms, for what answers in step
LONG_TICKS: Final = 249  # 10 ms, for READ
_POLL_S: Final = 200e-6
_ERROR_TAIL_S: Final = 0.003  # an error may show before the rest of its frame is in
_STUCK_S: Final = 0.05
_FIELD_OFF_S: Final = 0.001
_FIELD_ON_S: Final = 0.005


class Kind(Enum):
    """How a frame was answered; BAD is noise, or anything that cannot be trusted."""

    SILENCE = auto()
    GOOD = auto()
    COLLISION = auto()
    BAD = auto()


class Answer(NamedTuple):
    """What came back: *size* bits, the first one lowest; *collision* as CollPos says it, from 1."""

    kind: Kind
    value: int = 0
    size: int = 0
    collision: int = 0

    def octets(self, length: int) -> bytes | None:
        """Return the bytes before a valid CRC_A, None unless there are *length* of them."""
        if self.kind is not Kind.GOOD or self.size != 8 * (length + 2):
            return None
        octets = self.value.to_bytes(length + 2, "little")
        return octets[:-2] if crc_a(octets[:-2]) == octets[-2:] else None


def crc_a(octets: bytes) -> bytes:
    """Return CRC_A (ISO 14443-3, annex B) in the order in which it is sent."""
    crc = 0x6363
    for octet in octets:
        octet ^= crc & 0xFF
        octet ^= (octet << 4) & 0xFF
        crc = (crc >> 8) ^ (octet << 8) ^ (octet << 3) ^ (octet >> 4)
    return bytes((crc & 0xFF, crc >> 8 & 0xFF))


class Rc522Chip:
    """One chip, its bus, its reset line and its antenna. Every wait in here is bounded.

    Every method may raise DeviceLost.
    """

    def __init__(
        self,
        pins: ReaderPins,
        gain_db: int,
        open_spi: Callable[[], SpiPort],
        open_reset: Callable[[int], ResetLine],
        clock: Clock,
    ) -> None:
        self._pins = pins
        self.gain_db = _checked_gain(gain_db)
        self._open_spi = open_spi
        self._open_reset = open_reset
        self._clock = clock
        self._reset: ResetLine | None = None
        self._registers: MFRC522 | None = None
        self._version = 0
        self._ticks = 0
        self.field_on = False

    def start(self) -> int:
        """Reset, set up, read the settings back; return the version register."""
        self._let_go_of_bus()
        layer = loaded(register_layer)
        self._pulse_reset()
        with self.bus_faults():
            spi = loaded(self._open_spi)
            spi.open(self._pins.bus, self._pins.ce)
            spi.max_speed_hz = SPI_HZ
            # Without the package's own constructor, which drives a reset pin of its own choice.
            self._registers = layer.__new__(layer)
            self._registers.spi = spi
            self._version = self._read_version()
            self._set_up()
        return self._version

    def set_gain(self, gain_db: int) -> None:
        """Use another gain, at once if it is started. Raises ValueError."""
        self.gain_db = _checked_gain(gain_db)
        if self._registers is not None:
            self._registers.Write_MFRC522(self._registers.RFCfgReg, self._gain_bits())

    def self_test(self) -> Literal["passed", "failed", "unknown"]:
        """Run the chip's digital self test and set it up again; unknown for a clone. Raises DeviceLost."""
        with self.bus_faults():
            chip = self._chip
            self._soft_reset()
            self._burst_write(chip.FIFODataReg, bytes(25))
            chip.Write_MFRC522(chip.CommandReg, 0x01)  # moves the 25 zeros into the internal buffer
            chip.Write_MFRC522(chip.AutoTestReg, 0x09)
            chip.Write_MFRC522(chip.FIFODataReg, 0x00)
            chip.Write_MFRC522(chip.CommandReg, chip.PCD_CALCCRC)
            deadline = self._clock.now() + _STUCK_S
            while chip.Read_MFRC522(chip.FIFOLevelReg) < 64 and self._clock.now() < deadline:
                self._clock.pass_by(0.001)
            result = self._burst_read(chip.FIFODataReg, 64)
            chip.Write_MFRC522(chip.AutoTestReg, 0x00)
            self._set_up()
        expected = SELF_TEST.get(self._version)
        if expected is None:
            return "unknown"
        return "passed" if result == expected else "failed"

    def close(self) -> None:
        """Let go of bus and reset line; the chip is left in reset, where it needs no power."""
        self._let_go_of_bus()
        if self._reset is not None:
            reset, self._reset = self._reset, None
            reset.off()
            reset.close()

    @property
    def _chip(self) -> MFRC522:
        if self._registers is None:
            raise DeviceLost(Lost.SPI_FAILED, path=self._path, error="not started")
        return self._registers

    @property
    def _path(self) -> str:
        return f"/dev/spidev{self._pins.bus}.{self._pins.ce}"

    @contextmanager
    def bus_faults(self) -> Iterator[None]:
        """Turn what the kernel says about the bus into DeviceLost."""
        try:
            yield
        except FileNotFoundError:
            raise DeviceLost(Lost.SPI_MISSING, path=self._path) from None
        except PermissionError:
            raise DeviceLost(Lost.SPI_FORBIDDEN, path=self._path) from None
        except OSError as error:
            raise DeviceLost(Lost.SPI_FAILED, path=self._path, error=str(error)) from error

    def _let_go_of_bus(self) -> None:
        if self._registers is not None:
            registers, self._registers = self._registers, None
            try:
                registers.AntennaOff()
                registers.spi.close()
            except OSError:
                pass  # it is gone already
        self.field_on = False

    def _pulse_reset(self) -> None:
        try:
            if self._reset is None:
                self._reset = loaded(lambda: self._open_reset(self._pins.rst))
            self._reset.off()
            self._clock.pass_by(0.001)
            self._reset.on()
        except DeviceLost:
            raise
        except Exception as error:  # every pin library has its own
            raise DeviceLost(Lost.PIN_FAILED, pin=self._pins.rst, error=str(error)) from error
        self._clock.pass_by(0.002)

    def _read_version(self) -> int:
        chip = self._chip
        versions = {chip.Read_MFRC522(chip.VersionReg) for _ in range(4)}
        if versions == {0x00}:
            raise DeviceLost(Lost.ALL_ZEROS, path=self._path, pin=self._pins.rst)
        if versions == {0xFF}:
            raise DeviceLost(Lost.ALL_ONES, path=self._path)
        if len(versions) > 1:
            raise DeviceLost(Lost.UNSTEADY, path=self._path)
        return versions.pop()

    def _soft_reset(self) -> None:
        chip = self._chip
        chip.Write_MFRC522(chip.CommandReg, chip.PCD_RESETPHASE)
        self._wait_awake()

    def _wait_awake(self) -> None:
        chip = self._chip
        deadline = self._clock.now() + _STUCK_S
        while chip.Read_MFRC522(chip.CommandReg) & 0x10:
            if self._clock.now() > deadline:
                self._read_version()
                raise DeviceLost(Lost.RESET_STUCK, path=self._path)
            self._clock.pass_by(_POLL_S)

    def _set_up(self) -> None:
        chip = self._chip
        self._soft_reset()
        chip.MFRC522_Init()
        self._wait_awake()
        settings = {
            chip.TModeReg: 0x80 | _TICK_HIGH,
            chip.TPrescalerReg: _TICK_LOW,
            chip.TReloadRegH: 0,
            chip.TReloadRegL: SHORT_TICKS,
            chip.TxAutoReg: 0x40,
            chip.ModeReg: 0x3D,
            chip.RFCfgReg: self._gain_bits(),
        }
        for register, value in settings.items():
            chip.Write_MFRC522(register, value)
        # Bits after a collision read as zero, so that none of them is taken for an answer.
        chip.ClearBitMask(chip.CollReg, 0x80)
        self._ticks = SHORT_TICKS
        for register, value in settings.items():
            if (kept := chip.Read_MFRC522(register)) != value:
                self._read_version()
                raise DeviceLost(Lost.READ_BACK, path=self._path, register=register, wrote=value, read=kept)
        # The set-up of the package leaves the antenna on; a look begins with a fresh field.
        chip.AntennaOff()
        self.field_on = False

    def _gain_bits(self) -> int:
        return (4 + GAINS_DB.index(self.gain_db)) << 4 | 0x08

    def check(self) -> None:
        """Raise DeviceLost unless the chip is there and remembers what it was told."""
        chip = self._chip
        version, modulation = chip.Read_MFRC522(chip.VersionReg), chip.Read_MFRC522(chip.TxAutoReg)
        if version != self._version or modulation != 0x40:
            self._read_version()
            raise DeviceLost(Lost.RESTARTED, path=self._path)

    def cycle_field(self) -> None:
        """Switch the field off if it is on, and on again: every tag starts anew."""
        chip = self._chip
        if self.field_on:
            chip.AntennaOff()
            self._clock.pass_by(_FIELD_OFF_S)
        chip.AntennaOn()
        self._clock.pass_by(_FIELD_ON_S)
        self.field_on = True

    def leave_field(self) -> None:
        """Switch the field off."""
        if self._registers is not None and self.field_on:
            self._registers.AntennaOff()
            self.field_on = False

    def _burst_write(self, register: int, octets: bytes) -> None:
        self._chip.spi.xfer2([register << 1, *octets])

    def _burst_read(self, register: int, count: int) -> bytes:
        return bytes(self._chip.spi.xfer2([register << 1 | 0x80] * count + [0])[1:])

    def frame(self, octets: bytes, *, bits: int = 0, ticks: int = SHORT_TICKS) -> Answer:
        """Send a frame and wait for its answer; *bits* is how many of the last byte go out, 0 for all.

        In anticollision the answer goes on at the bit where the frame broke off.
        """
        chip = self._chip
        align = bits if len(octets) > 1 else 0
        if ticks != self._ticks:
            chip.Write_MFRC522(chip.TReloadRegL, ticks)
            self._ticks = ticks
        chip.Write_MFRC522(chip.CommandReg, chip.PCD_IDLE)
        chip.Write_MFRC522(chip.CommIrqReg, 0x7F)
        chip.Write_MFRC522(chip.FIFOLevelReg, 0x80)
        self._burst_write(chip.FIFODataReg, octets)
        framing = align << 4 | bits
        chip.Write_MFRC522(chip.BitFramingReg, framing)
        chip.Write_MFRC522(chip.CommandReg, chip.PCD_TRANSCEIVE)
        chip.Write_MFRC522(chip.BitFramingReg, framing | 0x80)
        irq = self._wait_for_answer()
        if not irq & (_RX_IRQ | _ERR_IRQ):
            return Answer(Kind.SILENCE)
        registers = (chip.ErrorReg, chip.FIFOLevelReg, chip.ControlReg, chip.CollReg)
        asked = [register << 1 | 0x80 for register in registers]
        error, level, control, collided = chip.spi.xfer2([*asked, 0])[1:]
        count = 8 * level - align - (8 - (control & 0x07) if control & 0x07 else 0)
        if count <= 0 or level > 64:
            return Answer(Kind.BAD)
        value = int.from_bytes(self._burst_read(chip.FIFODataReg, level), "little") >> align
        if error & _COLLISION:
            if collided & 0x20:  # the position is out of range
                return Answer(Kind.BAD)
            return Answer(Kind.COLLISION, value, count, collided & 0x1F or 32)
        return Answer(Kind.BAD if error & _ERRORS or not irq & _RX_IRQ else Kind.GOOD, value, count)

    def _wait_for_answer(self) -> int:
        chip = self._chip
        deadline = self._clock.now() + _STUCK_S
        error_until: float | None = None
        while True:
            late = self._clock.now() > deadline
            irq = chip.Read_MFRC522(chip.CommIrqReg)
            if irq & 0x80:  # always reads as zero: this is no chip
                self._read_version()
                raise DeviceLost(Lost.UNSTEADY, path=self._path)
            if irq & (_RX_IRQ | _IDLE_IRQ | _TIMER_IRQ):
                return irq
            if irq & _ERR_IRQ:
                error_until = error_until or self._clock.now() + _ERROR_TAIL_S
                if self._clock.now() >= error_until:
                    return irq
            if late:
                self.check()
                raise DeviceLost(Lost.COMMAND_STUCK, path=self._path)
            self._clock.pass_by(_POLL_S)


def _checked_gain(gain_db: int) -> int:
    if gain_db not in GAINS_DB:
        raise ValueError(f"the gain of a reader is 33, 38, 43 or 48 dB, not {gain_db}")
    return gain_db
