"""Readers on the second bus (SPI1), above all on a Pi 5: steady registers, restarts, both buses in turn.

Wiring: reader "bank" on SPI1, by hardware/pins.toml; "deck" the same with CE1 and its own RST
    SDA  to GPIO 18 (pin 12, CE0)      RST   to GPIO 23 (pin 16)
    SCK  to GPIO 21 (pin 40)           3.3V  to pin 1, never to 5 V
    MOSI to GPIO 20 (pin 38)           GND   to pin 9
    MISO to GPIO 19 (pin 35)           100 nF and 10 uF across 3.3V and GND on the board
    config.txt: dtparam=spi=on and dtoverlay=spi1-2cs, then a restart
Parts: the reader "table" too (its wiring: test_collision_register.py), a tag for each. The companion is
stopped.
Run: .venv/bin/pytest --hardware --readers table,bank -k second_bus      (or table,bank,deck)
"""

from __future__ import annotations

from collections.abc import Callable

from companion.devices.pins import ReaderPins
from companion.devices.rc522_ports import RealClock, open_spidev
from tests.hardware_real.conftest import Ask, OpenReader
from tests.hardware_real.measures import odd_versions

RESTARTS = 50
LOOKS = 100


def test_the_second_bus_reads_its_chip_alike_a_thousand_times(
    fitted: tuple[ReaderPins, ...], open_reader: OpenReader, figure: Callable[[str], None]
) -> None:
    for pins in (pins for pins in fitted if pins.bus == 1):
        reader = open_reader(pins)
        for hz in (500_000, 1_000_000, 4_000_000):
            counted = odd_versions(open_spidev(), pins, hz)
            shown = {f"{value:#04x}": times for value, times in counted.items()}
            figure(f"{pins.name}, {hz // 1000} kHz: version register {shown}")
            assert len(counted) == 1 or hz > 1_000_000, f"{pins.name} is not steady at {hz} Hz"
        self_test = reader.self_test()
        figure(f"{pins.name}: self test {self_test}")
        assert self_test != "failed"


def test_a_reader_of_the_second_bus_starts_every_time(
    fitted: tuple[ReaderPins, ...], open_reader: OpenReader, figure: Callable[[str], None]
) -> None:
    for pins in (pins for pins in fitted if pins.bus == 1):
        reader = open_reader(pins)
        versions = {reader.start().number for _ in range(RESTARTS)}  # reads its settings back each time
        figure(f"{pins.name}: {RESTARTS} starts, version {sorted(versions)}")
        assert len(versions) == 1


def test_readers_of_both_buses_in_turn_see_each_its_own_tag(
    fitted: tuple[ReaderPins, ...], open_reader: OpenReader, ask: Ask, figure: Callable[[str], None]
) -> None:
    names = ", ".join(pins.name for pins in fitted)
    ask(f"Lay one tag on each of the readers {names}, in that order from the left.")
    readers = [open_reader(pins) for pins in fitted]
    lying = []
    for reader in readers:
        lying.append(reader.look().tags)
        reader.rest()
    assert [len(tags) for tags in lying] == [1] * len(readers)
    seen = [0] * len(readers)
    for _ in range(LOOKS):
        for at, reader in enumerate(readers):
            seen[at] += reader.look().tags == lying[at]
            reader.rest()
        RealClock().pass_by(0.01)
    for reader, times in zip(readers, seen, strict=True):
        figure(f"{reader.name}, all readers in turn: {times} of {LOOKS} looks see its tag")
    assert min(seen) >= 0.98 * LOOKS
