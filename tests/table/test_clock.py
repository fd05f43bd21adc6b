"""MP-H10: a timed game ends when the time is up and the round is over."""

from __future__ import annotations

from companion.core.seats import Seat
from companion.table.bus import Notice
from companion.table.clock import PlayClock
from companion.table.outcome import Done
from tests.table.conftest import Stand
from tests.web import coins

ANN, BOB = Seat(0), Seat(1)


def test_time_up_ends_the_round_first() -> None:
    clock = PlayClock()
    assert not clock.ends_now(0.0, 60.0, ANN, ANN)
    assert not clock.ends_now(50.0, 60.0, BOB, ANN)
    assert not clock.ends_now(61.0, 60.0, BOB, ANN)
    assert clock.is_up
    assert not clock.ends_now(62.0, 60.0, BOB, ANN)
    assert clock.ends_now(63.0, 60.0, ANN, ANN)


def test_time_up_while_the_first_player_plays_gives_a_whole_round() -> None:
    clock = PlayClock()
    clock.ends_now(0.0, 60.0, ANN, ANN)
    assert not clock.ends_now(61.0, 60.0, ANN, ANN)
    assert not clock.ends_now(62.0, 60.0, ANN, ANN)
    assert not clock.ends_now(63.0, 60.0, BOB, ANN)
    assert clock.ends_now(64.0, 60.0, ANN, ANN)


def test_without_turns_it_ends_at_once() -> None:
    clock = PlayClock()
    clock.ends_now(0.0, 60.0, None, ANN)
    assert clock.ends_now(61.0, 60.0, None, ANN)


def test_a_clock_that_was_set_or_a_night_between_counts_little() -> None:
    clock = PlayClock()
    clock.ends_now(0.0, 3600.0, ANN, ANN)
    clock.ends_now(1e9, 3600.0, ANN, ANN)
    clock.ends_now(5.0, 3600.0, ANN, ANN)
    assert clock.played_s == 600.0


def test_the_table_says_that_the_time_is_up(stand: Stand) -> None:
    stand.say("options", "banker", set={"generous": True, "cap": 1})
    now = [1000.0]
    stand.table._clock = lambda: now[0]
    stand.table.tick()
    stand.heard.clear()
    now[0] += 61
    stand.table.tick()
    told = [heard.message.id for heard in stand.heard if isinstance(heard, Notice) and heard.message]
    assert told == ["clock.last_round"]


def test_what_was_played_before_a_restart_counts(stand: Stand) -> None:
    stand.session._clock = lambda: 100.0
    stand.say("take", "Ann", amount=1)
    stand.session._clock = lambda: 160.0
    assert isinstance(stand.say("take", "Ann", amount=1), Done)
    clock = PlayClock()
    clock.load(stand.journal)
    assert clock.played_s == 60.0
    assert not clock.ends_now(10_000.0, 61.0, ANN, ANN)
    assert coins.minutes(stand.session.state) is None
