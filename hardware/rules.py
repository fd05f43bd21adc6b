"""Electrical rules: pure functions from the pin map to the faults they find, in words."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from hardware.pinmap import BUILDS, Part, PinMap, Rail

Faults = tuple[str, ...]

# What the boards are, whatever pins.toml says: BCM -> pin of the Pi's 40-pin header, GP -> pin of the Pico.
HEADER = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22,
    11: 23, 8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
HEADER_POWER = {"3V3": {1, 17}, "5V": {2, 4}, "GND": {6, 9, 14, 20, 25, 30, 34, 39}}
PICO = {
    0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17, 14: 19,
    15: 20, 16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34,
}  # fmt: skip
PICO_POWER = {"TOWER_5V": {40}, "TOWER_3V3": {36}, "TOWER_GND": {3, 8, 13, 18, 23, 28, 38}}
RESERVED = {0, 1, 2, 3, 14, 15}
ALTERNATE = {
    7: {"spi0.ce1"}, 8: {"spi0.ce0"}, 9: {"spi0.miso"}, 10: {"spi0.mosi"}, 11: {"spi0.sclk"},
    12: {"pwm0"}, 13: {"pwm1"}, 16: {"spi1.ce2"}, 17: {"spi1.ce1"}, 18: {"spi1.ce0", "pwm0"},
    19: {"spi1.miso", "pwm1"}, 20: {"spi1.mosi"}, 21: {"spi1.sclk"},
}  # fmt: skip
PI_VOLTS = 3.3  # no pin of the Pi or the Pico bears 5 V


def _twice(what: str, values: Sequence[tuple[object, str]]) -> Iterator[str]:
    for value, times in Counter(value for value, _ in values).items():
        if times > 1:
            names = ", ".join(name for other, name in values if other == value)
            yield f"{what} {value} is used {times} times: {names}"


def no_pin_twice(pins: PinMap) -> Faults:
    """Find pins that carry two nets, on the Pi and on the Pico."""
    header = [(pin.header, pin.net) for pin in pins.pi_pins]
    header += [(number, row.net) for row in pins.pi_power for number in row.pins]
    board = [(pin.board_pin, pin.net) for pin in pins.pico_pins]
    board += [(number, row.net) for row in pins.pico_power for number in row.pins]
    return (
        *_twice("BCM", [(pin.bcm, pin.net) for pin in pins.pi_pins]),
        *_twice("header pin", header),
        *_twice("GP", [(pin.gp, pin.net) for pin in pins.pico_pins]),
        *_twice("Pico pin", board),
    )


def numbers_fit(pins: PinMap) -> Faults:
    """Find header and board pin numbers that are not those of their BCM or GP number, or of their rail."""
    found = [
        f"{pin.net}: BCM {pin.bcm} is header pin {HEADER.get(pin.bcm)}, not {pin.header}"
        for pin in pins.pi_pins
        if HEADER.get(pin.bcm) != pin.header
    ]
    found += [
        f"{pin.net}: GP {pin.gp} is Pico pin {PICO.get(pin.gp)}, not {pin.board_pin}"
        for pin in pins.pico_pins
        if PICO.get(pin.gp) != pin.board_pin
    ]
    for board, rows, real in (("header", pins.pi_power, HEADER_POWER), ("Pico", pins.pico_power, PICO_POWER)):
        found += [
            f"{row.net}: {board} pin {number} is not {row.net}"
            for row in rows
            for number in row.pins
            if number not in real.get(row.net, set())
        ]
    return tuple(found)


def reserved_pins_free(pins: PinMap) -> Faults:
    """Find nets on pins that are kept free: 0, 1; 2, 3 for I2C; 14, 15 for the console; the Pico's own."""
    kept = RESERVED | pins.pi_reserved.keys()
    return (
        *(f"{pin.net}: BCM {pin.bcm} is kept free" for pin in pins.pi_pins if pin.bcm in kept),
        *(f"{pin.net}: GP {pin.gp} is kept free" for pin in pins.pico_pins if pin.gp in pins.pico_reserved),
    )


def _pico_functions(gp: int) -> set[str]:
    return {f"i2c{gp % 4 // 2}.{'scl' if gp % 2 else 'sda'}"}


