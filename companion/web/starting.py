"""Who starts: the table chooses a way, then a throw, a tap or a lot finds the first player."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.first_player import FirstPlayer, highest_throwers
from companion.core.game import Game
from companion.core.refusal import refuse_field
from companion.table.fittings import Notes
from companion.table.table import Table
from companion.web.reach import reach
from companion.web.text import Words

_DICE, _SIDES = 2, 6
_OFFERED = (FirstPlayer.HIGHEST, FirstPlayer.YOUNGEST, FirstPlayer.LOT, FirstPlayer.SEATED)
_NOTE = "first"


@dataclass(frozen=True, slots=True)
class Start:
    """Who starts, by place among those who sit down, and how that was found. *throw*: the highest one."""

    way: FirstPlayer
    first: int
    throw: int | None = None

    def words(self, words: Words, who: int) -> str:
        """The start in a sentence; *who* is the starter in these words."""
        return words.text(f"first.{self.way.value}", who=who, throw=self.throw)


@dataclass(frozen=True, slots=True)
class Step:
    """What is asked before the first act, or shown when *start* was found without anybody's hands.

    *throwers* have to throw; *rounds* are the throws so far, by place, *best* the highest of the first.
    """

    way: FirstPlayer
    start: Start | None = None
    throwers: tuple[int, ...] = ()
    rounds: tuple[Mapping[int, int], ...] = ()
    best: int | None = None


def ways(game: Game) -> tuple[FirstPlayer, ...]:
    """The ways that a table may choose from, the rulebook's own first."""
    return (game.FIRST_PLAYER, *(way for way in _OFFERED if way is not game.FIRST_PLAYER))


def read_way(game: Game, form: Mapping[str, str]) -> FirstPlayer:
    """The way a form says, as seated when it says none. Raises Refusal(BAD_REQUEST) for an unknown one."""
    said = form.get("first") or FirstPlayer.SEATED.value
    for way in ways(game):
        if way.value == said:
            return way
    refuse_field("first", "one_of", said, choices=[way.value for way in ways(game)])


def ask_start(way: FirstPlayer, count: int) -> Start | Step:
    """What a way asks of *count* people, or who starts where it asks nothing. A lot is drawn here, once."""
    match way:
        case FirstPlayer.SEATED:
            return Start(way, 0)
        case FirstPlayer.LOT:
            return Step(way, Start(way, secrets.randbelow(count)))
        case FirstPlayer.HIGHEST:
            return Step(way, throwers=tuple(range(count)))
        case FirstPlayer.YOUNGEST | FirstPlayer.LAST_PAYER:
            return Step(way)


def answer_step(step: Step, form: Mapping[str, str], count: int) -> Start | Step:
    """Who starts after what a form answers; else what is asked or shown next.

    Raises Refusal(BAD_REQUEST) for a sum that two dice cannot show.
    """
    if step.start is not None:
        return step.start
    if step.way is FirstPlayer.HIGHEST:
        return _thrown_by_program(step) if form.get("by") == "program" else _thrown_by_hand(step, form)
    named = form.get("starts", "")
    return Start(step.way, int(named)) if named in map(str, range(count)) else step


def step_json(step: Step) -> Mapping[str, object]:
    """A step as it is kept until somebody answers it."""
    start = step.start
    return {
        "way": step.way.value,
        "start": [start.first, start.throw] if start is not None else None,
        "throwers": step.throwers,
        "rounds": [[*round.items()] for round in step.rounds],
        "best": step.best,
    }


def read_step(kept: Mapping[str, Any]) -> Step:
    """A step that was kept."""
    way = FirstPlayer(kept["way"])
    return Step(
        way,
        Start(way, *kept["start"]) if kept["start"] is not None else None,
        tuple(kept["throwers"]),
        tuple(dict(round) for round in kept["rounds"]),
        kept["best"],
    )


def keep_start(notes: Notes, table: Table, start: Start) -> None:
    """Remember how the first player of a table was found. Nothing is kept of a table that just begins."""
    if start.way is not FirstPlayer.SEATED:
        notes.put(f"{_NOTE}/{table.id}", [start.way.value, start.throw])


def first_line(table: Table, words: Words) -> str:
    """How the first player was found, in a sentence; empty when the first seat simply began."""
    kept = reach().notes.get(f"{_NOTE}/{table.id}")
    if not isinstance(kept, list):
        return ""
    way, throw = kept
    return Start(FirstPlayer(way), 0, throw).words(words, 0)


def _thrown_by_hand(step: Step, form: Mapping[str, str]) -> Start | Step:
    thrown = {at: _read_total(form.get(f"throw.{at}", "").strip()) for at in step.throwers}
    best = step.best or max(thrown.values())
    highest = _highest(thrown)
    if len(highest) == 1:
        return Start(step.way, highest[0], best)
    return Step(step.way, throwers=highest, rounds=(*step.rounds, thrown), best=best)


def _thrown_by_program(step: Step) -> Step:
    throwers, rounds = step.throwers, list(step.rounds)
    while not rounds or len(throwers) > 1:
        rounds.append({at: sum(secrets.randbelow(_SIDES) + 1 for _ in range(_DICE)) for at in throwers})
        throwers = _highest(rounds[-1])
    best = max(rounds[0].values())
    return Step(step.way, Start(step.way, throwers[0], best), rounds=tuple(rounds), best=best)


def _highest(thrown: Mapping[int, int]) -> tuple[int, ...]:
    at = tuple(thrown)
    return tuple(at[index] for index in highest_throwers([*thrown.values()]))


def _read_total(text: str) -> int:
    """A sum that two dice can show."""
    if text not in map(str, range(_DICE, _DICE * _SIDES + 1)):
        refuse_field("throw", "whole_number", text, least=_DICE, most=_DICE * _SIDES)
    return int(text)
