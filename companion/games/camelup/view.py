"""What a viewer may see: the one way, beside `tell`, by which secrets leave."""

from __future__ import annotations

from typing import Any

from companion.core.seats import Seat, Viewer
from companion.games.camelup.evolve import phase_of
from companion.games.camelup.pieces import CAMELS
from companion.games.camelup.state import Hand, LegBet, Phase, Pile, RaceCard, State


def view(state: State, viewer: Viewer) -> dict[str, Any]:
    """The table as JSON. Race cards: a seat sees its own as a list, everybody else's as a number.

    `race_piles` are in it when the game is over.
    """
    seats = state.seats
    phase = phase_of(state)
    shown: dict[str, Any] = {
        "game": "camelup",
        "leg": state.leg,
        "phase": str(phase),
        "turn": {"player": _turn_name(state), "acted": state.acted},
        "track": state.options.length,
        "camels": _camels(state),
        "ranking": list(state.track.ranking()),
        "tiles": {seats.name(seat): _desert(state.hands[seat]) for seat in seats},
        "pyramid": list(state.pyramid),
        "crates": list(state.crates),
        "podium": list(state.podium()),
        "pyramid_tiles": len(state.pyramid),
        "leg_tiles": {camel: list(state.stack(camel)) for camel in CAMELS},
        "position_tiles": list(state.position_tiles),
        "camera": None
        if state.camera is None
        else {"player": seats.name(state.camera.seat), "space": state.camera.space},
        "players": {seats.name(seat): _player(state, seat, viewer) for seat in seats},
        "race_bets": {str(on): len(state.pile(on)) for on in Pile},
        "last_scoring": {
            seats.name(seat): amount for seat, amount in state.last_scoring if seat in seats.order
        },
        "winners": [seats.name(seat) for seat in state.winners if seat in seats.order],
        "open": [dict(request.seen(seats)) for request in state.requests],
    }
    if phase is Phase.OVER:
        shown["race_piles"] = {str(on): [_card(state, card) for card in state.pile(on)] for on in Pile}
    return shown


def _turn_name(state: State) -> str | None:
    if state.phase is Phase.OVER or state.turn not in state.seats.order:
        return None
    return state.seats.name(state.turn)


def _camels(state: State) -> dict[str, Any]:
    places: dict[str, Any] = dict.fromkeys(CAMELS)
    for space, stack in state.track.stacks().items():
        for height, camel in enumerate(stack):
            places[camel] = {"space": space, "height": height}
    return places


def _desert(hand: Hand) -> dict[str, Any] | None:
    if hand.desert is None:
        return None
    return {"space": hand.desert.space, "side": str(hand.desert.side)}


def _player(state: State, seat: Seat, viewer: Viewer) -> dict[str, Any]:
    hand = state.hands[seat]
    return {
        "money": state.money(seat),
        "leg_bets": [_leg_bet(bet) for bet in hand.leg_bets],
        "pyramid_tiles": hand.pyramid_tiles,
        "race_cards": _race_cards(hand, own=viewer == seat),
        "partner": None if hand.partner is None else state.seats.name(hand.partner),
        "asleep": seat in state.seats.asleep,
    }


def _race_cards(hand: Hand, own: bool) -> list[str] | int:
    """The cards in the hand; a number for others, and for a hand of which some lie face down unnamed."""
    return list(hand.cards) if own and not hand.face_down else hand.cards_left


def _leg_bet(bet: LegBet) -> dict[str, Any]:
    shown: dict[str, Any] = {"camel": bet.camel, "value": bet.value}
    if bet.place is not None:
        shown["place"] = bet.place
    return shown


def _card(state: State, card: RaceCard) -> list[str | None]:
    return [state.seats.name(card.owner), card.camel]
