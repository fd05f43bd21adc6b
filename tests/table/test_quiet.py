"""What a table does by itself for people who do not answer: 20 quiet seconds, never sooner."""

from __future__ import annotations

from random import Random
from typing import Any, cast

from companion.core.entry import Entry
from companion.core.game import Game, Setup
from companion.core.seats import Role
from companion.games import camelup
from companion.table.bus import Bus
from companion.table.quiet import QUIET_S, Quiet
from companion.table.registry import Registry
from companion.table.session import Session
from companion.table.table import Table
from tests.table.conftest import Clock

SIX = ("Ann", "Bob", "Cem", "Dia", "Eva", "Fay")


def partners_wait(clock: Clock) -> Table:
    """Ann and Bob are partners at the end of a leg; Bob copies white, worth 5, if anybody asks him."""
    journal: list[Entry] = []
    session = Session(
        cast(Game, camelup),
        Setup("camelup", SIX, options={"partner_bets": True}),
        journal.append,
        clock=lambda: 0.0,
        monotonic=clock,
    )
    table = Table("camelup-1", session, Registry(), Bus(), Random(1), clock)
    camels = {
        name: {"space": at + 2} for at, name in enumerate(("blue", "green", "yellow", "orange", "white"))
    }
    acts: tuple[dict[str, Any], ...] = (
        {"do": "arrange", "by": "banker", "set": {"camels": camels, "pyramid": ["blue"]}},
        {"do": "leg_bet", "by": "Ann", "camel": "white"},
        {"do": "partner", "by": "Bob", "with": "Ann"},
        {"do": "roll", "by": "Cem", "die": "blue", "pips": 1},
    )
    for act in acts:
        assert table.submit(act).__class__.__name__ == "Done", act
    assert table.session.view(Role.TABLE)["phase"] == "copying"
    return table


def test_quiet_is_over_once_and_begins_anew_with_every_entry() -> None:
    quiet = Quiet()
    assert not quiet.is_over(True, 1, 0.0)
    assert not quiet.is_over(True, 2, 15.0)
    assert not quiet.is_over(True, 2, 15.0 + QUIET_S - 0.1)
    assert quiet.is_over(True, 2, 15.0 + QUIET_S)
    assert not quiet.is_over(True, 2, 16.0 + QUIET_S)
    assert not quiet.is_over(False, 2, 99.0)
    assert not quiet.is_over(True, 2, 199.0)


def test_partners_who_do_not_choose_copy_the_best_after_twenty_seconds() -> None:
    clock = Clock()
    table = partners_wait(clock)
    table.tick()
    clock.seconds += QUIET_S - 1
    table.tick()
    assert camelup.default_acts(table.session.state)
    clock.seconds += 1
    table.tick()
    assert camelup.default_acts(table.session.state) == ()
    scored = table.session.view(Role.TABLE)["last_scoring"]
    assert (scored["Ann"], scored["Bob"]) == (5, 5)


def test_who_has_chosen_keeps_the_choice() -> None:
    clock = Clock()
    table = partners_wait(clock)
    table.submit({"do": "copy", "by": "Bob", "tile": None})
    table.act_by_default()
    scored = table.session.view(Role.TABLE)["last_scoring"]
    assert (scored["Ann"], scored["Bob"]) == (5, 0)
    assert table.act_by_default() is None
