"""A draft collects the events of one command while the state they make goes along."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.core.refusal import Refusal, is_firm

S = TypeVar("S")
E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Irregular:
    """The banker let something pass that the rules refuse; *reasons* are the refusal codes passed over."""

    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Overriding:
    """A command that the banker wants done although it is against the rules."""

    command: object


class Draft(Generic[S, E]):
    """Events so far, and the state after them.

    Every check that is about the rules goes through `require`: under the banker's override it is noted
    instead of refused. Nothing here is kept: `decide` returns the events, and the draft is thrown away.
    """

    __slots__ = ("_evolve", "_overriding", "events", "passed", "state")

    def __init__(self, state: S, evolve: Callable[[S, E], S], overriding: bool = False) -> None:
        self.state = state
        self.events: list[E] = []
        self.passed: list[str] = []
        self._evolve = evolve
        self._overriding = overriding

    def add(self, event: E) -> None:
        """Append *event* and let the state follow."""
        self.events.append(event)
        self.state = self._evolve(self.state, event)

    def require(self, holds: bool, code: str, **values: object) -> None:
        """Raise Refusal(code, values) unless *holds*, or the banker overrides a rule."""
        if not holds:
            self.refuse(code, **values)

    def refuse(self, code: str, **values: object) -> None:
        """Raise Refusal(code, values), unless the banker overrides a rule: then note it and go on."""
        if not self._overriding or is_firm(code):
            refusal = Refusal(code, **values)
            refusal.is_rule = not is_firm(code)
            raise refusal
        if code not in self.passed:
            self.passed.append(str(code))

    def result(self) -> tuple[E | Irregular, ...]:
        """The events, marked irregular in front when rules were passed over."""
        if self.passed:
            return (Irregular(tuple(self.passed)), *self.events)
        return tuple(self.events)
