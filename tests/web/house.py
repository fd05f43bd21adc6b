"""A house for tests: a hall with the little game of coins, everything in memory, no devices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from flask import Flask, session
from flask.testing import FlaskClient
from jinja2.bccache import Bucket, BytecodeCache

from companion.core.entry import Entry, SetAside
from companion.core.game import Game, Setup, Stored
from companion.core.seats import Seat
from companion.table.fittings import Fittings
from companion.table.hall import Hall, Journal
from companion.table.inbox import Inbox
from companion.table.registry import Registry
from companion.table.table import Table
from companion.web import create_app, seats
from companion.web.reach import Reach
from companion.web.seating import Seating
from companion.web.stream import Streams
from tests.web import coins

ORIGIN = "http://localhost"
SECRET = b"a secret for tests, 32 bytes long"


@dataclass
class Page:
    """A journal in memory. *broken*: what its next append raises; *gate*: it waits for this first."""

    setup: Setup
    entries: list[Entry] = field(default_factory=list)
    broken: Exception | None = None
    gate: Any = None

    @property
    def last_number(self) -> int:
        return self.entries[-1].number if self.entries else 0

    def append(self, entry: Entry) -> None:
        if self.gate is not None:
            self.gate.wait(20.0)
        if self.broken is not None:
            raise self.broken
        self.entries.append(entry)

    def set_aside_from(self, number: int, reason: str) -> None:
        self.entries = [entry for entry in self.entries if entry.number < number]

    def close(self) -> None:
        pass


class Shelf:
    """A cupboard in memory."""

    def __init__(self) -> None:
        self.pages: dict[str, Page] = {}

    def stored(self) -> tuple[Stored, ...]:
        return tuple(Stored(id, page.setup, 0.0) for id, page in self.pages.items())

    def make(self, setup: Setup, game: Game) -> tuple[str, Journal]:
        id = f"{setup.game}-{len(self.pages) + 1}"
        self.pages[id] = Page(setup)
        return id, self.pages[id]

    def open(
        self, id: str, games: Mapping[str, Game]
    ) -> tuple[Journal, Setup, tuple[Entry, ...], SetAside | None]:
        if id not in self.pages:
            raise FileNotFoundError(id)
        page = self.pages[id]
        return page, page.setup, tuple(page.entries), None

    def back_up(self, id: str) -> None:
        pass


class Pinned:
    """Notes in memory. *broken*: what the next write raises."""

    def __init__(self) -> None:
        self.values: dict[str, object] = {}
        self.broken: Exception | None = None

    def get(self, key: str) -> object | None:
        return self.values.get(key)

    def put(self, key: str, value: object) -> None:
        if self.broken is not None:
            raise self.broken
        self.values[key] = value


class Compiled(BytecodeCache):
    """Templates as they were compiled for the first house of a run: each house has an app of its own."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self.kept:
            bucket.bytecode_from_string(self.kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.kept[bucket.key] = bucket.bytecode_to_string()


COMPILED = Compiled()


class House:
    """One running companion without devices."""

    def __init__(self, shelf: Shelf | None = None, notes: Pinned | None = None) -> None:
        self.shelf = shelf or Shelf()
        self.notes = notes or Pinned()
        self.inbox = Inbox()
        self.hall = Hall({coins.NAME: cast(Game, coins)}, self.shelf, Registry())
        self.addresses = ["http://192.0.2.7:8080"]
        self.reach = Reach(
            hall=self.hall,
            inbox=self.inbox,
            notes=self.notes,
            fittings=Fittings(),
            simulator=None,
            addresses=lambda: tuple(self.addresses),
            name="http://table.local:8080",
            data_folder="nowhere",
            version="0.0",
        )
        self.app: Flask = create_app(self.reach, SECRET, ("table.example",))
        self.app.testing = True
        self.app.jinja_env.bytecode_cache = COMPILED

    @property
    def seating(self) -> Seating:
        return cast(Seating, self.app.extensions["companion.seating"])

    @property
    def streams(self) -> Streams:
        return cast(Streams, self.app.extensions["companion.streams"])

    def start(self, *players: str, **options: object) -> Table:
        """A new table of coins: Ann, Bob and Cem unless others are named."""
        setup = Setup(coins.NAME, players or ("Ann", "Bob", "Cem"), options=options)
        return self.inbox.ask(lambda: self.hall.start(setup))

    def device(
        self, table: Table | None = None, *held: int, banker: bool = False, screen: bool = False
    ) -> Phone:
        """A browser; with *table* it holds the named seats there."""
        phone = Phone(self.app.test_client())
        if table is not None:
            with self.app.test_request_context():
                seats.claim(table, [Seat(seat) for seat in held], banker=banker, screen=screen)
                given = dict(session)
            with phone.client.session_transaction() as kept:
                kept.update(given)
                kept.permanent = True
        return phone

    def close(self) -> None:
        self.streams.close()
        self.inbox.close()
        self.hall.close()


@dataclass
class Phone:
    """A browser at the table: it sends its origin with every change."""

    client: FlaskClient

    def get(self, path: str, **more: Any) -> Any:
        return self.client.get(path, **more)

    def post(self, path: str, form: Mapping[str, object] | None = None, **more: Any) -> Any:
        headers = {"Origin": ORIGIN, **more.pop("headers", {})}
        return self.client.post(path, data=form, headers=headers, **more)

    def say(self, table: Table, do: str, by: str, **fields: object) -> Any:
        """Post a command as JSON."""
        return self.post(f"/t/{table.id}/act", json={"do": do, "by": by, **fields})
