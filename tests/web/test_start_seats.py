"""Seats in order without a script, each player's own mark, and a double tap that begins one game."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping

import pytest

from companion.games import GAMES
from companion.table.table import Table
from companion.web.marks import SHAPES, assign_pieces
from companion.web.text import Words
from tests.web.house import House, Phone
from tests.web.plain_form import PlainForm


@pytest.fixture
def boxes(house: House) -> House:
    """A companion with every box of the house, where Ann, Bob and Cem played last."""
    house.hall.games = {**GAMES, **house.hall.games}
    house.notes.put("names", ["Ann", "Bob", "Cem"])
    return house


def opened(phone: Phone, game: str = "coins") -> PlainForm:
    return PlainForm(phone.get(f"/new?game={game}").text, "new-game")


def pressed(phone: Phone, form: PlainForm, button: str, value: str) -> PlainForm:
    """The page after one tap that only changes the form."""
    return shown(phone, form.sent(button, value))


def shown(phone: Phone, sent: Mapping[str, object]) -> PlainForm:
    """The form after one that was sent; it may be reloaded."""
    answer = phone.post("/new", sent)
    assert answer.status_code == 303 and answer.location.startswith("/new?draft=")
    return PlainForm(phone.get(answer.location).text, "new-game")


def names(form: PlainForm) -> list[str]:
    """The names round the table, the free places left out."""
    return [value for name, value in form.fields if name == "name" and value]


def begun(house: House) -> Table:
    (table,) = house.hall.tables.values()
    return table


def marks(house: House, table: Table) -> dict[str, int]:
    """The tone of everybody's mark as the table screen draws it, by name."""
    page = house.device(table, screen=True).get(f"/t/{table.id}/table").text
    drawn = re.findall(r'class="mark tone-(\d+) large.*?<span class="name">([^<]+)<', page, re.DOTALL)
    return {html.unescape(name).strip(): int(tone) for tone, name in drawn}


def test_last_evenings_names_are_tapped_in_their_new_order(boxes: House) -> None:
    phone = boxes.device()
    form = opened(phone)
    assert names(form) == []
    for name in ("Cem", "Ann"):
        form = pressed(phone, form, "add", name)
    assert names(form) == ["Cem", "Ann"]
    assert names(pressed(phone, form, "add", "Ann")) == ["Cem", "Ann"]
    assert names(pressed(phone, form, "again", "1")) == ["Ann", "Bob", "Cem"]


def test_a_place_moves_one_earlier_and_takes_its_mark_along(boxes: House) -> None:
    phone = boxes.device()
    form = pressed(phone, opened(phone), "again", "1")
    sent = form.sent("earlier", "2")
    sent["mark"][2] = "7"
    moved = shown(phone, sent)
    assert names(moved) == ["Ann", "Cem", "Bob"]
    assert moved.sent()["mark"][:3] == ["", "7", ""]


def test_a_tap_that_changes_the_form_keeps_everything_else_in_it(boxes: House) -> None:
    phone = boxes.device()
    sent = opened(phone, "monopoly").sent("again", "1", sheet="preset:short", dice="typed", here="none")
    sent |= {"first": ["lot"], "o.salary": ["400"]}
    form = shown(phone, sent).sent()
    kept = {name: form[name] for name in ("sheet", "dice", "here", "first", "o.salary")}
    assert kept == {
        "sheet": ["preset:short"],
        "dice": ["typed"],
        "here": ["none"],
        "first": ["lot"],
        "o.salary": ["400"],
    }
    assert boxes.hall.tables == {}


@pytest.mark.parametrize(("button", "value"), [("earlier", "0"), ("earlier", "99"), ("earlier", "x")])
def test_a_place_that_cannot_move_stays(boxes: House, button: str, value: str) -> None:
    form = {"game": "coins", "name": ["Ann", "Bob"], button: value}
    assert names(shown(boxes.device(), form)) == ["Ann", "Bob"]


def test_a_name_more_than_there_are_places_is_not_lost(boxes: House) -> None:
    full = {"game": "lastwill", "name": [f"P{at}" for at in range(5)], "add": "Ann"}
    assert names(shown(boxes.device(), full))[-1] == "Ann"


def test_a_chosen_mark_is_the_players_on_every_page(boxes: House) -> None:
    form = {"game": "coins", "name": ["Ann", "Bob", "Cem"], "mark": ["", "0", "5"]}
    assert boxes.device().post("/new", form).status_code == 303
    assert marks(boxes, begun(boxes)) == {"Ann": 1, "Bob": 0, "Cem": 5}


def test_without_a_choice_marks_are_those_of_the_seats(boxes: House) -> None:
    assert boxes.device().post("/new", {"game": "coins", "name": ["Ann", "Bob"]}).status_code == 303
    table = begun(boxes)
    assert marks(boxes, table) == {"Ann": 0, "Bob": 1}
    assert boxes.notes.get(f"pieces/{table.id}") is None


def test_a_mark_outlives_a_restart(boxes: House) -> None:
    boxes.device().post("/new", {"game": "coins", "name": ["Ann", "Bob"], "mark": ["8", ""]})
    again = House(boxes.shelf, boxes.notes)
    table = again.inbox.ask(lambda: again.hall.open(begun(boxes).id))
    assert marks(again, table) == {"Ann": 8, "Bob": 1}
    again.close()


