"""What a tag reader is to the rest of the house: looks at a field, and events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, TypeAlias

from companion.core.uid import Uid

Values: TypeAlias = Mapping[str, str | int]


class DeviceStatus(StrEnum):
    """How a device stands, in the words that pages and messages use."""

    NOT_FITTED = "not_fitted"
    READY = "ready"
    LOST = "lost"
    SIMULATED = "simulated"


class Lost(StrEnum):
    """Why a reader does not answer; each has its own remedy, so each has its own code."""

    STARTING = "starting"  # not tried yet
    SPI_MISSING = "spi_missing"  # no /dev/spidev*: SPI or its overlay is not switched on
    SPI_FORBIDDEN = "spi_forbidden"  # the device file is there, this user may not open it
    SPI_FAILED = "spi_failed"  # the kernel reported something else
    PACKAGE_MISSING = "package_missing"  # mfrc522, spidev or a GPIO library is not installed
    PACKAGE_WRONG = "package_wrong"  # another release, or the other package of that import name
    PIN_FAILED = "pin_failed"  # the reset pin cannot be driven
    ALL_ZEROS = "all_zeros"  # no power, reset held low, or MISO on ground
    ALL_ONES = "all_ones"  # nothing drives MISO: unplugged, or chip select on another pin
    UNSTEADY = "unsteady"  # the version register answers differently each time: a loose wire
    RESET_STUCK = "reset_stuck"  # the soft reset never ended
    READ_BACK = "read_back"  # a register did not keep what was written
    COMMAND_STUCK = "command_stuck"  # the chip's own timer never ended a wait
    RESTARTED = "restarted"  # the chip forgot its settings: its supply dips
    DRIVER_FAULT = "driver_fault"  # an error in the program


class DeviceLost(Exception):
    """A device does not answer as it should; *reason* names the remedy, *values* what goes into it."""

    def __init__(self, reason: str, **values: str | int) -> None:
        super().__init__(reason, values)
        self.reason = reason
        self.values: Values = values

    def __str__(self) -> str:
        told = ", ".join(f"{name} {value}" for name, value in self.values.items())
        return f"{self.reason} ({told})" if told else str(self.reason)


@dataclass(frozen=True, slots=True)
class Inventory:
    """The tags that one look found, in no order; *clean* when the field ended silent.

    A tag missing from a look that was not clean may still be there.
    """

    tags: tuple[Uid, ...] = ()
    clean: bool = True


@dataclass(frozen=True, slots=True)
class TagArrived:
    """A tag was laid on *reader*. *at* is monotonic seconds, here and below."""

    reader: str
    uid: Uid
    at: float


@dataclass(frozen=True, slots=True)
class TagLeft:
    """A tag that had arrived was taken away."""

    reader: str
    uid: Uid
    at: float


@dataclass(frozen=True, slots=True)
class SeveralTags:
    """Several tags came at once, so none of *uids* has arrived: "two cards here".

    The last one that stays arrives when the others have left.
    """

    reader: str
    uids: tuple[Uid, ...]
    at: float


@dataclass(frozen=True, slots=True)
class ReaderLost:
    """*reader* stopped answering: *reason* is one of Lost, *values* are for its sentence.

    Told once, and again when the reason changes, while the reader is tried again quietly. What lay on it is
    taken to lie there still.
    """

    reader: str
    reason: str
    values: Values
    at: float


@dataclass(frozen=True, slots=True)
class ReaderReady:
    """*reader* answers, for the first time or again; *version* is its version register."""

    reader: str
    version: int
    genuine: bool
    at: float


TagEvent: TypeAlias = TagArrived | TagLeft | SeveralTags | ReaderLost | ReaderReady


@dataclass(frozen=True, slots=True)
class ReaderVersion:
    """What a started reader says it is; not *genuine* means a clone of the chip."""

    number: int
    genuine: bool


@dataclass(frozen=True, slots=True)
class ReaderStatus:
    """How a reader stood when asked; *reason* and *values* are set while it is lost."""

    reader: str
    status: DeviceStatus
    version: int | None = None
    genuine: bool = True
    reason: str | None = None
    values: Values = field(default_factory=dict)


class TagReader(Protocol):
    """A reader and its field. One thread calls it; every call returns within a bounded time."""

    @property
    def name(self) -> str:
        """Where it lies: "table", "tray", "bank", "deck"."""

    @property
    def simulated(self) -> bool:
        """True when no hardware stands behind it."""

    def start(self) -> ReaderVersion:
        """Open and set up, also after it was lost. Raises DeviceLost."""

    def look(self) -> Inventory:
        """Look once for tags, with the antenna's field on. Raises DeviceLost."""

    def rest(self) -> None:
        """Switch the antenna's field off, so that another antenna may be heard. Raises DeviceLost."""

    def close(self) -> None:
        """Let go of bus and pins. Never raises; start() opens again."""
