"""The addresses that phones are shown."""

from __future__ import annotations

import socket

import pytest

from companion import addresses


def test_without_a_way_out_the_own_interfaces_are_still_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_outward", lambda: "")
    monkeypatch.setattr(addresses, "_interfaces", lambda: ("127.0.0.1", "10.42.0.1"))
    assert addresses.numeric_addresses() == ("10.42.0.1",)


def test_the_way_out_comes_first_and_nothing_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_outward", lambda: "192.168.1.20")
    monkeypatch.setattr(addresses, "_interfaces", lambda: ("127.0.0.1", "10.42.0.1", "192.168.1.20"))
    assert addresses.numeric_addresses() == ("192.168.1.20", "10.42.0.1")


def test_a_machine_alone_has_its_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_outward", lambda: "")
    monkeypatch.setattr(addresses, "_interfaces", lambda: ("127.0.0.1",))
    assert addresses.numeric_addresses() == ("127.0.0.1",)


def test_every_interface_is_asked_for_its_address() -> None:
    assert "127.0.0.1" in addresses._interfaces()


def test_a_name_without_a_dot_is_a_local_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Table.example.org")
    assert addresses.machine_name() == "table.local"
