"""A position of a leg as the odds read it, and what they find."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import factorial, sqrt
from typing import NamedTuple

from companion.games.camelup.pieces import CAMELS, DICE, Camel, Die, is_support
from companion.games.camelup.track import LONG, SHORT, Track

MOST_DICE = 6
"""Tiles in the stack equal dice in the pyramid, so there are never more. Rule: SC20."""

_FACES = (1, 2, 3)


class BadPosition(ValueError):
    """A position that no leg can have; the text says what is wrong and what would be right."""


class Position(NamedTuple):
    """The camels, the dice still in the pyramid, the desert tiles by space (OASIS or MIRAGE)."""

    track: Track
    dice: tuple[Die, ...] = CAMELS
    deserts: Mapping[int, int] = {}
    length: int = SHORT
    support_faces: tuple[int, ...] = (1, 2)

    def faces(self, die: Die) -> tuple[int, ...]:
        """The different numbers on a die, equally likely."""
        return self.support_faces if is_support(die) else _FACES

    @property
    def finished(self) -> bool:
        """Whether a camel is over the line already: the leg is over then."""
        return self.track.spaces[-1] > self.length


class LegOdds(NamedTuple):
    """How the leg may end: counts of equally likely outcomes.

    *places* has for each camel the counts of first to last, *outcomes* is their sum. *landings* counts the
    units that end their move on each desert tile, over all outcomes.
    """

    places: Mapping[Camel, tuple[int, ...]]
    landings: Mapping[int, int]
    outcomes: int

    def chances(self, camel: Camel) -> tuple[Fraction, ...]:
        """The probabilities of first to last."""
        return tuple(Fraction(count, self.outcomes) for count in self.places[camel])

    def leg_tile(self, camel: Camel, value: int) -> Fraction:
        """The coins that a leg tile is worth. Rule: CU-24."""
        first, second, *rest = self.places[camel]
        return Fraction(value * first + second - sum(rest), self.outcomes)

    def landing(self, space: int) -> Fraction:
        """The expected number of landings on a desert tile, a coin each. Rule: CU-20."""
        return Fraction(self.landings.get(space, 0), self.outcomes)


def check_position(position: Position) -> None:
    """Raise BadPosition, naming what is wrong, unless this can be a position of a leg."""
    order, spaces = position.track
    if len(set(order)) != len(order):
        twice = next(camel for camel in order if order.count(camel) > 1)
        raise BadPosition(f"camels: {twice} stands there twice; each of the five stands on one space")
    if sorted(order) != sorted(CAMELS):
        missing = [camel for camel in CAMELS if camel not in order]
        unknown = [camel for camel in order if camel not in CAMELS]
        wrong = f"{', '.join(missing)} missing" if missing else f"{', '.join(unknown)} unknown"
        raise BadPosition(f"camels: {wrong}; there are five: {', '.join(CAMELS)}")
    if position.length not in (SHORT, LONG):
        raise BadPosition(f"track: {position.length} spaces; it has {SHORT}, or {LONG} with the big track")
    if len(spaces) != len(order) or list(spaces) != sorted(spaces) or spaces[0] < 1:
        raise BadPosition(f"camels: on spaces {list(spaces)}; write them back to front, from space 1")
    _check_dice(position)
    for space, shift in position.deserts.items():
        if not 2 <= space <= position.length:
            raise BadPosition(f"desert tile: on space {space}; right are 2 to {position.length}")
        if shift not in (1, -1):
            raise BadPosition(f"desert tile on {space}: {shift}; an oasis is 1, a mirage -1")
        if space in spaces:
            raise BadPosition(f"desert tile: space {space} holds camels; a tile lies on an empty space")


def _check_dice(position: Position) -> None:
    for die in position.dice:
        if die not in DICE:
            raise BadPosition(f"dice: {die!r} is unknown; right are {', '.join(DICE)}")
        if position.dice.count(die) > 1:
            raise BadPosition(f"dice: {die} stands there twice; each is in the pyramid once")
    if len(position.dice) > MOST_DICE:
        raise BadPosition(f"dice: {len(position.dice)} in the pyramid; there are never more than {MOST_DICE}")
    faces = position.support_faces
    if len(set(faces)) != len(faces) or not faces or any(face not in _FACES for face in faces):
        raise BadPosition(f"support dice: faces {list(faces)}; they show different numbers from 1 to 3")


def count_outcomes(position: Position) -> int:
    """The number of equally likely ordered outcomes: dice! times the product of their faces."""
    total = factorial(len(position.dice))
    for die in position.dice:
        total *= len(position.faces(die))
    return total


def decided(position: Position) -> LegOdds:
    """The odds of a leg that is over: the places as the camels stand."""
    ranking = position.track.ranking()
    places = {camel: tuple(int(ranking[place] == camel) for place in range(len(ranking))) for camel in CAMELS}
    return LegOdds(places, {}, 1)


class RaceOdds(NamedTuple):
    """Simulated races, and how many of them each camel won and came last in."""

    races: int
    won: dict[Camel, int]
    lost: dict[Camel, int]

    def chance(self, count: int) -> tuple[float, float]:
        """A probability and its standard error."""
        share = count / self.races
        return share, sqrt(share * (1 - share) / self.races)
