"""Specs: what a tower rolls, and that both ends agree about it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.devices.tower.spec import BadSpec, Spec, parse_spec, read_dice, write_dice
from tests.firmware.modules import firmware


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("2d6", Spec((6, 6))),
        ("2d6+1d6", Spec((6, 6, 6))),
        ("1d2+2d100", Spec((2, 100, 100))),
        ("8d100", Spec((100,) * 8)),
        ("woygb:3", Spec((3,), "woygb")),
        ("w:3", Spec((3,), "w")),
        ("woygbWOYGB:6", Spec((6,), "woygbWOYGB")),
    ],
)
def test_dice_and_bags_are_read(text: str, spec: Spec) -> None:
    assert parse_spec(text) == spec


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "''"),
        ("0d6", "'0d6' is no number of dice"),
        ("1d0", "'1d0' is no number of dice"),
        ("1d1", "a die with 1 faces"),
        ("1d101", "a die with 101 faces"),
        ("99d99", "99 dice"),
        ("9d6", "9 dice"),
        ("5d6+4d6", "9 dice"),
        ("02d6", "'02d6'"),
        ("2d6+", "''"),
        ("d6", "'d6'"),
        ("2D6", "'2D6'"),
        ("2d6 ", "'2d6 '"),
        ("-1d6", "'-1d6'"),
        ("1d6,1d6", "'1d6,1d6'"),
        ("ww:3", "a letter stands in the bag twice"),
        (":3", "not a bag"),
        ("w:", "not a bag"),
        ("w:1", "a die with 1 faces"),
        ("w:3:3", "not a bag"),
        ("w1:3", "not a bag"),
        ("é:3", "ASCII"),
        ("abcdefghijklmnopqrstuvwxyz:3", "longer than 24"),
        ("1d100+1d100+1d100+1d100", "too many at once"),
    ],
)
def test_what_no_tower_rolls_is_refused_by_both_ends_and_the_right_form_is_named(text: str, why: str) -> None:
    with pytest.raises(BadSpec) as error:
        parse_spec(text)
    assert why in str(error.value)
    assert "woygb:3" in str(error.value)
    assert firmware("tower").read_spec(text) is None or len(text) > 24


@settings(max_examples=400, deadline=None)
@given(
    st.one_of(
        st.text("0123456789d+:wWog", max_size=24),
        st.lists(st.tuples(st.integers(0, 9), st.integers(0, 110)), min_size=1, max_size=4).map(
            lambda terms: "+".join(f"{count}d{faces}" for count, faces in terms)
        ),
    )
)
def test_both_ends_read_any_text_alike(text: str) -> None:
    try:
        spec = parse_spec(text)
        ours = (spec.letters, list(spec.faces))
    except BadSpec:
        ours = None
    theirs = firmware("tower").read_spec(text) if len(text) <= 24 else None
    assert theirs == ours


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        ("2d6", "3"),
        ("2d6", "3,7"),
        ("2d6", "0,1"),
        ("2d6", "3,4,5"),
        ("2d6", "3,04"),
        ("2d6", "w3,4"),
        ("2d6", "3,x"),
        ("2d6", ""),
        ("woygb:3", "2"),
        ("woygb:3", "x2"),
        ("woygb:3", "w4"),
        ("woygb:3", "w"),
        ("woygb:3", "W2"),
        ("woygb:3", ""),
    ],
)
def test_a_result_these_dice_cannot_have_is_refused(spec: str, text: str) -> None:
    with pytest.raises(ValueError, match=r"result"):
        read_dice(parse_spec(spec), text)


@pytest.mark.parametrize(("spec", "text"), [("2d6", "3,4"), ("woygb:3", "w2"), ("1d100", "100")])
def test_a_result_is_written_as_it_is_read(spec: str, text: str) -> None:
    assert write_dice(*read_dice(parse_spec(spec), text)) == text
