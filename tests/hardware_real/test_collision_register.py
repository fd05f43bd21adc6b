"""How the chip counts the position of a collision when the answer is aligned, and two tags at once.

Wiring: reader "table" on SPI0, by hardware/pins.toml
    SDA  to GPIO 8  (pin 24, CE0)      RST   to GPIO 25 (pin 22)
    SCK  to GPIO 11 (pin 23)           3.3V  to pin 17, never to 5 V
    MOSI to GPIO 10 (pin 19)           GND   to pin 25
    MISO to GPIO 9  (pin 21)           100 nF and 10 uF across 3.3V and GND on the board
Parts: two tags with different numbers, side by side on the antenna; the companion is stopped.
Run: .venv/bin/pytest --hardware -k collision_register
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from companion.devices.pins import READERS
from companion.devices.rc522_chip import Rc522Chip
from companion.devices.rc522_ports import RealClock, open_gpio, open_spidev
from tests.hardware_real.conftest import Ask, OpenReader
from tests.hardware_real.measures import collisions, rate

TABLE = READERS[0]


def test_both_tags_are_found_and_the_register_counts_in_one_of_the_two_known_ways(
    open_reader: OpenReader, ask: Ask, figure: Callable[[str], None]
) -> None:
    ask("Lay two tags side by side on the reader, 1 cm apart.")
    reader = open_reader(TABLE)
    tags = reader.look().tags
    assert len(tags) == 2, f"seen: {[str(uid) for uid in tags]}"
    found = rate(reader, RealClock(), tags)
    figure(f"two tags at once: {found} of 100 looks see both ({', '.join(map(str, tags))})")
    reader.close()

    chip = Rc522Chip(TABLE, 33, open_spidev, open_gpio, RealClock())
    try:
        version = chip.start()
        told = collisions(chip, *tags)
    finally:
        chip.close()
    readings = Counter(one.reading for one in told)
    figure(f"collision register, chip {version:#04x}: {dict(readings)}")
    for one in told:
        figure(f"    {one.known} bits known, differs at {one.differs}: position {one.position}")
    assert set(readings) in ({"frame"}, {"aligned"}), "neither reading of the data sheet"
    assert found >= 98
