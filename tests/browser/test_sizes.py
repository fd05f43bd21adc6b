"""What fits: whole words on a small phone, letters that can be read, a whole board over the dock."""

from __future__ import annotations

import itertools
import math
import random

import pytest
from playwright.sync_api import Page

from companion.core.game import Setup
from companion.games import GAMES
from companion.games.camelup import bot
from companion.table.fittings import Fitting
from companion.table.outcome import Done
from companion.table.table import Computed, Table
from tests.browser.conftest import Served, give_cookie

pytestmark = pytest.mark.browser

_LEAST_LETTER_PX = 7.5
# A word with two boxes one below the other was broken in the middle.
_BROKEN = """() => {
    const found = [];
    document.querySelectorAll('details').forEach(one => { one.open = true; });
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode;
        if (!text.parentElement.offsetParent || text.parentElement.closest('svg, select, .hidden')) continue;
        for (const word of text.data.matchAll(/[^\\s\\u2010-\\u2014-]+/g)) {
            const range = document.createRange();
            range.setStart(text, word.index);
            range.setEnd(text, word.index + word[0].length);
            const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top)));
            if (lines.size > 1) found.push(word[0]);
        }
    }
    return found;
}"""

# What a page does wrong with its room: how far it scrolls sideways, texts that leave the window or are cut
# off by what they stand in, texts on top of each other, and what is too small for a thumb.
_AMISS = """() => {
    document.querySelectorAll('details').forEach(one => { one.open = true; });
    const amiss = {out: [], cut: [], overlaps: [], small: []}, boxes = [];
    const unseen = 'svg, .hidden, .skip, .enter-begins, thead, noscript';
    const meant = one => one.offsetParent && !one.closest(unseen);
    const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode, of = text.parentElement;
        if (!text.data.trim() || !meant(of) || of.closest('select')) continue;
        const range = document.createRange(), words = text.data.trim().slice(0, 40);
        range.selectNodeContents(text);
        for (const box of range.getClientRects()) {
            if (box.width < 2) continue;
            if (box.left < -1 || box.right > innerWidth + 1) amiss.out.push(words);
            for (let at = of; at !== document.body; at = at.parentElement) {
                if (getComputedStyle(at).overflowX === 'visible') continue;
                const room = at.getBoundingClientRect();
                if (box.right > room.right + 1 || box.bottom > room.bottom + 2) amiss.cut.push(words);
            }
            boxes.push({box, words, text});
        }
    }
    boxes.forEach(({box, words, text}, at) => boxes.slice(at + 1).forEach(other => {
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        const least = 0.3 * Math.min(box.height, other.box.height);
        if (text !== other.text && across > 2 && down > least) amiss.overlaps.push([words, other.words]);
    }));
    const targets = 'a, button, input:not([type=hidden]), select, textarea, summary';
    for (const one of document.querySelectorAll(targets)) {
        if (!meant(one)) continue;
        const own = one.getBoundingClientRect(), label = one.closest('label');
        const box = label && label.offsetHeight > own.height ? label.getBoundingClientRect() : own;
        const size = [box.width, box.height].map(Math.round);
        if (Math.min(...size) < 44) amiss.small.push([one.outerHTML.slice(0, 80), size]);
    }
    const wide = document.documentElement.scrollWidth;
    return {...amiss, wide: wide > innerWidth ? wide : 0};
}"""


@pytest.fixture
def boxes(served: Served) -> Served:
    """A companion with every box of the house."""
    served.house.hall.games = {**GAMES, **served.house.hall.games}
    return served


def camels(boxes: Served) -> Table:
    """A race that has begun."""
    hall, luck = boxes.house.hall, random.Random(4)
    setup = Setup("camelup", ("Ann", "Bob", "Cem"), options={"odds": "all"})
    table = boxes.house.inbox.ask(lambda: hall.start(setup))
    for _ in range(12):
        said = bot.next_act(table.session.state, luck)
        assert said is not None
        boxes.house.inbox.ask(lambda said=said: table.submit(said))  # type: ignore[misc]
    chances = {camel: ["1/5"] * 5 for camel in ("white", "orange", "yellow", "green", "blue")}
    odds = Computed(table.session.number, {"places": chances, "leg_tiles": dict.fromkeys(chances, "7/3")})
    boxes.house.inbox.ask(lambda: table.show_computed(odds))
    return table


def many_deeds(boxes: Served) -> Table:
    """Ann has streets with long names, houses and hotels, and mortgages."""
    hall = boxes.house.hall
    table = boxes.house.inbox.ask(lambda: hall.start(Setup("monopoly", ("Ann", "Bob", "Cem"))))
    levels = {"lightblue": 5, "green": 4, "pink": 0, "orange": 1}
    owned: dict[str, object] = {
        f"{group}{at}": {"owner": "Ann", "houses": level}
        for group, level in levels.items()
        for at in (1, 2, 3)
    }
    owned["rail2"] = {"owner": "Ann", "mortgaged": True}
    said = {"do": "arrange", "by": "banker", "set": {"deeds": owned}}
    assert isinstance(boxes.house.inbox.ask(lambda: table.submit(said)), Done)
    return table


