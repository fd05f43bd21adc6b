"""What people are told to do with their hands."""

from __future__ import annotations

import pytest

from companion.core.message import Message
from companion.games.camelup.handwork import hand_work, leg_end_list, setup_list
from companion.games.camelup.laying import lay_out
from tests.games.camelup.play import ANN, BOB, Played


def work(table: Played) -> list[Message]:
    return list(hand_work(table.events, table.state.options))


def test_a_unit_that_lands_on_others_is_moved_on_top_with_what_it_carries() -> None:
    table = Played(2, "4:oy 6:b 10:wg").say("roll", "Ann", die="orange", pips=2)
    moved, die = work(table)
    assert moved.id == "camelup.hand.move_onto_carrying"
    assert moved.values == {
        "camel": "orange",
        "carried": ["yellow"],
        "origin": "4",
        "space": "6",
        "onto": "blue",
    }
    assert (die.id, die.values) == ("camelup.hand.die_to_tent", {"camel": "orange"})


def test_a_mirage_sends_the_unit_underneath() -> None:
    table = Played(2, "4:bw 8:y 9:g 10:o")
    table.say("arrange", "banker", set={"tiles": {"Bob": {"space": 5, "side": "mirage"}}})
    moved, _, coin = work(table.say("roll", "Ann", die="white", pips=1))
    assert moved.id == "camelup.hand.move_under"
    assert moved.values["onto"] == "blue"
    assert (coin.id, coin.values) == ("camelup.hand.coins_from_bank", {"who": BOB, "amount": 1})


def test_a_single_camel_on_an_empty_space_is_only_moved() -> None:
    moved = work(Played(2, "4:bw 8:y 9:g 10:o").say("roll", "Ann", die="orange", pips=1))[0]
    assert moved.id == "camelup.hand.move"


def test_over_the_line_no_neighbour_is_named() -> None:
    moved = work(Played(2, "4:bw 8:y 9:g 16:o").say("roll", "Ann", die="orange", pips=1))[0]
    assert moved.id == "camelup.hand.move_over_line"


def test_spaces_are_called_by_the_labels_of_the_track() -> None:
    labels = [f"S{space}" for space in range(1, 17)]
    table = Played(2, "4:bw 8:y 9:g 10:o", track_labels=labels)
    moved = work(table.say("roll", "Ann", die="orange", pips=1))[0]
    assert (moved.values["origin"], moved.values["space"]) == ("S10", "S11")


@pytest.mark.parametrize(("extra", "place"), [(True, "crate"), (False, "podium")])
def test_a_support_die_goes_to_its_place(extra: bool, place: str) -> None:
    table = Played(2, "4:bw 8:y 9:g 10:o", big_track=True, extra_action=extra)
    die = work(table.say("roll", "Ann", die="blue-support", pips=1))[1]
    assert die.id == f"camelup.hand.die_to_{place}"


def test_coins_after_a_leg_are_those_really_made_and_everything_goes_back() -> None:
    table = Played(2, "2:g 6:b 9:w 12:y 15:o")
    players = {
        "Ann": {"money": 1, "leg_bets": [{"camel": "white", "value": 5}, {"camel": "blue", "value": 5}]}
    }
    table.say("arrange", "banker", set={"pyramid": ["green"], "players": players, "turn": {"player": "Bob"}})
    told = work(table.say("roll", "Bob", die="green", pips=1))
    coins, clearing = told[2:4], told[4:]
    assert [message.id for message in clearing] == [
        message.id for message in leg_end_list(table.state.options)
    ]
    assert [(message.id, message.values["who"], message.values["amount"]) for message in coins] == [
        ("camelup.hand.coins_to_bank", ANN, 1),
        ("camelup.hand.coins_from_bank", BOB, 1),
    ]


def test_the_set_up_list_follows_the_variants() -> None:
    plain = [message.id for message in setup_list(Played(2).state)]
    assert "camelup.setup.podium" not in plain
    assert plain[0] == "camelup.setup.board"
    big = Played(6, big_track=True, photographer=True, position_bets=True, partner_bets=True).state
    full = {message.id: message.values for message in setup_list(big)}
    assert full["camelup.setup.pyramid_tiles"] == {"count": 6}
    assert {"camelup.setup.podium", "camelup.setup.photographer", "camelup.setup.partner_cards"} <= set(full)
    back = [message.id for message in setup_list(Played(2, position_bets=True).state)]
    assert "camelup.setup.extension_back" in back


def test_a_race_that_goes_on_is_laid_out_as_it_lies() -> None:
    table = Played(2, "2:gb 6:y 9:w 12:o")
    table.say("leg_bet", "Ann", camel="white").say("desert", "Bob", space=4, side="mirage")
    table.say("race_bet", "Ann", camel="blue", on="loser").say("roll", "Bob", die="white", pips=1)
    told = [(message.id.removeprefix("camelup."), dict(message.values)) for message in lay_out(table.state)]
    assert ("lay.stack", {"space": "2", "camels": ["green", "blue"]}) in told
    assert ("lay.leg_tiles", {"camel": "white", "values": "3 2"}) in told
    assert ("lay.bet", {"who": ANN, "camel": "white", "value": 5, "place": None}) in told
    assert ("hand.lay_mirage", {"who": BOB, "space": "4"}) in told
    assert ("lay.pile_loser", {"owners": [ANN]}) in told  # whose, never which
    assert ("lay.pyramid", {"dice": ["orange", "yellow", "green", "blue"]}) in told
    assert ("lay.player", {"who": BOB, "amount": 3, "pyramid": 1}) in told
    assert "start_roll" not in str(told)


def test_when_the_race_is_over_nothing_is_to_be_laid_out() -> None:
    table = Played(2, "2:g 6:b 9:w 12:y 15:o").say("finish", "banker")
    assert lay_out(table.state) == ()


def test_the_leg_end_list_follows_the_variants() -> None:
    state = Played(2, photographer=True).state
    ids = [message.id for message in leg_end_list(state.options)]
    assert "camelup.leg_end.camera" in ids
    assert "camelup.leg_end.support_dice" not in ids
