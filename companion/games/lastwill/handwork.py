"""What people do with their hands: markers to move after an act, and the table to lay out next week."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.core.message import Message, say
from companion.core.seats import Seat
from companion.games.lastwill.cards import PROPERTY_KINDS
from companion.games.lastwill.events import (
    CardActivated,
    CardRemoved,
    ExtensionTaken,
    JokerReturned,
    MarkerPlaced,
    MarkersReturned,
    MarketSet,
    OfferCleared,
    PropertiesFell,
    PropertyBought,
    RoundBegan,
    ValueLowered,
)
from companion.games.lastwill.record import Event
from companion.games.lastwill.state import Held, State, block_is_due, offer_slots
from companion.games.lastwill.words import signed


def hand_work(events: Iterable[Event], state: State) -> tuple[Message, ...]:
    """What to move on the table after these events, in their order. It names only what lies open."""
    return tuple(message for event in events for message in _after(event, state))


def lay_out(state: State) -> tuple[Message, ...]:
    """Markers, market, offer, money and boards, seat by seat; hands stay with their owners."""
    return tuple(_lines(state))


def _after(event: Event, state: State) -> Iterator[Message]:
    match event:
        case MarketSet():
            yield _market("lastwill.hand.market", event.market)
        case ExtensionTaken():
            yield say("lastwill.hand.extension", who=event.seat)
        case CardActivated():
            yield say("lastwill.hand.slide", card=event.card)
        case PropertyBought():
            if event.card in state.cards and state.card(event.card).kind != "farm":
                yield say("lastwill.hand.value", card=event.card, amount=event.value)
        case CardRemoved():
            yield say("lastwill.hand.remove", card=event.card)
        case MarkerPlaced():
            yield say("lastwill.hand.marker", kind=f"lastwill.kind.{event.kind}", card=event.on)
        case ValueLowered():
            yield say("lastwill.hand.value", card=event.card, amount=event.value)
        case PropertiesFell():
            for step in event.steps:
                yield say("lastwill.hand.value", card=step.card, amount=step.value)
        case JokerReturned():
            yield say("lastwill.hand.joker", card=event.card)
        case OfferCleared():
            yield say("lastwill.hand.clear_offer")
            if event.gone:
                yield say("lastwill.hand.out_of_game", cards=list(event.gone))
        case MarkersReturned():
            yield say("lastwill.hand.markers_back")
        case RoundBegan():
            yield say("lastwill.hand.round", round=event.round, who=event.start)
        case _:
            return


def _lines(state: State) -> Iterator[Message]:
    yield say("lastwill.lay_out.round", round=state.round, who=state.start)
    yield _market("lastwill.lay_out.market", state.market)
    shown = {slot.id for slot in offer_slots(state) or ()} | set(state.offer)
    for slot in sorted(shown):
        card = state.offer.get(slot)
        if card is not None:
            yield say("lastwill.lay_out.offer", slot=None if slot == card else slot, card=card)
    for space in state.blocked:
        yield say("lastwill.lay_out.blocked", space=space + 1)
    for seat in state.seats:
        player = state.players[seat]
        yield say("lastwill.lay_out.money", who=seat, amount=state.money(seat))
        if player.plan is not None:
            yield say("lastwill.lay_out.plan", who=seat, place=player.plan.order)
        if player.actions:
            yield say("lastwill.lay_out.actions", who=seat, count=player.actions)
        if player.extensions:
            yield say("lastwill.lay_out.extensions", who=seat, count=player.extensions)
        for held in player.board:
            yield _held(state, seat, held)
    if state.turn is not None:
        yield say(
            "lastwill.lay_out.block" if block_is_due(state) else "lastwill.lay_out.turn", who=state.turn
        )


def _held(state: State, seat: Seat, held: Held) -> Message:
    farm = state.card(held.card).kind == "farm"
    return say(
        "lastwill.lay_out.card",
        who=seat,
        card=held.card,
        value=None if farm else held.value,
        markers=held.markers or None,
        used="lastwill.lay_out.used" if held.used else None,
    )


def _market(id: str, market: tuple[int, ...]) -> Message:
    values = {kind: signed(value) for kind, value in zip(PROPERTY_KINDS, market, strict=True)}
    return say(id, **values)
