"""The pages of a row of tags and of a look round."""

from __future__ import annotations

import html

import pytest

from companion.core.game import Setup
from companion.core.tagged import Tagged
from companion.core.uid import Uid
from companion.games import GAMES
from companion.table.registry import Registered
from companion.table.table import Table
from companion.web.registering import letters
from tests.web.house import House, Phone

A, B = Uid.from_hex("0400000000000A"), Uid.from_hex("0400000000000B")
ONE, TWO, FIVE = (Registered("coins", Tagged("coin", name)) for name in ("1", "2", "5"))


@pytest.fixture
def phone(house: House, table: Table) -> Phone:
    return house.device(table, 0, banker=True)


def touch(house: House, table: Table, uid: Uid) -> None:
    house.inbox.ask(lambda: table.touch("table", uid))


def row(phone: Phone, table: Table) -> str:
    return html.unescape(phone.get(f"/t/{table.id}/tags/row/now").text)


def look(phone: Phone, table: Table) -> str:
    return html.unescape(phone.get(f"/t/{table.id}/tags/look/now").text)


def step(phone: Phone, table: Table, word: str, where: str = "row", **more: str) -> None:
    answer = phone.post(f"/t/{table.id}/tags/{where}", {"step": word, **more})
    assert answer.status_code == 303


def test_a_row_says_what_to_lay_and_how_far_it_is(house: House, table: Table, phone: Phone) -> None:
    assert "Lay the 3 that have no tag yet" in row(phone, table)
    step(phone, table, "start", kind="coin")
    assert "Coins: 0 of 3" in row(phone, table)
    assert "Then The 2-coin and The 5-coin" in row(phone, table)
    touch(house, table, A)
    assert "Coins: 1 of 3" in row(phone, table)
    assert '<p class="row-coming">The 2-coin</p>' in row(phone, table)
    step(phone, table, "pass")
    touch(house, table, B)
    assert "Passed over: The 2-coin" in row(phone, table)
    assert table.registry.all() == {A: ONE, B: FIVE}
    step(phone, table, "end")
    assert "Lay the 1 that has no tag yet" in row(phone, table)
    assert "Lay all 3 anew" in row(phone, table)


def test_a_double_tag_and_a_strange_one_are_named_on_the_page(
    house: House, table: Table, phone: Phone
) -> None:
    table.registry.register(B, Registered("camelup", Tagged("leg_tile", "white 5")))
    step(phone, table, "start", kind="coin")
    touch(house, table, A)
    touch(house, table, A)
    assert "This tag is The 1-coin already" in row(phone, table)
    assert "from now on" not in row(phone, table)
    touch(house, table, B)
    assert "This tag belongs to another game so far (Camel Up): white 5." in row(phone, table)
    assert "It is The 2-coin from now on" in row(phone, table)
    step(phone, table, "take")
    assert table.registry.find(B) == TWO
    assert "Undo The 2-coin" in row(phone, table)
    step(phone, table, "back")
    assert table.registry.find(B) == Registered("camelup", Tagged("leg_tile", "white 5"))


def test_a_look_round_names_a_card_and_wrong_swaps_it(house: House, table: Table, phone: Phone) -> None:
    table.registry.register(A, FIVE)
    table.registry.register(B, TWO)
    step(phone, table, "start", "look")
    assert "Lay a card" in look(phone, table)
    touch(house, table, A)
    assert '<p class="look-name huge" aria-live="polite">The 5-coin</p>' in look(phone, table)
    step(phone, table, "wrong", "look", kind="coin", name="2")
    assert '<p class="look-name huge" aria-live="polite">The 2-coin</p>' in look(phone, table)
    assert table.registry.all() == {A: TWO, B: FIVE}
    touch(house, table, Uid.from_hex("08112233"))
    assert "A phone or a bank card" in look(phone, table)
    step(phone, table, "end", "look")
    assert not table.tagging.holds_touches


@pytest.mark.parametrize(
    ("name", "size"),
    [("white 5", "huge"), ("Mediterranean Avenue", "large"), ("Oldest-Friendships 2", "small")],
)
def test_a_name_is_as_large_as_its_longest_word_allows(name: str, size: str) -> None:
    assert letters(name) == size


def test_screens_say_that_tags_are_not_played_now(house: House, table: Table, phone: Phone) -> None:
    board = f"/t/{table.id}/board"
    assert "nothing is played" not in phone.get(board).text
    step(phone, table, "start", kind="coin")
    assert f"/t/{table.id}/tags/row" in phone.get(board).text
    step(phone, table, "start", "look")
    assert f"/t/{table.id}/tags/look" in phone.get(board).text


@pytest.mark.parametrize(
    ("where", "body"),
    [
        ("row", {}),
        ("row", {"step": "start"}),
        ("row", {"step": "start", "kind": "deed"}),
        ("look", {"step": "take"}),
        ("look", {"step": "wrong", "kind": "coin", "name": "7"}),
    ],
)
def test_a_bad_step_names_its_field_and_changes_nothing(
    table: Table, phone: Phone, where: str, body: dict[str, str]
) -> None:
    answer = phone.post(f"/t/{table.id}/tags/{where}", json=body)
    assert (answer.status_code, answer.json["refused"]) == (400, "bad_request")
    assert answer.json["values"]["field"]
    assert table.tagging.mode is None


@pytest.mark.parametrize("step", ["take", "pass", "back"])
def test_a_step_without_a_row_says_that_nothing_is_open(table: Table, phone: Phone, step: str) -> None:
    answer = phone.post(f"/t/{table.id}/tags/row", json={"step": step})
    assert (answer.status_code, answer.json["refused"]) == (409, "nothing_open")


@pytest.mark.parametrize("where", ["row", "look"])
def test_somebody_without_a_place_changes_nothing(house: House, table: Table, where: str) -> None:
    answer = house.device().post(f"/t/{table.id}/tags/{where}", json={"step": "start", "kind": "coin"})
    assert answer.status_code == 403
    assert table.tagging.mode is None


@pytest.mark.parametrize(("game", "kind", "count"), [("monopoly", "deed", 28), ("camelup", "leg_tile", 15)])
def test_a_whole_set_of_a_box_is_laid_in_a_row(
    house: House, caplog: pytest.LogCaptureFixture, game: str, kind: str, count: int
) -> None:
    house.hall.games = {**GAMES}
    table = house.inbox.ask(lambda: house.hall.start(Setup(game, ("Ann", "Bob", "Cem"))))
    phone = house.device(table, 0)
    step(phone, table, "start", kind=kind)
    for number in range(count):
        touch(house, table, Uid(number.to_bytes(7, "big")))
        assert f": {number + 1} of {count}" in row(phone, table)
    assert "The row is done." in row(phone, table)
    assert len(table.registry.all()) == count
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
