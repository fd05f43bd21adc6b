"""The small circuits, drawn with schemdraw: buzzer, lamp, buttons, reader supply, 3.3 V buck, light ring."""

from collections.abc import Callable, Mapping
from typing import Any

import schemdraw
from schemdraw import elements

from hardware.pinmap import Part, PinMap

elm: Any = elements  # its symbols are only partly typed

schemdraw.use("svg")
schemdraw.svgconfig.text = "text"

Draw = Callable[[PinMap], schemdraw.Drawing]


def value(pins: PinMap, part: Part) -> str:
    """Return the short value of a part: 470 ohm, 100 nF, 2N3904."""
    line = next(line for line in pins.bom if line.id == part.bom)
    if line.ohm:
        return f"{line.ohm:g} Ω" if line.ohm < 1000 else f"{line.ohm / 1000:g} kΩ"
    words = line.what.split(",")[0].split()
    return words[0] if words[0][-1].isdigit() and not words[0].isdigit() else " ".join(words[:2])


def name(pins: PinMap, part_id: str) -> str:
    """Return reference and value, as written beside a symbol."""
    part = pins.part(part_id)
    return f"{part.ref}\n{value(pins, part)}"


def where(pins: PinMap, net: str, part_id: str = "") -> str:
    """Return the net and the pin of the board on which it comes out."""
    if part_id:
        return f"{net} (pin {pins.part(part_id).plug[net]})"
    header = {pin.net: pin.header for pin in pins.pi_pins} | {
        pin.net: pin.board_pin for pin in pins.pico_pins
    }
    return f"{net} (pin {header[net]})"


def sheet() -> schemdraw.Drawing:
    """Return an empty sheet that is not shown."""
    drawing = schemdraw.Drawing(show=False)
    drawing.config(fontsize=12, bgcolor="white", margin=0.4)
    return drawing


def buzzer(pins: PinMap) -> schemdraw.Drawing:
    """Draw the transistor that switches the buzzer, with the diode across it."""
    d = sheet()
    d += (q := elm.BjtNpn(circle=True).anchor("base").label(name(pins, "q_buzzer"), "right"))
    d += (
        elm.Resistor()
        .at(q.base)
        .left()
        .length(3)
        .label(name(pins, "r_base"), "top")
        .label("BUZZER_BASE", "bottom", fontsize=9)
    )
    d += elm.Dot(open=True).label(where(pins, "BUZZER"), "left")
    d += elm.Line().at(q.emitter).down().length(0.5)
    d += elm.Ground().label(where(pins, "GND", "q_buzzer"), "bottom", ofst=0.3)
    d += elm.Line().at(q.collector).up().length(0.8)
    d += (low := elm.Dot().label("BUZZER_LOW", "right", ofst=(0.2, -0.3)))
    d += elm.Line().up().length(0.7)
    d += (speaker := elm.Speaker().right().anchor("in2").label(name(pins, "buzzer"), "right"))
    d += elm.Line().at(speaker.in1).up().length(0.7)
    d += (feed := elm.Dot().label("BUZZER_FEED", "left"))
    d += elm.Resistor().at(feed.center).up().length(2.4).label(name(pins, "r_buzzer"), "bottom")
    d += (top := elm.Dot())
    d += elm.Vdd().at(top.center).label(where(pins, "5V", "r_buzzer"))
    d += elm.Line().at(low.center).left().length(3.4)
    d += elm.Diode().up().toy(top.center).label(name(pins, "d_buzzer"), "top")
    d += elm.Line().right().tox(top.center)
    return d


def lamp(pins: PinMap) -> schemdraw.Drawing:
    """Draw the three legs of the lamp, each behind its resistor, and the common cathode."""
    d = sheet()
    colours = {"red": "#c0182b", "green": "#1c8a3a", "blue": "#1f4fbf"}
    ends = []
    for row, (hue, colour) in enumerate(colours.items()):
        y = -1.9 * row
        net = f"LAMP_{hue.upper()}"
        d += elm.Dot(open=True).at((0, y)).label(where(pins, net), "left")
        d += (
            elm.Resistor()
            .at((0, y))
            .right()
            .length(3)
            .label(name(pins, f"r_{hue}").replace("\n", "  "), "top")
        )
        d += elm.Line().right().length(0.9).label(f"{net}_LED", "bottom", fontsize=9, ofst=(0.1, -0.1))
        d += (
            led := elm.LED(fill=colour).right().length(2.4).label(f"{pins.part('lamp').ref} {hue}", "bottom")
        )
        ends.append(led.end)
    d += elm.Line().at(ends[0]).down().toy(ends[-1])
    d += elm.Dot().at(ends[1])
    d += elm.Line().at(ends[1]).right().length(0.8)
    d += elm.Line().down().length(2.4)
    d += elm.Ground().label(where(pins, "GND", "lamp"), "bottom", ofst=0.3)
    return d


def buttons(pins: PinMap) -> schemdraw.Drawing:
    """Draw the three buttons to ground; the pull-up is inside the Pi."""
    d = sheet()
    for row, part in enumerate(part for part in pins.parts if part.bom == "button"):
        y = -1.6 * row
        d += elm.Dot(open=True).at((0, y)).label(where(pins, part.pads["a"]), "left")
        d += elm.Button().at((0, y)).right().length(2.6).label(part.ref, "top")
        d += elm.Line().right().length(0.6)
        d += elm.Ground(lead=False).right()
        d += elm.Label().at((4.0, y)).label(where(pins, "GND", part.id), "right", ofst=0)
    return d


