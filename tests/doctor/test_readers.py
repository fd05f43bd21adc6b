"""What the doctor finds out about a place of a reader."""

from __future__ import annotations

import importlib.metadata
from pathlib import Path

import pytest

from companion.config import ReaderConfig
from companion.devices.emulated.modules import EmulatedSpi, install
from companion.devices.emulated.rig import Cable, Rig
from companion.devices.rc522_ports import ResetLine
from companion.doctor.parts import Parts
from companion.doctor.readers import examine_place
from tests.doctor.machines import PLACES, machine, no_pins, told

TABLE = PLACES["table"]
NAMED = ReaderConfig("table")


def examined(
    tmp_path: Path, rig: Rig, named: ReaderConfig | None = NAMED, **changes: object
) -> tuple[str, str, str]:
    found = examine_place(TABLE, named, machine(tmp_path, rig, **changes))
    if found.reader is not None:
        found.reader.close()
    return told(found.check)


def test_a_good_reader_is_named_with_its_register_self_test_antenna_and_gain(tmp_path: Path) -> None:
    rig = Rig()
    rig.fit(TABLE)
    status, found, todo = examined(tmp_path, rig, ReaderConfig("table", gain_db=43))
    assert (status, todo) == ("fine", "")
    assert found == (
        "MFRC522 2.0, version register 0x92; self test passed; antenna on; gain 43 dB; /dev/spidev0.0"
    )


def test_a_clone_is_named_and_fine(tmp_path: Path) -> None:
    rig = Rig()
    rig.fit(TABLE, version=0x88)
    status, found, _ = examined(tmp_path, rig)
    assert status == "fine"
    assert found.startswith("FM17522, version register 0x88; self test none known for this clone")


@pytest.mark.parametrize(
    ("cable", "version", "todo"),
    [
        (Cable.ONES, "0xff", "Is it plugged in?"),
        (Cable.ZEROS, "0x00", "held in reset"),
        (Cable.HELD_IN_RESET, "0x00", "RST (BCM 25)"),
        (Cable.FLOATING, " ", "loose wire"),
    ],
)
def test_a_broken_cable_is_told_with_what_the_register_says(
    tmp_path: Path, cable: Cable, version: str, todo: str
) -> None:
    rig = Rig()
    rig.fit(TABLE)
    rig.break_cable(0, 0, cable)
    status, found, remedy = examined(tmp_path, rig)
    assert status == "wrong"
    assert found.startswith("Version register ") and version in found
    assert todo in remedy


@pytest.mark.parametrize(
    ("cable", "todo"),
    [(Cable.MISSING, "Switch SPI on"), (Cable.FORBIDDEN, "sudo usermod -aG spi,gpio")],
)
def test_a_device_file_that_does_not_open_is_told(tmp_path: Path, cable: Cable, todo: str) -> None:
    rig = Rig()
    rig.fit(TABLE)
    rig.break_cable(0, 0, cable)
    status, found, remedy = examined(tmp_path, rig)
    assert (status, found) == ("wrong", "Could not be asked: /dev/spidev0.0 does not open.")
    assert todo in remedy


def test_without_pins_the_chip_is_asked_all_the_same(tmp_path: Path) -> None:
    rig = Rig()
    rig.fit(TABLE)
    rig.drive(TABLE.rst, True)
    status, found, todo = examined(tmp_path, rig, open_reset=no_pins)
    assert status == "wrong"
    assert "version register 0x92; self test passed" in found
    assert "no chip for pin 25" in todo


def test_a_reader_that_nobody_named_is_found_and_its_lines_are_told(tmp_path: Path) -> None:
    rig = Rig()
    rig.fit(TABLE)
    status, found, todo = examined(tmp_path, rig, None)
    assert status == "warning"
    assert found.startswith("MFRC522 2.0 answers on /dev/spidev0.0 (version register 0x92; self test passed)")
    assert todo.endswith('[[reader]] and below it name = "table"')


def test_a_place_that_nobody_named_and_where_nothing_answers_is_not_fitted(tmp_path: Path) -> None:
    rig = Rig()
    rig.fit(TABLE)
    rig.break_cable(0, 0, Cable.ONES)
    status, found, todo = examined(tmp_path, rig, None)
    assert (status, todo) == ("not_fitted", "")
    assert "nothing answers on /dev/spidev0.0 (version register 0xff)" in found


def test_the_package_spidev_is_asked_where_no_device_file_is_listed() -> None:
    rig = Rig()
    rig.fit(TABLE)
    rig.drive(TABLE.rst, True)
    install(rig)
    found = examine_place(TABLE, None, Parts(clock=rig, open_reset=no_pins))
    assert "version register 0x92" in told(found.check)[1]


def test_the_bus_that_fails_in_the_middle_is_told(tmp_path: Path) -> None:
    rig = Rig()
    rig.fit(TABLE)
    rig.break_cable(0, 0, Cable.MISSING, after=3)
    status, _, todo = examined(tmp_path, rig)
    assert status == "wrong"
    assert "Cannot send after transport endpoint shutdown" in todo


def test_an_antenna_that_stays_off_is_wrong(tmp_path: Path) -> None:
    rig = Rig()
    rig.fit(TABLE)

    class Deaf(EmulatedSpi):
        """Swallows what switches the antenna on."""

        def xfer2(self, values: object) -> list[int]:
            sent = list(values)  # type: ignore[call-overload]
            if len(sent) == 2 and sent[0] == 0x14 << 1:
                sent[1] &= ~0x03
            return super().xfer2(sent)

    status, found, todo = examined(tmp_path, rig, open_spi=lambda: Deaf(rig))
    assert status == "wrong"
    assert "antenna stays off" in found
    assert "cannot see a card" in todo


def test_a_chip_that_only_says_its_version_is_told_with_the_package_that_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    rig = Rig()
    rig.fit(TABLE)
    rig.drive(TABLE.rst, True)
    monkeypatch.setattr(importlib.metadata, "version", missing)
    status, found, todo = examined(tmp_path, rig, None)
    assert status == "warning"
    assert found == (
        "MFRC522 2.0 answers on /dev/spidev0.0 (version register 0x92), but table.toml names no reader there."
    )
    assert "mfrc522==0.0.7 is not installed" in todo
    status, found, _ = examined(tmp_path, rig)
    assert (status, found) == ("wrong", "Version register 0x92 (MFRC522 2.0) on /dev/spidev0.0.")


def test_a_reader_that_another_program_holds_is_not_reset(tmp_path: Path) -> None:
    def held(bcm: int) -> ResetLine:
        raise OSError("'GPIO busy'")

    rig = Rig()
    rig.fit(TABLE)
    rig.drive(TABLE.rst, True)
    before = machine(tmp_path, rig).open_spi()
    before.open(0, 0)
    before.xfer2([0x2A << 1, 0x8D])  # the other program's own setting of a timer
    status, _, todo = examined(tmp_path, rig, open_reset=held)
    assert status == "wrong"
    assert "End the other program that holds it" in todo
    assert before.xfer2([0x2A << 1 | 0x80, 0])[1] == 0x8D
