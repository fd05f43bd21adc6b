"""The read rate at each gain, and which one is best."""

from __future__ import annotations

import pytest

from companion.devices.emulated.tags import Tag, tag_of
from companion.doctor.tune import best_gain, measure
from tests.devices.benches import bench

CARD = bytes.fromhex("5A3F21B0")


def test_a_card_that_lies_close_is_read_at_every_gain_and_the_lowest_is_kept() -> None:
    table = bench(tag_of(CARD))
    tuned = measure(table.reader, table.rig, looks=10)
    assert tuned.rates == {33: 100, 38: 100, 43: 100, 48: 100}
    assert tuned.best == 33


def test_a_card_far_away_needs_more_gain() -> None:
    table = bench(Tag(CARD, strength_db=-8))
    tuned = measure(table.reader, table.rig, looks=10)
    assert tuned.rates == {33: 0, 38: 0, 43: 100, 48: 100}
    assert tuned.best == 43
    assert table.reader.gain_db == 33


def test_an_empty_field_has_no_best_gain() -> None:
    table = bench()
    assert measure(table.reader, table.rig, looks=3).best is None


@pytest.mark.parametrize(
    ("rates", "best"),
    [
        ({33: 90, 38: 99, 43: 100, 48: 100}, 38),
        ({33: 10, 38: 50, 43: 80, 48: 60}, 43),
        ({33: 0, 38: 0, 43: 0, 48: 0}, None),
        ({33: 98, 38: 100, 43: 97, 48: 20}, 33),
    ],
)
def test_the_lowest_gain_as_good_as_the_best_is_taken(rates: dict[int, int], best: int | None) -> None:
    assert best_gain(rates) == best
