"""Never stale, never twice: whatever happens, a phone shows what is true or says that it does not know."""

# What happens               where: here, test_connection (C), test_under_the_finger (F), test_face_down (D)
# a double tap               test_a_double_tap_on_a_die_is_one_roll; C: test_two_taps_are_one_act
#                           test_a_double_tap_on_what_stays..., test_the_second_half_of_a_double_tap...
# a tap during a swap        F: both tests
# a lost answer, sent again  C: test_a_tap_whose_answer_was_lost_and_repeated_is_done_once
# two phones at once         test_two_phones_that_throw_at_once_are_one_throw
# an hour asleep             test_an_hour_asleep_is_seen_on_waking; C: test_a_hidden_tab_lets_its_stream_go...
# no more Wi-Fi              C: test_a_line_that_falls_silent..., test_a_line_that_was_reset...
# a server started anew      C: test_a_program_that_starts_anew_is_shown_as_it_is_then
# the back button            test_back_shows_what_is_true_now..., test_back_without_a_line...
# a page out of the cache    test_a_page_out_of_the_browsers_cache...; D: test_a_page_kept_by_the_browser...
# seven tabs                 test_seven_tabs_of_one_browser_are_true_when_looked_at

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

from companion.table.table import Table
from companion.web.stream import Stream
from tests.browser.conftest import Served, give_cookie, open_hand, wait_live
from tests.browser.contexts import PATIENCE_MS, SMALL_PHONE

pytestmark = pytest.mark.browser

NOON_S = 1_800_000_000
TABS = 7
"""One more than a browser opens connections to one address."""


@pytest.fixture
def table(served: Served) -> Table:
    return served.house.start()


@pytest.fixture
def stopped(browser: Browser) -> Iterator[Page]:
    """A phone whose clock stands still, so that two taps follow each other at once on any machine."""
    context = browser.new_context(viewport=SMALL_PHONE, has_touch=True)
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.clock.set_fixed_time(NOON_S)
    yield page
    context.close()


@pytest.fixture
def tabs(browser: Browser) -> Iterator[BrowserContext]:
    """A browser with room for many tabs."""
    context = browser.new_context(viewport=SMALL_PHONE)
    context.set_default_timeout(PATIENCE_MS)
    yield context
    context.close()


def pay_ann(served: Served, table: Table) -> None:
    bob = served.house.device(table, 1)
    assert bob.say(table, "transfer", "Bob", to="Ann", amount=1).status_code == 200


def expect_balance(page: Page, amount: int) -> None:
    expect(page.locator(".purse .balance")).to_contain_text(str(amount))


def expect_lost(page: Page) -> None:
    """The page says that what it shows may be old."""
    expect(page.locator("body.reconnecting")).to_have_count(1)
    expect(page.locator(".offline")).to_be_visible()


def set_hidden(page: Page, hidden: bool) -> str:
    """Hide or show a tab; what the page says of itself at once, before anything can have answered."""
    return str(
        page.evaluate(
            """(value) => {
          Object.defineProperty(document, 'visibilityState', {value, configurable: true});
          document.dispatchEvent(new Event('visibilitychange'));
          return document.body.className;
        }""",
            "hidden" if hidden else "visible",
        )
    )


def count_leaving(served: Served, wanted: int) -> threading.Event:
    """Set when *wanted* streams have ended from now on."""
    enough, left = threading.Event(), []
    leave = served.house.streams.leave

    def leave_and_count(stream: Stream) -> None:
        leave(stream)
        left.append(stream)
        if len(left) == wanted:
            enough.set()

    served.house.streams.leave = leave_and_count  # type: ignore[method-assign]
    return enough


def test_a_double_tap_on_a_die_is_one_roll(served: Served, table: Table, phone: Page) -> None:
    open_hand(phone, served, table, 0)
    phone.locator(".dice-grid button").nth(4).dblclick()
    expect_balance(phone, 25)
    expect(phone.locator("form[data-sent]")).to_have_count(0)
    assert [entry.do for entry in table.session.history.live()] == ["toss"]


def tap_take(page: Page, amount: int) -> tuple[float, float]:
    """Tap the button that takes coins in its open fold; where the finger was."""
    fold = page.locator("details.fold", has_text="Take").first
    fold.evaluate("(fold) => { fold.open = true; }")
    fold.locator("input[name='n.amount']").fill(str(amount))
    button = fold.locator("form > button")
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(*at)
    return at


def test_a_double_tap_on_what_stays_is_one_act(served: Served, table: Table, stopped: Page) -> None:
    """The first tap was answered before the second one: its form is there still, under a fresh id."""
    open_hand(stopped, served, table, 0)
    tap_take(stopped, 2)
    expect_balance(stopped, 22)
    expect(stopped.locator("form[data-sent]")).to_have_count(0)
    tap_take(stopped, 2)
    stopped.clock.set_fixed_time(NOON_S + 1)
    tap_take(stopped, 3)
    expect_balance(stopped, 25)
    assert table.session.number == 2


