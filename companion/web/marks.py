"""Marks that tell players and colour groups apart: a shape and a letter besides the colour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

SHAPES: tuple[str, ...] = (
    "M12 1A11 11 0 1 1 11.99 1Z",  # circle
    "M2 2H22V22H2Z",  # square
    "M12 0L24 22H0Z",  # triangle
    "M12 0L24 12L12 24L0 12Z",  # diamond
    "M6 1H18L24 12L18 23H6L0 12Z",  # hexagon
    "M12 0L15.5 8.2L24 9L17.6 14.8L19.5 23.4L12 19L4.5 23.4L6.4 14.8L0 9L8.5 8.2Z",  # star
    "M7 0H17V7H24V17H17V24H7V17H0V7H7Z",  # cross
    "M12 0L24 9L19.4 23H4.6L0 9Z",  # pentagon
    "M0 24V12A12 12 0 0 1 24 12V24Z",  # arch
    "M0 2H24L12 24Z",  # triangle on its tip
)
"""One outline a seat, drawn in a box of 24 by 24."""

SHAPE_LIST = " | ".join(SHAPES)
"""The outlines as a page hands them to its script."""

_WIDE_BELOW = frozenset({2})
_WIDE_ABOVE = frozenset({9})


@dataclass(frozen=True, slots=True)
class Mark:
    """How a seat is drawn: *shape* is an SVG path, *tone* the number of its colour, *letter* its own."""

    seat: int
    name: str
    letter: str
    shape: str
    tone: int
    letter_y: float = 16.5


def seat_marks(names: Sequence[str], pieces: Sequence[int | None] = ()) -> tuple[Mark, ...]:
    """A mark for every seat of a table, by seat number; no two share a letter.

    *pieces* are the shapes and colours that seats have chosen, by seat number; None or missing: none.
    """
    letters = distinct_letters(names)
    chosen = [*pieces[: len(names)], *(None,) * (len(names) - len(pieces))]
    return tuple(
        Mark(seat, name, letters[seat], SHAPES[piece], piece, _letter_y(piece))
        for seat, (name, piece) in enumerate(zip(names, assign_pieces(chosen), strict=True))
    )


def assign_pieces(chosen: Sequence[int | None]) -> tuple[int, ...]:
    """A shape and colour for every seat: the chosen one, else that of its number, else the first free one.

    Two seats share one only when there are more seats than shapes, or when they were given the same.
    """
    given = list(chosen)
    for own in (True, False):  # whose number is free keeps it, then the others take what is left
        for seat in (seat for seat, piece in enumerate(given) if piece is None):
            wanted = (seat % len(SHAPES),) if own else range(len(SHAPES))
            given[seat] = next((piece for piece in wanted if piece not in given), None)
    return tuple(seat % len(SHAPES) if piece is None else piece for seat, piece in enumerate(given))


def distinct_letters(names: Sequence[str]) -> tuple[str, ...]:
    """A letter for every name, its first one still free; a digit when none is."""
    taken: list[str] = []
    for at, name in enumerate(names):
        own = [letter.upper() for letter in name if letter.isalnum()]
        free = [letter for letter in own if letter not in taken and len(letter) == 1]
        taken.append(free[0] if free else str((at + 1) % 10))
    return tuple(taken)


def _letter_y(shape: int) -> float:
    """Where the letter's base line is: a triangle is wide below, one on its tip above."""
    if shape in _WIDE_BELOW:
        return 19.5
    return 13.0 if shape in _WIDE_ABOVE else 16.5
