"""Fixtures of the browser tests: one Chromium, a few devices that are wiped between tests, a served house."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, ViewportSize, expect, sync_playwright

from companion.table.table import Table
from companion.web.serve import Server, serve
from tests.browser.proxy import Line
from tests.web.house import House, Phone

CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SMALL_PHONE: ViewportSize = {"width": 360, "height": 740}
SCREEN: ViewportSize = {"width": 1280, "height": 800}
PATIENCE_MS = 15_000


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, started once."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield chromium
        chromium.close()


class Wiped:
    """A browser of its own that is wiped between tests; making a new one each time takes too long."""

    def __init__(self, browser: Browser, size: ViewportSize, touch: bool) -> None:
        context = browser.new_context(viewport=size, has_touch=touch, service_workers="block")
        context.set_default_timeout(PATIENCE_MS)
        self.context = context
        self.page = context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._hear)

    def lend(self) -> Iterator[Page]:
        """The page, remembering nothing. A complaint of its scripts or the content policy fails the test."""
        self.context.clear_cookies()
        self.errors.clear()
        yield self.page
        self.page.unroute_all()
        self.page.goto("about:blank")
        assert self.errors == []

    def _hear(self, told: ConsoleMessage) -> None:
        if "Content Security Policy" in told.text:
            self.errors.append(told.text)


@pytest.fixture(scope="session")
def devices(browser: Browser) -> Iterator[tuple[Wiped, Wiped, Wiped]]:
    """Two phones and a screen."""
    made = Wiped(browser, SMALL_PHONE, True), Wiped(browser, SMALL_PHONE, True), Wiped(browser, SCREEN, False)
    yield made
    for one in made:
        one.context.close()


@pytest.fixture
def phone(devices: tuple[Wiped, ...]) -> Iterator[Page]:
    """A small phone."""
    yield from devices[0].lend()


@pytest.fixture
def other_phone(devices: tuple[Wiped, ...]) -> Iterator[Page]:
    """Another small phone."""
    yield from devices[1].lend()


@pytest.fixture
def screen(devices: tuple[Wiped, ...]) -> Iterator[Page]:
    """The table screen."""
    yield from devices[2].lend()


class Served:
    """A house served on a port, and a line to it that can be cut."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.server: Server = serve(house.app, "127.0.0.1", 0)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        self.line = Line(self.server.port)

    @property
    def url(self) -> str:
        """The address through the line."""
        return self.line.url

    def close(self) -> None:
        self.line.close()
        self.server.close()
        self.thread.join(10.0)
        self.house.close()


@pytest.fixture
def served() -> Iterator[Served]:
    """A companion with the little game of coins, without devices."""
    made = Served(House())
    yield made
    made.close()


def give_cookie(page: Page, url: str, device: Phone) -> None:
    """Let a browser hold what *device* holds."""
    cookie = device.client.get_cookie("companion")
    assert cookie is not None
    page.context.add_cookies([{"name": "companion", "value": cookie.value, "url": url}])


def open_hand(page: Page, served: Served, table: Table, *seats: int, banker: bool = False) -> Phone:
    """Open the page of a device that holds *seats*, and wait until it is live."""
    device = served.house.device(table, *seats, banker=banker)
    give_cookie(page, served.url, device)
    page.goto(f"{served.url}/t/{table.id}/")
    wait_live(page)
    return device


def wait_live(page: Page) -> None:
    """Wait until the page's stream has spoken and nothing shown is old."""
    page.wait_for_selector("body[data-live=yes]:not(.reconnecting)")
