"""Fairness: the statistics against known values, and dice that are and are not fair."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass

import pytest

from companion.devices.dice import Rolled
from companion.devices.tower.fairness import (
    bag_verdict,
    chi_square,
    die_verdicts,
    p_value,
    pair_verdicts,
    upper_gamma,
)


@dataclass(frozen=True, slots=True)
class Thrown:
    spec: str
    dice: tuple[int, ...]
    letter: str | None = None


@pytest.mark.parametrize(
    ("value", "freedom", "p"),
    [
        (3.841458820694124, 1, 0.05),
        (6.634896601021213, 1, 0.01),
        (5.991464547107979, 2, 0.05),
        (9.210340371976182, 2, 0.01),
        (11.070497693516351, 5, 0.05),
        (15.08627246938899, 5, 0.01),
        (20.515005652432873, 5, 0.001),
        (18.307038053275146, 10, 0.05),
        (35.17246162690806, 23, 0.05),
        (49.80184956820181, 35, 0.05),
        (57.34207343386, 35, 0.01),
    ],
)
def test_p_value_is_that_of_the_printed_tables(value: float, freedom: int, p: float) -> None:
    assert p_value(value, freedom) == pytest.approx(p, rel=1e-9)


@pytest.mark.parametrize("x", [0.1, 0.9, 1.9, 2.1, 7.0, 60.0])
def test_upper_gamma_of_one_is_an_exponential(x: float) -> None:
    assert upper_gamma(1.0, x) == pytest.approx(2.718281828459045**-x, rel=1e-12)


def test_upper_gamma_is_one_at_zero_and_falls() -> None:
    values = [upper_gamma(2.5, x / 10) for x in range(200)]
    assert values[0] == 1.0
    assert all(later < earlier for earlier, later in itertools.pairwise(values))


def test_upper_gamma_outside_its_range_is_refused() -> None:
    with pytest.raises(ValueError, match=r"needs a > 0"):
        upper_gamma(0.0, 1.0)


def test_chi_square_of_counts_is_that_by_hand() -> None:
    assert chi_square([5, 8, 9, 8, 10, 20]) == pytest.approx(13.4)
    assert chi_square([]) == 0.0


def test_below_600_rolls_no_p_is_given() -> None:
    rolls = [Thrown("1d6", (at % 6 + 1,)) for at in range(599)]
    (before,) = die_verdicts(rolls)
    (after,) = die_verdicts([*rolls, Thrown("1d6", (6,))])
    assert (before.rolls, before.p) == (599, None)
    assert after.p == pytest.approx(1.0)


def test_a_die_that_loves_its_six_is_found_and_a_fair_one_is_not() -> None:
    chance = random.Random(7)
    fair = [Thrown("1d6", (chance.randint(1, 6),)) for _ in range(1200)]
    loaded = [Thrown("1d6", (chance.choice((1, 2, 3, 4, 5, 6, 6)),)) for _ in range(2400)]
    p_fair, p_loaded = die_verdicts(fair)[0].p, die_verdicts(loaded)[0].p
    assert p_fair is not None and p_fair > 0.01
    assert p_loaded is not None and p_loaded < 1e-6


def test_dice_are_told_apart_by_faces_and_by_letter() -> None:
    rolls = [
        Rolled("t", "aaaaa", 1, None, "2d6+1d8", (1, 2, 8)),
        Rolled("t", "aaaaa", 2, None, "wo:3", (3,), "w"),
        Rolled("t", "aaaaa", 3, None, "o:3", (2,), "o"),
    ]
    found = {verdict.what: verdict.counts for verdict in die_verdicts(rolls)}
    assert found == {
        "d6": (1, 1, 0, 0, 0, 0),
        "d8": (0, 0, 0, 0, 0, 0, 0, 1),
        "w d3": (0, 0, 1),
        "o d3": (0, 1, 0),
    }


def test_two_dice_that_always_agree_are_fair_each_and_found_as_a_pair() -> None:
    twins = [Thrown("2d6", (at % 6 + 1, at % 6 + 1)) for at in range(720)]
    assert die_verdicts(twins)[0].p == pytest.approx(1.0)
    pairs = pair_verdicts(twins)[0].p
    assert pairs is not None and pairs < 1e-12


def test_a_bag_whose_white_die_comes_first_is_found() -> None:
    chance = random.Random(3)
    fair, first = [], []
    for _ in range(300):
        inside = list("bgow")
        while inside:
            spec = "".join(inside) + ":3"
            letter = chance.choice(inside)
            fair.append(Thrown(spec, (1,), letter))
            first.append(Thrown(spec, (1,), "w" if "w" in inside and chance.random() < 0.4 else letter))
            inside.remove(letter)
    fair_p, first_p = bag_verdict(fair).p, bag_verdict(first).p
    assert bag_verdict(fair).rolls == 900  # the last die of a bag is no draw
    assert bag_verdict(fair).freedom == 3 + 2 + 1
    assert fair_p is not None and fair_p > 0.01
    assert first_p is not None and first_p < 1e-6


def test_what_is_no_throw_counts_nowhere() -> None:
    assert die_verdicts([Thrown("typed", (3, 4))]) == ()
    assert bag_verdict([Thrown("typed", (3,), "w")]).rolls == 0
