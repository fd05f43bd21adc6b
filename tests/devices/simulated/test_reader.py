"""The hand above simulated readers."""

from __future__ import annotations

import sys

import pytest

from companion.core.uid import Uid
from companion.devices.simulated.reader import Cable, SimulatedField, simulated_readers
from companion.devices.tags import DeviceLost, TagReader

A, B, LONG = (Uid.from_hex(text) for text in ("04A3C6CAE26180", "DEADBEEF", "04112233445566778899"))


def started(*names: str) -> tuple[dict[str, TagReader], SimulatedField]:
    """Return started readers by name."""
    readers, field = simulated_readers(names)
    for reader in readers:
        reader.start()
    return {reader.name: reader for reader in readers}, field


def test_readers_come_in_the_order_asked_for_and_say_that_they_are_simulated() -> None:
    readers, field = simulated_readers(["deck", "table"])
    assert [reader.name for reader in readers] == ["deck", "table"] == list(field.readers)
    assert all(reader.simulated for reader in readers)


def test_reader_that_the_pin_map_has_not_got_is_refused_with_those_it_has() -> None:
    with pytest.raises(ValueError, match="no reader 'shelf'; the pin map has table, tray, bank, deck"):
        simulated_readers(["table", "shelf"])


def test_laid_tags_of_every_size_are_seen_until_they_are_taken() -> None:
    readers, field = started("table")
    for uid in (A, B, LONG):
        field.lay("table", uid)
    assert field.lying("table") == (A, B, LONG)
    assert set(readers["table"].look().tags) == {A, B, LONG}
    field.take("table", B)
    assert set(readers["table"].look().tags) == {A, LONG}
    field.clear("table")
    assert field.lying("table") == ()
    assert readers["table"].look().tags == ()


def test_tag_laid_on_a_second_reader_moves_there() -> None:
    readers, field = started("table", "tray")
    field.lay("table", A)
    field.lay("tray", A)
    assert (field.lying("table"), field.lying("tray")) == ((), (A,))
    assert readers["tray"].look().tags == (A,)


def test_laying_a_tag_twice_and_taking_what_is_not_there_change_nothing() -> None:
    _, field = started("table")
    field.lay("table", A)
    field.lay("table", A)
    field.take("table", B)
    assert field.lying("table") == (A,)


@pytest.mark.parametrize("cable", list(Cable))
def test_cable_is_broken_and_mended(cable: Cable) -> None:
    readers, field = started("table")
    field.lay("table", A)
    field.unplug("table", cable)
    assert field.cable("table") is cable
    with pytest.raises(DeviceLost):
        readers["table"].look()
    with pytest.raises(DeviceLost):
        readers["table"].start()
    field.replug("table")
    assert field.cable("table") is None
    readers["table"].start()
    assert readers["table"].look().tags == (A,)


def test_noise_and_a_neighbour_come_and_go() -> None:
    readers, field = started("table")
    field.lay("table", A)
    field.set_noise("table", 1.0)
    assert readers["table"].look().tags == ()
    field.set_noise("table", 0.0)
    field.set_neighbour("table", True)
    assert set(readers["table"].look().tags) <= {A}
    field.set_neighbour("table", False)
    assert readers["table"].look().tags == (A,)


def test_noise_beyond_all_bits_is_refused() -> None:
    _, field = started("table")
    with pytest.raises(ValueError, match="0 to 1, not 2"):
        field.set_noise("table", 2)


def test_unknown_reader_is_a_key_error() -> None:
    _, field = started("table")
    with pytest.raises(KeyError):
        field.lay("deck", A)


def test_emulated_modules_are_in_place_after_simulated_readers_were_asked_for() -> None:
    simulated_readers(["table"])
    assert sys.modules["spidev"].__spec__ is None
    assert sys.modules["RPi.GPIO"].getmode() is None


def test_two_fields_in_one_process_do_not_meet() -> None:
    first, first_field = started("table")
    second, _ = started("table")
    first_field.lay("table", A)
    assert first["table"].look().tags == (A,)
    assert second["table"].look().tags == ()
