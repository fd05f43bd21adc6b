"""Every electrical rule holds for the pin map, and finds the fault planted for it."""

import re
from collections.abc import Callable

import pytest

from hardware import rules
from hardware.pinmap import PINS_TOML, PinMap, PinMapError, parse_pins, read_pins
from hardware.rules import Faults

TEXT = PINS_TOML.read_text(encoding="utf-8")


def planted(*changes: tuple[str, str]) -> PinMap:
    """Return the pin map with each first *old* text replaced; the text must be there."""
    text = TEXT
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return parse_pins(text)


def without_pad(part: str, pad: str) -> tuple[str, str]:
    """Return the change that unsolders *pad* of *part*."""
    line = next(line for line in TEXT.splitlines() if line.startswith(f"{part} ="))
    return line, re.sub(rf'(, )?"?{re.escape(pad)}"? = "\w+"(, (?=\w))?', "", line)


def test_the_pin_map_breaks_no_rule() -> None:
    assert rules.faults(read_pins()) == ()


FAULTS: list[tuple[str, Callable[[PinMap], Faults], tuple[tuple[str, str], ...], str]] = [
    (
        "one BCM pin for two nets",
        rules.no_pin_twice,
        (("bcm = 6, header = 31", "bcm = 5, header = 29"),),
        "BCM 5 is used 2 times: BUTTON_OK, BUTTON_NEXT",
    ),
    (
        "a signal on a ground pin of the header",
        rules.no_pin_twice,
        (("bcm = 26, header = 37", "bcm = 26, header = 39"),),
        "header pin 39 is used 2 times: BUTTON_UNDO, GND",
    ),
    (
        "one GP pin for two nets",
        rules.no_pin_twice,
        (("gp = 16, board_pin = 21", "gp = 14, board_pin = 19"),),
        "GP 14 is used 2 times: BUTTON, RING",
    ),
    (
        "a header pin that is not that of the BCM number",
        rules.numbers_fit,
        (("bcm = 25, header = 22", "bcm = 25, header = 36"),),
        "TABLE_RST: BCM 25 is header pin 22, not 36",
    ),
    (
        "a Pico pin that is not that of the GP number",
        rules.numbers_fit,
        (("gp = 5, board_pin = 7", "gp = 5, board_pin = 9"),),
        "OLED_SCL: GP 5 is Pico pin 7, not 9",
    ),
    (
        "3.3 V taken from a 5 V pin",
        rules.numbers_fit,
        (('net = "3V3", header = [1, 17]', 'net = "3V3", header = [1, 2]'),),
        "3V3: header pin 2 is not 3V3",
    ),
    (
        "a button on the console's pin",
        rules.reserved_pins_free,
        (("bcm = 5, header = 29", "bcm = 14, header = 8"),),
        "BUTTON_OK: BCM 14 is kept free",
    ),
    (
        "a lamp on the display's I2C",
        rules.reserved_pins_free,
        (
            ("bcm = 4, header = 7", "bcm = 3, header = 5"),
            ('  { bcm = 3, why = "I2C, kept for a display" },\n', ""),
        ),
        "LAMP_GREEN: BCM 3 is kept free",
    ),
    (
        "the ring on the Pico's own lamp",
        rules.reserved_pins_free,
        (("gp = 16, board_pin = 21", "gp = 25, board_pin = 21"),),
        "RING: GP 25 is kept free",
    ),
    (
        "a clock on a pin that cannot be one",
        rules.functions_fit,
        (("bcm = 11, header = 23", "bcm = 16, header = 36"),),
        "SPI0_SCLK: BCM 16 cannot be spi0.sclk",
    ),
    (
        "a chip enable of the other bus",
        rules.functions_fit,
        (('select = "DECK_CE"', 'select = "TRAY_CE"'),),
        "TRAY_CE: function is spi0.ce1, wanted spi1.ce1",
    ),
    (
        "the display's data line on a clock pin",
        rules.functions_fit,
        (("gp = 4, board_pin = 6", "gp = 9, board_pin = 12"),),
        "OLED_SDA: GP 9 cannot be i2c0.sda",
    ),
    (
        "a 5 V signal on the Pi",
        rules.levels_fit,
        (
            (
                'function = "spi0.miso", direction = "in", level = 3.3',
                'function = "spi0.miso", direction = "in", level = 5.0',
            ),
        ),
        "SPI0_MISO: 5.0 V on a pin that bears 3.3 V",
    ),
    (
        "a reader on 5 V",
        rules.supplies_fit,
        (('"3.3V" = "3V3"', '"3.3V" = "5V"'),),
        "reader_table: pad 3.3V is on 5V (5.0 V), wanted 3.3 V",
    ),
    (
        "two readers on one chip enable",
        rules.readers_apart,
        (("bus = 0\nce = 1", "bus = 0\nce = 0"),),
        "chip enable (0, 0) is used 2 times: table, tray",
    ),
    (
        "two readers on one reset line",
        rules.readers_apart,
        (('reset = "TRAY_RST"', 'reset = "TABLE_RST"'),),
        "reset net TABLE_RST is used 2 times: table, tray",
    ),
    (
        "three readers on one bus",
        rules.readers_apart,
        (("bus = 1\nce = 0", "bus = 0\nce = 2"),),
        "SPI0: 3 readers, at most 2 work reliably",
    ),
    (
        "a reader soldered to its neighbour's chip enable",
        rules.readers_wired,
        (('pads = { SDA = "TRAY_CE"', 'pads = { SDA = "TABLE_CE"'),),
        "reader_tray: pad SDA is on TABLE_CE, wanted TRAY_CE",
    ),
    (
        "idle readers that draw as if they radiated",
        rules.rails_suffice,
        (("ma = 100, idle_ma = 20", "ma = 100, idle_ma = 90"),),
        "3V3: 261 mA drawn, 250 mA planned",
    ),
    (
        "a ring at full brightness",
        rules.rails_suffice,
        (('rail = "TOWER_5V", ma = 130', 'rail = "TOWER_5V", ma = 720'),),
        "TOWER_5V: 795 mA drawn, 450 mA planned",
    ),
    (
        "a lamp with 47 ohm",
        rules.pins_bear_it,
        (("r470 = { ohm = 470", "r470 = { ohm = 47"),),
        "LAMP_RED: 70 mA through one pin, at most 16 mA",
    ),
    (
        "pins that each bear it and together do not",
        rules.pins_bear_it,
        (
            ('ma = 0.1, colour = "GN"', 'ma = 10.0, colour = "GN"'),
            ('ma = 0.1, colour = "YE"', 'ma = 10.0, colour = "YE"'),
        ),
        "all pins: 51 mA, at most 50 mA",
    ),
    (
        "a reader without 3.3 V",
        rules.power_and_ground,
        (without_pad("reader_bank", "3.3V"),),
        "reader_bank: no pad on a supply",
    ),
    (
        "a display without ground",
        rules.power_and_ground,
        (without_pad("oled", "GND"),),
        "oled: no pad on ground",
    ),
    (
        "a button between nothing and ground",
        rules.power_and_ground,
        (without_pad("button_ok", "a"),),
        "button_ok: no pin drives it",
    ),
    (
        "a resistor with both ends on one net",
        rules.power_and_ground,
        (('a = "BUZZER", b = "BUZZER_BASE"', 'a = "BUZZER", b = "BUZZER"'),),
        "r_base: needs two different nets, has BUZZER",
    ),
    (
        "a reader without its capacitor",
        rules.reader_supply_steady,
        (
            (
                'c_tray_fast = { ref = "C3", bom = "c100n", build = "full"',
                'c_tray_fast = { ref = "C3", bom = "c100n", build = "four"',
            ),
        ),
        "build full: 2 readers but 1 c100n",
    ),
    (
        "a pad that leads nowhere",
        rules.nets_have_two_ends,
        (('cathode = "GND", green = "LAMP_GREEN_LED"', 'cathode = "GND", green = "LAMP_GRN"'),),
        "LAMP_GRN: has only one end",
    ),
    (
        "a pin without a part",
        rules.nets_have_two_ends,
        (('a = "BUTTON_UNDO", b = "GND"', 'a = "BUTTON_OK", b = "GND"'),),
        "BUTTON_UNDO: no part is on it",
    ),
    (
        "the Pico's pad on another net than its pin",
        rules.nets_have_two_ends,
        (('GP16 = "RING"', 'GP15 = "RING"'),),
        "pico: pad GP15 is on RING, the pin map says None",
    ),
    (
        "a part nobody buys",
        rules.parts_are_bought,
        (('ref = "Q1", bom = "npn"', 'ref = "Q1", bom = "mosfet"'),),
        "q_buzzer: mosfet is not in the bill of materials",
    ),
    (
        "something bought for nothing",
        rules.parts_are_bought,
        (('ref = "Q1", bom = "npn"', 'ref = "Q1", bom = "diode"'),),
        "npn: bought but used nowhere",
    ),
    (
        "two parts with one reference",
        rules.parts_are_bought,
        (('ref = "R6"', 'ref = "R5"'),),
        "reference R5 is used 2 times: r_buzzer, r_ring",
    ),
    (
        "a direction that is none",
        rules.directions_known,
        (('function = "pwm1", direction = "out"', 'function = "pwm1", direction = "up"'),),
        'BUZZER: direction is "up"',
    ),
    (
        "a reader on a long lead",
        rules.reader_leads_short,
        (("strip_to_reader = 80", "strip_to_reader = 140"),),
        "Pi to strip to reader: 240 mm, at most 200 mm",
    ),
    (
        "an antenna beside the Pi",
        rules.antennas_apart,
        (("case_bay = 38.0", "case_bay = 5.0"),),
        "antenna to Pi: 24 mm, at least 30 mm",
    ),
    (
        "two ground leads on one header pin",
        rules.plugs_fit,
        (("plug = { GND = 34 }", "plug = { GND = 30 }"),),
        "GND pin 30 has two leads: button_next, button_ok",
    ),
    (
        "the lamp's ground on a signal pin",
        rules.plugs_fit,
        (("plug = { GND = 14 }", "plug = { GND = 15 }"),),
        "lamp: pin 15 is not GND",
    ),
    (
        "a reader plugged on 5 V",
        rules.plugs_fit,
        (('plug = { "3V3" = 17', 'plug = { "5V" = 4'),),
        "reader_table: plugged on 5V, but no pad is",
    ),
]


