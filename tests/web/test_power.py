"""Switching off by a page, and what the table screen says of a weak supply."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.message import say
from companion.table.fittings import Fitting
from companion.table.table import Table
from tests.web.house import House


@pytest.fixture
def pressed(house: House) -> list[str]:
    """A house on a machine that can be switched off, and what was pressed."""
    presses: list[str] = []
    house.app.extensions["companion"] = replace(house.reach, power_off=lambda: presses.append("off"))
    return presses


def test_the_bankers_page_switches_off_when_asked_twice(
    house: House, table: Table, pressed: list[str]
) -> None:
    banker = house.device(table, 0, banker=True)
    page = banker.get(f"/t/{table.id}/banker").text
    assert 'id="power-off"' in page and "Everything is stored. All screens go dark" in page
    answer = banker.post(f"/t/{table.id}/power-off")
    assert answer.status_code == 200 and "pull the plug" in answer.text
    answer.close()
    assert pressed == ["off"]


def test_nobody_else_switches_off(house: House, table: Table, pressed: list[str]) -> None:
    for device in (house.device(table, 0), house.device(table, screen=True), house.device()):
        answer = device.post(f"/t/{table.id}/power-off", headers={"Accept": "application/json"})
        assert (answer.status_code, answer.json["refused"]) == (403, "not_banker")
        answer.close()
    assert pressed == []


def test_a_page_from_elsewhere_does_not_switch_off(house: House, table: Table, pressed: list[str]) -> None:
    banker = house.device(table, banker=True)
    answer = banker.post(f"/t/{table.id}/power-off", headers={"Origin": "http://elsewhere.example"})
    answer.close()
    assert (answer.status_code, pressed) == (403, [])


def test_where_nothing_would_halt_there_is_no_button(house: House, table: Table) -> None:
    banker = house.device(table, banker=True)
    assert "power-off" not in banker.get(f"/t/{table.id}/banker").text
    assert banker.post(f"/t/{table.id}/power-off").status_code == 404


def test_a_weak_supply_is_said_in_full_on_the_table_screen(house: House, table: Table) -> None:
    house.reach.fittings.set(Fitting("power", "power", "warning", say("power.weak")))
    screen = house.device(table, screen=True)
    for part in ("table", "board"):
        assert "The supply is too weak" in screen.get(f"/t/{table.id}/{part}").text
    house.reach.fittings.set(Fitting("power", "power", "ready"))
    assert "The supply is too weak" not in screen.get(f"/t/{table.id}/board").text
