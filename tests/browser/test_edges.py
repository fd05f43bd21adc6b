"""The edge of a page: a colour and a pattern for each thing that happened, still where nothing shall move."""

from __future__ import annotations

import importlib
import random

import pytest
from playwright.sync_api import Page, expect

from companion.core.game import Setup
from companion.games import GAMES
from companion.table.bus import Signal
from companion.table.table import Table
from tests.browser.conftest import Served, give_cookie, open_hand, wait_live

pytestmark = pytest.mark.browser

# Keeps how the edge looked each time the body said that something happened.
_WATCH = """() => {
    window.edges = [];
    new MutationObserver(() => {
        const edge = getComputedStyle(document.body, '::after');
        const why = document.body.getAttribute('data-signal') || document.body.getAttribute('data-edge');
        window.edges.push({why, shown: edge.display, style: edge.borderTopStyle, colour: edge.borderTopColor,
            image: edge.borderImageSource, motion: edge.animationName,
            wide: parseFloat(edge.borderTopWidth)});
    }).observe(document.body, {attributes: true, attributeFilter: ['data-signal', 'data-edge']});
}"""


@pytest.fixture
def race(served: Served) -> Table:
    """A race that has begun; it is Ann's turn or Bob's."""
    house = served.house
    house.hall.games = {**GAMES, **house.hall.games}
    table = house.inbox.ask(lambda: house.hall.start(Setup("camelup", ("Ann", "Bob", "Cem"))))
    pass_turn(served, table, 5)
    return table


def pass_turn(served: Served, table: Table, acts: int = 1) -> None:
    """Let whose turn it is do something; at that game it is the next one's then."""
    bot, luck = importlib.import_module("companion.games.camelup.bot"), random.Random(4)

    def go_on() -> None:
        for _ in range(acts):
            table.submit(bot.next_act(table.session.state, luck))

    served.house.inbox.ask(go_on)


def look_at(screen: Page, served: Served, table: Table) -> None:
    give_cookie(screen, served.url, served.house.device(table, screen=True))
    screen.goto(f"{served.url}/t/{table.id}/table")
    wait_live(screen)
    screen.evaluate(_WATCH)


def edge_of(page: Page, why: str) -> dict[str, object]:
    """How the edge looked when that happened."""
    page.wait_for_function("why => window.edges.some(edge => edge.why === why)", arg=why)
    found: dict[str, object] = page.evaluate("why => window.edges.find(edge => edge.why === why)", why)
    return found


def test_each_thing_that_happens_has_a_colour_and_a_pattern(
    served: Served, race: Table, screen: Page
) -> None:
    look_at(screen, served, race)
    pass_turn(served, race)
    edges = [edge_of(screen, "turn")]
    for signal in Signal:
        served.house.inbox.ask(lambda signal=signal: race.notice(signal))  # type: ignore[misc]
        edges.append(edge_of(screen, signal.value))
    assert {edge["shown"] for edge in edges} == {"block"}
    assert len({edge["colour"] for edge in edges}) == 4
    assert len({(edge["style"], edge["image"]) for edge in edges}) == 4
    assert all(edge["motion"] == "edge-flash" and float(str(edge["wide"])) >= 12 for edge in edges)
    expect(screen.locator("body[data-edge], body[data-signal]")).to_have_count(0)


def test_the_edge_stands_still_where_nothing_shall_move(served: Served, race: Table, screen: Page) -> None:
    screen.emulate_media(reduced_motion="reduce")
    look_at(screen, served, race)
    served.house.inbox.ask(lambda: race.notice(Signal.REFUSED))
    edge = edge_of(screen, "refused")
    screen.emulate_media(reduced_motion="no-preference")
    assert (edge["shown"], edge["motion"]) == ("block", "none")


def test_a_phone_shows_on_its_edge_that_it_is_its_players_turn(
    served: Served, race: Table, phone: Page, other_phone: Page
) -> None:
    turn = race.game.turn(race.session.state)
    assert turn is not None
    following = (turn + 1) % 3
    for page, seat in ((phone, turn), (other_phone, following)):
        open_hand(page, served, race, seat)
        page.evaluate(_WATCH)
    pass_turn(served, race)
    assert edge_of(other_phone, "turn")["shown"] == "block"
    expect(other_phone.locator(".purse .turn")).to_have_text("Your turn")
    expect(phone.locator(".purse .turn.other")).to_be_visible()
    assert "turn" not in phone.evaluate("window.edges.map(edge => edge.why)")
    expect(other_phone.locator("body[data-edge]")).to_have_count(0)
