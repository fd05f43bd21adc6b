"""Rule sheets: what each sets is said before anybody begins, and "our rules" open from the chosen one."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest

from companion.games import GAMES
from companion.web.sheets import sheets
from companion.web.text import Words
from tests.web.house import House
from tests.web.plain_form import PlainForm

MONOPOLY = GAMES["monopoly"]


@pytest.fixture
def boxes(house: House) -> House:
    """A companion with every box of the house."""
    house.hall.games = {**GAMES, **house.hall.games}
    return house


def begun(boxes: House, **form: Any) -> dict[str, object]:
    """The options of the table that a form begins."""
    answer = boxes.device().post("/new", {"game": "monopoly", "name": ["Ann", "Bob"], **form})
    assert answer.status_code == 303
    (table,) = boxes.hall.tables.values()
    return dict(table.session.setup.options)


def looked(boxes: House, **form: Any) -> PlainForm:
    """The set-up page after "show the rules of the chosen sheet"."""
    phone = boxes.device()
    answer = phone.post("/new", {"game": "monopoly", "name": ["Ann", "Bob"], "look": "1", **form})
    assert answer.status_code == 303
    return PlainForm(phone.get(answer.location).text, "new-game")


@pytest.mark.parametrize("sheet", [*MONOPOLY.presets()])
def test_a_sheet_says_each_rule_it_sets_in_a_line(boxes: House, sheet: str) -> None:
    page = html.unescape(boxes.device().get("/new?game=monopoly").text)
    shown = page.split(f'value="preset:{sheet}"')[1].split("</label>")[0]
    lines = re.findall(r"<small>([^<]+)</small>", shown)
    options = MONOPOLY.presets()[sheet].options
    assert len(lines) == (len(options) or 1)
    for name in options:
        label = Words(game="monopoly").text(f"option.monopoly.{name}")
        assert any(line.startswith(f"{label}: ") for line in lines), (label, lines)
    assert options or lines == ["as printed"]


def test_the_first_sheet_is_the_one_that_is_chosen(boxes: House) -> None:
    form = PlainForm(boxes.device().get("/new?game=monopoly").text, "new-game").sent()
    assert form["sheet"] == ["preset:us-2008"] == form["rules_of"]
    assert PlainForm(boxes.device().get("/new?game=monopoly&sheet=preset:short").text, "new-game").sent()[
        "o.short_game"
    ] == ["true"]


def test_our_rules_open_from_the_chosen_sheet(boxes: House) -> None:
    form = looked(boxes, sheet="preset:danish-sheet").sent()
    assert form["o.taxes"] == ['"dk-100-200"'] and form["o.utility_throw"] == ['"owner"']
    assert form["rules_of"] == ["preset:danish-sheet"]
    assert form["o.salary"] == ["200"]


def test_what_is_changed_in_the_fields_stands_over_the_sheet(boxes: House) -> None:
    form = looked(boxes, sheet="preset:russian-sheet").sent()
    assert form["o.speed_die"] == ["true"]
    form |= {"o.speed_die": ["false"], "o.salary": ["300"]}
    options = begun(boxes, **{name: value for name, value in form.items() if name != "first"})
    assert options["speed_die"] is False and options["salary"] == 300
    assert options["trade_in_debt"] is True


def test_another_sheet_brings_its_rules_though_the_fields_show_the_old_ones(boxes: House) -> None:
    form = looked(boxes, sheet="preset:danish-sheet").sent()
    form |= {"sheet": ["preset:us-classic"], "o.salary": ["300"], "dice": ["typed"]}
    options = begun(boxes, **{name: value for name, value in form.items() if name != "first"})
    assert options == {"taxes": "classic", "rent_lapses": "second_roll", "salary": 300, "follow": "dice"}


def test_what_a_sheet_sets_is_what_the_fields_of_the_page_can_hold(boxes: House) -> None:
    page = boxes.device().get("/new?game=monopoly").text
    for sheet in sheets(MONOPOLY, Words(game="monopoly")):
        for name, value in json.loads(sheet.sets).items():
            field = page.split(f'name="o.{name}"')[1].split("</select>")[0]
            assert f'value="{html.escape(value)}"' in field.replace("&#34;", "&quot;")


@pytest.mark.parametrize("sheet", ["preset:none", "edition:none", "x", ":", "preset:"])
def test_a_sheet_that_does_not_exist_is_the_box_as_printed(boxes: House, sheet: str) -> None:
    assert begun(boxes, sheet=sheet) == {}


def test_a_rule_that_cannot_be_read_stands_in_the_open_as_typed_and_the_others_are_kept(boxes: House) -> None:
    sent = {"sheet": "preset:danish-sheet", "rules_of": "preset:us-2008"}
    sent |= {"o.salary": "lots", "o.free_parking_pot": "100", "o.double_go": "true"}
    answer = boxes.device().post("/new", {"game": "monopoly", "name": ["Ann", "Bob"], **sent})
    assert answer.status_code == 409 and '<details class="fold our-rules" open>' in answer.text
    form = PlainForm(answer.text, "new-game").sent()
    assert form["o.salary"] == ["lots"] and form["o.free_parking_pot"] == ["100"]
    assert form["o.double_go"] == ["true"] and form["o.taxes"] == ['"dk-100-200"']
    form |= {"o.salary": ["300"]}
    options = begun(boxes, **{name: value for name, value in form.items() if name != "first"})
    assert (options["salary"], options["free_parking_pot"], options["double_go"]) == (300, 100, True)
    assert options["utility_throw"] == "owner"


def test_a_name_given_twice_leaves_our_rules_closed(boxes: House) -> None:
    answer = boxes.device().post("/new", {"game": "monopoly", "name": ["Ann", "Ann"], "o.salary": "300"})
    assert answer.status_code == 409 and '<details class="fold our-rules">' in answer.text
    assert PlainForm(answer.text, "new-game").sent()["o.salary"] == ["300"]
