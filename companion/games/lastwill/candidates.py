"""Which cards a person may mean: those of a hand, and those that nobody knows to lie elsewhere."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.message import Message, say
from companion.core.seats import Seat
from companion.games.lastwill.cards import jokers_of, pieces_of
from companion.games.lastwill.state import State


def unseen_cards(state: State, seat: Seat, decks: Iterable[str]) -> tuple[str, ...]:
    """Cards of some decks that *seat* may hold unnamed: on no board or offer, not in the own known hand.

    Cards that others are known to hold stay in the list: leaving them out would tell on them.
    """
    wanted = tuple(decks)
    away = {card for card in state.offer.values() if card is not None} | set(state.gone)
    for other in state.seats:
        away.update(held.card for held in state.players[other].board)
    hand = state.players[seat].hand
    if hand is not None:
        away.update(hand.known)
    found = []
    for card in state.cards.values():
        if card.deck in wanted and card.id not in state.unseen:
            pieces = jokers_of(state.cards) if card.is_joker else pieces_of(card)
            piece = next((piece for piece in pieces if piece not in away), None)
            if piece is not None:
                found.append(piece)
    return tuple(found)


def hand_cards(state: State, seat: Seat) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The cards known to be in a hand, and those that may be among its hidden or uncounted ones."""
    hand = state.players[seat].hand
    known = hand.known if hand is not None else ()
    if hand is not None and not hand.hidden:
        return known, ()
    decks = ("event", "helper_expense", "property", "companion", "special", "joker")
    return known, unseen_cards(state, seat, decks)


def choices_of(cards: Iterable[str]) -> tuple[tuple[object, Message], ...]:
    """Cards as the choices of something to fill in."""
    return tuple((card, say("lastwill.card_name", card=card)) for card in cards)
