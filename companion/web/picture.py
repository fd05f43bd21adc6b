"""Which picture a game has: chosen by the game's name in its view, and drawn from the view alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.seats import Role, Seat
from companion.web.board import draw_board, draw_hand
from companion.web.boards import draw_boards
from companion.web.box import known_box
from companion.web.camel_cards import PilesShown, shown_piles
from companion.web.estate import draw_estate
from companion.web.look import Look
from companion.web.rules import options_now
from companion.web.track import bet_hand, draw_track


@dataclass(frozen=True, slots=True)
class Picture:
    """A template and what it draws. *beside* is what stands next to a square picture, or within it.

    *front* is what a hand needs before everything else.
    """

    template: str
    drawn: Any
    beside: str = ""
    front: str = ""
    square: bool = True
    ended: PilesShown | None = None


def table_picture(look: Look) -> Picture | None:
    """The picture of the table screen; None for a game that has none."""
    match look.view.get("game"):
        case "monopoly":
            return Picture("pictures/board.html", draw_board(look.view, look.words, look.marks))
        case "camelup":
            drawn = draw_track(look.view, look.words, look.marks, _odds(look, ("screen", "all")))
            ended = shown_piles(look.table, look.marks) if look.view.get("phase") == "over" else None
            beside = "pictures/camels.html" if ended is None else "pictures/race_cards.html"
            return Picture("pictures/track.html", drawn, beside=beside, ended=ended)
        case "lastwill":
            box = known_box(look.table, Role.TABLE)
            drawn_boards = draw_boards(look.view, look.words, look.marks, box)
            return Picture("pictures/boards.html", drawn_boards, square=False)
        case _:
            return None


def hand_picture(view: Mapping[str, Any], seat: Seat, look: Look) -> Picture | None:
    """What a seat holds besides money; None for a game that has no such picture."""
    name = look.marks[seat].name
    match view.get("game"):
        case "monopoly":
            return Picture("pictures/deeds.html", draw_hand(view, name, look.words))
        case "camelup":
            track = draw_track(view, look.words, look.marks, _odds(look, ("all",)))
            return Picture("pictures/bets.html", (bet_hand(view, name), track))
        case "lastwill":
            return Picture("pictures/estate.html", draw_estate(view, seat, look), front="pictures/spend.html")
        case _:
            return None


def _odds(look: Look, shown_for: tuple[str, ...]) -> Mapping[str, Any] | None:
    """What was worked out for this very position, where the house rule shows it."""
    computed = look.table.computed
    if (
        computed is None
        or computed.number != look.number
        or options_now(look.table).get("odds") not in shown_for
    ):
        return None
    return computed.value
