"""What outlives the evening and belongs to no game: tags, devices, names. One small SQLite file."""

from __future__ import annotations

import json
import sqlite3
import threading
from pathlib import Path


class NotesFile:
    """Values (JSON) by key. Raises sqlite3.Error when the disk takes no more; then nothing changed."""

    def __init__(self, path: Path) -> None:
        self._lock = threading.Lock()
        self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5.0)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = FULL")
        self._connection.execute(
            "CREATE TABLE IF NOT EXISTS note (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT"
        )

    def get(self, key: str) -> object | None:
        """The value kept under *key*, None when there is none."""
        with self._lock:
            row = self._connection.execute("SELECT value FROM note WHERE key = ?", (key,)).fetchone()
        return json.loads(row[0]) if row else None

    def put(self, key: str, value: object) -> None:
        """Keep *value* under *key*, in place of what was there."""
        with self._lock:
            self._connection.execute(
                "INSERT INTO note VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                (key, json.dumps(value, ensure_ascii=False)),
            )

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()
