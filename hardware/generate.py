"""Write from pins.toml what companion, firmware, wiring and enclosure read; --check names what is stale."""

import argparse
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

# `python hardware/generate.py` finds its neighbours from any place.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from hardware.harness import harnesses, wires_table, wireviz
from hardware.header import header_svg
from hardware.pinmap import BUILDS, PinMap, PinMapError, read_pins
from hardware.rules import faults
from hardware.texts import WRITTEN_BY, bom_csv, bom_table, params_scad, pins_md

ROOT = Path(__file__).resolve().parent.parent


def companion_pins(pins: PinMap) -> str:
    """Return companion/devices/pins.py: the BCM numbers the companion drives."""
    readers = "\n".join(
        f'    ReaderPins(name="{reader.name}", bus={reader.bus}, ce={reader.ce}, rst={rst}),'
        for reader in pins.readers
        for rst in [pins.pi(reader.reset).bcm]
    )
    lamp = ", ".join(f"{hue}={pins.pi(f'LAMP_{hue.upper()}').bcm}" for hue in ("red", "green", "blue"))
    buttons = "\n".join(
        f'        "{pin.net.removeprefix("BUTTON_").lower()}": {pin.bcm},'
        for pin in pins.pi_pins
        if pin.net.startswith("BUTTON_")
    )
    overlays = ", ".join(f'"{bus.overlay}"' for bus in pins.buses)
    return f'''"""Pins of the Pi by BCM number. {WRITTEN_BY}"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class ReaderPins:
    """Where a reader hangs: spidev{{bus}}.{{ce}}, its reset line on BCM *rst*."""

    name: str
    bus: int
    ce: int
    rst: int


@dataclass(frozen=True, slots=True)
class LampPins:
    """The three legs of the RGB lamp; high is on."""

    red: int
    green: int
    blue: int


READERS: Final[tuple[ReaderPins, ...]] = (
{readers}
)
BUTTONS: Final[Mapping[str, int]] = MappingProxyType(
    {{
{buttons}
    }}
)  # to ground, pull-up inside the Pi
BUZZER: Final = {pins.pi("BUZZER").bcm}
LAMP: Final = LampPins({lamp})
OVERLAYS: Final = ({overlays})  # config.txt, one per SPI bus
'''


def firmware_pins(pins: PinMap) -> str:
    """Return firmware/pins.py: GP numbers for MicroPython."""
    lines = ['"""Pins of the tower\'s Pico by GP number."""', "", f"# {WRITTEN_BY}", ""]
    lines += [f"{pin.net} = {pin.gp}  # board pin {pin.board_pin}, {pin.function}" for pin in pins.pico_pins]
    lines += [""] + [
        f"{number.name} = {_literal(number.name, number.value)}  # {number.says}" for number in pins.constants
    ]
    return "\n".join(lines) + "\n"


def _literal(name: str, value: int) -> str:
    return f"0x{value:X}" if "ADDRESS" in name else str(value)


OUTPUTS: Mapping[str, Callable[[PinMap], str]] = {
    "companion/devices/pins.py": companion_pins,
    "firmware/pins.py": firmware_pins,
    "hardware/PINS.md": pins_md,
    "hardware/bom.csv": bom_csv,
    "hardware/enclosure/params.scad": params_scad,
    "schematics/header.svg": header_svg,
}


BLOCK = re.compile(r"(<!-- written: (?P<name>[\w ]+) -->\n).*?(<!-- end -->)", re.DOTALL)
PAGES = ("hardware/README.md", "schematics/README.md")


def blocks(pins: PinMap) -> dict[str, str]:
    """Return the tables that pages written by hand ask for by name."""
    tables = {f"wires {name}": wires_table(pins, harness) for name, harness in harnesses(pins).items()}
    return tables | {f"buy {build}": bom_table(pins, build) for build in BUILDS}


def filled(page: str, tables: Mapping[str, str]) -> str:
    """Return *page* with the table of that name between each pair of marks. Raises PinMapError."""

    def fill(mark: re.Match[str]) -> str:
        if mark["name"] not in tables:
            raise PinMapError(f'no table "{mark["name"]}"; known: {", ".join(sorted(tables))}')
        return f"{mark[1]}{tables[mark['name']]}{mark[3]}"

    return BLOCK.sub(fill, page)


def outputs(pins: PinMap) -> dict[str, str]:
    """Return every generated text by its path from the top of the project."""
    texts = {path: make(pins) for path, make in OUTPUTS.items()}
    for name, harness in harnesses(pins).items():
        texts[f"schematics/harness/{name}.yml"] = wireviz(pins, harness)
    for path in PAGES:
        texts[path] = filled((ROOT / path).read_text(encoding="utf-8"), blocks(pins))
    return texts


def stale(root: Path, texts: Mapping[str, str]) -> list[str]:
    """Return the paths whose file differs from its text or is missing."""
    return [
        path
        for path, text in texts.items()
        if not (root / path).is_file() or (root / path).read_text(encoding="utf-8") != text
    ]


def main(arguments: list[str] | None = None) -> int:
    """Write the files, or with --check name those that are out of date. Return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; status 1 if one is stale")
    options = parser.parse_args(arguments)
    try:
        pins = read_pins()
    except ValueError as error:
        print(f"hardware/pins.toml: {error}", file=sys.stderr)
        return 2
    if found := faults(pins):
        print("hardware/pins.toml breaks the electrical rules:", *found, sep="\n  ", file=sys.stderr)
        return 2
    try:
        texts = outputs(pins)
    except PinMapError as error:
        print(f"hardware/pins.toml: {error}", file=sys.stderr)
        return 2
    old = stale(ROOT, texts)
    for path in old:
        if options.check:
            print(f"{path} is out of date: run python hardware/generate.py", file=sys.stderr)
        else:
            (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
            (ROOT / path).write_text(texts[path], encoding="utf-8")
            print(f"wrote {path}")
    return 1 if options.check and old else 0


if __name__ == "__main__":
    sys.exit(main())
