"""What to roll, as text: `2d6`, `2d6+1d6`, or a bag `woygb:3` out of which one die comes."""

from __future__ import annotations

import re
from dataclasses import dataclass

from companion.devices.tower import protocol

_TERM = re.compile(r"([1-9][0-9]?)d([1-9][0-9]{0,2})")
_BAG = re.compile(r"([A-Za-z]+):([1-9][0-9]{0,2})")

RIGHT = (
    f"right are 2d6 or 2d6+1d6 (at most {protocol.DICE_MAX} dice of "
    f"{protocol.FACES_MIN} to {protocol.FACES_MAX} faces) or a bag of different letters such as woygb:3"
)


class BadSpec(ValueError):
    """Dice that no tower rolls. The message names what was wrong and what would be right."""


@dataclass(frozen=True, slots=True)
class Spec:
    """Dice to roll: either the faces of each die, or a bag of letters and the faces of the one drawn."""

    faces: tuple[int, ...]
    letters: str = ""


def parse_spec(text: str) -> Spec:
    """Read a spec. Raises BadSpec."""
    if not text.isascii() or len(text) > protocol.SPEC_MAX:
        raise BadSpec(f"dice {text!r}: longer than {protocol.SPEC_MAX} ASCII characters; {RIGHT}")
    spec = _bag(text) if ":" in text else _dice(text)
    if len(text) + _longest_answer(spec) > protocol.SPEC_AND_DICE_MAX:
        raise BadSpec(f"dice {text!r}: too many at once for one message; {RIGHT}")
    return spec


def _dice(text: str) -> Spec:
    faces: list[int] = []
    for term in text.split("+"):
        match = _TERM.fullmatch(term)
        if match is None:
            raise BadSpec(f"dice {text!r}: {term!r} is no number of dice; {RIGHT}")
        faces.extend([_faces(text, match[2])] * int(match[1]))
    if len(faces) > protocol.DICE_MAX:
        raise BadSpec(f"dice {text!r}: {len(faces)} dice; {RIGHT}")
    return Spec(tuple(faces))


def _bag(text: str) -> Spec:
    match = _BAG.fullmatch(text)
    if match is None:
        raise BadSpec(f"dice {text!r}: not a bag; {RIGHT}")
    if len(set(match[1])) != len(match[1]):
        raise BadSpec(f"dice {text!r}: a letter stands in the bag twice; {RIGHT}")
    return Spec((_faces(text, match[2]),), match[1])


def _faces(text: str, digits: str) -> int:
    faces = int(digits)
    if not protocol.FACES_MIN <= faces <= protocol.FACES_MAX:
        raise BadSpec(f"dice {text!r}: a die with {faces} faces; {RIGHT}")
    return faces


def _longest_answer(spec: Spec) -> int:
    return sum(len(str(faces)) for faces in spec.faces) + len(spec.faces) - 1 + (1 if spec.letters else 0)


def write_dice(dice: tuple[int, ...], letter: str | None) -> str:
    """Write a result as it stands in a message: `3,4` or `w2`."""
    return (letter or "") + ",".join(str(pips) for pips in dice)


def read_dice(spec: Spec, text: str) -> tuple[tuple[int, ...], str | None]:
    """Read a result that *spec* can have. Raises ValueError."""
    letter = None
    numbers = text
    if spec.letters:
        letter, numbers = text[:1], text[1:]
        if not letter or letter not in spec.letters:
            raise ValueError(f"result {text!r}: no die of the bag {spec.letters!r}")
    parts = numbers.split(",")
    if len(parts) != len(spec.faces):
        raise ValueError(f"result {text!r}: {len(parts)} dice where {len(spec.faces)} were thrown")
    dice = tuple(_pips(text, part, faces) for part, faces in zip(parts, spec.faces, strict=True))
    return dice, letter


def _pips(text: str, part: str, faces: int) -> int:
    if not (part.isascii() and part.isdigit()) or part != str(int(part)) or not 1 <= int(part) <= faces:
        raise ValueError(f"result {text!r}: {part!r} is not 1 to {faces}")
    return int(part)
