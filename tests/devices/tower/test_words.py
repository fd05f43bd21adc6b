"""Names on a screen that knows ASCII only."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.tower.protocol import ArmButton
from companion.devices.tower.words import fit_text


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("Zoë", "Zoe"),
        ("Søren Ærø", "Soren Aero"),
        ("Åse", "Aase"),
        ("Αλέξανδρος", "Alexandros"),
        ("Χρήστος", "Christos"),
        ("Щукина Ольга", "Shchukina Olga"),
        ("Артём", "Artem"),
        ("O'Brien, $*", "O'Brien- --"),
        ("李", "?"),
        ("a\tb\nc", "abc"),
        ("A name that is longer than the screen", "A name that is l"),
        ("", ""),
    ],
)
def test_a_name_is_written_with_the_letters_the_screen_has(name: str, shown: str) -> None:
    assert fit_text(name) == shown


@given(st.text(max_size=40))
def test_any_name_fits_into_a_message(name: str) -> None:
    message = ArmButton("b1", "2d6", fit_text(name))
    assert ArmButton.read(message.body[2:]) == message
