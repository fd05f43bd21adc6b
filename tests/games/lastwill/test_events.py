"""Events go into the journal and come back the same; payments and seats of events add up."""

from __future__ import annotations

import json
import random

from companion.core.game import Setup
from companion.core.refusal import Refusal
from companion.core.verbs import read_said
from companion.games import lastwill
from companion.games.lastwill.bot import next_act
from companion.games.lastwill.made_up import made_up_box, made_up_cards
from companion.games.lastwill.state import Phase
from companion.journal.codec import decode_event, encode_event
from tests.games.lastwill.table import ANN, BOB, Table


def stored(event: object) -> object:
    return decode_event(json.loads(json.dumps(encode_event(event))), lastwill.event_types)


def test_every_event_of_whole_games_is_stored_and_read_back() -> None:
    seen = set()
    for seed in range(6):
        luck = random.Random(seed)
        extra = {"cards": made_up_cards(luck), "box": made_up_box(luck)}
        options = {"starting_hands": "tracked" if seed % 2 else "untracked"}
        state = lastwill.new(Setup("lastwill", ("Ann", "Bob"), "", options, extra))
        folded = state
        while state.phase is not Phase.OVER:
            try:
                said = next_act(state, luck, restless=luck.random() < 0.9)
                command = read_said(said, lastwill.verbs, state.seats, 1).command
                events = lastwill.decide(state, command)
            except Refusal:
                continue
            for event in events:
                seen.add(type(event).__name__)
                state = lastwill.evolve(state, event)
                again = stored(event)
                assert again == event
                folded = lastwill.evolve(folded, again)
        assert folded == state
    assert {"Planned", "CardPlayed", "PropertyBought", "CardsDrawn", "RoundBegan", "CardsKept"} <= seen


def test_arranged_tables_and_people_who_go_are_stored_and_read_back() -> None:
    table = Table(("Ann", "Bob", "Cid"))
    table.set(
        phase="errands",
        market={"farm": 1},
        offer={"left": "ball"},
        players={
            "Ann": {"money": 3, "plan": {"order": 2}, "hand": ["dinner"], "board": [{"card": "farm"}]},
            "Bob": {"hand": None, "bankrupt": False},
        },
    )
    table.say("options", "banker", set={"opera_bonus": True})
    table.say("leave", who="Ann", to="Bob")
    table.say("leave", "banker", who="Cid", to="sleep")
    table.say("join", "banker", name="Cid")
    assert [stored(event) for event in table.events] == table.events


def test_every_event_class_is_known_by_its_name() -> None:
    assert all(name == event.__name__ for name, event in lastwill.event_types.items())
    assert {"Irregular", "Transferred", "Noted", "PaymentReversed"} <= set(lastwill.event_types)


def test_moves_of_events_are_what_the_ledger_did() -> None:
    table = Table()
    table.set(phase="actions", players={"Ann": {"actions": 9}})
    for act in (
        {"do": "play", "card": "dinner"},
        {"do": "play", "card": "flat"},
        {"do": "activate", "card": "flat"},
        {"do": "sell", "card": "flat"},
        {"do": "effect", "money": 4},
        {"do": "transfer", "to": "Bob", "amount": 5},
    ):
        before = table.state.ledger
        after = before
        for event in table.act({**act, "by": "Ann"}):
            for move in lastwill.moves(event):
                after = after.moved(*move)
        assert after == table.state.ledger != before


def test_a_leaver_gives_everything_to_the_heir_and_a_debt_to_the_bank() -> None:
    table = Table(("Ann", "Bob", "Cid"))
    table.set(
        phase="actions",
        players={
            "Ann": {"money": 20, "hand": ["dinner"], "extensions": 1, "board": [{"card": "farm"}]},
            "Bob": {"hand": ["ball"], "hidden": 2},
            "Cid": {"money": -4, "hand": ["joker"]},
        },
    )
    table.say("leave", who="Ann", to="Bob")
    assert table.state.money(BOB) == 90
    assert table.state.players[BOB].held("farm") is not None
    assert table.state.players[BOB].hand == (("ball", "dinner"), 2)
    assert table.state.extensions_left == 12
    assert table.view()["turn"] == {"player": "Bob"}
    table.say("leave", "Cid", who="Cid", to="bank")
    assert table.state.offer == {"joker": "joker"}
    assert table.view()["phase"] == "over"
    assert table.state.ledger.total() == 0


def test_a_sleeper_is_skipped_and_wakes_by_joining_under_the_same_name() -> None:
    table = Table(("Ann", "Bob", "Cid"))
    table.say("leave", who="Ann", to="sleep")
    assert table.view()["turn"] == {"player": "Bob"}
    for order, name in enumerate(("Bob", "Cid"), start=1):
        table.say("plan", name, cards=0, errands=0, actions=1, order=order)
    assert table.view()["phase"] == "actions"
    assert table.view()["order"] == ["Bob", "Cid"]
    assert table.refusal("leave", who="Ann", to="sleep").code == "bad_request"
    table.say("join", "banker", name="Ann")
    assert "Ann" in table.view()["order"]
    assert table.state.money(ANN) == 70
