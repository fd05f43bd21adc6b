"""The hammer lights up when nobody has bid for ten seconds, and then the table itself may let it fall."""

from __future__ import annotations

from typing import cast

import pytest

from companion.core.entry import Entry
from companion.core.game import Game, Setup
from companion.core.seats import Seat
from companion.games import monopoly
from companion.table.authority import HOST, Rights
from companion.table.bus import Bus, Notice
from companion.table.outcome import Done, Refused
from companion.table.registry import Registry
from companion.table.session import Session
from companion.table.table import Table
from tests.table.conftest import Clock, Stand

SCREEN = Rights(table=True)


@pytest.fixture
def stand() -> Stand:
    """Ann, Bob and Cem; red1 is auctioned."""
    clock, journal = Clock(), list[Entry]()
    setup = Setup("monopoly", ("Ann", "Bob", "Cem"), options={"follow": "hands"})
    session = Session(cast(Game, monopoly), setup, journal.append, monotonic=clock)
    stand = Stand(Table("monopoly-1", session, Registry(), Bus(), monotonic=clock), clock, journal)
    stand.table.bus.listen(stand.heard.append)
    stand.say("decline", "Ann", deed="red1")
    return stand


def wait(stand: Stand, seconds: float) -> None:
    stand.clock.seconds += seconds
    stand.table.tick()


def told(stand: Stand) -> list[str]:
    return [one.message.id for one in stand.heard if isinstance(one, Notice) and one.message is not None]


def test_the_hammer_lights_up_ten_seconds_after_the_opening_and_says_so_once(stand: Stand) -> None:
    wait(stand, 9.9)
    assert stand.table.hammer.lit is None
    before = stand.table.version
    wait(stand, 0.2)
    wait(stand, 5.0)
    assert stand.table.hammer.lit == 1
    assert told(stand) == ["hammer.lit"]
    assert stand.table.version > before  # the screens fetch the button anew


def test_a_bid_starts_the_ten_seconds_anew_and_so_does_taking_it_back(stand: Stand) -> None:
    wait(stand, 11.0)
    stand.say("bid", "Bob", amount=10)
    assert stand.table.hammer.lit is None
    wait(stand, 9.0)
    stand.say("bid", "Cem", amount=20)
    wait(stand, 9.0)
    assert stand.table.hammer.lit is None
    stand.say("undo", "Cem", number=3)
    wait(stand, 9.0)
    assert stand.table.hammer.lit is None
    wait(stand, 1.0)
    assert stand.table.hammer.lit == 2


def test_what_else_happens_at_the_table_does_not_hold_up_the_hammer(stand: Stand) -> None:
    stand.say("bid", "Bob", amount=10)
    wait(stand, 9.0)
    stand.say("transfer", "Ann", to="Cem", amount=5)
    stand.say("pass", "Ann")
    wait(stand, 1.0)
    assert stand.table.hammer.lit == 2


def test_the_table_screen_sells_once_the_hammer_is_lit_and_not_before(stand: Stand) -> None:
    stand.say("bid", "Bob", amount=10)
    sold = {"do": "hammer", "by": "banker", "number": 2}
    early = stand.table.submit(sold, SCREEN)
    assert isinstance(early, Refused)
    assert early.code == "not_banker"
    wait(stand, 10.0)
    assert isinstance(stand.table.submit(sold, SCREEN), Done)
    assert stand.cash("Bob") == 1490
    assert not stand.table.hammer.runs
    assert stand.table.hammer.lit is None


def test_a_phone_without_the_bankers_place_never_sells(stand: Stand) -> None:
    wait(stand, 10.0)
    phone = Rights(seats=frozenset({Seat(0)}))
    outcome = stand.table.submit({"do": "hammer", "by": "banker", "number": 1}, phone)
    assert isinstance(outcome, Refused)
    assert outcome.code == "not_banker"


def test_a_hammer_that_saw_an_older_bid_is_stale(stand: Stand) -> None:
    wait(stand, 10.0)
    stand.say("bid", "Bob", amount=10)
    outcome = stand.table.submit({"do": "hammer", "by": "banker", "number": 1}, HOST)
    assert isinstance(outcome, Refused)
    assert outcome.code == "stale"


def test_the_next_of_several_auctions_has_its_own_ten_seconds(stand: Stand) -> None:
    stand.table.submit(
        {"do": "arrange", "by": "banker", "set": {"deeds": {"lightblue1": {"owner": "Cem"}}}}, HOST
    )
    stand.say("leave", "banker", who="Cem", to="auction")
    wait(stand, 10.0)
    stand.say("hammer", "banker", number=stand.table.hammer.lit)
    assert stand.table.hammer.runs
    assert stand.table.hammer.lit is None
    wait(stand, 10.0)
    assert stand.table.hammer.lit is not None
