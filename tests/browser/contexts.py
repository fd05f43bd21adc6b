"""The browsers of the whole suite: one Chromium, and three devices that are wiped between tests.

`tests/conftest.py` makes these fixtures known everywhere: Playwright allows one running copy a process.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, ViewportSize, expect, sync_playwright

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
