"""The hammer lights up on pages that stay open, and sells by one tap."""

from __future__ import annotations

from typing import cast

import pytest
from playwright.sync_api import Page, expect

from companion.core.game import Game, Setup
from companion.games import monopoly
from tests.browser.conftest import Served, give_cookie, wait_live
from tests.table.conftest import Clock

pytestmark = pytest.mark.browser

QUIET = "Let the hammer fall"
LIT = "10 seconds without a bid: let the hammer fall"


@pytest.mark.parametrize("path", ["banker", "table"])
def test_the_hammer_lights_up_on_an_open_page_and_sells(served: Served, screen: Page, path: str) -> None:
    house, clock = served.house, Clock()
    house.hall.games = {"monopoly": cast(Game, monopoly)}
    setup = Setup("monopoly", ("Ann", "Bob"), options={"follow": "hands"})
    table = house.inbox.ask(lambda: house.hall.start(setup))
    table._monotonic = clock
    house.inbox.ask(lambda: table.submit({"do": "decline", "by": "Ann", "deed": "red1"}))
    house.inbox.ask(lambda: table.submit({"do": "bid", "by": "Bob", "amount": 10}))
    give_cookie(screen, served.url, house.device(table, banker=True, screen=True))
    screen.goto(f"{served.url}/t/{table.id}/{path}")
    wait_live(screen)
    hammer = screen.locator(".waits.hammer button")
    expect(hammer).to_have_text(QUIET)
    clock.seconds += 10.0
    house.inbox.ask(table.tick)
    expect(hammer).to_have_text(LIT)
    hammer.click()
    expect(hammer).to_have_count(0)
    assert table.session.view(0)["deeds"]["red1"]["owner"] == "Bob"  # type: ignore[arg-type]
