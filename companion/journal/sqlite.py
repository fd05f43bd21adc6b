"""One game's journal in one SQLite file: an entry is appended in one transaction, or not at all."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from companion.core.entry import Entry, SetAside
from companion.core.game import Setup
from companion.core.message import Told
from companion.core.seats import Actor, Role, Seat
from companion.journal import backup, migrations
from companion.journal.codec import Undecodable, decode, decode_event, encode, encode_event

_PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "busy_timeout = 5000",
    "wal_autocheckpoint = 200",
    "foreign_keys = ON",
)


class JournalDamaged(Told):
    """The file cannot be read as a journal; the message says which file and why."""


class JournalFull(Exception):
    """The disk took no more; nothing was written."""


class SqliteJournal:
    """The journal of one game. One thread writes; others may open the file to read."""

    def __init__(self, path: Path, event_types: Mapping[str, type]) -> None:
        """Open or make the file. Raises JournalDamaged."""
        self.path = path
        self.set_aside: SetAside | None = None
        self.last_number = 0
        self._event_types = event_types
        self._closed = False
        fresh = not path.exists()
        try:
            self._connection = _connect(path)
        except sqlite3.DatabaseError as error:
            raise JournalDamaged("journal.cannot_open", file=path.name, error=str(error)) from error
        try:
            if not fresh and migrations.version_of(self._connection) < migrations.NEWEST:
                backup.copy(self._connection, path.with_suffix(".before-update.sqlite"))
            migrations.migrate(self._connection)
        except migrations.NewerJournal as error:
            self._connection.close()
            raise JournalDamaged("journal.newer", file=path.name) from error
        except (sqlite3.DatabaseError, backup.BackupFailed) as error:
            self._connection.close()
            raise JournalDamaged("journal.cannot_open", file=path.name, error=str(error)) from error
        if fresh:
            _sync_folder(path.parent)

    def write_header(self, setup: Setup, rules_version: int) -> None:
        """Keep what the table started from; once per file."""
        header = {"rules_version": rules_version, **encode(setup)}
        self._write("INSERT INTO header VALUES (1, ?)", (json.dumps(header, ensure_ascii=False),))

    def read_header(self) -> tuple[Setup, int]:
        """The table's setup and the version of the rules it was begun with. Raises JournalDamaged."""
        try:
            row = self._connection.execute("SELECT setup FROM header").fetchone()
            header = json.loads(row[0])
            rules_version = header.pop("rules_version")
            return decode(header, Setup), int(rules_version)
        except (sqlite3.DatabaseError, TypeError, ValueError, KeyError, Undecodable) as error:
            raise JournalDamaged("journal.no_beginning", file=self.path.name, error=str(error)) from error

    def append(self, entry: Entry) -> None:
        """Store *entry*; when this returns it outlives a pulled plug. Raises JournalFull, nothing stored."""
        events = json.dumps([encode_event(event) for event in entry.events], ensure_ascii=False)
        row = (entry.number, json.dumps(_encode_act(entry), ensure_ascii=False), events, entry.id)
        self._write("INSERT INTO entry VALUES (?, ?, ?, ?)", row)
        self.last_number = entry.number

    def read(self) -> tuple[Entry, ...]:
        """All entries in order. From the first unreadable one on they are set aside, and the file goes on."""
        entries: list[Entry] = []
        try:
            for number, act, events, id in self._rows():
                self.last_number = max(self.last_number, number)
                if self.set_aside is None:
                    try:
                        entries.append(self._decode_entry(number, act, events, id))
                    except (Undecodable, ValueError, KeyError, TypeError) as error:
                        self.set_aside = SetAside(number, 0, str(error))
        except sqlite3.DatabaseError as error:
            after = entries[-1].number + 1 if entries else 1
            self.set_aside = self.set_aside or SetAside(after, 0, f"the file is damaged there: {error}")
        self._move_aside()
        return tuple(entries)

    def set_aside_from(self, number: int, reason: str) -> None:
        """Put entry *number* and all after it aside: its events no longer fold."""
        self.set_aside = SetAside(number, 0, reason)
        self._move_aside()

    def last_set_aside(self) -> SetAside | None:
        """What was set aside the last time, also in an earlier run; None when nothing ever was."""
        row = self._connection.execute(
            "SELECT MIN(number), COUNT(*), reason FROM set_aside GROUP BY reason ORDER BY MAX(rowid) DESC"
        ).fetchone()
        return SetAside(int(row[0]), int(row[1]), str(row[2])) if row else None

    def back_up(self, folder: Path) -> Path:
        """A checked copy of the file in *folder*; the oldest beyond seven go."""
        return backup.back_up(self._connection, self.path, folder)

    def close(self) -> None:
        """Fold the log into the file and let go of it; a second time does nothing."""
        if self._closed:
            return
        self._closed = True
        try:
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.OperationalError:
            pass  # a full disk or another reader: the log is folded in at the next opening
        self._connection.close()

    def _rows(self) -> Iterator[tuple[int, str, str, str | None]]:
        yield from self._connection.execute("SELECT number, act, events, id FROM entry ORDER BY number")

    def _decode_entry(self, number: int, act: str, events: str, id: str | None) -> Entry:
        stored = json.loads(act)
        return Entry(
            number=number,
            do=stored["do"],
            said=stored["said"],
            by=_decode_actor(stored["by"]),
            entered_by=_decode_actor(stored["entered_by"]),
            events=tuple(decode_event(event, self._event_types) for event in json.loads(events)),
            base=int(stored["base"]),
            before=int(stored["before"]),
            id=id,
            at=float(stored["at"]),
            scan=tuple(stored["scan"]) if stored.get("scan") else None,
        )

    def _move_aside(self) -> None:
        """Move the entries from the unreadable one on into their own table, so that the game can go on."""
        broken = self.set_aside
        if broken is None:
            return
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            moved = self._connection.execute(
                "INSERT INTO set_aside SELECT number, act, events, ? FROM entry WHERE number >= ?",
                (broken.reason, broken.number),
            ).rowcount
            self._connection.execute("DELETE FROM entry WHERE number >= ?", (broken.number,))
            self._connection.execute("COMMIT")
        except sqlite3.DatabaseError as error:
            self._roll_back()
            raise JournalDamaged(
                "journal.damaged", file=self.path.name, number=broken.number, error=str(error)
            ) from error
        self.set_aside = SetAside(broken.number, moved, broken.reason)

    def _write(self, sql: str, row: tuple[Any, ...]) -> None:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.execute(sql, row)
            self._connection.execute("COMMIT")
        except sqlite3.OperationalError as error:
            self._roll_back()
            raise JournalFull(f"{self.path.name}: {error}") from error
        except BaseException:
            self._roll_back()
            raise

    def _roll_back(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")


def _connect(path: Path) -> sqlite3.Connection:
    # The writer is one thread, but not the one that opens the file.
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5.0)
    try:
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        connection.close()
        raise
    return connection


def _sync_folder(folder: Path) -> None:
    """Make a new file's name outlive a pulled plug too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _encode_act(entry: Entry) -> dict[str, object]:
    act: dict[str, object] = {
        "do": entry.do,
        "said": dict(entry.said),
        "by": _encode_actor(entry.by),
        "entered_by": _encode_actor(entry.entered_by),
        "base": entry.base,
        "before": entry.before,
        "at": entry.at,
    }
    if entry.scan:
        act["scan"] = list(entry.scan)
    return act


def _encode_actor(actor: Actor) -> int | str:
    return actor.value if isinstance(actor, Role) else actor


def _decode_actor(stored: object) -> Actor:
    if isinstance(stored, int) and not isinstance(stored, bool):
        return Seat(stored)
    return Role(stored)
