"""The oracle of the odds: every ordered outcome of a leg, one after the other, by plain lists."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import factorial

from companion.games.camelup.position import Position


def enumerate_leg(position: Position) -> tuple[dict[str, list[int]], dict[int, Fraction], int]:
    """Counts of places by camel, expected landings by desert tile, number of outcomes."""
    stacks: dict[int, list[str]] = {}
    for camel, space in zip(position.track.order, position.track.spaces, strict=True):
        stacks.setdefault(space, []).append(camel)
    dice = {die: position.faces(die) for die in position.dice}
    outcomes = factorial(len(dice))
    for faces in dice.values():
        outcomes *= len(faces)
    counts = {camel: [0] * 5 for camel in position.track.order}
    landings = dict.fromkeys(position.deserts, 0)
    _go_on(stacks, dice, outcomes, position, counts, landings)
    return counts, {space: Fraction(count, outcomes) for space, count in landings.items()}, outcomes


def _go_on(
    stacks: dict[int, list[str]],
    dice: dict[str, tuple[int, ...]],
    weight: int,
    position: Position,
    counts: dict[str, list[int]],
    landings: dict[int, int],
) -> None:
    """Every way in which the leg goes on from here; together they weigh *weight*."""
    if not dice or max(stacks) > position.length:
        for place, camel in enumerate(_ranking(stacks)):
            counts[camel][place] += weight
        return
    for die, faces in dice.items():
        rest = {other: shown for other, shown in dice.items() if other != die}
        each = weight // (len(dice) * len(faces))
        for pips in faces:
            after, landed = _moved(stacks, die.split("-")[0], pips, position.deserts)
            if landed in landings:
                landings[landed] += each
            _go_on(after, rest, each, position, counts, landings)


def _moved(
    stacks: dict[int, list[str]], camel: str, pips: int, deserts: Mapping[int, int]
) -> tuple[dict[int, list[str]], int]:
    after = {space: list(stack) for space, stack in stacks.items()}
    start = next(space for space, stack in after.items() if camel in stack)
    at = after[start].index(camel)
    unit = after[start][at:]
    after[start] = after[start][:at]
    landed = start + pips
    shift = deserts.get(landed, 0)
    there = after.get(landed + shift, [])
    after[landed + shift] = unit + there if shift < 0 else there + unit
    return {space: stack for space, stack in after.items() if stack}, landed


def _ranking(stacks: dict[int, list[str]]) -> list[str]:
    return [camel for space in sorted(stacks, reverse=True) for camel in reversed(stacks[space])]