def test_the_second_half_of_a_double_tap_presses_nothing_else(
    served: Served, table: Table, stopped: Page
) -> None:
    """Where the button was, another one lies by then."""
    open_hand(stopped, served, table, 0)
    at = tap_take(stopped, 2)
    expect_balance(stopped, 22)
    stopped.evaluate(
        """([x, y]) => {
          const other = document.createElement('button');
          other.id = 'other';
          other.style = `position: fixed; left: ${x - 40}px; top: ${y - 20}px; width: 80px; height: 40px`;
          other.addEventListener('click', () => other.setAttribute('data-pressed', ''));
          document.body.append(other);
        }""",
        [*at],
    )
    stopped.touchscreen.tap(*at)
    expect(stopped.locator("#other[data-pressed]")).to_have_count(0)
    stopped.clock.set_fixed_time(NOON_S + 1)
    stopped.touchscreen.tap(*at)
    expect(stopped.locator("#other[data-pressed]")).to_have_count(1)


def test_back_shows_what_is_true_now_and_sends_nothing_again(
    served: Served, table: Table, phone: Page
) -> None:
    open_hand(phone, served, table, 0)
    phone.locator(".dice-grid button").nth(4).click()
    expect_balance(phone, 25)
    phone.goto(f"{served.url}/t/{table.id}/history")
    pay_ann(served, table)
    phone.go_back()
    expect_balance(phone, 26)
    wait_live(phone)
    phone.go_forward()
    expect(phone.locator(".entries")).to_contain_text("Bob")
    assert table.session.number == 2


def test_back_without_a_line_shows_no_old_balance(served: Served, table: Table, phone: Page) -> None:
    """No browser keeps a copy of the page, so there is none to be taken for the truth."""
    open_hand(phone, served, table, 0)
    phone.goto(f"{served.url}/t/{table.id}/history")
    served.line.cut()
    with pytest.raises(Error, match="ERR_"):
        phone.go_back()
    phone.wait_for_url("chrome-error:**")
    assert "Own balance" not in phone.content()
    pay_ann(served, table)
    served.line.heal()
    phone.goto(f"{served.url}/t/{table.id}/")
    expect_balance(phone, 21)


def test_two_phones_that_throw_at_once_are_one_throw(
    served: Served, table: Table, phone: Page, other_phone: Page
) -> None:
    """Ann taps her throw, and Bob taps it for her, before either was stored."""
    open_hand(phone, served, table, 0)
    open_hand(other_phone, served, table, 1)
    gate = served.house.shelf.pages[table.id].gate = threading.Event()
    phone.locator(".waits .dice-grid button").nth(4).click()
    other_phone.locator(".helping summary").click()
    other_phone.locator(".helping .dice-grid button").nth(2).click()
    expect(phone.locator("form[data-sent]")).to_have_count(1)
    expect(other_phone.locator("form[data-sent]")).to_have_count(1)
    gate.set()
    for page in (phone, other_phone):
        expect(page.locator(".lately")).to_contain_text("Ann tosses 5")
        wait_live(page)
    expect_balance(phone, 25)
    expect(other_phone.locator(".notice.refused")).to_be_visible()
    assert [entry.do for entry in table.session.history.live()] == ["toss"]


def test_an_hour_asleep_is_seen_on_waking(served: Served, table: Table, tabs: BrowserContext) -> None:
    """Asleep, a phone runs nothing and hears nothing, and some tell their pages nothing of it."""
    page = tabs.new_page()
    page.clock.install()
    open_hand(page, served, table, 0)
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    served.line.fall_silent()
    for _ in range(3):
        pay_ann(served, table)
    page.clock.fast_forward(3_600_000)
    expect_lost(page)
    assert "20" in page.locator(".purse .balance").inner_text()
    served.line.heal()
    page.clock.resume()
    expect_balance(page, 23)
    wait_live(page)


def test_a_form_sent_without_scripts_is_not_sent_again_by_going_back(
    served: Served, table: Table, browser: Browser
) -> None:
    context = browser.new_context(viewport=SMALL_PHONE, java_script_enabled=False)
    page = context.new_page()
    give_cookie(page, served.url, served.house.device(table, 0))
    page.goto(f"{served.url}/t/{table.id}/")
    page.locator(".dice-grid button").nth(4).click()
    expect_balance(page, 25)
    page.reload()
    page.go_back()
    page.go_forward()
    expect_balance(page, 25)
    context.close()
    assert table.session.number == 1


def test_a_page_out_of_the_browsers_cache_is_brought_up_to_date(
    served: Served, table: Table, phone: Page
) -> None:
    open_hand(phone, served, table, 0)
    gone = count_leaving(served, 1)
    phone.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))")
    assert gone.wait(10.0), "a page in the cache keeps its stream"
    pay_ann(served, table)
    comes = "dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))"
    assert "reconnecting" in phone.evaluate(f"{comes}, document.body.className")
    expect_balance(phone, 21)
    wait_live(phone)


def test_seven_tabs_of_one_browser_are_true_when_looked_at(
    served: Served, table: Table, tabs: BrowserContext
) -> None:
    closed = count_leaving(served, TABS - 1)
    pages = [tabs.new_page() for _ in range(TABS)]
    give_cookie(pages[0], served.url, served.house.device(table, 0))
    for page in pages:
        page.goto(f"{served.url}/t/{table.id}/")
        wait_live(page)
        if page is not pages[-1]:
            set_hidden(page, True)
    assert closed.wait(10.0), "a hidden tab keeps its stream"
    assert served.house.streams.count() == 1
    pay_ann(served, table)
    expect_balance(pages[-1], 21)
    set_hidden(pages[-1], True)
    assert "reconnecting" in set_hidden(pages[0], False)
    expect_balance(pages[0], 21)
    wait_live(pages[0])
