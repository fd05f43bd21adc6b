"""Wiring harnesses of the pin map as WireViz text."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hardware.pinmap import Part, PinMap, PinMapError
from hardware.texts import COLOURS, WRITTEN_BY, colour_of, table

STRIP = ("3V3", "GND", "SCLK", "MOSI", "MISO")


@dataclass(frozen=True, slots=True)
class Lead:
    """One wire: from pin *start* of one connector to pin *end* of another, carrying *net*."""

    start: tuple[str, str]
    end: tuple[str, str]
    net: str
    mm: float


@dataclass(frozen=True, slots=True)
class Box:
    """A connector of the picture: pins by number and label; notes tell what else is soldered to it."""

    name: str
    kind: str
    pins: Mapping[str, str]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Harness:
    """A wiring picture: the board on the left, its parts on the right."""

    title: str
    boxes: tuple[Box, ...]
    leads: tuple[Lead, ...]


def _header(pins: PinMap, net: str, part: Part | None = None) -> str:
    """Return the board pin of *net*: its own, or the power pin *part* is plugged on."""
    if part is not None and net in part.plug:
        return str(part.plug[net])
    numbers = {pin.net: pin.header for pin in pins.pi_pins} | {
        pin.net: pin.board_pin for pin in pins.pico_pins
    }
    if net not in numbers:
        raise PinMapError(f"{net}: on no pin, and {part.id if part else 'nobody'} plugs it on none")
    return str(numbers[net])


def _board(name: str, kind: str, leads: Sequence[Lead], *notes: str) -> Box:
    used = {lead.start[1]: lead.net for lead in leads if lead.start[0] == name}
    return Box(name, kind, dict(sorted(used.items(), key=lambda item: int(item[0]))), notes)


PI_NOTE = "pin 1 is the corner next to the SD card"


def reader_one(pins: PinMap) -> Harness:
    """Return one reader, straight on the Pi."""
    part = pins.part(pins.readers[0].part)
    leads = [
        Lead(("PI", _header(pins, net, part)), (part.ref, pad), net, pins.leads.reader)
        for pad, net in part.pads.items()
    ]
    pi = _board("PI", "Raspberry Pi header", leads, PI_NOTE)
    return Harness("One reader", (pi, _reader(pins, part)), tuple(leads))


def _reader(pins: PinMap, part: Part) -> Box:
    name = next(reader.name for reader in pins.readers if reader.part == part.id)
    notes = ("IRQ stays free", "100 nF and 10 uF from 3.3V to GND")
    return Box(part.ref, f"RC522, reader {name}", {pad: pad for pad in part.pads}, notes)


def readers_of(pins: PinMap, number: int, title: str) -> Harness:
    """Return the two readers of a bus, with the strip that splits it."""
    bus = next(bus for bus in pins.buses if bus.number == number)
    short = {bus.sclk: "SCLK", bus.mosi: "MOSI", bus.miso: "MISO", "3V3": "3V3", "GND": "GND"}
    parts = [pins.part(reader.part) for reader in pins.readers if reader.bus == number]
    strip = f"X{number + 1}"
    leads = [
        Lead(
            ("PI", _header(pins, net, parts[0])), (strip, str(STRIP.index(label) + 1)), net, pins.leads.strip
        )
        for net, label in sorted(short.items(), key=lambda item: STRIP.index(item[1]))
    ]
    for part in parts:
        for pad, net in part.pads.items():
            if net in short:
                start, mm = (strip, str(STRIP.index(short[net]) + 1)), pins.leads.strip_to_reader
            else:
                start, mm = ("PI", _header(pins, net)), pins.leads.reader
            leads.append(Lead(start, (part.ref, pad), net, mm))
    names = {str(STRIP.index(label) + 1): net for net, label in short.items()}
    ordered = dict(sorted(names.items()))
    boxes = (
        _board("PI", "Raspberry Pi header", leads, PI_NOTE, f"config.txt: {bus.overlay}"),
        Box(strip, "stripboard, 5 strips", ordered),
        *(_reader(pins, part) for part in parts),
    )
    return Harness(title, boxes, tuple(leads))


def panel(pins: PinMap) -> Harness:
    """Return buttons, lamp and buzzer on the Pi."""
    leads, boxes = [], []
    for part in (part for part in pins.parts if part.bom == "button"):
        name = part.id.removeprefix("button_")
        boxes.append(Box(part.ref, f"button {name}", {pad: pad for pad in part.pads}))
        leads += [
            Lead(("PI", _header(pins, net, part)), (part.ref, pad), net, pins.leads.panel)
            for pad, net in part.pads.items()
        ]
    lamp = pins.part("lamp")
    before = {part.pads["b"]: part for part in pins.parts if part.bom == "r470"}
    feeds = {pad: before[net].pads["a"] if net in before else net for pad, net in lamp.pads.items()}
    series = [
        f"{before[net].ref} {_what(pins, before[net])} before {pad}"
        for pad, net in lamp.pads.items()
        if net in before
    ]
    boxes.append(Box(lamp.ref, "RGB lamp, common cathode", {pad: pad for pad in feeds}, tuple(series)))
    leads += [
        Lead(("PI", _header(pins, net, lamp)), (lamp.ref, pad), net, pins.leads.panel)
        for pad, net in feeds.items()
    ]
    buzzer = {"BUZZER": "r_base", "5V": "r_buzzer", "GND": "q_buzzer"}
    inside = [f"{part.ref} {_what(pins, part)}" for part in _buzzer_parts(pins)]
    boxes.append(Box("BZ", "buzzer circuit", {net: net for net in buzzer}, tuple(inside)))
    leads += [
        Lead(("PI", _header(pins, net, pins.part(part))), ("BZ", net), net, pins.leads.panel)
        for net, part in buzzer.items()
    ]
    pi = _board("PI", "Raspberry Pi header", leads, PI_NOTE)
    return Harness("Panel: buttons, lamp, buzzer", (pi, *boxes), tuple(leads))


def _what(pins: PinMap, part: Part) -> str:
    return next(line.what for line in pins.bom if line.id == part.bom).split(",")[0]


def _buzzer_parts(pins: PinMap) -> list[Part]:
    return [pins.part(name) for name in ("buzzer", "r_buzzer", "r_base", "q_buzzer", "d_buzzer")]


def tower(pins: PinMap) -> Harness:
    """Return display, button and ring on the tower's Pico."""
    oled, button, ring = pins.part("oled"), pins.part("big_button"), pins.part("ring")
    leads = [
        Lead(("PICO", _header(pins, net, part)), (part.ref, pad), net, pins.leads.tower)
        for part in (oled, button)
        for pad, net in part.pads.items()
    ]
    diode, resistor, capacitor = pins.part("d_ring"), pins.part("r_ring"), pins.part("c_ring")
    feeds = {"5V": diode, "GND": capacitor, "DI": resistor}
    for pad, part in feeds.items():
        net = part.pads["minus"] if pad == "GND" else part.pads[next(iter(part.pads))]
        leads.append(Lead(("PICO", _header(pins, net, part)), (ring.ref, pad), net, pins.leads.tower))
    series = [f"{part.ref} {_what(pins, part)}" for part in feeds.values()]
    boxes = (
        _board("PICO", "Raspberry Pi Pico", leads, "pin 1 is left of the USB socket", "USB goes to the Pi"),
        Box(oled.ref, "OLED SSD1306", {pad: pad for pad in oled.pads}, ("mind the order printed on yours",)),
        Box(button.ref, "arcade button", {pad: pad for pad in button.pads}),
        Box(ring.ref, "WS2812 ring, 12 lights", {pad: pad for pad in ring.pads}, tuple(series)),
    )
    return Harness("Dice tower", boxes, tuple(leads))


