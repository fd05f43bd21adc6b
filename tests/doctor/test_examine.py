"""The checks beside the readers: machine, network, disk, clock, power; and of one that serves."""

from __future__ import annotations

import os
import shutil
import socket
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.config import Config, ReaderConfig
from companion.core.message import say
from companion.devices.dice import TowerFault
from companion.devices.emulated.rig import Rig
from companion.devices.tower.probe import Finding
from companion.doctor import machine as looks
from companion.doctor.examine import examine, examine_panel, examine_tower, is_well, look_on
from companion.doctor.parts import Parts, pin_factory
from companion.table.fittings import CHECK_STATUSES, Check, Fitting
from companion.wiring.power import Power
from tests.doctor.machines import PLACES, machine, spoken, told

READER = Config(readers=(ReaderConfig("table"),))


def list_files(root: Path, *names: str) -> None:
    for name in names:
        path = root / "dev" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def by_name(config: Config, parts: Parts) -> dict[str, Check]:
    with ExitStack() as closing:
        checks = examine(config, parts, closing).checks
    for check in checks:
        assert check.status in CHECK_STATUSES
        assert spoken(check.found)
        spoken(check.todo)
    return {check.about: check for check in checks}


def test_a_table_without_hardware_is_well(tmp_path: Path) -> None:
    config = Config(folder=tmp_path / "data", port=0)
    checks = by_name(config, machine(tmp_path))
    assert is_well(tuple(checks.values()))
    assert {name for name, check in checks.items() if check.status == "not_fitted"} >= {
        "spi",
        "reader",
        "panel",
        "serial",
        "tower",
    }
    assert not (tmp_path / "data").exists()


def test_the_simulated_build_is_tried_and_green(tmp_path: Path) -> None:
    config = Config(folder=tmp_path, port=0).simulating()
    checks = by_name(config, Parts())
    assert [checks[name].status for name in ("spi", "reader.table", "panel", "tower")] == ["simulated"] * 4
    assert "self test passed" in spoken(checks["reader.table"].found)
    assert is_well(tuple(checks.values()))


def test_a_reader_named_without_spi_tells_the_lines_for_its_bus(tmp_path: Path) -> None:
    config = Config(readers=(ReaderConfig("table"), ReaderConfig("bank")))
    status, found, todo = told(looks.check_spi(config, machine(tmp_path), opened=False))
    assert (status, found) == ("wrong", "No SPI device is listed under /dev.")
    assert "dtparam=spi=on and dtoverlay=spi1-2cs" in todo


def test_spi_that_is_listed_is_fine(tmp_path: Path) -> None:
    list_files(tmp_path, "spidev0.0", "spidev0.1")
    status, found, _ = told(looks.check_spi(READER, machine(tmp_path), opened=True))
    assert (status, found) == ("fine", "On: /dev/spidev0.0 and /dev/spidev0.1")


def test_a_bus_that_opens_unlisted_is_fine(tmp_path: Path) -> None:
    assert looks.check_spi(READER, machine(tmp_path), opened=True).status == "fine"


def test_pins_are_needed_by_a_reader_and_by_a_panel_alone(tmp_path: Path) -> None:
    def broken() -> str:
        raise RuntimeError("no pins here\nmore")

    parts = machine(tmp_path, pin_factory=broken)
    assert looks.check_pins(Config(), parts).status == "not_fitted"
    for config in (READER, Config(panel="gpio")):
        status, found, todo = told(looks.check_pins(config, parts))
        assert (status, found) == ("wrong", "gpiozero finds no way to the pins: no pins here")
        assert "lgpio" in todo


@pytest.mark.parametrize(
    ("factory", "status"),
    [("LGPIOFactory", "fine"), ("NativeFactory", "warning"), ("MockFactory", "simulated")],
)
def test_on_a_pi_the_pins_go_through_lgpio(tmp_path: Path, factory: str, status: str) -> None:
    model = tmp_path / "proc" / "device-tree" / "model"
    model.parent.mkdir(parents=True)
    model.write_text("Raspberry Pi Zero 2 W Rev 1.0\0")
    parts = machine(tmp_path, pin_factory=lambda: factory)
    assert looks.check_pins(READER, parts).status == status
    assert "Raspberry Pi Zero 2 W Rev 1.0" in spoken(looks.check_machine(parts).found)


