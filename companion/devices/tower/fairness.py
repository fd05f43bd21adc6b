"""Are the dice fair? Chi-square tests on recorded rolls. Pure."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.devices.tower.spec import BadSpec, parse_spec

# Below this a p-value misleads: even at 600 rolls a face that comes 5 points too often is found in 48 % of
# cases only (87 % at 1,200).
ROLLS_FOR_P = 600


class Throw(Protocol):
    """What is looked at; a `Rolled` is one."""

    @property
    def spec(self) -> str: ...

    @property
    def dice(self) -> tuple[int, ...]: ...

    @property
    def letter(self) -> str | None: ...


@dataclass(frozen=True, slots=True)
class Verdict:
    """How far counts are from what fair dice would give.

    *what*: "d6" for plain dice, a letter for a die of a bag, "pairs d6", "bag". *p* is the chance that fair
    dice look at least this uneven; None below ROLLS_FOR_P, and where nothing could differ.
    """

    what: str
    rolls: int
    counts: tuple[int, ...]
    chi_square: float
    freedom: int
    p: float | None


def die_verdicts(throws: Iterable[Throw]) -> tuple[Verdict, ...]:
    """One verdict for each kind of die: plain dice by their faces, dice of a bag by letter and faces."""
    faces_of: dict[str, int] = {}
    found: dict[str, Counter[int]] = {}
    for throw in throws:
        for name, faces, pips in _single_dice(throw):
            faces_of[name] = faces
            found.setdefault(name, Counter())[pips] += 1
    return tuple(
        _even(name, [counter[face] for face in range(1, faces_of[name] + 1)])
        for name, counter in sorted(found.items())
    )


def pair_verdicts(throws: Iterable[Throw]) -> tuple[Verdict, ...]:
    """Whether the first two dice of a throw, of the same number of faces, know nothing of each other."""
    found: dict[int, Counter[tuple[int, int]]] = {}
    for throw in throws:
        dice = list(_single_dice(throw))
        if len(dice) >= 2 and dice[0][1] == dice[1][1]:
            found.setdefault(dice[0][1], Counter())[dice[0][2], dice[1][2]] += 1
    return tuple(
        _even(f"pairs d{faces}", [counter[a, b] for a in range(1, faces + 1) for b in range(1, faces + 1)])
        for faces, counter in sorted(found.items())
    )


def bag_verdict(throws: Iterable[Throw]) -> Verdict:
    """Whether each die still inside comes out equally often, whatever has come before.

    Draws are counted by the place of the letter among those inside, for each size of bag apart, so every
    order is covered; the chi-squares and degrees of freedom of the sizes add up.
    """
    found: dict[int, Counter[int]] = {}
    for throw in throws:
        letters = _letters(throw)
        if throw.letter is not None and len(letters) > 1:
            found.setdefault(len(letters), Counter())[letters.index(throw.letter)] += 1
    sizes = sorted(found)
    by_size = [[found[size][place] for place in range(size)] for size in sizes]
    counts = tuple(count for row in by_size for count in row)
    value = sum(chi_square(row) for row in by_size)
    freedom = sum(size - 1 for size in sizes)
    return _verdict("bag", counts, value, freedom)


def chi_square(counts: Sequence[int]) -> float:
    """How far *counts* are from being all alike; 0.0 without any."""
    total = sum(counts)
    if total == 0:
        return 0.0
    expected = total / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


def p_value(value: float, freedom: int) -> float:
    """The chance that a chi-square variable with *freedom* degrees of freedom is at least *value*."""
    return upper_gamma(freedom / 2, value / 2)


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x), for a > 0 and x >= 0."""
    if a <= 0 or x < 0:
        raise ValueError(f"Q({a}, {x}): needs a > 0 and x >= 0")
    if x == 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    return 1.0 - scale * _series(a, x) if x < a + 1 else scale * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    n = a
    while term > total * 1e-17:
        n += 1
        term *= x / n
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    """The continued fraction, by Lentz's method."""
    b = x + 1 - a
    c = 1e300
    d = 1 / b
    result = d
    i = 0
    change = 0.0
    while abs(change - 1) > 1e-15:
        i += 1
        step = -i * (i - a)
        b += 2
        d = 1 / (step * d + b)
        c = b + step / c
        change = c * d
        result *= change
    return result


def _even(what: str, counts: list[int]) -> Verdict:
    return _verdict(what, tuple(counts), chi_square(counts), len(counts) - 1)


def _verdict(what: str, counts: tuple[int, ...], value: float, freedom: int) -> Verdict:
    rolls = sum(counts)
    p = p_value(value, freedom) if rolls >= ROLLS_FOR_P and freedom > 0 else None
    return Verdict(what, rolls, counts, value, freedom, p)


def _single_dice(throw: Throw) -> Iterable[tuple[str, int, int]]:
    """(name, faces, pips) of each die; nothing for a spec that is none."""
    try:
        spec = parse_spec(throw.spec)
    except BadSpec:
        return
    for faces, pips in zip(spec.faces, throw.dice, strict=False):
        yield (f"{throw.letter} d{faces}" if throw.letter else f"d{faces}"), faces, pips


def _letters(throw: Throw) -> str:
    try:
        return "".join(sorted(parse_spec(throw.spec).letters))
    except BadSpec:
        return ""
