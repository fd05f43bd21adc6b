"""The own estate in a game of ruin: what each card can do now, what it costs, and the quick spend."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.known_box import KnownBox
from companion.core.message import Prompt
from companion.core.seats import Seat
from companion.web.boards import LaidCard, PlayerBoard, player_board
from companion.web.box import known_box
from companion.web.forms import Form, act_form
from companion.web.look import Look

_AMOUNTS = range(1, 13)
_MOST_ACTIONS = 7


@dataclass(frozen=True, slots=True)
class OwnCard:
    """A card before its owner: *can* are the acts it offers now, with their cost; *says* is its print."""

    laid: LaidCard
    can: tuple[str, ...]
    says: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Amount:
    """A sum to spend with one tap. *refused*: property is owned and the money is not there."""

    pounds: int
    refused: bool
    bankrupts: bool


@dataclass(frozen=True, slots=True)
class QuickSpend:
    """Amount, then actions: two taps. *warning* says what bounds the amount, or what the larger ones do."""

    form: Form
    amounts: tuple[Amount, ...]
    actions: tuple[int, ...]
    warning: str


@dataclass(frozen=True, slots=True)
class Estate:
    """What a phone shows of its seat: board, hand, the quick spend in its own turn, and the box."""

    board: PlayerBoard
    cards: tuple[OwnCard, ...]
    hand: tuple[OwnCard, ...]
    hidden: int
    spend: QuickSpend | None
    box: KnownBox | None


def draw_estate(view: Mapping[str, Any], seat: Seat, look: Look) -> Estate:
    """The estate of one seat, out of its own view."""
    words, mark = look.words, look.marks[seat]
    player = view.get("players", {}).get(mark.name, {})
    prompts = look.game.prompts(look.table.session.state, seat)
    box = known_box(look.table, seat)
    says = {card.id: tuple(words.say(one) for one in card.words) for card in box.cards} if box else {}
    board = player_board(player, mark, words)

    def own(piece: str, laid: LaidCard) -> OwnCard:
        can = tuple(dict.fromkeys(words.say(one.message) for one in prompts if piece in _cards_of(one)))
        return OwnCard(laid, can, says.get(piece.partition("#")[0], ()))

    laid = [str(held["card"]) for held in player.get("board", [])]
    hand = player.get("hand") if isinstance(player.get("hand"), list) else []
    return Estate(
        board,
        tuple(own(piece, card) for piece, card in zip(laid, board.cards, strict=True)),
        tuple(own(str(card), LaidCard(words.piece("card", str(card)), None, 0, False)) for card in hand),
        int(player.get("hidden") or 0),
        _spend(player, prompts, mark.name, look)
        if look.turn == seat and view.get("phase") == "actions"
        else None,
        box,
    )


def _cards_of(prompt: Prompt) -> tuple[object, ...]:
    return (prompt.act.get("card"), prompt.act.get("on"))


def _spend(
    player: Mapping[str, Any], prompts: tuple[Prompt, ...], name: str, look: Look
) -> QuickSpend | None:
    if not any(prompt.act.get("do") == "effect" for prompt in prompts):
        return None
    words, money = look.words, int(player.get("money") or 0)
    owned = [held for held in player.get("board", []) if held.get("value") is not None]
    amounts = tuple(
        Amount(pounds, bool(owned) and pounds > max(0, money), not owned and 0 < money <= pounds)
        for pounds in _AMOUNTS
    )
    warning = ""
    if owned and any(amount.refused for amount in amounts):
        warning = words.text("estate.bound", amount=max(0, money), card=str(owned[0]["card"]))
    elif any(amount.bankrupts for amount in amounts):
        warning = words.text("estate.bankrupts", amount=money)
    left = max(0, int(player.get("actions") or 0))
    form = act_form({"do": "effect", "by": name}, json.dumps("spend"))
    return QuickSpend(form, amounts, tuple(range(min(left, _MOST_ACTIONS) + 1)), warning)