def test_the_pin_library_of_gpiozero_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from gpiozero import Device
    from gpiozero.pins.mock import MockFactory

    monkeypatch.setattr(Device, "pin_factory", MockFactory())
    assert pin_factory() == "MockFactory"


def test_a_panel_whose_pins_cannot_be_had_is_wrong() -> None:
    status, _, todo = told(examine_panel(Config(panel="gpio")))
    assert status == "wrong"
    assert todo


@pytest.mark.parametrize(
    ("finding", "status", "says"),
    [
        (Finding(True, "tower-1", None, ""), "fine", "tower-1 answers."),
        (
            Finding(True, "tower-1", TowerFault("tower_display", {"tower": "tower-1"}), ""),
            "warning",
            "four wires",
        ),
        (Finding(False, "", TowerFault("tower_not_found", {"where": "x"}), ""), "wrong", "data cable"),
        (Finding(False, "", None, ""), "wrong", "No answer within"),
    ],
)
def test_a_tower_is_probed(tmp_path: Path, finding: Finding, status: str, says: str) -> None:
    asked: list[str | None] = []

    def find(port: str | None) -> Finding:
        asked.append(port)
        return finding

    config = Config(tower="usb", tower_port="/dev/ttyACM0")
    found = told(examine_tower(config, machine(tmp_path, find_tower=find)))
    assert found[0] == status
    assert says in " ".join(found)
    assert asked == ["/dev/ttyACM0"]


def test_what_looks_like_a_tower_that_nobody_named_is_told_and_not_opened(tmp_path: Path) -> None:
    parts = machine(tmp_path, likely_towers=lambda: ["/dev/serial/by-id/usb-pico"], find_tower=None)
    status, found, todo = told(examine_tower(Config(), parts))
    assert status == "warning"
    assert "usb-pico may be a dice tower" in found
    assert '[tower] and below it kind = "usb"' in todo


def test_addresses_say_which_one_is_for_phones(tmp_path: Path) -> None:
    _, found, _ = told(looks.check_addresses(Config(), 8080, machine(tmp_path)))
    assert found == (
        "For phones: http://192.0.2.7:8080 or http://table.local:8080. Also: http://198.51.100.3:8080"
    )
    assert "http://192.0.2.7 or" in spoken(looks.check_addresses(Config(), 80, machine(tmp_path)).found)


def test_a_machine_without_a_network_offers_its_own(tmp_path: Path) -> None:
    parts = machine(tmp_path, addresses=lambda: ("127.0.0.1",))
    status, _, todo = told(looks.check_addresses(Config(), 8080, parts))
    assert (status, "./setup.sh hotspot" in todo) == ("warning", True)


def test_a_port_in_use_is_wrong() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        status, found, _ = told(looks.check_port(Config(host="127.0.0.1", port=port)))
    assert (status, found) == ("wrong", f"{port} is used by another program.")
    assert looks.check_port(Config(host="127.0.0.1", port=port)).status == "fine"


def test_a_game_that_cannot_be_read_is_named_and_not_touched(tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    (games / "2027-01-01-monopoly-1.sqlite").write_text("torn" * 500)
    status, found, _ = told(looks.check_disk(tmp_path))
    assert status == "warning"
    assert "2027-01-01-monopoly-1" in found
    assert [path.name for path in games.iterdir()] == ["2027-01-01-monopoly-1.sqlite"]


def test_a_data_folder_that_is_a_file_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    status, found, todo = told(looks.check_disk(tmp_path / "data"))
    assert status == "wrong"
    assert "Not a directory" in found
    assert "--data" in todo


def test_a_data_folder_that_may_not_be_written_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert looks.check_disk(tmp_path).status == "wrong"


@pytest.mark.parametrize(("free_mb", "status"), [(10, "wrong"), (100, "warning"), (1000, "fine")])
def test_a_full_disk_is_told_before_it_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free_mb: int, status: str
) -> None:
    class Usage:
        free = free_mb * 1_000_000

    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage)
    assert looks.check_disk(tmp_path).status == status


