"""The unmodified package mfrc522 on the emulated chip: it works, and it fails, as it does on a Pi."""

from __future__ import annotations

import importlib.metadata
import logging
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.devices.emulated.modules import EmulatedGpio, install
from companion.devices.emulated.rig import Cable, Rig
from companion.devices.emulated.tags import Classic1K, Tag
from companion.devices.pins import READERS
from tests.devices.benches import tag

TABLE = READERS[0]
CLASSIC, NTAG = "DEADBEEF", "04A3C6CAE26180"


class Pi:
    """A Pi on which only the package runs."""

    def __init__(self, *tags: Tag) -> None:
        self.rig = Rig()
        install(self.rig)
        self.chip = self.rig.fit(TABLE)
        for laid in tags:
            self.chip.air.lay(laid, 0.0)

    def simple(self) -> Any:  # what the package says of itself is not worth a stub
        """Return the package's reader object, its field up."""
        from mfrc522 import SimpleMFRC522

        reader = SimpleMFRC522()
        self.rig.pass_by(0.05)
        return reader

    def transfers_of(self, act: Callable[[], object]) -> int:
        """Return how many transfers a call makes."""
        before = self.rig.transfers
        act()
        return self.rig.transfers - before


@pytest.fixture(autouse=True)
def quiet_package() -> Iterator[None]:
    """The package logs to the screen with one more handler per object."""
    yield
    logging.getLogger("mfrc522Logger").handlers.clear()


def test_package_is_the_one_that_is_pinned() -> None:
    assert importlib.metadata.version("mfrc522") == "0.0.7"


def test_request_and_anticollision_find_a_tag() -> None:
    reader = Pi(tag(CLASSIC)).simple().READER
    assert reader.MFRC522_Request(reader.PICC_REQIDL) == (reader.MI_OK, 16)
    assert reader.MFRC522_Anticoll() == (reader.MI_OK, [0xDE, 0xAD, 0xBE, 0xEF, 0x22])
    assert reader.MFRC522_SelectTag([0xDE, 0xAD, 0xBE, 0xEF, 0x22]) == 0x08


def test_id_is_the_uid_with_its_check_byte() -> None:
    assert Pi(tag(CLASSIC)).simple().read_id_no_block() == 956397711138 == 0xDEADBEEF22


def test_text_is_written_and_read_back_under_the_key() -> None:
    card = Classic1K(bytes.fromhex(CLASSIC))
    reader = Pi(card).simple()
    text = "Bow Street, orange".ljust(48)
    assert reader.write_no_block(text) == (0xDEADBEEF22, text)
    assert bytes(card.blocks[8]) == b"Bow Street, oran"
    assert reader.read_no_block() == (None, None)
    assert reader.read_no_block() == (0xDEADBEEF22, text)


def test_wrong_key_opens_nothing(caplog: pytest.LogCaptureFixture) -> None:
    reader = Pi(Classic1K(bytes.fromhex(CLASSIC), key=b"secret")).simple()
    assert reader.read_no_block() == (0xDEADBEEF22, "")
    assert "AUTH ERROR" in caplog.text


def test_checksums_of_the_chip_are_those_of_the_standard() -> None:
    reader = Pi().simple().READER
    assert reader.CalulateCRC([0x12, 0x34]) == [0x26, 0xCF]


def test_good_read_costs_72_transfers_and_an_empty_poll_2013() -> None:
    pi = Pi(tag(CLASSIC))
    reader = pi.simple()
    assert pi.transfers_of(reader.read_id_no_block) in range(60, 90)
    pi.chip.air.take(pi.chip.air.tags[0])
    assert pi.transfers_of(reader.read_id_no_block) in range(2005, 2021)


def test_every_second_read_finds_nothing_because_nobody_halts() -> None:
    reader = Pi(tag(CLASSIC)).simple()
    reads = [reader.read_id_no_block() for _ in range(100)]
    assert reads == [0xDEADBEEF22, None] * 50


def test_long_uid_comes_out_as_cascade_tag_and_half_of_it() -> None:
    assert Pi(tag(NTAG)).simple().read_id_no_block() == 0x8804A3C6E9


def test_two_tags_look_like_none() -> None:
    assert Pi(tag(CLASSIC), tag("DEADBEEE")).simple().read_id_no_block() is None


@pytest.mark.parametrize("cable", [Cable.ZEROS, Cable.ONES])
def test_missing_reader_is_not_noticed(cable: Cable) -> None:
    pi = Pi()
    pi.rig.break_cable(TABLE.bus, TABLE.ce, cable)
    assert pi.simple().read_id_no_block() is None


def test_with_bcm_numbering_another_pin_is_driven_and_the_chip_stays_in_reset() -> None:
    pi = Pi()
    gpio = sys.modules["RPi.GPIO"]
    assert isinstance(gpio, EmulatedGpio)
    gpio.setmode(gpio.BCM)
    assert pi.simple().READER.Read_MFRC522(0x37) == 0x00


def test_closing_lets_go_of_every_pin_of_the_process() -> None:
    pi = Pi()
    reader = pi.simple()
    gpio = sys.modules["RPi.GPIO"]
    assert isinstance(gpio, EmulatedGpio)
    gpio.setup(40, gpio.OUT)
    reader.READER.Close_MFRC522()
    assert gpio.getmode() is None
    gpio.setmode(gpio.BOARD)
    with pytest.raises(RuntimeError, match="not been set up"):
        gpio.output(40, 1)


def test_gain_is_left_at_33_db() -> None:
    assert Pi().simple().READER.Read_MFRC522(0x26) == 0x48