def functions_fit(pins: PinMap) -> Faults:
    """Find pins whose function is not one of theirs, and buses and readers on pins of another function."""
    found = [
        f"{pin.net}: BCM {pin.bcm} cannot be {pin.function}"
        for pin in pins.pi_pins
        if pin.function != "gpio" and pin.function not in ALTERNATE.get(pin.bcm, set())
    ]
    found += [
        f"{pin.net}: GP {pin.gp} cannot be {pin.function}"
        for pin in pins.pico_pins
        if pin.function != "gpio" and pin.function not in _pico_functions(pin.gp)
    ]
    functions = {pin.net: pin.function for pin in pins.pi_pins}
    wanted = [
        (getattr(bus, line), f"spi{bus.number}.{line}")
        for bus in pins.buses
        for line in ("sclk", "mosi", "miso")
    ]
    wanted += [(reader.select, f"spi{reader.bus}.ce{reader.ce}") for reader in pins.readers]
    wanted += [(reader.reset, "gpio") for reader in pins.readers]
    found += [
        f"{net}: function is {functions.get(net)}, wanted {function}"
        for net, function in wanted
        if functions.get(net) != function
    ]
    return tuple(found)


def levels_fit(pins: PinMap) -> Faults:
    """Find signal pins above 3.3 V: neither board bears more."""
    return tuple(
        f"{pin.net}: {pin.level} V on a pin that bears {PI_VOLTS} V"
        for pin in pins.signals
        if pin.level > PI_VOLTS
    )


def supplies_fit(pins: PinMap) -> Faults:
    """Find parts on a rail of another voltage than they bear: 5 V kills a reader."""
    volts = {rail.net: rail.volts for rail in pins.rails}
    return tuple(
        f"{part.id}: pad {pad} is on {net} ({volts[net]} V), wanted {part.volts} V"
        for part in pins.parts
        for pad, net in part.pads.items()
        if part.volts and volts.get(net) not in (None, 0.0, part.volts)
    )


def readers_apart(pins: PinMap) -> Faults:
    """Find readers that share a name, a chip enable or a reset line, and a bus with too many of them."""
    per_bus = Counter(reader.bus for reader in pins.readers)
    known = {bus.number for bus in pins.buses}
    return (
        *_twice("reader name", [(reader.name, reader.part) for reader in pins.readers]),
        *_twice("chip enable", [((reader.bus, reader.ce), reader.name) for reader in pins.readers]),
        *_twice("chip enable net", [(reader.select, reader.name) for reader in pins.readers]),
        *_twice("reset net", [(reader.reset, reader.name) for reader in pins.readers]),
        *(f"SPI{bus}: no such bus in [[pi.bus]]" for bus in per_bus if bus not in known),
        *(
            f"SPI{bus}: {count} readers, at most {pins.limits.readers_per_bus} work reliably"
            for bus, count in per_bus.items()
            if count > pins.limits.readers_per_bus
        ),
    )


def readers_wired(pins: PinMap) -> Faults:
    """Find readers whose board is not wired to the bus, chip enable and reset they are said to have."""
    buses = {bus.number: bus for bus in pins.buses}
    parts = {part.id: part for part in pins.parts}
    found = []
    for reader in pins.readers:
        part, bus = parts.get(reader.part), buses.get(reader.bus)
        if part is None or bus is None:
            found.append(f"reader {reader.name}: no part {reader.part} or no bus {reader.bus}")
            continue
        wanted = {
            "SDA": reader.select, "RST": reader.reset, "SCK": bus.sclk, "MOSI": bus.mosi, "MISO": bus.miso
        }  # fmt: skip
        found += [
            f"{part.id}: pad {pad} is on {part.pads.get(pad)}, wanted {net}"
            for pad, net in wanted.items()
            if part.pads.get(pad) != net
        ]
    return tuple(found)


def drawn_from(pins: PinMap, part: Part) -> Rail | None:
    """Return the rail that feeds *part*; None for a part that draws from none."""
    nets = [part.rail] if part.rail else list(part.pads.values())
    feeds = (pins.rail(net) for net in nets)
    found = [rail for rail in feeds if rail is not None and rail.volts > 0]
    # The Pico shows two rails: what it draws comes from the one that feeds the other.
    return next((rail for rail in found if rail.source not in {other.net for other in found}), None)


