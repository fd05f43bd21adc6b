"""Several tables on one machine: listed, named, side by side, and one of them with the devices."""

from __future__ import annotations

import pytest

from companion.core.seats import Seat
from companion.core.tagged import Tagged
from companion.core.uid import Uid
from companion.devices.dice import Rolled
from companion.devices.panel import Button, ButtonPressed
from companion.devices.simulated.tower import SimulatedTower
from companion.devices.tags import TagArrived
from companion.table.authority import Rights
from companion.table.bus import Notice, Published
from companion.table.fittings import Fitting
from companion.table.registry import Registered
from companion.table.table import Table
from companion.web.stream import Stream
from companion.web.text import Words
from companion.wiring.panel import PanelWiring
from companion.wiring.readers import ReaderWiring
from companion.wiring.tower import TowerWiring, connect
from tests.web.house import House

FIVE = Uid.from_hex("04A3C6CAE26180")


def look_at_table(house: House, table: Table) -> Stream:
    """A page of somebody who plays at *table* is open."""
    stream = Stream(table, f"page of {table.id}", False, lambda: Rights(frozenset({Seat(0)})))
    house.streams.open(stream)
    return stream


@pytest.fixture
def other(house: House, table: Table) -> Table:
    """Dan and Eve sit down while Ann, Bob and Cem play."""
    look_at_table(house, table)
    return house.start("Dan", "Eve")


def test_running_tables_come_first_on_the_start_page(house: House, table: Table, other: Table) -> None:
    house.reach.fittings.set(Fitting("table", "reader", "ready"))
    house.device(table, 0), house.device(table, 1)
    dan = house.device(other, 0, 1)
    page = dan.get("/").text
    assert page.index("Running now") < page.index(f"/t/{other.id}/") < page.index(f"/t/{table.id}/")
    assert page.index(f"/t/{table.id}/") < page.index("New game")
    assert "Ann, Bob, Cem" in page and "Ann&#39;s turn" in page and "2 phones" in page and "1 phone<" in page
    assert page.count("Go on<") == 1 and page.count("Look in<") == 1
    assert page.count(f"/t/{table.id}/") == 1 and page.count("Readers, tower and panel are here") == 1


def test_the_last_game_is_one_tap_after_a_restart(house: House, table: Table) -> None:
    after = House(house.shelf, house.notes)
    try:
        page = after.device().get("/").text
        assert page.index("Go on with the last game") < page.index("New game")
        assert "Running now" not in page
    finally:
        after.close()


def test_a_page_names_its_table_where_several_run(house: House, table: Table) -> None:
    phone = house.device(table, 0)
    paths = [f"/t/{table.id}/{part}" for part in ("", "table", "history", "rules", "join")]
    assert not any("Ann, Bob, Cem" in phone.get(path).text for path in paths)
    house.start("Zoe", "Yan")
    for path in paths:
        page = phone.get(path).text
        assert "Ann, Bob, Cem" in page and "Zoe" not in page, path


def test_two_tables_side_by_side_keep_apart_also_after_a_restart(
    house: House, table: Table, other: Table
) -> None:
    heard: dict[str, list[Published]] = {table.id: [], other.id: []}
    table.bus.listen(heard[table.id].append)
    other.bus.listen(heard[other.id].append)
    ann, dan = house.device(table, 0, banker=True), house.device(other, 0, banker=True)
    for amount in (1, 2, 3):
        assert ann.say(table, "take", "Ann", amount=amount, id=f"x{amount}").status_code == 200
        assert dan.say(other, "take", "Dan", amount=amount + 3, id=f"x{amount}").status_code == 200
    assert dan.say(other, "undo", "Dan", number=3).status_code == 200
    assert ann.say(other, "take", "Dan", amount=1).status_code == 403
    assert dan.say(table, "adjust", "banker", who="Ann", amount=1, reason="x").status_code == 403
    before = [(one.session.number, one.session.state.ledger.balance(Seat(0))) for one in (table, other)]
    assert before == [(3, 26), (4, 29)]
    assert all(len(one) >= 6 for one in heard.values())
    export = ann.get(f"/t/{table.id}/export.jsonl").text
    assert '"Ann"' in export and '"Dan"' not in export
    cookies = [phone.client.get_cookie("companion") for phone in (ann, dan)]
    after = House(house.shelf, house.notes)
    try:
        phones = [after.device() for _ in cookies]
        for phone, cookie in zip(phones, cookies, strict=True):
            assert cookie is not None
            phone.client.set_cookie("companion", cookie.value)
        assert (
            phones[1].post(f"/t/{other.id}/act", json={"do": "take", "by": "Dan", "amount": 1}).status_code
            == 200
        )
        assert (
            phones[0].post(f"/t/{table.id}/act", json={"do": "take", "by": "Ann", "amount": 1}).status_code
            == 200
        )
        again = [after.hall.tables[id] for id in (table.id, other.id)]
        assert [(one.session.number, one.session.state.ledger.balance(Seat(0))) for one in again] == [
            (4, 27),
            (5, 30),
        ]
        assert after.hall.current is again[0]  # it had the devices before, though the other came first
    finally:
        after.close()


