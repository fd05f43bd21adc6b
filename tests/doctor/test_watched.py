"""A reader at work is tested between two looks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.uid import Uid
from companion.devices.emulated.rig import Cable, Rig
from companion.devices.emulated.tags import tag_of
from companion.devices.rc522_ports import SpiPort
from companion.devices.reading import ReaderLoop
from companion.devices.simulated.reader import emulated_reader
from companion.devices.tags import DeviceLost, TagArrived, TagEvent, TagLeft
from companion.doctor.watched import WatchedReader, ask_all
from tests.doctor.machines import PLACES, machine, told

CARD = bytes.fromhex("5A3F21B0")
TABLE = PLACES["table"]


@pytest.fixture
def rig() -> Rig:
    made = Rig()
    made.fit(TABLE).air.lay(tag_of(CARD), 0.0)
    return made


@pytest.fixture
def reader(rig: Rig, tmp_path: Path) -> Iterator[WatchedReader]:
    made = WatchedReader(emulated_reader(rig, TABLE), TABLE, machine(tmp_path, rig), rig.now)
    made.start()
    yield made
    made.close()


def test_a_test_waits_for_the_next_look_and_is_done_once(reader: WatchedReader) -> None:
    reader.look()
    reader.ask()
    assert reader.told(0.0) is None
    reader.look()
    check = reader.told(0.0)
    assert check is not None
    status, found, _ = told(check)
    assert (status, "version register 0x92; self test passed; antenna on" in found) == ("simulated", True)
    reader.ask()
    assert reader.told(0.0) is check


def test_a_reader_started_anew_is_tested_anew(rig: Rig, reader: WatchedReader) -> None:
    reader.ask()
    reader.look()
    first = reader.told(0.0)
    rig.break_cable(0, 0, Cable.ONES)
    reader.ask()
    with pytest.raises(DeviceLost):
        reader.look()
    rig.mend_cable(0, 0)
    reader.start()
    reader.ask()
    assert reader.told(0.0) is None
    reader.look()
    assert reader.told(0.0) is not first


def test_the_card_that_lies_there_neither_leaves_nor_comes_again(rig: Rig, reader: WatchedReader) -> None:
    events: list[TagEvent] = []
    loop = ReaderLoop((reader,), events.append, now=rig.now)
    for turn in range(12):
        if turn == 5:
            reader.ask()
        rig.pass_by(0.05)
        loop.turn()
    assert reader.told(0.0) is not None
    assert [event for event in events if isinstance(event, TagArrived | TagLeft)] == [
        TagArrived("table", Uid(CARD), events[1].at)
    ]
    assert reader.last_card == Uid(CARD)


def test_a_reader_that_nobody_looks_at_tells_nothing(reader: WatchedReader) -> None:
    assert ask_all([reader], wait_s=0.0) == {}
    reader.look()
    assert list(ask_all([reader], wait_s=0.0)) == ["table"]


def test_a_test_that_breaks_off_does_not_take_the_reader_away(rig: Rig, tmp_path: Path) -> None:
    def busy() -> SpiPort:
        raise ImportError("spidev")

    reader = WatchedReader(emulated_reader(rig, TABLE), TABLE, machine(tmp_path, rig, open_spi=busy))
    reader.start()
    reader.ask()
    assert reader.look().tags == (Uid(CARD),)
    assert reader.told(0.0) is None
    reader.close()
