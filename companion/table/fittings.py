"""The devices as the screens see them: not fitted, ready, lost, ...; and the simulator's handles."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from companion.core.message import Message

STATUSES = ("not_fitted", "ready", "warning", "lost", "simulated")


@dataclass(frozen=True, slots=True)
class Fitting:
    """One device. *status* is one of `STATUSES`; *word* says what is wrong and what to do, None when fine."""

    name: str
    kind: str
    status: str
    word: Message | None = None


class Fittings:
    """All devices by name. Their threads set them, screens read them."""

    def __init__(self, changed: Callable[[], None] = lambda: None) -> None:
        self._lock = threading.Lock()
        self._all: Mapping[str, Fitting] = {}
        self._changed = changed

    def set(self, fitting: Fitting) -> None:
        """Put down how a device stands; screens hear of a change."""
        with self._lock:
            if self._all.get(fitting.name) == fitting:
                return
            self._all = {**self._all, fitting.name: fitting}
        self._changed()

    def all(self) -> tuple[Fitting, ...]:
        """Every device, in the order they were first set."""
        return tuple(self._all.values())

    def simulated(self) -> bool:
        """Whether anything is simulated: the screens then say so loudly."""
        return any(fitting.status == "simulated" for fitting in self._all.values())


CHECK_STATUSES = ("fine", "simulated", "not_fitted", "warning", "wrong")


@dataclass(frozen=True, slots=True)
class Check:
    """What a look at one part of this machine came to.

    *about* is what was looked at, "disk" or "reader.table"; *status* is one of `CHECK_STATUSES`, and only
    "wrong" keeps the table from using what is fitted. *todo* says what to do, None when nothing is.
    """

    about: str
    status: str
    found: Message
    todo: Message | None = None


@dataclass(frozen=True, slots=True)
class DieRecord:
    """All throws of one kind of die at a table, from one source ("tower", "program", "typed").

    *die* is "d6", "d3" or the name of a die of a bag; *faces* are what each count belongs to. *p* is the
    chance that fair dice look at least this uneven, None while there are too few throws (*needed* more).
    """

    source: str
    die: str
    faces: tuple[int, ...]
    counts: tuple[int, ...]
    chi_square: float
    freedom: int
    p: float | None
    needed: int


@dataclass(frozen=True, slots=True)
class JointRecord:
    """Whether the dice of a table know of each other, from one source.

    *what* is "pairs": a row for each face of the first die, a column for each of the second; or "bag": a row
    for each number of dice inside, fewest first, a column for the place in the alphabet, among those inside,
    of the die that came out. *p* and *needed* as in `DieRecord`.
    """

    source: str
    what: str
    rows: tuple[tuple[int, ...], ...]
    chi_square: float
    freedom: int
    p: float | None
    needed: int


class Simulator(Protocol):
    """What the simulator page can do to the simulated devices. UIDs are hex."""

    def readers(self) -> tuple[str, ...]:
        """The names of the simulated readers."""

    def lying(self, reader: str) -> tuple[str, ...]:
        """The UIDs that lie on a reader."""

    def lay(self, reader: str, uid: str) -> None:
        """Lay a tag down."""

    def take(self, reader: str, uid: str) -> None:
        """Take a tag away."""

    def unplug(self, reader: str) -> None:
        """Pull a reader's cable."""

    def replug(self, reader: str) -> None:
        """Put a reader's cable back."""

    def set_noise(self, reader: str, share: float) -> None:
        """Flip this share of the bits in the air, 0 to 1."""

    def press_tower(self) -> None:
        """Press the tower's button."""

    def silence_tower(self, silent: bool) -> None:
        """Let the tower fall silent, or speak again."""

    def press_panel(self, button: str) -> None:
        """Press ok, next or undo."""


class Notes(Protocol):
    """What outlives the evening and belongs to no game: seats' devices, PIN, names. Values are JSON."""

    def get(self, key: str) -> object | None:
        """The value under *key*, None when there is none."""

    def put(self, key: str, value: object) -> None:
        """Keep *value* under *key*."""
