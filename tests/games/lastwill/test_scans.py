"""Cards held to a reader: what they ask, what two of them make, and what stays secret."""

from __future__ import annotations

import pytest

from companion.core.message import Question
from companion.core.refusal import Refusal
from companion.core.seats import Role
from companion.core.tagged import Tagged
from companion.games import lastwill
from tests.games.lastwill.table import ANN, BOB, Table


def scan(table: Table, card: str, pending: Question | None = None) -> object:
    return lastwill.read_scan(table.state, pending, Tagged("card", card), "reader")


def question(table: Table, card: str, pending: Question | None = None) -> Question:
    asked = scan(table, card, pending)
    assert isinstance(asked, Question)
    return asked


@pytest.fixture
def in_actions(table: Table) -> Table:
    table.set(
        phase="actions",
        turn={"player": "Ann"},
        players={"Ann": {"actions": 6, "board": [{"card": "farm"}, {"card": "cook"}]}},
    )
    return table


def test_a_card_nobody_entered_is_an_unknown_tag(table: Table) -> None:
    with pytest.raises(Refusal) as refused:
        scan(table, "nothing")
    assert refused.value.code == "unknown_tag"
    with pytest.raises(Refusal):
        lastwill.read_scan(table.state, None, Tagged("deed", "dinner"), "reader")


def test_a_white_card_asks_and_the_answer_plays_it(in_actions: Table) -> None:
    asked = question(in_actions, "dinner")
    assert asked.ok == 0
    in_actions.act(asked.answers[0].act)
    assert in_actions.state.money(ANN) == 67  # 2, and 1 from the cook


def test_a_card_with_options_asks_for_one_and_ok_alone_does_nothing(in_actions: Table) -> None:
    asked = question(in_actions, "ball")
    assert [answer.act["option"] for answer in asked.answers] == [0, 1]
    assert asked.ok is None


def test_companion_and_white_card_are_played_together_in_either_order(in_actions: Table) -> None:
    first = question(in_actions, "dog")
    assert first.answers == ()
    together = question(in_actions, "dinner", first)
    assert together.answers[0].act["companions"] == ["dog"]
    other_way = question(in_actions, "dog", question(in_actions, "dinner"))
    assert other_way.answers[0].act["companions"] == ["dog"]


def test_companion_and_own_black_card_make_a_marker_in_either_order(in_actions: Table) -> None:
    wanted = {"do": "companion", "by": "Ann", "card": "dog", "on": "farm"}
    assert scan(in_actions, "farm", question(in_actions, "dog")) == wanted
    assert scan(in_actions, "dog", question(in_actions, "farm")) == wanted


def test_an_own_property_asks_keep_up_or_sell(in_actions: Table) -> None:
    asked = question(in_actions, "farm")
    assert [answer.act["do"] for answer in asked.answers] == ["activate", "sell"]
    in_actions.say("activate", card="farm")
    assert [answer.act["do"] for answer in question(in_actions, "farm").answers] == ["sell"]


def test_a_helper_without_an_upper_part_has_nothing_to_activate(in_actions: Table) -> None:
    assert question(in_actions, "cook").answers == ()


def test_a_black_card_of_the_hand_is_bought_by_its_answer(in_actions: Table) -> None:
    in_actions.act(question(in_actions, "flat").answers[0].act)
    assert in_actions.state.players[ANN].held("flat") is not None


def test_another_players_card_is_only_looked_up(in_actions: Table) -> None:
    in_actions.set(players={"Bob": {"board": [{"card": "flat"}]}})
    asked = question(in_actions, "flat")
    assert asked.answers == ()
    assert asked.message.values["who"] == BOB


def test_a_card_of_the_offer_asks_whether_it_is_taken(table: Table) -> None:
    table.set(phase="errands", turn={"player": "Bob"}, offer={"left": "ball"})
    asked = question(table, "ball")
    table.act(asked.answers[0].act)
    assert table.state.offer["left"] is None


def test_a_drawn_card_is_named_at_once_and_to_its_owner_alone(table: Table) -> None:
    table.set(players={"Ann": {"hand": []}})
    table.say("plan", cards=1, errands=1, actions=1, order=1)
    said = scan(table, "ball")
    assert said == {"do": "drew", "by": "Ann", "cards": ["ball"]}
    (drawn,) = table.say("drew", cards=["ball"])
    assert drawn.secret and drawn.reveals
    for viewer in (BOB, Role.BANKER, Role.TABLE):
        told = lastwill.tell(drawn, viewer)
        assert told is not None and "ball" not in str(told)
    own = lastwill.tell(drawn, ANN)
    assert own is not None and own.values == {"cards": ["ball"]}


def test_a_card_is_a_look_up_while_nobody_counts_hands(table: Table) -> None:
    table.say("plan", cards=1, errands=1, actions=1, order=1)
    assert question(table, "ball").answers == ()


def test_at_the_end_of_the_round_a_card_is_laid_off(table: Table) -> None:
    table.set(phase="actions", turn={"player": "Bob"}, players={"Ann": {"hand": ["dinner", "ball", "dog"]}})
    table.say("end_turn", "Bob")
    assert scan(table, "ball") == {"do": "discard", "by": "Ann", "cards": ["ball"]}


def test_an_unknown_tag_is_first_taken_for_a_card_that_lies_open(in_actions: Table) -> None:
    assert [piece.name for piece in lastwill.guess(in_actions.state)] == ["farm", "cook"]
    in_actions.set(phase="errands", offer={"left": "ball"})
    assert [piece.name for piece in lastwill.guess(in_actions.state)] == ["ball"]
    in_actions.say("finish", "banker")
    assert lastwill.guess(in_actions.state) == ()


def test_every_piece_of_the_box_has_its_name(table: Table) -> None:
    names = [lastwill.piece_name(table.state, piece) for piece in lastwill.pieces(table.state)]
    assert names[:4] == ["Dinner", "Ball", "Farm", "Flat"]
    assert "Dog 5" in names
    assert len(names) == 12
    assert lastwill.piece_name(table.state, Tagged("card", "gone")) == "gone"
