"""What is said to systemd, on a socket of our own."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.wiring import systemd


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[tuple[socket.socket, str]]:
    path = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(path)
        listening.settimeout(5)
        yield listening, path


def test_ready_reaches_the_manager(manager: tuple[socket.socket, str]) -> None:
    listening, path = manager
    systemd.notify(systemd.READY, {"NOTIFY_SOCKET": path})
    assert listening.recv(100) == b"READY=1"


def test_an_abstract_socket_is_found_by_its_at_sign() -> None:
    name = f"companion-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(f"\0{name}")
        listening.settimeout(5)
        systemd.notify(systemd.ALIVE, {"NOTIFY_SOCKET": f"@{name}"})
        assert listening.recv(100) == b"WATCHDOG=1"


@pytest.mark.parametrize("environment", [{}, {"NOTIFY_SOCKET": ""}, {"NOTIFY_SOCKET": "/nobody/listens"}])
def test_without_a_manager_nothing_happens(environment: dict[str, str]) -> None:
    systemd.notify(systemd.READY, environment)


@pytest.mark.parametrize(
    ("environment", "every_s"),
    [
        ({"WATCHDOG_USEC": "60000000"}, 20.0),
        ({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": str(os.getpid())}, 20.0),
        ({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({}, None),
    ],
)
def test_signs_of_life_come_three_times_as_often_as_they_are_awaited(
    environment: dict[str, str], every_s: float | None
) -> None:
    assert systemd.alive_every_s(environment) == every_s


def test_only_a_service_is_halted_from_a_page() -> None:
    assert systemd.is_service({"NOTIFY_SOCKET": "/run/systemd/notify"})
    assert not systemd.is_service({"NOTIFY_SOCKET": ""}) and not systemd.is_service({})
