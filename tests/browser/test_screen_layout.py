"""The table screen from across the room: letters large enough, nothing cut, nothing on top of another."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize

from companion.core.game import Setup
from companion.games import GAMES
from companion.table.fittings import Fitting
from companion.table.table import Table
from tests.browser.conftest import Served, give_cookie, wait_live
from tests.browser.contexts import SCREEN

pytestmark = pytest.mark.browser

NAMES = ("Ann", "Bob", "Cem", "Dora", "Eve", "Frederikke", "Giorgos", "Hannah", "Ivan", "Jo")
SUPER_CUP = dict.fromkeys(("big_track", "photographer", "position_bets", "partner_bets"), True)
"""What ten people need."""
LARGE: ViewportSize = {"width": 1920, "height": 1080}
OTHERS: tuple[ViewportSize, ...] = (
    {"width": 1280, "height": 800},
    {"width": 1140, "height": 640},
    {"width": 1024, "height": 768},
    {"width": 960, "height": 640},
    {"width": 768, "height": 1024},
)
LARGEST, MONEY, NEEDED, ON_A_TABLET = 72, 48, 32, 15.9
"""Letters in pixels: turn, act and hand work; balances; the rest of what is needed; all of it on a tablet."""

# Every text in the page's middle and the bar's devices: what it says, its letters' size, its boxes. *cut* is
# what reaches out of the window, or out of something that hides the rest.
_TEXTS = """() => {
    const found = [], clipping = one => {
        const holders = [];
        for (let at = one; at && at !== document.body; at = at.parentElement) {
            if (getComputedStyle(at).overflow !== 'visible') holders.push(at.getBoundingClientRect());
        }
        return holders;
    };
    const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    const nodes = [];
    while (texts.nextNode()) nodes.push(texts.currentNode);
    document.querySelectorAll('.fitting').forEach(one => nodes.push(one.firstChild));
    const bottom = document.querySelector('.dock').getBoundingClientRect().top;
    const add = (words, kind, size, boxes, holders, at) => {
        const all = [{left: 0, top: 0, right: innerWidth, bottom}, ...holders];
        const out = (box, room) => box.left < room.left - 1 || box.right > room.right + 1
            || box.top < room.top - 2 || box.bottom > room.bottom + 2;
        const gone = (box, room) => box.right <= room.left + 1 || box.left >= room.right - 1
            || box.bottom <= room.top + 1 || box.top >= room.bottom - 1;
        if (boxes.every(box => holders.some(room => gone(box, room)))) return;
        found.push({words, kind, size, cut: boxes.some(box => all.some(room => out(box, room))),
            boxes: boxes.map(box => [box.left, box.top, box.right, box.bottom])});
    };
    for (const text of nodes) {
        const of = text.parentElement;
        if (!text.data.trim() || !of.offsetParent || of.closest('svg, .hidden, .tools')) continue;
        const range = document.createRange(), style = getComputedStyle(of);
        range.selectNodeContents(text);
        const boxes = [...range.getClientRects()].filter(box => box.width > 1 && box.height > 1);
        const hidden = clipping(of).some(box => box.width <= 1.5);
        if (boxes.length && !hidden) {
            const kind = of.closest('[class]').className;
            add(text.data.trim(), kind, parseFloat(style.fontSize), boxes, clipping(of));
        }
    }
    document.querySelectorAll('.join-here img, .board, .person .mark, .whose-turn .mark').forEach(one => {
        if (one.getBoundingClientRect().width) {
            const boxes = [one.getBoundingClientRect()], name = one.getAttribute('class') || one.nodeName;
            add(name, 'drawn', 99, boxes, clipping(one.parentElement));
        }
    });
    return found;
}"""


def play(
    served: Served, game: str, people: int, until: Callable[[Any, int], bool], **options: object
) -> Table:
    """A game that the program has played with itself until a state, or a number of acts."""
    house = served.house
    house.hall.games = {**GAMES, **house.hall.games}
    for kind in ("reader", "tower"):
        house.reach.fittings.set(Fitting(kind, kind, "ready"))
    table = house.inbox.ask(lambda: house.hall.start(Setup(game, NAMES[:people], options=options)))
    bot, luck = importlib.import_module(f"companion.games.{game}.bot"), random.Random(4)

    def go_on() -> None:
        acts = 0
        while not until(table.session.state, acts):
            table.submit(bot.next_act(table.session.state, luck))
            acts += 1

    house.inbox.ask(go_on)
    return table


@pytest.fixture
def wall(screen: Page) -> Iterator[Page]:
    """The table screen on a large monitor; the tests after it find the size they know."""
    screen.set_viewport_size(LARGE)
    yield screen
    screen.set_viewport_size(SCREEN)


def open_screen(screen: Page, served: Served, table: Table) -> None:
    give_cookie(screen, served.url, served.house.device(table, screen=True))
    screen.goto(f"{served.url}/t/{table.id}/table")
    wait_live(screen)


def check_layout(screen: Page, small_print: tuple[str, ...] = ()) -> None:
    """At every size: what must be large is, all is whole, and nothing lies on anything else.

    *small_print* are classes of what the phones show too and nobody needs from a chair.
    """
    for size in (LARGE, *OTHERS):
        screen.set_viewport_size(size)
        texts = screen.evaluate(_TEXTS)
        kinds = {kind for text in texts for kind in text["kind"].split()}
        assert {"name", "balance", "fitting"} <= kinds and len(texts) > 20, size
        assert [text for text in texts if text["cut"]] == [], size
        assert overlaps(texts) == [], size
        for text in texts:
            kind = set(text["kind"].split())
            if kind & set(small_print):
                continue
            if size is LARGE and kind & {"act-told", "hand-work", "whose-turn"}:
                assert text["size"] >= LARGEST, text
            elif size is LARGE:
                assert text["size"] >= (MONEY if "balance" in kind else NEEDED), text
            else:
                assert text["size"] >= ON_A_TABLET, (size, text)


def overlaps(texts: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """What lies on what; a picture's own middle is not counted."""
    found = []
    for at, one in enumerate(texts):
        for other in texts[at + 1 :]:
            if any(drawn["words"].startswith("board") for drawn in (one, other)):
                continue
            if any(_meet(a, b) for a in one["boxes"] for b in other["boxes"]):
                found.append((one["words"], other["words"]))
    return found


