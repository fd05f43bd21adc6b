"""A race bet is its owner's secret: nothing that others get depends on which card it is."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.core.game import Setup
from companion.core.refusal import Refusal
from companion.core.seats import Role, Viewer
from companion.games import camelup
from companion.games.camelup.events import RaceCardLaid
from companion.games.camelup.pieces import CAMELS
from companion.table.export import export_text
from companion.table.session import Session
from tests.games.camelup.play import ANN, BOB, CEM, Played

OTHERS: tuple[Viewer, ...] = (BOB, CEM, Role.BANKER, Role.TABLE)
TRACK = "3:g 4:bw 6:y 8:o"


def seen_by_others(table: Played) -> str:
    """Every byte that the table gives to anybody but Ann."""
    bytes_out: list[Any] = []
    for viewer in OTHERS:
        bytes_out.append(camelup.view(table.state, viewer))
        for event in table.told:
            message = camelup.tell(event, viewer)
            if message is not None:
                bytes_out.append([message.id, dict(message.values)])
    for seat in (BOB, CEM):
        for prompt in camelup.prompts(table.state, seat):
            bytes_out.append([prompt.act, prompt.message.id, prompt.message.values, repr(prompt.ask)])
    bytes_out.append([[move.payer, move.payee, move.amount] for e in table.told for move in camelup.moves(e)])
    return json.dumps(bytes_out, default=str)


def play_with(camel: str, on: str) -> str:
    table = Played(3, TRACK)
    table.say("race_bet", "Ann", camel=camel, on=on)
    table.say("leg_bet", "Bob", camel="white").say("roll", "Cem", die="green", pips=2)
    table.say("desert", "Ann", space=12, side="oasis").say("race_bet", "Bob", on="winner")
    return seen_by_others(table)


@pytest.mark.parametrize("on", ["winner", "loser"])
def test_what_others_get_is_the_same_whichever_card_was_laid(on: str) -> None:
    assert len({play_with(camel, on) for camel in CAMELS}) == 1


def test_the_pile_that_was_chosen_is_public() -> None:
    assert play_with("blue", "winner") != play_with("blue", "loser")


def test_the_owner_sees_and_reads_the_own_card() -> None:
    table = Played(3, TRACK).say("race_bet", "Ann", camel="blue", on="winner")
    [laid, *_] = table.events
    own = camelup.tell(laid, ANN)
    assert own is not None and own.values["camel"] == "blue"
    for viewer in OTHERS:
        other = camelup.tell(laid, viewer)
        assert other is not None and "camel" not in other.values
    assert "blue" not in camelup.view(table.state, ANN)["players"]["Ann"]["race_cards"]
    assert camelup.view(table.state, BOB)["players"]["Ann"]["race_cards"] == 4


def test_a_hand_with_an_unnamed_card_is_a_number_even_to_its_owner() -> None:
    table = Played(3, TRACK).say("race_bet", "Ann", on="winner")
    assert camelup.view(table.state, ANN)["players"]["Ann"]["race_cards"] == 4


def test_arranged_piles_stay_secret() -> None:
    seen = set()
    for camel in CAMELS:
        table = Played(3, TRACK)
        table.say("arrange", "banker", set={"race_piles": {"winner": [["Ann", camel], ["Bob", "green"]]}})
        hidden = [event for event in table.events if event.secret]
        assert len(hidden) == 1
        views = [camelup.view(table.state, viewer) for viewer in (CEM, Role.BANKER, Role.TABLE)]
        told = [camelup.tell(event, viewer) for event in table.events for viewer in OTHERS]
        seen.add(json.dumps([views, [[m.id, dict(m.values)] for m in told if m is not None]]))
    assert len(seen) == 1


def test_a_refusal_to_somebody_else_says_nothing_of_the_cards() -> None:
    table = Played(3, TRACK).say("race_bet", "Ann", camel="blue", on="winner")
    for said in ({"do": "race_bet", "by": "Cem", "camel": "blue", "on": "winner"},):
        with pytest.raises(Refusal) as refused:
            table.say(**said)
        assert refused.value.code == "not_your_turn"
        assert "blue" not in json.dumps(refused.value.values)


def test_piles_lie_open_when_the_game_is_over() -> None:
    table = Played(3, TRACK).say("race_bet", "Ann", camel="orange", on="winner")
    assert not camelup.secrets_open(table.state)
    assert "race_piles" not in camelup.view(table.state, Role.TABLE)
    table.say("finish", "banker")
    assert camelup.secrets_open(table.state)
    assert camelup.view(table.state, BOB)["race_piles"] == {"winner": [["Ann", "orange"]], "loser": []}


def test_a_named_card_is_marked_as_secret_and_an_unnamed_one_is_not() -> None:
    table = Played(3, TRACK).say("race_bet", "Ann", camel="orange", on="winner")
    [laid] = [event for event in table.events if isinstance(event, RaceCardLaid)]
    assert laid.secret
    table.say("race_bet", "Bob", on="winner")
    assert not table.events[0].secret
    assert camelup.holds_secret({"do": "race_bet", "camel": "white"})
    assert not camelup.holds_secret({"do": "race_bet"})
    assert camelup.holds_secret({"do": "arrange", "set": {"race_piles": {"winner": []}}})
    assert camelup.holds_secret({"do": "arrange", "set": {"players": {"Ann": {"race_cards": []}}}})
    assert not camelup.holds_secret({"do": "arrange", "set": {"players": {"Ann": {"money": 3}}}})


def test_an_export_hides_the_card_until_the_game_is_over() -> None:
    session = Session(camelup, Setup("camelup", ("Ann", "Bob")))
    session.submit(
        {
            "do": "arrange",
            "by": "banker",
            "set": {"camels": {c: {"space": at + 2} for at, c in enumerate(CAMELS)}},
        }
    )
    session.submit({"do": "race_bet", "by": "Ann", "camel": "orange", "on": "winner"})
    assert '"race_bet"' not in export_text(session)
    assert "# hidden" in export_text(session)
    assert '"orange", "on": "winner"' in export_text(session, secret=True)
    session.submit({"do": "finish", "by": "banker"})
    assert '"orange", "on": "winner"' in export_text(session)
