"""The box as its owners know it: every card in words, and what they wrote of it read in one go."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from companion.core.known_box import KnownBox, KnownCard
from companion.core.refusal import Refusal, refuse_faults, refuse_field
from companion.core.seats import Role, Viewer
from companion.games.lastwill.box import read_boards
from companion.games.lastwill.cards import DECKS, KINDS, SYMBOLS, base_id
from companion.games.lastwill.report import faults_of
from companion.games.lastwill.schema import read_cards
from companion.games.lastwill.sheet import read_sheet
from companion.games.lastwill.state import Phase, State
from companion.games.lastwill.words import BOX_SIZES, box_warnings, describe, known_cards, missing

BOX_WORDS = {"kind": KINDS, "deck": DECKS, "symbols": SYMBOLS}


def known_box(state: State, viewer: Viewer) -> KnownBox:
    """Every card that *viewer* may know of, in the order they were entered; every card when all is over."""
    hand = None if isinstance(viewer, Role) else state.players[viewer].hand
    own = {base_id(card) for card in hand.known} if hand is not None else set()
    hidden = () if state.phase is Phase.OVER else state.unseen
    cards = tuple(card for card in state.cards.values() if card.id not in hidden or card.id in own)
    counted = sum(card.copies or 1 for card in state.cards.values() if card.id not in state.unseen)
    return KnownBox(
        counted,
        max(counted, sum(BOX_SIZES.values())),
        known_cards(state),
        tuple(
            KnownCard(card.id, card.name, card.stated, describe(card), not missing(card)) for card in cards
        ),
        box_warnings(state),
    )


def read_box(text: str) -> dict[str, Any]:
    """The header keys `cards` and `box` of what owners wrote: one JSON file, or a CSV sheet of cards.

    The file is an object with `cards` or `box` or both; a bare list are cards. Raises Refusal(BAD_REQUEST)
    naming every fault.
    """
    text = text.removeprefix("\ufeff").strip()
    if not text.startswith(("{", "[")):
        found: dict[str, Any] = {"cards": read_sheet(text)}
    else:
        found = _read_json(text)
    faults = [*_faults(read_cards, found.get("cards") or []), *_faults(read_boards, found.get("box"))]
    if faults:
        refuse_faults("box", faults)
    return found


def _read_json(text: str) -> dict[str, Any]:
    try:
        raw = json.loads(text)
    except json.JSONDecodeError as error:
        refuse_field("box", "box_text_from", text, line=error.lineno, column=error.colno)
    except (ValueError, RecursionError):
        refuse_field("box", "box_text", text)
    if isinstance(raw, list):
        return {"cards": raw}
    for key in raw:
        if key not in ("version", "cards", "box"):
            refuse_field(f"box.{key}"[:60], "one_of", key, choices=["version", "cards", "box"])
    return {key: raw[key] for key in ("cards", "box") if raw.get(key) is not None}


def _faults(read: Callable[[object], object], raw: object) -> list[dict[str, object]]:
    try:
        read(raw)
    except Refusal as refusal:
        return faults_of(refusal)
    return []
