"""The race track, drawn: spaces in a ring, camels on each other's backs, tiles, dice still to come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from companion.web.marks import SHAPES, Mark
from companion.web.text import Words

SIZE = 1000.0
_HUMP, _TALLEST = 33.0, 60.0
"""How high a camel is drawn as it is, and at most: alone on a space it is the larger."""


@dataclass(frozen=True, slots=True)
class CamelMark:
    """How a camel is told apart: colour, letter and shape."""

    id: str
    letter: str
    shape: str


CAMELS: Mapping[str, CamelMark] = {
    "white": CamelMark("white", "W", SHAPES[0]),
    "orange": CamelMark("orange", "O", SHAPES[3]),
    "yellow": CamelMark("yellow", "Y", SHAPES[4]),
    "green": CamelMark("green", "G", SHAPES[7]),
    "blue": CamelMark("blue", "B", SHAPES[1]),
}


@dataclass(frozen=True, slots=True)
class Riding:
    """A camel where it is drawn, its left upper corner. *tall* is how far it is stretched upwards."""

    mark: CamelMark
    x: float
    y: float
    width: float
    tall: float


@dataclass(frozen=True, slots=True)
class Space:
    """A space of the track. *tile* is "oasis", "mirage" or None, *owner* whose it is; *camera* likewise."""

    number: int
    x: float
    y: float
    side: float
    camels: tuple[Riding, ...]
    tile: str | None
    owner: Mark | None
    camera: Mark | None
    start: bool


@dataclass(frozen=True, slots=True)
class CamelRow:
    """What may still be had on a camel: its leg tiles, and whether its die is still in the pyramid."""

    mark: CamelMark
    place: int
    tiles: tuple[int, ...]
    die: bool
    support: bool
    over_line: bool


@dataclass(frozen=True, slots=True)
class CamelOdds:
    """The chances of a camel in this leg, in whole per cent, and what its next leg tile is worth."""

    first: int
    second: int
    tile: str


@dataclass(frozen=True, slots=True)
class TrackPicture:
    """*odds* by camel; empty where the table wants none, or they are still being worked out.

    *piles* are how many race cards lie on the winner and on the loser pile.
    """

    spaces: tuple[Space, ...]
    rows: tuple[CamelRow, ...]
    leg: int
    described: str
    odds: Mapping[str, CamelOdds]
    piles: tuple[int, int] = (0, 0)

    @property
    def begun(self) -> bool:
        """Whether a camel stands on the track: before that nobody leads."""
        return any(space.camels for space in self.spaces)


@dataclass(frozen=True, slots=True)
class BetHand:
    """What somebody has bet this leg. *cards* are race cards by name, or only their number."""

    bets: tuple[tuple[CamelMark, int, int | None], ...]
    pyramid_tiles: int
    cards: tuple[CamelMark, ...]
    card_count: int


def draw_track(
    view: Mapping[str, Any],
    words: Words,
    marks: tuple[Mark, ...],
    report: Mapping[str, Any] | None = None,
) -> TrackPicture:
    """The track of a Camel Up view; *report* are the odds of this position."""
    by_name = {mark.name: mark for mark in marks}
    length = int(view.get("track") or 16)
    standing: dict[int, list[str]] = {}
    placed = {name: camel for name, camel in (view.get("camels") or {}).items() if camel and name in CAMELS}
    for name in sorted(placed, key=lambda name: placed[name]["height"]):
        standing.setdefault(int(placed[name]["space"]), []).append(name)
    tiles = {
        int(tile["space"]): (str(tile["side"]), by_name.get(owner))
        for owner, tile in (view.get("tiles") or {}).items()
        if tile
    }
    camera = view.get("camera") or {}
    spaces = tuple(
        _space(number, length, standing, tiles, camera, by_name) for number in range(1, length + 1)
    )
    piles = view.get("race_bets") or {}
    told = [
        words.text("track.stands", camel=words.piece("camel", name), space=number)
        for number in sorted(standing, reverse=True)
        for name in reversed(standing[number])
    ]
    return TrackPicture(
        spaces,
        _rows(view, placed, length),
        int(view.get("leg") or 1),
        " ".join(told),
        read_odds(report or {}),
        (int(piles.get("winner") or 0), int(piles.get("loser") or 0)),
    )


def read_odds(report: Mapping[str, Any]) -> dict[str, CamelOdds]:
    """The odds of `companion odds --json`, rounded for people: fractions come as text."""
    tiles = report.get("leg_tiles", {})
    return {
        camel: CamelOdds(
            round(Fraction(chances[0]) * 100),
            round(Fraction(chances[1]) * 100),
            f"{float(Fraction(tiles[camel])):+.1f}".replace("-", "\u2212") if camel in tiles else "",
        )
        for camel, chances in report.get("places", {}).items()
    }


def bet_hand(view: Mapping[str, Any], name: str) -> BetHand | None:
    """The bets of one player, as far as the view shows them."""
    player = (view.get("players") or {}).get(name)
    if player is None:
        return None
    cards = player.get("race_cards")
    listed = cards if isinstance(cards, list) else []
    return BetHand(
        tuple(
            (CAMELS[bet["camel"]], int(bet["value"]), bet.get("place"))
            for bet in player.get("leg_bets", [])
            if bet["camel"] in CAMELS
        ),
        int(player.get("pyramid_tiles") or 0),
        tuple(CAMELS[card] for card in listed if card in CAMELS),
        len(listed) if isinstance(cards, list) else int(cards or 0),
    )


def ring_place(number: int, length: int) -> tuple[int, int, int]:
    """Column, row and spaces to a side: clockwise from the left lower corner upwards."""
    side = length // 4 + 1
    step, at = divmod(number - 1, side - 1)
    match step:
        case 0:
            return 0, side - 1 - at, side
        case 1:
            return at, 0, side
        case 2:
            return side - 1, at, side
        case _:
            return side - 1 - at, side - 1, side


def _space(
    number: int,
    length: int,
    standing: Mapping[int, list[str]],
    tiles: Mapping[int, tuple[str, Mark | None]],
    camera: Mapping[str, Any],
    by_name: Mapping[str, Mark],
) -> Space:
    column, row, side = ring_place(number, length)
    edge = SIZE / side
    x, y = column * edge, row * edge
    # A camel over the line stands on space 17 and up: it is drawn where it would be on the next round.
    here = [*standing.get(number, []), *standing.get(number + length, [])]
    hump = min(_TALLEST, (edge - 34) / max(1, len(here)))
    camels = tuple(
        Riding(CAMELS[name], x + edge * 0.12, y + edge - 6 - (at + 1) * hump, edge * 0.76, hump / _HUMP)
        for at, name in enumerate(here)
    )
    tile, owner = tiles.get(number, (None, None))
    watcher = by_name.get(str(camera.get("player"))) if camera.get("space") == number else None
    return Space(number, x, y, edge, camels, tile, owner, watcher, number == 1)


def _rows(view: Mapping[str, Any], placed: Mapping[str, Any], length: int) -> tuple[CamelRow, ...]:
    ranking = [name for name in view.get("ranking", []) if name in CAMELS]
    order = [*ranking, *(name for name in CAMELS if name not in ranking)]
    pyramid = view.get("pyramid", [])
    return tuple(
        CamelRow(
            CAMELS[name],
            place,
            tuple((view.get("leg_tiles") or {}).get(name, [])),
            name in pyramid,
            f"{name}-support" in pyramid,
            name in placed and int(placed[name]["space"]) > length,
        )
        for place, name in enumerate(order, start=1)
    )
