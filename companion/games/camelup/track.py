"""The race track: stacks of camels, their notation, and how a camel unit moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from companion.games.camelup.pieces import CAMEL_OF, LETTERS, Camel

SHORT, LONG = 16, 20
OASIS, MIRAGE = 1, -1


class Track(NamedTuple):
    """Where the camels stand.

    *order* is back to front: the bottom of the rearmost stack first, the leader last. *spaces* are their
    spaces in the same order, so camels of one stack are neighbours in it, bottom first.
    """

    order: tuple[Camel, ...] = ()
    spaces: tuple[int, ...] = ()

    @classmethod
    def of(cls, stacks: Mapping[int, Iterable[Camel]]) -> Track:
        """From stacks by space, bottom first."""
        order: list[Camel] = []
        spaces: list[int] = []
        for space in sorted(stacks):
            for camel in stacks[space]:
                order.append(camel)
                spaces.append(space)
        return cls(tuple(order), tuple(spaces))

    def stacks(self) -> dict[int, tuple[Camel, ...]]:
        """The camels of each occupied space, bottom first."""
        found: dict[int, tuple[Camel, ...]] = {}
        for camel, space in zip(self.order, self.spaces, strict=True):
            found[space] = (*found.get(space, ()), camel)
        return found

    def space_of(self, camel: Camel) -> int:
        return self.spaces[self.order.index(camel)]

    def ranking(self) -> tuple[Camel, ...]:
        """First to last: farther is ahead, in a stack the higher one.

        Rule: CU-22.
        """
        return self.order[::-1]


class Walk(NamedTuple):
    """One move of a unit, step by step.

    *landed* is where the die carried it, *space* where it stands after a desert tile; *under* says that it
    went underneath the camels there. *tile* says that there was a desert tile on *landed*.
    """

    unit: tuple[Camel, ...]
    origin: int
    landed: int
    space: int
    tile: bool
    under: bool
    track: Track

    def finished(self, length: int) -> bool:
        """Whether the unit crossed the finish line. Rule: CU-27."""
        return self.space > length


def walk(track: Track, camel: Camel, pips: int, deserts: Mapping[int, int]) -> Walk:
    """Move *camel* and all it carries by *pips* spaces.

    *deserts* are the desert tiles by space: OASIS or MIRAGE. A tile acts only where the die's move ends, and
    once: the space it sends the unit to holds no tile (CU-21); one put there by an override does nothing.

    Rule: CU-18 to CU-21.
    """
    order, spaces = track
    index = order.index(camel)
    origin = spaces[index]
    top = index
    while top < len(order) and spaces[top] == origin:
        top += 1
    unit = order[index:top]
    landed = origin + pips
    shift = deserts.get(landed, 0)
    space = landed + shift
    under = shift < 0
    rest = order[:index] + order[top:]
    rest_spaces = spaces[:index] + spaces[top:]
    if under:
        at = sum(1 for other in rest_spaces if other < space)
    else:
        at = sum(1 for other in rest_spaces if other <= space)
    moved = Track(
        rest[:at] + unit + rest[at:],
        rest_spaces[:at] + (space,) * len(unit) + rest_spaces[at:],
    )
    return Walk(unit, origin, landed, space, shift != 0, under, moved)


def advance(track: Track, camel: Camel, pips: int, deserts: Mapping[int, int] | None = None) -> Track:
    """The track after *camel*, by name or letter, moved by *pips* spaces."""
    return walk(track, CAMEL_OF.get(camel, camel), pips, deserts or {}).track


def put_down(track: Track, camel: Camel, space: int, on_top: bool) -> Track:
    """With one more camel on *space*. Rule: CU-10."""
    at = sum(1 for other in track.spaces if other < space or (on_top and other == space))
    return Track(
        (*track.order[:at], camel, *track.order[at:]),
        (*track.spaces[:at], space, *track.spaces[at:]),
    )


def parse_track(text: str) -> Track:
    """Read "3:bw 5:g": by space the letters of its stack, bottom first; camels may be missing.

    Raises ValueError naming what cannot be.
    """
    stacks: dict[int, tuple[Camel, ...]] = {}
    seen: set[str] = set()
    for word in text.split():
        number, colon, letters = word.partition(":")
        if not colon or not number.isascii() or not number.isdigit() or int(number) < 1 or not letters:
            raise ValueError(f"{word!r} is no stack: write space:letters, bottom first, as in 4:bw")
        if int(number) in stacks:
            raise ValueError(f"space {number} stands there twice")
        for letter in letters:
            if letter not in CAMEL_OF:
                raise ValueError(f"{letter!r} in {word!r} is no camel: the letters are w, o, y, g, b")
            if letter in seen:
                raise ValueError(f"{CAMEL_OF[letter]} stands there twice")
            seen.add(letter)
        stacks[int(number)] = tuple(CAMEL_OF[letter] for letter in letters)
    return Track.of(stacks)


def format_track(track: Track) -> str:
    """Write a track the way `parse_track` reads it."""
    return " ".join(
        f"{space}:{''.join(LETTERS[camel] for camel in stack)}" for space, stack in track.stacks().items()
    )
