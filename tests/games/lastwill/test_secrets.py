"""Hands are secret: nothing that others get names a card only one hand knows."""

from __future__ import annotations

import json

from companion.core.seats import Role
from companion.games import lastwill
from companion.games.lastwill.commands import SECRET_FIELDS
from tests.games.lastwill.table import ANN, BOB, Table

SECRET = "zebrafinch"


def seen_by_others(table: Table) -> str:
    """Everything the game gives to anybody but Ann."""
    parts: list[object] = []
    for viewer in (BOB, Role.BANKER, Role.TABLE):
        parts.append(lastwill.view(table.state, viewer))
        parts.extend(repr(lastwill.tell(event, viewer)) for event in table.events)
    parts.append(repr(lastwill.prompts(table.state, BOB)))
    parts.append(repr(lastwill.pieces(table.state)))
    parts.append(repr(lastwill.known_cards(table.state)))
    return json.dumps(parts, default=repr)


def test_a_card_named_in_a_hand_is_named_to_nobody_else() -> None:
    table = Table()
    stub = {"id": SECRET, "name": SECRET.title(), "kind": "event", "amount": 3, "actions": 1}
    table.say("plan", cards=3, errands=1, actions=2, order=1)
    table.say("plan", "Bob", cards=0, errands=0, actions=2, order=2)
    table.say("drew", cards=[stub])
    assert SECRET in json.dumps(table.view(ANN))
    assert SECRET not in seen_by_others(table).lower()
    table.say("errand", at="random", card={**stub, "id": f"{SECRET}-2"})
    assert SECRET not in seen_by_others(table).lower()
    table.set(players={"Ann": {"hand": [SECRET, {**stub, "id": f"{SECRET}-3"}], "hidden": 4}})
    assert SECRET not in seen_by_others(table).lower()
    table.say("end_turn")
    table.say("end_turn", "Bob")
    table.say("discard", cards=[f"{SECRET}-3"])
    assert SECRET not in seen_by_others(table).lower()


def test_a_card_played_lies_open() -> None:
    table = Table()
    stub = {"id": SECRET, "kind": "event", "amount": 3, "actions": 1}
    table.set(phase="actions", players={"Ann": {"hand": [stub], "actions": 2}})
    assert SECRET not in seen_by_others(table)
    table.say("play", card=SECRET)
    assert SECRET in seen_by_others(table)


def test_events_and_fields_that_name_a_hand_are_marked() -> None:
    named = {name for name, event in lastwill.event_types.items() if getattr(event, "secret", False)}
    assert named == {"CardsKept", "CardsDrawn", "CardsDiscarded", "HandArranged"}
    assert set(SECRET_FIELDS) <= set(lastwill.verbs)


def test_secrets_lie_open_when_the_game_is_over() -> None:
    table = Table()
    assert not lastwill.secrets_open(table.state)
    table.say("finish", "banker")
    assert lastwill.secrets_open(table.state)


def test_another_hand_noted_to_hold_a_card_that_turns_up_keeps_its_number() -> None:
    table = Table()
    table.set(
        phase="actions",
        turn={"player": "Ann"},
        players={"Ann": {"actions": 2}, "Bob": {"hand": ["dinner", "ball"]}},
    )
    table.say("play", card="dinner")
    assert (
        table.view(BOB)["players"]["Bob"] | {"hand": ["ball"], "hidden": 1}
        == table.view(BOB)["players"]["Bob"]
    )
