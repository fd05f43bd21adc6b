"""Pages on paper: how a table plays, what a sheet says, how to use the companion; each in every language."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest

from companion.core.game import Setup
from companion.games import GAMES
from companion.table.table import Table
from companion.web.catalogues import catalogue, languages
from companion.web.guides import QUOTED, guide
from companion.web.rules import options_now, rule_list
from companion.web.text import SHARED, Words, placeholders
from tests.web.house import House, Phone

LANGUAGES = [*languages()]
OPTIONS = [(game.NAME, name) for game in GAMES.values() for name in game.options]
SHEETS = [
    (game.NAME, id) for game in GAMES.values() for id in dict.fromkeys([*game.presets(), *game.editions])
]


@pytest.fixture
def boxes(house: House) -> House:
    """A companion with every box of the house."""
    house.hall.games = {**GAMES, **house.hall.games}
    return house


def laid(boxes: House, game: str = "monopoly", edition: str = "dk", **options: object) -> Table:
    setup = Setup(game, ("Ann", "Bob"), edition, options)
    return boxes.inbox.ask(lambda: boxes.hall.start(setup))


def read(page: str) -> str:
    """What stands on a page, without its tags."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", page)))


def language_of(page: str) -> str:
    found = re.search(r'<html lang="(\w+)"', page)
    assert found is not None
    return found[1]


def printed(phone: Phone, path: str, **headers: str) -> str:
    answer = phone.get(path, headers=headers)
    assert answer.status_code == 200
    return str(answer.text)


# Every option in one sentence


@pytest.mark.parametrize(("game", "name"), OPTIONS)
def test_every_option_has_a_label_a_help_sentence_and_words_for_every_value(game: str, name: str) -> None:
    option, own = GAMES[game].options[name], catalogue("en", game)
    label, help = own[f"option.{game}.{name}"], own[f"option.{game}.{name}.help"]
    assert isinstance(label, str) and label[-1].isalnum() and label[0].isupper() | label[0].isdigit()
    assert isinstance(help, str) and help.endswith(".") and len(help) > 12
    for value in (option.default, *option.choices, *option.optional):
        (rule,) = [
            rule for rule in rule_list(GAMES[game], {name: value}, Words(game=game)) if rule.name == name
        ]
        assert rule.shown and not rule.shown.endswith("."), (value, rule.shown)
        key = value if isinstance(value, str) else json.dumps(value)
        if value is None or isinstance(value, str):
            assert rule.shown == own[f"option.{game}.{name}.{key}"]
        elif isinstance(value, bool) and option.choices:
            assert rule.shown == ("yes" if value else "no")


def test_no_words_are_left_over_for_options_and_values_that_do_not_exist() -> None:
    for game in GAMES.values():
        for id in catalogue("en", game.NAME):
            if not id.startswith("option."):
                continue
            _, _, name, *rest = id.split(".", 3)
            option = game.options[name]
            known = {"help", *(one if isinstance(one, str) else json.dumps(one) for one in option.choices)}
            known |= {json.dumps(one) for one in option.optional}
            if not option.choices:
                known |= {str(option.least)}
            assert not rest or rest[0] in known, id


def test_a_number_that_is_off_or_large_is_written_for_its_reader() -> None:
    monopoly = GAMES["monopoly"]
    shown = {
        rule.name: rule.shown for rule in rule_list(monopoly, {"minutes": None}, Words("en", "monopoly"))
    }
    assert shown["minutes"] == "no limit"
    now = {"starting_cash": 1500, "free_parking_pot": False}
    shown = {rule.name: rule.shown for rule in rule_list(monopoly, now, Words("da", "monopoly"))}
    assert shown["starting_cash"] == "1.500"
    pots = {"free_parking_pot": 0}
    shown = {rule.name: rule.shown for rule in rule_list(monopoly, pots, Words("en", "monopoly"))}
    assert shown["free_parking_pot"] == "starts empty"


# How this table plays


