"""What a viewer may see of the table, as JSON; hands are secret, money is open."""

from __future__ import annotations

from typing import Any

from companion.core.seats import Seat, Viewer
from companion.games.lastwill.cards import PROPERTY_KINDS
from companion.games.lastwill.spending import score, winners
from companion.games.lastwill.state import (
    Held,
    Phase,
    State,
    last_round,
    offer_slots,
    places,
    turn_order,
)

NAME = "lastwill"


def view(state: State, viewer: Viewer) -> dict[str, Any]:
    """The table as *viewer* sees it. A seat sees its own hand; nobody else's is shown to anybody."""
    name = state.seats.name
    return {
        "game": NAME,
        "round": state.round,
        "phase": state.phase.value,
        "turn": {"player": None if state.turn is None else name(state.turn)},
        "start_player": name(state.start),
        "market": dict(zip(PROPERTY_KINDS, state.market, strict=True)),
        "offer": _offer(state),
        "extensions_left": state.extensions_left,
        "order": [name(seat) for seat in turn_order(state)],
        "players": {name(seat): _player(state, seat, viewer == seat) for seat in state.seats},
        "last_round": last_round(state),
        "winners": [name(seat) for seat in winners(state)] if state.phase is Phase.OVER else [],
        "open": [request.seen(state.seats) for request in state.requests],
    }


def _offer(state: State) -> dict[str, str | None]:
    offer = {slot.id: state.offer.get(slot.id) for slot in offer_slots(state) or ()}
    open_offer = offer_slots(state) is None
    more = {slot: card for slot, card in state.offer.items() if card is not None or open_offer}
    return {**offer, **more}


def _player(state: State, seat: Seat, own: bool) -> dict[str, Any]:
    player = state.players[seat]
    hand = player.hand
    seen: dict[str, Any] = {
        "money": state.money(seat),
        "actions": player.actions,
        "white_actions": player.white_actions,
        "plan": None if player.plan is None else player.plan._asdict(),
        "hand": None if hand is None else hand.size,
        "board": [_held(held) for held in player.board],
        "places": places(state, seat),
        "extensions": player.extensions,
        "bankrupt": player.bankrupt,
        "score": score(state, seat),
    }
    if own and hand is not None:
        seen["hand"] = list(hand.known)
        seen["hidden"] = hand.hidden
    return seen


def _held(held: Held) -> dict[str, Any]:
    seen: dict[str, Any] = {"card": held.card, "markers": held.markers, "used": held.used}
    if held.value is not None:
        seen["value"] = held.value
    return seen
