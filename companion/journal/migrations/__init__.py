"""Numbered changes of a journal file's tables, under `PRAGMA user_version`."""

from __future__ import annotations

import sqlite3
from importlib.resources import files

_STEPS = ("0001_entries.sql",)
NEWEST = len(_STEPS)


class NewerJournal(Exception):
    """The file was written by a newer companion."""


def migrate(connection: sqlite3.Connection) -> bool:
    """Bring a file to today's tables, each step in one transaction; True when anything changed.

    Raises NewerJournal when the file is ahead of this program.
    """
    version = version_of(connection)
    if version > NEWEST:
        raise NewerJournal(f"version {version}; this companion knows up to {NEWEST}: update it")
    for number in range(version, NEWEST):
        step = files(__package__).joinpath(_STEPS[number]).read_text(encoding="utf-8")
        connection.executescript(f"BEGIN IMMEDIATE;\n{step}\nPRAGMA user_version = {number + 1};\nCOMMIT;")
    return version < NEWEST


def version_of(connection: sqlite3.Connection) -> int:
    """How many steps a file has seen; 0 for a new one."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
