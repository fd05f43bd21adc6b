"""The pieces of the box: camels, dice, leg tiles; their names, letters and order."""

from __future__ import annotations

from collections.abc import Iterable

Camel = str
"""A camel's name, one of CAMELS."""

Die = str
"""A die's name: the camel's own, or with `-support` behind it."""

CAMELS: tuple[Camel, ...] = ("white", "orange", "yellow", "green", "blue")
SUPPORT_DICE: tuple[Die, ...] = tuple(f"{camel}-support" for camel in CAMELS)
DICE: tuple[Die, ...] = CAMELS + SUPPORT_DICE
PIPS = (1, 2, 3)
PLACES = (2, 3, 4, 5)
START_MONEY = 3
LEG_VALUES = (5, 3, 2)
LONG_LEG_VALUES = (5, 3, 2, 2)

LETTERS: dict[Camel, str] = {camel: camel[0] for camel in CAMELS}
CAMEL_OF: dict[str, Camel] = {letter: camel for camel, letter in LETTERS.items()}


def support_die(camel: Camel) -> Die:
    """The support die of a camel."""
    return f"{camel}-support"


def is_support(die: Die) -> bool:
    return die.endswith("-support")


def camel_of(die: Die) -> Camel:
    """The camel that a die moves."""
    return die.removesuffix("-support")


def die_letter(die: Die) -> str:
    """A die as one letter: lower case, support dice upper case."""
    letter = LETTERS[camel_of(die)]
    return letter.upper() if is_support(die) else letter


def die_of_letter(letter: str) -> Die:
    camel = CAMEL_OF[letter.lower()]
    return support_die(camel) if letter.isupper() else camel


def sorted_dice(dice: Iterable[Die]) -> tuple[Die, ...]:
    """In the order of lists: white to blue, support dice last."""
    return tuple(sorted(dice, key=DICE.index))


def sorted_camels(camels: Iterable[Camel]) -> tuple[Camel, ...]:
    return tuple(sorted(camels, key=CAMELS.index))
