"""One entry of the journal: what was said, by whom, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.core.seats import Actor

START = 0
"""The number before the first entry: the table as it was set up."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An accepted command. Entries are numbered from 1 and never change.

    *said* is the command as JSON, with the names of that moment; *by* and *entered_by* are what counts. *do*
    is the verb in effect (a `retype` of a roll is a "roll"). *events* fold onto the state after entry *base*.
    *before* is the entry that was the last live one: there an undo of this entry goes. An undo or redo has no
    events; its *base* is the entry that became the last live one. *scan* is (reader, UID) of the touch that
    made the command, *at* the wall clock in seconds, for people only: order is by number.
    """

    number: int
    do: str
    said: Mapping[str, object]
    by: Actor
    entered_by: Actor
    events: tuple[object, ...]
    base: int
    before: int
    id: str | None = None
    at: float = 0.0
    scan: tuple[str, str] | None = field(default=None)

    @property
    def is_control(self) -> bool:
        """An undo or redo: it moves the last live entry and holds no events."""
        return self.do in ("undo", "redo")

    @property
    def head(self) -> int:
        """The last live entry after this one."""
        return self.base if self.is_control else self.number

    @property
    def source(self) -> str:
        """Where a throw came from: "typed", "tower" or "program"."""
        return str(self.said.get("source", "typed"))

    @property
    def reveals(self) -> bool:
        """Whether it showed dice, cards or secrets: only the banker takes that back."""
        return any(getattr(event, "reveals", False) for event in self.events)


@dataclass(frozen=True, slots=True)
class SetAside:
    """Entries that could not be read or folded, from *number* on: the game opened up to there."""

    number: int
    count: int
    reason: str
