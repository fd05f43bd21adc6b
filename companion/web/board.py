"""The board of forty squares, drawn: groups by colour, shape and letter, owners, buildings, pieces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.web.marks import SHAPES, Mark
from companion.web.text import Words

SIZE = 1000.0
_CORNER = 134.0
_CELL = (SIZE - 2 * _CORNER) / 9
_BAND = 26.0
_HOTEL = 5
_LINE, _WIDE_LINE = 10, 14
_BESIDE_NAME = 5.0
_LETTER, _TIGHT_LETTER = 8.6, 7.2
_NARROW, _WIDE = 0.55, 1.35
_NARROW_LETTERS, _WIDE_LETTERS = frozenset("iljtfrI.,-'/ "), frozenset("mwMWжмшщыюЖМШЩЫЮФДQOG")
"""Letters on a line of an upright square, and of one that lies on its side."""


@dataclass(frozen=True, slots=True)
class Group:
    """A colour group: where it lies, and the shape and letter that tell it apart without its colour."""

    id: str
    squares: tuple[int, ...]
    letter: str
    shape: str


GROUPS: tuple[Group, ...] = (
    Group("brown", (1, 3), "B", SHAPES[1]),
    Group("lightblue", (6, 8, 9), "L", SHAPES[0]),
    Group("pink", (11, 13, 14), "P", SHAPES[2]),
    Group("orange", (16, 18, 19), "O", SHAPES[3]),
    Group("red", (21, 23, 24), "R", SHAPES[5]),
    Group("yellow", (26, 27, 29), "Y", SHAPES[4]),
    Group("green", (31, 32, 34), "G", SHAPES[7]),
    Group("darkblue", (37, 39), "D", SHAPES[6]),
    Group("rail", (5, 15, 25, 35), "T", SHAPES[8]),
    Group("utility", (12, 28), "U", SHAPES[9]),
)
"""The groups in the order of the board. The squares are the same in every edition, the names are not."""

DEED_AT: Mapping[int, str] = {
    square: f"{group.id}{number}" for group in GROUPS for number, square in enumerate(group.squares, start=1)
}
SQUARE_OF: Mapping[str, int] = {deed: square for square, deed in DEED_AT.items()}
GROUP_OF: Mapping[str, Group] = {DEED_AT[square]: group for group in GROUPS for square in group.squares}

_PLAIN = {
    0: "go", 2: "chest", 4: "tax", 7: "chance", 10: "jail", 17: "chest", 20: "parking", 22: "chance",
    30: "to_jail", 33: "chest", 36: "chance", 38: "tax",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in the drawing."""

    x: float
    y: float
    w: float
    h: float


@dataclass(frozen=True, slots=True)
class Square:
    """One square as it is drawn. *band* is where its colour goes, None where it has none.

    *lines* of its name: where the middle is, the words, and a width to draw them in, None for their own.
    """

    number: int
    box: Box
    lines: tuple[tuple[float, float, str, float | None], ...]
    tight: bool
    full_name: str
    plain: str | None
    band: Box | None
    group: Group | None
    owner: Mark | None
    owner_at: tuple[float, float]
    mortgaged: bool
    houses: tuple[Box, ...]
    hotel: Box | None
    pieces: tuple[tuple[float, float, Mark], ...]


@dataclass(frozen=True, slots=True)
class DeedChip:
    """A deed in somebody's hand."""

    id: str
    name: str
    group: Group
    houses: int
    hotel: bool
    mortgaged: bool
    rent: int | None


@dataclass(frozen=True, slots=True)
class HandPicture:
    """What somebody holds: where the piece stands, in words, and the deeds."""

    standing: str
    deeds: tuple[DeedChip, ...]


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """All squares, and a sentence for who cannot see them."""

    squares: tuple[Square, ...]
    described: str


