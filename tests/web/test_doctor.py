"""The page that says whether all is well."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.message import say
from companion.core.tagged import Tagged
from companion.core.uid import Uid
from companion.table.fittings import CHECK_STATUSES, Check, Fitting
from companion.table.registry import Registered
from companion.table.table import Table
from companion.web.text import Words
from tests.web.house import House

FINE = Check("disk", "fine", say("doctor.disk.fine", free=900, games=3))
LOST = Check("reader.table", "wrong", say("reader.all_ones", reader="table", path="/dev/spidev0.0"))


def page(house: House, *checks: Check) -> str:
    house.app.extensions["companion"] = replace(house.reach, doctor=lambda: checks)
    answer = house.device().get("/doctor")
    assert answer.status_code == 200
    return str(answer.text)


def test_a_house_where_all_is_well_says_so(house: House) -> None:
    text = page(house, FINE, Check("tower", "not_fitted", say("doctor.tower.none")))
    assert "Nothing is wrong." in text
    assert "900 MB free; stored games: 3" in text
    assert "everything can be tapped and typed" in text


def test_what_is_wrong_is_counted_and_says_what_to_do(house: House) -> None:
    todo = say("doctor.disk.low_todo")
    text = page(house, LOST, Check("disk", "wrong", say("doctor.disk.low", free=3), todo))
    assert "2 things are wrong." in text
    assert "Reader table" in text and "Is it plugged in?" in text
    assert "What to do:</strong> Free some space" in text
    assert "hold the kit" in text.lower()


def test_simulated_devices_are_said_to_be_so(house: House) -> None:
    text = page(house, Check("panel", "simulated", say("doctor.panel.simulated")))
    assert "tried on emulated parts, not on real ones" in text


def test_the_last_card_is_named_as_the_table_in_play_calls_it(house: House, table: Table) -> None:
    uid = Uid.from_hex("5A3F21B0")
    what = "doctor.card.kind.four"
    seen = Check("card.table", "fine", say("doctor.card.seen", reader="table", uid=str(uid), what=what))
    assert "Reader table sees 5A3F21B0: a tag with a short number" in page(house, LOST, seen)
    house.inbox.ask(lambda: house.hall.registry.register(uid, Registered("coins", Tagged("coin", "5"))))
    house.inbox.ask(lambda: table.touch("table", uid))
    assert "Reader table sees 5A3F21B0: The 5-coin." in page(house, LOST, seen)


def test_programs_get_ids_and_values(house: House) -> None:
    house.app.extensions["companion"] = replace(house.reach, doctor=lambda: (FINE, LOST))
    told = house.device().get("/doctor", headers={"Accept": "application/json"}).json
    assert told["ok"] is False
    assert told["checks"][0] == {
        "about": "disk",
        "status": "fine",
        "found": {"id": "doctor.disk.fine", "values": {"free": 900, "games": 3}},
        "todo": None,
    }


def test_the_start_page_leads_there(house: House) -> None:
    assert 'href="/doctor"' in house.device().get("/").text


@pytest.mark.parametrize("status", ["lost", "warning"])
def test_a_device_with_something_wrong_leads_there_from_every_page(
    house: House, table: Table, status: str
) -> None:
    phone = house.device(table, 0)
    house.reach.fittings.set(Fitting("tower", "tower", "ready"))
    assert 'href="/doctor"' not in phone.get(f"/t/{table.id}/").text
    house.reach.fittings.set(Fitting("tower", "tower", status, say("tower.tower_silent", port="x")))
    assert 'href="/doctor"' in phone.get(f"/t/{table.id}/").text


@pytest.mark.parametrize("status", CHECK_STATUSES)
def test_every_status_has_a_word(status: str) -> None:
    assert Words().find(f"doctor.status.{status}") is not None
