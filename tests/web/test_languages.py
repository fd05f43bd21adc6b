"""The language of a device: chosen, asked for by its browser, changed in mid-game, another beside it."""

from __future__ import annotations

import re

import pytest

from companion.core.game import Setup
from companion.core.message import say
from companion.core.seats import Role
from companion.games import GAMES
from companion.table.bus import Signal
from companion.table.table import Table
from companion.web.catalogues import languages
from companion.web.text import Words
from tests.web.house import House, Phone
from tests.web.test_bare_words import nameless
from tests.web.test_stream import Page


def reads(page: str) -> str:
    """The language that a page says it is in."""
    found = re.search(r'<html lang="([^"]*)"', page)
    assert found is not None
    return found[1]


def choose(phone: Phone, language: str) -> None:
    assert phone.post("/language", {"language": language, "next": "/"}).status_code == 303


def monopoly(house: House) -> Table:
    """Ann stands on a street that is for sale, and Bob has asked her for money."""
    house.hall.games = {**GAMES, **house.hall.games}
    setup = Setup("monopoly", ("Ann", "Bob"), "ru")
    table = house.inbox.ask(lambda: house.hall.start(setup))
    for said in (
        {"do": "roll", "by": "Ann", "dice": [1, 2]},
        {"do": "request", "by": "Bob", "from": "Ann", "amount": 1200},
    ):
        house.inbox.ask(lambda said=said: table.submit(said))  # type: ignore[misc]
    return table


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("da;q=0.3, ru;q=0.8, en;q=0.1", "ru"),
        ("de, it;q=0.5", "it"),
        ("el-CY", "el"),
        ("en-US,en;q=0.9,da;q=0.8", "en"),
        ("en;q=0, da;q=0.1", "da"),
        ("xx, tlh;q=0.9", "en"),
        ("*", "en"),
        ("¿;q=much,,;", "en"),
        ("", "en"),
    ],
)
def test_a_device_reads_what_its_browser_likes_best_of_what_there_is(
    house: House, asked: str, language: str
) -> None:
    page = house.device().get("/", headers={"Accept-Language": asked}).text
    assert reads(page) == language
    assert Words(language).text("start.new") in page


@pytest.mark.parametrize("chosen", ["el", "ru", "da", "it", "en"])
def test_what_somebody_chose_comes_before_what_the_browser_asks_for(house: House, chosen: str) -> None:
    phone = house.device()
    choose(phone, chosen)
    for asked in ("da", "en", "xx"):
        assert reads(phone.get("/", headers={"Accept-Language": asked}).text) == chosen


@pytest.mark.parametrize("unknown", ["xx", "", "EL", "../en", "el\n"])
def test_a_language_that_is_not_offered_changes_nothing(house: House, unknown: str) -> None:
    phone = house.device()
    choose(phone, "it")
    choose(phone, unknown)
    assert reads(phone.get("/").text) == "it"


def test_a_forged_or_old_choice_falls_back_to_the_browser_and_then_to_english(house: House) -> None:
    phone = house.device()
    phone.client.set_cookie("language", "xx")
    assert reads(phone.get("/", headers={"Accept-Language": "ru"}).text) == "ru"
    assert reads(phone.get("/").text) == "en"


def test_a_change_in_mid_game_shows_in_the_next_part_and_notice_and_loses_nothing(house: House) -> None:
    table = monopoly(house)
    phone = house.device(table, 0, banker=True, screen=True)
    before = table.session.number
    english = phone.get(f"/t/{table.id}/hand?seat=0").text
    choose(phone, "el")
    greek = phone.get(f"/t/{table.id}/hand?seat=0").text
    for words, part, other in ((Words(), english, greek), (Words("el"), greek, english)):
        assert words.text("hand.group.money") in part and words.text("hand.group.money") not in other
    acts = [re.findall(r'name="act" value="([^"]*)"', part) for part in (english, greek)]
    assert acts[0] == acts[1] and len(acts[0]) > 2
    assert table.session.number == before
    page = Page(phone, table, "tab=a&as=table")
    page.next()
    house.inbox.ask(lambda: table.notice(Signal.DONE, say("tables.devices_came")))
    told = next(event.told for event in iter(page.next, None) if event.name == "notice")
    page.close()
    assert told["text"] == Words.at(table, "el").text("tables.devices_came")


def test_two_phones_and_the_screen_read_the_same_money_each_in_its_own_language(house: House) -> None:
    table = monopoly(house)
    ann, bob, screen = house.device(table, 0), house.device(table, 1), house.device(table, screen=True)
    for device, language in ((ann, "ru"), (bob, "da"), (screen, "it")):
        choose(device, language)
    ann.post(f"/t/{table.id}/act", {"act": '{"do": "accept", "by": "Ann"}'}, headers={"HX-Request": "true"})
    assert table.session.state.ledger.balance(0) == 300
    read = {
        "ru": ann.get(f"/t/{table.id}/?seat=0").text,
        "da": bob.get(f"/t/{table.id}/?seat=1").text,
        "it": screen.get(f"/t/{table.id}/table").text,
    }
    for language, page in read.items():
        assert reads(page) == language
        assert "2\u00a0700\u00a0₽" in page, language  # the box's money, whoever reads
        own = Words.at(table, language)
        (event,) = table.last_entry().events  # type: ignore[union-attr]
        message = table.game.tell(event, Role.TABLE)
        assert message is not None and own.say(message) in page, language


def test_a_refusal_is_read_in_the_language_of_who_asked(house: House) -> None:
    table = monopoly(house)
    phone = house.device(table, 1)
    choose(phone, "da")
    act = {"act": '{"do": "end_turn", "by": "Bob"}'}
    answer = phone.post(f"/t/{table.id}/act", act, headers={"HX-Request": "true"}).text
    assert Words.at(table, "da").text("refusal.not_your_turn", turn=0) in answer


@pytest.mark.parametrize("language", languages())
def test_no_button_of_any_language_is_empty(house: House, language: str) -> None:
    table = monopoly(house)
    phone = house.device(table, 0, 1, banker=True, screen=True)
    choose(phone, language)
    here = f"/t/{table.id}/"
    parts = ("", "table", "history", "banker", "rules", "tags", "join", "trade?seat=0&to=1", "arrange")
    for path in ("/", "/new?game=monopoly", "/doctor", *(here + part for part in parts)):
        page = phone.get(path).text
        assert reads(page) == language, path
        assert nameless(page) == [], path
