"""Money over the game on a small phone: ten lines, each named, and every name to be read."""

from __future__ import annotations

import random
from typing import TypedDict

import pytest
from playwright.sync_api import Page

from companion.core.game import Setup
from companion.games import GAMES
from companion.table.table import Table
from tests.browser.conftest import Served, give_cookie

pytestmark = pytest.mark.browser

PEOPLE = ("Ann", "Bartholomew", "Cem", "Dorothea", "Eve", "Fritz", "Gwendolyn", "Hal", "Ida", "Maximilian")


class Box(TypedDict):
    x: float
    y: float
    width: float
    height: float


def boxes(page: Page, what: str) -> list[Box]:
    return [box for one in page.locator(what).all() if (box := one.bounding_box()) is not None]


def overlapping(found: list[Box], slack: float = 1.0) -> list[tuple[int, int]]:
    """Which of the boxes cover each other."""
    return [
        (at, other)
        for at, one in enumerate(found)
        for other, two in enumerate(found[:at])
        if one["x"] + slack < two["x"] + two["width"]
        and two["x"] + slack < one["x"] + one["width"]
        and one["y"] + slack < two["y"] + two["height"]
        and two["y"] + slack < one["y"] + one["height"]
    ]


def expect_readable(page: Page, names: int) -> None:
    """Every name of a line and every amount of the scale lies in the card, and none covers another."""
    card = boxes(page, ".chart")[0]
    words = boxes(page, ".chart .line-name")
    assert len(words) == names
    ticks = boxes(page, ".chart .tick")
    assert len(ticks) >= 2
    for box in words + ticks:
        assert box["x"] >= card["x"] and box["x"] + box["width"] <= card["x"] + card["width"]
        assert box["y"] >= card["y"] and box["y"] + box["height"] <= card["y"] + card["height"]
        assert box["height"] >= 12
    assert overlapping(words + boxes(page, ".chart .owner")) == []
    assert overlapping(ticks) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")


@pytest.fixture
def crowded(served: Served) -> Table:
    """Ten people who end close together."""
    table, luck = served.house.start(*PEOPLE), random.Random(3)
    for _ in range(40):
        payer, payee = luck.sample(range(10), 2)
        device = served.house.device(table, payer)
        device.say(table, "transfer", PEOPLE[payer], to=PEOPLE[payee], amount=luck.randint(1, 3))
    return table


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_ten_names_beside_ten_lines_can_be_read_on_a_phone(
    served: Served, crowded: Table, phone: Page, scheme: str
) -> None:
    phone.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    give_cookie(phone, served.url, served.house.device(crowded, 0))
    phone.goto(f"{served.url}/t/{crowded.id}/history")
    expect_readable(phone, 10)
    assert len({one.get_attribute("points") for one in phone.locator("polyline.money").all()}) == 10
    paper = phone.locator(".chart").evaluate("(one) => getComputedStyle(one).backgroundColor")
    inks = phone.locator("polyline.money").evaluate_all(
        "(all) => all.map((one) => getComputedStyle(one).stroke)"
    )
    assert min(contrast(ink, paper) for ink in inks) >= 3
    words = phone.locator(".line-name").first.evaluate("(one) => getComputedStyle(one).fill")
    assert contrast(words, paper) >= 4.5
    phone.emulate_media(color_scheme="light")


@pytest.mark.parametrize(("game", "people"), [("monopoly", 8), ("camelup", 6), ("lastwill", 5)])
def test_the_last_page_of_every_game_can_be_read_on_a_phone(
    served: Served, phone: Page, game: str, people: int
) -> None:
    house, luck = served.house, random.Random(5)
    house.hall.games = {**GAMES, **house.hall.games}
    table = house.inbox.ask(lambda: house.hall.start(Setup(game, PEOPLE[:people])))
    for at in range(8):
        act = {"do": "adjust", "by": "banker", "who": PEOPLE[at % people], "reason": "a test"}
        amount = luck.randint(1, 40)
        house.inbox.ask(lambda: table.submit({**act, "amount": amount}))  # noqa: B023
    house.inbox.ask(lambda: table.submit({"do": "finish", "by": "banker"}))
    give_cookie(phone, served.url, house.device(table, 0))
    phone.goto(f"{served.url}/t/{table.id}/end")
    expect_readable(phone, people)
    spots = boxes(phone, ".turn-spot circle")
    assert len(spots) == 5
    assert overlapping(spots, slack=3.0) == []


def contrast(one: str, two: str) -> float:
    """The contrast of two colours as a browser writes them, "rgb(1, 2, 3)"."""
    lights = sorted(_light(colour) for colour in (one, two))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def _light(colour: str) -> float:
    parts = [float(part) / 255 for part in colour[colour.index("(") + 1 :].rstrip(")").split(",")[:3]]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
