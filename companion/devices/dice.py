"""The dice tower as the table sees it: an interface and frozen values."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol, runtime_checkable

Status = Literal["not_fitted", "ready", "lost", "simulated"]


@dataclass(frozen=True, slots=True)
class Rolled:
    """Event *n* of the power-up *boot* of a tower.

    *request* is None when the roll came from the tower's own button. *letter* is the die that came out of a
    bag (`woygb:3`) and None for plain dice; *dice* then holds its one number.
    """

    tower: str
    boot: str
    n: int
    request: str | None
    spec: str
    dice: tuple[int, ...]
    letter: str | None = None


@dataclass(frozen=True, slots=True)
class TowerRestarted:
    """The tower lost its power while *request* was pending; it is being rolled again.

    It belongs into the public journal: pulling the plug must not be a way to roll twice in secret.
    """

    tower: str
    boot: str
    request: str


@dataclass(frozen=True, slots=True)
class RollRefused:
    """*request* will not be rolled.

    *reason* is "entropy" (the random source fails its tests: dice have to be typed), "spec" (the tower does
    not know these dice) or "reused" (the id was used for an earlier roll, which stands).
    """

    tower: str
    request: str
    reason: str


@dataclass(frozen=True, slots=True)
class ButtonAsked:
    """Somebody pressed the tower's button while nothing was armed."""

    tower: str


TowerReport = Rolled | TowerRestarted | RollRefused | ButtonAsked


@dataclass(frozen=True, slots=True)
class TowerFault:
    """Why a tower is not usable now: a reason code, and the values its remedy names."""

    code: str
    values: Mapping[str, str] = field(default_factory=dict, hash=False)


@runtime_checkable
class DiceTower(Protocol):
    """Reports each roll exactly once, in the order in which they were made.

    Every method may be called from any thread.
    """

    @property
    def status(self) -> Status:
        """Whether rolls can be had from it now."""

    @property
    def fault(self) -> TowerFault | None:
        """What is wrong; None while all is well."""

    def request(self, spec: str, request_id: str) -> None:
        """Have the dice of *spec* rolled, now or as soon as the tower is back.

        *request_id*: 1 to 6 ASCII letters and digits, never used again on this table, not even by the next
        process. Requests are answered one after the other. Raises BadSpec or ValueError.
        """

    def cancel(self, request_id: str) -> None:
        """Forget a request that is no longer wanted; its roll may still arrive if it was on its way."""

    def arm(self, spec: str | None, who: str) -> None:
        """Say what the tower's button rolls next, and show *who* on its screen.

        One arming is good for one roll. None: the button only asks. The same values again change nothing
        until a roll has used them. Raises BadSpec.
        """

    def next_roll(self, timeout: float) -> TowerReport | None:
        """Wait up to *timeout* seconds for the next report; None when there is none, or after close."""

    def acknowledge(self, rolled: Rolled) -> None:
        """Let the tower forget this roll and those before it; only after the journal holds them."""

    def close(self) -> None:
        """Stop, and wake whoever waits in next_roll."""


class NoTower:
    """The tower of a table that has none: dice are typed."""

    def __init__(self) -> None:
        self._closed = threading.Event()

    @property
    def status(self) -> Status:
        """Always "not_fitted"."""
        return "not_fitted"

    @property
    def fault(self) -> TowerFault | None:
        """Nothing is missing that was promised."""
        return None

    def request(self, spec: str, request_id: str) -> None:
        """Raises RuntimeError: look at *status* before asking."""
        raise RuntimeError("no dice tower is fitted: dice have to be typed")

    def cancel(self, request_id: str) -> None:
        """Nothing can be pending."""

    def arm(self, spec: str | None, who: str) -> None:
        """There is no button to arm."""

    def next_roll(self, timeout: float) -> TowerReport | None:
        """Wait in vain."""
        self._closed.wait(timeout)
        return None

    def acknowledge(self, rolled: Rolled) -> None:
        """Nothing was rolled here."""

    def close(self) -> None:
        """Wake whoever waits."""
        self._closed.set()
