"""What a touch does: asks, answers, pays, is unknown, is not what it was taken for."""

from __future__ import annotations

import pytest

from companion.core.refusal import Refusal
from companion.core.seats import Seat
from companion.core.tagged import Tagged
from companion.core.uid import Uid
from companion.table.authority import HOST, Rights
from companion.table.bus import Notice, Signal
from companion.table.outcome import Done, Refused
from companion.table.registry import ANY_GAME, Registered
from tests.table.conftest import Stand

COIN = Uid.from_hex("04A3C6CAE26180")
CARD = Uid.from_hex("DEADBEEF")
STRANGER = Uid.from_hex("01020304")


@pytest.fixture(autouse=True)
def registered(stand: Stand) -> None:
    stand.table.register(COIN, Registered("coins", Tagged("coin", "5")))
    stand.table.register(CARD, Registered(ANY_GAME, Tagged("player_card", "2")))
    stand.heard.clear()


def signals(stand: Stand) -> list[Signal]:
    return [heard.signal for heard in stand.heard if isinstance(heard, Notice)]


def test_a_piece_alone_asks_and_moves_no_money(stand: Stand) -> None:
    assert stand.table.touch("table", COIN) is None
    assert stand.table.waiting is not None
    assert stand.table.waiting.question.message.id == "coins.who_takes"
    assert stand.journal == []


def test_a_player_card_answers_and_the_journal_keeps_the_touch(stand: Stand) -> None:
    stand.table.touch("table", COIN)
    outcome = stand.table.touch("table", CARD)
    assert isinstance(outcome, Done)
    assert outcome.entry.said == {"do": "take", "by": "Bob", "amount": 5}
    assert outcome.entry.scan == ("table", "DEADBEEF")
    assert stand.table.waiting is None
    assert signals(stand) == [Signal.DONE]


def test_an_unanswered_question_goes_after_15_seconds(stand: Stand) -> None:
    stand.table.touch("table", COIN)
    stand.clock.seconds += 14.9
    stand.table.tick()
    assert stand.table.waiting is not None
    stand.clock.seconds += 0.2
    stand.table.tick()
    assert stand.table.waiting is None
    assert stand.journal == []


def test_a_tap_on_a_name_answers_from_the_table_screen(stand: Stand) -> None:
    stand.table.touch("table", COIN)
    assert stand.table.waiting is not None
    outcome = stand.table.answer(stand.table.waiting.serial, 2, Rights(table=True))
    assert isinstance(outcome, Done)
    assert stand.cash("Cem") == 25


def test_a_phone_answers_for_its_own_seat_only(stand: Stand) -> None:
    stand.table.touch("table", COIN)
    assert stand.table.waiting is not None
    serial = stand.table.waiting.serial
    refused = stand.table.answer(serial, 2, Rights(seats=frozenset({Seat(0)})))
    assert isinstance(refused, Refused)
    assert refused.code == "wrong_seat"
    assert isinstance(stand.table.answer(serial, 0, Rights(seats=frozenset({Seat(0)}))), Done)


def test_an_answer_to_an_old_question_is_stale(stand: Stand) -> None:
    stand.table.touch("table", COIN)
    assert stand.table.waiting is not None
    old = stand.table.waiting.serial
    stand.table.touch("table", COIN)
    outcome = stand.table.answer(old, 0, HOST)
    assert isinstance(outcome, Refused)
    assert outcome.code == "stale"


def test_an_unknown_tag_is_guessed_and_may_be_registered(stand: Stand) -> None:
    outcome = stand.table.touch("table", STRANGER)
    assert isinstance(outcome, Refused)
    assert outcome.code == "unknown_tag"
    assert stand.table.last_touch is not None
    assert stand.table.last_touch.guesses == (Tagged("coin", "5"),)
    stand.table.register(STRANGER, Registered("coins", Tagged("coin", "5")))
    assert stand.table.touch("table", STRANGER) is None
    assert stand.table.touch("table", COIN) is not None  # the old tag of that coin was replaced


def test_this_is_not_x_undoes_registers_anew_and_does_it_again(stand: Stand) -> None:
    stand.table.touch("table", COIN)
    stand.table.touch("table", CARD)
    assert stand.cash("Bob") == 25
    stand.table.touch("table", COIN)
    assert stand.table.waiting is not None
    stand.table.answer(stand.table.waiting.serial, 0)
    assert stand.cash("Ann") == 25
    stand.table.mend_touch(Registered("coins", Tagged("coin", "2")))
    assert stand.cash("Ann") == 20
    assert stand.table.waiting is not None
    assert stand.table.waiting.question.message.values == {"amount": 2}


def test_this_is_not_x_after_something_else_is_refused_and_changes_nothing(stand: Stand) -> None:
    stand.table.touch("table", COIN)
    stand.table.touch("table", CARD)
    stand.say("take", "Ann", amount=1)
    with pytest.raises(Refusal, match="stale"):
        stand.table.mend_touch(Registered("coins", Tagged("coin", "2")))
    assert stand.cash("Bob") == 25


