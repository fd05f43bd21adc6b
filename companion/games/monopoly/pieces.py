"""The pieces of the box that may carry a tag, and what is printed on them."""

from __future__ import annotations

import re

from companion.core.message import Message, say
from companion.core.tagged import Tagged
from companion.games.monopoly.edition import DECKS
from companion.games.monopoly.piles import on_top
from companion.games.monopoly.state import DrawDue, Purchase, Rent, State

DEED, CARD, PLAYER_CARD, SQUARE, DECK = "deed", "card", "player_card", "square", "deck"
PLAYER_CARDS = 8
_SQUARE_NAME = re.compile(r"\{(\d+)\}")


def pieces(state: State) -> tuple[Tagged, ...]:
    """Player cards, title deeds in board order, Chance, Community Chest."""
    return (
        *(Tagged(PLAYER_CARD, str(number)) for number in range(1, PLAYER_CARDS + 1)),
        *(Tagged(DEED, deed.id) for deed in state.edition.deeds),
        *(Tagged(CARD, card) for deck in DECKS for card in state.edition.decks[deck]),
    )


def piece_name(state: State, tagged: Tagged) -> str | Message:
    """A deed's name, a card in our own words, a player card by its number, a square's name by its own.

    A pile of cards is called as its squares are: boxes of one language differ there.
    """
    match tagged.kind:
        case "deed":
            return state.edition.name(tagged.name)
        case "card":
            card = state.edition.cards[tagged.name]
            return _SQUARE_NAME.sub(lambda found: state.edition.names[int(found[1])], card.name)
        case "square":
            return state.edition.names[int(tagged.name)]
        case "deck":
            edition = state.edition
            own = (square.number for square in edition.squares if square.kind == tagged.name)
            at = next(own, None)
            return say(f"monopoly.deck.{tagged.name}") if at is None else edition.names[at]
        case "player_card":
            return say("player_card.numbered", number=tagged.name)
        case _:
            raise ValueError(f"no piece of this box: {tagged}")


def guess(state: State) -> tuple[Tagged, ...]:
    """What an unknown tag may well be now: the deed or card that somebody is dealing with."""
    deeds = [matter.deed for matter in state.open if isinstance(matter, (Purchase, Rent))]
    drawn = [
        Tagged(CARD, card)
        for matter in state.open
        if isinstance(matter, DrawDue)
        for card in on_top(state, matter.deck)
    ]
    return (*(Tagged(DEED, deed) for deed in dict.fromkeys(deeds)), *drawn)
