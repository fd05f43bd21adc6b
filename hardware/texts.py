"""The texts written from the pin map: pin table, bill of materials, sizes for the enclosure."""

import csv
import io
from collections.abc import Mapping, Sequence

from hardware.pinmap import BUILDS, BomLine, PicoPin, PinMap, PiPin
from hardware.rules import rail_sum

WRITTEN_BY = "Written by hardware/generate.py from hardware/pins.toml; do not edit."
COLOURS: Mapping[str, str] = {
    "RD": "red",
    "OG": "orange",
    "BK": "black",
    "YE": "yellow",
    "BU": "blue",
    "GN": "green",
    "VT": "violet",
    "GY": "grey",
    "WH": "white",
    "BN": "brown",
    "PK": "pink",
}


def table(heads: tuple[str, ...], rows: Sequence[tuple[object, ...]]) -> str:
    """Return a Markdown table."""
    lines = [heads, ("---",) * len(heads), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines) + "\n"


def colour_of(pins: PinMap, net: str) -> str:
    """Return the two letters of the wire colour of *net*; black for a net inside a circuit."""
    colours = {pin.net: pin.colour for pin in pins.signals}
    colours |= {rail.net: rail.colour for rail in pins.rails}
    return colours.get(net, "BK")


def amount(pins: PinMap, line: BomLine, build: str) -> int:
    """Return how many of *line* the build needs: counted parts and the loose rest."""
    upto = BUILDS.index(build)
    parts = sum(1 for part in pins.parts if part.bom == line.id and BUILDS.index(part.build) <= upto)
    return parts + line.count.get(build, 0)


def total_usd(pins: PinMap, build: str) -> float:
    """Return the guessed price of a build, the Pi with its supply and card included."""
    return sum(amount(pins, line, build) * line.usd for line in pins.bom)


def bom_csv(pins: PinMap) -> str:
    """Return hardware/bom.csv."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("item", "what", "usd_each", *BUILDS, "references", "instead"))
    for line in pins.bom:
        refs = " ".join(part.ref for part in pins.parts if part.bom == line.id)
        counts = [amount(pins, line, build) for build in BUILDS]
        writer.writerow((line.id, line.what, f"{line.usd:.2f}", *counts, refs, line.instead))
    totals = [f"{total_usd(pins, build):.0f}" for build in BUILDS]
    writer.writerow(("total_usd", "all of it, guessed (+-50 %)", "", *totals, "", ""))
    return text.getvalue()


def bom_table(pins: PinMap, build: str) -> str:
    """Return what to buy for a build, with its total, as a table."""
    lines = [(line, count) for line in pins.bom if (count := amount(pins, line, build))]
    rows: list[tuple[object, ...]] = [
        (count, line.what, f"{count * line.usd:.2f}", line.instead) for line, count in lines
    ]
    rows.append(("", "**together**", f"**{total_usd(pins, build):.0f}**", "guessed from memory, +-50 %"))
    return table(("how many", "what", "USD", "or instead"), rows)


def _leads_to(pins: PinMap, net: str) -> str:
    return ", ".join(
        f"{part.id} {pad}"
        for part in pins.parts
        for pad, other in part.pads.items()
        if other == net and part.id != "pico"
    )


def _signal(pins: PinMap, pin: PiPin | PicoPin) -> tuple[str, ...]:
    level = f"{pin.level} V"
    return pin.net, pin.function, pin.direction, level, COLOURS[pin.colour], _leads_to(pins, pin.net)


def pins_md(pins: PinMap) -> str:
    """Return hardware/PINS.md: both boards pin by pin, and the sums."""
    pi = [
        (pin.header, pin.bcm, *_signal(pins, pin)) for pin in sorted(pins.pi_pins, key=lambda pin: pin.header)
    ]
    pico = [
        (pin.board_pin, f"GP{pin.gp}", *_signal(pins, pin))
        for pin in sorted(pins.pico_pins, key=lambda pin: pin.board_pin)
    ]
    power = [("Pi", row.net, ", ".join(map(str, row.pins))) for row in pins.pi_power]
    power += [("Pico", row.net, ", ".join(map(str, row.pins))) for row in pins.pico_power]
    kept = [("Pi", f"BCM {bcm}", why) for bcm, why in pins.pi_reserved.items()]
    kept += [("Pico", f"GP{gp}", why) for gp, why in pins.pico_reserved.items()]
    sums = [
        (rail.net, f"{rail_sum(pins, rail.net):.0f} mA", f"{rail.max_ma:.0f} mA")
        for rail in pins.rails
        if rail.volts > 0
    ]
    all_pins = sum(pin.ma for pin in pins.pi_pins)
    sums.append(("all pins of the Pi", f"{all_pins:.0f} mA", f"{pins.limits.gpio_sum_ma:.0f} mA"))
    readers = [
        (reader.name, f"spidev{reader.bus}.{reader.ce}", reader.select, reader.reset)
        for reader in pins.readers
    ]
    overlays = "\n".join(bus.overlay for bus in pins.buses)
    pi_heads = ("header pin", "BCM", "net", "function", "direction", "level", "wire", "leads to")
    pico_heads = ("Pico pin", "GP", "net", "function", "direction", "level", "wire", "leads to")
    return f"""# Pins

{WRITTEN_BY}

## Raspberry Pi

Pin 1 is the corner next to the SD card; odd numbers run along the inner row, even ones along the edge.

{table(pi_heads, pi)}
Lines in `config.txt`:

```
{overlays}
```

## Readers

{table(("reader", "device", "chip enable", "reset"), readers)}
The chip enable belongs to the kernel: no program touches it as a pin.

## Pico in the tower

{table(pico_heads, pico)}
## Power pins

{table(("board", "rail", "pins"), power)}
## Kept free

{table(("board", "pin", "why"), kept)}
## Sums at worst

One reader radiates, the others idle, every lamp is lit.

{table(("rail", "drawn", "planned"), sums)}"""


def params_scad(pins: PinMap) -> str:
    """Return hardware/enclosure/params.scad: sizes in mm."""
    lines = [f"// {WRITTEN_BY} All in mm.", ""]
    for board, sizes in pins.boards.items():
        lines.append(f"// {sizes['title']}")
        lines += [f"{board}_{name} = {value};" for name, value in sizes.items() if name != "title"]
        lines.append("")
    lines.append("// Enclosure")
    lines += [f"{name} = {value};" for name, value in pins.enclosure.items()]
    lines.append(f"antenna_gap = {pins.limits.antenna_gap_mm};")
    return "\n".join(lines) + "\n"