def test_the_next_tag_is_registered_as_what_was_tapped(stand: Stand) -> None:
    stand.table.tagging.turn_to(Registered("coins", Tagged("coin", "1")))
    assert stand.table.touch("table", STRANGER) is None
    known = stand.table.registry.find(STRANGER)
    assert known == Registered("coins", Tagged("coin", "1"))
    assert stand.table.tagging.expecting is None


def test_a_phones_random_number_is_refused_at_registration(stand: Stand) -> None:
    with pytest.raises(Refusal, match="bad_request"):
        stand.table.register(Uid.from_hex("08112233"), Registered("coins", Tagged("coin", "1")))


def test_a_piece_that_the_game_has_not_is_refused_at_registration(stand: Stand) -> None:
    with pytest.raises(Refusal, match="bad_request"):
        stand.table.register(STRANGER, Registered("coins", Tagged("coin", "7")))


def test_another_games_piece_is_named_and_does_nothing(stand: Stand) -> None:
    stand.table.registry.register(STRANGER, Registered("camelup", Tagged("leg_tile", "white 5")))
    assert stand.table.touch("table", STRANGER) is None
    assert signals(stand) == [Signal.UNKNOWN]
    assert stand.journal == []


def test_the_panels_undo_takes_back_a_touch_but_not_a_phones_act(stand: Stand) -> None:
    stand.table.touch("table", COIN)
    stand.table.touch("table", CARD)
    assert isinstance(stand.say("undo", "table"), Done)
    stand.say("take", "Ann", amount=1)
    assert stand.say("undo", "table").code == "not_banker"


def test_a_scan_that_is_posted_means_the_same_as_one_that_is_read(stand: Stand) -> None:
    stand.table.submit({"do": "scan", "by": "table", "reader": "table", "uid": "04:A3:C6:CA:E2:61:80"})
    assert stand.table.waiting is not None


def test_a_posted_scan_is_the_table_screens_to_say(stand: Stand) -> None:
    said = {"do": "scan", "by": "table", "reader": "table", "uid": str(COIN)}
    for rights in (Rights(), Rights(seats=frozenset({Seat(0)}))):
        refused = stand.table.submit(said, rights)
        assert isinstance(refused, Refused)
        assert refused.code == "wrong_seat"
    assert stand.table.waiting is None
    stand.table.submit(said, Rights(table=True))
    assert stand.table.waiting is not None


def test_a_posted_scan_with_a_known_id_does_nothing_again(stand: Stand) -> None:
    deed = {"do": "scan", "by": "table", "reader": "table", "uid": str(COIN), "id": "s1"}
    card = {"do": "scan", "by": "table", "reader": "table", "uid": str(CARD), "id": "s2"}
    for said in (deed, card, deed, card):
        stand.table.submit(said)
    assert stand.cash("Bob") == 25


def test_a_scan_with_an_unknown_field_is_named(stand: Stand) -> None:
    refused = stand.say("scan", "table", reader="table", uid=str(COIN), colour="red")
    assert (refused.code, refused.values["field"]) == ("bad_request", "colour")


def test_a_tag_that_cannot_be_registered_undoes_nothing(stand: Stand) -> None:
    stand.table.touch("table", COIN)
    stand.table.touch("table", CARD)
    with pytest.raises(Refusal, match="bad_request"):
        stand.table.mend_touch(Registered("coins", Tagged("coin", "7")))
    assert stand.cash("Bob") == 25


def test_another_seats_device_helps_whose_turn_it_is_and_is_named(stand: Stand) -> None:
    bob = Rights(seats=frozenset({Seat(1)}))
    done = stand.table.submit({"do": "toss", "by": "Ann", "dice": [3]}, bob)
    assert isinstance(done, Done)
    assert (done.entry.by, done.entry.entered_by) == (Seat(0), Seat(1))
    assert done.entry.said == {"do": "toss", "by": "Bob", "for": "Ann", "dice": [3]}


def test_the_next_seats_device_ends_a_forgotten_turn_and_no_others(stand: Stand) -> None:
    stand.say("toss", "Ann", dice=[3])
    cem = stand.table.submit({"do": "end_turn", "by": "Ann"}, Rights(seats=frozenset({Seat(2)})))
    assert isinstance(cem, Refused)
    done = stand.table.submit({"do": "end_turn", "by": "Ann"}, Rights(seats=frozenset({Seat(1)})))
    assert isinstance(done, Done)
    assert done.entry.entered_by == Seat(1)


def test_nobody_helps_out_of_turn_or_with_what_is_not_to_be_helped_with(stand: Stand) -> None:
    bob = Rights(seats=frozenset({Seat(1)}))
    for said in (
        {"do": "toss", "by": "Cem", "dice": [3]},
        {"do": "take", "by": "Ann", "amount": 1},
        {"do": "toss", "by": "Bob", "for": "Cem", "dice": [3]},
        {"do": "take", "by": "Bob", "for": "Ann", "amount": 1},
    ):
        assert isinstance(stand.table.submit(said, bob), Refused)
    assert stand.journal == []


def test_a_throw_in_the_tables_name_is_whose_turn_it_is(stand: Stand) -> None:
    done = stand.say("toss", "table", dice=[3])
    assert isinstance(done, Done)
    assert done.entry.by == Seat(0)
    assert stand.cash("Ann") == 23
