"""The language of a rule sheet: kept with its table, and what "our rules" open in."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.games import GAMES
from companion.table.table import Table
from companion.web.catalogues import languages
from companion.web.page_language import sheet_language
from companion.web.text import Words
from tests.web.house import House, Phone

WRITTEN_IN = {
    ("monopoly", "danish-sheet"): "da",
    ("monopoly", "italian-sheet"): "it",
    ("monopoly", "russian-sheet"): "ru",
    ("camelup", "supercup"): "el",
    ("camelup", "supercup-partners"): "el",
    ("lastwill", "greek-sheet"): "el",
}


@pytest.fixture
def boxes(house: House) -> House:
    """A companion with every box of the house."""
    house.hall.games = {**GAMES, **house.hall.games}
    return house


def begun(boxes: House, game: str, sheet: str, players: int = 2) -> tuple[Phone, Table]:
    """A table that started from a sheet, and the phone that started it."""
    names = ["Ann", "Bob", "Cem", "Dia", "Eva", "Fay"][:players]
    phone = boxes.device()
    form: dict[str, Any] = {"game": game, "name": names, "sheet": f"preset:{sheet}", "first": "seated"}
    answer = phone.post("/new", form)
    assert answer.status_code == 303
    (table,) = boxes.hall.tables.values()
    return phone, table


def rules_of(phone: Phone, table: Table, asks: str, query: str = "") -> str:
    return str(phone.get(f"/t/{table.id}/rules{query}", headers={"Accept-Language": asks}).text)


def spoken(page: str) -> str:
    """The language that the rules on the page are in."""
    found = re.search(r'<div lang="(\w+)">', page)
    assert found is not None
    return found[1]


def test_the_sheets_that_exist_in_one_language_say_which() -> None:
    said = {
        (game.NAME, id): preset.language
        for game in GAMES.values()
        for id, preset in game.presets().items()
        if preset.language
    }
    assert said == WRITTEN_IN
    assert set(said.values()) == set(languages()) - {"en"}


@pytest.mark.parametrize(
    ("game", "sheet"), [(game.NAME, id) for game in GAMES.values() for id in game.presets()]
)
def test_a_table_can_start_from_every_sheet_with_the_fewest_it_is_for(
    game: str, sheet: str, boxes: House
) -> None:
    preset = GAMES[game].presets()[sheet]
    least = GAMES[game].places(
        {**{name: one.default for name, one in GAMES[game].options.items()}, **preset.options}
    )
    _, table = begun(boxes, game, sheet, least[0])
    options = dict(table.session.setup.options)
    assert preset.options.items() <= options.items()


@pytest.mark.parametrize(("sheet", "own"), WRITTEN_IN.items())
def test_our_rules_open_in_the_language_of_the_sheet(boxes: House, sheet: tuple[str, str], own: str) -> None:
    game, id = sheet
    phone, table = begun(boxes, game, id, 6 if id == "supercup-partners" else 2)
    page = rules_of(phone, table, "en")
    assert '<html lang="en">' in page and spoken(page) == own
    for name in GAMES[game].options:
        assert Words(own, game).text(f"option.{game}.{name}") in page.replace("&#39;", "'")


def test_a_link_reads_the_rules_in_the_language_of_the_device_and_another_leads_back(boxes: House) -> None:
    phone, table = begun(boxes, "monopoly", "danish-sheet")
    page = rules_of(phone, table, "en")
    assert "These rules in another language: English" in page and "?language=en" in page
    page = rules_of(phone, table, "en", "?language=en")
    assert spoken(page) == "en"
    assert Words("da", "monopoly").text("rules.title") not in page
    assert "These rules in another language: Dansk" in page and "?language=da" in page


def test_a_third_language_has_links_to_both(boxes: House) -> None:
    phone, table = begun(boxes, "monopoly", "danish-sheet")
    page = rules_of(phone, table, "it", "?language=el")
    assert spoken(page) == "el" and "?language=da" in page and "?language=it" in page


def test_a_device_in_the_language_of_the_sheet_sees_no_switch(boxes: House) -> None:
    phone, table = begun(boxes, "monopoly", "danish-sheet")
    page = rules_of(phone, table, "da")
    assert spoken(page) == "da" and "?language=" not in page


@pytest.mark.parametrize("sheet", ["us-2008", "short"])
def test_a_sheet_without_a_language_is_read_in_the_device_s(boxes: House, sheet: str) -> None:
    phone, table = begun(boxes, "monopoly", sheet)
    page = rules_of(phone, table, "it")
    assert spoken(page) == "it" and "?language=" not in page


def test_an_unlisted_language_in_the_address_is_the_sheet_s(boxes: House) -> None:
    phone, table = begun(boxes, "monopoly", "russian-sheet")
    assert spoken(rules_of(phone, table, "en", "?language=xx")) == "ru"


def test_the_banker_changes_a_rule_in_the_language_of_the_sheet(boxes: House) -> None:
    phone, table = begun(boxes, "monopoly", "danish-sheet")
    page = rules_of(phone, table, "en")
    assert Words("da", "monopoly").text("rules.save") in page
    answer = phone.post(f"/t/{table.id}/rules", {"o.auctions": "false", "next": f"/t/{table.id}/rules"})
    assert answer.status_code == 303
    page = rules_of(phone, table, "en")
    changed = page.partition("<details")[0]
    assert spoken(page) == "da" and Words("da", "monopoly").text("option.monopoly.auctions") in changed


def test_a_sheet_is_kept_over_a_restart(boxes: House) -> None:
    _, table = begun(boxes, "monopoly", "italian-sheet")
    again = House(boxes.shelf, boxes.notes)
    again.hall.games = {**GAMES, **again.hall.games}
    try:
        page = rules_of(again.device(), again.hall.tables.get(table.id) or table, "en")
        assert spoken(page) == "it"
    finally:
        again.close()


def test_a_table_that_started_from_no_sheet_speaks_the_device_s(boxes: House) -> None:
    table = boxes.start()
    page = rules_of(boxes.device(table, 0), table, "el")
    assert spoken(page) == "el"


@pytest.mark.parametrize(
    "sheet", ["", "preset:none", "edition:uk", "preset:", ":danish-sheet", "danish-sheet"]
)
def test_what_is_no_sheet_has_no_language(sheet: str) -> None:
    assert sheet_language(GAMES["monopoly"], sheet) == ""


def test_the_print_of_a_table_is_in_the_language_of_its_sheet(boxes: House) -> None:
    phone, table = begun(boxes, "lastwill", "greek-sheet")
    page = phone.get(f"/t/{table.id}/print", headers={"Accept-Language": "en"}).text
    assert '<html lang="el">' in page
