"""Every refusal leads to "our rules": beside a form, on the next page, and in the words of a notice."""

from __future__ import annotations

import json

import pytest

from companion.core.message import say
from companion.table.bus import Notice, Signal
from companion.table.table import Table
from companion.web.stream import Stream
from companion.web.text import Words
from tests.web.house import House

GREEDY = {"act": json.dumps({"do": "take", "by": "Ann", "amount": 11}), "at": "take"}


def link(table: Table) -> str:
    return f'href="/t/{table.id}/rules">Our rules</a>'


@pytest.mark.parametrize("banker", [False, True])
def test_a_refusal_beside_its_form_links_to_our_rules(house: House, table: Table, banker: bool) -> None:
    phone = house.device(table, 0, banker=banker)
    told = phone.post(f"/t/{table.id}/act", GREEDY, headers={"HX-Request": "true"}).text
    assert "notice refused" in told
    assert ("override" in told) is banker
    assert link(table) in told


@pytest.mark.parametrize("page", ["", "table"])
def test_a_refusal_on_the_next_page_links_to_our_rules(house: House, table: Table, page: str) -> None:
    device = house.device(table, 0, screen=True)
    device.post(f"/t/{table.id}/act", {**GREEDY, "next": f"/t/{table.id}/{page}"})
    shown = device.get(f"/t/{table.id}/{page}").text
    assert "notice refused" in shown
    assert link(table) in shown


def test_a_notice_tells_the_screen_that_it_is_a_refusal(house: House, table: Table) -> None:
    stream = Stream(table, "screen", True, lambda: pytest.fail("nobody asks"))
    events = stream.events("boot", lambda: Words.at(table, "en"))
    assert "hello" in next(events)
    stream.put(Notice(Signal.REFUSED, say("refusal.not_now")))
    refused = next(events)
    assert '"refusal": true' in refused
    stream.put(Notice(Signal.REFUSED, say("panel.nothing_waits")))
    assert "refusal" not in next(events)


def test_pages_of_a_table_tell_the_script_where_the_rules_are(house: House, table: Table) -> None:
    page = house.device(table, 0).get(f"/t/{table.id}/table").text
    assert f'data-rules="/t/{table.id}/rules" data-rules-words="Our rules"' in page
