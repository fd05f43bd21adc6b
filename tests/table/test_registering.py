"""Whole sets in a row: the order, double and foreign tags, undo; and the look round."""

from __future__ import annotations

import pytest

from companion.core.refusal import Refusal
from companion.core.tagged import Tagged
from companion.core.uid import Uid
from companion.table.bus import Notice, Signal
from companion.table.outcome import Done
from companion.table.registering import LookRound, SetRow, Stop
from companion.table.registry import ANY_GAME, Registered, Registry
from companion.table.tagging import IDLE_S
from tests.table.conftest import Stand

ONE, TWO, FIVE = (Registered("coins", Tagged("coin", name)) for name in ("1", "2", "5"))
CAMEL = Registered("camelup", Tagged("leg_tile", "white 5"))
A, B, C = (Uid.from_hex(f"0400000000000{digit}") for digit in "ABC")
PHONE = Uid.from_hex("08112233")


def lay(stand: Stand, *uids: Uid) -> SetRow:
    """Lay tags in the row that is open."""
    for uid in uids:
        assert stand.table.touch("table", uid) is None
    row = stand.table.tagging.row
    assert row is not None
    return row


def begin(stand: Stand, anew: bool = False) -> None:
    stand.table.tagging.lay_row("coin", anew)


def why(row: SetRow) -> Stop | None:
    return row.stopped.why if row.stopped is not None else None


def last_notice(stand: Stand) -> Notice:
    return next(heard for heard in reversed(stand.heard) if isinstance(heard, Notice))


def test_a_set_is_laid_in_the_order_of_the_box(stand: Stand) -> None:
    begin(stand)
    row = lay(stand, A, B)
    assert (row.coming, len(row.laid), len(row.pieces)) == (FIVE, 2, 3)
    assert stand.table.registry.all() == {A: ONE, B: TWO}
    row = lay(stand, C)
    assert row.coming is None
    assert stand.journal == []


def test_a_row_that_is_done_keeps_no_touch_from_the_game(stand: Stand) -> None:
    begin(stand)
    lay(stand, A, B, C)
    stand.table.touch("table", C)
    assert stand.table.waiting is not None


def test_a_row_is_of_what_has_no_tag_yet_unless_it_is_laid_anew(stand: Stand) -> None:
    stand.table.registry.register(A, TWO)
    begin(stand)
    assert stand.table.tagging.row == SetRow("coin", (ONE, FIVE))
    begin(stand, anew=True)
    assert stand.table.tagging.row == SetRow("coin", (ONE, TWO, FIVE))


def test_player_cards_of_a_row_serve_at_every_table(stand: Stand) -> None:
    stand.table.tagging.lay_row("player_card", anew=False)
    stand.table.touch("table", A)
    assert stand.table.registry.find(A) == Registered(ANY_GAME, Tagged("player_card", "1"))


def test_a_kind_that_the_box_has_not_is_named(stand: Stand) -> None:
    with pytest.raises(Refusal) as refused:
        stand.table.tagging.lay_row("deed", anew=False)
    assert (refused.value.values["field"], refused.value.values["found"]) == ("kind", "deed")


def test_the_same_tag_twice_is_named_and_the_row_waits(stand: Stand) -> None:
    begin(stand)
    row = lay(stand, A, A)
    assert (why(row), row.coming) == (Stop.TWICE, TWO)
    assert row.stopped is not None and row.stopped.stands_for == ONE
    with pytest.raises(Refusal, match="nothing_open"):
        stand.table.tagging.take_stopped()
    told = last_notice(stand)
    assert told.signal is Signal.REFUSED and told.message is not None
    assert told.message.id == "scan.stopped.twice"
    row = lay(stand, B)
    assert (why(row), row.coming) == (None, FIVE)


def test_a_tag_that_stands_for_another_piece_counts_only_when_people_say_so(stand: Stand) -> None:
    stand.table.registry.register(A, FIVE)
    begin(stand, anew=True)
    row = lay(stand, A)
    assert (why(row), row.coming) == (Stop.STANDS_FOR, ONE)
    assert stand.table.registry.all() == {A: FIVE}
    stand.table.tagging.take_stopped()
    assert stand.table.registry.all() == {A: ONE}
    stand.table.tagging.take_back()
    assert stand.table.registry.all() == {A: FIVE}


def test_a_tag_of_another_game_is_named(stand: Stand) -> None:
    stand.table.registry.register(A, CAMEL)
    begin(stand)
    row = lay(stand, A)
    assert why(row) is Stop.OTHER_GAME
    assert last_notice(stand).message is not None
    assert stand.table.registry.find(A) == CAMEL


