"""Rolls of a tower: for who asked, for whose turn it is, once."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from companion.table.outcome import Done, Heard, Refused
from companion.table.throws import Thrown
from tests.table.conftest import Stand, make_stand


@dataclass
class Tower:
    """Notes what it is asked; the test hands the rolls over."""

    usable: bool = True
    asked: list[str] = field(default_factory=list)
    armed: tuple[str | None, str] = (None, "")

    def request(self, spec: str) -> str:
        self.asked.append(spec)
        return f"q{len(self.asked)}"

    def arm(self, spec: str | None, who: str) -> None:
        self.armed = (spec, who)


@pytest.fixture
def tower(stand: Stand) -> Tower:
    tower = Tower()
    stand.table.throws.tower = tower
    return tower


def test_a_roll_asked_for_comes_back_as_that_players_command(stand: Stand, tower: Tower) -> None:
    assert stand.say("toss", "Ann", source="tower") == Heard(None)
    assert tower.asked == ["1d6"]
    done = stand.table.thrown(Thrown("boot:1", "q1", "1d6", (4,)))
    assert isinstance(done, Done)
    assert done.entry.said["source"] == "tower"
    assert stand.cash("Ann") == 24


def test_a_roll_that_is_sent_again_counts_once_even_after_a_restart(stand: Stand, tower: Tower) -> None:
    stand.say("toss", "Ann", source="tower")
    thrown = Thrown("boot:1", "q1", "1d6", (4,))
    stand.table.thrown(thrown)
    stand.say("end_turn", "Ann")
    restarted = make_stand(stand.journal)
    restarted.table.throws.tower = tower
    again = restarted.table.thrown(thrown)
    assert isinstance(again, Done)
    assert again.again
    assert restarted.cash("Bob") == 20


def test_the_towers_own_button_rolls_for_whose_turn_it_is(stand: Stand, tower: Tower) -> None:
    stand.table.throws.arm(stand.table.game, stand.session.state)
    assert tower.armed == ("1d6", "Ann")
    stand.table.thrown(Thrown("boot:1", None, "1d6", (6,)))
    assert stand.cash("Ann") == 26


def test_a_roll_when_nobodys_is_due_is_shown_and_changes_nothing(stand: Stand, tower: Tower) -> None:
    stand.say("toss", "Ann", dice=[1])
    assert stand.table.thrown(Thrown("boot:1", None, "1d6", (6,))) is None
    assert stand.cash("Ann") == 21


def test_a_roll_asked_for_before_the_turn_passed_asks_whose_it_is(stand: Stand, tower: Tower) -> None:
    stand.say("toss", "Ann", source="tower")
    stand.say("toss", "Ann", dice=[1])
    stand.say("end_turn", "Ann")
    refused = stand.table.thrown(Thrown("boot:1", "q1", "1d6", (6,)))
    assert isinstance(refused, Refused)
    waiting = stand.table.waiting
    assert waiting is not None
    assert waiting.question.message.id == "throw.whose"
    assert isinstance(stand.table.ok(), Done)
    assert stand.cash("Bob") == 26


def test_a_tower_that_is_lost_refuses_and_dice_can_be_typed(stand: Stand, tower: Tower) -> None:
    tower.usable = False
    assert stand.say("toss", "Ann", source="tower").code == "not_now"
    assert isinstance(stand.say("toss", "Ann", dice=[3]), Done)


def test_the_programs_throw_is_an_observed_value_in_the_journal(stand: Stand) -> None:
    done = stand.say("toss", "Ann", source="program")
    assert isinstance(done, Done)
    assert done.entry.said["dice"] == [done.entry.events[0].pips]  # type: ignore[attr-defined]
    stand.say("undo", "banker")
    stand.say("redo", "banker")
    assert stand.session.history.last_live() == done.entry


def test_the_programs_throw_out_of_turn_is_not_now(stand: Stand) -> None:
    assert stand.say("toss", "Bob", source="program").code == "not_now"


def test_the_programs_throw_sent_twice_with_one_id_counts_once(stand: Stand) -> None:
    first = stand.say("toss", "Ann", source="program", id="r1")
    again = stand.say("toss", "Ann", source="program", id="r1")
    assert isinstance(again, Done)
    assert again.entry == first.entry
    assert again.again


def test_the_tower_asked_twice_with_one_id_is_asked_once(stand: Stand, tower: Tower) -> None:
    for _ in range(2):
        assert stand.say("toss", "Ann", source="tower", id="r1") == Heard(None)
    assert tower.asked == ["1d6"]
