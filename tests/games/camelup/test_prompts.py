"""Buttons, throws and scans: what a phone offers can be done."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.currency import Currency
from companion.core.game import Chance
from companion.core.message import Prompt, Question, say
from companion.core.refusal import Refusal
from companion.core.seats import Seats
from companion.core.tagged import Tagged
from companion.games import camelup
from companion.games.camelup.commands import CopyTile, read_tile
from companion.games.camelup.pieces import CAMELS
from tests.games.camelup.play import ANN, BOB, CEM, Played

TRACK = "3:g 4:bw 6:y 8:o"


def offered(table: Played, seat: Any, do: str) -> list[Prompt]:
    return [prompt for prompt in camelup.prompts(table.state, seat) if prompt.act["do"] == do]


def choices(prompt: Prompt, field: str) -> list[object]:
    [ask] = [ask for ask in prompt.ask if ask.field == field]
    return [value for value, _ in ask.choices]


def test_a_leg_bet_and_a_roll_are_one_tap_each() -> None:
    table = Played(2, TRACK)
    bets = offered(table, ANN, "leg_bet")
    assert [prompt.act["camel"] for prompt in bets] == list(CAMELS)
    assert all(prompt.ask == () and prompt.waits for prompt in bets)
    rolls = offered(table, ANN, "roll")
    assert [(prompt.act["die"], prompt.act["pips"]) for prompt in rolls] == [
        (camel, pips) for camel in CAMELS for pips in (1, 2, 3)
    ]
    assert all(prompt.ask == () for prompt in rolls)


def test_only_the_seat_whose_turn_it_is_gets_actions() -> None:
    table = Played(2, TRACK)
    assert camelup.prompts(table.state, BOB) == ()


def test_support_dice_offer_their_own_faces() -> None:
    table = Played(2, TRACK, big_track=True, support_faces=[1, 3])
    rolls = [prompt.act for prompt in offered(table, ANN, "roll") if prompt.act["die"] == "green-support"]
    assert [act["pips"] for act in rolls] == [1, 3]


def test_desert_and_camera_offer_legal_spaces_only() -> None:
    table = Played(2, TRACK, photographer=True)
    table.say("arrange", "banker", set={"tiles": {"Bob": {"space": 10, "side": "oasis"}}})
    [desert] = offered(table, ANN, "desert")
    assert choices(desert, "space") == [2, 5, 7, 12, 13, 14, 15, 16]
    [camera] = offered(table, ANN, "photographer")
    assert choices(camera, "space") == [1, 2, 5, 7, 9, 11, 12, 13, 14, 15, 16]
    table.say("photographer", "Ann", space=9)
    assert offered(table, BOB, "photographer") == []


def test_race_cards_on_offer_are_those_in_the_hand() -> None:
    table = (
        Played(2, TRACK).say("race_bet", "Ann", camel="blue", on="winner").say("leg_bet", "Bob", camel="blue")
    )
    winner, loser = offered(table, ANN, "race_bet")
    assert choices(winner, "camel") == choices(loser, "camel") == ["white", "orange", "yellow", "green"]


def test_the_starting_roll_asks_for_the_place_in_a_stack() -> None:
    table = Played(2).say("place", "Ann", camel="white", space=1)
    acts = [prompt.act for prompt in offered(table, ANN, "place") if prompt.act["camel"] == "blue"]
    assert [(act["space"], act.get("on_top")) for act in acts] == [
        (1, True),
        (1, False),
        (2, None),
        (3, None),
    ]
    assert offered(table, BOB, "place") == []


def test_after_the_action_come_the_end_of_the_turn_and_the_dice_that_may_be_added() -> None:
    table = Played(2, "2:g 4:w 6:b 8:o 12:y", big_track=True, extra_action=True)
    table.say("roll", "Ann", die="white", pips=1)
    assert camelup.prompts(table.state, ANN)[0].act["do"] == "end_turn"
    added = [prompt.act["camel"] for prompt in offered(table, ANN, "add_support_die")]
    assert added == ["white", "orange", "blue"]  # green's is inside, yellow leads


def test_partners_and_position_tiles_on_offer() -> None:
    table = Played(6, TRACK, partner_bets=True, position_bets=True)
    table.say("partner", "Ann", with_="Bob").say("leg_bet", "Bob", camel="white")
    [partner] = offered(table, CEM, "partner")
    assert choices(partner, "with") == ["Dia", "Eva", "Fay"]
    [stack] = offered(table, CEM, "position_bet")
    assert choices(stack, "place") == [2, 3, 4, 5]
    table.stand(TRACK, turn={"player": "Bob"})
    mine, _ = offered(table, BOB, "position_bet")
    assert mine.act == {"do": "position_bet", "from": "mine", "camel": "white", "value": 5}


def test_every_prompt_to_copy_can_be_sent() -> None:
    table = Played(6, "2:g 6:b 9:w 12:y 15:o", partner_bets=True, position_bets=True)
    bets = [{"camel": "orange", "value": 5}, {"camel": "white", "value": 2, "place": 3}]
    players = {"Ann": {"leg_bets": bets, "pyramid_tiles": 1, "partner": "Bob"}}
    table.say("arrange", "banker", set={"pyramid": ["green"], "players": players, "turn": {"player": "Cem"}})
    table.say("roll", "Cem", die="green", pips=1)
    waiting = offered(table, BOB, "copy")
    assert [prompt.message.values.get("reward") for prompt in waiting] == [5, 3, 1, None]
    for prompt in waiting:
        camelup.decide(table.state, CopyTile(BOB, _tile(prompt)))


def _tile(prompt: Prompt) -> Any:
    return read_tile(prompt.act["tile"], "tile", Seats.of(()))


def test_cards_to_turn_over_are_asked_for_with_their_owners() -> None:
    table = Played(2, "2:g 6:b 9:w 12:y 16:o").say("race_bet", "Ann", on="winner")
    table.say("race_bet", "Bob", camel="blue", on="winner").say("roll", "Ann", die="orange", pips=1)
    [reveal] = offered(table, BOB, "reveal")
    assert reveal.message.values == {"owners": [ANN]}
    assert (reveal.ask[0].kind, reveal.ask[0].least, reveal.ask[0].most) == ("choices", 1, 1)


def test_a_request_for_money_waits_for_its_payer() -> None:
    table = Played(2, TRACK).say("request", "Ann", from_="Bob", amount=2)
    pay, decline = camelup.prompts(table.state, BOB)
    assert (pay.act["do"], pay.pays, pay.waits) == ("accept", 2, True)
    assert decline.act["do"] == "reject"
    assert offered(table, ANN, "reject")[0].waits is False


# Throws


def test_the_bag_holds_the_dice_that_are_inside() -> None:
    table = Played(2, TRACK)
    table.say("arrange", "banker", set={"pyramid": ["white", "blue"]})
    due = camelup.chance(table.state, ANN)
    assert due == Chance("roll", dice="wb:3")
    assert camelup.chance(table.state, BOB) is None
    assert camelup.chance_act(table.state, ANN, due, ("b", 3)) == {
        "do": "roll",
        "by": "Ann",
        "die": "blue",
        "pips": 3,
    }


@pytest.mark.parametrize(
    ("letter", "shown", "die", "pips"),
    [("w", 1, "white", 1), ("w", 2, "white", 1), ("w", 5, "white", 3), ("w", 6, "white", 3)]
    + [("G", side, "green-support", 1) for side in (1, 2, 3)]
    + [("G", side, "green-support", 3) for side in (4, 5, 6)],
)
def test_with_a_support_die_every_die_has_six_sides(letter: str, shown: int, die: str, pips: int) -> None:
    table = Played(2, TRACK, big_track=True, support_faces=[1, 3])
    due = camelup.chance(table.state, ANN)
    assert due == Chance("roll", dice="woygbG:6")
    act = camelup.chance_act(table.state, ANN, due, (letter, shown))
    assert (act["die"], act["pips"]) == (die, pips)
    table.say("roll", "Ann", die=act["die"], pips=act["pips"])


def test_the_starting_roll_draws_the_camels_that_are_not_placed_yet() -> None:
    table = Played(2).say("place", "Ann", camel="orange", space=2)
    due = camelup.chance(table.state, ANN)
    assert due == Chance("place", dice="wygb:3")
    assert camelup.chance_act(table.state, ANN, due, ("y", 2)) == {
        "do": "place",
        "by": "Ann",
        "camel": "yellow",
        "space": 2,
    }


def test_no_throw_is_due_after_the_action_or_while_partners_copy() -> None:
    table = Played(2, TRACK, big_track=True, extra_action=True).say("leg_bet", "Ann", camel="blue")
    assert camelup.chance(table.state, ANN) is None
    assert camelup.turn(table.state) == ANN
    table.say("finish", "banker")
    assert camelup.turn(table.state) is None


# Scans

WHITE_5 = Tagged("leg_tile", "white 5")


def scan(table: Played, tagged: Tagged, pending: Question | None = None) -> Any:
    return camelup.read_scan(table.state, pending, tagged, "table")


def test_a_leg_tile_asks_for_the_player_whose_turn_it_is() -> None:
    question = scan(Played(2, TRACK), WHITE_5)
    assert question.ok == 0
    assert question.answers[0].act == {"do": "leg_bet", "by": "Ann", "camel": "white"}


@pytest.mark.parametrize("tile_first", [True, False])
def test_a_leg_tile_and_a_player_card_make_a_bet_in_either_order(tile_first: bool) -> None:
    table = Played(2, TRACK)
    card = Tagged("player_card", "2")
    first, second = (WHITE_5, card) if tile_first else (card, WHITE_5)
    assert scan(table, second, scan(table, first)) == {"do": "leg_bet", "by": "Bob", "camel": "white"}


def test_a_leg_tile_that_is_not_on_top_is_refused_and_a_taken_one_names_its_owner() -> None:
    table = Played(2, TRACK)
    with pytest.raises(Refusal, match="no_tile_left"):
        scan(table, Tagged("leg_tile", "white 3"))
    table.say("leg_bet", "Ann", camel="white")
    question = scan(table, WHITE_5)
    assert (question.message.id, question.answers) == ("camelup.scan.tile_of", ())


def test_a_player_card_alone_is_a_look_up_and_ends_a_finished_turn() -> None:
    table = Played(2, TRACK, big_track=True, extra_action=True)
    question = scan(table, Tagged("player_card", "1"))
    assert (question.message.values["amount"], question.answers) == (3, ())
    table.say("leg_bet", "Ann", camel="blue")
    question = scan(table, Tagged("player_card", "1"))
    assert question.answers[question.ok].act == {"do": "end_turn", "by": "Ann"}


def test_a_player_card_copies_the_best_tile() -> None:
    table = Played(6, "2:g 6:b 9:w 12:y 15:o", partner_bets=True)
    players = {"Ann": {"pyramid_tiles": 1, "partner": "Bob"}}
    table.say("arrange", "banker", set={"pyramid": ["green"], "players": players, "turn": {"player": "Cem"}})
    table.say("roll", "Cem", die="green", pips=1)
    question = scan(table, Tagged("player_card", "2"))
    assert question.answers[question.ok].act == {"do": "copy", "by": "Bob"}


@pytest.mark.parametrize(
    "tagged",
    [
        Tagged("deed", "orange1"),
        Tagged("leg_tile", "purple 5"),
        Tagged("leg_tile", "white 4"),
        Tagged("player_card", "9"),
        Tagged("player_card", "x"),
    ],
)
def test_pieces_of_elsewhere_are_unknown(tagged: Tagged) -> None:
    with pytest.raises(Refusal, match="unknown_tag"):
        scan(Played(2, TRACK), tagged)


def test_every_piece_of_the_box_has_a_name_and_can_be_scanned() -> None:
    table = Played(2, TRACK)
    pieces = camelup.pieces(table.state)
    assert len(pieces) == len(set(pieces)) == 8 + 15
    big = camelup.pieces(Played(2, TRACK, big_track=True).state)
    assert len(big) == len(set(big)) == 10 + 20
    assert camelup.piece_name(table.state, Tagged("leg_tile", "white 2b")) == say(
        "camelup.leg_tile", camel="white", value="2"
    )
    assert camelup.piece_name(table.state, Tagged("camel", "blue")) == "blue"
    assert camelup.piece_name(table.state, Tagged("die", "blue-support")) == "blue support"
    assert camelup.piece_name(table.state, Tagged("player_card", "3")) == say(
        "player_card.numbered", number="3"
    )


def test_an_unknown_tag_is_likely_a_leg_tile_on_top() -> None:
    table = Played(2, TRACK).say("leg_bet", "Ann", camel="white")
    assert camelup.guess(table.state)[:2] == (Tagged("leg_tile", "white 3"), Tagged("leg_tile", "orange 5"))
    assert camelup.guess(Played(2).state) == ()


def test_money_is_egyptian_pounds() -> None:
    assert camelup.money(Played(2).state) == Currency("EP", "after")
