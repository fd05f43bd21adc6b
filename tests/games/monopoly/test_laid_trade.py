"""A trade by laying the cards down on the reader, one after the other."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.currency import Currency
from companion.core.message import Question
from companion.core.refusal import Refusal
from companion.core.tagged import Tagged
from companion.games.monopoly.state import State
from companion.web.text import Words
from tests.games.monopoly.playing import after, arranged, seen, table
from tests.games.monopoly.test_scans import card_of, deed, ok_act, touch, verbs

LEAVE_JAIL = Tagged("card", "CH08")


def state(**options: object) -> State:
    """Ann has red1, red2 and a leave-jail card, Bob orange1 and orange2, Cem brown1."""
    owners = {"red1": "Ann", "red2": "Ann", "orange1": "Bob", "orange2": "Bob", "brown1": "Cem"}
    deeds = {id: {"owner": name} for id, name in owners.items()}
    return arranged(table(3, **options), deeds=deeds, players={"Ann": {"jail_cards": 1}})


def words(question: Question) -> str:
    return Words("en", "monopoly", ("Ann", "Bob", "Cem"), Currency("$")).say(question.message)


def refusal(*touches: Tagged) -> Refusal:
    with pytest.raises(Refusal) as refused:
        touch(state(), *touches)
    return refused.value


@pytest.mark.parametrize("follow", ["dice", "hands"])
def test_cards_of_both_and_the_others_player_card_make_an_offer(follow: str) -> None:
    now = state(follow=follow)
    question = touch(now, card_of(1), deed("red1"), deed("orange1"), deed("red2"), card_of(2))
    act = ok_act(question)
    assert act == {
        "do": "offer",
        "by": "Ann",
        "to": "Bob",
        "give": {"deeds": ["red1", "red2"]},
        "get": {"deeds": ["orange1"]},
    }
    offered = after(now, dict(act))
    assert offered.ledger == now.ledger
    assert offered.holdings == now.holdings
    traded = after(offered, {"do": "accept", "by": "Bob"})
    assert seen(traded)["deeds"]["red2"]["owner"] == "Bob"
    assert seen(traded)["deeds"]["orange1"]["owner"] == "Ann"


def test_each_step_names_what_lies_in_the_trade() -> None:
    row = (card_of(1), deed("red1"), LEAVE_JAIL, deed("orange1"), card_of(2))
    steps = [touch(state(), *row[:count]) for count in range(2, 6)]
    assert [words(step) for step in steps] == [
        "red1 is Ann's. To trade it, lay down what else changes hands, then the other player card",
        "Ann gives red1 and 1 leave-jail card. Lay down what else changes hands, then the player card of who "
        "answers",
        "Ann gives red1 and 1 leave-jail card for orange1. Lay down what else changes hands, then Bob's "
        "player card",
        "Ann offers Bob red1 and 1 leave-jail card for orange1: send it? With money in it, offer it on the "
        "phone",
    ]
    assert [len(step.answers) for step in steps[1:]] == [0, 0, 1]


def test_a_gift_needs_only_the_players_cards_and_what_is_given() -> None:
    assert words(touch(state(), deed("red1"), card_of(1), card_of(3))).startswith("Ann offers Cem red1:")
    act = ok_act(touch(state(), card_of(1), LEAVE_JAIL, card_of(3)))
    assert (act["to"], act["give"], act["get"]) == ("Cem", {"jail_cards": 1}, {})


def test_more_cards_may_follow_the_others_player_card_and_twice_is_once() -> None:
    question = touch(state(), card_of(1), deed("red1"), card_of(2), deed("orange2"), deed("red1"))
    act = ok_act(question)
    assert (act["give"], act["get"]) == ({"deeds": ["red1"]}, {"deeds": ["orange2"]})


def test_what_a_third_player_has_is_not_in_the_trade() -> None:
    other = refusal(card_of(1), deed("red1"), deed("orange1"), deed("brown1"))
    assert (other.code, other.values["owner"], other.values["who"]) == ("not_owner", 2, 1)
    card = refusal(card_of(1), deed("red1"), deed("orange1"), card_of(3))
    assert (card.code, card.values["deed"], card.values["owner"]) == ("not_owner", "orange1", 1)
    assert refusal(card_of(1), deed("red1"), card_of(2), card_of(3)).code == "wrong_seat"


@pytest.mark.parametrize("last", [deed("brown2"), card_of(1), Tagged("card", "CH07")])
def test_a_piece_that_is_nobodys_begins_anew(last: Tagged) -> None:
    now = state(follow="hands")
    meant: Any = touch(now, card_of(1), deed("red1"), deed("orange1"), last)
    assert isinstance(meant, Question)
    assert meant.about == touch(now, last).about
    assert "offer" not in verbs(meant)


def test_a_deed_and_another_players_card_are_still_rent_and_no_trade() -> None:
    now = state(follow="hands")
    assert touch(now, deed("red1"), card_of(2))["do"] == "demand"
    assert touch(now, card_of(1), deed("orange1"))["do"] == "demand"
