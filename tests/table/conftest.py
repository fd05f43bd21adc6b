"""A table of the little coin game, with a clock that tests turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from companion.core.entry import Entry
from companion.core.game import Setup
from companion.table.bus import Bus, Published
from companion.table.registry import Registry
from companion.table.session import Session
from companion.table.table import Table
from tests.web import coins

SETUP = Setup("coins", ("Ann", "Bob", "Cem"))


@dataclass
class Clock:
    """Monotonic seconds that only move when told."""

    seconds: float = 1000.0

    def __call__(self) -> float:
        return self.seconds


@dataclass
class Stand:
    """A table, what its journal holds and what its bus said."""

    table: Table
    clock: Clock
    journal: list[Entry] = field(default_factory=list)
    heard: list[Published] = field(default_factory=list)

    @property
    def session(self) -> Session:
        return self.table.session

    def say(self, do: str, by: str, **fields: object) -> Any:
        """Submit a command; a trailing underscore keeps Python's keywords apart."""
        said: Mapping[str, object] = {
            "do": do,
            "by": by,
            **{key.rstrip("_"): value for key, value in fields.items()},
        }
        return self.table.submit(said)

    def cash(self, name: str) -> int:
        cash: int = self.session.view(0)["players"][name]["cash"]  # type: ignore[arg-type]
        return cash


def make_stand(entries: list[Entry] | None = None) -> Stand:
    clock = Clock()
    journal: list[Entry] = []
    session = Session(
        coins,  # type: ignore[arg-type]
        SETUP,
        journal.append,
        clock=lambda: 0.0,
        monotonic=clock,
    )
    if entries:
        session.load(entries)
        journal.extend(entries)
    table = Table("coins-1", session, Registry(), Bus(), Random(1), clock)
    stand = Stand(table, clock, journal)
    table.bus.listen(stand.heard.append)
    return stand


@pytest.fixture
def stand() -> Stand:
    return make_stand()
