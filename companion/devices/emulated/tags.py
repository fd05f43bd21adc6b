"""Tags of ISO 14443-3A: states, anticollision, and what two common kinds can do."""

from __future__ import annotations

import random
from enum import Enum, auto
from typing import ClassVar, Final, NamedTuple

from companion.devices.emulated.bits import Bits, crc_16, with_crc

REQA: Final = 0x26
WUPA: Final = 0x52
SELECT_CODES: Final = (0x93, 0x95, 0x97)
CASCADE_TAG: Final = 0x88
SAK_UNFINISHED: Final = 0x04
ACK: Final = Bits(0xA, 4)
NAK: Final = Bits(0x0, 4)

# From the end of the reader's frame to the start of the answer: fixed while tags answer in step.
IN_STEP_S: Final = 1172 / 13.56e6
READ_S: Final = 0.002
WRITE_S: Final = 0.0041
# Slowest start that the standard allows after the field comes up.
WAKING_S: Final = 0.0045


class TagState(Enum):
    """Where a tag stands; READY and ACTIVE have a starred twin, see Tag.starred."""

    OFF = auto()
    IDLE = auto()
    READY = auto()
    ACTIVE = auto()
    HALT = auto()


class Answer(NamedTuple):
    """What a tag sends back, *after_s* seconds behind the reader's frame."""

    bits: Bits
    after_s: float = IN_STEP_S


class Tag:
    """A tag that can be found and selected, and nothing else.

    *strength_db*: how far above the weakest signal that a reader hears at 33 dB gain.
    """

    sak: ClassVar[int] = 0x20
    atqa: ClassVar[int] = 0x0004

    def __init__(self, uid: bytes, *, strength_db: int = 0) -> None:
        if len(uid) not in (4, 7, 10):
            raise ValueError(f"a UID has 4, 7 or 10 bytes, not {len(uid)}")
        self.uid = uid
        self.strength_db = strength_db
        self.state = TagState.OFF
        self.starred = False  # it was woken out of HALT and falls back there
        self.levels = _cascade(uid)
        self._level = 0
        self._awake_at = float("inf")

    @property
    def powered(self) -> bool:
        """Whether it is in a field, or was a moment ago."""
        return self._awake_at != float("inf")

    def power_up(self, now: float) -> None:
        """The field came up, or the tag was laid into one."""
        self.state = TagState.OFF
        self._awake_at = now + WAKING_S

    def power_down(self) -> None:
        """The field is gone, and with it all that the tag remembered."""
        self.state = TagState.OFF
        self._awake_at = float("inf")

    def hear(self, frame: Bits, encrypted: bool, now: float) -> Answer | None:
        """Take a frame without error; None is silence."""
        if now < self._awake_at:
            return None
        if self.state is TagState.OFF:
            self._go(TagState.IDLE, starred=False)
        if self.state in (TagState.IDLE, TagState.HALT):
            return self._wake(frame)
        if self.state is TagState.READY:
            return self._resolve(frame)
        return self._obey(frame, encrypted)

    def hear_garbage(self) -> None:
        """A frame arrived with an error in it."""
        if self.state in (TagState.READY, TagState.ACTIVE):
            self._fall_back()

    def command(self, body: bytes) -> Answer | None:
        """Obey a command whose CRC was right, in ACTIVE; None is silence, and the tag falls back."""
        return None

    def _go(self, state: TagState, *, starred: bool) -> None:
        self.state = state
        self.starred = starred

    def _fall_back(self) -> None:
        self._go(TagState.HALT if self.starred else TagState.IDLE, starred=False)

    def _wake(self, frame: Bits) -> Answer | None:
        halted = self.state is TagState.HALT
        if frame.size != 7 or frame.value not in (REQA, WUPA) or (halted and frame.value == REQA):
            return None
        self._go(TagState.READY, starred=halted)
        self._level = 0
        sizes = {4: 0x0000, 7: 0x0040, 10: 0x0080}
        return Answer(Bits(self.atqa | sizes[len(self.uid)], 16))

    def _resolve(self, frame: Bits) -> Answer | None:
        head = frame.octets[:2]
        if frame.size < 16 or head[0] != SELECT_CODES[self._level]:
            self._fall_back()
            return None
        mine = self.levels[self._level]
        if head[1] == 0x70:
            return self._select(frame, mine)
        known = frame.size - 16
        if (head[1] >> 4) * 8 + (head[1] & 0x0F) != frame.size or known >= 40:
            self._fall_back()
            return None
        if frame.value >> 16 != mine & ((1 << known) - 1):
            return None
        return Answer(Bits(mine >> known, 40 - known))

    def _select(self, frame: Bits, mine: int) -> Answer | None:
        octets = frame.octets
        chosen = int.from_bytes(octets[2:7], "little")
        if frame.size != 72 or crc_16(octets[:7]) != octets[7:] or chosen != mine:
            self._fall_back()
            return None
        self._level += 1
        if self._level < len(self.levels):
            return Answer(with_crc(bytes([SAK_UNFINISHED])))
        self._go(TagState.ACTIVE, starred=self.starred)
        return Answer(with_crc(bytes([self.sak])))

    def _obey(self, frame: Bits, encrypted: bool) -> Answer | None:
        octets = frame.octets
        if frame.size % 8 or len(octets) < 3 or crc_16(octets[:-2]) != octets[-2:]:
            self._fall_back()
            return None
        if octets[:-2] == b"\x50\x00" and encrypted == self.encrypts:
            self._go(TagState.HALT, starred=False)
            return None
        answer = self.command(octets[:-2]) if encrypted == self.encrypts else None
        if answer is None or answer.bits == NAK:
            self._fall_back()
        return answer

    @property
    def encrypts(self) -> bool:
        """Whether both sides speak under a key now."""
        return False


