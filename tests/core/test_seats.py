"""The circle: who sits where, who is next, who is called what."""

from __future__ import annotations

import pytest

from companion.core.refusal import Refusal
from companion.core.seats import Seat, Seats

FOUR = Seats.of(("Ann", "Bob", "Cem", "Dot"))


def test_next_goes_round_the_table() -> None:
    assert FOUR.next_after(Seat(3)) == Seat(0)


def test_next_skips_who_sleeps_and_who_is_out() -> None:
    asleep = Seats(FOUR.names, FOUR.order, frozenset({Seat(1)}))
    assert asleep.next_after(Seat(0)) == Seat(2)
    assert asleep.next_after(Seat(0), frozenset({Seat(2)})) == Seat(3)


def test_the_only_one_left_is_next_after_itself() -> None:
    assert FOUR.next_after(Seat(0), frozenset({Seat(1), Seat(2), Seat(3)})) == Seat(0)


def test_a_joiner_sits_to_the_left_and_gets_a_new_number() -> None:
    five = FOUR.joined("Eve", Seat(1))
    assert [five.name(seat) for seat in five] == ["Ann", "Bob", "Eve", "Cem", "Dot"]
    assert five.find("Eve") == Seat(4)


def test_numbers_stay_when_the_order_changes() -> None:
    turned = FOUR.reordered((Seat(2), Seat(0), Seat(3), Seat(1)))
    assert [turned.name(seat) for seat in turned] == ["Cem", "Ann", "Dot", "Bob"]
    assert turned.find("Ann") == Seat(0)
    assert turned.after(Seat(0)) == (Seat(3), Seat(1), Seat(2))


def test_who_left_is_no_longer_found_and_may_come_back_under_the_own_name() -> None:
    three = FOUR.without(Seat(1))
    assert three.find("Bob") is None
    assert three.name(Seat(1)) == "Bob"
    back = three.joined("Bob", None)
    assert back.find("Bob") == Seat(4)
    assert back.name(Seat(1)) == "Bob (1)"
    again = back.without(Seat(4)).joined("Bob", None)
    assert [again.name(Seat(seat)) for seat in (1, 4, 5)] == ["Bob (1)", "Bob (2)", "Bob"]


@pytest.mark.parametrize("name", ["Ann", "ann", "ANN"])
def test_two_people_cannot_be_told_apart_by_capitals(name: str) -> None:
    with pytest.raises(Refusal, match="'unique_name'"):
        FOUR.joined(name, None)
    with pytest.raises(Refusal, match="'unique_name'"):
        FOUR.renamed(Seat(1), name)
    assert FOUR.renamed(Seat(0), name).name(Seat(0)) == name


@pytest.mark.parametrize(
    "name",
    ["\U0001f468\u200d\U0001f469\u200d\U0001f467", "\u2764\ufe0f Ann", "\U0001f3f3\ufe0f\u200d\U0001f308"],
)
def test_a_family_may_call_itself_by_its_emoji(name: str) -> None:
    assert FOUR.joined(name, None).find(name) == Seat(4)


@pytest.mark.parametrize(
    "name", ["An\u200dn", "Eve\u200d", "\u200d\U0001f467", "E\x00", "E\nve", "\u202eEve", "E\u200bve"]
)
def test_a_character_that_nobody_sees_is_refused_in_a_name(name: str) -> None:
    with pytest.raises(Refusal, match="'name' most=24"):
        FOUR.joined(name, None)


def test_two_emoji_that_look_alike_are_one_name() -> None:
    with pytest.raises(Refusal, match="'unique_name'"):
        FOUR.joined("\u2764", None).joined("\u2764\ufe0f", None)


@pytest.mark.parametrize("order", [(0, 1, 2), (0, 1, 2, 2), (0, 1, 2, 7)])
def test_an_order_that_is_not_everybody_once_is_refused(order: tuple[int, ...]) -> None:
    with pytest.raises(Refusal, match="'every_player'"):
        FOUR.reordered(tuple(Seat(number) for number in order))
