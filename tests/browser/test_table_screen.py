"""The table screen: it asks what a scan asks, and shows what everybody may see."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from companion.core.tagged import Tagged
from companion.core.uid import Uid
from companion.table.fittings import Fitting
from companion.table.registry import Registered
from companion.table.table import Table
from tests.browser.conftest import Served, give_cookie, open_hand, wait_live

pytestmark = pytest.mark.browser

FIVE = Uid.from_hex("04A3C6CAE26180")
STRANGE = Uid.from_hex("04000000000001")


@pytest.fixture
def table(served: Served) -> Table:
    table = served.house.start()
    served.house.hall.registry.register(FIVE, Registered("coins", Tagged("coin", "5")))
    return table


def touch(served: Served, table: Table, uid: Uid) -> None:
    served.house.inbox.ask(lambda: table.touch("table", uid))


def open_screen(page: Page, served: Served, table: Table) -> None:
    give_cookie(page, served.url, served.house.device(table, screen=True))
    page.goto(f"{served.url}/t/{table.id}/table")
    wait_live(page)


def test_a_scans_question_is_answered_by_a_tap_on_a_name(served: Served, table: Table, screen: Page) -> None:
    open_screen(screen, served, table)
    touch(served, table, FIVE)
    question = screen.locator("#question")
    expect(question).to_contain_text("¤5: who takes it?")
    question.get_by_role("button", name="Bob").click()
    expect(question).to_have_count(0)
    expect(screen.locator(".person", has_text="Bob")).to_contain_text("¤25")


def test_a_question_on_the_screen_is_answered_on_a_phone(
    served: Served, table: Table, screen: Page, phone: Page
) -> None:
    open_screen(screen, served, table)
    open_hand(phone, served, table, 2)
    touch(served, table, FIVE)
    phone.locator("#question").get_by_role("button", name="Cem").click()
    expect(screen.locator(".person", has_text="Cem")).to_contain_text("¤25")
    expect(screen.locator("#question")).to_have_count(0)


def test_an_answer_that_came_too_late_is_told(served: Served, table: Table, screen: Page) -> None:
    screen.route("**/stream*", lambda route: route.abort())
    give_cookie(screen, served.url, served.house.device(table, screen=True))
    touch(served, table, FIVE)
    screen.goto(f"{served.url}/t/{table.id}/table")
    served.house.inbox.ask(table.dismiss)
    screen.locator("#question").get_by_role("button", name="Bob").click()
    expect(screen.locator(".said-above .notice.refused")).to_contain_text("Too late")
    expect(screen.locator("#question")).to_have_count(0)


def test_an_unknown_tag_is_guessed(served: Served, table: Table, screen: Page) -> None:
    open_screen(screen, served, table)
    touch(served, table, STRANGE)
    screen.get_by_role("button", name="Yes, it is The 5-coin").click()
    expect(screen.locator("#question")).to_contain_text("¤5: who takes it?")
    assert served.house.hall.registry.find(STRANGE) == Registered("coins", Tagged("coin", "5"))


def test_a_wrong_tag_is_put_right_and_done_again(served: Served, table: Table, screen: Page) -> None:
    open_screen(screen, served, table)
    touch(served, table, FIVE)
    screen.locator("#question").get_by_role("button", name="Bob").click()
    expect(screen.locator(".person", has_text="Bob")).to_contain_text("¤25")
    screen.get_by_role("link", name="This is not The 5-coin?").click()
    wait_live(screen)
    screen.locator(".piece-button", has_text="The 2-coin").click()
    expect(screen.locator(".last-tag")).to_contain_text("The 2-coin")
    assert served.house.hall.registry.find(FIVE) == Registered("coins", Tagged("coin", "2"))
    screen.goto(f"{served.url}/t/{table.id}/table")
    expect(screen.locator(".person", has_text="Bob")).to_contain_text("¤20")
    expect(screen.locator("#question")).to_contain_text("¤2: who takes it?")


def test_a_tag_is_registered_by_tapping_and_holding(served: Served, table: Table, phone: Page) -> None:
    give_cookie(phone, served.url, served.house.device(table, 0, banker=True))
    phone.goto(f"{served.url}/t/{table.id}/tags")
    wait_live(phone)
    phone.locator("summary", has_text="Coins").click()
    phone.locator(".piece-button", has_text="The 1-coin").click()
    expect(phone.locator(".expected")).to_contain_text("hold its tag to a reader now")
    touch(served, table, STRANGE)
    expect(phone.locator(".piece-button", has_text="The 1-coin")).to_contain_text(str(STRANGE))


def test_the_address_for_phones_is_on_the_screen(served: Served, table: Table, screen: Page) -> None:
    open_screen(screen, served, table)
    expect(screen.locator(".join-here")).to_contain_text("192.0.2.7:8080")
    assert screen.locator(".join-here img").evaluate("image => image.naturalWidth") > 0


def test_a_phone_gets_its_seat_from_the_screens_qr(served: Served, table: Table, screen: Page) -> None:
    open_screen(screen, served, table)
    screen.locator(".person", has_text="Bob").locator("a").click()
    expect(screen.locator("h1")).to_contain_text("Bob")
    assert screen.locator("img.qr").evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    screen.get_by_role("link", name="Back to the table").click()
    expect(screen.locator(".person")).to_have_count(3)


def test_the_screen_sounds_only_after_it_was_asked_to(served: Served, table: Table, screen: Page) -> None:
    open_screen(screen, served, table)
    button = screen.get_by_role("button", name="Sound")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")


def test_a_reader_that_is_lost_shows_on_every_open_page(
    served: Served, table: Table, screen: Page, phone: Page
) -> None:
    fittings = served.house.reach.fittings
    for name in ("table", "market"):
        fittings.set(Fitting(name, "reader", "ready"))
    open_screen(screen, served, table)
    open_hand(phone, served, table, 0, banker=True)
    phone.goto(f"{served.url}/t/{table.id}/rules")  # a page without any other changing part
    wait_live(phone)
    expect(screen.locator(".fitting.lost")).to_have_count(0)
    fittings.set(Fitting("table", "reader", "lost"))
    served.house.inbox.ask(table.changed)
    for page in (screen, phone):
        expect(page.locator(".fitting.lost")).to_contain_text("table")
    fittings.set(Fitting("table", "reader", "ready"))
    served.house.inbox.ask(table.changed)
    for page in (screen, phone):
        expect(page.locator(".fitting.lost")).to_have_count(0)


def test_an_entry_of_the_game_does_not_fetch_the_devices_anew(
    served: Served, table: Table, screen: Page
) -> None:
    open_screen(screen, served, table)
    asked: list[str] = []
    screen.on("request", lambda request: asked.append(request.url))
    served.house.device(table, 0, banker=True).say(table, "transfer", "Ann", to="Bob", amount=5)
    expect(screen.locator(".person", has_text="Bob")).to_contain_text("¤25")
    assert any(url.endswith("/board") for url in asked)
    assert not any(url.endswith("/fittings") for url in asked)


def test_a_screen_is_kept_lit_without_a_secure_page(served: Served, table: Table, screen: Page) -> None:
    """On http://pi.local there is no wake lock: a picture that plays without sound stands in for it."""
    screen.route("**/static/awake.js", _without_wake_lock)
    open_screen(screen, served, table)
    button = screen.get_by_role("button", name="Keep this screen on")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(screen.locator(".awake-help")).to_contain_text("let the display never sleep")
    screen.wait_for_function(
        "() => { const one = document.querySelector('video'); return one && !one.paused; }"
    )
    assert screen.evaluate("document.querySelector('video').muted")
    button.click()
    expect(screen.locator("video")).to_have_count(0)


def _without_wake_lock(route: Route) -> None:
    answer = route.fetch()
    taken = "Object.defineProperty(navigator, 'wakeLock', {value: undefined});\n"
    route.fulfill(response=answer, body=taken + answer.text())
