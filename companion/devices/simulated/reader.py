"""Tag readers without hardware: the real driver on emulated chips, and a hand that lays tags down."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Protocol

from companion.core.uid import Uid
from companion.devices.emulated.chip import Chip
from companion.devices.emulated.modules import EmulatedPin, EmulatedSpi, install
from companion.devices.emulated.rig import Cable, Rig
from companion.devices.emulated.tags import Tag, tag_of
from companion.devices.pins import READERS, ReaderPins
from companion.devices.rc522 import Rc522

HAND_S: Final = 0.01

__all__ = ["Cable", "SimulatedField", "TagField", "emulated_reader", "simulated_readers"]


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

    def cable(self, reader: str) -> Cable | None:
        """What is wrong with the cable, None when it is whole."""

    def brown_out(self, reader: str) -> None:
        """Dip the supply: the chip forgets its settings."""

    def set_noise(self, reader: str, bit_error_rate: float) -> None:
        """Flip this share of the bits in the air, 0 to 1."""

    def set_neighbour(self, reader: str, on: bool) -> None:
        """Have a strong foreign antenna close by send all the time."""


class SimulatedField:
    """A TagField over a rig; *chips* are what stands behind the readers, for who wants to look deeper."""

    def __init__(self, rig: Rig, chips: dict[str, tuple[ReaderPins, Chip]]) -> None:
        self._rig = rig
        self.chips = chips

    @property
    def readers(self) -> tuple[str, ...]:
        """The names of the readers, in the order in which they were asked for."""
        return tuple(self.chips)

    def lay(self, reader: str, uid: Uid) -> None:
        """Lay a tag on *reader*; one that lies elsewhere is moved, one that lies there stays."""
        with self._rig.lock:
            target = self.chips[reader][1]
            tag: Tag | None = None
            for _, chip in self.chips.values():
                if (found := _lying(chip, uid)) is not None:
                    if chip is target:
                        return
                    chip.air.take(found)
                    tag = found
            target.air.lay(tag or tag_of(uid.octets), self._rig.now())
            # A hand is slow enough for a tag to wake.
            self._rig.pass_by(HAND_S)

    def take(self, reader: str, uid: Uid) -> None:
        """Take a tag away; nothing happens when it does not lie there."""
        with self._rig.lock:
            chip = self.chips[reader][1]
            if (tag := _lying(chip, uid)) is not None:
                chip.air.take(tag)

    def clear(self, reader: str) -> None:
        """Take everything away."""
        for uid in self.lying(reader):
            self.take(reader, uid)

    def lying(self, reader: str) -> tuple[Uid, ...]:
        """The tags that lie on *reader*, in the order in which they were laid."""
        with self._rig.lock:
            return tuple(Uid(tag.uid) for tag in self.chips[reader][1].air.tags)

    def unplug(self, reader: str, how: Cable = Cable.ONES) -> None:
        """Break the cable."""
        pins = self.chips[reader][0]
        self._rig.break_cable(pins.bus, pins.ce, how)

    def replug(self, reader: str) -> None:
        """Mend the cable; the reader recovers by itself."""
        pins = self.chips[reader][0]
        self._rig.mend_cable(pins.bus, pins.ce)

    def cable(self, reader: str) -> Cable | None:
        """What is wrong with the cable, None when it is whole."""
        pins = self.chips[reader][0]
        return self._rig.cable(pins.bus, pins.ce)

    def brown_out(self, reader: str) -> None:
        """Dip the supply: the chip forgets its settings."""
        with self._rig.lock:
            self.chips[reader][1].brown_out()

    def set_noise(self, reader: str, bit_error_rate: float) -> None:
        """Flip this share of the bits in the air, 0 to 1. Raises ValueError."""
        if not 0 <= bit_error_rate <= 1:
            raise ValueError(f"a share of bits is 0 to 1, not {bit_error_rate}")
        with self._rig.lock:
            self.chips[reader][1].air.noise = bit_error_rate

    def set_neighbour(self, reader: str, on: bool) -> None:
        """Have a strong foreign antenna close by send all the time."""
        with self._rig.lock:
            self.chips[reader][1].air.neighbour = on


def emulated_reader(rig: Rig, pins: ReaderPins, *, gain_db: int = 33) -> Rc522:
    """Return the real driver, wired to a rig instead of a Pi."""
    return Rc522(
        pins,
        gain_db=gain_db,
        open_spi=lambda: EmulatedSpi(rig),
        open_reset=lambda bcm: EmulatedPin(rig, bcm),
        clock=rig,
        simulated=True,
    )


def simulated_readers(names: Iterable[str], *, seed: int = 0) -> tuple[tuple[Rc522, ...], SimulatedField]:
    """Return readers of the pin map that need no hardware, and the field that drives them.

    From now on `spidev` and `RPi.GPIO` are the emulated ones in this process. Raises ValueError for a name
    that is not in the pin map.
    """
    rig = Rig(seed)
    install(rig)
    places = {pins.name: pins for pins in READERS}
    chips: dict[str, tuple[ReaderPins, Chip]] = {}
    for name in names:
        if name not in places:
            raise ValueError(f"no reader {name!r}; the pin map has {', '.join(places)}")
        chips[name] = (places[name], rig.fit(places[name]))
    readers = tuple(emulated_reader(rig, pins) for pins, _ in chips.values())
    return readers, SimulatedField(rig, chips)


def _lying(chip: Chip, uid: Uid) -> Tag | None:
    return next((tag for tag in chip.air.tags if tag.uid == uid.octets), None)