# --- the devices ---


def test_a_new_game_leaves_the_devices_where_people_play(house: House, table: Table, other: Table) -> None:
    assert house.hall.current is table


def test_a_new_game_gets_the_devices_where_nobody_plays(house: House, table: Table) -> None:
    assert house.start("Dan", "Eve") is house.hall.current


def test_the_same_people_take_the_devices_along_to_their_next_game(house: House, table: Table) -> None:
    look_at_table(house, table)
    ann, stranger = house.device(table, 0, banker=True), house.device()
    form = {"game": "coins", "name": ["Ann", "Bob"], "here": "all"}
    stranger.post("/new", form)
    assert house.hall.current is table
    ann.post("/new", form)
    assert house.hall.current is tuple(house.hall.tables.values())[-1] is not table


def test_a_page_that_only_watches_keeps_no_devices(house: House, table: Table) -> None:
    house.streams.open(Stream(table, "watcher", True, Rights))
    assert house.start("Dan", "Eve") is house.hall.current


def test_a_tag_and_a_button_reach_the_table_that_has_the_devices(
    house: House, table: Table, other: Table
) -> None:
    house.hall.registry.register(FIVE, Registered("coins", Tagged("coin", "5")))
    readers = ReaderWiring((), house.hall, house.inbox, house.reach.fittings)
    panel = PanelWiring(house.hall, house.inbox, house.reach.fittings, lambda: None)

    def touch() -> list[bool]:
        readers._hand_over(TagArrived("table", FIVE, 0.0))
        house.inbox.ask(lambda: None)
        asked = [one.waiting is not None for one in (table, other)]
        panel.pressed(ButtonPressed(Button.NEXT, 0.0))
        house.inbox.ask(lambda: None)
        assert table.waiting is None and other.waiting is None
        return asked

    assert touch() == [True, False]
    dan = house.device(other, 0, banker=True)
    house.reach.fittings.set(Fitting("table", "reader", "ready"))
    assert dan.post(f"/t/{other.id}/devices").status_code == 303
    assert touch() == [False, True]


def test_the_banker_takes_the_devices_and_the_other_table_is_told(
    house: House, table: Table, other: Table
) -> None:
    heard: list[Published] = []
    table.bus.listen(heard.append)
    ann, dan = house.device(table, 0, banker=True), house.device(other, 0, banker=True)
    assert "Take them here" not in dan.get(f"/t/{other.id}/").text  # nothing is fitted
    house.reach.fittings.set(Fitting("tower", "tower", "ready"))
    page = dan.get(f"/t/{other.id}/").text
    assert "serve another table:" in page and "Ann, Bob, Cem has them no longer" in page
    assert "Devices: at another table" in page
    here = ann.get(f"/t/{table.id}/").text
    assert "Take them here" not in here and "Readers, tower and panel are here" in here
    assert "serve this table: " in dan.get("/doctor").text and "Ann, Bob, Cem" in dan.get("/simulator").text
    dan.post(f"/t/{other.id}/devices")
    assert house.hall.current is other
    told = [one.message for one in heard if isinstance(one, Notice) and one.message is not None]
    assert [Words().say(message).split(":")[0] for message in told] == [
        "Readers, tower and panel went to another table"
    ]
    assert "Take them here" in ann.get(f"/t/{table.id}/").text
    assert "Take them here" not in dan.get(f"/t/{other.id}/").text


def test_only_a_banker_takes_the_devices(house: House, table: Table, other: Table) -> None:
    eve = house.device(other, 1)
    answer = eve.post(f"/t/{other.id}/devices", json={})
    assert (answer.status_code, answer.json["refused"]) == (403, "not_banker")
    assert house.hall.current is table


def test_the_tower_is_armed_by_and_rolls_for_the_table_that_has_it(
    house: House, table: Table, other: Table
) -> None:
    tower = SimulatedTower()
    wiring = TowerWiring(tower, house.hall, house.inbox, house.reach.fittings, house.notes)
    for one in (table, other):
        connect(wiring, one)
    dan = house.device(other, 0, banker=True)
    answer = dan.say(other, "toss", "Dan", source="tower")
    assert (answer.status_code, answer.json["refused"]) == (409, "not_now")
    house.device(table, 0).say(table, "take", "Ann", amount=1)
    dan.say(other, "take", "Dan", amount=1)  # played last, and arms nothing
    tower.press()
    rolled = tower.next_roll(0.1)
    assert isinstance(rolled, Rolled)
    wiring._deliver(rolled)
    assert table.session.state.tossed and not other.session.state.tossed


def test_the_start_page_tells_a_stranger_no_turn_where_nobody_may_watch(house: House, table: Table) -> None:
    banker = house.device(table, 0, banker=True)
    assert "Ann&#39;s turn" in house.device().get("/").text
    banker.post(f"/t/{table.id}/watching", {"on": "0"})
    assert "Ann&#39;s turn" not in house.device().get("/").text
    assert "Ann&#39;s turn" in banker.get("/").text