@pytest.mark.parametrize(
    ("rule", "changes", "fault"), [row[1:] for row in FAULTS], ids=[row[0] for row in FAULTS]
)
def test_planted_fault_is_found_by_its_rule(
    rule: Callable[[PinMap], Faults], changes: tuple[tuple[str, str], ...], fault: str
) -> None:
    assert any(fault in found for found in rule(planted(*changes)))


def test_every_rule_has_a_planted_fault() -> None:
    assert {row[1] for row in FAULTS} == set(rules.RULES)


def test_header_of_the_pi_names_each_of_its_forty_pins_once() -> None:
    pins = [*rules.HEADER.values(), *(pin for rail in rules.HEADER_POWER.values() for pin in rail)]
    assert sorted(pins) == list(range(1, 41))


def test_one_reader_radiates_at_a_time_in_the_sum_of_a_rail() -> None:
    readers = [part for part in read_pins().parts if part.bom == "rc522"]
    others = rules.rail_sum(planted(*(without_pad(part.id, "3.3V") for part in readers)), "3V3")
    assert rules.rail_sum(read_pins(), "3V3") - others == 100 + 3 * 20


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("bcm = 11, header", "bmc = 11, header", "pi.pins.SPI0_SCLK: unknown key bmc; known: bcm, colour"),
        ("bcm = 11, header = 23, ", "header = 23, ", "pi.pins.SPI0_SCLK: bcm missing"),
        ("[limits]", "[limit]", "'limits' missing"),
        ("bcm = 11, header", 'bcm = "11", header', "pi.pins.SPI0_SCLK: bcm is '11', wanted a whole number"),
        ("ma = 2.0, colour", "ma = true, colour", "pi.pins.SPI0_SCLK: ma is True, wanted a number"),
        ('build = "four"', 'build = "five"', "parts.reader_bank: build five is none of small, full, four"),
        ('rail = "5V"', 'rail = "12V"', "parts.buzzer: rail 12V is none of 3V3, 5V, GND"),
        ("max_ma = 900", 'source = "3V3", max_ma = 900', "rails.3V3: source 3V3 is no rail above it"),
    ],
)
def test_wrong_key_is_named_with_its_place(old: str, new: str, message: str) -> None:
    with pytest.raises(PinMapError, match=re.escape(message)):
        planted((old, new))