def harnesses(pins: PinMap) -> dict[str, Harness]:
    """Return every harness by the name of its files."""
    return {
        "reader_one": reader_one(pins),
        "readers_two": readers_of(pins, 0, "Two readers on SPI0"),
        "readers_more": readers_of(pins, 1, "Two more readers on SPI1"),
        "panel": panel(pins),
        "tower": tower(pins),
    }


def wireviz(pins: PinMap, harness: Harness) -> str:
    """Return a harness as WireViz YAML. Each stretch between two connectors is one cable."""
    cables: dict[tuple[str, str], list[Lead]] = {}
    for lead in harness.leads:
        cables.setdefault((lead.start[0], lead.end[0]), []).append(lead)
    lines = [f"# {WRITTEN_BY}", "connectors:"]
    for box in harness.boxes:
        lines += [f"  {box.name}:", f"    type: {json.dumps(box.kind)}"]
        lines.append(f"    pins: {json.dumps(_numbers(list(box.pins)))}")
        if list(box.pins) != list(box.pins.values()):
            lines.append(f"    pinlabels: {json.dumps(list(box.pins.values()))}")
        lines.append("    hide_disconnected_pins: false")
        if box.notes:
            lines.append(f"    notes: {json.dumps(chr(10).join(box.notes))}")
    lines.append("cables:")
    for (start, end), leads in cables.items():
        lines += [
            f"  {start}-{end}:",
            f"    wirecount: {len(leads)}",
            f"    length: {leads[0].mm / 10:.0f} cm",
        ]
        lines.append(f"    colors: {json.dumps([colour_of(pins, lead.net) for lead in leads])}")
        lines.append(f"    wirelabels: {json.dumps([lead.net for lead in leads])}")
    lines.append("connections:")
    for (start, end), leads in cables.items():
        lines.append(f"  - - {start}: {json.dumps(_numbers([lead.start[1] for lead in leads]))}")
        lines.append(f"    - {start}-{end}: {json.dumps(list(range(1, len(leads) + 1)))}")
        lines.append(f"    - {end}: {json.dumps(_numbers([lead.end[1] for lead in leads]))}")
    return "\n".join(lines) + "\n"


def _numbers(names: list[str]) -> list[int | str]:
    return [int(name) if name.isdigit() else name for name in names]


def wires_table(pins: PinMap, harness: Harness) -> str:
    """Return the wires of a harness as a table to tick off while soldering."""
    rows = [
        (
            " ".join(lead.start).replace("PI ", "Pi pin ").replace("PICO ", "Pico pin "),
            COLOURS[colour_of(pins, lead.net)],
            " ".join(lead.end),
            lead.net,
            f"{lead.mm / 10:.0f} cm",
        )
        for lead in harness.leads
    ]
    return table(("from", "wire", "to", "net", "length"), rows)
