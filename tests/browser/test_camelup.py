"""An evening of Camel Up: from the set-up to the ranking, on two phones and the table screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.games import GAMES
from tests.browser.conftest import Served, wait_live

pytestmark = pytest.mark.browser


@pytest.fixture
def boxes(served: Served) -> Served:
    """A companion with every box of the house."""
    served.house.hall.games = {**GAMES, **served.house.hall.games}
    return served


def tap(page: Page, words: str) -> None:
    """Tap the button of these very words among what waits; it goes when the act is done."""
    button = page.locator(".waits").get_by_role("button", name=words, exact=True)
    button.click()
    expect(button).to_have_count(0)


def agree(boxes: Served, id: str, phone: Page, other_phone: Page, screen: Page) -> None:
    """Both phones and the screen show the money that the table has."""
    ledger = boxes.house.hall.tables[id].session.state.ledger
    ann, bob = (re.compile(rf"(^|\D){ledger.balance(seat)}\sEP") for seat in range(2))
    for page, own, other in ((phone, ann, bob), (other_phone, bob, ann)):
        expect(page.locator(".purse .balance")).to_have_text(own)
        expect(page.locator(".line .sum")).to_have_text(other)
    expect(screen.locator(".person .balance")).to_have_text([ann, bob])


def lately(page: Page) -> Locator:
    return page.locator(".lately .told").first


def set_up(boxes: Served, phone: Page, other_phone: Page, screen: Page) -> str:
    """Ann begins the game on her phone, Bob takes his seat with his own, the screen looks on."""
    phone.goto(f"{boxes.url}/new?game=camelup")
    for at, name in enumerate(("Ann", "Bob")):
        phone.locator("input[name=name]").nth(at).fill(name)
    phone.get_by_role("button", name="Begin").click()
    phone.get_by_role("button", name="Ann").click()  # the youngest
    wait_live(phone)
    (id,) = boxes.house.hall.tables
    other_phone.goto(f"{boxes.url}/t/{id}/join")
    other_phone.get_by_role("button", name="Bob").click()
    wait_live(other_phone)
    screen.goto(f"{boxes.url}/t/{id}/table")
    wait_live(screen)
    return id


def test_a_race_from_the_set_up_to_the_ranking(
    boxes: Served, phone: Page, other_phone: Page, screen: Page
) -> None:
    id = set_up(boxes, phone, other_phone, screen)
    tap(phone, "White on 1")
    for camel in ("orange", "yellow", "green", "blue"):
        tap(phone, f"{camel.capitalize()} on 1, on top")
    expect(screen.locator(".camel")).to_have_count(5)

    tap(phone, "Leg bet: blue 5")
    expect(other_phone.locator(".purse")).to_contain_text("Your turn")
    bet = other_phone.locator(".waits details", has_text="Race bet: the winner")
    bet.locator("summary").click()
    bet.locator("label", has_text="blue").click()
    bet.get_by_role("button", name="Race bet: the winner").click()
    expect(lately(other_phone)).to_contain_text("You lay blue")
    expect(screen.locator(".race-count")).to_contain_text("Race cards: 1 for the winner")
    expect(lately(screen)).not_to_contain_text("blue")

    tap(phone, "White 3")
    expect(lately(screen)).to_contain_text("Move white from 1 to 4, with what it carries")
    tap(other_phone, "Orange 3")
    other_phone.locator("#helping > summary").click()  # Bob enters for Ann, who is at the buffet
    other_phone.locator("#helping").get_by_role("button", name="Yellow 3", exact=True).click()
    expect(lately(screen)).to_contain_text("entered by Bob")
    tap(other_phone, "Green 3")
    tap(phone, "Blue 3")

    expect(screen.locator(".leg-check")).to_contain_text("Does your board look like this?")
    expect(screen.locator(".scoring-lines")).to_contain_text("Ann: blue 5, place 1: +5")
    phone.locator(".leg-check a").click()
    phone.locator(".mend-track nav a", has_text="white").click()
    phone.locator(".track a").nth(6).click()
    phone.get_by_role("button", name="On top").click()
    expect(lately(screen)).to_contain_text("The banker sets the table")
    expect(screen.locator(".board desc")).to_contain_text("white stands on 7. orange stands on 7.")

    phone.goto(f"{boxes.url}/t/{id}/")
    wait_live(phone)
    agree(boxes, id, phone, other_phone, screen)
    face_down = other_phone.locator(".waits details", has_text="Race bet: the last camel")
    face_down.locator("summary").click()
    face_down.get_by_role("button", name="Race bet: the last camel").click()
    tap(phone, "Blue 1")

    reveal = phone.locator(".waits details", has_text="Turn the loser pile over")
    reveal.locator("summary").click()
    reveal.get_by_label("Card 1, of Bob").select_option(label="Orange")
    reveal.locator("button").click()
    expect(screen.locator(".winner")).to_contain_text("Bob")
    expect(screen.locator(".race-card")).to_have_count(2)
    expect(screen.locator(".race-card").first).to_contain_text("+8")
    expect(screen.locator(".scoring-lines")).to_contain_text("Bob: blue on the winner pile: +8")
    assert screen.evaluate("document.documentElement.scrollHeight") <= 800
    ranks = screen.locator(".winner li")
    expect(ranks).to_have_count(2)
    money = [int(re.sub(r"\D", "", one)) for one in ranks.locator("strong").all_inner_texts()]
    assert money == sorted(money, reverse=True) and sum(money) == sum(
        boxes.house.hall.tables[id].session.state.ledger.balance(seat) for seat in range(2)
    )
    agree(boxes, id, phone, other_phone, screen)
    for page in (phone, other_phone):
        expect(page.locator(".winner h2")).to_contain_text("Bob")
    other_phone.locator(".winner a").click()
    expect(other_phone.locator(".podium li").first).to_contain_text("Bob")
    expect(other_phone.locator(".podium li").first.locator("strong")).to_have_text(
        re.compile(rf"{money[0]}\sEP")
    )
