"""The loop over readers: who is looked at, what is told, what happens when one is lost."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import Queue

import pytest

from companion.core.uid import Uid
from companion.devices.reading import ReaderLoop
from companion.devices.simulated.reader import Cable, SimulatedField, simulated_readers
from companion.devices.tags import (
    DeviceLost,
    DeviceStatus,
    Inventory,
    Lost,
    ReaderLost,
    ReaderReady,
    ReaderVersion,
    TagArrived,
    TagEvent,
    TagLeft,
)

A, B = Uid.from_hex("04A3C6CAE26180"), Uid.from_hex("DEADBEEF")


class Evening:
    """A loop over simulated readers whose turns and time are given by hand."""

    def __init__(self, *names: str) -> None:
        self.events: list[TagEvent] = []
        self.at = 100.0
        self.readers, self.field = simulated_readers(names)
        self.loop = ReaderLoop(self.readers, self.events.append, now=lambda: self.at)

    def turns(self, count: int, every: float = 0.05) -> list[TagEvent]:
        """Give turns; return what they told."""
        self.events.clear()
        for _ in range(count):
            self.loop.turn()
            self.at += every
        return list(self.events)


def test_reader_is_ready_once_and_tells_its_version() -> None:
    evening = Evening("table")
    assert [status.status for status in evening.loop.status()] == [DeviceStatus.LOST]
    assert evening.turns(5) == [ReaderReady("table", 0x92, True, 100.0)]
    (status,) = evening.loop.status()
    assert (status.status, status.version, status.genuine) == (DeviceStatus.SIMULATED, 0x92, True)


def test_tag_arrives_and_leaves_at_its_reader() -> None:
    evening = Evening("table", "tray")
    evening.turns(1)
    evening.field.lay("tray", A)
    (arrived,) = evening.turns(10)
    assert arrived == TagArrived("tray", A, arrived.at)
    assert arrived.at == pytest.approx(100.05)
    evening.field.take("tray", A)
    (left,) = evening.turns(10)
    assert left == TagLeft("tray", A, left.at)
    assert left.at == pytest.approx(100.65)


def test_tag_moved_to_another_reader_arrives_there() -> None:
    evening = Evening("table", "tray")
    evening.field.lay("table", A)
    evening.turns(2)
    evening.field.lay("tray", A)
    told = {(type(event), event.reader) for event in evening.turns(10)}
    assert told == {(TagArrived, "tray"), (TagLeft, "table")}


def test_phone_on_one_of_several_readers_arrives_once() -> None:
    evening = Evening("table", "tray")
    evening.field.lay("table", Uid.from_hex("08A1B2C3"))
    assert [type(event) for event in evening.turns(20)].count(TagArrived) == 1


def test_only_one_of_several_antennas_is_on() -> None:
    evening = Evening("table", "tray", "bank", "deck")
    evening.turns(2)
    chips = [chip for _, chip in evening.field.chips.values()]
    on = [chip.transfer([0xA8, 0])[1] & 0x03 for chip in chips]
    assert on == [0, 0, 0, 0]


def test_single_reader_keeps_its_field_so_that_tags_may_sleep() -> None:
    evening = Evening("table")
    evening.turns(2)
    ((_, chip),) = evening.field.chips.values()
    assert chip.transfer([0xA8, 0])[1] & 0x03 == 0x03


def test_loss_is_told_once_and_the_card_that_lay_there_does_not_arrive_again() -> None:
    evening = Evening("table")
    evening.field.lay("table", A)
    evening.turns(2)
    evening.field.unplug("table")
    (lost,) = evening.turns(100)
    assert isinstance(lost, ReaderLost)
    assert (lost.reason, lost.values) == (Lost.ALL_ONES, {"path": "/dev/spidev0.0"})
    (status,) = evening.loop.status()
    assert (status.status, status.reason) == (DeviceStatus.LOST, Lost.ALL_ONES)
    evening.field.replug("table")
    assert [type(event) for event in evening.turns(130)] == [ReaderReady]
    assert evening.loop.status()[0].status == DeviceStatus.SIMULATED


def test_card_taken_while_the_reader_was_lost_leaves_when_it_is_back() -> None:
    evening = Evening("table")
    evening.field.lay("table", A)
    evening.turns(2)
    evening.field.unplug("table", Cable.ZEROS)
    evening.turns(10)
    evening.field.take("table", A)
    evening.field.replug("table")
    assert [type(event) for event in evening.turns(130)] == [ReaderReady, TagLeft]


def test_other_reason_is_told_again() -> None:
    evening = Evening("table")
    evening.turns(1)
    evening.field.unplug("table", Cable.ZEROS)
    evening.turns(3)
    evening.field.unplug("table", Cable.MISSING)
    (lost,) = evening.turns(100)
    assert isinstance(lost, ReaderLost)
    assert lost.reason == Lost.SPI_MISSING


def test_brown_out_is_mended_within_two_turns() -> None:
    evening = Evening("table")
    evening.turns(1)
    evening.field.brown_out("table")
    assert [type(event) for event in evening.turns(2)] == [ReaderLost, ReaderReady]


def test_one_lost_reader_does_not_stop_the_others() -> None:
    evening = Evening("table", "tray")
    evening.field.unplug("table", Cable.MISSING)
    evening.field.lay("tray", A)
    told = evening.turns(3)
    assert TagArrived("tray", A, 100.0) in told
    assert [status.status for status in evening.loop.status()] == [DeviceStatus.LOST, DeviceStatus.SIMULATED]


class Flickering:
    """A reader that starts, looks well once and is lost at its second look."""

    name = "table"
    simulated = False

    def __init__(self, fault: Exception) -> None:
        self.fault = fault
        self.starts = 0
        self.looks = 0
        self.closed = False

    def start(self) -> ReaderVersion:
        """Start."""
        self.starts += 1
        return ReaderVersion(0x92, True)

    def look(self) -> Inventory:
        """Fail every second time."""
        self.looks += 1
        if self.looks % 2 == 0:
            raise self.fault
        return Inventory()

    def rest(self) -> None:
        """Nothing to switch off."""

    def close(self) -> None:
        """Fail at that too."""
        self.closed = True
        raise self.fault


def test_reader_that_flickers_is_tried_ever_more_seldom() -> None:
    reader = Flickering(DeviceLost(Lost.UNSTEADY))
    at = [0.0]
    loop = ReaderLoop([reader], lambda event: None, now=lambda: at[0])
    for _ in range(20 * 60):
        loop.turn()
        at[0] += 0.05
    assert reader.starts < 20


@pytest.mark.filterwarnings("ignore")
def test_error_in_a_driver_loses_that_reader_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    reader = Flickering(ZeroDivisionError("oops"))
    events: list[TagEvent] = []
    loop = ReaderLoop([reader], events.append)
    loop.turn()
    loop.turn()
    loop.stop()
    assert isinstance(events[-1], ReaderLost)
    assert events[-1].reason == Lost.DRIVER_FAULT
    assert reader.closed
    assert "oops" in caplog.text


def test_listener_that_fails_is_logged_and_told_the_next_event(caplog: pytest.LogCaptureFixture) -> None:
    told: list[TagEvent] = []

    def fail(event: TagEvent) -> None:
        told.append(event)
        raise RuntimeError("inbox is closed")

    readers, field = simulated_readers(["table"])
    loop = ReaderLoop(readers, fail)
    field.lay("table", A)
    loop.turn()
    assert [type(event) for event in told] == [ReaderReady, TagArrived]
    assert "inbox is closed" in caplog.text


def test_two_readers_of_one_name_are_refused() -> None:
    readers, _ = simulated_readers(["table"])
    with pytest.raises(ValueError, match="table, table"):
        ReaderLoop([*readers, *readers], lambda event: None)


def wait_for(queue: Queue[TagEvent], wanted: Callable[[TagEvent], bool]) -> TagEvent:
    """Return the next event that is wanted."""
    while True:
        event = queue.get(timeout=5)
        if wanted(event):
            return event


def running() -> tuple[ReaderLoop, SimulatedField, Queue[TagEvent]]:
    """Return a loop that has been started, fast."""
    readers, field = simulated_readers(["table", "tray"])
    queue: Queue[TagEvent] = Queue()
    loop = ReaderLoop(readers, queue.put, period_s=0.01, retry_s=(0.01,))
    loop.start()
    return loop, field, queue


def test_thread_reads_while_others_lay_take_and_unplug_and_stop_joins() -> None:
    loop, field, queue = running()
    try:
        wait_for(queue, lambda event: isinstance(event, ReaderReady) and event.reader == "tray")
        field.lay("table", A)
        wait_for(queue, lambda event: isinstance(event, TagArrived) and event.uid == A)
        field.lay("tray", B)
        wait_for(queue, lambda event: isinstance(event, TagArrived) and event.uid == B)
        field.take("table", A)
        wait_for(queue, lambda event: isinstance(event, TagLeft) and event.uid == A)
        field.unplug("tray", Cable.FLOATING)
        wait_for(queue, lambda event: isinstance(event, ReaderLost))
        field.replug("tray")
        wait_for(queue, lambda event: isinstance(event, ReaderReady))
    finally:
        loop.stop()
    assert "readers" not in {thread.name for thread in threading.enumerate()}
    loop.stop()


def test_stop_is_heard_in_the_middle_of_a_long_pause() -> None:
    readers, _ = simulated_readers(["table"])
    ready = threading.Event()
    loop = ReaderLoop(readers, lambda event: ready.set(), period_s=3600)
    loop.start()
    assert ready.wait(5)
    loop.stop()
