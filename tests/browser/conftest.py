"""Fixtures of the browser tests: one Chromium, a few devices that are wiped between tests, a served house."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from companion.table.table import Table
from companion.web.serve import Server, serve
from tests.browser.proxy import Line
from tests.web.house import House, Phone


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
