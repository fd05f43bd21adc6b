"""Commands as JSON, decided and folded; the tests' short way to a table."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.core.draft import Overriding
from companion.core.game import Setup
from companion.core.refusal import Refusal
from companion.core.seats import Role
from companion.core.verbs import read_said
from companion.games import monopoly
from companion.games.monopoly.options import OPTIONS
from companion.games.monopoly.state import State

NAMES = ("Ann", "Bob", "Cem", "Dia", "Eva", "Fay", "Gus", "Hal")


def table(count: int = 2, edition: str = "us", board: object = None, **options: object) -> State:
    """A new table of the first *count* names."""
    extra = {} if board is None else {"board": board}
    return monopoly.new(Setup("monopoly", NAMES[:count], edition, options, extra))


def decided(state: State, said: dict[str, Any], number: int = 1) -> tuple[Any, ...]:
    """The events of a command as JSON. Raises Refusal."""
    read = read_said(said, monopoly.verbs, state.seats, number)
    return monopoly.decide(state, Overriding(read.command) if read.override else read.command)


def after(state: State, *commands: dict[str, Any]) -> State:
    """The state after some commands."""
    for number, said in enumerate(commands, start=1):
        for event in decided(state, said, number):
            state = monopoly.evolve(state, event)
    return state


def refused(state: State, said: dict[str, Any]) -> str:
    """The code a command is refused with, "" when it is not."""
    try:
        decided(state, said)
    except Refusal as refusal:
        return refusal.code
    return ""


def arranged(state: State, **set: object) -> State:
    """The state with some keys of the view set by the banker."""
    return after(state, {"do": "arrange", "by": "banker", "set": set})


def seen(state: State) -> dict[str, Any]:
    """What the table screen shows."""
    return monopoly.view(state, Role.TABLE)


def random_options(random: Random) -> dict[str, object]:
    """Every option at random, amounts small enough that games stay lively."""
    chosen: dict[str, object] = {}
    for name, option in OPTIONS.items():
        if name in ("follow", "minutes", "starting_cash") or random.random() < 0.6:
            continue
        if option.choices:
            chosen[name] = random.choice(option.choices)
        elif name == "round_to":
            chosen[name] = random.choice((1, 5, 10))
        elif name == "cash_limit":
            chosen[name] = random.choice((None, 5000))
        elif name == "dealt_deeds":
            chosen[name] = random.randint(0, 2)
        else:
            chosen[name] = random.choice((*option.optional, 0, 50, 200))
    chosen["starting_cash"] = random.choice((300, 700, 1500))
    return chosen
