"""Who starts: the table chooses a way, then a throw, a tap or a lot finds the first player."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.first_player import FirstPlayer, highest_throwers
from companion.core.game import Game
from companion.core.refusal import Refusal, refuse_field
from companion.table.fittings import Notes
from companion.table.outcome import Refused
from companion.table.table import Table
from companion.web.reach import reach
from companion.web.text import Words

STEP_FIELDS = frozenset({"starts", "best", "by", "back"})
"""What the step itself asks, besides `throw.<n>`; the rest of its form is the set-up, carried along."""

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

    *throwers* have to throw; *rounds* are the throws so far, by place; *typed* what was typed and *refused*.
    """

    way: FirstPlayer
    start: Start | None = None
    throwers: tuple[int, ...] = ()
    rounds: tuple[Mapping[int, int], ...] = ()
    best: int | None = None
    typed: Mapping[int, str] | None = None
    refused: Refused | None = None


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


def find_start(way: FirstPlayer, form: Mapping[str, str], count: int) -> Start | Step:
    """Who of *count* people starts by what a form says; else what is still to be asked or shown."""
    if way is FirstPlayer.SEATED:
        return Start(way, 0)
    named = form.get("starts", "")
    if named in map(str, range(count)):
        return Start(way, int(named), _total(form.get("best", "")))
    if way is FirstPlayer.LOT:
        return Step(way, Start(way, secrets.randbelow(count)))
    if way is FirstPlayer.HIGHEST:
        return _by_throws(form, count)
    return Step(way)


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


def _by_throws(form: Mapping[str, str], count: int) -> Start | Step:
    """The highest throw of those whose field is in the form; several of one height throw again."""
    way = FirstPlayer.HIGHEST
    throwers = tuple(at for at in range(count) if f"throw.{at}" in form)
    best = _total(form.get("best", ""))
    if not throwers:
        return Step(way, throwers=tuple(range(count)))
    if form.get("by") == "program":
        return _thrown_by_program(throwers, best)
    typed = {at: form[f"throw.{at}"].strip() for at in throwers}
    try:
        thrown = {at: _read_total(text) for at, text in typed.items()}
    except Refusal as refusal:
        refused = Refused(refusal.code, refusal.values)
        return Step(way, throwers=throwers, best=best, typed=typed, refused=refused)
    best = best or max(thrown.values())
    highest = _highest(thrown)
    if len(highest) == 1:
        return Start(way, highest[0], best)
    return Step(way, throwers=highest, rounds=(thrown,), best=best)


def _thrown_by_program(throwers: tuple[int, ...], best: int | None) -> Step:
    rounds: list[Mapping[int, int]] = []
    while len(throwers) > 1 or not rounds:
        rounds.append({at: sum(secrets.randbelow(_SIDES) + 1 for _ in range(_DICE)) for at in throwers})
        throwers = _highest(rounds[-1])
    best = best or max(rounds[0].values())
    return Step(FirstPlayer.HIGHEST, Start(FirstPlayer.HIGHEST, throwers[0], best), rounds=tuple(rounds))


def _highest(thrown: Mapping[int, int]) -> tuple[int, ...]:
    at = tuple(thrown)
    return tuple(at[index] for index in highest_throwers([*thrown.values()]))


def _total(text: str) -> int | None:
    """A sum that two dice can show, None for anything else."""
    return int(text) if text in map(str, range(_DICE, _DICE * _SIDES + 1)) else None


def _read_total(text: str) -> int:
    total = _total(text)
    if total is None:
        refuse_field("throw", "whole_number", text, least=_DICE, most=_DICE * _SIDES)
    return total
