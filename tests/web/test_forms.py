"""Prompts as forms: what is tapped, typed, and confirmed."""

from __future__ import annotations

import json

import pytest

from companion.core.message import Ask, Prompt, say
from companion.web.forms import bid_amounts, bundle, dice_rows, prompt_form, quick_amounts
from companion.web.text import Words

WORDS = Words(game="coins", names=("Ann", "Bob"))
BY = {"by": "Ann"}


def test_a_prompt_without_asks_is_one_button() -> None:
    form = prompt_form(Prompt({"do": "end_turn"}, say("coins.end_turn"), waits=True), BY, WORDS, 20)
    assert form.plain and form.waits
    assert json.loads(form.act) == {"by": "Ann", "do": "end_turn"}


def test_money_that_leaves_the_hand_is_confirmed_with_before_and_after() -> None:
    form = prompt_form(Prompt({"do": "accept"}, say("coins.pay", payee=1, amount=7), pays=7), BY, WORDS, 20)
    assert (form.before, form.after, form.plain, form.tap) == (20, 13, False, False)


def test_two_dice_are_one_tap_on_half_a_square() -> None:
    form = prompt_form(Prompt({"do": "roll"}, say("coins.toss"), (Ask("dice", "dice", 2, 2),)), BY, WORDS, 0)
    assert form.tap
    values = [pick.value for pick in form.inputs[0].picks]
    assert len(values) == 21 and len(set(values)) == 21
    assert values[0] == "1,1" and values[-1] == "6,6"


def test_dice_beside_another_question_are_filled_in_one_by_one() -> None:
    asks = (Ask("dice", "dice", 2, 2), Ask("speed", "choice", choices=((1, say("coins.who", who=0)),)))
    form = prompt_form(Prompt({"do": "roll"}, say("coins.toss"), asks), BY, WORDS, 0)
    assert not form.tap and form.inputs[0].count == 2


def test_three_dice_are_no_grid() -> None:
    assert dice_rows(3) == ()


def test_a_choice_keeps_its_value_as_json() -> None:
    ask = Ask("how", "choice", choices=(("flat", say("coins.end_turn")), (3, say("coins.toss"))))
    form = prompt_form(Prompt({"do": "choose"}, say("coins.take"), (ask,)), BY, WORDS, 0)
    assert [(one.name, [pick.value for pick in one.picks]) for one in form.inputs] == [
        ("c.how", ['"flat"', "3"])
    ]


def test_the_key_of_a_form_outlives_the_page_and_its_id_does_not() -> None:
    prompt = Prompt({"do": "end_turn"}, say("coins.end_turn"))
    first, second = (prompt_form(prompt, BY, WORDS, 20) for _ in range(2))
    assert first.key == second.key and first.id != second.id


@pytest.mark.parametrize(
    ("least", "most", "quick"),
    [
        (1, None, (20, 50, 100, 200, 500)),
        (1, 30, (1, 2, 5, 10, 20, 30)),
        (60, 1000, (100, 200, 500, 1000)),
        (5, 5, (5,)),
        (7, 5, ()),
    ],
)
def test_quick_amounts_stay_between_the_bounds(least: int, most: int | None, quick: tuple[int, ...]) -> None:
    assert quick_amounts(least, most) == quick


@pytest.mark.parametrize(
    ("least", "most", "amounts"),
    [
        (1, 1500, (1, 5, 10, 25, 50, 100)),
        (41, 1500, (41, 45, 50, 100)),
        (60, 75, (60, 65, 70, 75)),
        (100, 100, (100,)),
    ],
)
def test_a_bid_starts_at_the_lowest_and_goes_on_in_round_ones(
    least: int, most: int, amounts: tuple[int, ...]
) -> None:
    assert bid_amounts(least, most) == amounts


def test_three_acts_of_one_verb_are_shown_together() -> None:
    prompts = [Prompt({"do": "mortgage", "deed": deed}, say("coins.take")) for deed in "abc"]
    prompts.append(Prompt({"do": "end_turn"}, say("coins.end_turn")))
    bundles = bundle((prompt_form(prompt, BY, WORDS, 0) for prompt in prompts), WORDS)
    assert [(one.title, len(one.forms)) for one in bundles] == [("Mortgage", 3), ("", 1)]
