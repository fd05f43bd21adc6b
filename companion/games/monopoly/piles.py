"""The card piles, as far as a table can know them: cards go under, come up again, and leave while held."""

from __future__ import annotations

from companion.games.monopoly.edition import DECKS, Edition
from companion.games.monopoly.state import Pile, State

UNLISTED = "unlisted"
"""A leave-jail card in a hand that no card list holds."""


def shuffled(edition: Edition) -> tuple[Pile, ...]:
    """Both piles in an unknown order."""
    return tuple(Pile(frozenset(edition.decks[deck])) for deck in DECKS)


def on_top(state: State, deck: str) -> tuple[str, ...]:
    """The cards that can be on top, all equally likely, in the order of the card list."""
    pile = state.piles[DECKS.index(deck)]
    if pile.loose:
        return tuple(card for card in state.edition.decks[deck] if card in pile.loose)
    return pile.known[:1]


def in_pile(state: State, deck: str) -> tuple[str, ...]:
    """All cards of a deck that nobody holds, in the order of the card list."""
    held = held_cards(state)
    return tuple(card for card in state.edition.decks[deck] if card not in held)


def taken(state: State, card: str) -> State:
    """With *card* taken off its pile. A card that cannot have been on top says the pile was shuffled."""
    at = DECKS.index(state.edition.cards[card].deck)
    loose, known = state.piles[at]
    if card in loose:
        pile = Pile(loose - {card}, known)
    elif known[:1] == (card,) and not loose:
        pile = Pile(loose, known[1:])
    else:
        pile = Pile((loose | frozenset(known)) - {card})
    return state._replace(piles=(*state.piles[:at], pile, *state.piles[at + 1 :]))


def put_under(state: State, cards: tuple[str, ...]) -> State:
    """With *cards* put under their piles; a card that no list holds has no pile."""
    for card in cards:
        if card in state.edition.cards:
            at = DECKS.index(state.edition.cards[card].deck)
            pile = state.piles[at]._replace(known=(*state.piles[at].known, card))
            state = state._replace(piles=(*state.piles[:at], pile, *state.piles[at + 1 :]))
    return state


def without_cards(held: tuple[str, ...], given: tuple[str, ...]) -> tuple[str, ...]:
    """*held* without *given*, one for one."""
    left = list(held)
    for card in given:
        left.remove(card)
    return tuple(left)


def held_cards(state: State) -> frozenset[str]:
    """The leave-jail cards that players hold."""
    return frozenset(card for player in state.players for card in player.cards)