def rail_sum(pins: PinMap, net: str) -> float:
    """Return the mA drawn from rail *net* at worst: one reader radiates, the others idle, all lamps lit."""
    fed = [part for part in pins.parts if part.ma and (rail := drawn_from(pins, part)) and rail.net == net]
    steady = sum(part.ma if part.idle_ma is None else part.idle_ma for part in fed)
    radiating = max((part.ma - part.idle_ma for part in fed if part.idle_ma is not None), default=0.0)
    below = sum(rail_sum(pins, rail.net) for rail in pins.rails if rail.source == net)
    pi = sum(pin.ma for pin in pins.pi_pins if pin.direction == "out") if net == "3V3" else 0.0
    return steady + radiating + below + pi


def rails_suffice(pins: PinMap) -> Faults:
    """Find rails from which more is drawn than planned."""
    return tuple(
        f"{rail.net}: {drawn:.0f} mA drawn, {rail.max_ma:.0f} mA planned"
        for rail in pins.rails
        if rail.volts > 0 and (drawn := rail_sum(pins, rail.net)) > rail.max_ma
    )


def worst_pin_ma(pins: PinMap, net: str, stated: float) -> float:
    """Return the stated current, or what the smallest resistor on *net* would let through into a short."""
    ohms = {line.id: line.ohm for line in pins.bom if line.ohm}
    through = (ohms.get(part.bom) for part in pins.parts if net in part.pads.values())
    return max([stated, *(1000 * PI_VOLTS / ohm for ohm in through if ohm)])


def pins_bear_it(pins: PinMap) -> Faults:
    """Find pins of the Pi with more than 16 mA, and a sum of all pins above 50 mA."""
    limits = pins.limits
    total = sum(pin.ma for pin in pins.pi_pins)
    found = [
        f"{pin.net}: {worst:.0f} mA through one pin, at most {limits.gpio_pin_ma:.0f} mA"
        for pin in pins.pi_pins
        if (worst := worst_pin_ma(pins, pin.net, pin.ma)) > limits.gpio_pin_ma
    ]
    if total > limits.gpio_sum_ma:
        found.append(f"all pins: {total:.0f} mA, at most {limits.gpio_sum_ma:.0f} mA")
    return tuple(found)


def power_and_ground(pins: PinMap) -> Faults:
    """Find parts without supply or ground, and circuit parts with fewer than two different nets."""
    supplies = {rail.net for rail in pins.rails if rail.volts > 0}
    grounds = {rail.net for rail in pins.rails if rail.volts == 0}
    signals = {pin.net for pin in pins.signals}
    found = []
    for part in pins.parts:
        nets = set(part.pads.values())
        if part.power == "rail" and not nets & supplies:
            found.append(f"{part.id}: no pad on a supply ({', '.join(sorted(supplies))})")
        if part.power in ("rail", "pin") and not nets & grounds:
            found.append(f"{part.id}: no pad on ground ({', '.join(sorted(grounds))})")
        if part.power == "pin" and not nets & signals and not _behind_resistor(pins, nets, signals):
            found.append(f"{part.id}: no pin drives it")
        if part.power == "passive" and len(nets) < 2:
            found.append(f"{part.id}: needs two different nets, has {', '.join(sorted(nets)) or 'none'}")
        if part.power not in ("rail", "pin", "passive"):
            found.append(f'{part.id}: power is "{part.power}", known: rail, pin, passive')
    return tuple(found)


def _behind_resistor(pins: PinMap, nets: set[str], signals: set[str]) -> bool:
    return any(
        set(part.pads.values()) & nets and set(part.pads.values()) & signals
        for part in pins.parts
        if part.power == "passive"
    )


def reader_supply_steady(pins: PinMap) -> Faults:
    """Find builds without a fast (100 nF) and a slow (10 uF) capacitor for each reader."""
    found = []
    for build in BUILDS:
        bought = Counter(part.bom for part in pins.parts if BUILDS.index(part.build) <= BUILDS.index(build))
        for line in ("c100n", "c10u"):
            if bought[line] < bought["rc522"]:
                found.append(f"build {build}: {bought['rc522']} readers but {bought[line]} {line}")
    return tuple(found)


