"""Pages on paper: each is one sheet of A4, whatever its language."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from companion.core.game import Setup
from companion.games import GAMES
from companion.web.catalogues import languages
from tests.browser.conftest import Served

pytestmark = pytest.mark.browser

NAMES = (
    "Alexandra",
    "Benedikte",
    "Christoforos",
    "Dimitrios",
    "Ekaterina",
    "Francesca",
    "Giovanni",
    "Hjalmar",
)


def sheets(page: Page, address: str) -> int:
    """How many sheets of A4 a page takes."""
    page.goto(address)
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))


@pytest.mark.parametrize("language", [*languages()])
def test_every_guide_and_the_rules_of_a_table_are_one_sheet(
    served: Served, screen: Page, language: str
) -> None:
    house = served.house
    house.hall.games = {**GAMES, **house.hall.games}
    setup = Setup(
        "monopoly", NAMES, "ru", {"speed_die": True, "salary": 400, "minutes": 90, "follow": "hands"}
    )
    table = house.inbox.ask(lambda: house.hall.start(setup))
    paths = [f"/guide/{game}" for game in GAMES]
    paths += [f"/t/{table.id}/print", "/sheet/camelup/supercup-partners", "/sheet/lastwill/greek-sheet"]
    taken = {path: sheets(screen, f"{served.url}{path}?language={language}") for path in paths}
    assert taken == dict.fromkeys(paths, 1)
