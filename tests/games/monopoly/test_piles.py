"""The piles as a table can know them, and the throws and cards that are due."""

from __future__ import annotations

from companion.core.seats import Seat
from companion.games import monopoly
from companion.games.monopoly.piles import on_top
from companion.games.monopoly.state import State
from tests.games.monopoly.playing import after, arranged, table

ANN, BOB = Seat(0), Seat(1)
CHANCE = tuple(f"CH{number:02}" for number in range(1, 17))


def drawn(state: State, card: str) -> State:
    """Ann lands on Chance and draws; afterwards it is her turn again with enough money."""
    state = arranged(state, turn={"player": "Ann"}, players={"Ann": {"position": 4, "cash": 5000}})
    return after(
        state, {"do": "roll", "by": "Ann", "dice": [1, 2]}, {"do": "draw", "by": "Ann", "card": card}
    )


def test_at_first_any_card_can_be_on_top() -> None:
    assert on_top(table(), "chance") == CHANCE


def test_a_drawn_card_goes_under_and_comes_up_after_the_others() -> None:
    state = table()
    for card in CHANCE:
        if card != "CH08":
            assert card in on_top(state, "chance")
            state = drawn(state, card)
            assert card not in on_top(state, "chance")
    assert on_top(state, "chance") == ("CH08",)


def test_while_a_leave_jail_card_is_held_fifteen_remain_and_the_sixteenth_is_the_first_again() -> (
    None
):  # MP-30
    state = drawn(table(), "CH08")
    order = [card for card in CHANCE if card != "CH08"]
    for card in order:
        state = drawn(state, card)
    assert on_top(state, "chance") == ("CH01",)
    state = drawn(state, "CH01")
    assert on_top(state, "chance") == ("CH02",)


def test_a_used_card_lies_under_the_others_again() -> None:
    state = drawn(table(), "CH08")
    for card in CHANCE[:6]:
        state = drawn(state, card)
    state = arranged(state, turn={"player": "Ann"}, players={"Ann": {"in_jail": True}})
    state = after(state, {"do": "leave_jail", "by": "Ann", "how": "card"})
    for card in (*CHANCE[6:7], *CHANCE[8:], *CHANCE[:6]):
        state = drawn(state, card)
    assert on_top(state, "chance") == ("CH08",)


def test_a_card_that_cannot_have_been_on_top_says_the_pile_was_shuffled() -> None:
    state = drawn(drawn(table(), "CH07"), "CH07")
    assert "CH07" not in on_top(state, "chance")
    assert len(on_top(state, "chance")) == 15


def test_the_throw_that_is_due_is_two_dice_and_three_with_the_speed_die() -> None:
    due = monopoly.chance(table(), ANN)
    assert due is not None
    assert (due.verb, due.dice) == ("roll", "2d6")
    assert monopoly.chance_act(table(), ANN, due, (3, 4)) == {"do": "roll", "dice": [3, 4]}
    assert monopoly.chance(table(), BOB) is None
    fast = arranged(table(speed_die=True), players={"Ann": {"speed_die": True}})
    due = monopoly.chance(fast, ANN)
    assert due is not None
    assert due.dice == "2d6+1d6"
    faces = [monopoly.chance_act(fast, ANN, due, (3, 4, pips))["speed"] for pips in range(1, 7)]
    assert faces == [1, 2, 3, "mr", "mr", "bus"]


def test_the_card_and_the_throw_for_a_utility_are_due_from_who_must_make_them() -> None:
    state = after(table(), {"do": "roll", "by": "Ann", "dice": [3, 4]})
    due = monopoly.chance(state, ANN)
    assert due is not None
    assert due.cards == CHANCE
    act = {**monopoly.chance_act(state, ANN, due, "CH04"), "by": "Ann"}
    assert act == {"do": "draw", "deck": "chance", "card": "CH04", "by": "Ann"}
    state = after(arranged(state, deeds={"utility1": {"owner": "Bob"}}), act)
    due = monopoly.chance(state, ANN)
    assert due is not None
    assert (due.verb, due.dice) == ("throw", "2d6")
    assert monopoly.chance_act(state, ANN, due, (6, 1)) == {"do": "throw", "dice": [6, 1]}


def test_nothing_is_due_when_hands_are_followed_or_something_is_open() -> None:
    assert monopoly.chance(table(follow="hands"), ANN) is None
    assert monopoly.turn(table(follow="hands")) is None
    state = after(table(), {"do": "roll", "by": "Ann", "dice": [2, 4]})
    assert monopoly.chance(state, ANN) is None
    assert monopoly.turn(state) == ANN
