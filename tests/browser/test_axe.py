"""What axe-core finds on the pages, in light and in dark: nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.core.game import Setup
from companion.games import GAMES
from companion.table.fittings import Fitting
from companion.table.outcome import Done
from companion.web.start import lay_demo
from tests.browser.conftest import Served, give_cookie
from tests.browser.contexts import PATIENCE_MS, SMALL_PHONE
from tests.web.test_simulator import Hands

pytestmark = pytest.mark.browser

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
OF_TABLE = (
    "?seat=0",
    "table",
    "history",
    "history?seat=0",
    "history?of=0&q=22",
    "rules",
    "rules?language=it",
    "print",
    "banker?for=1",
    "tags",
    "fairness",
    "labels",
    "join",
    "lay",
    "arrange",
    "enter?for=1&do=buy",
    "trade?seat=0&to=1",
)
OF_HOUSE = (
    *("/", "/cannot-open", "/new", "/new?game=monopoly", "/new?game=camelup", "/simulator", "/doctor"),
    *("/guide/monopoly", "/guide/camelup?language=el", "/sheet/monopoly/danish-sheet"),
)
# Folded parts are judged unfolded. A colour that is still on its way is no colour of ours.
_UNFOLD = "document.querySelectorAll('details').forEach(one => { one.open = true; })"
_JUDGE = """async () => {
    const found = await axe.run({resultTypes: ['violations']});
    return found.violations.flatMap(one => one.nodes.map(node =>
        one.id + ': ' + node.html.slice(0, 120) + ' ' + (node.any.length ? node.any[0].message : '')));
}"""


@pytest.fixture(scope="module")
def judge(browser: Browser) -> Iterator[Page]:
    """A small phone whose pages may be judged: the content policy would keep axe-core out."""
    assert AXE.is_file(), "axe-core is missing: ./setup.sh setup brings it by npm"
    context = browser.new_context(viewport=SMALL_PHONE, bypass_csp=True, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE_MS)
    yield context.new_page()
    context.close()


@pytest.fixture
def addresses(served: Served, judge: Page) -> tuple[str, ...]:
    """Every page of the dashboard, for a device that may open them all."""
    house = served.house
    house.hall.games = {**GAMES, **house.hall.games}
    house.app.extensions["companion"] = replace(house.reach, simulator=Hands())
    house.reach.fittings.set(Fitting("tower", "tower", "lost"))
    house.reach.fittings.set(Fitting("power", "power", "warning"))
    house.reach.fittings.set(Fitting("table", "reader", "simulated"))
    table = house.inbox.ask(lambda: lay_demo(house.hall))
    over = house.inbox.ask(lambda: lay_demo(house.hall))
    house.inbox.ask(lambda: over.submit({"do": "finish", "by": "banker"}))
    judge.context.clear_cookies()
    give_cookie(judge, served.url, house.device(table, 0, 1, 2, 3, banker=True, screen=True))
    ends = f"/t/{over.id}/end", f"/t/{over.id}/table"
    asked = house.device().post("/new", {"game": "monopoly", "name": ["Ann", "Bob"], "first": "highest"})
    return (*OF_HOUSE, asked.location, *ends, *(f"/t/{table.id}/{part}" for part in OF_TABLE))


@pytest.fixture
def race(served: Served, judge: Page) -> tuple[str, ...]:
    """The pages of a race: a tile lies, the camera stands, one camel is being mended.

    Two people share the device: one hand lies open, the other face down.
    """
    house = served.house
    house.hall.games = {**GAMES, **house.hall.games}
    setup = Setup("camelup", ("Ann", "Bob", "Cem"), options={"photographer": True})
    table = house.inbox.ask(lambda: house.hall.start(setup))
    camels = {
        name: {"space": at + 2} for at, name in enumerate(("blue", "green", "yellow", "orange", "white"))
    }
    for act in (
        {"do": "arrange", "by": "banker", "set": {"camels": camels, "pyramid": ["blue"]}},
        {"do": "roll", "by": "Ann", "die": "blue", "pips": 1},
        {"do": "desert", "by": "Bob", "space": 9, "side": "mirage"},
        {"do": "photographer", "by": "Cem", "space": 12},
    ):
        assert isinstance(house.inbox.ask(lambda act=act: table.submit(act)), Done)  # type: ignore[misc]
    judge.context.clear_cookies()
    shared = house.device(table, 0, 1, banker=True, screen=True)
    shared.post(f"/t/{table.id}/look", {"seat": 1})
    give_cookie(judge, served.url, shared)
    return tuple(
        f"/t/{table.id}/{part}"
        for part in ("?seat=1", "?seat=0", "table", "lay", "arrange", "track?camel=blue&space=4")
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_any_page(
    served: Served, addresses: tuple[str, ...], judge: Page, scheme: str
) -> None:
    assert judged(served, judge, addresses, scheme) == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_pages_of_a_race(
    served: Served, race: tuple[str, ...], judge: Page, scheme: str
) -> None:
    assert judged(served, judge, race, scheme) == {}


def judged(served: Served, judge: Page, addresses: tuple[str, ...], scheme: str) -> dict[str, list[str]]:
    """What axe-core finds, by address."""
    judge.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    axe = AXE.read_text(encoding="utf-8")
    found: dict[str, list[str]] = {}
    for address in addresses:
        answer = judge.goto(served.url + address, wait_until="domcontentloaded")
        assert answer is not None and answer.ok, address
        judge.evaluate(_UNFOLD)
        judge.evaluate(axe)
        found[address] = judge.evaluate(_JUDGE)
    return {address: lines for address, lines in found.items() if lines}
