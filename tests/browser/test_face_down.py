"""A device that several people share: what only one of them may see lies face down again, and stays so."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from companion.table.table import Table
from companion.web import peeking
from tests.browser.conftest import Served, give_cookie, wait_live
from tests.browser.contexts import PATIENCE_MS, SMALL_PHONE

pytestmark = pytest.mark.browser

WORD = "ZEBRAFISH"


class Clock:
    """The server's clock of what lies open, moved by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def table(served: Served) -> Table:
    """Ann has hidden a word; she and Bob share a device."""
    made = served.house.start()
    assert served.house.device(made, 0).say(made, "hide", "Ann", word=WORD).status_code == 200
    return made


@pytest.fixture
def clock(served: Served) -> Clock:
    made = Clock()
    served.house.app.extensions["companion.peeks"].monotonic = made
    return made


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A phone of its own: its clock is moved, too."""
    made = browser.new_context(viewport=SMALL_PHONE)
    made.set_default_timeout(PATIENCE_MS)
    yield made
    made.close()


@pytest.fixture
def shared(context: BrowserContext, served: Served, table: Table, clock: Clock) -> Page:
    """The shared device, with Ann's hand face down."""
    page = context.new_page()
    page.clock.install()
    give_cookie(page, served.url, served.house.device(table, 0, 1))
    page.goto(f"{served.url}/t/{table.id}/?seat=0")
    wait_live(page)
    expect_covered(page)
    return page


def expect_covered(page: Page) -> None:
    expect(page.get_by_role("button", name="Only Ann looks now")).to_be_visible()
    assert WORD not in page.content()


def turn_up(page: Page) -> None:
    page.get_by_role("button", name="Only Ann looks now").click()
    expect(page.locator(".lately")).to_contain_text(WORD)
    expect(page.locator(".peek")).to_contain_text("at the latest in 20 seconds")
    wait_live(page)


def sources(page: Page, served: Served, table: Table) -> list[str]:
    """Everything that the device can fetch about Ann's hand."""
    paths = ("?seat=0", "hand?seat=0", "?seat=0&open=1", "view?as=Ann", "history", "history?seat=0")
    return [page.request.get(f"{served.url}/t/{table.id}/{path}").text() for path in paths]


def test_after_twenty_seconds_nothing_brings_it_back(
    shared: Page, served: Served, table: Table, clock: Clock
) -> None:
    turn_up(shared)
    served.line.cut()  # it must not take an answer to hide it
    clock.now += peeking.PEEK_S
    shared.clock.fast_forward(21_000)
    expect(shared.locator("h1")).to_have_text("Ann's hand lies face down")
    assert WORD not in shared.content()
    expect(shared.locator(".offline")).to_be_visible()
    served.line.heal()
    for _ in range(3):
        shared.clock.fast_forward(2_000)
    expect_covered(shared)
    assert [text for text in sources(shared, served, table) if WORD in text] == []
    shared.reload()
    expect_covered(shared)
    shared.goto(f"{served.url}/t/{table.id}/history")
    shared.go_back()
    expect_covered(shared)
    shared.go_back()
    expect_covered(shared)


def test_an_act_turns_it_face_down_and_going_back_does_not_turn_it_up(
    shared: Page, served: Served, table: Table
) -> None:
    turn_up(shared)
    shared.locator(".waits .dice-grid button").nth(4).click()
    expect_covered(shared)
    assert [text for text in sources(shared, served, table) if WORD in text] == []
    shared.goto(f"{served.url}/t/{table.id}/table")
    shared.go_back()
    expect_covered(shared)


def test_a_refusal_leaves_it_open_and_another_page_does_not(
    shared: Page, served: Served, table: Table
) -> None:
    turn_up(shared)
    fold = shared.locator("details.fold", has_text="Take").first
    fold.locator("summary").click()
    fold.locator("input[inputmode]").fill("11")
    fold.locator("button.yes").click()
    expect(fold.locator(".notice.refused")).to_be_visible()
    expect(shared.locator(".lately")).to_contain_text(WORD)
    shared.goto(f"{served.url}/t/{table.id}/table")
    shared.go_back()
    expect_covered(shared)


def test_more_time_keeps_what_is_half_filled_in(shared: Page, clock: Clock) -> None:
    turn_up(shared)
    fold = shared.locator("details.fold", has_text="Take").first
    fold.locator("summary").click()
    fold.locator("input[inputmode]").fill("7")
    clock.now += 15.0
    shared.clock.fast_forward(15_000)
    shared.get_by_role("button", name="20 seconds more").click()
    expect(shared.locator(".peek-bar.longer")).to_have_count(1)
    clock.now += 15.0
    shared.clock.fast_forward(15_000)
    wait_live(shared)
    assert fold.locator("input[inputmode]").input_value() == "7"
    expect(shared.locator(".lately")).to_contain_text(WORD)
    assert shared.locator("#hand").evaluate("(hand) => getComputedStyle(hand).visibility") == "visible"
    clock.now += 6.0
    shared.clock.fast_forward(6_000)
    expect_covered(shared)


def test_a_page_kept_by_the_browser_takes_no_secret_along(shared: Page) -> None:
    turn_up(shared)
    shared.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))")
    assert WORD not in shared.content()
    shared.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    expect(shared.locator("#peek, .cover form")).not_to_have_count(0)


def test_without_scripts_the_page_covers_itself(
    browser: Browser, served: Served, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peeking, "PEEK_S", 1.0)
    context = browser.new_context(viewport=SMALL_PHONE, java_script_enabled=False)
    page = context.new_page()
    give_cookie(page, served.url, served.house.device(table, 0, 1))
    page.goto(f"{served.url}/t/{table.id}/table")
    page.goto(f"{served.url}/t/{table.id}/?seat=0")
    page.get_by_role("button", name="Only Ann looks now").click()
    assert WORD in page.content()
    expect_covered(page)
    for _ in range(2):  # a browser may or may not count a page that loads itself anew as another step
        page.go_back()
        assert WORD not in page.content()
    context.close()
