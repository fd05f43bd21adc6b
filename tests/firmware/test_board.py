"""main.py in the MicroPython VM: what display, ring and button do. Real pins and USB are for selftest.py."""

from __future__ import annotations

import os
import select
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.devices.tower.frame import Lines, write_line
from companion.devices.tower.protocol import Acknowledge, ArmButton, AskHello, FromHost, RollDice
from tests.firmware.vm import PoweredTower, powered_tower, surroundings, vm_command


class Wire:
    """The bare port: messages in, bodies out."""

    def __init__(self, tower: PoweredTower) -> None:
        self.tower = tower
        self._port = os.open(tower.path, os.O_RDWR | os.O_NOCTTY)
        self._lines = Lines()
        self._bodies: list[str] = []

    def send(self, message: FromHost | bytes) -> None:
        os.write(self._port, message if isinstance(message, bytes) else write_line(message))

    def wait(self, start: str, timeout: float = 5.0) -> str:
        """The next body that begins so; fails when none comes."""
        return self.find(lambda body: body.startswith(start), timeout)

    def find(self, wanted: Callable[[str], bool], timeout: float = 5.0) -> str:
        ends = time.monotonic() + timeout
        while time.monotonic() < ends:
            while self._bodies:
                body = self._bodies.pop(0)
                if wanted(body):
                    return body
            if select.select([self._port], [], [], ends - time.monotonic())[0]:
                self._bodies = self._lines.feed(os.read(self._port, 4096))
        raise AssertionError(f"the tower did not say that:\n{self.tower.log()}")

    def quiet(self, start: str, seconds: float) -> bool:
        try:
            self.wait(start, seconds)
        except AssertionError:
            return True
        return False

    def close(self) -> None:
        os.close(self._port)


@pytest.fixture
def wire(tmp_path: Path) -> Iterator[Wire]:
    with powered_tower(tmp_path) as tower:
        opened = Wire(tower)
        yield opened
        opened.close()


@pytest.fixture
def greeted(wire: Wire) -> Wire:
    wire.send(AskHello("a1"))
    wire.wait("H,a1,1,tower-5ab01c,")
    return wire


def test_before_anybody_asks_it_shows_its_name(wire: Wire) -> None:
    assert wire.tower.sees("see DICE TOWER")
    assert wire.tower.sees("ring", "13 13 13")


def test_the_turn_is_shown_and_the_ring_says_press(greeted: Wire) -> None:
    greeted.send(ArmButton("b1", "2d6", "Ann"))
    greeted.wait("B,b1")
    assert greeted.tower.sees("see Ann")
    assert greeted.tower.sees("see press to roll")
    assert greeted.tower.sees("ring", "0 40 0")


def test_a_turn_with_nothing_to_roll_shows_the_name_alone(greeted: Wire) -> None:
    greeted.send(ArmButton("b1", None, "Bob"))
    assert greeted.tower.sees("see Bob")
    assert greeted.tower.say("see press to roll") == "no"
    assert greeted.tower.sees("ring", "0 0 13")


def test_a_roll_out_of_a_bag_is_shown_with_letter_and_number(greeted: Wire) -> None:
    greeted.send(ArmButton("b1", None, "Bob"))
    greeted.send(RollDice("q1", "G:9"))
    number = greeted.wait("E,").rsplit(",G", 1)[1]
    assert greeted.tower.sees("see G")
    assert greeted.tower.sees(f"see {number}")
    assert greeted.tower.sees("ring", "40 40 40")


def test_pips_of_two_dice_are_no_digits(greeted: Wire) -> None:
    greeted.send(RollDice("q1", "2d6"))
    dice = greeted.wait("E,").split(",")[5:]
    assert greeted.tower.sees("ring", "40 40 40")
    assert [greeted.tower.say(f"see {pips}") for pips in dice] == ["no", "no"]


@pytest.mark.parametrize("spec", ["8d100", "8d6", "1d6+1d20", "5d10", "wo:100"])
def test_every_spec_can_be_drawn(greeted: Wire, spec: str) -> None:
    greeted.send(RollDice("q1", spec))
    event = greeted.wait("E,").split(",")
    assert greeted.tower.sees("ring", "40 40 40")
    if "100" in spec:
        assert greeted.tower.sees(f"see {event[5].lstrip('wo')}")
    assert greeted.tower.log() == ""


