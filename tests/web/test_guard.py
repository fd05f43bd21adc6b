"""Hosts, origins, headers, sizes."""

from __future__ import annotations

import socket

import pytest

from companion.table.table import Table
from companion.web.guard import LARGEST_BODY, host_name
from companion.web.reply import local_path
from tests.web.house import House


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("pi.local:8080", "pi.local"),
        ("PI.Local", "pi.local"),
        ("pi.local.", "pi.local"),
        ("192.168.1.20:80", "192.168.1.20"),
        ("[fe80::1]:8080", "fe80::1"),
        ("[fe80::1]", "fe80::1"),
        ("", None),
        ("pi.local:port", None),
        ("pi.local:99999999", None),
        ("[fe80::1", None),
        ("[pi.local]", None),
        ("pi local", None),
        ("pi.local/x", None),
        ("a@pi.local", None),
    ],
)
def test_a_host_header_is_read_to_its_name(header: str, name: str | None) -> None:
    assert host_name(header) == name


@pytest.mark.parametrize(
    "host",
    [
        "192.168.1.20",
        "192.168.1.20:8080",
        "[::1]:8080",
        "localhost:8080",
        "TABLE.example",
        socket.gethostname(),
    ],
)
def test_addresses_and_own_names_are_answered(house: House, host: str) -> None:
    assert house.app.test_client().get("/healthz", headers={"Host": host}).status_code == 200


def test_a_foreign_host_is_told_the_line_to_add(house: House) -> None:
    answer = house.app.test_client().get("/healthz", headers={"Host": "evil.example:8080"})
    assert answer.status_code == 421
    assert 'hosts = ["evil.example"]' in answer.text
    assert "table.toml" in answer.text


def test_a_host_that_is_no_name_is_refused_without_being_repeated(house: House) -> None:
    answer = house.app.test_client().get("/healthz", headers={"Host": "<script>.example"})
    assert answer.status_code == 400
    assert "<script>" not in answer.text


@pytest.mark.parametrize(
    "origin",
    [
        "",
        "null",
        "http://evil.example",
        "https://localhost",
        "http://localhost:81",
        "http://localhost.evil.example",
    ],
)
def test_a_foreign_origin_changes_nothing(house: House, table: Table, origin: str) -> None:
    phone = house.device(table, 0)
    answer = phone.post(
        f"/t/{table.id}/act", json={"do": "take", "by": "Ann", "amount": 1}, headers={"Origin": origin}
    )
    assert answer.status_code == 403
    assert table.version == (0, 0)


def test_the_own_origin_may_change(house: House, table: Table) -> None:
    phone = house.device(table, 0)
    assert phone.say(table, "take", "Ann", amount=1).status_code == 200
    assert table.session.number == 1


def test_basic_authorization_does_not_stand_in_for_an_origin(house: House, table: Table) -> None:
    phone = house.device(table, 0)
    answer = phone.post(
        f"/t/{table.id}/act",
        json={"do": "take", "by": "Ann", "amount": 1},
        headers={"Origin": "http://evil.example", "Authorization": "Basic YTpi"},
    )
    assert answer.status_code == 403
    assert table.session.number == 0


def test_every_answer_carries_the_strict_headers(house: House, table: Table) -> None:
    for path in ("/healthz", "/nowhere", f"/t/{table.id}/view", "/static/live.js"):
        with house.app.test_client().get(path) as answer:
            headers = answer.headers
        assert "default-src 'none'" in headers["Content-Security-Policy"], path
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"
        assert headers["Cache-Control"] in ("no-store", "no-cache")


def test_a_body_too_large_is_refused_with_its_limit(house: House, table: Table) -> None:
    phone = house.device(table, 0)
    answer = phone.say(table, "transfer", "Ann", to="Bob", amount=1, note="x" * LARGEST_BODY)
    assert answer.status_code == 413
    assert answer.json["refused"] == "bad_request"
    assert answer.json["values"]["expected"]["values"] == {"most": LARGEST_BODY}
    assert table.session.number == 0


@pytest.mark.parametrize(
    "path",
    [
        "",
        None,
        "//evil.example",
        "/\\evil.example",
        "http://evil.example",
        "t/1",
        "/t/1\r\nX: y",
        "\\/evil.example",
    ],
)
def test_a_way_back_that_leads_elsewhere_is_not_taken(path: str | None) -> None:
    assert local_path(path, "/home") == "/home"


def test_a_local_way_back_is_taken() -> None:
    assert local_path("/t/1/?seat=2#x", "/home") == "/t/1/?seat=2#x"
