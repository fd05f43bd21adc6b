"""An evening of Monopoly: from the set-up to the ranking, on two phones and the table screen."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.core.seats import Role
from companion.games import GAMES
from companion.table.outcome import Done
from companion.table.table import Table
from tests.browser.conftest import Served, wait_live

pytestmark = pytest.mark.browser

LATER = {
    "turn": {"player": "Bob"},
    "players": {
        "Ann": {"cash": 900},
        "Bob": {"cash": 320, "position": 10, "in_jail": True},
        "Cem": {"cash": 700, "position": 20},
    },
    "deeds": {
        "brown1": {"owner": "Ann"},
        "rail1": {"owner": "Ann"},
        "darkblue1": {"owner": "Ann", "houses": 4},
        "darkblue2": {"owner": "Ann", "houses": 4},
    },
}
"""An hour later: what the banker sets so that the evening ends tonight."""


@pytest.fixture
def boxes(served: Served) -> Served:
    """A companion with every box of the house."""
    served.house.hall.games = {**GAMES, **served.house.hall.games}
    return served


class Evening:
    """Ann's phone is the banker's too, Bob has his own, Cem's acts come as commands."""

    def __init__(self, boxes: Served, phone: Page, other_phone: Page, screen: Page) -> None:
        self.boxes, self.ann, self.bob, self.screen = boxes, phone, other_phone, screen
        phone.goto(f"{boxes.url}/new?game=monopoly")
        for at, name in enumerate(("Ann", "Bob", "Cem")):
            phone.locator("input[name=name]").nth(at).fill(name)
        phone.locator('.pick:has(input[name="dice"][value="typed"])').click()
        phone.locator('.pick:has(input[name="first"][value="seated"])').click()
        phone.locator("button.huge", has_text="Begin").click()
        wait_live(phone)
        (id,) = boxes.house.hall.tables
        self.table: Table = boxes.house.hall.tables[id]
        self.at = f"{boxes.url}/t/{id}"
        phone.goto(f"{self.at}/?seat=0")
        wait_live(phone)
        other_phone.goto(f"{self.at}/join")
        other_phone.get_by_role("button", name="Bob").click()
        wait_live(other_phone)
        screen.goto(f"{self.at}/table")
        wait_live(screen)

    def say(self, do: str, by: str, **fields: object) -> None:
        """An act of the long middle."""
        said: Mapping[str, object] = {"do": do, "by": by, **fields}
        assert isinstance(self.boxes.house.inbox.ask(lambda: self.table.submit(said)), Done), said

    def agree(self, **cash: int) -> None:
        """Both phones and the screen show the same money, and so does the table."""
        for name, amount in cash.items():
            shown = f"${amount:,}"
            own = {"Ann": self.ann, "Bob": self.bob}
            for at, page in own.items():
                place = ".purse .balance" if at == name else f".line li:has-text('{name}')"
                expect(page.locator(place)).to_contain_text(shown)
            expect(self.screen.locator(".person", has_text=name).locator(".balance")).to_have_text(shown)
            assert self.table.session.view(Role.TABLE)["players"][name]["cash"] == amount


def throw(page: Page, first: int, second: int) -> None:
    """Type a throw with one tap."""
    page.locator(f'.waits .dice-grid button[value="{first},{second}"]').click()


def tap(page: Page, words: str) -> None:
    """Tap a button; it goes when the act is done."""
    button = page.get_by_role("button", name=words, exact=True)
    button.click()
    expect(button).to_have_count(0)


def confirm(page: Page, words: str, yes: str) -> None:
    """Open what is to be confirmed, and say yes."""
    act = unfolded(page, words)
    act.get_by_role("button", name=yes).click()
    expect(page.locator("details.confirm summary", has_text=words)).to_have_count(0)


def unfolded(page: Page, words: str) -> Locator:
    act = page.locator("details.fold:not(:has(details))", has=page.locator("summary", has_text=words))
    act.locator("summary").click()
    return act


