"""The simulated tower keeps the promises of a real one."""

from __future__ import annotations

import random
import threading

import pytest

from companion.devices.dice import (
    ButtonAsked,
    DiceTower,
    NoTower,
    Rolled,
    RollRefused,
    TowerFault,
    TowerReport,
    TowerRestarted,
)
from companion.devices.simulated.tower import SimulatedTower
from companion.devices.tower.spec import BadSpec


def told(tower: SimulatedTower) -> list[TowerReport]:
    """Everything it has to report now."""
    found: list[TowerReport] = []
    while (report := tower.next_roll(0.0)) is not None:
        found.append(report)
    return found


def rolled(tower: SimulatedTower) -> list[Rolled]:
    return [report for report in told(tower) if isinstance(report, Rolled)]


def test_it_says_that_it_is_simulated() -> None:
    tower = SimulatedTower()
    assert isinstance(tower, DiceTower)
    assert (tower.status, tower.fault) == ("simulated", None)


def test_set_results_come_first_and_then_chance() -> None:
    tower = SimulatedTower(chance=random.Random(1))
    tower.set_next("3,4", "w2")
    for number, spec in enumerate(("2d6", "woygb:3", "8d6")):
        tower.request(spec, f"q{number}")
    first, second, third = rolled(tower)
    assert (first.dice, first.letter, first.request, first.n) == ((3, 4), None, "q0", 1)
    assert (second.dice, second.letter) == ((2,), "w")
    assert len(third.dice) == 8


def test_a_seeded_tower_repeats_itself() -> None:
    one, two = (SimulatedTower(chance=random.Random(7)) for _ in range(2))
    for tower in (one, two):
        tower.request("8d100", "q1")
    assert rolled(one) == rolled(two)


def test_a_set_result_that_does_not_fit_is_refused() -> None:
    tower = SimulatedTower()
    tower.set_next("7,1")
    with pytest.raises(ValueError, match="'7' is not 1 to 6"):
        tower.request("2d6", "q1")
    assert told(tower) == []


def test_bad_requests_are_refused() -> None:
    tower = SimulatedTower()
    with pytest.raises(BadSpec):
        tower.request("0d6", "q1")
    with pytest.raises(ValueError, match="req"):
        tower.request("1d6", "far too long")
    with pytest.raises(BadSpec):
        tower.arm("ww:3", "Ann")


def test_a_lost_or_garbled_message_arrives_a_little_later_and_in_order() -> None:
    tower = SimulatedTower()
    tower.lose_next()
    tower.corrupt_next()
    for number in range(3):
        tower.request("1d6", f"q{number}")
    found = [tower.next_roll(5.0) for _ in range(3)]
    assert [roll.request for roll in found if isinstance(roll, Rolled)] == ["q0", "q1", "q2"]
    assert tower.dropped_messages == 2


def test_a_repeated_message_is_told_once() -> None:
    tower = SimulatedTower()
    tower.request("1d6", "q1")
    (roll,) = rolled(tower)
    tower.repeat()
    assert told(tower) == []
    assert list(tower.unacknowledged) == [roll]
    tower.acknowledge(roll)
    assert list(tower.unacknowledged) == []


def test_silence_is_a_fault_and_what_was_asked_comes_after_it() -> None:
    tower = SimulatedTower()
    tower.fall_silent()
    tower.request("1d6", "q1")
    tower.request("1d6", "q2")
    tower.cancel("q2")
    assert told(tower) == []
    assert (tower.status, tower.pending) == ("lost", ("q1",))
    assert tower.fault == TowerFault("tower_silent", {"port": "simulated"})
    tower.speak()
    assert [roll.request for roll in rolled(tower)] == ["q1"]


def test_a_press_in_silence_arrives_after_it() -> None:
    tower = SimulatedTower()
    tower.arm("2d6", "Ann")
    tower.fall_silent()
    tower.press()
    tower.speak()
    assert [roll.request for roll in rolled(tower)] == [None]


def test_the_button_rolls_what_was_armed_once_and_then_asks() -> None:
    tower = SimulatedTower()
    tower.arm("woygb:3", "Зоя")
    assert tower.shows == "Zoya"
    tower.press()
    tower.press()
    first, second = told(tower)
    assert isinstance(first, Rolled)
    assert (first.request, first.spec) == (None, "woygb:3")
    assert second == ButtonAsked("simulated")


def test_a_broken_random_source_refuses() -> None:
    tower = SimulatedTower()
    tower.fail_entropy()
    tower.request("1d6", "q1")
    assert told(tower) == [RollRefused("simulated", "q1", "entropy")]
    assert tower.fault == TowerFault("tower_entropy", {"tower": "simulated"})
    tower.fail_entropy(False)
    assert tower.fault is None


def test_an_id_used_before_is_refused() -> None:
    tower = SimulatedTower()
    tower.request("1d6", "q1")
    tower.request("1d6", "q1")
    assert told(tower)[1:] == [RollRefused("simulated", "q1", "reused")]


def test_a_restart_with_a_request_pending_is_told_and_rolled_again() -> None:
    tower = SimulatedTower()
    tower.request("1d6", "q0")
    (before,) = rolled(tower)
    tower.fall_silent()
    tower.request("1d6", "q1")
    tower.restart()
    tower.speak()
    restarted, roll = told(tower)
    assert isinstance(roll, Rolled)
    assert restarted == TowerRestarted("simulated", roll.boot, "q1")
    assert (roll.n, roll.boot != before.boot) == (1, True)


def test_closing_wakes_whoever_waits() -> None:
    for tower in (SimulatedTower(), NoTower()):
        waiter = threading.Thread(target=tower.next_roll, args=(60.0,))
        waiter.start()
        tower.close()
        waiter.join(timeout=5)
        assert not waiter.is_alive()


def test_no_tower_is_not_fitted_and_rolls_nothing() -> None:
    tower = NoTower()
    assert isinstance(tower, DiceTower)
    assert (tower.status, tower.fault, tower.next_roll(0.0)) == ("not_fitted", None, None)
    with pytest.raises(RuntimeError, match="typed"):
        tower.request("1d6", "q1")
    tower.cancel("q1")
    tower.arm("1d6", "Ann")
    tower.acknowledge(Rolled("t", "ab3cd", 1, None, "1d6", (3,)))
