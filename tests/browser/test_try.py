"""Try it here: a half-played table, one arrow, and one tap later the rent is paid; scripts or no scripts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games import GAMES
from tests.browser.conftest import Served, wait_live
from tests.browser.contexts import PATIENCE_MS, SMALL_PHONE

pytestmark = pytest.mark.browser


@pytest.fixture
def boxes(served: Served) -> Served:
    """A companion with every box of the house."""
    served.house.hall.games = {**GAMES, **served.house.hall.games}
    return served


@pytest.fixture(scope="module")
def unscripted(browser: Browser) -> Iterator[Page]:
    """A phone whose browser runs no scripts."""
    context = browser.new_context(viewport=SMALL_PHONE, java_script_enabled=False)
    context.set_default_timeout(PATIENCE_MS)
    yield context.new_page()
    context.close()


def try_here(page: Page, served: Served) -> None:
    page.goto(served.url)
    page.get_by_role("button", name="Try it here").click()
    expect(page.locator(".try-arrow")).to_contain_text("Bob stands on your street: ask 22")


def test_one_tap_on_the_arrows_button_pays_the_rent(boxes: Served, phone: Page) -> None:
    try_here(phone, boxes)
    wait_live(phone)
    expect(phone.locator(".purse .balance")).to_contain_text("$1,118")
    phone.locator(".waits .button").first.click()
    expect(phone.locator(".purse .balance")).to_contain_text("$1,140")
    expect(phone.locator(".lately")).to_contain_text("$22")
    expect(phone.locator(".try-arrow")).to_have_count(0)


def test_the_rent_is_paid_with_scripts_off(boxes: Served, unscripted: Page) -> None:
    try_here(unscripted, boxes)
    unscripted.locator(".waits .button").first.click()
    expect(unscripted.locator(".purse .balance")).to_contain_text("$1,140")
    expect(unscripted.locator(".lately")).to_contain_text("$22")


def test_a_payment_is_typed_and_made_with_scripts_off(boxes: Served, unscripted: Page) -> None:
    try_here(unscripted, boxes)
    fold = unscripted.locator("details", has_text="Pay somebody")
    fold.locator("summary").click()
    fold.locator("label", has_text="Cem").click()
    fold.locator("input[name='n.amount']").fill("40")
    fold.get_by_role("button", name="Pay somebody").click()
    expect(unscripted.locator(".purse .balance")).to_contain_text("$1,078")


def test_all_four_seats_are_on_this_screen(boxes: Served, phone: Page) -> None:
    try_here(phone, boxes)
    expect(phone.locator(".held a")).to_have_count(4)
    phone.locator(".held a", has_text="Cem").click()
    expect(phone.locator(".purse")).to_contain_text("Cem")
    expect(phone.locator(".try-arrow")).to_have_count(0)


def test_the_board_is_drawn_with_everything_on_it(boxes: Served, screen: Page) -> None:
    try_here(screen, boxes)
    screen.locator(".dock a", has_text="Table").click()
    expect(screen.locator(".board .square")).to_have_count(40)
    expect(screen.locator(".board .piece")).to_have_count(4)
    expect(screen.locator(".board .hotel")).to_have_count(1)
    expect(screen.locator(".board .house")).to_have_count(16)
    expect(screen.locator(".board desc")).to_contain_text("Bob stands on Atlantic Avenue.")
    expect(screen.locator(".person")).to_have_count(4)
    expect(screen.locator(".matters")).to_contain_text("Ann may ask Bob for $22")


def test_the_table_screen_fits_without_scrolling(boxes: Served, screen: Page) -> None:
    try_here(screen, boxes)
    screen.locator(".dock a", has_text="Table").click()
    screen.wait_for_url("**/table")
    wait_live(screen)
    for width, height in ((1280, 800), (1920, 1080)):
        screen.set_viewport_size({"width": width, "height": height})
        assert screen.evaluate("document.documentElement.scrollHeight") <= height
        assert screen.evaluate("document.documentElement.scrollWidth") <= width
    screen.set_viewport_size({"width": 1280, "height": 800})


def test_a_bid_is_one_tap_and_raises_with_the_auction(boxes: Served, phone: Page) -> None:
    try_here(phone, boxes)
    table = next(iter(boxes.house.hall.tables.values()))
    for said in (
        {"do": "arrange", "set": {"turn": {"player": "Bob"}, "players": {"Bob": {"position": 19}}}},
        {"do": "roll", "for": "Bob", "dice": [3, 5]},
        {"do": "decline", "for": "Bob"},
    ):
        act = {**said, "by": "banker"}
        boxes.house.inbox.ask(lambda act=act: table.submit(act))  # type: ignore[misc]
    bid = phone.locator(".waits details", has_text="Bid for Ventnor Avenue")
    bid.locator("summary").click()
    bid.locator(".quick button").nth(1).click()
    expect(phone.locator(".lately")).to_contain_text("Ann bids $5 for Ventnor Avenue")
