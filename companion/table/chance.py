"""The program's own dice and cards: drawn once, outside the rules, and then an observed value."""

from __future__ import annotations

import re
from random import Random

from companion.core.game import Chance

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