def test_a_table_on_paper_says_every_option_the_changed_ones_first(boxes: House) -> None:
    table = laid(boxes, salary=300, short_game=True)
    page = printed(boxes.device(), f"/t/{table.id}/print")
    text = read(page)
    words = Words("en", "monopoly")
    changed, _, rest = text.partition("As printed")
    assert (
        "Danmark (1995)" in changed and "1.500" in changed and "kr." in changed and "Ann and Bob" in changed
    )
    assert "Salary on GO: 300 What passing or reaching GO pays." in changed and "Short game: yes" in changed
    for name in GAMES["monopoly"].options:
        assert (f"{words.text(f'option.monopoly.{name}')}: " in changed) is (name in ("salary", "short_game"))
        assert text.count(words.text(f"option.monopoly.{name}.help")) == 1
    assert "Auctions: yes" in rest


def test_what_is_changed_in_play_is_on_paper_too(boxes: House) -> None:
    table = laid(boxes)
    banker = boxes.device(table, 0, banker=True)
    assert "Nothing is different" in read(printed(banker, f"/t/{table.id}/print"))
    banker.say(table, "options", "banker", set={"auctions": False})
    assert "Auctions: no" in read(printed(banker, f"/t/{table.id}/print")).partition("As printed")[0]


def test_what_the_board_brings_along_is_on_paper(boxes: House) -> None:
    table = laid(boxes, edition="us-classic")
    text = read(printed(boxes.device(), f"/t/{table.id}/print"))
    assert "Taxes: 200 or 10 per cent, and 75" in text.partition("As printed")[0]


def test_a_change_that_was_taken_back_is_not_on_paper(boxes: House) -> None:
    table = laid(boxes)
    banker = boxes.device(table, 0, banker=True)
    banker.say(table, "options", "banker", set={"auctions": False})
    banker.say(table, "undo", "banker")
    assert "Auctions: yes" in read(printed(banker, f"/t/{table.id}/print"))


@pytest.mark.parametrize("game", [*GAMES])
def test_a_game_says_every_option_by_the_values_that_a_header_can_give(boxes: House, game: str) -> None:
    table = laid(boxes, game, "")
    now = options_now(table)
    assert now == {name: option.default for name, option in GAMES[game].options.items()}
    again = laid(boxes, game, "", **now)
    assert options_now(again) == now


@pytest.mark.parametrize("asked", LANGUAGES)
def test_each_page_speaks_the_language_of_its_address(boxes: House, asked: str) -> None:
    table, phone = laid(boxes), boxes.device()
    for path in (f"/t/{table.id}/print", "/sheet/camelup/supercup", "/guide/lastwill"):
        page = printed(phone, f"{path}?language={asked}", **{"Accept-Language": "ru"})
        assert language_of(page) == asked
        for other in LANGUAGES:
            assert f'href="{path}?language={other}"' in page


@pytest.mark.parametrize("asked", ["xx", "", "../da", "eng"])
def test_an_unlisted_language_is_the_device_s(boxes: House, asked: str) -> None:
    page = printed(
        boxes.device(), f"/guide/monopoly?language={asked}", **{"Accept-Language": "it-IT, en;q=0.5"}
    )
    assert language_of(page) == "it"


def test_a_page_on_paper_has_no_script_and_hides_what_is_for_the_screen(boxes: House) -> None:
    style = Path("companion/web/static/print.css").read_text(encoding="utf-8")
    assert re.search(r"@media print \{\s+\.screen-only \{ display: none; \}", style) and "size: A4" in style
    table = laid(boxes)
    for path in (f"/t/{table.id}/print", "/sheet/monopoly/short", "/guide/monopoly"):
        page = printed(boxes.device(), path)
        assert "<script" not in page and "style=" not in page and "<form" not in page
        assert 'class="screen-only"' in page.partition("<main")[0]
        assert "screen-only" not in page.partition("<main")[2]


def test_nobody_reads_the_rules_of_a_table_that_lets_nobody_watch(boxes: House) -> None:
    table = laid(boxes)
    boxes.device(table, 0, banker=True).post(f"/t/{table.id}/watching", {"on": "0"})
    assert boxes.device().get(f"/t/{table.id}/print").status_code == 403


def test_a_table_that_is_not_there_is_not_printed(boxes: House) -> None:
    assert boxes.device().get("/t/none-1/print").status_code == 404


# What a sheet says