def test_a_press_rolls_and_a_long_press_rolls_once(greeted: Wire) -> None:
    greeted.send(ArmButton("b1", "1d6", "Ann"))
    greeted.wait("B,b1")
    greeted.tower.say("press")
    event = greeted.wait("E,")
    greeted.send(Acknowledge(event.split(",")[1], 1))
    greeted.send(ArmButton("b2", "1d6", "Ann"))
    greeted.wait("B,b2")
    assert greeted.quiet("E,", 0.3)
    greeted.tower.say("release")
    greeted.tower.tap()
    assert greeted.find(lambda body: body.startswith("E,") and body != event).split(",")[2] == "2"


def test_a_bouncing_contact_is_one_press(greeted: Wire) -> None:
    greeted.send(ArmButton("b1", "1d6", "Ann"))
    greeted.wait("B,b1")
    for level in ["press", "release"] * 5 + ["press"]:
        greeted.tower.say(level)
    greeted.wait("E,")
    for level in ["release", "press"] * 5 + ["release"]:
        greeted.tower.say(level)
    assert greeted.quiet("Q,", 0.3)


def test_a_press_with_nothing_armed_asks_and_says_so(greeted: Wire) -> None:
    greeted.tower.tap()
    greeted.find(lambda body: body.startswith("Q,") and body.endswith(",1"))
    assert greeted.tower.sees("see nothing to roll")
    assert greeted.tower.sees("ring", "40 13 0")


def test_an_unplugged_display_stops_nothing_and_is_tried_again(greeted: Wire) -> None:
    greeted.tower.say("oled off")
    greeted.send(RollDice("q1", "G:9"))
    event = greeted.wait("E,")
    greeted.send(Acknowledge(event.split(",")[1], 1))
    greeted.send(AskHello("a2"))
    assert greeted.wait("H,a2").endswith(",display")
    greeted.tower.say("oled on")
    assert greeted.tower.sees("see G")
    greeted.send(AskHello("a3"))
    assert greeted.wait("H,a3").endswith(",ok")


def test_a_control_c_among_the_bytes_does_not_stop_it(greeted: Wire) -> None:
    greeted.send(b"\x03\x03\x04\x01\x02\n")
    greeted.send(AskHello("a2"))
    assert greeted.wait("H,a2").endswith(",ok")


def test_a_companion_that_is_gone_is_shown(tmp_path: Path) -> None:
    with powered_tower(tmp_path, heartbeat_ms=50) as tower:
        wire = Wire(tower)
        wire.send(AskHello("a1"))
        wire.wait("H,")
        assert tower.sees("see OFFLINE")
        assert tower.sees("ring", "26 0 26")
        wire.send(AskHello("a2"))
        wire.wait("H,a2")
        assert tower.sees("see OFFLINE", "no")
        wire.close()


def run_in_vm(folder: Path, *arguments: str, commands: str = "") -> subprocess.CompletedProcess[str]:
    """Run the simulated board to its end with all *commands* waiting."""
    their_commands, mine = os.pipe()
    answers, their_answers = os.pipe()
    os.write(mine, commands.encode())
    try:
        return subprocess.run(
            vm_command(*arguments, once=True),
            env=surroundings(their_commands, their_answers),
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            pass_fds=(their_commands, their_answers),
            check=False,
        )
    finally:
        for descriptor in (their_commands, mine, answers, their_answers):
            os.close(descriptor)


def test_a_button_held_at_power_up_gives_the_prompt_instead(tmp_path: Path) -> None:
    done = run_in_vm(tmp_path, "2000", commands="press\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_an_error_is_written_down_and_the_tower_starts_anew(tmp_path: Path) -> None:
    done = run_in_vm(tmp_path, "2000", commands="release\nsource nowhere\n")
    assert (done.stdout, done.stderr) == ("", "reset\n")
    assert "KeyError: nowhere" in (tmp_path / "fault.txt").read_text()


def test_the_self_test_passes_on_a_sound_board(tmp_path: Path) -> None:
    done = run_in_vm(tmp_path, "selftest", "6000", commands="release\ntap\n")
    assert done.stdout.splitlines()[-1] == "all well"
    assert "BAD" not in done.stdout
    assert done.stdout.count("is found out") == 4
    for test in (
        "faces: chi-square",
        "pairs: chi-square",
        "orders of a bag: chi-square",
        "button was pressed",
    ):
        assert test in done.stdout


def test_the_self_test_names_what_is_broken(tmp_path: Path) -> None:
    done = run_in_vm(tmp_path, "selftest", "600", commands="source stuck\noled off\n")
    bad = [line for line in done.stdout.splitlines() if line.startswith("BAD")]
    assert any("own source" in line for line in bad)
    assert any("no press" in line for line in bad)
    assert done.stdout.splitlines()[-1] == "NOT WELL: see BAD above"
