"""Pieces stand where probability says."""

from __future__ import annotations

from math import sqrt

from tests.games.monopoly.landing import CHANCE, IN_JAIL, SQUARES, standing_chances, standing_counts

THROWS = 300_000
_STANDARD_ERRORS = 5
"""Far out enough that 41 comparisons do not fail by luck; throws in a row are a little alike."""


def test_the_chain_is_one_of_probabilities() -> None:
    chances = standing_chances()
    assert abs(sum(chances.values()) - 1) < 1e-9
    assert max(chances, key=lambda place: chances[place]) == IN_JAIL
    assert 30 not in chances or chances[30] == 0
    streets = {place: chance for place, chance in chances.items() if place not in (IN_JAIL, *CHANCE)}
    assert max(streets, key=lambda place: streets[place]) == 24


def test_the_engine_lands_as_often_as_the_chain_says() -> None:
    chances, counted = standing_chances(), standing_counts(THROWS, seed=7)
    assert sum(counted.values()) == THROWS
    for place in (IN_JAIL, *range(SQUARES)):
        wanted = chances.get(place, 0.0)
        error = sqrt(max(wanted * (1 - wanted), 1e-12) / THROWS)
        found = counted.get(place, 0) / THROWS
        assert abs(found - wanted) <= _STANDARD_ERRORS * error, (place, found, wanted)