def test_a_clock_that_was_never_set_is_told(tmp_path: Path) -> None:
    status, found, _ = told(looks.check_clock(machine(tmp_path, time=lambda: 0.0)))
    assert status == "warning"
    assert "that cannot be" in found
    assert looks.check_clock(machine(tmp_path)).status == "fine"


@pytest.mark.parametrize(
    ("power", "status"),
    [
        (Power(weak=True), "wrong"),
        (Power(was_weak=True, celsius=50), "warning"),
        (Power(celsius=85), "warning"),
        (Power(celsius=50), "fine"),
    ],
)
def test_a_weak_supply_is_wrong_and_heat_a_warning(tmp_path: Path, power: Power, status: str) -> None:
    check = looks.check_power(machine(tmp_path, power=lambda: power))
    assert check is not None
    assert told(check)[0] == status


def test_one_reader_that_is_wrong_makes_the_whole_wrong(tmp_path: Path) -> None:
    checks = by_name(Config(folder=tmp_path, port=0, readers=READER.readers), machine(tmp_path))
    assert checks["reader.table"].status == "wrong"
    assert not is_well(tuple(checks.values()))


def test_two_readers_are_examined_one_after_the_other(tmp_path: Path) -> None:
    rig = Rig()
    for name in ("table", "bank"):
        rig.fit(PLACES[name])
    config = Config(folder=tmp_path, port=0, readers=(ReaderConfig("table"), ReaderConfig("bank")))
    with ExitStack() as closing:
        found = examine(config, machine(tmp_path, rig), closing)
        assert [reader.name for reader in found.readers] == ["table", "bank"]
        statuses = [check.status for check in found.checks if check.about.startswith("reader.")]
    assert statuses == ["fine", "fine"]


def test_of_a_companion_that_serves_its_own_word_is_taken(tmp_path: Path) -> None:
    fittings = (
        Fitting("table", "reader", "ready"),
        Fitting("tray", "reader", "lost", say("reader.all_ones", reader="tray", path="/dev/spidev0.1")),
        Fitting("tower", "tower", "ready", say("tower.tower_display", tower="tower-1")),
        Fitting("panel", "panel", "not_fitted"),
    )
    config = Config(folder=tmp_path, readers=(ReaderConfig("table"), ReaderConfig("tray")))
    checks = {check.about: check for check in look_on(config, 80, lambda: fittings, machine(tmp_path))}
    assert {name: told(check)[0] for name, check in checks.items()} == {
        "machine": "fine",
        "spi": "fine",
        "reader.table": "fine",
        "reader.tray": "wrong",
        "panel": "not_fitted",
        "serial": "not_fitted",
        "tower": "warning",
        "addresses": "fine",
        "port": "fine",
        "disk": "fine",
        "clock": "fine",
    }
    assert "Is it plugged in?" in spoken(checks["reader.tray"].found)


def test_of_a_companion_that_serves_simulated_devices_are_said_to_be_so(tmp_path: Path) -> None:
    config = Config(folder=tmp_path).simulating()
    fittings = [Fitting(name, name, "simulated") for name in ("panel", "tower")]
    fittings.append(Fitting("table", "reader", "simulated"))
    checks = {check.about: check for check in look_on(config, 80, lambda: fittings, machine(tmp_path))}
    assert [told(checks[name])[0] for name in ("reader.table", "panel", "tower")] == ["simulated"] * 3
    bare = {c.about: c for c in look_on(Config(folder=tmp_path), 80, lambda: (), machine(tmp_path))}
    assert told(bare["tower"])[0] == "not_fitted"
