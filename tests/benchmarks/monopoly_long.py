"""Monopoly at length: two million throws beside the exact chances, thousands of games of sense and nonsense.

    python -m tests.benchmarks.monopoly_long landing|soak [COUNT]

Not part of the suite: each takes five to ten minutes.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.core.refusal import Refusal
from companion.games.monopoly.bot import next_act
from companion.games.monopoly.state import State
from tests.games.monopoly.landing import largest_deviation
from tests.games.monopoly.playing import random_options, table
from tests.games.monopoly.test_soak import look, nonsense, run

THROWS = 2_000_000
STANDARD_ERRORS = 5.0
GAMES = 5_000
TURNS = 150
COMMANDS = 8 * TURNS
"""A table without turns, or one where only nonsense is said, ends too."""
_SHOWN = 5
_EDITIONS = ("us", "us-classic", "dk")


@dataclass(frozen=True, slots=True)
class Played:
    """What came of one game. *fault* is what broke, "" when nothing did."""

    seed: int
    commands: int = 0
    refused: int = 0
    turns: int = 0
    fault: str = ""


def play(seed: int) -> Played:
    """One game of random options, acts and nonsense, of at most 150 turns; never raises."""
    random = Random(seed)
    state = table(random.randint(2, 6), random.choice(_EDITIONS), **random_options(random))
    commands = refused = turns = 0
    said: dict[str, Any] = {}
    try:
        while not state.over and turns < TURNS and commands + refused < COMMANDS:
            sensible = random.random() < 0.6 and not state.rules.hands
            said = dict(next_act(state, random)) if sensible else nonsense(state, random)
            now = _do(state, said, commands + refused + 1, sensible)
            if now is None:
                refused += 1
                continue
            turns += now.turn.player != state.turn.player
            state, commands = now, commands + 1
        look(state)
        fault = "" if state.ledger.total() == 0 else "money was lost or made"
    except Exception:  # whatever breaks is what this looks for
        fault = f"{said}: {traceback.format_exc(limit=-2)}"
    return Played(seed, commands, refused, turns, fault)


def _do(state: State, said: dict[str, Any], number: int, sensible: bool) -> State | None:
    """The state after a command, None when it was refused. Raises AssertionError when it should not be."""
    try:
        return run(state, said, number)
    except Refusal as refusal:
        assert not sensible, refusal
        return None


def landing(throws: int = THROWS) -> bool:
    """Where the engine's pieces stand, beside an exact Markov chain."""
    place, errors = largest_deviation(throws, seed=7)
    where = "in jail" if place < 0 else f"on square {place}"
    print(
        f"   {throws:,} throws, 41 places: furthest from its chance is standing {where}, "
        f"by {errors:.2f} standard errors (mark {STANDARD_ERRORS:.0f})"
    )
    return errors <= STANDARD_ERRORS


def soak(games: int = GAMES) -> bool:
    """Many games, on every core: nothing may break."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        played = tuple(_counted(pool.map(play, range(games), chunksize=10), games))
    broken = [one for one in played if one.fault]
    print(
        f"   {len(played):,} games, {sum(one.turns for one in played):,} turns, "
        f"{sum(one.commands for one in played):,} commands done, "
        f"{sum(one.refused for one in played):,} refused, {len(broken)} faults"
    )
    for one in broken[:_SHOWN]:
        print(f"   game {one.seed}: {one.fault}")
    return not broken


def _counted(played: Iterator[Played], games: int) -> Iterator[Played]:
    """Says how far it is, five hundred games at a time."""
    faults = 0
    for number, one in enumerate(played, start=1):
        faults += bool(one.fault)
        if number % 500 == 0 and number < games:
            print(f"   {number:,} of {games:,} games, {faults} faults so far", flush=True)
        yield one


def main(arguments: list[str]) -> int:
    """Run what is named. Exit 1 when it broke, or strayed too far."""
    name, *count = arguments
    number = [int(one) for one in count]
    good = landing(*number) if name == "landing" else soak(*number)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