def test_a_phone_is_not_taken_into_a_row(stand: Stand) -> None:
    begin(stand)
    row = lay(stand, PHONE)
    assert (why(row), row.coming) == (Stop.RANDOM, ONE)
    assert stand.table.registry.all() == {}


def test_undo_gives_each_tag_back_what_it_stood_for(stand: Stand) -> None:
    stand.table.registry.register(A, TWO)
    stand.table.registry.register(B, ONE)
    before = stand.table.registry.all()
    begin(stand, anew=True)
    lay(stand, A)
    stand.table.tagging.take_stopped()
    assert stand.table.registry.all() == {A: ONE}
    stand.table.tagging.take_back()
    assert stand.table.registry.all() == before
    with pytest.raises(Refusal, match="nothing_open"):
        stand.table.tagging.take_back()


def test_undo_leaves_a_tag_that_was_registered_otherwise_since(stand: Stand) -> None:
    begin(stand)
    lay(stand, A)
    stand.table.registry.register(A, FIVE)
    stand.table.tagging.take_back()
    assert stand.table.registry.all() == {A: FIVE}


def test_a_piece_without_a_tag_is_passed_over_and_taken_up_again(stand: Stand) -> None:
    begin(stand)
    stand.table.tagging.pass_over()
    row = lay(stand, A)
    assert stand.table.registry.all() == {A: TWO}
    assert row.passed_over == (ONE,)
    stand.table.tagging.take_back()
    stand.table.tagging.take_back()
    assert lay(stand, A).coming == TWO
    assert stand.table.registry.all() == {A: ONE}


def test_nothing_of_a_row_counts_when_it_cannot_be_saved(stand: Stand) -> None:
    def full(known: object) -> None:
        raise OSError("full")

    begin(stand)
    stand.table.registry = Registry({}, full)
    with pytest.raises(OSError, match="full"):
        stand.table.touch("table", A)
    row = stand.table.tagging.row
    assert row is not None and row.coming == ONE


def test_a_row_that_everybody_forgot_lets_the_table_play_on(stand: Stand) -> None:
    begin(stand)
    stand.clock.seconds += IDLE_S - 1
    lay(stand, A)
    stand.clock.seconds += IDLE_S - 1
    stand.table.tick()
    assert stand.table.tagging.holds_touches
    stand.clock.seconds += 1
    stand.table.tick()
    assert stand.table.tagging.mode is None


def test_a_look_round_names_every_card_and_plays_none(stand: Stand) -> None:
    stand.table.registry.register(A, FIVE)
    stand.table.tagging.turn_to(LookRound())
    stand.table.touch("table", A)
    assert stand.table.tagging.looking == LookRound(A, FIVE)
    stand.table.touch("table", B)
    assert stand.table.tagging.looking == LookRound(B, None)
    assert last_notice(stand).signal is Signal.UNKNOWN
    assert stand.table.waiting is None and stand.journal == []


def test_wrong_in_a_look_round_swaps_two_tags_that_were_mixed_up(stand: Stand) -> None:
    stand.table.registry.register(A, FIVE)
    stand.table.registry.register(B, TWO)
    stand.table.tagging.turn_to(LookRound())
    stand.table.touch("table", A)
    stand.table.tagging.swap(TWO)
    assert stand.table.registry.all() == {A: TWO, B: FIVE}
    assert stand.table.tagging.looking == LookRound(A, TWO)


def test_wrong_gives_an_unknown_tag_the_piece_and_a_phone_none(stand: Stand) -> None:
    stand.table.registry.register(A, FIVE)
    stand.table.tagging.turn_to(LookRound())
    with pytest.raises(Refusal, match="nothing_open"):
        stand.table.tagging.swap(FIVE)
    stand.table.touch("table", B)
    stand.table.tagging.swap(FIVE)
    assert stand.table.registry.all() == {B: FIVE}
    stand.table.touch("table", PHONE)
    with pytest.raises(Refusal, match="bad_request"):
        stand.table.tagging.swap(TWO)
    assert stand.table.registry.all() == {B: FIVE}


def test_a_lost_card_is_replaced_and_keeps_its_history(stand: Stand) -> None:
    card = Registered(ANY_GAME, Tagged("player_card", "2"))
    stand.table.registry.register(A, FIVE)
    stand.table.registry.register(B, card)
    stand.table.touch("table", A)
    stand.table.touch("table", B)
    stand.table.tagging.turn_to(FIVE)
    stand.table.touch("table", C)
    told = last_notice(stand).message
    assert told is not None and (told.id, told.values["uid"]) == ("scan.replaced", str(A))
    assert stand.cash("Bob") == 25 and stand.journal[0].scan == ("table", str(B))
    stand.table.touch("table", C)
    assert isinstance(stand.table.touch("table", B), Done)
    assert stand.cash("Bob") == 30
