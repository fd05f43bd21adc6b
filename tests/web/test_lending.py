"""The bank handed over, lent and taken back; a table never has none."""

from __future__ import annotations

import pytest

from companion.core.entry import Entry
from companion.core.seats import Role, Seat
from companion.table.table import Table
from companion.web import lending
from tests.web.house import House, Phone


def banks_it(phone: Phone, table: Table) -> bool:
    """Whether a device may enter what only the banker may."""
    return bool(phone.say(table, "options", "banker", set={}).status_code == 200)


def give(phone: Phone, table: Table, to: object, way: str) -> int:
    return int(phone.post(f"/t/{table.id}/bank/give", {"to": to, "way": way}).status_code)


def notes_of(house: House, table: Table) -> list[str]:
    """What was noted in the history, the newest last."""
    house.inbox.ask(lambda: None)
    entries: list[Entry] = list(table.session.history.entries.values())
    return [str(entry.said["text"]) for entry in entries if entry.do == "note"]


def test_the_bank_is_handed_over_when_the_other_phone_takes_it(house: House, table: Table) -> None:
    ann, bob, cem = house.device(table, 0, banker=True), house.device(table, 1), house.device(table, 2)
    assert give(ann, table, 1, "over") == 303
    assert banks_it(ann, table) and not banks_it(bob, table)
    assert "The bank is handed over to Bob." in bob.get(f"/t/{table.id}/").text
    assert "The bank is handed over" not in cem.get(f"/t/{table.id}/").text
    assert "You hand the bank over to Bob" in ann.get(f"/t/{table.id}/").text
    assert bob.post(f"/t/{table.id}/bank/take").status_code == 303
    assert banks_it(bob, table) and not banks_it(ann, table)
    assert notes_of(house, table) == ["The bank went to Bob."]
    assert "The bank went to Bob." in cem.get(f"/t/{table.id}/history").text
    assert ann.post(f"/t/{table.id}/bank/back", json={}).status_code == 403
    assert ann.get(f"/t/{table.id}/").status_code == 200


def test_a_lent_bank_comes_back_with_one_tap_of_the_lender(house: House, table: Table) -> None:
    ann, bob = house.device(table, 0, banker=True), house.device(table, 1)
    give(ann, table, 1, "lend")
    bob.post(f"/t/{table.id}/bank/take")
    assert banks_it(bob, table) and not banks_it(ann, table)
    assert "Bob has the bank until you take it back." in ann.get(f"/t/{table.id}/").text
    assert "You have the bank until Ann takes it back." in bob.get(f"/t/{table.id}/").text
    assert "You have the bank until Ann takes it back." in bob.get(f"/t/{table.id}/banker").text
    assert bob.post(f"/t/{table.id}/bank/back", json={}).status_code == 403
    assert ann.post(f"/t/{table.id}/bank/back").status_code == 303
    assert banks_it(ann, table) and not banks_it(bob, table)
    assert notes_of(house, table) == ["The bank was lent to Bob.", "Ann took the bank back."]