def draw_board(view: Mapping[str, Any], words: Words, marks: tuple[Mark, ...]) -> BoardPicture:
    """The board of a Monopoly view, for the table screen."""
    by_name = {mark.name: mark for mark in marks}
    standing: dict[int, list[Mark]] = {}
    hands = view.get("options", {}).get("follow") == "hands"
    for name, player in view.get("players", {}).items():
        position = player.get("position")
        if isinstance(position, int) and not player.get("bankrupt") and not hands and name in by_name:
            standing.setdefault(position, []).append(by_name[name])
    squares = tuple(_square(number, view, words, by_name, standing.get(number, [])) for number in range(40))
    told = [
        words.text("board.stands", who=mark.name, square=square.full_name)
        for square in squares
        for _, _, mark in square.pieces
    ]
    return BoardPicture(squares, " ".join(told))


def draw_hand(view: Mapping[str, Any], name: str, words: Words) -> HandPicture:
    """The hand of one player of a Monopoly view."""
    player = view.get("players", {}).get(name, {})
    parts = []
    if player.get("in_jail"):
        turns = int(player.get("jail_turns") or 0)
        parts.append(words.text("hand.in_jail_turns", turns=turns) if turns else words.text("hand.in_jail"))
    elif isinstance(player.get("position"), int):
        parts.append(words.text("hand.stands", square=str(player["position"])))
    if player.get("jail_cards"):
        parts.append(words.text("hand.jail_cards", count=int(player["jail_cards"])))
    return HandPicture(" · ".join(parts), deed_chips(view, name, words))


def deed_chips(view: Mapping[str, Any], name: str, words: Words) -> tuple[DeedChip, ...]:
    """The deeds that somebody holds, in board order."""
    deeds = view.get("deeds", {})
    held = [deed for deed, holding in deeds.items() if holding.get("owner") == name and deed in SQUARE_OF]
    return tuple(
        DeedChip(
            deed,
            words.piece("deed", deed),
            GROUP_OF[deed],
            min(int(deeds[deed].get("houses") or 0), _HOTEL - 1)
            if deeds[deed].get("houses") != _HOTEL
            else 0,
            deeds[deed].get("houses") == _HOTEL,
            bool(deeds[deed].get("mortgaged")),
            deeds[deed].get("rent"),
        )
        for deed in sorted(held, key=lambda deed: SQUARE_OF[deed])
    )


def square_box(number: int) -> Box:
    """Where a square lies: GO in the lower right corner, then clockwise."""
    side, step = divmod(number, 10)
    if step == 0:
        x = (SIZE - _CORNER, 0.0, 0.0, SIZE - _CORNER)[side]
        y = (SIZE - _CORNER, SIZE - _CORNER, 0.0, 0.0)[side]
        return Box(x, y, _CORNER, _CORNER)
    along = _CORNER + (step - 1) * _CELL
    back = SIZE - along - _CELL
    match side:
        case 0:
            return Box(back, SIZE - _CORNER, _CELL, _CORNER)
        case 1:
            return Box(0.0, back, _CORNER, _CELL)
        case 2:
            return Box(along, 0.0, _CELL, _CORNER)
        case _:
            return Box(SIZE - _CORNER, along, _CORNER, _CELL)


def _band(number: int) -> Box:
    """The strip of colour on the inner side of a street."""
    box = square_box(number)
    match number // 10:
        case 0:
            return Box(box.x, box.y, box.w, _BAND)
        case 1:
            return Box(box.x + box.w - _BAND, box.y, _BAND, box.h)
        case 2:
            return Box(box.x, box.y + box.h - _BAND, box.w, _BAND)
        case _:
            return Box(box.x, box.y, _BAND, box.h)


def _inner(number: int) -> Box:
    """What is left of a square beside its band."""
    box = square_box(number)
    if number % 10 == 0:
        return box
    match number // 10:
        case 0:
            return Box(box.x, box.y + _BAND, box.w, box.h - _BAND)
        case 1:
            return Box(box.x, box.y, box.w - _BAND, box.h)
        case 2:
            return Box(box.x, box.y, box.w, box.h - _BAND)
        case _:
            return Box(box.x + _BAND, box.y, box.w - _BAND, box.h)


