"""Which throws of a table count, and how they are told apart."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.core.entry import Entry
from companion.core.seats import Seat
from companion.table.table import Table
from companion.wiring.fairness import dice_of, dice_records
from tests.web.house import House


@pytest.fixture
def house() -> Iterator[House]:
    made = House()
    yield made
    made.close()


def toss(table: Table, pips: int, source: str = "typed") -> None:
    by = ("Ann", "Bob", "Cem")[table.session.state.turn]
    table.submit({"do": "toss", "by": by, "dice": [pips], "source": source})
    table.submit({"do": "end_turn", "by": by})


def counts(table: Table) -> dict[str, tuple[int, ...]]:
    return {record.source: record.counts for record in dice_records(table)}


def said(do: str, **fields: object) -> Entry:
    return Entry(1, do, {"do": do, **fields}, Seat(0), Seat(0), (), 0, 0)


def test_throws_are_told_apart_by_where_they_came_from(house: House) -> None:
    table = house.start()
    for pips, source in ((6, "typed"), (6, "typed"), (1, "tower"), (2, "program")):
        toss(table, pips, source)
    assert counts(table) == {
        "tower": (1, 0, 0, 0, 0, 0),
        "program": (0, 1, 0, 0, 0, 0),
        "typed": (0, 0, 0, 0, 0, 2),
    }


def test_a_roll_of_the_program_counts_also_when_it_was_taken_back(house: House) -> None:
    table = house.start()
    table.submit({"do": "toss", "by": "Ann", "dice": [5], "source": "program"})
    table.submit({"do": "undo", "by": "banker"})
    assert counts(table) == {"program": (0, 0, 0, 0, 1, 0)}


def test_a_throw_typed_by_mistake_counts_no_more_once_it_is_mended(house: House) -> None:
    table = house.start()
    table.submit({"do": "toss", "by": "Ann", "dice": [5]})
    table.submit({"do": "undo", "by": "banker"})
    table.submit({"do": "toss", "by": "Ann", "dice": [4]})
    assert counts(table) == {"typed": (0, 0, 0, 1, 0, 0)}


def test_a_table_without_throws_has_no_records(house: House) -> None:
    table = house.start()
    table.submit({"do": "take", "by": "Ann", "amount": 1})
    assert dice_records(table) == ()


@pytest.mark.parametrize(
    ("entry", "dice"),
    [
        (said("roll", dice=[3, 4]), [("d6", 6, 3), ("d6", 6, 4)]),
        (said("roll", dice=[3, 4], speed="bus"), [("d6", 6, 3), ("d6", 6, 4)]),
        (said("throw", dice=[3, 4, "mr"]), [("d6", 6, 3), ("d6", 6, 4)]),
        (said("roll", die="white", pips=2), [("white", 3, 2), ("all", 3, 2)]),
        (said("roll", die="blue-support", pips=2), []),
        (said("place", camel="blue", space=3), [("blue", 3, 3), ("all", 3, 3)]),
        (said("draw", card="CH01"), []),
        (said("roll"), []),
        (said("roll", dice=["x", True, 9]), []),
        (said("roll", die="white", pips=7), []),
    ],
)
def test_dice_are_read_from_what_every_game_says(entry: Entry, dice: list[tuple[str, int, int]]) -> None:
    assert list(dice_of(entry)) == dice


def test_from_600_throws_on_there_is_an_answer(house: House) -> None:
    table = house.start()
    for at in range(599):
        toss(table, at % 6 + 1, "tower")
    (before,) = dice_records(table)
    assert (sum(before.counts), before.p, before.needed) == (599, None, 1)
    toss(table, 6, "tower")
    (after,) = dice_records(table)
    assert after.p == pytest.approx(1.0)
    assert (after.needed, after.freedom) == (0, 5)
