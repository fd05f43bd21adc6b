"""Players and groups are told apart without colour, and every colour can be read."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.web.board import GROUPS
from companion.web.marks import SHAPES, distinct_letters, seat_marks
from companion.web.track import CAMELS

SHEET = Path("companion/web/static/style.css").read_text(encoding="utf-8")
DARK_LETTER = "#1c2421"
FILLS = dict(re.findall(r"\.((?:group|camel)-[a-z]+) { fill: (#[0-9a-f]{6}); }", SHEET))
"""The colours of groups and camels, the same in both schemes."""

_LIGHT, _DARK = SHEET.split("@media (prefers-color-scheme: dark)", 1)
_COLOUR = re.compile(r"--([a-z0-9-]+): (#[0-9a-f]{6});")
SCHEMES: Mapping[str, Mapping[str, str]] = {
    "light": dict(_COLOUR.findall(_LIGHT)),
    "dark": {**dict(_COLOUR.findall(_LIGHT)), **dict(_COLOUR.findall(_DARK.split("}", 1)[0]))},
}

# Machado, Oliveira and Fernandes 2009, the full loss of one kind of cone, for linear light.
VISION: Mapping[str, tuple[tuple[float, float, float], ...]] = {
    "plain": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def test_ten_players_of_one_initial_have_ten_letters_and_ten_shapes() -> None:
    names = [f"Ann{'abcdefghij'[at]}" for at in range(10)]
    marks = seat_marks(names)
    assert len({mark.letter for mark in marks}) == 10
    assert len({mark.shape for mark in marks}) == 10
    assert all(len(mark.letter) == 1 for mark in marks)


def test_a_taken_initial_gives_way_to_the_next_letter() -> None:
    assert distinct_letters(["Bob", "Bo", "Bb"]) == ("B", "O", "3")


def test_every_colour_group_has_a_shape_and_a_letter_of_its_own() -> None:
    assert len({group.letter for group in GROUPS}) == len(GROUPS)
    assert len({group.shape for group in GROUPS}) == len(GROUPS)
    assert sorted(square for group in GROUPS for square in group.squares) == sorted(
        {
            1,
            3,
            5,
            6,
            8,
            9,
            11,
            12,
            13,
            14,
            15,
            16,
            18,
            19,
            21,
            23,
            24,
            25,
            26,
            27,
            28,
            29,
            31,
            32,
            34,
            35,
            37,
            39,
        }
    )


def test_every_camel_has_a_shape_and_a_letter_of_its_own() -> None:
    assert len({camel.letter for camel in CAMELS.values()}) == len(CAMELS)
    assert len({camel.shape for camel in CAMELS.values()}) == len(CAMELS)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_text_stands_out_from_its_ground(scheme: str) -> None:
    colours = SCHEMES[scheme]
    for text, ground in (
        ("ink", "ground"), ("ink", "card"), ("ink", "raised"), ("soft", "ground"), ("soft", "card"),
        ("on-strong", "strong"), ("on-firm", "firm"), ("warn", "warn-ground"), ("good", "good-ground"),
        ("on-loud", "loud"), ("cell-ink", "cell"), ("warn", "ground"), ("warn", "card"), ("good", "card"),
        ("strong", "card"), ("strong", "ground"),
    ):  # fmt: skip
        assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("vision", VISION)
def test_a_mark_is_seen_and_its_letter_read_with_any_colour_vision(vision: str, scheme: str) -> None:
    colours = SCHEMES[scheme]
    for ground in ("ground", "card", "raised", "cell", "felt"):
        assert contrast(colours["outline"], colours[ground], vision) >= 3.0, ground
    filled = {**FILLS, **{f"tone-{tone}": colours[f"tone-{tone}"] for tone in range(len(SHAPES))}}
    assert {f"camel-{camel}" for camel in CAMELS} | {f"group-{group.id}" for group in GROUPS} <= set(filled)
    for name, fill in filled.items():
        assert contrast(letter_on(name), fill, vision) >= 4.5, name


@pytest.mark.parametrize("vision", VISION)
def test_a_letter_on_a_strip_or_a_camel_is_read_from_the_veil_it_lies_on(vision: str) -> None:
    for name, fill in FILLS.items():
        if name.startswith("camel-"):
            veil, share = "#ffffff", 0.55
        else:
            veil, share = ("#ffffff", 0.45) if letter_on(name) == DARK_LETTER else ("#000000", 0.3)
        letter = DARK_LETTER if name.startswith("camel-") else letter_on(name)
        assert contrast(letter, blended(veil, fill, share), vision) >= 4.5, name
    assert ".band-mark path { fill: rgb(0 0 0 / 30%)" in SHEET
    assert ".camel-mark path { fill: rgb(255 255 255 / 55%)" in SHEET


@pytest.mark.parametrize("vision", VISION)
def test_a_piece_is_seen_on_its_white_base(vision: str) -> None:
    for colours in SCHEMES.values():
        for tone in range(len(SHAPES)):
            assert contrast(colours[f"tone-{tone}"], "#ffffff", vision) >= 3.0, tone


def test_colours_alone_would_not_do() -> None:
    """Some groups look alike to some people; the simulation sees that."""
    groups = [fill for name, fill in sorted(FILLS.items()) if name.startswith("group-")]
    likeness = {
        vision: min(distance(one, other, vision) for one, other in itertools.combinations(groups, 2))
        for vision in VISION
    }
    assert max(likeness["protan"], likeness["deutan"]) < likeness["plain"] / 2


def letter_on(name: str) -> str:
    """The colour of a mark's letter."""
    return DARK_LETTER if f".{name} text" in SHEET else "#ffffff"


def blended(over: str, under: str, share: float) -> str:
    """What a veil makes of the colour beneath it."""
    parts = (
        round(share * int(over[at : at + 2], 16) + (1 - share) * int(under[at : at + 2], 16))
        for at in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02x}" for part in parts)


def contrast(one: str, other: str, vision: str = "plain") -> float:
    """The contrast of two colours as the accessibility guidelines count it, 1 to 21."""
    light, dark = sorted((luminance(one, vision), luminance(other, vision)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str, vision: str = "plain") -> float:
    red, green, blue = seen(colour, vision)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def distance(one: str, other: str, vision: str) -> float:
    """How far apart two colours look, in linear light."""
    return math.dist(seen(one, vision), seen(other, vision))


def seen(colour: str, vision: str) -> tuple[float, ...]:
    """A colour in linear light as somebody with that vision sees it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    mixed = (sum(share * part for share, part in zip(row, linear, strict=True)) for row in VISION[vision])
    return tuple(min(1.0, max(0.0, part)) for part in mixed)
