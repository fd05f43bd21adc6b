"""Players and groups are told apart without colour, and every colour can be read."""

from __future__ import annotations

import re
from pathlib import Path

from companion.web.board import GROUPS
from companion.web.marks import SHAPES, distinct_letters, seat_marks

SHEET = Path("companion/web/static/style.css").read_text(encoding="utf-8")
LIGHT, DARK = SHEET.split("@media (prefers-color-scheme: dark)", 1)


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


def test_text_stands_out_from_its_ground_in_both_schemes() -> None:
    for scheme in (LIGHT, DARK.split("}", 2)[0] + "}"):
        colours = dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6});", scheme))
        pairs = [
            ("ink", "ground"), ("ink", "card"), ("ink", "raised"), ("soft", "ground"), ("soft", "card"),
            ("on-strong", "strong"), ("on-firm", "firm"), ("warn", "warn-ground"), ("good", "good-ground"),
            ("on-loud", "loud"), ("cell-ink", "cell"), ("warn", "ground"), ("strong", "card"),
        ]  # fmt: skip
        for text, ground in pairs:
            if text in colours and ground in colours:
                assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground)
        for tone in range(len(SHAPES)):
            assert contrast("#ffffff", colours[f"tone-{tone}"]) >= 4.5, tone


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as the accessibility guidelines count it, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
