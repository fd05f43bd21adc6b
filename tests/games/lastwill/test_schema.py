"""Cards as their owners write them: every fault is named with its place, all in one message."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.refusal import Refusal
from companion.games.lastwill.schema import read_cards
from companion.games.lastwill.sheet import read_sheet
from tests.games.lastwill.table import sentence

DINNER = {
    "id": "dinner",
    "deck": "event",
    "border": "white",
    "kind": "event",
    "options": [{"actions": 1, "amount": {"base": 2}}],
}
FLAT = {"id": "flat", "deck": "property", "border": "black", "kind": "flat", "ladder": [9, 7, 5]}
HELPER = {"id": "cook", "deck": "helper_expense", "border": "black", "kind": "helper"}


def faults(*cards: Any) -> str:
    with pytest.raises(Refusal) as refused:
        read_cards(list(cards))
    assert refused.value.code == "bad_request"
    assert refused.value.values["field"] == "cards"
    return sentence(refused.value)


@pytest.mark.parametrize(
    ("card", "place", "wanted"),
    [
        ({**DINNER, "id": "Dinner 1"}, "cards[0].id", "small letters"),
        ({"name": "No id", "kind": "event"}, "cards[0]", "also has id"),
        ({**DINNER, "name": ""}, "cards[0].name", "1 to 40"),
        ({**DINNER, "deck": "events"}, "cards[0].deck", "helper_expense"),
        ({**DINNER, "border": "black"}, "cards[0].border", "white on a card of kind event"),
        ({**DINNER, "kind": "party"}, "cards[0].kind", "one of event"),
        ({**DINNER, "crowns": 2}, "cards[0].crowns", "a special card"),
        ({**DINNER, "crowns": 4, "deck": "special"}, "cards[0].crowns", "0 to 3"),
        ({**DINNER, "symbols": ["dining", "hat"]}, "cards[0].symbols[1]", "one of dining"),
        ({**DINNER, "symbols": ["dining", "dining"]}, "cards[0].symbols", "each one only once"),
        ({**DINNER, "copies": 13}, "cards[0].copies", "1 to 12"),
        ({**DINNER, "copies": True}, "cards[0].copies", "1 to 12"),
        ({**DINNER, "play_extra_actions": 1}, "cards[0].play_extra_actions", "a black card"),
        ({**HELPER, "play_extra_actions": 4}, "cards[0].play_extra_actions", "0 to 3"),
        ({**HELPER, "play_extra_pounds": 21}, "cards[0].play_extra_pounds", "0 to 20"),
        ({**DINNER, "options": [{"actions": 9, "amount": 2}]}, "cards[0].options[0].actions", "0 to 8"),
        ({**DINNER, "options": [{"actions": 1}]}, "cards[0].options[0]", "also has amount"),
        ({**DINNER, "options": DINNER["options"] * 7}, "cards[0].options", "a list of 0 to 6"),  # type: ignore[operator]
        (
            {**DINNER, "options": [{"actions": 1, "amount": {"base": 31}}]},
            "cards[0].options[0].amount.base",
            "0 to 30",
        ),
        (
            {**DINNER, "options": [{"actions": 1, "amount": {"per": [{"what": "cow", "each": 1}]}}]},
            "cards[0].options[0].amount.per[0].what",
            "one of farm",
        ),
        (
            {**DINNER, "options": [{"actions": 1, "amount": {"per": [{"what": "farm", "each": 6}]}}]},
            "cards[0].options[0].amount.per[0].each",
            "1 to 5",
        ),
        ({**DINNER, "companions": [{"kind": "cat", "pounds": 3}]}, "cards[0].companions[0].kind", "dog"),
        ({**DINNER, "companions": [{"kind": "dog", "pounds": 16}]}, "cards[0].companions[0].pounds", "15"),
        ({**HELPER, "companions": [{"kind": "dog", "pounds": 3}]}, "cards[0].companions", "a white card"),
        ({**DINNER, "tokens": [{"kind": "dog", "amount": 3}]}, "cards[0].tokens", "a black card"),
        ({**FLAT, "tokens": [{"kind": "any", "amount": 3}]}, "cards[0].tokens[0].kind", "one of dog"),
        ({**FLAT, "ladder": [9, 9]}, "cards[0].ladder", "fall at every step"),
        ({**FLAT, "ladder": [9, 10]}, "cards[0].ladder", "fall at every step"),
        ({**FLAT, "ladder": [31, 9]}, "cards[0].ladder[0]", "0 to 30"),
        ({**FLAT, "ladder": []}, "cards[0].ladder", "a list of 1 to 8"),
        ({**FLAT, "ladder": [9]}, "cards[0].ladder", "every value of the flat"),
        ({**FLAT, "kind": "farm"}, "cards[0].ladder", "a farm never depreciates"),
        ({**FLAT, "deck": "event"}, "cards[0].deck", "property or special"),
        ({**DINNER, "ladder": [9, 7]}, "cards[0].ladder", "a property"),
        ({**DINNER, "effects": {"gain_actions": 6}}, "cards[0].effects.gain_actions", "0 to 5"),
        ({**DINNER, "effects": {"fly": 1}}, "cards[0].effects.fly", "one of gain_actions"),
        (
            {**DINNER, "effects": {"place_tokens": {"n": 5, "kinds": ["dog"]}}},
            "cards[0].effects.place_tokens.n",
            "1 to 4",
        ),
        (
            {**DINNER, "effects": {"place_tokens": {"n": 2, "kinds": []}}},
            "cards[0].effects.place_tokens.kinds",
            "a list of 1 to 4",
        ),
        ({**HELPER, "abilities": [{"type": "flying"}]}, "cards[0].abilities[0].type", "one of free_trade"),
        (
            {**HELPER, "abilities": [{"type": "hand_limit", "n": 5}]},
            "cards[0].abilities[0].n",
            "1 to 4",
        ),
        ({**HELPER, "abilities": [{"type": "hand_limit"}]}, "cards[0].abilities[0]", "also has n"),
        (
            {**HELPER, "abilities": [{"type": "extra_actions", "n": 1, "scope": "black"}]},
            "cards[0].abilities[0].scope",
            "one of any and white",
        ),
        ({**FLAT, "abilities": [{"type": "hand_limit", "n": 2}]}, "cards[0].abilities", "a helper"),
        ({"id": "w", "kind": "will", "will_amount": 40}, "cards[0].will_amount", "50 to 200"),
        ({**DINNER, "will_amount": 70}, "cards[0].will_amount", "a will card"),
        ({**DINNER, "colour": "red"}, "cards[0].colour", "one of id"),
        ({"id": "d", "kind": "dog", "deck": "event"}, "cards[0].deck", "companion for kind dog"),
        ("dinner", "cards[0]", "an object"),
    ],
)
def test_a_fault_is_named_with_its_place(card: Any, place: str, wanted: str) -> None:
    told = faults(card)
    assert f"{place}: expected" in told
    assert wanted in told


def test_every_fault_is_named_in_one_message() -> None:
    told = faults({**FLAT, "ladder": [5, 9]}, {**DINNER, "symbols": ["hat"]}, {**DINNER, "copies": 0})
    for place in ("cards[0].ladder", "cards[1].symbols[0]", "cards[2].copies", "cards[2].id"):
        assert place in told


def test_a_file_of_another_version_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        read_cards({"version": 2, "cards": []})
    assert "cards.version" in sentence(refused.value)
    assert list(read_cards({"version": 1, "cards": [DINNER]})) == ["dinner"]


def test_deck_border_and_kind_follow_from_one_another() -> None:
    cards = read_cards(
        [{"id": "a", "kind": "manor"}, {"id": "b", "deck": "joker"}, {"id": "c", "kind": "chef"}]
    )
    assert [(card.deck, card.border, card.kind) for card in cards.values()] == [
        ("property", "black", "manor"),
        ("joker", "companion", "any"),
        ("companion", "companion", "chef"),
    ]


SHEET = """row_id,name_en,deck,crowns,border,kind,symbols,copies,options,tokens,ladder,status,missing
total,(deck total),event,,,,,31,,,,count_only,everything
trip,Boat trip,event,,white,event,"boat, party",2,"[{""actions"":2,""amount"":{""base"":5}}]",,,exact_example,
farm,(a name that nobody has read),property,,black,farm,,,,"[{""kind"":""dog"",""amount"":4}]",[15],,
power,A power,helper_expense,,black,expense,,,,,,fragment,name
"""


def test_a_sheet_of_cards_is_read_row_by_row() -> None:
    cards = read_cards(read_sheet(SHEET))
    assert list(cards) == ["trip", "farm"]
    assert cards["trip"].symbols == ("boat", "party")
    assert cards["trip"].copies == 2
    assert cards["farm"].uses()[1].amount.base == 4


def test_faults_of_a_sheet_are_named_with_their_rows() -> None:
    wrong = SHEET.replace("[15]", "[15").replace(",2,", ",many,").replace("boat, party", "boat, hat")
    with pytest.raises(Refusal) as refused:
        read_sheet(wrong)
    told = sentence(refused.value)
    for place in ("rows[3].copies", "rows[3].symbols[1]", "rows[4].ladder"):
        assert f"{place}: expected" in told
    with pytest.raises(Refusal):
        read_sheet("")


def test_a_card_that_is_no_property_may_have_an_empty_ladder() -> None:
    assert read_cards([{**DINNER, "ladder": [], "tokens": [], "abilities": [], "will_amount": None}])
