"""Seats on devices: who sits where, the banker, the table screen; joining, handing over, the PIN."""

from __future__ import annotations

from flask import Blueprint

from companion.table.fittings import Notes

blueprint = Blueprint("seats", __name__)


class Seating:
    """Which device has which seat of which table; kept in the notes, so it outlives a restart."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
