"""Who has which place, on phones: watching, coming in late, the lent bank, two tables and a new address."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from companion.table.table import Table
from companion.web.network import AddressWatch
from tests.browser.conftest import Served, give_cookie, open_hand, wait_live

pytestmark = pytest.mark.browser


@pytest.fixture
def table(served: Served) -> Table:
    return served.house.start()


def test_who_watches_is_let_in_by_the_bankers_tap(
    served: Served, table: Table, phone: Page, other_phone: Page
) -> None:
    open_hand(phone, served, table, 0, 1, 2, banker=True)
    other_phone.goto(f"{served.url}/t/{table.id}/join")
    other_phone.get_by_role("link", name="Only watch").click()
    wait_live(other_phone)
    served.house.inbox.ask(lambda: table.submit({"do": "take", "by": "Bob", "amount": 5}))
    expect(other_phone.locator(".person", has_text="Bob")).to_contain_text("¤25")
    other_phone.get_by_role("link", name="Sit down, or ask to be let in").click()
    other_phone.locator("#d-ask summary").click()
    other_phone.get_by_label("Your name").fill("Dot")
    other_phone.locator("#d-ask button").click()
    wait_live(other_phone)
    phone.get_by_role("button", name="Let Dot in").click()
    other_phone.get_by_role("button", name="Sit down").click()
    expect(other_phone.locator("#hand h1")).to_have_text("Dot")
    expect(phone.get_by_text("Dot asks to be let in.")).to_have_count(0)


def test_a_lent_bank_is_taken_back_while_the_borrower_is_away(
    served: Served, table: Table, phone: Page, other_phone: Page
) -> None:
    open_hand(phone, served, table, 0, banker=True)
    open_hand(other_phone, served, table, 1)
    phone.goto(f"{served.url}/t/{table.id}/bank")
    phone.get_by_role("button", name="Bob").click()
    other_phone.get_by_role("button", name="Take the bank").click()
    expect(other_phone.locator(".dock")).to_contain_text("Bank")
    other_phone.goto("about:blank")
    phone.get_by_role("button", name="Take the bank back").click()
    expect(phone.locator(".dock")).to_contain_text("Bank")
    phone.get_by_role("link", name="History").click()
    expect(phone.locator("main")).to_contain_text("Ann took the bank back.")
    open_hand(other_phone, served, table, 1)
    expect(other_phone.locator(".dock")).not_to_contain_text("Bank")


def test_two_phones_say_that_it_was_bob(served: Served, table: Table, phone: Page, other_phone: Page) -> None:
    house = served.house
    house.device(table, 1)
    cem = house.device(table, 2)
    open_hand(phone, served, table, 0)
    other_phone.goto(f"{served.url}/t/{table.id}/join")
    other_phone.locator("#d-claim summary").click()
    other_phone.get_by_role("button", name="I was Bob").click()
    wait_live(other_phone)
    phone.get_by_role("button", name="Yes, that is Bob").click()
    expect(phone.get_by_text("One more phone has to say so.")).to_be_visible()
    cem.post(f"/t/{table.id}/vouch", {"serial": "1", "yes": "1"})
    other_phone.get_by_role("button", name="Sit down").click()
    expect(other_phone.locator("#hand h1")).to_have_text("Bob")


def test_the_qr_of_a_screen_follows_a_new_address_by_itself(
    served: Served, table: Table, screen: Page
) -> None:
    house = served.house
    watch = AddressWatch(lambda: tuple(house.addresses), table.changed)
    give_cookie(screen, served.url, house.device(table, screen=True))
    screen.goto(f"{served.url}/t/{table.id}/table")
    wait_live(screen)
    house.addresses[:] = ["http://192.0.2.99:8080"]
    watch._looked_at -= AddressWatch.EVERY_S
    with screen.expect_response(lambda answer: "/qr.svg" in answer.url) as picture:
        house.inbox.ask(watch.tick)
    assert "192.0.2.99" in picture.value.url and picture.value.ok
    expect(screen.locator(".join-here")).to_contain_text("192.0.2.99:8080")
