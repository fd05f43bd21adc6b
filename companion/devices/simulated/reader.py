"""Tag readers without hardware: the real driver on emulated chips, and a hand that lays tags down."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

from companion.core.uid import Uid


class Cable(StrEnum):
    """What is wrong between the Pi and a simulated reader."""

    ZEROS = "zeros"  # no power: every register reads 0x00
    ONES = "ones"  # unplugged: every register reads 0xFF
    FLOATING = "floating"  # a loose wire: anything may be read
    HELD_IN_RESET = "held_in_reset"
    MISSING = "missing"  # no /dev/spidev file
    FORBIDDEN = "forbidden"  # the file is there, but not for this user


class TagField(Protocol):
    """A hand above simulated readers. Every method may be called from any thread.

    Raises KeyError for a reader that is not there.
    """

    @property
    def readers(self) -> tuple[str, ...]:
        """The names of the readers, in the order in which they were asked for."""

    def lay(self, reader: str, uid: Uid) -> None:
        """Lay a tag on *reader*; one that lies elsewhere is moved, one that lies there stays."""

    def take(self, reader: str, uid: Uid) -> None:
        """Take a tag away; nothing happens when it does not lie there."""

    def clear(self, reader: str) -> None:
        """Take everything away."""

    def lying(self, reader: str) -> tuple[Uid, ...]:
        """The tags that lie on *reader*, in the order in which they were laid."""

    def unplug(self, reader: str, how: Cable = Cable.ONES) -> None:
        """Break the cable."""

    def replug(self, reader: str) -> None:
        """Mend the cable; the reader recovers by itself."""

    def brown_out(self, reader: str) -> None:
        """Dip the supply: the chip forgets its settings."""

    def set_noise(self, reader: str, bit_error_rate: float) -> None:
        """Flip this share of the bits in the air, 0 to 1."""

    def set_neighbour(self, reader: str, on: bool) -> None:
        """Have a strong foreign antenna close by send all the time."""
