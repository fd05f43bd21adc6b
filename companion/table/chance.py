"""The program's own dice and cards: drawn once, outside the rules, and then an observed value."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from typing import Any

from companion.core.game import Chance, Game
from companion.core.refusal import Reason, Refusal
from companion.core.seats import Seat

Result = tuple[int, ...] | tuple[str, int] | str
"""Dice pips in order, the letter of a bag's die and its pips, or a card's id."""

_DICE = re.compile(r"(\d+)d(\d+)")


def draw(chance: Chance, random: Random) -> Result:
    """Make the throw or draw that is due."""
    if chance.cards:
        return random.choice(chance.cards)
    if ":" in chance.dice:
        letters, _, pips = chance.dice.partition(":")
        return random.choice(letters), random.randint(1, int(pips))
    return tuple(
        random.randint(1, int(pips)) for count, pips in _DICE.findall(chance.dice) for _ in range(int(count))
    )


def drawn(game: Game, state: Any, seat: Seat, do: str, random: Random) -> Mapping[str, object]:
    """The program's dice or card for *seat*, as fields of the command *do*. Raises Refusal(NOT_NOW)."""
    due = game.chance(state, seat)
    if due is None or due.verb != do:
        raise Refusal(Reason.NOT_NOW, verb=do)
    act = game.chance_act(state, seat, due, draw(due, random))
    return {key: value for key, value in act.items() if key not in ("do", "by", "source")}
