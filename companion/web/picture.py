"""Which picture a game has: chosen by the game's name in its view, and drawn from the view alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.seats import Seat
from companion.web.board import deed_chips, draw_board
from companion.web.look import Look


@dataclass(frozen=True, slots=True)
class Picture:
    """A template and what it draws."""

    template: str
    drawn: Any


def table_picture(look: Look) -> Picture | None:
    """The picture of the table screen; None for a game that has none."""
    match look.view.get("game"):
        case "monopoly":
            return Picture("pictures/board.html", draw_board(look.view, look.words, look.marks))
        case _:
            return None


def hand_picture(view: Mapping[str, Any], seat: Seat, look: Look) -> Picture | None:
    """What a seat holds besides money; None for a game that has no such picture."""
    match view.get("game"):
        case "monopoly":
            return Picture("pictures/deeds.html", deed_chips(view, look.marks[seat].name, look.words))
        case _:
            return None
