"""The cupboard: one file a game, in the user's data folder."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from pathlib import Path

from companion.core.entry import Entry, SetAside
from companion.core.game import Game, Setup, Stored
from companion.core.message import say
from companion.journal.sqlite import JournalDamaged, SqliteJournal

log = logging.getLogger(__name__)


class Cupboard:
    """The games of a data folder: `games/<id>.sqlite`, their copies under `backups/`."""

    def __init__(self, folder: Path) -> None:
        self.games = folder / "games"
        self.backups = folder / "backups"
        self.games.mkdir(parents=True, exist_ok=True)
        self._open: dict[str, SqliteJournal] = {}

    def stored(self) -> tuple[Stored, ...]:
        """Every game of the folder, unreadable ones with what is wrong."""
        return tuple(self._look(path) for path in sorted(self.games.glob("*.sqlite")))

    def make(self, setup: Setup, game: Game) -> tuple[str, SqliteJournal]:
        """A new journal with its header. Raises JournalFull or OSError; then no file is left."""
        day = time.strftime("%Y-%m-%d")
        taken = {path.stem for path in self.games.glob("*.sqlite")}
        number = next(n for n in range(1, 10**6) if f"{day}-{setup.game}-{n}" not in taken)
        id = f"{day}-{setup.game}-{number}"
        journal = SqliteJournal(self._path(id), game.event_types)
        try:
            journal.write_header(setup, game.RULES_VERSION)
        except BaseException:
            journal.close()
            self._path(id).unlink(missing_ok=True)
            raise
        self._open[id] = journal
        return id, journal

    def open(
        self, id: str, games: Mapping[str, Game]
    ) -> tuple[SqliteJournal, Setup, tuple[Entry, ...], SetAside | None]:
        """A stored game. Raises JournalDamaged, or FileNotFoundError when there is none of that id."""
        path = self._path(id)
        if not path.exists():
            raise FileNotFoundError(id)
        setup = self._header(path)
        if setup.game not in games:
            raise JournalDamaged("journal.unknown_game", file=path.name, game=setup.game)
        journal = SqliteJournal(path, games[setup.game].event_types)
        entries = journal.read()
        self._open[id] = journal
        return journal, setup, entries, journal.set_aside or journal.last_set_aside()

    def back_up(self, id: str) -> None:
        """Copy the file of a game that is out. Raises BackupFailed."""
        self._open[id].back_up(self.backups)

    def _look(self, path: Path) -> Stored:
        changed = max(
            other.stat().st_mtime for other in (path, path.with_name(path.name + "-wal")) if other.exists()
        )
        try:
            return Stored(path.stem, self._header(path), changed)
        except JournalDamaged as damaged:
            return Stored(path.stem, None, changed, damaged.message)
        except OSError as error:
            trouble = say("journal.cannot_open", file=path.name, error=error.strerror or str(error))
            return Stored(path.stem, None, changed, trouble)

    def _header(self, path: Path) -> Setup:
        for id, journal in self._open.items():
            if self._path(id) == path:
                return journal.read_header()[0]
        journal = SqliteJournal(path, {})
        try:
            return journal.read_header()[0]
        finally:
            journal.close()

    def _path(self, id: str) -> Path:
        if "/" in id or id.startswith("."):
            raise FileNotFoundError(id)
        return self.games / f"{id}.sqlite"
