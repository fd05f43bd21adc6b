"""How far a sticker is read, and what metal does to it.

Wiring: reader "table" on SPI0, by hardware/pins.toml
    SDA  to GPIO 8  (pin 24, CE0)      RST   to GPIO 25 (pin 22)
    SCK  to GPIO 11 (pin 23)           3.3V  to pin 17, never to 5 V
    MOSI to GPIO 10 (pin 19)           GND   to pin 25
    MISO to GPIO 9  (pin 21)           100 nF and 10 uF across 3.3V and GND on the board
Parts: one 25 mm sticker on a card, paper or cardboard to lift it (10 sheets of office paper are 1 mm), a coin
or a steel ruler; the printed lid if there is one. The companion is stopped.
Run: .venv/bin/pytest --hardware -k ranges
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.core.uid import Uid
from companion.devices.pins import READERS
from companion.devices.rc522 import Rc522
from companion.devices.rc522_chip import GAINS_DB
from companion.devices.rc522_ports import RealClock
from tests.hardware_real.conftest import Ask, OpenReader
from tests.hardware_real.measures import rate

TABLE = READERS[0]
HEIGHTS_MM = (2, 8, 15, 20, 30, 40)
STACK_MM = 8
"""Lid, air and card stay under this: the only height that must be read."""


@pytest.fixture
def reader(open_reader: OpenReader) -> Rc522:
    return open_reader(TABLE)


def lying(reader: Rc522, ask: Ask) -> Uid:
    """The one tag that is used, seen where it is easy to see."""
    ask("Lay the sticker flat on the middle of the antenna, with nothing between.")
    tags = reader.look().tags
    assert len(tags) == 1, f"seen: {[str(uid) for uid in tags]}"
    return tags[0]


def test_a_sticker_is_read_through_lid_air_and_card(
    reader: Rc522, ask: Ask, figure: Callable[[str], None]
) -> None:
    tag = lying(reader, ask)
    rates: dict[int, dict[int, int]] = {}
    for height in HEIGHTS_MM:
        ask(f"Lift it to {height} mm above the antenna.")
        rates[height] = {}
        for gain_db in GAINS_DB:
            reader.set_gain(gain_db)
            rates[height][gain_db] = rate(reader, RealClock(), [tag])
        figure(f"{height} mm: of 100 looks by gain {rates[height]}")
    assert max(rates[STACK_MM].values()) >= 98


def test_metal_beside_the_sticker_takes_no_more_than_the_lift_gives_back(
    reader: Rc522, ask: Ask, figure: Callable[[str], None]
) -> None:
    tag = lying(reader, ask)
    free = rate(reader, RealClock(), [tag])
    ask("Lay a coin or a steel ruler right on the sticker.")
    covered = rate(reader, RealClock(), [tag])
    ask("Put 10 mm of cardboard between the sticker and the metal.")
    lifted = rate(reader, RealClock(), [tag])
    figure(f"metal: of 100 looks free {free}, metal on it {covered}, 10 mm between {lifted}")
    assert free >= 98
    assert lifted >= 98
