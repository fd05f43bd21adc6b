"""The hall: every table of this house, the one being played and those that were put away."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from typing import Protocol

from companion.core.entry import Entry, SetAside
from companion.core.game import Game, Setup, Stored
from companion.core.refusal import refuse_field
from companion.core.seats import Role
from companion.table.bus import Bus, Published, Update
from companion.table.registry import Registry
from companion.table.session import Session
from companion.table.table import Table

log = logging.getLogger(__name__)

_DAY_S = 86_400.0


class Journal(Protocol):
    """Where one game's entries are kept."""

    @property
    def last_number(self) -> int:
        """The newest entry's number, also of those set aside."""

    def append(self, entry: Entry) -> None:
        """Store an entry; when this returns it is safe."""

    def set_aside_from(self, number: int, reason: str) -> None:
        """Put an entry and all after it aside."""

    def close(self) -> None:
        """Let go of the file."""


class Cupboard(Protocol):
    """Where games are stored. `open` and `make` raise errors of their own that say what is wrong."""

    def stored(self) -> tuple[Stored, ...]:
        """Every game there is."""

    def make(self, setup: Setup, game: Game) -> tuple[str, Journal]:
        """A new journal for a table."""

    def open(
        self, id: str, games: Mapping[str, Game]
    ) -> tuple[Journal, Setup, tuple[Entry, ...], SetAside | None]:
        """A stored game as it was found."""

    def back_up(self, id: str) -> None:
        """Copy a game that is out."""


class Hall:
    """Opens and starts tables. Called on the inbox's thread.

    The readers, the tower and the panel serve *current*: the table that was last begun, unless another is
    *in_use* (people play at it and look at its pages); one that is taken out gets them when no other has.
    `serve` moves them. *seated* is told of each table once, to connect what is fitted; *served* which one has
    the devices while several tables are out. *preferred* is the id of the one that had them before the
    program started anew: it has them again if it comes back soon.
    """

    RETURN_S = 60.0

    def __init__(
        self,
        games: Mapping[str, Game],
        cupboard: Cupboard,
        registry: Registry,
        seated: Callable[[Table], None] = lambda table: None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.games = games
        self.registry = registry
        self.current: Table | None = None
        self.tables: dict[str, Table] = {}
        self.set_aside: dict[str, SetAside] = {}
        self.in_use: Callable[[Table], bool] = lambda table: False
        self.served: Callable[[Table], object] = lambda table: None
        self.preferred: object = None
        self._seated = seated
        self._cupboard = cupboard
        self._journals: dict[str, Journal] = {}
        self._monotonic = monotonic
        self._begun = monotonic()
        self._copied_at: dict[str, float] = {}
        self._changed: set[str] = set()
        self._over: set[str] = set()
        self._to_copy: set[str] = set()

    def start(self, setup: Setup, along: bool = False) -> Table:
        """Begin a game. Raises Refusal for a setup that cannot be; then nothing is stored.

        *along*: the devices go along whatever else is in use, for the same people play on.
        """
        game = self.games.get(setup.game)
        if game is None:
            refuse_field("game", "one_of", setup.game, choices=list(self.games))
        game.new(setup)
        id, journal = self._cupboard.make(setup, game)
        return self._seat(id, Session(game, setup, journal.append), journal, along or not self._is_busy())

    def open(self, id: str) -> Table:
        """Take a stored game out and go on with it. Raises what the cupboard raises."""
        if id in self.tables:
            return self.tables[id]
        journal, setup, entries, note = self._cupboard.open(id, self.games)
        session = Session(self.games[setup.game], setup, journal.append, journal.last_number)
        broken = session.load(entries)
        if broken is not None:
            entry, error = broken
            reason = f"it does not fold: {error}"
            journal.set_aside_from(entry.number, reason)
            note = SetAside(entry.number, len(entries) - entries.index(entry), reason)
        if entries:
            self._to_copy.add(id)  # as it was found, before this evening changes it
        if note is not None:
            self.set_aside[id] = note
            log.warning("%s: %d entries from %d on set aside: %s", id, note.count, note.number, note.reason)
        return self._seat(id, session, journal, self._comes_back(id))

    def serve(self, table: Table) -> None:
        """Take the devices to *table*; the screens of both tables hear of it."""
        before, self.current = self.current, table
        self._remember()
        for one in (before, table):
            if one is not None and before is not table:
                one.changed()

    def stored(self) -> tuple[Stored, ...]:
        """All games, the last played one first."""
        return tuple(sorted(self._cupboard.stored(), key=lambda game: -game.changed_at))

    def tick(self) -> None:
        """Let time pass at every table, and copy the games that are due: at their end, and once a day."""
        for id, table in tuple(self.tables.items()):
            table.tick()
            if id in self._changed and self._monotonic() - self._copied_at[id] >= _DAY_S:
                self._to_copy.add(id)
        for id in tuple(self._to_copy):
            self._copy(id)

    def close(self) -> None:
        """Let go of the file."""
        for journal in self._journals.values():
            journal.close()
        self.tables.clear()

    def _seat(self, id: str, session: Session, journal: Journal, takes_devices: bool) -> Table:
        table = Table(id, session, self.registry, Bus())
        self.tables[id] = table
        self._journals[id] = journal
        self._copied_at[id] = self._monotonic()
        table.bus.listen(lambda published: self._heard(table, published))
        before = self.current
        if takes_devices or before is None:
            self.current = table
        self._remember()
        self._seated(table)
        if before is not None and before is not self.current:
            before.changed()
        return table

    def _remember(self) -> None:
        """Let it be kept which of several tables has the devices."""
        if self.current is None or len(self.tables) < 2:
            return
        try:
            self.served(self.current)
        except Exception:  # a full disk: it is forgotten at the next start, and serves now
            log.exception("which table has the devices was not stored")

    def _is_busy(self) -> bool:
        """Whether people are playing where the devices are."""
        now = self.current
        return now is not None and now.id in self.tables and now.id not in self._over and self.in_use(now)

    def _comes_back(self, id: str) -> bool:
        """Whether a table had the devices until the program started anew, just now."""
        return id == self.preferred and self._monotonic() - self._begun < self.RETURN_S

    def _heard(self, table: Table, published: Published) -> None:
        """Note what changed, and when a game is over."""
        if not isinstance(published, Update) or published.entry is None:
            return
        self._changed.add(table.id)
        view = table.session.view(Role.TABLE)
        over = bool(view.get("winner") or view.get("winners"))
        if over and table.id not in self._over:
            self._to_copy.add(table.id)
        (self._over.add if over else self._over.discard)(table.id)

    def _copy(self, id: str) -> None:
        """Back up one game. A copy that fails is said in the log; the game itself goes on."""
        self._to_copy.discard(id)
        self._changed.discard(id)
        self._copied_at[id] = self._monotonic()
        try:
            self._cupboard.back_up(id)
        except Exception:  # a full disk must not end the writer
            log.exception("%s could not be backed up", id)
