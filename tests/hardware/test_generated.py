"""What is written from the pin map: current, complete, and the same for everybody who reads it."""

import csv
import io
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from companion.devices import pins as companion_pins
from hardware import generate, texts
from hardware.pinmap import BUILDS, PINS_TOML, PinMapError, parse_pins, read_pins

ROOT = generate.ROOT
PINS = read_pins()


def run_check() -> subprocess.CompletedProcess[str]:
    """Run the check as setup.sh does, with nothing but the standard library in reach."""
    command = [sys.executable, "-I", "-S", str(ROOT / "hardware/generate.py"), "--check"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_generated_files_are_current_by_the_standard_library_alone() -> None:
    done = run_check()
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_changed_and_missing_files_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for path, text in generate.outputs(PINS).items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    monkeypatch.setattr(generate, "ROOT", tmp_path)
    assert generate.main(["--check"]) == 0
    (tmp_path / "firmware/pins.py").write_text("BUTTON = 3\n", encoding="utf-8")
    (tmp_path / "hardware/PINS.md").unlink()
    assert generate.main(["--check"]) == 1
    said = capsys.readouterr().err
    assert [line.split()[0] for line in said.splitlines()] == ["firmware/pins.py", "hardware/PINS.md"]
    assert generate.main([]) == 0
    assert generate.main(["--check"]) == 0


def test_pin_map_that_breaks_a_rule_writes_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = PINS_TOML.read_text(encoding="utf-8").replace("bcm = 5, header = 29", "bcm = 14, header = 8")
    broken = parse_pins(text)
    monkeypatch.setattr(generate, "read_pins", lambda: broken)
    assert generate.main([]) == 2
    assert "BUTTON_OK: BCM 14 is kept free" in capsys.readouterr().err


def test_part_without_a_power_pin_of_its_own_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = PINS_TOML.read_text(encoding="utf-8").replace("plug = { GND = 14 }, ", "")
    unplugged = parse_pins(text)
    monkeypatch.setattr(generate, "read_pins", lambda: unplugged)
    assert generate.main([]) == 2
    assert "GND: on no pin, and lamp plugs it on none" in capsys.readouterr().err


def test_page_that_asks_for_an_unknown_table_is_refused() -> None:
    page = "<!-- written: wires attic -->\n<!-- end -->\n"
    with pytest.raises(PinMapError, match='no table "wires attic"; known: buy four, buy full'):
        generate.filled(page, generate.blocks(PINS))


def test_companion_drives_the_pins_of_the_map() -> None:
    by_net = {pin.net: pin.bcm for pin in PINS.pi_pins}
    assert [(r.name, r.bus, r.ce, r.rst) for r in companion_pins.READERS] == [
        ("table", 0, 0, by_net["TABLE_RST"]),
        ("tray", 0, 1, by_net["TRAY_RST"]),
        ("bank", 1, 0, by_net["BANK_RST"]),
        ("deck", 1, 1, by_net["DECK_RST"]),
    ]
    assert dict(companion_pins.BUTTONS) == {
        "ok": by_net["BUTTON_OK"],
        "next": by_net["BUTTON_NEXT"],
        "undo": by_net["BUTTON_UNDO"],
    }
    assert by_net["BUZZER"] == companion_pins.BUZZER
    lamp = companion_pins.LAMP
    assert (lamp.red, lamp.green, lamp.blue) == tuple(
        by_net[f"LAMP_{hue}"] for hue in ("RED", "GREEN", "BLUE")
    )


def test_firmware_reads_the_pins_of_the_map() -> None:
    written = runpy.run_path(str(ROOT / "firmware/pins.py"))
    wanted = {pin.net: pin.gp for pin in PINS.pico_pins} | {n.name: n.value for n in PINS.constants}
    assert {name: written[name] for name in wanted} == wanted


def test_bill_of_materials_counts_the_parts_of_each_build() -> None:
    rows = {row["item"]: row for row in csv.DictReader(io.StringIO(texts.bom_csv(PINS)))}
    assert [rows["rc522"][build] for build in BUILDS] == ["1", "2", "4"]
    assert [rows["pico"][build] for build in BUILDS] == ["0", "1", "1"]
    assert rows["rc522"]["references"] == "U1 U2 U3 U4"
    for build in BUILDS:
        total = sum(int(row[build]) * float(row["usd_each"]) for row in rows.values() if row["usd_each"])
        assert rows["total_usd"][build] == f"{total:.0f}"


def test_ring_of_the_tower_stays_below_the_current_planned_for_it() -> None:
    numbers = {number.name: number.value for number in PINS.constants}
    channel_ma, idle_ma = 20, 1  # of one WS2812: each of three channels at full brightness, and dark
    worst = numbers["RING_PIXELS"] * (3 * channel_ma * numbers["RING_MAX"] / 255 + idle_ma)
    assert worst <= PINS.part("ring").ma


@pytest.mark.parametrize("page", generate.PAGES)
def test_links_and_pictures_of_a_page_exist(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text)
    assert targets
    missing = [target for target in targets if not ((ROOT / page).parent / target).exists()]
    assert missing == []


@pytest.mark.parametrize("page", generate.PAGES)
def test_anchors_of_a_page_name_a_heading(page: str) -> None:
    for target, anchor in re.findall(r"\]\(([^)#]*)#([^)]+)\)", (ROOT / page).read_text(encoding="utf-8")):
        path = (ROOT / page).parent / target if target else ROOT / page
        headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
        slugs = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
        assert anchor in slugs