def test_no_word_is_broken_on_a_small_phone(boxes: Served, phone: Page) -> None:
    table = many_deeds(boxes)
    give_cookie(phone, boxes.url, boxes.house.device(table, 0, 1, 2, banker=True))
    here = f"{boxes.url}/t/{table.id}/"
    parts = ("?seat=0", "banker?for=0", "trade?seat=0&to=1", "tags", "join", "rules", "arrange")
    for page in (*(here + part for part in parts), f"{boxes.url}/new?game=monopoly"):
        phone.goto(page)
        assert phone.evaluate(_BROKEN) == [], page
        assert phone.evaluate("document.documentElement.scrollWidth") <= 360, page


@pytest.mark.parametrize(("game", "language"), [("monopoly", "ru"), ("camelup", "da"), ("lastwill", "el")])
def test_a_thumb_finds_everything_and_letters_may_be_twice_as_large(
    boxes: Served, phone: Page, game: str, language: str
) -> None:
    hall = boxes.house.hall
    if game == "monopoly":
        table = many_deeds(boxes)
    else:
        setup = Setup(game, ("Ann", "Bob", "Cem"))
        table = camels(boxes) if game == "camelup" else boxes.house.inbox.ask(lambda: hall.start(setup))
    give_cookie(phone, boxes.url, boxes.house.device(table, 0, banker=True))
    here = f"{boxes.url}/t/{table.id}/"
    pages = (here, f"{here}history?seat=0", f"{here}banker?for=0", f"{boxes.url}/new?game={game}")
    letters = phone.context.new_cdp_session(phone)
    try:
        # Pixels of a letter that no style says anything of. Other languages have longer words than English.
        for size, reads in ((16, "en"), (32, "en"), (32, language)):
            letters.send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size}})
            phone.context.add_cookies([{"name": "language", "value": reads, "url": boxes.url}])
            for page in pages:
                phone.goto(page)
                amiss = phone.evaluate(_AMISS)
                assert not any(amiss.values()), (page, size, reads, amiss)
    finally:
        letters.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
        letters.detach()


def test_the_start_and_the_last_page_hold_letters_twice_as_large(boxes: Served, phone: Page) -> None:
    table = many_deeds(boxes)
    assert isinstance(boxes.house.inbox.ask(lambda: table.submit({"do": "finish", "by": "banker"})), Done)
    boxes.house.addresses = ["http://192.168.178.120:8080"]
    give_cookie(phone, boxes.url, boxes.house.device(table, 0, banker=True))
    letters = phone.context.new_cdp_session(phone)
    try:
        letters.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 32}})
        for page in (f"{boxes.url}/", f"{boxes.url}/t/{table.id}/end"):
            phone.goto(page)
            amiss = phone.evaluate(_AMISS)
            assert not any(amiss.values()), (page, amiss)
    finally:
        letters.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
        letters.detach()


def test_the_odds_fit_a_small_phone_and_the_middle_of_the_track(
    boxes: Served, phone: Page, screen: Page
) -> None:
    table = camels(boxes)
    device = boxes.house.device(table, 0, screen=True)
    for page in (phone, screen):
        give_cookie(page, boxes.url, device)
        page.goto(f"{boxes.url}/t/{table.id}/table")
        assert page.locator(".odds-bar").count() == 5
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert page.evaluate(
            """() => {
                const table = document.querySelector('.camels').getBoundingClientRect();
                return table.right <= document.querySelector('.centre').getBoundingClientRect().right + 1;
            }"""
        )


def test_the_letters_of_a_board_can_be_read_on_a_small_phone(boxes: Served, phone: Page) -> None:
    phone.goto(boxes.url)
    phone.get_by_role("button", name="Try it here").click()
    phone.goto(phone.url.split("?")[0] + "table")
    race = camels(boxes)
    for letters, path in ((".piece text", ""), (".board .owner text", ""), (".camel text", race.id)):
        if path:
            give_cookie(phone, boxes.url, boxes.house.device(race, screen=True))
            phone.goto(f"{boxes.url}/t/{path}/table")
        tall = phone.evaluate(
            "drawn => [...document.querySelectorAll(drawn)].map(one => one.getBoundingClientRect().height)",
            letters,
        )
        assert tall and min(tall) >= _LEAST_LETTER_PX, (letters, tall)


def test_pieces_on_one_square_stand_side_by_side_on_a_small_phone(boxes: Served, phone: Page) -> None:
    hall, names = boxes.house.hall, ("Ann", "Bob", "Cem", "Dora", "Eve")
    table = boxes.house.inbox.ask(lambda: hall.start(Setup("monopoly", names)))
    give_cookie(phone, boxes.url, boxes.house.device(table, screen=True))
    phone.goto(f"{boxes.url}/t/{table.id}/table")
    middles = phone.evaluate(
        """() => [...document.querySelectorAll('.piece text')].map(one => {
            const box = one.getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2];
        })"""
    )
    assert len(middles) == 5
    apart = [math.dist(one, other) for one, other in itertools.combinations(middles, 2)]
    assert min(apart) >= 13


def test_a_board_ends_above_the_dock_also_below_the_simulators_banner(boxes: Served, screen: Page) -> None:
    boxes.house.reach.fittings.set(Fitting("tower", "tower", "simulated"))
    screen.goto(boxes.url)
    screen.get_by_role("button", name="Try it here").click()
    screen.goto(screen.url.split("?")[0] + "table")
    board, dock = screen.locator(".board").bounding_box(), screen.locator(".dock").bounding_box()
    assert board is not None and dock is not None
    assert board["y"] + board["height"] <= dock["y"]
