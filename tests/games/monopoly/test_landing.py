"""Pieces stand where probability says."""

from __future__ import annotations

from tests.games.monopoly.landing import CHANCE, IN_JAIL, largest_deviation, standing_chances

THROWS = 300_000
_STANDARD_ERRORS = 5.0
"""Far enough out that the furthest of 41 places does not fail by luck."""


def test_the_chain_is_one_of_probabilities() -> None:
    chances = standing_chances()
    assert abs(sum(chances.values()) - 1) < 1e-9
    assert max(chances, key=lambda place: chances[place]) == IN_JAIL
    assert 30 not in chances or chances[30] == 0
    streets = {place: chance for place, chance in chances.items() if place not in (IN_JAIL, *CHANCE)}
    assert max(streets, key=lambda place: streets[place]) == 24


def test_the_engine_lands_as_often_as_the_chain_says() -> None:
    place, errors = largest_deviation(THROWS, seed=7)
    assert errors <= _STANDARD_ERRORS, place
