"""What the table screen says largest: the act, without whose turn it is, as far as there is room for it."""

from __future__ import annotations

import pytest

from companion.core.game import Setup
from companion.core.seats import Seat
from companion.games import GAMES
from companion.table.outcome import Done
from companion.table.table import Table
from companion.web.headline import Headline, headline
from companion.web.look import look_at
from tests.web.house import House

FOUR = ("Ann", "Bob", "Cem", "Dora")


@pytest.fixture
def race(house: House) -> Table:
    """Four at a race; the camels stand, it is Ann's turn."""
    house.hall.games = {**GAMES, **house.hall.games}
    table = house.inbox.ask(lambda: house.hall.start(Setup("camelup", FOUR)))
    places = {"green": 2, "blue": 6, "white": 9, "yellow": 12, "orange": 15}
    camels = {camel: {"space": space, "height": 0} for camel, space in places.items()}
    do(house, table, "arrange", "banker", set={"camels": camels, "pyramid": ["green", "blue"]})
    return table


def do(house: House, table: Table, verb: str, by: str, **fields: object) -> None:
    said = {"do": verb, "by": by, **fields}
    assert isinstance(house.inbox.ask(lambda: table.submit(said)), Done), said


def said_largest(house: House, table: Table) -> Headline:
    with house.app.test_request_context():
        return headline(look_at(table))


def test_the_act_is_told_without_whose_turn_it_is(house: House, race: Table) -> None:
    do(house, race, "leg_bet", "Ann", camel="blue")
    now = said_largest(house, race)
    assert now.act == ("Ann bets on blue: leg tile 5",)
    assert now.hands == ("Give Ann the leg tile blue 5",)
    assert now.mark is not None and now.mark.name == "Ann"
    assert (now.size, now.rest) == ("", ())


def test_everybodys_change_of_money_is_that_of_the_act(house: House, table: Table) -> None:
    house.device(table, banker=True).say(table, "transfer", "Ann", to="Bob", amount=5)
    assert said_largest(house, table).changes == {Seat(0): -5, Seat(1): 5}
    house.device(table, banker=True).say(table, "undo", "banker")
    assert said_largest(house, table).changes == {}


def test_what_finds_no_room_comes_smaller_and_nothing_is_lost(house: House, race: Table) -> None:
    do(house, race, "leg_bet", "Ann", camel="blue")
    do(house, race, "roll", "Bob", die="green", pips=3)
    do(house, race, "roll", "Cem", die="blue", pips=1)
    now = said_largest(house, race)
    assert now.told is not None and len(now.told.lines) > 2
    assert [*now.act, *now.hands, *now.rest][: len(now.act)] == list(now.told.lines[: len(now.act)])
    assert {*now.act, *now.hands, *now.rest} == {*now.told.lines, *now.told.hands}
    assert now.rest and now.size == ""


def test_before_anything_happened_there_is_nothing_to_say(house: House, table: Table) -> None:
    now = said_largest(house, table)
    assert (now.told, now.act, now.hands, now.rest, now.changes) == (None, (), (), (), {})