def nets_have_two_ends(pins: PinMap) -> Faults:
    """Find nets that lead nowhere: a pin without a part, a pad without a partner, a pad on a wrong GP pin."""
    ends = Counter(net for part in pins.parts for net in part.pads.values())
    driven = {pin.net for pin in pins.signals} | {rail.net for rail in pins.rails}
    board_nets = {pin.net for pin in pins.pico_pins}
    found = [f"{net}: no part is on it" for net in sorted(driven) if not ends[net]]
    found += [f"{net}: has only one end" for net, count in ends.items() if net not in driven and count < 2]
    found += [f"{net}: no part beside the Pico is on it" for net in sorted(board_nets) if ends[net] == 1]
    gps = {f"GP{pin.gp}": pin.net for pin in pins.pico_pins}
    found += [
        f"{part.id}: pad {pad} is on {net}, the pin map says {gps.get(pad)}"
        for part in pins.parts
        for pad, net in part.pads.items()
        if pad.startswith("GP") and gps.get(pad) != net
    ]
    return tuple(found)


def parts_are_bought(pins: PinMap) -> Faults:
    """Find parts without a line in the bill of materials, lines without use, and references given twice."""
    lines = {line.id for line in pins.bom}
    used = {part.bom for part in pins.parts}
    return (
        *(
            f"{part.id}: {part.bom} is not in the bill of materials"
            for part in pins.parts
            if part.bom not in lines
        ),
        *(
            f"{line.id}: bought but used nowhere"
            for line in pins.bom
            if line.id not in used and not line.count
        ),
        *_twice("reference", [(part.ref, part.id) for part in pins.parts]),
    )


def directions_known(pins: PinMap) -> Faults:
    """Find pins whose direction is none of in, out, both."""
    return tuple(
        f'{pin.net}: direction is "{pin.direction}", known: in, out, both'
        for pin in pins.signals
        if pin.direction not in ("in", "out", "both")
    )


def reader_leads_short(pins: PinMap) -> Faults:
    """Find ways from the Pi to a reader that are longer than a bus bears."""
    ways = {
        "Pi to reader": pins.leads.reader,
        "Pi to strip to reader": pins.leads.strip + pins.leads.strip_to_reader,
    }
    return tuple(
        f"{way}: {length:.0f} mm, at most {pins.limits.lead_mm:.0f} mm"
        for way, length in ways.items()
        if length > pins.limits.lead_mm
    )


def antennas_apart(pins: PinMap) -> Faults:
    """Find an antenna in the Pi case nearer to the Pi than it may be."""
    gap = pins.enclosure["case_bay"] + float(pins.boards["rc522"]["antenna_from"])
    if gap < pins.limits.antenna_gap_mm:
        return (f"antenna to Pi: {gap:.0f} mm, at least {pins.limits.antenna_gap_mm:.0f} mm",)
    return ()


def plugs_fit(pins: PinMap) -> Faults:
    """Find leads on a pin of another rail, and power pins with two leads; readers of a bus share theirs."""
    real = {row.net: row.pins for row in (*pins.pi_power, *pins.pico_power)}
    buses = {reader.part: f"readers of SPI{reader.bus}" for reader in pins.readers}
    found = []
    holders: dict[tuple[str, int], set[str]] = {}
    for part in pins.parts:
        for net, number in part.plug.items():
            if number not in real.get(net, ()):
                found.append(f"{part.id}: pin {number} is not {net}, which is on {real.get(net)}")
            if net not in part.pads.values():
                found.append(f"{part.id}: plugged on {net}, but no pad is")
            holders.setdefault((net, number), set()).add(buses.get(part.id, part.id))
    found += [
        f"{net} pin {number} has two leads: {', '.join(sorted(names))}"
        for (net, number), names in holders.items()
        if len(names) > 1
    ]
    return tuple(found)


RULES: tuple[Callable[[PinMap], Faults], ...] = (
    no_pin_twice,
    numbers_fit,
    reserved_pins_free,
    functions_fit,
    levels_fit,
    supplies_fit,
    readers_apart,
    readers_wired,
    rails_suffice,
    pins_bear_it,
    power_and_ground,
    reader_supply_steady,
    nets_have_two_ends,
    parts_are_bought,
    directions_known,
    reader_leads_short,
    antennas_apart,
    plugs_fit,
)


def faults(pins: PinMap) -> Faults:
    """Return what every rule finds; empty when the map may be built."""
    return tuple(found for rule in RULES for found in rule(pins))
