"""Touches: a deed asks, a player card answers, in either order; a card alone never moves money."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.message import Question
from companion.core.refusal import Refusal
from companion.core.tagged import Tagged
from companion.games import monopoly
from companion.games.monopoly.state import State
from tests.games.monopoly.playing import after, arranged, refused, table


def deed(name: str) -> Tagged:
    return Tagged("deed", name)


def card_of(player: int) -> Tagged:
    return Tagged("player_card", str(player))


def touch(state: State, *touches: Tagged) -> Any:
    """What the last touch of a row means."""
    pending: Question | None = None
    meant: Any = None
    for tagged in touches:
        meant = monopoly.read_scan(state, pending, tagged, "reader 1")
        pending = meant if isinstance(meant, Question) else None
    return meant


def ok_act(question: Question) -> Any:
    assert question.ok is not None
    return question.answers[question.ok].act


def verbs(question: Question) -> list[object]:
    return [answer.act["do"] for answer in question.answers]


BUY = {"do": "buy", "by": "Bob", "deed": "red1"}


def test_an_unowned_deed_asks_who_buys_and_each_player_is_an_answer() -> None:
    question = touch(table(3, follow="hands"), deed("red1"))
    assert [answer.act["by"] for answer in question.answers] == ["Ann", "Bob", "Cem"]
    assert question.message.values["amount"] == 220
    assert question.answers[1].act == BUY


@pytest.mark.parametrize("touches", [(deed("red1"), card_of(2)), (card_of(2), deed("red1"))])
def test_a_deed_and_a_player_card_in_either_order_buy_it(touches: tuple[Tagged, ...]) -> None:
    state = table(3, follow="hands")
    assert touch(state, *touches) == BUY
    assert after(state, dict(BUY)).ledger.hands[1] == 1280


@pytest.mark.parametrize("touches", [(deed("red1"), card_of(2)), (card_of(2), deed("red1"))])
def test_a_deed_and_the_payers_card_pay_the_rent(touches: tuple[Tagged, ...]) -> None:
    state = arranged(table(3, follow="hands"), deeds={"red1": {"owner": "Ann"}})
    act = touch(state, *touches)
    assert act == {"do": "demand", "by": "Ann", "deed": "red1", "from": "Bob"}
    assert after(state, act).ledger.hands[:2] == (1518, 1482)


def test_an_owned_deed_asks_who_pays_and_lets_its_owner_build_and_mortgage() -> None:
    red = {id: {"owner": "Ann"} for id in ("red1", "red2", "red3")}
    question = touch(arranged(table(3, follow="hands"), deeds=red), deed("red1"))
    assert [answer.act.get("from") for answer in question.answers[:2]] == ["Bob", "Cem"]
    assert verbs(question)[2:] == ["build", "mortgage"]
    assert question.message.values["amount"] == 36


def test_the_owners_card_with_a_deed_asks_what_to_do_with_it() -> None:
    state = arranged(table(2, follow="hands"), deeds={"red1": {"owner": "Ann"}})
    assert verbs(touch(state, deed("red1"), card_of(1))) == ["mortgage"]
    built = {id: {"owner": "Ann", "houses": 1} for id in ("brown1", "brown2")}
    assert verbs(touch(arranged(state, deeds=built), card_of(1), deed("brown1"))) == [
        "build",
        "sell_building",
    ]


def test_a_mortgaged_deed_asks_for_no_rent_but_can_be_lifted() -> None:
    state = arranged(table(2, follow="hands"), deeds={"red1": {"owner": "Ann", "mortgaged": True}})
    assert verbs(touch(state, deed("red1"))) == ["lift"]
    with pytest.raises(Refusal, match="wrong_seat"):
        touch(state, deed("red1"), card_of(2))


def test_a_utility_needs_a_throw_that_no_touch_can_say() -> None:
    state = arranged(table(2, follow="hands"), deeds={"utility1": {"owner": "Ann"}})
    assert verbs(touch(state, deed("utility1"))) == ["mortgage"]
    assert refused(state, touch(state, deed("utility1"), card_of(2))) == "bad_request"


def test_following_the_dice_the_ok_button_buys_the_square_under_the_piece() -> None:
    state = after(table(2), {"do": "roll", "by": "Ann", "dice": [2, 4]})
    question = touch(state, deed("lightblue1"))
    assert ok_act(question) == {"do": "buy", "by": "Ann", "deed": "lightblue1"}
    assert verbs(question) == ["buy", "decline"]
    assert touch(state, card_of(1), deed("lightblue1")) == ok_act(question)
    with pytest.raises(Refusal, match="wrong_seat"):
        touch(state, deed("lightblue1"), card_of(2))


def test_following_the_dice_the_one_who_stands_there_is_the_ok_answer() -> None:
    state = arranged(table(3), deeds={"lightblue1": {"owner": "Cem"}})
    state = after(state, {"do": "roll", "by": "Ann", "dice": [2, 4]})
    act = {"do": "demand", "by": "Cem", "deed": "lightblue1", "from": "Ann"}
    assert ok_act(touch(state, deed("lightblue1"))) == act
    assert touch(state, deed("lightblue1"), card_of(1)) == act
    with pytest.raises(Refusal, match="wrong_seat"):
        touch(state, deed("lightblue1"), card_of(2))


def test_a_deed_nobody_stands_on_pays_nothing() -> None:
    state = arranged(table(2), deeds={"red1": {"owner": "Ann"}})
    assert refused(state, touch(state, deed("red1"), card_of(2))) == "nothing_due"
    assert touch(table(2), deed("red1")).answers == ()
    assert refused(table(2), touch(table(2), deed("red1"), card_of(1))) == "not_for_sale"


def test_a_player_card_alone_is_a_look_up() -> None:
    question = touch(table(2, follow="hands"), card_of(2))
    assert (question.answers, question.message.values["amount"]) == ((), 1500)


def test_a_deed_under_the_hammer_is_only_shown() -> None:
    state = after(table(2, follow="hands"), {"do": "decline", "by": "Ann", "deed": "red1"})
    assert touch(state, deed("red1")).answers == ()


def test_the_card_that_was_drawn_is_obeyed() -> None:
    state = after(table(2), {"do": "roll", "by": "Ann", "dice": [3, 4]})
    assert touch(state, Tagged("card", "CH07")) == {"do": "draw", "by": "Ann", "card": "CH07"}
    assert refused(table(2), touch(table(2), Tagged("card", "CH07"))) == "not_now"
    with pytest.raises(Refusal, match="wrong_seat"):
        touch(state, card_of(2), Tagged("card", "CH07"))


def test_a_card_without_turns_asks_who_drew_it() -> None:
    state = table(2, follow="hands")
    assert [answer.act["by"] for answer in touch(state, Tagged("card", "CH07")).answers] == ["Ann", "Bob"]
    assert touch(state, Tagged("card", "CH07"), card_of(2)) == {"do": "draw", "by": "Bob", "card": "CH07"}


def test_a_held_card_offers_to_leave_jail_to_its_holder_alone() -> None:
    state = arranged(table(2), players={"Bob": {"jail_cards": 1}})
    question = touch(state, Tagged("card", "CH08"))
    assert question.answers[0].act == {"do": "leave_jail", "by": "Bob", "how": "card"}
    with pytest.raises(Refusal, match="wrong_seat"):
        touch(state, card_of(1), Tagged("card", "CH08"))


@pytest.mark.parametrize(
    "tagged", [Tagged("leg_tile", "white 5"), deed("gold1"), card_of(7), Tagged("card", "CH99")]
)
def test_a_piece_that_this_table_has_not_is_unknown(tagged: Tagged) -> None:
    with pytest.raises(Refusal, match="unknown_tag"):
        touch(table(2), tagged)


def test_an_unknown_tag_may_well_be_the_deed_on_offer() -> None:
    state = after(table(2), {"do": "roll", "by": "Ann", "dice": [2, 4]})
    assert monopoly.guess(state) == (deed("lightblue1"),)
    assert monopoly.guess(table(2)) == ()
    drawing = after(table(2), {"do": "roll", "by": "Ann", "dice": [3, 4]})
    assert len(monopoly.guess(drawing)) == 16


def test_of_two_rents_of_one_deed_each_payers_card_pays_its_own() -> None:
    state = arranged(table(3, rent_lapses="never"), deeds={"lightblue1": {"owner": "Cem"}})
    for name in ("Ann", "Bob"):
        state = after(state, {"do": "roll", "by": name, "dice": [2, 4]}, {"do": "end_turn", "by": name})
    for number, name in enumerate(("Ann", "Bob"), start=1):
        assert touch(state, deed("lightblue1"), card_of(number))["from"] == name
