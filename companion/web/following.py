"""Who may follow a table without a place: everybody, unless its banker turned watching off."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from flask import current_app

from companion.table.fittings import Notes
from companion.table.table import Table
from companion.web import seats
from companion.web.claims import Asks


class Watching:
    """Which tables let nobody watch. Kept in the notes."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self._known: dict[str, bool] = {}

    def allowed(self, table: str) -> bool:
        """Whether devices without a place may watch."""
        if table not in self._known:
            self._known[table] = self._notes.get(_note(table)) is not False
        return self._known[table]

    def allow(self, table: str, allowed: bool) -> None:
        """Raises what the notes raise when the disk takes no more; then nothing has changed."""
        self._notes.put(_note(table), allowed)
        self._known[table] = allowed


def watching() -> Watching:
    """The switch of the app that serves this request."""
    return cast(Watching, current_app.extensions["companion.watching"])


def may_watch(table: Table) -> bool:
    """Whether devices without a place see this table."""
    return watching().allowed(table.id)


def may_see(table: Table) -> Callable[[], bool]:
    """Whether this device may read what the table screen reads, asked again at any later time."""
    switch, rights = watching(), seats.lasting_rights(table)
    return lambda: switch.allowed(table.id) or rights().any


def may_follow(table: Table) -> Callable[[], bool]:
    """Whether this device may have a stream, asked again at any later time; who waits at the door may."""
    sees, device = may_see(table), seats.device().id
    asks = cast(Asks, current_app.extensions["companion.asks"])
    return lambda: sees() or asks.waits(table.id, device)


def _note(table: str) -> str:
    return f"watching/{table}"
