"""The reader's driver when the air, the cable or the machine is not as it should be."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Callable, Sequence

import pytest

from companion.core.uid import Uid
from companion.devices.emulated.air import Received
from companion.devices.emulated.bits import Bits
from companion.devices.emulated.rig import Cable
from companion.devices.rc522 import Rc522
from companion.devices.tags import DeviceLost, Inventory, Lost
from tests.devices.benches import (
    TABLE,
    Bench,
    bench,
    comings_and_goings,
    phantoms,
    reads_in_noise,
    tag,
    uids,
    wrong_after_removal,
)

NTAG, CLASSIC = "04A3C6CAE26180", "DEADBEEF"


def reason_of(act: Callable[[], object]) -> str:
    """Return why the device was lost."""
    with pytest.raises(DeviceLost) as caught:
        act()
    return caught.value.reason


@pytest.mark.parametrize(("rate", "least"), [(0.002, 260), (0.01, 90), (0.05, 0)])
def test_noise_costs_reads_and_never_makes_a_wrong_uid(rate: float, least: int) -> None:
    read, wrong = reads_in_noise(300, rate)
    assert wrong == 0
    assert read >= least


def test_card_that_lies_still_in_noise_arrives_once_and_stays() -> None:
    assert comings_and_goings(250, 0.01) == (1, 0)


def test_look_into_noise_says_that_it_was_not_clean() -> None:
    table = bench(tag(NTAG))
    table.chip.air.noise = 0.03
    looks = [table.look() for _ in range(20)]
    assert any(not look.clean for look in looks)


def test_tag_taken_in_the_middle_of_a_look_makes_it_unclean() -> None:
    going = tag(NTAG)
    table = bench(going)
    table.chip.air.take_at_frame(going, 3, midway=True)
    assert table.look() == Inventory((), clean=False)
    assert table.look() == Inventory((), clean=True)


def test_tag_that_answered_and_then_fell_silent_makes_the_look_unclean() -> None:
    going = tag(NTAG)
    table = bench(going)
    table.look()
    table.chip.air.take_at_frame(going, 3, midway=True)
    assert table.look() == Inventory((), clean=False)


def test_antenna_close_by_makes_no_tag() -> None:
    assert phantoms(150) == 0
    assert phantoms(150, [bytes.fromhex(NTAG), bytes.fromhex(CLASSIC)]) == 0


@pytest.mark.parametrize(
    ("going", "staying"),
    [
        (NTAG, None),
        (CLASSIC, None),
        (NTAG, "04A3C6CAE26181"),
        (CLASSIC, NTAG),
        ("04112233445566778899", CLASSIC),
    ],
)
def test_tag_taken_at_any_frame_is_never_read_wrong(going: str, staying: str | None) -> None:
    other = bytes.fromhex(staying) if staying else None
    assert wrong_after_removal(bytes.fromhex(going), other, 25) == (0, 0)


BROKEN = [
    (Cable.ZEROS, Lost.ALL_ZEROS),
    (Cable.ONES, Lost.ALL_ONES),
    (Cable.FLOATING, Lost.UNSTEADY),
    (Cable.HELD_IN_RESET, Lost.ALL_ZEROS),
]


@pytest.mark.parametrize(
    ("cable", "reason"), [*BROKEN, (Cable.MISSING, Lost.SPI_MISSING), (Cable.FORBIDDEN, Lost.SPI_FORBIDDEN)]
)
def test_reader_that_is_not_there_at_start_says_why_and_starts_later(cable: Cable, reason: Lost) -> None:
    table = bench(tag(NTAG), start=False)
    table.rig.break_cable(TABLE.bus, TABLE.ce, cable)
    assert reason_of(table.reader.start) == reason
    table.rig.mend_cable(TABLE.bus, TABLE.ce)
    table.reader.start()
    assert set(table.look().tags) == uids(NTAG)


@pytest.mark.parametrize(("cable", "reason"), [*BROKEN, (Cable.MISSING, Lost.SPI_FAILED)])
def test_cable_pulled_in_the_middle_of_a_look_is_noticed_wherever_it_happens(
    cable: Cable, reason: Lost
) -> None:
    for after in range(1, 110, 4):
        table = bench(tag(NTAG))
        table.rig.break_cable(TABLE.bus, TABLE.ce, cable, after=after)
        assert reason_of(lambda table=table: look_twice(table)) == reason, after  # type: ignore[misc]
        table.rig.mend_cable(TABLE.bus, TABLE.ce)
        table.reader.start()
        assert set(table.look().tags) == uids(NTAG)


def test_chip_that_fell_over_during_a_look_is_not_believed_for_it() -> None:
    table = bench(tag(NTAG))
    exchange = table.chip.air.exchange

    def falling(frame: Bits, encrypted: bool, now: float, gain_db: int) -> Received | None:
        received = exchange(frame, encrypted, now, gain_db)
        if table.chip.air.frames == 8:  # the call that nobody answers, after the tag was put to sleep
            table.chip.brown_out()
        return received

    table.chip.air.exchange = falling  # type: ignore[method-assign]
    assert reason_of(table.look) == Lost.RESTARTED


def look_twice(table: Bench) -> None:
    """Look until the cable is gone, and mind what the looks before say."""
    for _ in range(2):
        assert set(table.look().tags) <= uids(NTAG)


def test_loose_wire_never_makes_a_tag() -> None:
    for after in range(1, 300):
        table = bench(seed=after)
        table.rig.break_cable(TABLE.bus, TABLE.ce, Cable.FLOATING, after=after)
        with pytest.raises(DeviceLost):
            for _ in range(20):
                assert table.look().tags == ()


def test_supply_that_dips_is_noticed_at_the_next_look() -> None:
    table = bench(tag(NTAG))
    table.look()
    table.chip.brown_out()
    assert reason_of(table.look) == Lost.RESTARTED
    table.reader.start()
    assert set(table.look().tags) == uids(NTAG)


def test_supply_that_dips_in_the_middle_of_a_look_never_makes_a_wrong_tag() -> None:
    for after in range(1, 130):
        table = bench(tag(NTAG))
        left = [after]
        through = table.chip.transfer

        def dipping(
            sent: Sequence[int],
            table: Bench = table,
            left: list[int] = left,
            through: Callable[[Sequence[int]], list[int]] = through,
        ) -> list[int]:
            left[0] -= 1
            if left[0] == 0:
                table.chip.brown_out()
            return through(sent)

        table.chip.transfer = dipping  # type: ignore[method-assign]
        with pytest.raises(DeviceLost):
            for _ in range(3):
                assert set(table.look().tags) <= uids(NTAG)
        table.reader.start()
        assert set(table.look().tags) == uids(NTAG)


def test_chip_that_never_ends_its_reset_is_given_up() -> None:
    table = bench(start=False)
    table.chip.reset_sticks = True
    assert reason_of(table.reader.start) == Lost.RESET_STUCK
    assert table.rig.now() < 1.0


def test_chip_that_keeps_no_setting_is_found_out() -> None:
    table = bench(start=False)
    table.chip.keeps_nothing = True
    with pytest.raises(DeviceLost) as caught:
        table.reader.start()
    assert caught.value.reason == Lost.READ_BACK
    assert caught.value.values["wrote"] != caught.value.values["read"]


def test_chip_whose_timer_never_ends_a_wait_is_given_up() -> None:
    table = bench()
    table.chip.timer_stands = True
    began = table.rig.now()
    assert reason_of(table.look) == Lost.COMMAND_STUCK
    assert table.rig.now() - began < 0.2


def test_errors_that_end_without_an_interrupt_are_waited_out() -> None:
    table = bench(tag(NTAG), tag("04A3C6CAE26181"), silent_errors=True)
    assert set(table.look().tags) == uids(NTAG, "04A3C6CAE26181")


def test_look_before_start_says_so() -> None:
    assert reason_of(bench(start=False).reader.look) == Lost.SPI_FAILED


def test_close_is_quiet_even_without_a_cable_and_start_opens_again() -> None:
    table = bench(tag(NTAG))
    table.rig.break_cable(TABLE.bus, TABLE.ce, Cable.MISSING)
    table.reader.close()
    table.reader.close()
    table.rig.mend_cable(TABLE.bus, TABLE.ce)
    table.reader.start()
    assert table.look() == Inventory((Uid.from_hex(NTAG),))


def test_other_release_of_the_package_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    table = bench(start=False)
    monkeypatch.setattr(importlib.metadata, "version", lambda name: "0.0.9")
    with pytest.raises(DeviceLost) as caught:
        table.reader.start()
    assert caught.value.reason == Lost.PACKAGE_WRONG
    assert caught.value.values == {"package": "mfrc522==0.0.7", "found": "0.0.9"}
    assert str(caught.value) == "package_wrong (package mfrc522==0.0.7, found 0.0.9)"


def test_absent_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    table = bench(start=False)
    monkeypatch.setattr(importlib.metadata, "version", absent)
    assert reason_of(table.reader.start) == Lost.PACKAGE_MISSING


def test_reset_pin_that_somebody_else_holds_is_a_fault_of_its_own() -> None:
    def taken(bcm: int) -> object:
        raise OSError(f"GPIO busy: {bcm}")

    reader = Rc522(TABLE, open_reset=taken)  # type: ignore[arg-type]
    with pytest.raises(DeviceLost) as caught:
        reader.start()
    assert caught.value.reason == Lost.PIN_FAILED
    assert caught.value.values == {"pin": 25, "error": "GPIO busy: 25"}
