"""Tags laid in a row, and a look round, as a phone and a screen show them live."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from companion.core.tagged import Tagged
from companion.core.uid import Uid
from companion.table.registry import Registered
from companion.table.table import Table
from tests.browser.conftest import Served, give_cookie, wait_live

pytestmark = pytest.mark.browser

A, B, C = (Uid.from_hex(f"0400000000000{digit}") for digit in "ABC")


def touch(served: Served, table: Table, uid: Uid) -> None:
    served.house.inbox.ask(lambda: table.touch("table", uid))


def test_a_set_is_laid_in_a_row_and_then_looked_round(served: Served, phone: Page, screen: Page) -> None:
    table = served.house.start()
    give_cookie(phone, served.url, served.house.device(table, 0, banker=True))
    phone.goto(f"{served.url}/t/{table.id}/tags/row")
    wait_live(phone)
    phone.locator("#row-of-coin button").click()
    coming = phone.locator(".row-coming")
    expect(coming).to_have_text("The 1-coin")
    touch(served, table, A)
    expect(coming).to_have_text("The 2-coin")
    touch(served, table, A)
    expect(phone.locator("#row .notice")).to_contain_text("This tag is The 1-coin already")
    touch(served, table, B)
    phone.get_by_role("button", name="Undo The 2-coin").click()
    expect(coming).to_have_text("The 2-coin")
    touch(served, table, C)
    touch(served, table, B)
    expect(coming).to_have_text("The row is done.")
    phone.get_by_role("button", name="Go on playing").click()
    expect(phone.locator("#row-of-coin")).to_contain_text("3/3")

    give_cookie(screen, served.url, served.house.device(table, screen=True))
    screen.goto(f"{served.url}/t/{table.id}/tags/look")
    wait_live(screen)
    screen.get_by_role("button", name="Look round").click()
    name = screen.locator(".look-name")
    expect(name).to_have_text("Lay a card")
    touch(served, table, B)
    expect(name).to_have_text("The 5-coin")
    assert name.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 96
    screen.get_by_text("Wrong: it is something else").click()
    screen.locator(".piece-button", has_text="The 2-coin").click()
    expect(name).to_have_text("The 2-coin")
    coins = {uid: Registered("coins", Tagged("coin", piece)) for uid, piece in ((A, "1"), (B, "2"), (C, "5"))}
    assert served.house.hall.registry.all() == coins