def _meet(one: list[float], other: list[float]) -> bool:
    # Lines of tall letters are set closer than the boxes around them.
    slack = 0.2 * min(one[3] - one[1], other[3] - other[1])
    across = min(one[2], other[2]) - max(one[0], other[0])
    return across > 1 and min(one[3], other[3]) - max(one[1], other[1]) > slack


def test_eight_people_at_the_board_are_read_from_across_the_room(served: Served, wall: Page) -> None:
    open_screen(wall, served, play(served, "monopoly", 8, lambda _, acts: acts == 120))
    check_layout(wall)


def test_ten_people_at_the_race_are_read_from_across_the_room(served: Served, wall: Page) -> None:
    open_screen(wall, served, play(served, "camelup", 10, lambda _, acts: acts == 38, **SUPER_CUP))
    check_layout(wall)


def test_what_a_leg_paid_ten_people_fits_the_middle_of_the_track(served: Served, wall: Page) -> None:
    table = play(served, "camelup", 10, lambda state, _: state.leg == 4, **SUPER_CUP)
    open_screen(wall, served, table)
    assert wall.locator(".scoring-lines li").count() > 5
    check_layout(wall, small_print=("leg-check", "scoring-lines"))


def test_five_people_at_the_last_will_are_read_from_across_the_room(served: Served, wall: Page) -> None:
    open_screen(wall, served, play(served, "lastwill", 5, lambda _, acts: acts == 58))
    check_layout(wall)
