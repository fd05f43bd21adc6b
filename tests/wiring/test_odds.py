"""Odds beside a Camel Up table: for the newest entry, by a worker, where the table allows it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from companion.core.game import Setup
from companion.games import camelup
from companion.table.bus import Bus, Update
from companion.table.inbox import Inbox
from companion.table.registry import Registry
from companion.table.session import Session
from companion.table.table import Computed, Table
from companion.wiring.odds import OddsWiring, compute_odds


def make_table(odds: str) -> Table:
    session = Session(camelup, Setup("camelup", ("Ann", "Bob"), "", {"odds": odds}))
    table = Table("camelup-1", session, Registry(), Bus())
    for space, camel in enumerate(("white", "orange", "yellow", "green"), start=0):
        table.submit({"do": "place", "by": "Ann", "camel": camel, "space": 1 + space % 3})
    return table


@pytest.fixture
def inbox() -> Iterator[Inbox]:
    inbox = Inbox()
    yield inbox
    inbox.close()


def wait_computed(table: Table, number: int) -> Computed:
    arrived = threading.Event()

    def heard(published: object) -> None:
        if table.computed is not None and table.computed.number == number:
            arrived.set()

    table.bus.listen(heard)
    heard(Update((0, 0)))
    assert arrived.wait(30)
    assert table.computed is not None
    return table.computed


def test_a_worker_of_its_own_computes_the_odds_of_the_newest_entry(inbox: Inbox) -> None:
    table = make_table("all")
    wiring = OddsWiring(inbox)
    wiring.connect(table)
    inbox.ask(lambda: table.submit({"do": "place", "by": "Ann", "camel": "blue", "space": 1}))
    computed = wait_computed(table, 5)
    wiring.close()
    assert computed.value == compute_odds(table.session.state)
    assert computed.value is not None
    assert computed.value["outcomes"] == 29160


def test_a_table_that_shows_no_odds_starts_no_worker(inbox: Inbox) -> None:
    table = make_table("off")
    wiring = OddsWiring(inbox)
    wiring.connect(table)
    inbox.ask(lambda: table.submit({"do": "place", "by": "Ann", "camel": "blue", "space": 1}))
    assert wiring._pool is None
    assert table.computed is None


def test_an_answer_for_an_old_position_is_dropped() -> None:
    table = make_table("all")
    table.show_computed(Computed(3, {"outcomes": 1}))
    assert table.computed is None
    table.show_computed(Computed(4, {"outcomes": 1}))
    assert table.computed == Computed(4, {"outcomes": 1})


def test_an_idle_worker_is_ended(inbox: Inbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.wiring.odds._IDLE_S", 0.0)
    table = make_table("screen")
    wiring = OddsWiring(inbox)
    wiring.connect(table)
    inbox.ask(lambda: table.submit({"do": "place", "by": "Ann", "camel": "blue", "space": 1}))
    wait_computed(table, 5)
    wiring.tick()
    assert wiring._pool is None


def test_a_position_without_odds_has_none() -> None:
    session: Any = Session(camelup, Setup("camelup", ("Ann", "Bob"), "", {"odds": "all"}))
    assert compute_odds(session.state) is None