def box(label: str, left: tuple[str, ...], right: tuple[str, ...] = (), spacing: float = 2.6) -> Any:
    """Return a block with pins on its left and right, the first on top."""
    pins = [elm.IcPin(name=pin, side="left", anchorname=f"l{at}") for at, pin in enumerate(reversed(left))]
    pins += [elm.IcPin(name=pin, side="right", anchorname=f"r{at}") for at, pin in enumerate(reversed(right))]
    return elm.Ic(
        pins=pins, label=label, pinspacing=spacing, edgepadW=2.2, edgepadH=0.6, leadlen=0.6, lsize=12
    )


def supply(pins: PinMap) -> schemdraw.Drawing:
    """Draw the two capacitors at a reader's pins."""
    d = sheet()
    part = pins.part("reader_table")
    d += (reader := box(f"{part.ref}\nRC522", ("3.3V", "GND")))
    d += elm.Line().at(reader.l1).left().length(1.2)
    d += (a := elm.Dot())
    d += elm.Line().left().length(3.2)
    d += (b := elm.Dot())
    d += elm.Line().left().length(1.6)
    d += elm.Dot(open=True).label(where(pins, "3V3", part.id), "left")
    d += elm.Capacitor().at(a.center).down().toy(reader.l0).label(name(pins, "c_table_fast"), "top")
    d += elm.Dot()
    d += elm.Capacitor(polar=True).at(b.center).down().toy(reader.l0).label(name(pins, "c_table_slow"), "top")
    d += (low := elm.Dot())
    d += elm.Line().at(reader.l0).left().tox(low.center)
    d += elm.Line().at(low.center).left().length(1.6)
    d += elm.Dot(open=True).label(where(pins, "GND", part.id), "left")
    return d


def buck(pins: PinMap) -> schemdraw.Drawing:
    """Draw the 3.3 V regulator that feeds readers when the Pi's own 3.3 V is not enough."""
    d = sheet()
    taken = {(net, number) for part in pins.parts for net, number in part.plug.items()}
    free = {row.net: [n for n in row.pins if (row.net, n) not in taken] for row in pins.pi_power}
    five, ground = free["5V"][0], free["GND"][0]
    d += (module := box("buck\n1 A", ("IN+", "IN-"), ("3.3 V", "OUT-")))
    d += elm.Line().at(module.l1).left().length(0.8)
    d += elm.Dot(open=True).label(f"5V (pin {five})", "left")
    d += elm.Line().at(module.l0).left().length(0.8)
    d += elm.Dot(open=True).label(f"GND (pin {ground})", "left")
    d += elm.Line().at(module.r1).right().length(1.0)
    d += (out := elm.Dot())
    d += elm.Capacitor(polar=True).at(out.center).down().toy(module.r0).label("10 uF", "bottom")
    d += (low := elm.Dot())
    d += elm.Line().at(module.r0).right().tox(low.center)
    d += elm.Line().at(out.center).right().length(2.2)
    d += elm.Dot(open=True).label("3V3 of the readers", "right")
    d += elm.Line().at(low.center).right().length(2.2)
    d += elm.Dot(open=True).label("GND of the readers", "right")
    return d


def ring(pins: PinMap) -> schemdraw.Drawing:
    """Draw the diode that lowers the ring's supply, so that 3.3 V data is high enough."""
    d = sheet()
    d += (lights := box(f"{pins.part('ring').ref}\nWS2812", ("5V", "DI", "GND"), spacing=1.9))
    d += elm.Line().at(lights.l2).left().length(1.0)
    d += (feed := elm.Dot())
    d += elm.Label().at((feed.center.x + 0.2, feed.center.y + 0.45)).label("RING_FEED", fontsize=10)
    d += (
        elm.Diode()
        .at(feed.center)
        .left()
        .flip()
        .length(3.4)
        .reverse()
        .label(_one_line(pins, "d_ring"), "bottom")
    )
    d += elm.Line().left().length(2.0)
    d += elm.Dot(open=True).label(where(pins, "TOWER_5V", "d_ring"), "left")
    d += elm.Line().at(lights.l1).left().length(1.6).label("RING_DATA", "top", fontsize=10)
    d += elm.Resistor().left().length(2.8).label(_one_line(pins, "r_ring"), "top")
    d += elm.Line().left().length(2.0)
    d += elm.Dot(open=True).label(where(pins, "RING"), "left")
    d += elm.Line().at(lights.l0).left().length(1.0)
    d += elm.Line().left().length(3.4)
    d += elm.Line().left().length(2.0)
    d += elm.Dot(open=True).label(where(pins, "TOWER_GND", "c_ring"), "left")
    # the capacitor sits at the ring: drawn on its own, so that no line crosses the data
    d += elm.Dot(open=True).at((lights.l2.x - 6.2, lights.l0.y - 1.6)).label("RING_FEED", "left")
    d += elm.Capacitor(polar=True).right().length(4.4).label(_one_line(pins, "c_ring"), "bottom")
    d += elm.Dot(open=True).label("TOWER_GND", "right")
    return d


def _one_line(pins: PinMap, part_id: str) -> str:
    return name(pins, part_id).replace("\n", "  ")


CIRCUITS: Mapping[str, Draw] = {
    "buzzer": buzzer,
    "lamp": lamp,
    "buttons": buttons,
    "reader_supply": supply,
    "buck": buck,
    "ring": ring,
}


def svg(pins: PinMap, circuit: str) -> str:
    """Return one circuit as SVG text."""
    return CIRCUITS[circuit](pins).get_imagedata("svg").decode()
