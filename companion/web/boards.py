"""The boards of Last Will: the property market, the offer, what everybody has laid out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.known_box import KnownBox
from companion.web.marks import Mark
from companion.web.text import Words


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card on a board: its name, its value if it has one, markers on it, and whether it was used."""

    name: str
    value: int | None
    markers: int
    used: bool


@dataclass(frozen=True, slots=True)
class PlayerBoard:
    """What lies before somebody, and how much that one can still do."""

    mark: Mark
    actions: int
    white_actions: int
    hand: str
    cards: tuple[LaidCard, ...]
    places: int


@dataclass(frozen=True, slots=True)
class BoardsPicture:
    """*market* are (kind, adjuster) pairs, *offer* (slot, card's name or "") pairs.

    *order* is the order of play, each with whether it is that one's turn; *box* what is known of the box.
    """

    round: int
    market: tuple[tuple[str, int], ...]
    offer: tuple[tuple[str, str], ...]
    boards: tuple[PlayerBoard, ...]
    order: tuple[tuple[Mark, bool], ...] = ()
    box: KnownBox | None = None


def draw_boards(
    view: Mapping[str, Any], words: Words, marks: tuple[Mark, ...], box: KnownBox | None = None
) -> BoardsPicture:
    """The boards of a Last Will view."""
    players = view.get("players") or {}
    by_name = {mark.name: mark for mark in marks}
    turn = (view.get("turn") or {}).get("player")
    return BoardsPicture(
        int(view.get("round") or 0),
        tuple((str(kind), int(adjuster)) for kind, adjuster in (view.get("market") or {}).items()),
        tuple(
            ("" if slot == card else _place(str(slot), words), words.piece("card", card) if card else "")
            for slot, card in (view.get("offer") or {}).items()
        ),
        tuple(player_board(players[mark.name], mark, words) for mark in marks if mark.name in players),
        tuple((by_name[name], name == turn) for name in view.get("order") or () if name in by_name),
        box,
    )


def _place(slot: str, words: Words) -> str:
    """What a place of the offer is called: by its owners, or (a joker's) by its card."""
    return words.piece("card", slot) if slot.partition("#")[0] == "joker" else slot


def player_board(player: Mapping[str, Any], mark: Mark, words: Words) -> PlayerBoard:
    """What one player has laid out."""
    hand = player.get("hand")
    count = len(hand) + int(player.get("hidden") or 0) if isinstance(hand, list) else hand
    return PlayerBoard(
        mark,
        int(player.get("actions") or 0),
        int(player.get("white_actions") or 0),
        "" if count is None else str(count),
        tuple(
            LaidCard(
                words.piece("card", str(held["card"])),
                held.get("value"),
                int(held.get("markers") or 0),
                bool(held.get("used")),
            )
            for held in player.get("board", [])
        ),
        int(player.get("places") or 0),
    )
