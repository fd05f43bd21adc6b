"""The port itself: what opening it can end in, and how the driver lets go of it."""

from __future__ import annotations

import errno
import os
import pty
import threading
import time
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from companion.devices.dice import DiceTower, Rolled, TowerFault
from companion.devices.tower import faults, port
from companion.devices.tower.frame import Lines, read_from_host, write_line
from companion.devices.tower.link import Timing
from companion.devices.tower.port import PortFault, SerialTower, open_port
from companion.devices.tower.protocol import AskHello, Hello
from tests.firmware.host import Host


@pytest.fixture
def terminal() -> Iterator[tuple[int, str]]:
    """(master, path) of a raw pseudo-terminal."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    yield master, os.ttyname(slave)
    os.close(master)
    os.close(slave)


def open_fault(path: str) -> TowerFault:
    with pytest.raises(PortFault) as raised:
        open_port(path)
    return raised.value.fault


def test_a_port_that_is_not_there_is_not_found(tmp_path: Path) -> None:
    path = str(tmp_path / "ttyACM0")
    assert open_fault(path) == TowerFault("tower_not_found", {"where": path})


def test_a_port_one_may_not_open_names_the_group_to_join(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(*_: object, **__: object) -> serial.Serial:
        raise serial.SerialException(errno.EACCES, "could not open port: Permission denied")

    monkeypatch.setattr(serial, "Serial", refuse)
    monkeypatch.setenv("LOGNAME", "pi")
    fault = open_fault(str(tmp_path))
    assert fault.code == "tower_no_permission"
    assert fault.values["port"] == str(tmp_path)
    group = fault.values["group"]
    assert f"sudo usermod -aG {group} pi" in faults.remedy(fault)
    assert open_fault("/dev/not-there").values["group"] == "dialout"


def test_a_port_that_is_open_already_is_busy(terminal: tuple[int, str]) -> None:
    first = open_port(terminal[1])
    assert open_fault(terminal[1]) == TowerFault("tower_port_busy", {"port": terminal[1]})
    port.close_port(first)
    port.close_port(open_port(terminal[1]))


def test_what_is_no_serial_port_says_so(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.touch()
    fault = open_fault(str(plain))
    assert fault.code == "tower_port_error"
    assert str(plain) in faults.remedy(fault)


@pytest.mark.parametrize("code", faults.CODES)
def test_every_fault_has_a_remedy_that_names_its_values(code: str) -> None:
    names = ("where", "port", "group", "user", "found", "wanted", "tower", "error")
    text = faults.remedy(TowerFault(code, {name: f"<{name}>" for name in names}))
    assert "<" in text
    assert "{" not in text


def test_another_protocol_number_is_told_with_both_numbers(terminal: tuple[int, str]) -> None:
    master, path = terminal
    answered = threading.Event()

    def old_tower() -> None:
        lines = Lines()
        while not answered.is_set():
            for body in lines.feed(os.read(master, 1000)):
                asked = read_from_host(body)
                if isinstance(asked, AskHello):
                    os.write(master, write_line(Hello(asked.nonce, 7, "old", "ab3cd", 0, "ok")))
                    answered.set()

    thread = threading.Thread(target=old_tower)
    thread.start()
    host = Host(path)
    assert host.faulty("tower_protocol")
    assert host.tower.fault is not None
    assert host.tower.fault.values == {"port": path, "found": "7", "wanted": "1"}
    host.close()
    thread.join()


def test_a_device_that_does_not_read_is_let_go(terminal: tuple[int, str]) -> None:
    host = Host(terminal[1])
    assert host.faulty("tower_other_device")
    host.close()
    port.close_port(open_port(terminal[1]))


def test_a_search_without_any_port_finds_nothing_and_ends_at_once_when_closed() -> None:
    looked = threading.Event()

    def find() -> list[str]:
        looked.set()
        return []

    tower = SerialTower(find=find, reopen_after=60.0)
    assert looked.wait(5)
    start = time.monotonic()
    tower.close()
    tower.close()
    assert time.monotonic() - start < 5
    assert tower.status == "lost"
    assert tower.next_roll(60.0) is None


def test_ports_of_others_are_passed_over_until_a_tower_says_hello(
    terminal: tuple[int, str], tmp_path: Path
) -> None:
    from tests.firmware.vm import powered_tower

    quick = Timing(greeting=0.2)
    with powered_tower(tmp_path) as powered:
        ports = ["/dev/not-there", terminal[1], str(powered.path)]
        ready = threading.Event()
        tower = SerialTower(find=lambda: ports, timing=quick, reopen_after=0.05, changed=ready.set)
        tower.request("1d6", "q1")
        rolled = tower.next_roll(10)
        assert isinstance(rolled, Rolled)
        assert (tower.status, rolled.request) == ("ready", "q1")
        tower.close()


def test_a_search_that_fails_is_logged_and_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    again = threading.Event()
    calls = iter(range(10**6))

    def find() -> list[str]:
        if next(calls) == 0:
            raise OSError("the folder went away")
        again.set()
        return []

    tower = SerialTower(find=find, reopen_after=0.01)
    assert again.wait(5)
    tower.close()
    assert "the folder went away" in caplog.text


def test_bad_requests_are_refused_where_they_are_made() -> None:
    tower = SerialTower("/dev/not-there", reopen_after=60.0)
    assert isinstance(tower, DiceTower)
    with pytest.raises(ValueError, match="0d6"):
        tower.request("0d6", "q1")
    with pytest.raises(ValueError, match="q-1"):
        tower.request("1d6", "q-1")
    with pytest.raises(ValueError, match="99d99"):
        tower.arm("99d99", "Ann")
    tower.cancel("q9")
    tower.acknowledge(Rolled("t", "ab3cd", 1, None, "1d6", (3,)))
    tower.close()