@pytest.mark.parametrize(("game", "sheet"), SHEETS)
def test_a_sheet_on_paper_says_every_option_what_it_sets_first(boxes: House, game: str, sheet: str) -> None:
    page = printed(boxes.device(), f"/sheet/{game}/{sheet}?language=en")
    text = read(page)
    preset = GAMES[game].presets().get(sheet)
    words = Words("en", game)
    for name, option in GAMES[game].options.items():
        value = preset.options.get(name, option.default) if preset is not None else option.default
        differs = json.dumps(value) != json.dumps(option.default)
        label = words.text(f"option.{game}.{name}")
        assert (f"{label}: " in text.partition("As printed")[0]) is differs, name
        assert f"{label}: " in text
    named = f"preset.{game}.{sheet}" if preset is not None else f"edition.{game}.{sheet}"
    assert words.text(named) in text


def test_a_sheet_says_for_how_many_it_is(boxes: House) -> None:
    assert "Players 6 to 10" in read(printed(boxes.device(), "/sheet/camelup/supercup-partners?language=en"))
    assert "Players 2 to 8" in read(printed(boxes.device(), "/sheet/camelup/supercup?language=en"))


@pytest.mark.parametrize(
    "path", ["/sheet/monopoly/none", "/sheet/chess/uk", "/guide/chess", "/sheet/coins/x"]
)
def test_what_there_is_not_is_not_printed(boxes: House, path: str) -> None:
    assert boxes.device().get(path).status_code == 404


# How to use the companion


@pytest.mark.parametrize("game", [*GAMES])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_guide_is_one_page_of_ten_to_fourteen_steps(game: str, language: str) -> None:
    steps = guide(game, Words(language, game))
    lines = [line for step in steps for line in step.lines]
    assert 10 <= len(lines) <= 14
    assert [step.first for step in steps] == [
        1 + sum(len(step.lines) for step in steps[:at]) for at in range(len(steps))
    ]
    for line in lines:
        assert 20 < len(line) < 280 and "{" not in line and "guide." not in line


@pytest.mark.parametrize("game", [*GAMES])
def test_a_guide_has_an_item_for_each_step_of_an_evening(boxes: House, game: str) -> None:
    page = printed(boxes.device(), f"/guide/{game}?language=en")
    text = read(page)
    for quoted in ("start.new", "hand.undo", "dock.banker"):
        assert f"“{Words('en', game).text(quoted)}”" in text
    for word in ("scans the code", "reader", "next week"):
        assert word in text
    assert re.findall(r'<ol start="(\d+)"', page)[0] == "1"
    assert (
        text.count("“Bank”") == 1
        and f"How to use the companion: {Words('en', game).text(f'game.{game}')}" in text
    )


def test_a_game_without_a_guide_of_its_own_has_what_goes_for_all(boxes: House) -> None:
    assert "“New game”" in read(printed(boxes.device(), "/guide/coins?language=en"))


def test_every_sentence_of_the_guides_is_used_and_quotes_buttons_that_exist() -> None:
    written = {id for id in catalogue("en", "print") if id.startswith("guide.")}
    sentences = {id for id in written if not id.startswith("guide.step.")}
    used = {name for id in sentences for name, _ in placeholders(catalogue("en", "print")[id])}
    assert used == QUOTED.keys()
    for id in QUOTED.values():
        assert any(id in catalogue("en", name) for name in (*SHARED, *GAMES)), id
    text = "".join(line for game in GAMES for step in guide(game, Words("en", game)) for line in step.lines)
    for id in sentences:
        begin = re.split(r"[“{]", str(catalogue("en", "print")[id]))[0]
        assert begin in text


# Ways to these pages


def test_the_pages_are_found_from_the_start_the_set_up_and_our_rules(boxes: House) -> None:
    table = laid(boxes)
    phone = boxes.device(table, 0, banker=True)
    assert 'href="/guide/camelup"' in phone.get("/").text
    new = phone.get("/new?game=monopoly").text
    assert 'href="/guide/monopoly"' in new and 'href="/sheet/monopoly/danish-sheet"' in new
    assert 'href="/sheet/monopoly/dk-1961"' in new
    rules = phone.get(f"/t/{table.id}/rules").text
    assert f'href="/t/{table.id}/print"' in rules and 'href="/guide/monopoly"' in rules
