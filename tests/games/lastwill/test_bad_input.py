"""Bad input gets a code and a sentence, and changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.currency import Currency
from companion.core.game import Setup
from companion.core.refusal import Refusal
from companion.games import lastwill
from companion.web.text import Words
from tests.games.lastwill.table import Table

WORDS = Words("en", "lastwill", ("Ann", "Bob"), Currency("£"), lambda tagged: tagged.name)


@pytest.fixture
def in_actions(table: Table) -> Table:
    table.set(
        phase="actions",
        turn={"player": "Ann"},
        players={
            "Ann": {
                "money": 3,
                "actions": 6,
                "hand": ["dinner", "ball", "dog", "joker"],
                "board": [{"card": "farm", "used": True}, {"card": "cook"}],
            }
        },
    )
    return table


@pytest.mark.parametrize(
    ("act", "code", "sentence"),
    [
        (
            {"do": "play", "card": "ball", "option": 1},
            "owns_property",
            "While Ann owns farm nothing beyond £3 can be spent, and this is £6. Sell first, or choose less.",
        ),
        (
            {"do": "activate", "card": "farm"},
            "used_this_round",
            "farm was used this round already. It is free again in the next one.",
        ),
        (
            {"do": "companion", "card": "joker", "on": "farm", "as": "horse"},
            "wrong_companion",
            "joker does not fit there. farm takes another companion now. Next comes: dog.",
        ),
        (
            {"do": "companion", "card": "dog", "on": "cook"},
            "no_space",
            "cook has no free marker space: choose another card.",
        ),
        ({"do": "companion", "card": "dog", "on": "flat"}, "not_on_board", None),
        ({"do": "companion", "card": "dinner", "on": "farm"}, "wrong_companion", None),
        ({"do": "play", "card": "dog"}, "wrong_companion", None),
        ({"do": "play", "card": "flat"}, "not_in_hand", None),
        ({"do": "play", "card": "ball"}, "bad_request", "Fill in: what is chosen (one of 0 and 1)."),
        ({"do": "play", "card": "ball", "option": 2}, "bad_request", None),
        (
            {"do": "play", "card": "ball", "option": 0, "bonus": 1},
            "bad_request",
            "Bonus should be what the helpers give: 0, not “1”.",
        ),
        ({"do": "play", "card": "dinner", "bonus": -1}, "bad_request", None),
        ({"do": "play", "card": "dinner", "on": ["farm"]}, "bad_request", None),
        (
            {"do": "play", "card": "dinner", "discard": "cook"},
            "bad_request",
            "What is laid off should be left out with a white card: it needs no place, not “cook”.",
        ),
        ({"do": "play", "card": "nothing"}, "bad_request", None),
        ({"do": "play", "card": {}}, "bad_request", None),
        (
            {"do": "play", "card": {"name": "Kindless"}},
            "bad_request",
            "Fill in: card (with its border or kind: nobody entered what kindless-1 is).",
        ),
        ({"do": "play", "card": 7}, "bad_request", None),
        ({"do": "play", "card": {"id": "dinner", "options": []}}, "bad_request", None),
        (
            {"do": "activate", "card": "cook"},
            "bad_request",
            "Fill in: card (with its options: nobody entered what cook spends).",
        ),
        ({"do": "activate", "card": "farm", "option": -1}, "bad_request", None),
        ({"do": "sell", "card": "cook"}, "bad_request", None),
        ({"do": "sell", "card": "farm", "bonus": 2}, "bad_request", None),
        ({"do": "sell", "card": "dinner"}, "not_on_board", None),
        ({"do": "errand", "at": "opera"}, "not_now", None),
        ({"do": "plan", "cards": 1, "errands": 1, "actions": 1, "order": 1}, "not_now", None),
        ({"do": "discard", "count": 1}, "not_now", None),
        ({"do": "keep", "cards": ["farm", "flat"]}, "not_now", None),
        ({"do": "effect", "money": -4}, "owns_property", None),
        ({"do": "skip", "by": "Bob"}, "not_your_turn", "It is Ann's turn. Wait until it is yours."),
        ({"do": "sell", "card": "farm", "by": "Bob"}, "not_your_turn", None),
        ({"do": "leave", "who": "Ann", "to": "bank", "by": "Bob"}, "wrong_seat", None),
        (
            {"do": "leave", "who": "Ann", "to": "Ann"},
            "bad_request",
            "To whom should be another player, “bank” or “sleep”, not “Ann”.",
        ),
        ({"do": "join", "name": "Cid"}, "not_now", None),
        ({"do": "options", "by": "banker", "set": {"start_money": 90}}, "not_now", None),
        (
            {"do": "options", "by": "banker", "set": {"opera_bonus": 1}},
            "bad_request",
            "Mask helpers add at the opera should be true or false, not “1”.",
        ),
        ({"do": "options", "by": "banker", "set": {"house": True}}, "bad_request", None),
        ({"do": "fly"}, "unknown_verb", None),
        ({"do": "play"}, "bad_request", None),
        ({"do": "play", "card": "dinner", "colour": "red"}, "bad_request", None),
    ],
)
def test_an_act_is_refused(in_actions: Table, act: dict[str, Any], code: str, sentence: str | None) -> None:
    refused = in_actions.refusal(**{"by": "Ann", **act})
    assert refused.code == code
    shown = WORDS.text(f"refusal.{code}", **refused.values)
    assert "expected." not in shown
    assert sentence in (None, shown)


@pytest.mark.parametrize(
    "table_set",
    [
        {"weather": "rain"},
        {"round": 0},
        {"round": 8},
        {"phase": "tea"},
        {"turn": "Ann"},
        {"turn": {"player": "Ann", "phase": "x"}},
        {"market": {"castle": 1}},
        {"market": {"farm": 4}},
        {"market": {"farm": 3, "flat": 3}},
        {"offer": ["dinner"]},
        {"offer": {"left": 3}},
        {"offer": {"left": "nothing"}},
        {"offer": {"left": "dinner", "right": "dinner"}},
        {"extensions_left": -1},
        {"players": ["Ann"]},
        {"players": {"Ann": 3}},
        {"players": {"Ann": {"places": 7}}},
        {"players": {"Ann": {"score": 7}}},
        {"players": {"Ann": {"money": "70"}}},
        {"players": {"Ann": {"actions": -1}}},
        {"players": {"Ann": {"bankrupt": "no"}}},
        {"players": {"Ann": {"plan": {"cards": 2}}}},
        {"players": {"Ann": {"plan": {"order": 0}}}},
        {"players": {"Ann": {"board": [{"card": "dinner"}]}}},
        {"players": {"Ann": {"board": [{"card": "flat", "value": 8}]}}},
        {"players": {"Ann": {"board": [{"card": "cook", "value": 8}]}}},
        {"players": {"Ann": {"board": [{"card": "farm", "markers": 2}]}}},
        {"players": {"Ann": {"board": [{"card": "farm", "wings": 2}]}}},
        {"players": {"Ann": {"board": [{"value": 2}]}}},
        {"players": {"Ann": {"board": [{"card": f"cook#{n}"} for n in range(2, 8)]}}},
        {"players": {"Ann": {"hand": ["farm"], "board": [{"card": "farm"}]}}},
        {"players": {"Ann": {"board": [{"card": "flat"}]}, "Bob": {"board": [{"card": "flat"}]}}},
        {"players": {"Ann": {"hand": "dinner"}}},
        {"players": {"Ann": {"hand": None, "hidden": 2}}},
        {"players": {"Ann": {"hidden": -1}}},
        {"players": {"Ann": {"hand": ["joker"]}}},
    ],
)
def test_a_table_that_cannot_be_is_not_arranged(table: Table, table_set: dict[str, Any]) -> None:
    assert table.refusal("arrange", "banker", set=table_set).code == "bad_request"


def test_an_unknown_player_is_not_arranged(table: Table) -> None:
    assert table.refusal("arrange", "banker", set={"players": {"Zoe": {}}}).code == "unknown_player"


@pytest.mark.parametrize(
    "setup",
    [
        Setup("lastwill", ("Ann",)),
        Setup("lastwill", ("A", "B", "C", "D", "E", "F")),
        Setup("lastwill", ("Ann", "Ann")),
        Setup("lastwill", ("Ann", "bank")),
        Setup("lastwill", ("Ann", "Bob"), "deluxe"),
        Setup("lastwill", ("Ann", "Bob"), "", {"start_money": "70"}),
        Setup("lastwill", ("Ann", "Bob"), "", {"adjusters": [1, 2, 3, 9]}),
        Setup("lastwill", ("Ann", "Bob"), "", {"starting_hands": "known"}),
        Setup("lastwill", ("Ann", "Bob"), "", {}, {"cards": {"dinner": 1}}),
        Setup("lastwill", ("Ann", "Bob"), "", {}, {"board": {}}),
    ],
)
def test_a_table_that_cannot_be_is_not_set_up(setup: Setup) -> None:
    with pytest.raises(Refusal) as refused:
        lastwill.new(setup)
    assert refused.value.code == "bad_request"


def test_a_third_figure_on_a_shared_slot_is_refused() -> None:
    slots = [{"id": one, "deck_by_round": ["event"] * 7, "group": "g"} for one in "abc"]
    table = Table(("Ann", "Bob", "Cid"), box={"offer": {"2-3": slots}})
    table.set(phase="errands")
    for name, slot in (("Ann", "a"), ("Bob", "b")):
        table.say("errand", name, at="offer", slot=slot)
    refused = table.refusal("errand", "Cid", at="offer", slot="c")
    assert refused.code == "space_taken"
    assert WORDS.text("refusal.space_taken", **refused.values) == "c is taken. Choose a free one."


def test_the_box_settles_money_and_market_unless_an_option_does() -> None:
    box = {"start_money": 90, "adjusters": [3, 1, -2, -3], "max_rounds": 3, "board_places": 4}
    table = Table(box=box)
    assert table.state.money(table.state.start) == 90
    assert table.view()["market"] == {"mansion": 3, "manor": 1, "flat": -2, "farm": -3}
    assert table.view()["players"]["Ann"]["places"] == 4
    assert Table(box=box, options={"start_money": 80}).state.money(table.state.start) == 80
    table.set(round=3)
    assert table.view()["last_round"] is True


def test_adjusters_changed_in_play_lie_on_the_market(table: Table) -> None:
    table.say("options", "banker", set={"adjusters": [0, 1, 2, 3]})
    assert list(table.view()["market"].values()) == [0, 1, 2, 3]


def test_an_errand_may_be_arranged_in_the_middle_of_a_pass() -> None:
    table = Table(("Ann", "Bob", "Cid"))
    table.set(phase="errands", turn={"player": "Bob"})
    table.say("errand", "Bob", at="opera")
    table.say("errand", "Cid", at="opera")
    assert table.view()["turn"] == {"player": "Ann"}
    table.set(turn={"player": "Cid"})
    table.say("errand", "Cid", at="opera")
    assert table.view()["phase"] == "actions"


def test_a_card_of_the_own_hand_is_not_taken_again(table: Table) -> None:
    table.set(phase="errands", players={"Ann": {"hand": ["dinner"], "board": [{"card": "farm"}]}})
    for card in ("dinner", "farm"):
        assert table.refusal("errand", at="random", card=card).code == "bad_request"
        assert table.refusal("errand", at="offer", slot="left", card=card).code == "bad_request"
    assert table.refusal("errand", at="random", card="joker").code == "bad_request"
    assert table.refusal("errand", at="opera", card="ball").code == "bad_request"
    assert table.refusal("errand", at="random", order=[-3, -2, 1, 3]).code == "bad_request"
