"""A scoring line by line: every coin of a leg and of the race is explained."""

from __future__ import annotations

import importlib
import random
import re
from typing import Any

import pytest

from companion.core.game import Setup
from companion.core.seats import Role
from companion.games import GAMES
from companion.table.table import Table
from companion.web.telling import Told, newest_first
from companion.web.text import Words
from tests.web.house import House

SUPERCUP = {"big_track": True, "photographer": True, "position_bets": True}


def played(house: House, options: dict[str, object]) -> Table:
    """A whole race by the game's own simple player."""
    house.hall.games = {**GAMES, **house.hall.games}
    setup = Setup("camelup", ("Ann", "Bob", "Cem", "Dora"), options=options)
    table = house.inbox.ask(lambda: house.hall.start(setup))
    bot, luck = importlib.import_module("companion.games.camelup.bot"), random.Random(5)
    while (said := bot.next_act(table.session.state, luck)) is not None:
        house.inbox.ask(lambda said=said: table.submit(said))  # type: ignore[misc]
    return table


def scorings(table: Table) -> list[tuple[Told, list[Any]]]:
    """What is told of each entry with a scoring, and what changed hands in it, by name."""
    words = Words.at(table)
    found = []
    for told in newest_first(table, Role.TABLE, words):
        if told.scoring:
            events = table.session.history.entries[told.number].events
            due = [one for event in events for one in getattr(event, "scored", getattr(event, "settled", ()))]
            found.append((told, [(words.names[seat], amount) for seat, amount, _ in due]))
    return found


@pytest.mark.parametrize("options", [{}, SUPERCUP])
def test_every_coin_of_a_scoring_is_explained(house: House, options: dict[str, object]) -> None:
    table = played(house, options)
    told = scorings(table)
    assert len(told) > 3
    for entry, due in told:
        for name, amount in due:
            (line,) = [one for one in entry.scoring if one.startswith(f"{name}: ")] or [f"{name}: +0"]
            parts = [int(part.replace("−", "-")) for part in re.findall(r": ?([+−]\d+)", line)]
            assert sum(parts) == amount, line
    page = house.device(table, 0).get(f"/t/{table.id}/history").text
    assert "on the winner pile" in page and "pyramid tile" in page


def test_setting_the_table_is_no_payment_to_pay_back(house: House) -> None:
    house.hall.games = dict(GAMES)
    table = house.inbox.ask(lambda: house.hall.start(Setup("monopoly", ("Ann", "Bob"))))
    banker = house.device(table, 0, banker=True)
    banker.say(table, "arrange", "banker", set={"players": {"Ann": {"cash": 7}}})
    assert table.session.payments(table.session.history.entries[1])
    assert "Pay back" not in banker.get(f"/t/{table.id}/history").text
    banker.say(table, "transfer", "Ann", to="Bob", amount=1)
    assert "Pay back" in banker.get(f"/t/{table.id}/history").text