def test_two_players_never_get_one_mark(boxes: House) -> None:
    form = {"game": "coins", "name": ["Ann", "", "Cem"], "mark": ["3", "3", "3"]}
    answer = boxes.device().post("/new", form)
    assert answer.status_code == 409
    assert "purple diamond" in answer.text and "Ann and Cem" in answer.text
    assert PlainForm(answer.text, "new-game").sent()["mark"][:3] == ["3", "3", "3"]
    assert boxes.hall.tables == {}


@pytest.mark.parametrize("chosen", ["x", "10", "-1", "٣"])
def test_a_mark_that_does_not_exist_is_none(boxes: House, chosen: str) -> None:
    form = {"game": "coins", "name": ["Ann", "Bob"], "mark": [chosen, ""]}
    assert boxes.device().post("/new", form).status_code == 303
    assert marks(boxes, begun(boxes)) == {"Ann": 0, "Bob": 1}


def test_the_banker_gives_a_seat_a_mark_nobody_has(house: House, table: Table) -> None:
    banker = house.device(table, 0, banker=True)
    page = banker.get(f"/t/{table.id}/banker").text
    assert page.count(f'action="/t/{table.id}/mark"') == 3
    before = table.version
    assert banker.post(f"/t/{table.id}/mark", {"place": "1", "mark": "9"}).status_code == 303
    house.inbox.ask(lambda: None)
    assert table.version != before
    assert marks(house, table) == {"Ann": 0, "Bob": 9, "Cem": 2}
    refused = banker.post(
        f"/t/{table.id}/mark", {"place": "2", "mark": "9"}, headers={"Accept": "application/json"}
    )
    assert (refused.status_code, refused.json["refused"]) == (409, "mark_taken")
    assert marks(house, table) == {"Ann": 0, "Bob": 9, "Cem": 2}


def test_a_player_chooses_the_own_mark_and_no_other(house: House, table: Table) -> None:
    bob = house.device(table, 1)
    asked = {"Accept": "application/json"}
    assert bob.post(f"/t/{table.id}/mark", json={"place": 1, "mark": 6}).status_code == 200
    other = bob.post(f"/t/{table.id}/mark", {"place": "0", "mark": "7"}, headers=asked)
    assert (other.status_code, other.json["refused"]) == (403, "wrong_seat")
    assert marks(house, table) == {"Ann": 0, "Bob": 6, "Cem": 2}


@pytest.mark.parametrize(("place", "mark"), [("1", ""), ("1", "77"), ("9", "3"), ("banker", "3"), ("", "")])
def test_a_wrong_choice_of_a_mark_changes_nothing(house: House, table: Table, place: str, mark: str) -> None:
    banker = house.device(table, 0, banker=True)
    form = {"place": place, "mark": mark}
    answer = banker.post(f"/t/{table.id}/mark", form, headers={"Accept": "application/json"})
    assert 400 <= answer.status_code < 500
    assert marks(house, table) == {"Ann": 0, "Bob": 1, "Cem": 2}


def test_who_joins_late_gets_a_mark_that_is_free(house: House, table: Table) -> None:
    banker = house.device(table, 0, banker=True)
    banker.post(f"/t/{table.id}/mark", {"place": "0", "mark": "3"})
    banker.say(table, "join", "banker", name="Dora")
    assert marks(house, table) == {"Ann": 3, "Bob": 1, "Cem": 2, "Dora": 0}


def test_marks_are_given_once_each_whatever_was_chosen() -> None:
    for first in range(len(SHAPES)):
        for second in range(len(SHAPES)):
            chosen = [None, first, None, *(None,) * 6, second if second != first else None]
            assert len({*assign_pieces(chosen)}) == 10


def test_what_is_no_field_of_the_form_is_not_kept(boxes: House) -> None:
    phone = boxes.device()
    sent = {"game": "coins", "name": ["Ann"] * 500, "x": "y" * 9000, "o.dice": "z" * 9000, "again": "1"}
    phone.post("/new", sent)
    assert len(json.dumps(boxes.notes.get("drafts"))) < 1000


def test_every_mark_has_a_name_of_its_own() -> None:
    named = [Words().text(f"mark.{piece}") for piece in range(len(SHAPES))]
    assert len({*named}) == len(SHAPES) and not any(name.startswith("mark.") for name in named)


def test_a_double_tap_begins_one_game(boxes: House) -> None:
    phone = boxes.device()
    form = pressed(phone, opened(phone), "again", "1").sent()
    answers = [phone.post("/new", form) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert answers[0].location == answers[1].location and len(boxes.hall.tables) == 1
    form["name"][1] = "Dora"
    assert phone.post("/new", form).location != answers[0].location
    assert len(boxes.hall.tables) == 2


def test_a_set_up_that_is_sent_again_takes_no_place_from_a_phone(boxes: House) -> None:
    tablet, bob, stranger = boxes.device(), boxes.device(), boxes.device()
    form = {"id": "a-set-up-0", "game": "coins", "name": ["Ann", "Bob"]}
    tablet.post("/new", form)
    table = begun(boxes)
    bob.post(f"/t/{table.id}/join", {"seat": "1"})
    tablet.post("/new", form)
    assert bob.say(table, "take", "Bob", amount=1).status_code == 200
    assert stranger.post("/new", form).status_code == 303 and len(boxes.hall.tables) == 1
    assert stranger.say(table, "take", "Ann", amount=1).status_code == 403
    assert stranger.say(table, "undo", "banker").status_code == 403
    assert tablet.say(table, "take", "Ann", amount=1).status_code == 200
