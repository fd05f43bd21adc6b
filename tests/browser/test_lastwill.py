"""Last Will from an empty box: two friends, two phones, the table screen, numbers typed as they play."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import cast

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.core.game import Game
from companion.core.seats import Role
from companion.games import lastwill
from companion.table.outcome import Done
from companion.table.table import Table
from tests.browser.conftest import Served, give_cookie, open_hand, wait_live
from tests.web.house import House

pytestmark = pytest.mark.browser

CARDS = [
    {
        "id": "flat",
        "name": "Attic",
        "kind": "flat",
        "ladder": [9, 7, 5],
        "options": [{"actions": 1, "amount": {"base": 1}}],
    },
    {"id": "ball", "name": "Regatta", "kind": "event", "options": [{"actions": 1, "amount": {"base": 4}}]},
]
BOARDS = {
    "planning": {
        "2-3": [
            {"cards": 1, "errands": 1, "actions": 3},
            {"cards": 2, "errands": 1, "actions": 2},
            {"cards": 0, "errands": 2, "actions": 2},
            {"cards": 3, "errands": 1, "actions": 1},
        ]
    },
    "offer": {
        "2-3": [
            {"id": "left", "deck_by_round": ["property"] * 7},
            {"id": "right", "deck_by_round": ["event"] * 7},
        ]
    },
    "errands": {"2-3": {"market": 1, "extension": 2, "opera": 2}},
}
"""A box of two cards; nothing of it is printed anywhere."""

LATER = {
    "round": 6,
    "phase": "actions",
    "turn": {"player": "Ann"},
    "start_player": "Ann",
    "players": {"Ann": {"money": 5, "actions": 3}, "Bob": {"money": 12, "actions": 2}},
}
"""Four rounds later."""


@pytest.fixture
def served() -> Iterator[Served]:
    """A companion with Last Will."""
    house = House()
    house.hall.games = {lastwill.NAME: cast(Game, lastwill)}
    made = Served(house)
    yield made
    made.close()


def fold(page: Page, words: str) -> Locator:
    """An act that is folded away, opened."""
    act = page.locator("details.fold", has=page.locator("summary", has_text=words)).last
    act.locator("summary").click()
    return act


def plan(page: Page, order: int, cards: int, errands: int, actions: int) -> None:
    """Type what a planning space gives."""
    form = fold(page, "What does your planning space give?")
    for field, number in (("order", order), ("cards", cards), ("errands", errands), ("actions", actions)):
        form.locator(f'.pick:has(input[name="n.{field}"][value="{number}"])').click()
    form.locator("button.yes").click()


def spend(page: Page, pounds: int, actions: int) -> None:
    """Two taps."""
    page.locator(f'.spend .pick:has(input[value="-{pounds}"])').click()
    page.locator(f'.spend button[value="-{actions}"]').click()


def begin(phone: Page, screen: Page, served: Served, box: bytes = b"") -> Table:
    """Two names at the screen, with a *box* or without; then each phone takes its seat."""
    screen.goto(f"{served.url}/new?game=lastwill")
    if box:
        file = {"name": "box.json", "mimeType": "application/json", "buffer": box}
        screen.locator('input[name="box_file"]').set_input_files(file)  # type: ignore[arg-type]
    for at, name in enumerate(("Ann", "Bob")):
        screen.locator('input[name="name"]').nth(at).fill(name)
    screen.locator('.pick:has(input[name="here"][value="none"])').click()
    screen.get_by_role("button", name="Begin").click()
    screen.get_by_role("button", name="Ann").click()  # paid for something last
    wait_live(screen)
    table = served.house.hall.current
    assert table is not None
    return table


def test_the_first_round_is_played_from_an_empty_box(
    served: Served, screen: Page, phone: Page, other_phone: Page
) -> None:
    table = begin(phone, screen, served)
    expect(screen.locator(".person", has_text="Ann")).to_contain_text("£70")
    expect(screen.locator(".box-bar")).to_contain_text("0 of 140 cards are known")
    open_hand(phone, served, table, 0)
    open_hand(other_phone, served, table, 1)

    plan(phone, 2, 1, 1, 3)
    plan(other_phone, 1, 3, 1, 2)

    # Bob stands further left: he is first to send an errand boy, and first to act.
    fold(other_phone, "Opera: spend £2").locator("button.yes").click()
    expect(screen.locator(".person", has_text="Bob")).to_contain_text("£68")
    phone.get_by_role("button", name="Board extension").click()

    expect(other_phone.locator(".spend")).to_contain_text("2 actions left")
    spend(other_phone, 5, 1)
    expect(other_phone.locator(".spend")).to_contain_text("1 action left")
    expect(screen.locator(".person", has_text="Bob")).to_contain_text("£63")
    other_phone.get_by_role("button", name="End the turn").click()

    stub = fold(phone, "Put down a new expense")
    stub.locator('input[name="t.card.name"]').fill("Reservation")
    stub.locator('.pick:has(input[name="n.card.actions"][value="0"])').click()
    stub.locator('input[name="n.card.amount"]').fill("1")
    stub.locator("button.yes").click()
    own = phone.locator(".estate-card", has_text="Reservation")
    expect(own).to_contain_text("spend £1")
    expect(screen.locator(".laid-board", has_text="Ann")).to_contain_text("Reservation")
    expect(screen.locator(".box-bar")).to_contain_text("1 of 140 cards are known")
    fold(phone, "Use Reservation").locator("button.yes").click()
    expect(own).to_contain_text("used")
    phone.get_by_role("button", name="End the turn").click()

    # The next round begins with Bob, and the plans of the first are buttons now.
    expect(screen.locator(".play-order")).to_contain_text("Round 2")
    expect(screen.locator(".person", has_text="Ann")).to_contain_text("£69")
    expect(other_phone.locator(".tap-words", has_text="Again: cards")).to_have_count(2)


def test_a_card_is_typed_on_a_phone_and_read_back_in_words(served: Served, phone: Page, screen: Page) -> None:
    table = begin(phone, screen, served)
    give_cookie(phone, served.url, served.house.device(table, 0, banker=True))
    phone.goto(f"{served.url}/t/{table.id}/box")
    phone.get_by_label("Its name").fill("Ball")
    phone.get_by_label("What is it?").select_option("event")
    phone.get_by_label("Actions and pounds").fill("2 4\n3 6")
    phone.get_by_role("button", name="Done, the next one").click()
    expect(phone.locator(".notice.ok")).to_contain_text("3 actions: spend £6")
    expect(phone.get_by_label("Its name")).to_have_value("")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


def tap(page: Page, words: str) -> None:
    """Tap what waits; it goes when the act is done."""
    button = page.locator(".waits").get_by_role("button", name=words, exact=True)
    button.click()
    expect(button).to_have_count(0)


def pick(page: Page, words: str, card: str) -> None:
    """Tap a card among those that may be played."""
    form = page.locator(".waits form.tap", has_text=words)
    form.get_by_role("button", name=card).click()


def test_a_will_from_the_set_up_to_the_ranking(
    served: Served, screen: Page, phone: Page, other_phone: Page
) -> None:
    box = json.dumps({"version": 1, "cards": CARDS, "box": BOARDS}).encode()
    table = begin(phone, screen, served, box)
    open_hand(phone, served, table, 0)
    open_hand(other_phone, served, table, 1)
    people = {"Ann": phone, "Bob": other_phone}

    def agree(**money: int) -> None:
        for name, pounds in money.items():
            shown = f"\u2212£{-pounds}" if pounds < 0 else f"£{pounds}"
            expect(people[name].locator(".purse .balance")).to_contain_text(shown)
            expect(screen.locator(".person", has_text=name).locator(".balance")).to_have_text(shown)
            assert table.session.view(Role.TABLE)["players"][name]["money"] == pounds

    def arrange(**lies: object) -> None:
        said = {"do": "arrange", "by": "banker", "set": lies}
        assert isinstance(served.house.inbox.ask(lambda: table.submit(said)), Done)

    agree(Ann=70, Bob=70)
    tap(phone, "Block space 4")
    tap(other_phone, "Block space 3")
    tap(other_phone, "Space 1: cards 1, errand boys 1, actions 3")
    arrange(offer={"left": "flat", "right": "ball"})
    tap(phone, "Space 2: cards 2, errand boys 1, actions 2")

    expect(screen.locator("main")).to_contain_text("Attic")
    tap(other_phone, "Take Regatta (right)")
    tap(phone, "Take Attic (left)")

    pick(other_phone, "Play a white card of your hand", "Regatta")
    agree(Bob=66)
    tap(other_phone, "End the turn")
    pick(phone, "Buy a property of your hand", "Attic")
    agree(Ann=60)
    expect(screen.locator(".laid-board", has_text="Ann")).to_contain_text("Attic")
    tap(phone, "End the turn")
    expect(screen.locator(".play-order")).to_contain_text("Round 2")
    expect(other_phone.locator(".purse")).to_contain_text("Your turn")

    arrange(**LATER)
    agree(Ann=5, Bob=12)
    expect(phone.locator(".spend .warning")).to_contain_text("Attic")
    tap(phone, "Sell Attic for £8")
    agree(Ann=13)
    spend(phone, 12, 1)
    agree(Ann=1)
    spend(phone, 6, 1)
    agree(Ann=-5)
    tap(phone, "End the turn")
    tap(other_phone, "End the turn")

    for page in (screen, phone, other_phone):
        expect(page.locator(".winner h2")).to_contain_text("Ann")
    screen.locator(".winner a").click()
    ranks = screen.locator(".podium li")
    expect(ranks).to_have_count(2)
    expect(ranks.first).to_contain_text("Ann")
    expect(ranks.first.locator("strong")).to_have_text("\u2212£5")
    expect(ranks.last.locator("strong")).to_have_text("£12")
