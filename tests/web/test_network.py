"""The page for a phone that cannot open it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.table.table import Table
from companion.web.network import CAUSES, AddressWatch
from tests.web.house import House


def test_the_page_shows_the_address_of_this_machine_and_every_cause(house: House) -> None:
    page = house.device().get("/cannot-open").text
    assert "http://192.0.2.7:8080" in page and "http://table.local:8080" in page
    assert "It is 192.0.2.7:8080." in page and "Is :8080 at the end?" in page
    assert page.count("<dt>") == len(CAUSES)
    for words in ("guest Wi-Fi", "mobile data", ".local", "VPN", "stay connected"):
        assert words in page, words


def test_a_port_that_nobody_types_is_not_asked_for(house: House) -> None:
    house.addresses[:] = ["http://192.0.2.7"]
    page = house.device().get("/cannot-open").text
    assert page.count("<dt>") == len(CAUSES) - 1


def test_a_machine_without_an_address_gives_its_name(house: House) -> None:
    house.addresses.clear()
    assert "Use the number: http://table.local:8080" in house.device().get("/cannot-open").text


@pytest.mark.parametrize("at_table", [False, True])
def test_start_and_join_lead_to_it(house: House, table: Table, at_table: bool) -> None:
    page = house.device().get(f"/t/{table.id}/join" if at_table else "/")
    assert 'href="/cannot-open"' in page.text


def test_the_readme_prints_the_same_causes() -> None:
    readme = Path("README.md").read_text(encoding="utf-8")
    for words in ("http://", "guest", "mobile data", ".local", "VPN", "421", "stay connected"):
        assert words in readme, words


def test_a_new_address_is_heard_of_within_ten_seconds() -> None:
    now, addresses, heard = [0.0], ["http://192.0.2.7:8080"], []
    watch = AddressWatch(lambda: tuple(addresses), lambda: heard.append(now[0]), lambda: now[0])
    for second in range(40):
        now[0] = float(second)
        if second == 20:
            addresses[:] = ["http://192.0.2.99:8080"]
        watch.tick()
    assert len(heard) == 1 and 20.0 <= heard[0] < 30.0


def test_the_screens_qr_and_line_show_the_new_address(house: House, table: Table) -> None:
    screen = house.device(table, screen=True)
    before = screen.get(f"/t/{table.id}/board").text
    picture = screen.get(f"/t/{table.id}/qr.svg").text
    house.addresses[:] = ["http://192.0.2.99:8080"]
    after = screen.get(f"/t/{table.id}/board").text
    assert "192.0.2.7:8080" in before and "192.0.2.7:8080" not in after
    source = re.search(r'src="(/t/[^"]*/qr\.svg\?[^"]*)"', after)
    assert source is not None and source[1] not in before  # a browser fetches no picture that it has
    assert screen.get(source[1]).text != picture
