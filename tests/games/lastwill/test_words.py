"""A card as it was understood, in words; how much of the box is known."""

from __future__ import annotations

from typing import Any

from companion.core.currency import Currency
from companion.games import lastwill
from companion.games.lastwill.schema import read_cards
from companion.games.lastwill.words import describe, missing
from companion.web.text import Words
from tests.games.lastwill.table import Table

WORDS = Words("en", "lastwill", ("Ann",), Currency("£"))


def read(**card: Any) -> list[str]:
    (found,) = read_cards([{"id": "card", "name": "Card", **card}]).values()
    return [WORDS.say(sentence) for sentence in describe(found)]


def test_a_white_card_in_words() -> None:
    sentences = read(
        kind="event",
        symbols=["boat"],
        options=[{"actions": 1, "amount": {"base": 2, "per": [{"what": "farm", "each": 1}]}}],
        companions=[{"kind": "dog", "pounds": 3}],
        effects={"gain_actions": 2, "depreciate": 3},
    )
    assert sentences == [
        "event, deck: events",
        "Shows: helm",
        "1 action: spend £2",
        "and +1 for each own farm",
        "with dog +3",
        "Gain 2 actions",
        "Lower own properties by 3 steps",
    ]


def test_a_property_in_words() -> None:
    assert read(
        kind="farm",
        ladder=[15],
        options=[{"actions": 1, "amount": {"base": 2}}],
        tokens=[{"kind": "dog", "amount": {"base": 4}}, {"kind": "horse", "amount": {"base": 7}}],
    ) == [
        "farm, deck: properties",
        "Worth £15, for ever",
        "1 action: spend £2",
        "marker space 1, dog: then spend £4 if you like",
        "marker space 2, horse: then spend £7 if you like",
    ]
    assert "Worth, step by step: 9, 7 and 5" in read(kind="flat", ladder=[9, 7, 5])


def test_every_ability_in_words() -> None:
    def ability(**said: Any) -> str:
        return read(kind="helper", abilities=[said])[-1]

    assert ability(type="free_trade", kinds=["farm"], per_round=1) == (
        "1 trade a round without its action: farm"
    )
    assert ability(type="trade_shift", kinds=["farm", "flat"], down=2, up=0) == (
        "In a trade these may count −2: farm and flat"
    )
    assert ability(type="free_activation", kinds=["flat"], per_round=2) == (
        "2 activations a round without their action: flat"
    )
    assert ability(type="spend_bonus", match=["dining", "flat"], pounds=1) == (
        "+1 with these: cutlery and flats"
    )
    assert ability(type="extra_actions", n=1, scope="white") == (
        "1 more action every round, for white cards only"
    )
    assert ability(type="extra_actions", n=2, scope="any") == "2 more actions every round"
    assert ability(type="plan_draw", n=3, deck="event") == "Draw 3 more cards with the plan: events"
    assert ability(type="hand_limit", n=2) == "Keep 2 more cards at the end of a round"


def test_what_is_still_to_be_entered_is_said() -> None:
    assert read(kind="farm")[-1] == "Still to be entered: values and what it spends"
    assert read()[-1] == "Still to be entered: kind"
    (joker,) = read_cards([{"id": "j", "name": "Joker", "deck": "joker"}]).values()
    assert missing(joker) == ()


def test_known_cards_are_counted_with_their_copies() -> None:
    table = Table()
    assert lastwill.known_cards(table.state).values == {"known": 12, "of": 140, "whole": 12}
    table.set(players={"Ann": {"board": [{"card": {"kind": "farm", "value": 12}}]}})
    assert lastwill.known_cards(table.state).values == {"known": 13, "of": 140, "whole": 12}


def test_two_planning_spaces_that_give_the_same_are_a_warning_only() -> None:
    spaces = [{"cards": n % 3, "errands": 1, "actions": 2} for n in range(4)]
    table = Table(box={"planning": {"2-3": spaces}})
    (warning,) = lastwill.box_warnings(table.state)
    assert WORDS.say(warning) == "Planning spaces 1 and 4 give the same: look once more at the board"
    assert lastwill.box_warnings(Table().state) == ()
