"""The start by hand: names tapped and marks dragged into order, throws typed, rules that follow the sheet."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.games import GAMES
from tests.browser.conftest import Served, wait_live

pytestmark = pytest.mark.browser


@pytest.fixture
def boxes(served: Served) -> Served:
    """A companion with every box of the house, where Ann, Bob and Cem played last."""
    served.house.hall.games = {**GAMES, **served.house.hall.games}
    served.house.notes.put("names", ["Ann", "Bob", "Cem"])
    return served


def seated(page: Page) -> list[str]:
    """The names round the table, the free places left out."""
    fields = page.locator("input[name=name]").all()
    return [field.input_value() for field in fields if field.input_value()]


def handle(page: Page, place: int) -> Locator:
    return page.locator("[data-handle]").nth(place)


def drag(page: Page, one: int, other: int) -> None:
    """Pull the mark of a place onto another place."""
    handle(page, one).scroll_into_view_if_needed()
    start, end = handle(page, one).bounding_box(), handle(page, other).bounding_box()
    assert start is not None and end is not None
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + 22, steps=3)
    expect(page.locator(".place.aimed")).to_have_count(1)
    page.mouse.up()


def test_seats_are_put_in_order_by_dragging_by_tapping_and_by_keys(
    boxes: Served, phone: Page, screen: Page
) -> None:
    for page in (phone, screen):
        page.goto(f"{boxes.url}/new?game=monopoly")
        for name in ("Cem", "Ann", "Bob"):
            page.get_by_role("button", name=name, exact=True).click()
        assert seated(page) == ["Cem", "Ann", "Bob"]
        drag(page, 0, 2)
        assert seated(page) == ["Bob", "Ann", "Cem"]
        page.locator("select[name=mark]").nth(1).select_option("5")
        handle(page, 1).click()
        expect(handle(page, 1)).to_have_attribute("aria-pressed", "true")
        handle(page, 0).click()
        assert seated(page) == ["Ann", "Bob", "Cem"]
        expect(handle(page, 0).locator("svg")).to_have_class("mark tone-5")
        expect(page.locator("[data-moved]")).to_have_text("Swapped.")
        handle(page, 2).press("Enter")
        handle(page, 1).press("Enter")
        assert seated(page) == ["Ann", "Cem", "Bob"]
        page.get_by_role("button", name="Place 2: one place earlier").click()
        assert seated(page) == ["Cem", "Ann", "Bob"]
        expect(handle(page, 0)).to_be_focused()
        page.get_by_role("button", name="Ann", exact=True).click()
        assert seated(page) == ["Cem", "Bob"]
    assert boxes.house.hall.tables == {}


def test_the_highest_throw_starts_with_the_mark_it_chose(boxes: Served, phone: Page) -> None:
    phone.goto(f"{boxes.url}/new?game=monopoly")
    phone.get_by_role("button", name="All as last time").click()
    phone.locator("select[name=mark]").nth(2).select_option("8")
    phone.locator(".pick:has(input[value=typed])").click()
    phone.locator("input[name=name]").first.press("Enter")  # begins, as the button does
    for at, total in enumerate(("5", "9", "9")):
        phone.locator(f"input[name='throw.{at}']").fill(total)
    phone.get_by_role("button", name="That is what we threw").click()
    expect(phone.locator(".throw")).to_have_count(2)
    phone.locator("input[name='throw.1']").fill("4")
    phone.locator("input[name='throw.2']").fill("10")
    phone.get_by_role("button", name="That is what we threw").click()
    wait_live(phone)
    expect(phone.locator(".purse h1")).to_have_text("Cem")
    expect(phone.locator(".purse .mark").first).to_have_class("mark tone-8 large")
    here = phone.url.split("?")[0]
    phone.goto(f"{here}rules")
    expect(phone.locator(".first-line")).to_have_text("Cem starts: highest throw, 9.")
    phone.goto(f"{here}banker")
    bob = phone.locator(".seat-list li", has_text="Bob")
    bob.locator("summary", has_text="Colour and shape").click()
    bob.locator("select[name=mark]").select_option("5")
    bob.get_by_role("button", name="Change").click()
    expect(phone.locator(".seat-list li", has_text="Bob").locator("svg").first).to_have_class("mark tone-5 ")


def test_our_rules_follow_the_sheet_but_not_where_somebody_changed_them(boxes: Served, phone: Page) -> None:
    phone.goto(f"{boxes.url}/new?game=monopoly")
    phone.locator("summary", has_text="Our rules").click()
    speed, trades = (phone.locator(f"select[name='o.{name}']") for name in ("speed_die", "trade_in_debt"))
    phone.locator(".pick", has_text="Russian rule sheet").click()
    expect(speed).to_have_value("true")
    trades.select_option("false")
    phone.locator(".pick", has_text="Danish rule sheet").click()
    expect(speed).to_have_value("false")
    expect(phone.locator("select[name='o.taxes']")).to_have_value('"dk-100-200"')
    phone.locator(".pick", has_text="Russian rule sheet").click()
    speed.select_option("false")
    for at, name in enumerate(("Ann", "Bob")):
        phone.locator("input[name=name]").nth(at).fill(name)
    phone.locator(".pick", has_text="As seated").click()
    phone.get_by_role("button", name="Begin").click()
    wait_live(phone)
    (table,) = boxes.house.hall.tables.values()
    options = table.session.setup.options
    assert (options["speed_die"], options["liquidate_before_transfer"]) == (False, True)
