"""What is measured on real readers; tried on emulated ones too, so that a figure means what it says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.core.uid import Uid
from companion.devices.pins import ReaderPins
from companion.devices.rc522 import Rc522
from companion.devices.rc522_chip import Kind, Rc522Chip
from companion.devices.rc522_ports import Clock, SpiPort

_REQA, _SELECT, _CASCADE_TAG = 0x26, 0x93, 0x88
_VERSION = 0x37


class Collision(NamedTuple):
    """Two tags were asked with *known* bits; they differ at bit *differs*, counted from 0.

    *position* is what the collision register said, None when it told of no collision.
    """

    known: int
    differs: int
    position: int | None

    @property
    def reading(self) -> str:
        """Whether bits that were skipped to align the answer count: "frame" (no), "aligned", "neither"."""
        plain = self.differs - self.known + 1
        if self.position == plain:
            return "frame"
        return "aligned" if self.position == plain + self.known % 8 else "neither"


def first_level(uid: Uid) -> int:
    """The 32 bits that a tag answers at the first level of anticollision, the first one lowest."""
    octets = uid.octets if len(uid.octets) == 4 else bytes([_CASCADE_TAG]) + uid.octets[:3]
    return int.from_bytes(octets, "little")


def differing_bit(one: Uid, other: Uid) -> int | None:
    """The first bit in which two tags answer differently, None when the first level has none."""
    differing = first_level(one) ^ first_level(other)
    return (differing & -differing).bit_length() - 1 if differing else None


def collisions(chip: Rc522Chip, one: Uid, other: Uid) -> list[Collision]:
    """Ask two tags with every number of known bits that is no whole byte. Raises ValueError, DeviceLost."""
    differs = differing_bit(one, other)
    if differs is None:
        raise ValueError(f"{one} and {other} begin alike: take another tag")
    return [
        _collision(chip, first_level(one), known, differs) for known in range(1, differs + 1) if known % 8
    ]


def _collision(chip: Rc522Chip, bits: int, known: int, differs: int) -> Collision:
    chip.cycle_field()
    chip.frame(bytes([_REQA]), bits=7)
    prefix = (bits & ((1 << known) - 1)).to_bytes((known + 7) // 8, "little")
    asked = bytes([_SELECT, (2 + known // 8) << 4 | known % 8]) + prefix
    answer = chip.frame(asked, bits=known % 8)
    return Collision(known, differs, answer.collision if answer.kind is Kind.COLLISION else None)


def rate(reader: Rc522, clock: Clock, tags: Sequence[Uid], looks: int = 100) -> int:
    """Of 100 looks, each with a fresh field, how many saw exactly *tags*. Raises DeviceLost."""
    seen = 0
    for _ in range(looks):
        seen += set(reader.look().tags) == set(tags)
        reader.rest()
        clock.pass_by(0.01)
    return round(100 * seen / looks)


def odd_versions(port: SpiPort, pins: ReaderPins, hz: int, reads: int = 1000) -> dict[int, int]:
    """How often each value of the version register was read at a speed; one value alone is a steady bus."""
    port.open(pins.bus, pins.ce)
    port.max_speed_hz = hz
    counted: dict[int, int] = {}
    for _ in range(reads):
        value = port.xfer2([_VERSION << 1 | 0x80, 0])[1]
        counted[value] = counted.get(value, 0) + 1
    port.close()
    return counted
