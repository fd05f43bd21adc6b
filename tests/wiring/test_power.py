"""A weak supply, heat, and the safe switch-off."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.table.fittings import Fitting, Fittings
from companion.web.text import Words
from companion.wiring.power import Power, PowerSwitch, PowerWatch, read_power, warning


def silent() -> str:
    return ""


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text + "\n", encoding="ascii")


def heat(system: Path, celsius: float, kind: str = "cpu-thermal") -> None:
    put(system / "class/thermal/thermal_zone0/type", kind)
    put(system / "class/thermal/thermal_zone0/temp", str(int(celsius * 1000)))


@pytest.mark.parametrize(
    ("said", "power"),
    [
        ("throttled=0x0", Power()),
        ("throttled=0x1", Power(weak=True)),
        ("throttled=0x50000", Power(was_weak=True)),
        ("throttled=0x50005", Power(weak=True, was_weak=True)),
        ("throttled=0x80008", Power()),  # only warm: the temperature says how warm
    ],
)
def test_the_firmware_s_bits_say_whether_the_supply_is_weak(tmp_path: Path, said: str, power: Power) -> None:
    assert read_power(tmp_path, lambda: said) == power


def test_the_kernel_s_file_is_read_without_the_tool(tmp_path: Path) -> None:
    put(tmp_path / "devices/platform/soc/soc:firmware/get_throttled", "50005")

    def unasked() -> str:
        raise AssertionError("the tool needs rights that the service does not have")

    assert read_power(tmp_path, unasked) == Power(weak=True, was_weak=True)


@pytest.mark.parametrize(("alarm", "weak"), [("0", False), ("1", True)])
def test_the_supply_s_alarm_stands_in_for_the_bits(tmp_path: Path, alarm: str, weak: bool) -> None:
    put(tmp_path / "class/hwmon/hwmon0/name", "cpu_thermal")
    put(tmp_path / "class/hwmon/hwmon1/name", "rpi_volt")
    put(tmp_path / "class/hwmon/hwmon1/in0_lcrit_alarm", alarm)
    assert read_power(tmp_path, silent) == Power(weak=weak)


def test_a_machine_that_measures_nothing_tells_nothing(tmp_path: Path) -> None:
    assert read_power(tmp_path, silent) is None


def test_a_laptop_s_heat_is_not_judged(tmp_path: Path) -> None:
    heat(tmp_path, 95, kind="x86_pkg_temp")
    assert read_power(tmp_path, silent) is None


@pytest.mark.parametrize("garbage", ["", "VCHI initialization failed", "throttled=", "throttled=zz"])
def test_a_tool_that_cannot_tell_counts_as_none(tmp_path: Path, garbage: str) -> None:
    put(tmp_path / "devices/platform/soc/soc:firmware/get_throttled", "what?")
    assert read_power(tmp_path, lambda: garbage) is None


def test_heat_warns_from_80_degrees_and_stays_until_75(tmp_path: Path) -> None:
    assert warning(Power(celsius=79)) is None
    assert warning(Power(celsius=80)) is not None
    assert warning(Power(celsius=76), was_hot=True) is not None
    assert warning(Power(celsius=74), was_hot=True) is None


def test_a_weak_supply_now_is_told_before_anything_else() -> None:
    worst = warning(Power(weak=True, was_weak=True, celsius=90))
    assert worst is not None
    assert worst.id == "power.weak"


@pytest.mark.parametrize("power", [Power(weak=True), Power(was_weak=True), Power(celsius=85)])
def test_every_warning_has_a_sentence(power: Power) -> None:
    word = warning(power)
    assert word is not None
    assert Words().say(word) != word.id


def look(readings: Iterator[Power | None]) -> tuple[PowerWatch, Fittings]:
    fittings = Fittings()
    return PowerWatch(fittings, lambda: next(readings)), fittings


def test_nothing_is_shown_while_all_is_well() -> None:
    watch, fittings = look(iter([Power(celsius=50), Power(celsius=60)]))
    assert watch.look()
    assert watch.look()
    assert fittings.all() == ()


def test_a_warning_is_shown_and_its_end_too() -> None:
    watch, fittings = look(iter([Power(celsius=81), Power(celsius=77), Power(celsius=60)]))
    watch.look()
    watch.look()
    (hot,) = fittings.all()
    assert (hot.name, hot.status, hot.word) == ("power", "warning", warning(Power(celsius=81)))
    watch.look()
    assert fittings.all() == (Fitting("power", "power", "ready"),)


def test_on_a_machine_that_tells_nothing_no_thread_is_started() -> None:
    watch, fittings = look(iter([None]))
    watch.start()
    watch.stop()
    assert fittings.all() == ()


def test_the_switch_ends_the_process_as_sigterm_does(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []
    monkeypatch.setattr("companion.wiring.power.os.kill", lambda _, number: sent.append(number))
    switch = PowerSwitch()
    assert not switch.pressed
    switch.press()
    assert switch.pressed
    assert sent == [signal.SIGTERM]
