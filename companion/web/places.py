"""The places round a table that is being set up: a name and a mark each, to be put in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, zip_longest
from typing import Protocol

from companion.core.refusal import Refusal
from companion.web.marks import SHAPES, Mark, assign_pieces, seat_marks
from companion.web.pieces import read_piece

REARRANGING = frozenset({"earlier", "add", "again", "look"})
"""Buttons of the set-up form that only change the form, for browsers without a script."""

_MOST_PLACES = 40


class Form(Protocol):
    """A form whose fields may come several times."""

    def getlist(self, key: str, /) -> list[str]:
        """All values of a field."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place as a form has it: *name* is empty when it is free, *piece* None when any mark will do."""

    name: str = ""
    piece: int | None = None


def read_places(form: Form) -> tuple[Place, ...]:
    """The places of a form, clockwise. A mark that does not exist counts as none chosen."""
    pairs = zip_longest(form.getlist("name"), form.getlist("mark"), fillvalue="")
    return tuple(Place(name.strip(), _known(mark)) for name, mark in islice(pairs, _MOST_PLACES))


def laid_places(places: Sequence[Place], most: int) -> tuple[Place, ...]:
    """As many places as can be played at, the free ones last; more when a form had more."""
    return (*places, *(Place(),) * (most - len(places)))


def rearranged(places: Sequence[Place], form: Mapping[str, str], last: Sequence[str]) -> tuple[Place, ...]:
    """The places after one tap: one place earlier, a name added, or all as last time."""
    now = list(places)
    moved = form.get("earlier", "")
    if moved in map(str, range(1, len(now))):
        at = int(moved)
        now[at - 1], now[at] = now[at], now[at - 1]
    if "again" in form:
        now = [Place(name) for name in last]
    added = form.get("add", "")
    if added and all(place.name != added for place in now):
        free = next((at for at, place in enumerate(now) if not place.name), None)
        if free is None:
            now.append(Place(added))
        else:
            now[free] = replace(now[free], name=added)
    return tuple(now)


def chosen_pieces(places: Sequence[Place]) -> tuple[int, ...]:
    """The mark of everybody who sits down, as the places show it. Raises Refusal("mark_taken")."""
    wanted: dict[int, str] = {}
    for place in places:
        if place.piece is not None and place.name:
            if place.piece in wanted:
                raise Refusal("mark_taken", mark=str(place.piece), names=[wanted[place.piece], place.name])
            wanted[place.piece] = place.name
    return tuple(piece for piece, place in zip(_assigned(places), places, strict=True) if place.name)


def place_marks(places: Sequence[Place]) -> tuple[Mark, ...]:
    """The mark of every place, its number instead of a letter."""
    numbers = [str(at + 1) for at in range(len(places))]
    return tuple(replace(mark, letter=mark.name) for mark in seat_marks(numbers, _assigned(places)))


def _assigned(places: Sequence[Place]) -> tuple[int, ...]:
    """A mark for every place; an empty place keeps none from the others."""
    return assign_pieces([place.piece if place.name else None for place in places])


def _known(text: str) -> int | None:
    return read_piece(text) if text in map(str, range(len(SHAPES))) else None
