"""The box as its owners describe it: read in one go, corrected in play, and secret where a hand is."""

from __future__ import annotations

import json

import pytest

from companion.core.refusal import Refusal
from companion.core.seats import Role
from companion.games import lastwill
from companion.games.lastwill.cards import Card
from tests.games.lastwill.table import ANN, BOB, CARDS, Table, sentence

PLANS = [{"cards": 1, "errands": 1, "actions": 1}] * 4


def ids(table: Table, viewer: object) -> set[str]:
    return {card.id for card in lastwill.known_box(table.state, viewer).cards}  # type: ignore[arg-type]


def test_a_file_of_cards_and_boards_is_read_in_one_go() -> None:
    box = {"planning": {"2-3": PLANS}}
    assert lastwill.read_box(json.dumps({"version": 1, "cards": CARDS, "box": box})) == {
        "cards": CARDS,
        "box": box,
    }
    assert lastwill.read_box(json.dumps(CARDS)) == {"cards": CARDS}


def test_a_sheet_is_read_like_a_file() -> None:
    sheet = 'id,name,kind,ladder\nflat,Flat,flat,"[9, 7, 5]"\n'
    assert lastwill.read_box(sheet) == {
        "cards": [{"id": "flat", "name": "Flat", "kind": "flat", "ladder": [9, 7, 5]}]
    }


def test_every_fault_of_cards_and_boards_is_named_at_once() -> None:
    cards = [{"id": "a", "kind": "elephant"}, {"id": "b", "ladder": [3, 5]}]
    with pytest.raises(Refusal) as refused:
        lastwill.read_box(json.dumps({"cards": cards, "box": {"planning": {"2-3": PLANS[:2]}}}))
    said = sentence(refused.value)
    for place in ("cards[0].kind", "cards[1].ladder", "box.planning.2-3"):
        assert place in said


@pytest.mark.parametrize("text", ["{", '{"colour": 1}', "", "just words"])
def test_what_is_no_box_is_refused(text: str) -> None:
    with pytest.raises(Refusal):
        lastwill.read_box(text)


def test_a_card_entered_wrongly_is_put_right_in_play() -> None:
    table = Table()
    table.say("arrange", by="banker", set={"cards": [{"id": "dinner", "name": "Supper", "kind": "event"}]})
    supper: Card = table.state.card("dinner")
    assert (supper.name, supper.options) == ("Supper", ())
    assert table.state.round == 1 and len(table.events) == 1


def test_cards_are_added_to_an_empty_box_in_play() -> None:
    table = Table(cards=[])
    table.say("arrange", by="banker", set={"cards": CARDS})
    assert ids(table, Role.TABLE) == {card["id"] for card in CARDS}


def test_a_card_cannot_become_what_it_cannot_be_where_it_lies() -> None:
    table = Table()
    board = {"Ann": {"board": [{"card": "flat", "value": 7}]}}
    table.say("arrange", by="banker", set={"players": board})
    before = table.state
    for wrong in ({"kind": "event"}, {"kind": "flat", "ladder": [9, 8]}):
        with pytest.raises(Refusal):
            table.say("arrange", by="banker", set={"cards": [{"id": "flat", **wrong}]})
    assert table.state == before


def test_a_card_hidden_in_a_hand_is_in_its_owners_box_alone_and_nobody_writes_over_it() -> None:
    table = Table(options={"starting_hands": "tracked"}, cards=[])
    table.say("keep", cards=[{"id": "secret", "kind": "helper"}, {"id": "other", "kind": "farm"}])
    assert ids(table, ANN) == {"secret", "other"}
    assert ids(table, BOB) == ids(table, Role.TABLE) == ids(table, Role.BANKER) == set()
    with pytest.raises(Refusal):
        table.say("arrange", by="banker", set={"cards": [{"id": "secret", "kind": "helper", "name": "X"}]})


def test_the_bar_counts_copies() -> None:
    box = lastwill.known_box(Table().state, Role.TABLE)
    assert (box.known, box.of) == (12, 140)


def test_a_spend_that_bankrupts_is_warned_of() -> None:
    table = Table()
    table.say("arrange", by="banker", set={"players": {"Ann": {"money": 2}}, "phase": "errands"})
    (opera,) = (one for one in lastwill.prompts(table.state, ANN) if one.act.get("at") == "opera")
    assert opera.warns is not None and opera.warns.values == {"amount": 0}
    table.say("arrange", by="banker", set={"players": {"Ann": {"money": 3}}, "phase": "errands"})
    (opera,) = (one for one in lastwill.prompts(table.state, ANN) if one.act.get("at") == "opera")
    assert opera.warns is None


def test_a_new_property_needs_no_more_than_its_kind_and_value() -> None:
    table = Table(cards=[])
    table.say("arrange", by="banker", set={"players": {"Ann": {"actions": 2}}, "phase": "actions"})
    (buy,) = (
        one for one in lastwill.prompts(table.state, ANN) if one.message.id == "lastwill.prompt.new_property"
    )
    assert [ask.field for ask in buy.ask if not ask.optional] == ["card.kind", "card.value"]
    table.say("play", card={"kind": "flat", "value": 12})
    (held,) = table.state.players[ANN].board
    assert held.value == 12
    table.say("activate", card={"id": held.card, "actions": 0, "amount": 3})
    assert table.state.card(held.card).stated["options"] == [{"actions": 0, "amount": 3}]