def _square(
    number: int,
    view: Mapping[str, Any],
    words: Words,
    by_name: Mapping[str, Mark],
    standing: list[Mark],
) -> Square:
    deed = DEED_AT.get(number)
    group = GROUP_OF[deed] if deed else None
    holding = view.get("deeds", {}).get(deed, {}) if deed else {}
    name = words.piece("deed", deed) if deed else words.piece("square", str(number))
    inner = _inner(number)
    level = int(holding.get("houses") or 0)
    houses, hotel = _buildings(number, level)
    owner = by_name.get(str(holding.get("owner")))
    sideways = number // 10 in (1, 3) and number % 10 != 0
    lines = _lines(name, _WIDE_LINE if sideways or number % 10 == 0 else _LINE)
    # On the upper side the owner's mark lies above the name.
    first = inner.y + (44.0 if number // 10 == 2 and group is not None else 20.0)
    tight = not sideways and any(len(line) > _LINE for line in lines)
    room = inner.w - _BESIDE_NAME
    return Square(
        number=number,
        box=square_box(number),
        lines=tuple(
            (inner.x + inner.w / 2, first + at * 13.5, line, room if _width(line, tight) > room else None)
            for at, line in enumerate(lines)
        ),
        tight=tight,
        full_name=name,
        plain=_PLAIN.get(number),
        band=_band(number) if group is not None else None,
        group=group,
        owner=owner,
        owner_at=_owner_at(number),
        mortgaged=bool(holding.get("mortgaged")),
        houses=houses,
        hotel=hotel,
        pieces=tuple(
            (x, y, mark) for (x, y), mark in zip(_places(number, len(standing)), standing, strict=True)
        ),
    )


def _owner_at(number: int) -> tuple[float, float]:
    """The owner's mark lies across the outer edge of the square."""
    box = square_box(number)
    match number // 10:
        case 0:
            return box.x + box.w / 2, box.y + box.h - 17
        case 1:
            return box.x + 17, box.y + box.h - 17
        case 2:
            return box.x + box.w / 2, box.y + 17
        case _:
            return box.x + box.w - 17, box.y + box.h - 17


def _places(number: int, count: int) -> list[tuple[float, float]]:
    """Where *count* pieces stand on a square, in rows of three."""
    inner = _inner(number)
    upper_side, sideways = number // 10 == 2, number // 10 in (1, 3)
    if number % 10 and sideways:
        lower = 16.0 if count <= 3 else 0.0  # below the name; a second row needs its place
    else:
        lower = 26.0 if upper_side and number % 10 else 8.0
    middle = (inner.x + inner.w / 2, inner.y + inner.h / 2 + lower)
    across, rows = min(3, count), -(-count // 3)
    # A corner has room for all eight beside each other; elsewhere they overlap, letters free.
    gap, above = (27.0, 0.0) if number % 10 else (40.0, (rows - 1) / 2)
    places = []
    for at in range(count):
        row, column = divmod(at, 3)
        in_row = min(across, count - row * 3)
        places.append((middle[0] + (column - (in_row - 1) / 2) * gap, middle[1] + (row - above) * gap))
    return places


def _buildings(number: int, level: int) -> tuple[tuple[Box, ...], Box | None]:
    if not level:
        return (), None
    band = _band(number)
    upright = band.h > band.w
    size = 15.0
    if level >= _HOTEL:
        long = 34.0
        w, h = (size, long) if upright else (long, size)
        return (), Box(band.x + (band.w - w) / 2, band.y + (band.h - h) / 2, w, h)
    room = 18.0
    start = ((band.h if upright else band.w) - room * level) / 2
    boxes = []
    for at in range(level):
        along = start + at * room + (room - size) / 2
        across = (_BAND - size) / 2
        boxes.append(
            Box(band.x + (across if upright else along), band.y + (along if upright else across), size, size)
        )
    return tuple(boxes), None


def _width(line: str, tight: bool) -> float:
    """How wide a line of a name may become: as in a wide font, for nobody knows which one a device has."""
    narrow, wide = (sum(one in some for one in line) for some in (_NARROW_LETTERS, _WIDE_LETTERS))
    letters = len(line) - narrow - wide + narrow * _NARROW + wide * _WIDE
    return letters * (_TIGHT_LETTER if tight else _LETTER)


def _lines(name: str, most: int) -> tuple[str, ...]:
    """A name on at most three lines."""
    lines: list[str] = []
    for word in name.split():
        if lines and len(lines[-1]) + 1 + len(word) <= most:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return tuple(lines[:3])