def test_an_evening_from_the_set_up_to_the_ranking(
    boxes: Served, phone: Page, other_phone: Page, screen: Page
) -> None:
    evening = Evening(boxes, phone, other_phone, screen)
    evening.agree(Ann=1500, Bob=1500, Cem=1500)

    throw(phone, 1, 2)
    confirm(phone, "Buy Baltic Avenue for $60", "Yes, pay $60")
    evening.agree(Ann=1440)
    expect(screen.locator(".lately")).to_contain_text("Ann")
    tap(phone, "End my turn")

    throw(other_phone, 1, 2)
    tap(phone, "Ask Bob for $4: Baltic Avenue")
    evening.agree(Ann=1444, Bob=1496)
    tap(other_phone, "End my turn")

    evening.say("roll", "Cem", dice=[2, 4])
    evening.say("decline", "Cem")
    expect(screen.locator(".matters")).to_contain_text("Oriental Avenue")
    bid = phone.locator(".waits details", has_text="Bid for Oriental Avenue")
    bid.locator("summary").click()
    bid.locator(".quick button", has_text="$25").click()
    expect(screen.locator(".matters")).to_contain_text("$25")
    bid = other_phone.locator(".waits details", has_text="Bid for Oriental Avenue")
    bid.locator("summary").click()
    bid.locator("input[name='n.amount']").fill("60")
    bid.locator("button.yes").click()
    expect(screen.locator(".matters")).to_contain_text("$60")
    tap(phone, "Pass on Oriental Avenue")
    evening.say("pass", "Cem")
    evening.agree(Ann=1444, Bob=1436, Cem=1500)
    evening.say("end_turn", "Cem")

    evening.say("arrange", "banker", set=LATER)
    evening.agree(Ann=900, Bob=320, Cem=700)
    other_phone.get_by_role("link", name="Offer a trade").click()
    other_phone.get_by_role("link", name="Ann").click()
    gives, gets = other_phone.locator(".trade-side").nth(0), other_phone.locator(".trade-side").nth(1)
    gives.locator("label.pick", has_text="Oriental Avenue").click()
    gets.get_by_label("Money").fill("130")
    other_phone.get_by_role("button", name="Offer it to Ann").click()
    expect(phone.locator(".terms")).to_contain_text("Oriental Avenue")
    number = evening.table.session.number
    confirm(phone, f"Accept Bob's trade, number {number}", "Yes, pay $130")
    other_phone.goto(f"{evening.at}/")
    wait_live(other_phone)
    evening.agree(Ann=770, Bob=450)

    confirm(other_phone, "Leave jail for $50", "Yes, pay $50")
    evening.agree(Bob=400)
    throw(other_phone, 4, 6)
    tap(other_phone, "End my turn")
    evening.say("roll", "Cem", dice=[4, 6])
    evening.say("end_turn", "Cem")

    phone.locator("#b-build > summary").click()
    confirm(phone, "Build a house on Baltic Avenue for $50", "Yes, pay $50")
    phone.locator("#b-mortgage > summary").click()
    tap(phone, "Mortgage Reading Railroad: $100")
    evening.agree(Ann=820, Bob=400, Cem=700)
    expect(screen.locator(".board .house")).to_have_count(9)
    throw(phone, 3, 4)
    tap(phone, "End my turn")
    evening.say("arrange", "banker", set={"players": {"Bob": {"position": 30}}})
    throw(other_phone, 3, 6)
    tap(phone, "Ask Bob for $1,700: Boardwalk")
    expect(screen.locator(".matters")).to_contain_text("$1,700")
    bankruptcy = "are $1,300 short even if you sell everything"
    confirm(other_phone, bankruptcy, "Yes, I am bankrupt")
    expect(other_phone.get_by_text("You are out of the game")).to_be_visible()
    evening.agree(Ann=1220, Cem=700)

    phone.goto(f"{evening.at}/banker")
    unfolded(phone, "End the game and count").get_by_role("button", name="Yes, end the game").click()
    for page in (screen, other_phone):
        expect(page.locator(".winner h2")).to_contain_text("Ann")
    screen.locator(".winner a").click()
    ranks = screen.locator(".podium li")
    expect(ranks).to_have_count(3)
    assert [ranks.nth(at).locator(".name").inner_text().split()[0] for at in range(3)] == [
        "Ann",
        "Cem",
        "Bob",
    ]
    worth = evening.table.session.view(Role.TABLE)["players"]["Ann"]["net_worth"]
    expect(ranks.first.locator("strong")).to_have_text(f"${worth:,}")
    expect(ranks.last).to_contain_text("bankrupt")
