"""What is measured on real readers, tried on emulated ones; and that real ones are asked only when told."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from companion.core.uid import Uid
from companion.devices.emulated.chip import CollPosReading
from companion.devices.emulated.modules import EmulatedPin, EmulatedSpi
from companion.devices.emulated.rig import Cable
from companion.devices.rc522_chip import Rc522Chip
from tests.devices.benches import TABLE, bench, tag
from tests.hardware_real.measures import collisions, differing_bit, odd_versions, rate

ROOT = Path(__file__).parent.parent.parent
ONE, OTHER = "04A3C6CAE26180", "0433C6CAE26181"


@pytest.mark.parametrize("coll_pos", ["frame", "aligned"])
def test_the_way_in_which_a_chip_counts_collisions_is_told_from_the_other(coll_pos: CollPosReading) -> None:
    table = bench(tag(ONE), tag(OTHER), coll_pos=coll_pos)
    table.reader.close()
    chip = Rc522Chip(
        TABLE, 33, lambda: EmulatedSpi(table.rig), lambda bcm: EmulatedPin(table.rig, bcm), table.rig
    )
    chip.start()
    told = collisions(chip, Uid.from_hex(ONE), Uid.from_hex(OTHER))
    assert [one.known for one in told] == [*range(1, 8), *range(9, 16), *range(17, 21)]
    assert {one.reading for one in told} == {coll_pos}


def test_tags_that_begin_alike_have_no_bit_to_collide_at() -> None:
    assert differing_bit(Uid.from_hex(ONE), Uid.from_hex(OTHER)) == 20
    assert differing_bit(Uid.from_hex(ONE), Uid.from_hex("04A3C6FFFFFFFF")) is None


def test_a_look_that_sees_another_tag_besides_does_not_count() -> None:
    table = bench(tag(ONE))
    assert rate(table.reader, table.rig, [Uid.from_hex(ONE)], looks=10) == 100
    table.lay(tag(OTHER))
    assert rate(table.reader, table.rig, [Uid.from_hex(ONE)], looks=10) == 0


def test_an_unsteady_bus_shows_more_than_one_version() -> None:
    table = bench()
    assert odd_versions(EmulatedSpi(table.rig), TABLE, 1_000_000) == {0x92: 1000}
    table.rig.break_cable(TABLE.bus, TABLE.ce, Cable.FLOATING)
    assert len(odd_versions(EmulatedSpi(table.rig), TABLE, 1_000_000)) > 1


@pytest.mark.parametrize(
    ("file", "part"),
    [
        ("test_collision_register.py", "reader_table"),
        ("test_ranges.py", "reader_table"),
        ("test_second_bus.py", "reader_bank"),
    ],
)
def test_the_wiring_at_the_top_of_each_file_is_that_of_the_pin_map(file: str, part: str) -> None:
    text = (ROOT / "tests" / "hardware_real" / file).read_text(encoding="utf-8").split("Parts:")[0]
    written = re.findall(r"(\w+) +to GPIO (\d+) +\(pin (\d+)", text)
    pads = {"SDA", "SCK", "MOSI", "MISO", "RST"}
    map = tomllib.loads((ROOT / "hardware" / "pins.toml").read_text(encoding="utf-8"))
    nets = {pad: map["pi"]["pins"][map["parts"][part]["pads"][pad]] for pad in pads}
    assert {(pad, int(bcm), int(pin)) for pad, bcm, pin in written} == {
        (pad, net["bcm"], net["header"]) for pad, net in nets.items()
    }
    plugs = dict(re.findall(r"(3\.3V|GND) +to pin (\d+)", text))
    plug = map["parts"][part]["plug"]
    assert plugs == {"3.3V": str(plug["3V3"]), "GND": str(plug["GND"])}


def collected(*arguments: str) -> str:
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60).stdout


def test_real_parts_are_asked_with_their_switch_alone_and_then_nothing_else_is() -> None:
    assert "test_collision_register" not in collected("tests/hardware_real", "tests/devices/test_presence.py")
    asked = collected("--hardware")
    assert "test_collision_register" in asked and "test_ranges" in asked
    assert "test_second_bus" not in asked and "tests/devices" not in asked
    assert "test_second_bus" in collected("--hardware", "--readers", "table,bank")
