"""The tag reader RC522: finds every tag in its field, one by one, and doubts what it hears.

The only place that speaks of PCD and PICC: REQA and WUPA ask who is there, anticollision finds one tag's
number bit by bit, SELECT picks it, HLTA puts it to sleep so that the next one can be found.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, NamedTuple

from companion.core.uid import Uid
from companion.devices.pins import ReaderPins
from companion.devices.rc522_chip import LONG_TICKS, Answer, Kind, Rc522Chip, crc_a
from companion.devices.rc522_ports import Clock, RealClock, ResetLine, SpiPort, open_gpio, open_spidev
from companion.devices.tags import Inventory, ReaderVersion

CHIP_NAMES: Final = {0x91: "MFRC522 1.0", 0x92: "MFRC522 2.0", 0x88: "FM17522", 0x82: "clone 0x82"}
GENUINE: Final = frozenset({0x91, 0x92})

_REQA, _WUPA, _READ, _HLTA = 0x26, 0x52, 0x30, 0x50
_SELECT_CODES: Final = (0x93, 0x95, 0x97)
_SAK_UNFINISHED: Final = 0x04
_CASCADE_TAG: Final = 0x88
_FAILURES: Final = 6
_SPOILT: Final = 2
_MOST_TAGS: Final = 16


class _Selected(NamedTuple):
    uid: bytes
    sak: int


class Rc522:
    """A tag reader: one MFRC522 or clone, its reset line and its antenna.

    Tags that were found are put to sleep and woken at the next look. *gain_db* is one of 33, 38, 43, 48;
    more is not always better.
    """

    def __init__(
        self,
        pins: ReaderPins,
        *,
        gain_db: int = 33,
        open_spi: Callable[[], SpiPort] = open_spidev,
        open_reset: Callable[[int], ResetLine] = open_gpio,
        clock: Clock | None = None,
        simulated: bool = False,
    ) -> None:
        self._name = pins.name
        self._chip = Rc522Chip(pins, gain_db, open_spi, open_reset, clock or RealClock())
        self._simulated = simulated
        self._collided = False
        self._last: frozenset[bytes] = frozenset()
        self._verified: frozenset[bytes] = frozenset()

    @property
    def name(self) -> str:
        """Where it lies, as the pin map calls it."""
        return self._name

    @property
    def simulated(self) -> bool:
        """True when an emulated chip stands behind it."""
        return self._simulated

    @property
    def gain_db(self) -> int:
        """The receiver's gain."""
        return self._chip.gain_db

    def set_gain(self, gain_db: int) -> None:
        """Use another gain, at once if it is started. Raises ValueError, DeviceLost."""
        with self._chip.bus_faults():
            self._chip.set_gain(gain_db)

    def start(self) -> ReaderVersion:
        """Reset the chip, set it up and read its settings back. Raises DeviceLost."""
        self._last = self._verified = frozenset()
        version = self._chip.start()
        return ReaderVersion(version, version in GENUINE)

    def look(self) -> Inventory:
        """Return the tags in the field. Raises DeviceLost.

        Tags in a running field are woken out of their sleep. A collision or a missing tag costs a second
        round in a field that was off: a sleeping tag that lost the first one would not answer again.
        """
        found: dict[bytes, None] = {}
        with self._chip.bus_faults():
            self._chip.check()
            self._collided = False
            fresh = not self._chip.field_on or len(self._last) > 1
            if fresh:
                self._chip.cycle_field()
            clean = self._round(found, _REQA if fresh else _WUPA)
            if not fresh and (self._collided or not clean or self._last - found.keys()):
                self._chip.cycle_field()
                # Whoever answered before and is not heard now may still be there.
                clean = self._round(found, _REQA) and clean
            if found or not clean:
                # A wire that came loose meanwhile may have said anything.
                self._chip.check()
        # In noise, what was known stays known; not for ever, or a phone's random UIDs would pile up.
        forget = clean or len(self._verified) > 4 * _MOST_TAGS
        self._last = frozenset(found) if forget else self._last | found.keys()
        self._verified = frozenset(found) if forget else self._verified | found.keys()
        return Inventory(tuple(Uid(uid) for uid in found), clean)

    def rest(self) -> None:
        """Switch the field off. Raises DeviceLost."""
        with self._chip.bus_faults():
            self._chip.leave_field()

    def self_test(self) -> Literal["passed", "failed", "unknown"]:
        """Run the chip's digital self test and set it up again; unknown for a clone. Raises DeviceLost."""
        with self._chip.bus_faults():
            return self._chip.self_test()

    def close(self) -> None:
        """Let go of bus and reset line; the chip is left in reset, where it needs no power."""
        self._chip.close()

    def _frame(self, octets: bytes, *, bits: int = 0) -> Answer:
        answer = self._chip.frame(octets, bits=bits)
        self._collided |= answer.kind is Kind.COLLISION
        return answer

    def _send(self, octets: bytes, *, slow: bool = False) -> Answer:
        """Send whole bytes with their CRC; *slow* when the tag may think about its answer."""
        frame = octets + crc_a(octets)
        return self._chip.frame(frame, ticks=LONG_TICKS) if slow else self._frame(frame)

    def _round(self, found: dict[bytes, None], request: int) -> bool:
        """Find, verify and put to sleep one tag after the other until nobody answers; False after noise."""
        failures = selections = silences = 0
        while True:
            answer = self._frame(bytes([request]), bits=7)
            request = _REQA
            if answer.kind is Kind.SILENCE:
                silences += 1
                # A tag that was left in the middle falls back without a word and answers the next call.
                if silences == 2 or (selections and not failures):
                    return failures == 0
                continue
            silences = 0
            selections += 1
            selected = self._select()
            if selected is not None and self._is_sure(selected):
                found[selected.uid] = None
                self._send(bytes([_HLTA, 0x00]))
            else:
                failures += 1
            if failures == _FAILURES or selections == _MOST_TAGS:
                return False

    def _select(self, guide: bytes = b"") -> _Selected | None:
        """Bring one tag to obey; *guide* is the UID to follow where several answer."""
        uid = b""
        for level, code in enumerate(_SELECT_CODES):
            path = _level_octets(guide, level)
            octets = self._resolve(code, path)
            if octets is None:
                return None
            told = self._send(bytes([code, 0x70]) + octets).octets(1)
            if told is None:
                return None
            # Whether the UID goes on is for the SAK to say: 0x88 may also begin a short UID.
            if not told[0] & _SAK_UNFINISHED:
                return _Selected(uid + octets[:4], told[0])
            if octets[0] != _CASCADE_TAG:
                return None
            uid += octets[1:4]
        return None

    def _resolve(self, code: int, path: int | None) -> bytes | None:
        """Return four bytes of a UID and their check byte, as one of the tags that answer has them.

        Sources disagree on whether a collision's position counts the bits that were skipped to align the
        answer. Only the bits below the smaller reading are trusted; the next one is taken as received, and
        where it was the unclear one, either value has a tag.
        """
        known = count = spoilt = 0
        while count <= 32:
            prefix = known.to_bytes((count + 7) // 8, "little")
            held = 2 + count // 8
            answer = self._frame(bytes([code, held << 4 | count % 8]) + prefix, bits=count % 8)
            if answer.kind is Kind.GOOD and answer.size == 40 - count:
                octets = (known | answer.value << count).to_bytes(5, "little")
                return octets if _check_byte(octets) == octets[4] else None
            if answer.kind is Kind.BAD and spoilt < _SPOILT:
                spoilt += 1  # a tag that heard the question right would answer it again
                continue
            if answer.kind is not Kind.COLLISION:
                return None
            sure = max(0, answer.collision - 1 - count % 8)
            known |= (answer.value & ((1 << sure) - 1)) << count
            count += sure
            branch = (answer.value >> sure if path is None else path >> count) & 1
            known |= branch << count
            count += 1
        return None

    def _is_sure(self, selected: _Selected) -> bool:
        """Whether the UID holds a second look: garbled ones without any error are known from metal tables."""
        if selected.uid in self._verified:
            return True
        awake = True
        if selected.sak == 0x00 and len(selected.uid) == 7:
            for _ in range(2):
                page = self._send(bytes([_READ, 0x00]), slow=True)
                if (octets := page.octets(16)) is not None:
                    return octets[:9] == _first_pages(selected.uid)
                if page.kind is Kind.GOOD and page.size == 4:
                    awake = False  # it knows no READ, and said so before it fell back
                    break
            else:
                return False
        if awake:
            # This puts it to rest, and whoever else is awake with it.
            self._frame(bytes([_WUPA]), bits=7)
        self._frame(bytes([_WUPA]), bits=7)
        return self._select(selected.uid) == selected


def _check_byte(octets: bytes) -> int:
    return octets[0] ^ octets[1] ^ octets[2] ^ octets[3]


def _level_octets(uid: bytes, level: int) -> int | None:
    """Return what a tag with this UID answers at a cascade level, None without one."""
    if not uid:
        return None
    rest = uid[3 * level :]
    part = bytes([_CASCADE_TAG]) + rest[:3] if len(rest) > 4 else rest
    return int.from_bytes(part + bytes([_check_byte(part)]), "little") if len(part) == 4 else None


def _first_pages(uid: bytes) -> bytes:
    """Return how memory begins that holds a UID of seven bytes: three, check byte, four, check byte."""
    return (
        uid[:3]
        + bytes([_check_byte(bytes([_CASCADE_TAG]) + uid[:3])])
        + uid[3:]
        + bytes([_check_byte(uid[3:])])
    )
