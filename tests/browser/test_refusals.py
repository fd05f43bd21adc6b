"""What a touch is refused with leads to the rules."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from companion.core.message import say
from companion.table.bus import Signal
from tests.browser.conftest import Served, give_cookie, wait_live

pytestmark = pytest.mark.browser


def test_the_words_of_a_refused_touch_link_to_our_rules(served: Served, screen: Page) -> None:
    table = served.house.start()
    give_cookie(screen, served.url, served.house.device(table, screen=True))
    screen.goto(f"{served.url}/t/{table.id}/table")
    wait_live(screen)
    served.house.inbox.ask(lambda: table.notice(Signal.REFUSED, say("refusal.not_now")))
    expect(screen.locator("#heard")).to_contain_text("That cannot be done now.")
    screen.locator("#heard").get_by_role("link", name="Our rules").click()
    expect(screen).to_have_url(re.compile("/rules$"))
