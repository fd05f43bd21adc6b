"""Hands on a shared device: who may turn one up, what else then lies face down, and when it ends."""

from __future__ import annotations

import pytest

from companion.core.seats import Seat
from companion.table.table import Table
from companion.web.peeking import PEEK_S, Peeks
from tests.web.house import House, Phone

ANN, BOB = Seat(0), Seat(1)


class Clock:
    def __init__(self) -> None:
        self.now = 7.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def peeks(clock: Clock) -> Peeks:
    return Peeks(clock)


def test_a_hand_lies_open_for_twenty_seconds_and_not_a_moment_longer(peeks: Peeks, clock: Clock) -> None:
    peeks.open("phone", "t", ANN)
    assert peeks.left_s("phone", "t", ANN) == PEEK_S == 20
    clock.now += 19.5
    assert peeks.left_s("phone", "t", ANN) == 1
    clock.now += 0.5
    assert peeks.left_s("phone", "t", ANN) == 0


def test_one_hand_at_a_time_lies_open_on_a_device(peeks: Peeks) -> None:
    peeks.open("phone", "t", ANN)
    peeks.open("phone", "t", BOB)
    assert [peeks.left_s("phone", "t", seat) for seat in (ANN, BOB)] == [0, 20]


def test_another_device_and_another_table_see_nothing_of_it(peeks: Peeks) -> None:
    peeks.open("phone", "t", ANN)
    assert peeks.left_s("tablet", "t", ANN) == peeks.left_s("phone", "other", ANN) == 0
    peeks.close("tablet", "t")
    peeks.close("phone", "t", but=ANN)
    assert peeks.left_s("phone", "t", ANN) == 20


@pytest.fixture
def shared(house: House, table: Table) -> Phone:
    """Ann's and Bob's device; Ann has hidden a word."""
    phone = house.device(table, 0, 1)
    assert phone.say(table, "hide", "Ann", word="ZEBRAFISH").status_code == 200
    return phone


def is_open(phone: Phone, table: Table) -> bool:
    """Whether the page of Ann's hand shows her word; its parts and its JSON say the same."""
    page = "ZEBRAFISH" in phone.get(f"/t/{table.id}/?seat=0").text
    part = "ZEBRAFISH" in phone.get(f"/t/{table.id}/hand?seat=0").text
    json = phone.get(f"/t/{table.id}/view?as=Ann").status_code == 200
    assert page == part == json
    return page


def turn_up(phone: Phone, table: Table, seat: int = 0) -> int:
    return int(phone.post(f"/t/{table.id}/look", {"seat": seat}).status_code)


def test_only_a_tap_turns_a_hand_up_and_any_act_turns_it_down(shared: Phone, table: Table) -> None:
    assert not is_open(shared, table)
    assert turn_up(shared, table) == 303
    assert is_open(shared, table)
    assert shared.say(table, "take", "Ann", amount=99).status_code == 409
    assert is_open(shared, table)
    assert shared.say(table, "take", "Bob", amount=1).status_code == 200
    assert not is_open(shared, table)


def test_it_is_put_down_by_hand_and_by_going_to_another_page(shared: Phone, table: Table) -> None:
    turn_up(shared, table)
    assert shared.post(f"/t/{table.id}/cover", {"seat": 0}).location.endswith("?seat=0")
    assert not is_open(shared, table)
    for path in (f"/t/{table.id}/table", f"/t/{table.id}/?seat=1"):
        turn_up(shared, table)
        assert is_open(shared, table)
        shared.get(path, headers={"Accept": "text/html,*/*;q=0.8"})
        assert not is_open(shared, table)


def test_what_a_page_fetches_for_itself_leaves_it_open(shared: Phone, table: Table) -> None:
    turn_up(shared, table)
    shared.get(f"/t/{table.id}/board", headers={"Accept": "*/*"})
    shared.get(f"/t/{table.id}/hand?seat=1", headers={"Accept": "*/*"})
    assert is_open(shared, table)


@pytest.mark.parametrize("seat", ["2", "banker", "table", "99", "", "x"])
def test_nobody_turns_up_a_hand_that_the_device_does_not_hold(shared: Phone, table: Table, seat: str) -> None:
    assert shared.post(f"/t/{table.id}/look", {"seat": seat}).status_code == 403
    assert not is_open(shared, table)


def test_a_stranger_turns_up_nothing(house: House, table: Table, shared: Phone) -> None:
    assert turn_up(house.device(), table) == 403


def test_a_banker_at_the_shared_device_is_shown_no_act_that_names_a_secret(
    house: House, table: Table, shared: Phone
) -> None:
    banker = house.device(table, 0, 1, banker=True)
    desk = banker.get(f"/t/{table.id}/banker?for=0").text
    assert "face down on this device" in desk and "Take coins" not in desk
    assert "Take coins" in banker.get(f"/t/{table.id}/banker?for=1").text


def test_a_hand_without_secrets_needs_no_cover(house: House, table: Table) -> None:
    page = house.device(table, 0, 1).get(f"/t/{table.id}/?seat=0").text
    assert "Only Ann looks now" not in page
    assert "data-hide-in" not in page