def _cascade(uid: bytes) -> tuple[int, ...]:
    """Return per cascade level its 40 bits: four bytes and their check byte."""
    parts = []
    rest = uid
    while len(rest) > 4:
        parts.append(bytes([CASCADE_TAG]) + rest[:3])
        rest = rest[3:]
    parts.append(rest)
    return tuple(
        int.from_bytes(part + bytes([part[0] ^ part[1] ^ part[2] ^ part[3]]), "little") for part in parts
    )


class Classic1K(Tag):
    """MIFARE Classic: 64 blocks under keys. The cipher is abstract: only its being on is modelled."""

    sak: ClassVar[int] = 0x08

    def __init__(self, uid: bytes, *, strength_db: int = 0, key: bytes = b"\xff" * 6) -> None:
        super().__init__(uid, strength_db=strength_db)
        self.key = key
        self.blocks = [bytearray(16) for _ in range(64)]
        self._sector: int | None = None
        self._writing: int | None = None

    @property
    def encrypts(self) -> bool:
        """Whether a sector was opened."""
        return self._sector is not None

    def authenticate(self, block: int, key: bytes, uid: bytes) -> bool:
        """Open the sector of *block*; *uid* is the last four bytes, as the reader claims them."""
        opened = self.state is TagState.ACTIVE and key == self.key and uid == self.uid[-4:] and block < 64
        if opened:
            self._sector = block // 4
        else:
            self.hear_garbage()
        return opened

    def command(self, body: bytes) -> Answer | None:
        """READ and WRITE of an opened sector."""
        if self._writing is not None:
            block, self._writing = self._writing, None
            if len(body) != 16:
                return Answer(NAK)
            self.blocks[block][:] = body
            return Answer(ACK, WRITE_S)
        if len(body) != 2 or body[1] // 4 != self._sector:
            return Answer(NAK)
        if body[0] == 0x30:
            return Answer(with_crc(bytes(self.blocks[body[1]])), READ_S)
        if body[0] == 0xA0:
            self._writing = body[1]
            return Answer(ACK, READ_S)
        return Answer(NAK)

    def _go(self, state: TagState, *, starred: bool) -> None:
        super()._go(state, starred=starred)
        if state is not TagState.ACTIVE:
            self._sector = self._writing = None


class Ntag213(Tag):
    """NTAG213: 45 pages of four bytes; the first three hold the UID and its check bytes."""

    sak: ClassVar[int] = 0x00
    pages: ClassVar[int] = 45

    def __init__(self, uid: bytes, *, strength_db: int = 0) -> None:
        if len(uid) != 7:
            raise ValueError(f"an NTAG213 has a UID of 7 bytes, not {len(uid)}")
        super().__init__(uid, strength_db=strength_db)
        first, second = (level.to_bytes(5, "little") for level in self.levels)
        self.memory = bytearray(first[1:] + second + b"\x48\x00\x00" + b"\xe1\x10\x12\x00" + bytes(4 * 41))

    def command(self, body: bytes) -> Answer | None:
        """READ, FAST_READ, GET_VERSION, WRITE; NAK for what it has not got."""
        match body[0], len(body):
            case 0x30, 2 if body[1] < self.pages:
                twice = bytes(self.memory) * 2
                return Answer(with_crc(twice[4 * body[1] : 4 * body[1] + 16]), READ_S)
            case 0x3A, 3 if body[1] <= body[2] < self.pages:
                return Answer(with_crc(bytes(self.memory[4 * body[1] : 4 * body[2] + 4])), READ_S)
            case 0x60, 1:
                return Answer(with_crc(bytes.fromhex("0004040201000F03")), READ_S)
            case 0xA2, 6 if 4 <= body[1] < self.pages:
                self.memory[4 * body[1] : 4 * body[1] + 4] = body[2:]
                return Answer(ACK, WRITE_S)
            case _:
                return Answer(NAK)


class Phone(Tag):
    """A phone: four bytes that begin with 08 and are drawn anew whenever the field comes up."""

    def __init__(self, uid: bytes, *, strength_db: int = 0) -> None:
        super().__init__(uid, strength_db=strength_db)
        self._random = random.Random(uid)

    def power_up(self, now: float) -> None:
        """Draw another UID; *uid* itself stays, as the phone's name."""
        super().power_up(now)
        self.levels = _cascade(b"\x08" + self._random.randbytes(3))


def tag_of(uid: bytes) -> Tag:
    """Return the usual kind of tag with a UID of this size."""
    if len(uid) == 4 and uid[0] == 0x08:
        return Phone(uid)
    kinds: dict[int, type[Tag]] = {4: Classic1K, 7: Ntag213}
    return kinds.get(len(uid), Tag)(uid)
