"""Backups of a journal: checked copies, seven kept."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

_KEPT = 7


class BackupFailed(Exception):
    """The copy could not be made or does not read back."""


def copy(connection: sqlite3.Connection, target: Path) -> Path:
    """Copy a database while it is in use; *target* appears whole or not at all. Raises BackupFailed."""
    partial = target.with_suffix(".partial")
    try:
        with closing(sqlite3.connect(partial)) as fresh:
            connection.backup(fresh)
            if fresh.execute("PRAGMA quick_check").fetchone()[0] != "ok":
                raise BackupFailed(f"{target.name}: the copy does not read back")
        with partial.open("rb") as written:
            os.fsync(written.fileno())
        partial.replace(target)
    except (sqlite3.Error, OSError) as error:
        partial.unlink(missing_ok=True)
        raise BackupFailed(f"{target.name}: {error}") from error
    return target


def back_up(connection: sqlite3.Connection, source: Path, folder: Path) -> Path:
    """Copy into *folder* under the next number; the oldest beyond seven go. Raises BackupFailed."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BackupFailed(f"{folder}: {error}") from error
    old = backups_of(source, folder)
    number = int(old[-1].stem.rsplit("-", 1)[1]) + 1 if old else 1
    made = copy(connection, folder / f"{source.stem}-{number:06}.sqlite")
    for stale in [*old, made][:-_KEPT]:
        stale.unlink(missing_ok=True)
    return made


def backups_of(source: Path, folder: Path) -> list[Path]:
    """The backups of a journal file, oldest first."""
    return sorted(folder.glob(f"{source.stem}-[0-9][0-9][0-9][0-9][0-9][0-9].sqlite"))
