"""Small signs of the pieces that an act is about: a colour group, a camel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.web.board import GROUP_OF
from companion.web.track import CAMELS


@dataclass(frozen=True, slots=True)
class Chip:
    """A sign: *tone* is the style class of its colour, besides a shape and a letter."""

    tone: str
    shape: str
    letter: str


def deed_chip(deed: object) -> Chip | None:
    """The sign of a deed's group; None for a deed that no board of ours has."""
    group = GROUP_OF.get(str(deed))
    return None if group is None else Chip(f"group-{group.id}", group.shape, group.letter)


def camel_chip(camel: object) -> Chip | None:
    """The sign of a camel; None for anything else."""
    mark = CAMELS.get(str(camel).removesuffix("-support"))
    return None if mark is None else Chip(f"camel-{mark.id}", mark.shape, mark.letter)


def act_chip(act: Mapping[str, object]) -> Chip | None:
    """The sign of the one piece that an act names."""
    if "deed" in act:
        return deed_chip(act["deed"])
    for field in ("camel", "die"):
        if field in act:
            return camel_chip(act[field])
    return None


def value_chip(value: object) -> Chip | None:
    """The sign of a choice's value."""
    return (deed_chip(value) or camel_chip(value)) if isinstance(value, str) else None
