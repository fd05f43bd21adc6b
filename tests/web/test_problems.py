"""Errors of every kind: a page that leads back, a notice for htmx, a code for programs."""

from __future__ import annotations

import logging
from typing import NoReturn

import pytest

from companion.core.message import Told
from companion.table.table import Table
from tests.web import coins
from tests.web.house import House, Shelf


def test_a_page_that_is_not_there_leads_back_to_the_start(house: House) -> None:
    answer = house.device().get("/nowhere")
    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    assert 'href="/"' in answer.text


def test_a_program_reads_a_code_where_there_is_nothing(house: House) -> None:
    answer = house.device().get("/nowhere", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json["refused"]) == (404, "bad_request")


def test_a_wrong_method_names_the_right_one(house: House, table: Table) -> None:
    answer = house.device().get(f"/t/{table.id}/act")
    assert (answer.status_code, "POST" in answer.headers["Allow"]) == (405, True)


def test_htmx_gets_a_notice_and_no_page_within_the_page(house: House) -> None:
    answer = house.device(None).post("/nowhere", headers={"HX-Request": "true"})
    assert answer.status_code == 404
    assert answer.text.startswith('<div class="notice refused">')


@pytest.mark.parametrize(
    ("headers", "shown"),
    [({}, "<h1>Something went wrong"), ({"Accept": "application/json"}, '"answer":"fault"')],
)
def test_a_fault_in_a_page_is_logged_and_told_without_its_details(
    house: House,
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    headers: dict[str, str],
    shown: str,
) -> None:
    def fail(state: object, viewer: object) -> None:
        raise ValueError("planted secret")

    monkeypatch.setattr(coins, "view", fail)
    with caplog.at_level(logging.ERROR):
        answer = house.device().get(f"/t/{table.id}/view", headers=headers)
    assert (answer.status_code, shown in answer.text) == (500, True)
    assert "planted" not in answer.text
    assert "planted secret" in caplog.text


def test_a_writer_that_is_late_with_a_page_is_asked_again_later(
    house: House, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(*_: object) -> None:
        raise TimeoutError

    monkeypatch.setattr(house.inbox, "ask", late)
    answer = house.device().get(f"/t/{table.id}/export.jsonl", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json) == (503, {"ok": False, "answer": "saving"})
    assert answer.headers["Retry-After"] == "1"


def test_a_damaged_game_is_told_with_its_file(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = house.start()
    phone = house.device(table, 0)
    del house.hall.tables[table.id]

    def cannot_open(shelf: Shelf, id: str, games: object) -> NoReturn:
        raise Told("journal.cannot_open", file=f"{id}.sqlite", error="malformed")

    monkeypatch.setattr(Shelf, "open", cannot_open)
    answer = phone.get(f"/t/{table.id}/")
    assert answer.status_code == 409
    assert f"{table.id}.sqlite cannot be opened: malformed" in answer.text
