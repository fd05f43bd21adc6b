"""Texts of every language fit: nothing is cut, nothing scrolls sideways, every letter has a glyph."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from companion.core.game import Setup
from companion.games import GAMES
from companion.games.lastwill.made_up import made_up_box, made_up_cards
from companion.table.table import Table
from tests.browser.conftest import Served, give_cookie

pytestmark = pytest.mark.browser

LANGUAGES = ("el", "ru", "da", "it")
# Only for people who want to look: a folder that pictures are written to.
PICTURES = os.environ.get("COMPANION_PICTURES", "")
# What is wider than its place, or whose words stick out of it. A drawing scales its texts itself.
_CUT = """() => {
    document.querySelectorAll('details').forEach(one => { one.open = true; });
    const found = [], wide = document.documentElement;
    if (wide.scrollWidth > window.innerWidth) found.push('the page scrolls to ' + wide.scrollWidth);
    const places = 'button, .button, summary, th, td, h1, h2, h3, legend, .pick, .dock a, .fitting, '
        + '.answers, .person, .notice, dt, dd, li, label, select, p';
    for (const one of document.querySelectorAll(places)) {
        const style = getComputedStyle(one), box = one.getBoundingClientRect();
        const unseen = !one.offsetParent || box.width <= 1 || box.right < 0;
        if (unseen || style.display === 'inline' || one.closest('svg, .hidden, .scroll')) continue;
        const cut = one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0;
        if (cut || box.right > window.innerWidth + 1 || box.left < -1) {
            const words = one.textContent.trim().slice(0, 60), width = one.scrollWidth;
            found.push(`${one.tagName}.${one.className} "${words}": ${width} in ${one.clientWidth}`);
        }
    }
    return found;
}"""
_OUT_OF_SQUARE = """() => [...document.querySelectorAll('.square-name')].filter(one => {
    const name = one.getBBox(), square = one.parentNode.querySelector('rect').getBBox();
    return name.x < square.x || name.x + name.width > square.x + square.width;
}).map(one => one.textContent)"""
# A letter without a glyph is drawn like a private one that no font has.
_WITHOUT_GLYPH = """() => {
    const pen = Object.assign(document.createElement('canvas'), {width: 40, height: 40})
        .getContext('2d', {willReadFrequently: true});
    pen.font = '24px ' + getComputedStyle(document.body).fontFamily;
    const drawn = letter => {
        pen.clearRect(0, 0, 40, 40);
        pen.fillText(letter, 4, 30);
        return pen.getImageData(0, 0, 40, 40).data.join();
    };
    const nothing = drawn('\\uE123'), letters = new Set(document.body.innerText.match(/\\p{L}/gu));
    return [...letters].filter(letter => drawn(letter) === nothing || !drawn(letter).match(/[1-9]/));
}"""


def table_of_many(served: Served) -> Table:
    """Ann has a group with buildings, Bob owes her rent, and somebody has asked her for money."""
    house = served.house
    house.hall.games = {**GAMES, **house.hall.games}
    setup = Setup("monopoly", ("Ann", "Bob", "Christina"), "ru")
    table = house.inbox.ask(lambda: house.hall.start(setup))
    owned: dict[str, object] = {
        f"{group}{at}": {"owner": "Ann", "houses": level}
        for group, level in (("lightblue", 5), ("green", 4), ("orange", 1))
        for at in (1, 2, 3)
    }
    owned["rail2"] = {"owner": "Ann", "mortgaged": True}
    for said in (
        {"do": "arrange", "by": "banker", "set": {"deeds": owned, "players": {"Ann": {"jail_cards": 1}}}},
        {"do": "roll", "by": "Ann", "dice": [1, 2]},
        {"do": "request", "by": "Bob", "from": "Ann", "amount": 12},
        {"do": "transfer", "by": "Christina", "to": "Ann", "amount": 150, "note": "1234567890 1234567890"},
    ):
        house.inbox.ask(lambda said=said: table.submit(said))  # type: ignore[misc]
    return table


def read_in(page: Page, served: Served, language: str) -> None:
    page.context.add_cookies([{"name": "language", "value": language, "url": served.url}])


def keep_picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


def test_the_texts_of_every_language_fit_a_small_phone_and_the_table_screen(
    served: Served, phone: Page, screen: Page
) -> None:
    table = table_of_many(served)
    device = served.house.device(table, 0, 1, 2, banker=True, screen=True)
    here = f"{served.url}/t/{table.id}/"
    hand, history, banker, new, whole = "?seat=0", "history", "banker?for=0", "/new?game=monopoly", "table"
    wrong: dict[str, object] = {}
    for page in (phone, screen):
        give_cookie(page, served.url, device)
    for language in LANGUAGES:
        for page, part in ((phone, hand), (phone, history), (phone, banker), (phone, new), (screen, whole)):
            read_in(page, served, language)
            page.goto(served.url + part if part[0] == "/" else here + part, wait_until="domcontentloaded")
            assert page.evaluate("document.documentElement.lang") == language
            keep_picture(page, f"{language}-{part.strip('/?').split('?')[0]}")
            found = [*page.evaluate(_CUT), *page.evaluate(_OUT_OF_SQUARE), *page.evaluate(_WITHOUT_GLYPH)]
            if found:
                wrong[f"{language} {part}"] = found
    assert wrong == {}


def race(served: Served) -> Table:
    """Everything of the Supercup, before the first act of the first leg."""
    house = served.house
    house.hall.games = {**GAMES, **house.hall.games}
    options = dict.fromkeys(("big_track", "extra_action", "photographer", "position_bets"), True)
    setup = Setup("camelup", ("Ann", "Bob", "Christina"), "", {**options, "odds": "all"})
    table = house.inbox.ask(lambda: house.hall.start(setup))
    for camel, space in (("white", 1), ("orange", 2), ("yellow", 3), ("green", 1), ("blue", 2)):
        said = {"do": "place", "by": "Ann", "camel": camel, "space": space}
        house.inbox.ask(lambda said=said: table.submit(said))  # type: ignore[misc]
    return table


def money_to_spend(served: Served) -> Table:
    """Last Will, a few rounds on: cards of all kinds may be played."""
    house = served.house
    house.hall.games = {**GAMES, **house.hall.games}
    dealt = random.Random(8)
    extra = {"cards": made_up_cards(dealt), "box": made_up_box(dealt)}
    setup = Setup("lastwill", ("Ann", "Bob", "Christina"), "", {}, extra)
    table = house.inbox.ask(lambda: house.hall.start(setup))
    later = {"round": 4, "phase": "actions", "turn": {"player": "Ann"}, "players": {"Ann": {"actions": 4}}}
    house.inbox.ask(lambda: table.submit({"do": "arrange", "by": "banker", "set": later}))
    return table


@pytest.mark.parametrize("game", [race, money_to_spend])
def test_the_texts_of_the_other_games_fit_as_well(
    served: Served, phone: Page, screen: Page, game: Callable[[Served], Table]
) -> None:
    table = game(served)
    device, wrong = served.house.device(table, 0, banker=True, screen=True), {}
    for page in (phone, screen):
        give_cookie(page, served.url, device)
    for language in LANGUAGES:
        for page, part in ((phone, ""), (phone, "banker?for=1"), (phone, "history"), (screen, "table")):
            read_in(page, served, language)
            page.goto(f"{served.url}/t/{table.id}/{part}", wait_until="domcontentloaded")
            assert page.evaluate("document.documentElement.lang") == language
            keep_picture(page, f"{table.game.NAME}-{language}-{part.split('?')[0]}")
            if found := [*page.evaluate(_CUT), *page.evaluate(_WITHOUT_GLYPH)]:
                wrong[f"{language} {part}"] = found
    assert wrong == {}


def test_a_letter_without_a_glyph_and_a_cut_word_are_found(served: Served, phone: Page) -> None:
    phone.goto(served.url)
    assert phone.evaluate(_WITHOUT_GLYPH) == [] and phone.evaluate(_CUT) == []
    phone.evaluate(
        "document.body.style.fontFamily = 'none'; document.querySelector('h1').textContent = '\\u{2CEB0}'"
    )
    phone.evaluate("document.querySelector('h1').style.cssText = 'width: 20px; white-space: nowrap'")
    phone.evaluate("document.querySelector('p').style.cssText = 'width: 9999px'")
    assert len(phone.evaluate(_CUT)) >= 2
