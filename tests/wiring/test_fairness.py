"""Which throws of a table count, and how they are told apart."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.core.entry import Entry
from companion.core.game import Setup
from companion.core.seats import Seat
from companion.games import GAMES
from companion.table.fittings import JointRecord
from companion.table.outcome import Done
from companion.table.table import Table
from companion.wiring.fairness import dice_of, dice_records, joint_records
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


def monopoly_pairs(house: House, source: str) -> tuple[JointRecord, ...]:
    """Ann throws a double, throws again, and the last one is taken back."""
    house.hall.games = {**GAMES, **house.hall.games}
    table = house.inbox.ask(lambda: house.hall.start(Setup("monopoly", ("Ann", "Bob"))))
    for dice in ([2, 2], [6, 3]):
        table.submit({"do": "roll", "by": "Ann", "dice": dice, "source": source})
        table.submit({"do": "decline", "by": "Ann"})
    table.submit({"do": "undo", "by": "banker"})
    return joint_records(table)


def test_pairs_are_counted_by_first_and_second_die_also_when_taken_back(house: House) -> None:
    (pairs,) = monopoly_pairs(house, "tower")
    assert (pairs.source, pairs.what, pairs.needed) == ("tower", "pairs", 598)
    assert len(pairs.rows) == 6 and all(len(row) == 6 for row in pairs.rows)
    assert pairs.rows[1][1] == pairs.rows[5][2] == 1
    assert sum(map(sum, pairs.rows)) == 2


def test_pairs_that_people_typed_say_nothing_of_the_dice(house: House) -> None:
    assert monopoly_pairs(house, "typed") == ()


def test_a_bag_is_counted_by_how_many_dice_were_inside(house: House) -> None:
    house.hall.games = {**GAMES, **house.hall.games}
    table = house.inbox.ask(lambda: house.hall.start(Setup("camelup", ("Ann", "Bob", "Cem"))))
    drawn = 0
    while drawn < 12:
        turn = table.game.turn(table.session.state)
        assert turn is not None
        due = table.game.chance(table.session.state, turn)
        assert due is not None
        act = {"do": due.verb, "by": table.session.state.seats.name(turn), "source": "program"}
        assert isinstance(table.submit(act), Done)
        drawn += due.verb == "roll"
    (bag,) = joint_records(table)
    assert (bag.source, bag.what) == ("program", "bag")
    inside = {len(row): sum(row) for row in bag.rows}
    assert list(inside) == sorted(inside)
    # Five camels are placed out of a bag, then two legs of five dice and two dice of the third; of a single
    # die inside nothing is learned.
    assert inside == {2: 1 + 2, 3: 1 + 2, 4: 1 + 3, 5: 1 + 3}
    assert bag.freedom == 1 + 2 + 3 + 4


def test_a_bag_tells_which_die_of_those_inside_came(house: House) -> None:
    house.hall.games = {**GAMES, **house.hall.games}
    table = house.inbox.ask(lambda: house.hall.start(Setup("camelup", ("Ann", "Bob", "Cem"))))
    for camel in ("white", "blue", "yellow"):
        turn = table.game.turn(table.session.state)
        assert turn is not None
        by = table.session.state.seats.name(turn)
        assert isinstance(table.submit({"do": "place", "by": by, "camel": camel, "space": 1}), Done)
    (bag,) = joint_records(table)
    # b g o w y: white is the fourth of five, blue the first of four, yellow the third of g o y.
    assert bag.rows == ((0, 0, 1), (1, 0, 0, 0), (0, 0, 0, 1, 0))
