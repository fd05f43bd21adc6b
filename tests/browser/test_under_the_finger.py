"""A tap right after another, while the page is being brought up to date: both arrive, each once."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.table.table import Table
from tests.browser.conftest import Served, open_hand, wait_live
from tests.browser.test_never_twice import pay_ann

pytestmark = pytest.mark.browser

OFFSETS_MS = (0, 6, 12, 20, 30, 50)
PRESS_MS = 40

_WATCH = """
() => {
  window.swaps = 0;
  document.addEventListener('companion:shown', () => { window.swaps += 1; });
  document.addEventListener('pointerdown', (event) => {
    window.pressedOn = event.target.closest('summary, button');
  }, true);
}
"""


@pytest.fixture
def table(served: Served) -> Table:
    return served.house.start()


def press(page: Page, button: Locator) -> bool:
    """Put a finger down where *button* is; whether it was still there."""
    box = button.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    return bool(button.evaluate("(button) => window.pressedOn === button"))


def test_a_button_is_not_pulled_from_under_the_finger(served: Served, table: Table, phone: Page) -> None:
    """Bob asks for money while Ann's finger is down: forms come in above the button she presses."""
    open_hand(phone, served, table, 0)
    phone.evaluate(_WATCH)
    take = phone.locator("details.fold", has_text="Take").first
    take.scroll_into_view_if_needed()
    assert press(phone, take.locator("summary"))
    bob = served.house.device(table, 1)
    with phone.expect_response("**/hand?*"):
        assert bob.say(table, "request", "Bob", **{"from": "Ann", "amount": 3}).status_code == 200
    phone.wait_for_timeout(100)
    assert phone.evaluate("window.swaps") == 0
    phone.mouse.up()
    expect(take).to_have_attribute("open", "")
    expect(phone.locator(".waits")).to_contain_text("Bob")
    pay_ann(served, table)
    expect(phone.locator(".purse .balance")).to_contain_text("21")


def test_a_second_tap_arrives_whenever_the_first_is_answered(
    served: Served, table: Table, phone: Page
) -> None:
    """Ann tosses, and opens a fold a few milliseconds sooner or later: her hand changes meanwhile."""
    ann = open_hand(phone, served, table, 0)
    people = (ann, served.house.device(table, 1), served.house.device(table, 2))
    phone.evaluate(_WATCH)
    take = phone.locator("details.fold", has_text="Take").first
    take.scroll_into_view_if_needed()
    served.line.answer_after_s = 0.02
    pressed = 0
    for turn, offset_ms in enumerate(OFFSETS_MS):
        phone.locator(".waits .dice-grid button").nth(3 + turn % 2).click()  # the same twice is a double tap
        phone.wait_for_timeout(offset_ms)
        arrives = press(phone, take.locator("summary"))
        phone.wait_for_timeout(PRESS_MS)
        phone.mouse.up()
        if arrives:
            pressed += 1
            expect(take).to_have_attribute("open", "")
        expect(phone.locator(".waits .dice-grid")).to_have_count(0)
        take.evaluate("(fold) => { fold.open = false; }")
        for one, name in zip(people, ("Ann", "Bob", "Cem"), strict=True):
            assert one.say(table, "end_turn", name).status_code == 200
        phone.wait_for_selector(".waits .dice-grid")
        wait_live(phone)
    assert pressed >= len(OFFSETS_MS) // 2
    assert [entry.do for entry in table.session.history.live()].count("toss") == len(OFFSETS_MS)
