"""Generated from firmware/protocol.toml by firmware/generate.py; do not edit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from companion.devices.tower.fields import choice, count, number, plain, word

PROTO = 1
MAX_BYTES = 64
CRC_POLYNOMIAL = 4129
CRC_START = 65535
FIRST_RESEND_MS = 80
RESEND_MS = 400
HEARTBEAT_MS = 2000
GREETING_MS = 2500
MISSES = 3
UNACKNOWLEDGED = 4
ACKNOWLEDGED = 4
DICE_MAX = 8
FACES_MIN = 2
FACES_MAX = 100
SPEC_MAX = 24
SPEC_AND_DICE_MAX = 36
WHO_MAX = 16

NONCE_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
NAME_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-"
BOOT_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
HEALTH_CHOICES = ("ok", "entropy", "display")
REQ_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
BY_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
REASON_CHOICES = ("full", "entropy", "spec")


@dataclass(frozen=True, slots=True)
class AskHello:
    """Who is there?

    nonce: any word of the asker, sent back.
    """

    VERB: ClassVar[str] = "?"

    nonce: str

    @classmethod
    def read(cls, text: str) -> Self:
        """Read what follows the verb. Raises BadField."""
        found = [text]
        count(found, 1, "AskHello")
        return cls(
            nonce=word(found[0], 1, 6, NONCE_LETTERS, "nonce"),
        )

    @property
    def body(self) -> str:
        """The text between `$` and `*`."""
        return f"?,{self.nonce}"


@dataclass(frozen=True, slots=True)
class Hello:
    """The answer to AskHello.

    nonce: any word of the asker, sent back.
    proto: number of the protocol.
    name: the tower's own name.
    boot: drawn anew at each power-up.
    newest: newest event that was acknowledged; 0 is none.
    health: what fails its self test.
    """

    VERB: ClassVar[str] = "H"

    nonce: str
    proto: int
    name: str
    boot: str
    newest: int
    health: str

    @classmethod
    def read(cls, text: str) -> Self:
        """Read what follows the verb. Raises BadField."""
        found = text.split(",", 5)
        count(found, 6, "Hello")
        return cls(
            nonce=word(found[0], 1, 6, NONCE_LETTERS, "nonce"),
            proto=number(found[1], 1, 999, "proto"),
            name=word(found[2], 1, 16, NAME_LETTERS, "name"),
            boot=word(found[3], 5, 5, BOOT_LETTERS, "boot"),
            newest=number(found[4], 0, 9999, "newest"),
            health=choice(found[5], HEALTH_CHOICES, "health"),
        )

    @property
    def body(self) -> str:
        """The text between `$` and `*`."""
        return f"H,{self.nonce},{self.proto},{self.name},{self.boot},{self.newest},{self.health}"


@dataclass(frozen=True, slots=True)
class RollDice:
    """Roll. The same id again gets the same answer again.

    req: id of a request.
    spec: dice to roll.
    """

    VERB: ClassVar[str] = "R"

    req: str
    spec: str

    @classmethod
    def read(cls, text: str) -> Self:
        """Read what follows the verb. Raises BadField."""
        found = text.split(",", 1)
        count(found, 2, "RollDice")
        return cls(
            req=word(found[0], 1, 6, REQ_LETTERS, "req"),
            spec=plain(found[1], 2, 24, True, "spec"),
        )

    @property
    def body(self) -> str:
        """The text between `$` and `*`."""
        return f"R,{self.req},{self.spec}"


@dataclass(frozen=True, slots=True)
class RollEvent:
    """A roll; sent again until it is acknowledged.

    boot: drawn anew at each power-up.
    n: number of an event, from 1 in each power-up.
    by: id of the request; `-` is the tower's button.
    spec: dice to roll.
    dice: `3,4`, or `w2` out of a bag.
    """

    VERB: ClassVar[str] = "E"

    boot: str
    n: int
    by: str | None
    spec: str
    dice: str

    @classmethod
    def read(cls, text: str) -> Self:
        """Read what follows the verb. Raises BadField."""
        found = text.split(",", 4)
        count(found, 5, "RollEvent")
        return cls(
            boot=word(found[0], 5, 5, BOOT_LETTERS, "boot"),
            n=number(found[1], 1, 9999, "n"),
            by=None if found[2] == "-" else word(found[2], 1, 6, BY_LETTERS, "by"),
            spec=plain(found[3], 2, 24, False, "spec"),
            dice=plain(found[4], 1, 31, True, "dice"),
        )

    @property
    def body(self) -> str:
        """The text between `$` and `*`."""
        return f"E,{self.boot},{self.n},{'-' if self.by is None else self.by},{self.spec},{self.dice}"


@dataclass(frozen=True, slots=True)
class Acknowledge:
    """The journal holds this event and all before it.

    boot: drawn anew at each power-up.
    n: number of an event, from 1 in each power-up.
    """

    VERB: ClassVar[str] = "A"

    boot: str
    n: int

    @classmethod
    def read(cls, text: str) -> Self:
        """Read what follows the verb. Raises BadField."""
        found = text.split(",", 1)
        count(found, 2, "Acknowledge")
        return cls(
            boot=word(found[0], 5, 5, BOOT_LETTERS, "boot"),
            n=number(found[1], 1, 9999, "n"),
        )

    @property
    def body(self) -> str:
        """The text between `$` and `*`."""
        return f"A,{self.boot},{self.n}"


@dataclass(frozen=True, slots=True)
class AskAlive:
    """Heartbeat.

    nonce: any word of the asker, sent back.
    """

    VERB: ClassVar[str] = "P"

    nonce: str

    @classmethod
    def read(cls, text: str) -> Self:
        """Read what follows the verb. Raises BadField."""
        found = [text]
        count(found, 1, "AskAlive")
        return cls(
            nonce=word(found[0], 1, 6, NONCE_LETTERS, "nonce"),
        )

    @property
    def body(self) -> str:
        """The text between `$` and `*`."""
        return f"P,{self.nonce}"


@dataclass(frozen=True, slots=True)
class Alive:
    """The answer to AskAlive.

    nonce: any word of the asker, sent back.
    bad: lines thrown away so far; stays at the greatest value.
    health: what fails its self test.
    """

    VERB: ClassVar[str] = "P"

    nonce: str
    bad: int
    health: str

    @classmethod
    def read(cls, text: str) -> Self:
        """Read what follows the verb. Raises BadField."""
        found = text.split(",", 2)
        count(found, 3, "Alive")
        return cls(
            nonce=word(found[0], 1, 6, NONCE_LETTERS, "nonce"),
            bad=number(found[1], 0, 9999, "bad"),
            health=choice(found[2], HEALTH_CHOICES, "health"),
        )

    @property
    def body(self) -> str:
        """The text between `$` and `*`."""
        return f"P,{self.nonce},{self.bad},{self.health}"


@dataclass(frozen=True, slots=True)
class Refused:
    """This request is not rolled, this button not armed.

    req: id of a request.
    reason: why not.
    """

    VERB: ClassVar[str] = "N"

    req: str
    reason: str

    @classmethod
    def read(cls, text: str) -> Self:
        """Read what follows the verb. Raises BadField."""
        found = text.split(",", 1)
        count(found, 2, "Refused")
        return cls(
            req=word(found[0], 1, 6, REQ_LETTERS, "req"),
            reason=choice(found[1], REASON_CHOICES, "reason"),
        )

    @property
    def body(self) -> str:
        """The text between `$` and `*`."""
        return f"N,{self.req},{self.reason}"


@dataclass(frozen=True, slots=True)
class ArmButton:
    """What the tower's button rolls, once; replaces what was armed before. Sent again until it is answered.

    req: id of a request.
    armed: dice of the button; `-` is none.
    who: whose turn the screen shows.
    """

    VERB: ClassVar[str] = "B"

    req: str
    armed: str | None
    who: str

    @classmethod
    def read(cls, text: str) -> Self:
        """Read what follows the verb. Raises BadField."""
        found = text.split(",", 2)
        count(found, 3, "ArmButton")
        return cls(
            req=word(found[0], 1, 6, REQ_LETTERS, "req"),
            armed=None if found[1] == "-" else plain(found[1], 2, 24, False, "armed"),
            who=plain(found[2], 0, 16, True, "who"),
        )

    @property
    def body(self) -> str:
        """The text between `$` and `*`."""
        return f"B,{self.req},{'-' if self.armed is None else self.armed},{self.who}"


@dataclass(frozen=True, slots=True)
class ButtonArmed:
    """The answer to ArmButton.

    req: id of a request.
    """

    VERB: ClassVar[str] = "B"

    req: str

    @classmethod
    def read(cls, text: str) -> Self:
        """Read what follows the verb. Raises BadField."""
        found = [text]
        count(found, 1, "ButtonArmed")
        return cls(
            req=word(found[0], 1, 6, REQ_LETTERS, "req"),
        )

    @property
    def body(self) -> str:
        """The text between `$` and `*`."""
        return f"B,{self.req}"


@dataclass(frozen=True, slots=True)
class ButtonAsks:
    """The button was pressed (or the power came) and nothing is armed.

    boot: drawn anew at each power-up.
    presses: presses of the button so far; 0 is sent at power-up.
    """

    VERB: ClassVar[str] = "Q"

    boot: str
    presses: int

    @classmethod
    def read(cls, text: str) -> Self:
        """Read what follows the verb. Raises BadField."""
        found = text.split(",", 1)
        count(found, 2, "ButtonAsks")
        return cls(
            boot=word(found[0], 5, 5, BOOT_LETTERS, "boot"),
            presses=number(found[1], 0, 9999, "presses"),
        )

    @property
    def body(self) -> str:
        """The text between `$` and `*`."""
        return f"Q,{self.boot},{self.presses}"


FromHost = AskHello | RollDice | Acknowledge | AskAlive | ArmButton

FromTower = Hello | RollEvent | Alive | Refused | ButtonArmed | ButtonAsks

FROM_HOST: dict[str, type[FromHost]] = {
    "?": AskHello,
    "R": RollDice,
    "A": Acknowledge,
    "P": AskAlive,
    "B": ArmButton,
}

FROM_TOWER: dict[str, type[FromTower]] = {
    "H": Hello,
    "E": RollEvent,
    "P": Alive,
    "N": Refused,
    "B": ButtonArmed,
    "Q": ButtonAsks,
}