def test_a_borrower_who_is_gone_is_asked_nothing(
    house: House, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = house.device(table, 0, banker=True), house.device(table, 1)
    give(ann, table, 1, "lend")
    bob.post(f"/t/{table.id}/bank/take")
    assert banks_it(bob, table)
    assert "That phone is silent." not in ann.get(f"/t/{table.id}/").text
    now = house.seating._monotonic() + lending.SILENT_S + 1.0
    monkeypatch.setattr(house.seating, "_monotonic", lambda: now)
    assert "That phone is silent." in ann.get(f"/t/{table.id}/").text
    house.seating.release(table.id, Seat(1))
    assert ann.post(f"/t/{table.id}/bank/back").status_code == 303
    assert banks_it(ann, table)


def test_a_lender_without_a_seat_finds_the_bank_on_the_join_page(house: House, table: Table) -> None:
    desk, bob = house.device(table, banker=True), house.device(table, 1)
    desk.post(f"/t/{table.id}/watching", {"on": "0"})
    give(desk, table, 1, "lend")
    bob.post(f"/t/{table.id}/bank/take")
    page = desk.get(f"/t/{table.id}/", follow_redirects=True)
    assert page.status_code == 200 and "Take the bank back" in page.text
    assert "You have the bank until the phone that lent it takes it back." in bob.get(f"/t/{table.id}/").text
    assert desk.post(f"/t/{table.id}/bank/back").status_code == 303 and banks_it(desk, table)


def test_whoever_has_the_lenders_seat_now_takes_the_bank_back(house: House, table: Table) -> None:
    ann, bob = house.device(table, 0, banker=True), house.device(table, 1)
    give(ann, table, 1, "lend")
    bob.post(f"/t/{table.id}/bank/take")
    new = house.device()
    assert new.post(f"/t/{table.id}/bank/back", json={}).status_code == 403
    new.post(f"/t/{table.id}/join/{house.seating.token(table.id, Seat(0))}")
    assert new.post(f"/t/{table.id}/bank/back").status_code == 303 and banks_it(new, table)


def test_the_bank_goes_to_any_phone_by_qr(house: House, table: Table) -> None:
    ann, new = house.device(table, 0, banker=True), house.device()
    assert give(ann, table, "qr", "lend") == 303
    page = ann.get(f"/t/{table.id}/bank").text
    assert f"/t/{table.id}/qr/banker.svg" in page and banks_it(ann, table)
    new.post(f"/t/{table.id}/join/{house.seating.token(table.id, Role.BANKER)}")
    assert banks_it(new, table) and not banks_it(ann, table)
    assert notes_of(house, table) == ["The bank was lent to another phone."]
    assert ann.post(f"/t/{table.id}/bank/back").status_code == 303 and banks_it(ann, table)


def test_a_bankers_qr_without_an_offer_makes_one_more_banker(house: House, table: Table) -> None:
    ann, new = house.device(table, 0, banker=True), house.device()
    new.post(f"/t/{table.id}/join/{house.seating.token(table.id, Role.BANKER)}")
    assert banks_it(new, table) and banks_it(ann, table)


def test_a_bank_that_is_kept_after_all_cannot_be_taken(house: House, table: Table) -> None:
    ann, bob = house.device(table, 0, banker=True), house.device(table, 1)
    give(ann, table, 1, "over")
    assert ann.post(f"/t/{table.id}/bank/keep").status_code == 303
    answer = bob.post(f"/t/{table.id}/bank/take", json={})
    assert (answer.status_code, answer.json["refused"]) == (409, "nothing_open")
    assert banks_it(ann, table) and not banks_it(bob, table)


def test_a_borrower_does_not_pass_the_bank_on(house: House, table: Table) -> None:
    ann, bob = house.device(table, 0, banker=True), house.device(table, 1)
    house.device(table, 2)
    give(ann, table, 1, "lend")
    bob.post(f"/t/{table.id}/bank/take")
    answer = bob.post(f"/t/{table.id}/bank/give", json={"to": "2", "way": "over"})
    assert (answer.status_code, answer.json["refused"]) == (409, "bank_is_lent")


@pytest.mark.parametrize(
    ("to", "way", "code"),
    [
        ("2", "over", "no_phone"),
        ("0", "lend", "no_phone"),
        ("9", "lend", "bad_request"),
        ("1", "", "bad_request"),
    ],
)
def test_the_bank_goes_to_no_seat_without_a_phone_of_its_own(
    house: House, table: Table, to: str, way: str, code: str
) -> None:
    ann = house.device(table, 0, banker=True)
    house.device(table, 1)
    answer = ann.post(f"/t/{table.id}/bank/give", json={"to": to, "way": way})
    assert answer.json["refused"] == code and banks_it(ann, table)


def test_only_the_banker_gives_the_bank_away_and_only_the_chosen_take_it(house: House, table: Table) -> None:
    ann, bob, cem = house.device(table, 0, banker=True), house.device(table, 1), house.device(table, 2)
    assert (
        bob.post(f"/t/{table.id}/bank/give", json={"to": "1", "way": "over"}).json["refused"] == "not_banker"
    )
    assert bob.post(f"/t/{table.id}/bank/keep", json={}).json["refused"] == "not_banker"
    give(ann, table, 1, "over")
    assert cem.post(f"/t/{table.id}/bank/take", json={}).json["refused"] == "wrong_seat"
    assert not banks_it(cem, table) and banks_it(ann, table)
    assert bob.get(f"/t/{table.id}/bank").headers["Location"] == f"/t/{table.id}/join"


def test_a_loan_outlives_a_restart(house: House, table: Table) -> None:
    ann, bob = house.device(table, 0, banker=True), house.device(table, 1)
    give(ann, table, 1, "lend")
    bob.post(f"/t/{table.id}/bank/take")
    house.inbox.ask(lambda: None)
    cookie = ann.client.get_cookie("companion")
    assert cookie is not None
    after = House(house.shelf, house.notes)
    try:
        same = after.device()
        same.client.set_cookie("companion", cookie.value)
        assert same.post(f"/t/{table.id}/bank/back").status_code == 303
        assert same.say(table, "options", "banker", set={}).status_code == 200
    finally:
        after.close()
