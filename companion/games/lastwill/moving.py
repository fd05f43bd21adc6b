"""Cards on their way between hands, boards, offer and piles: what the folding of events does with them."""

from __future__ import annotations

from companion.core.seats import Seat
from companion.games.lastwill.cards import base_id
from companion.games.lastwill.events import FreedBy
from companion.games.lastwill.state import Hand, Held, State


def received(state: State, seat: Seat, card: str | None, named: bool) -> State:
    """A card came to a hand. A hand nobody counts begins to be counted when its player names the card."""
    if card is not None:
        state = turned_up(state, card, seat)
    player = state.players[seat]
    hand = player.hand
    if hand is None:
        hand = Hand((card,)) if named and card is not None else None
    elif card is not None:
        hand = hand._replace(known=(*hand.known, card))
    else:
        hand = hand._replace(hidden=hand.hidden + 1)
    given = player.given + (card is None)
    return state.with_player(seat, player._replace(hand=hand, given=given))


def shown(state: State, card: str) -> State:
    """A card lies open: it is no secret any more."""
    if base_id(card) not in state.unseen:
        return state
    return state._replace(unseen=tuple(one for one in state.unseen if one != base_id(card)))


def turned_up(state: State, card: str, seat: Seat) -> State:
    """A card turned up at *seat*: it is nowhere else, whatever was noted before.

    Another hand that was noted to hold it keeps its number of cards: one of them is no longer known.
    """
    state = off_piles(state, (card,))
    if card in state.offer.values():
        state = state._replace(
            offer={slot: None if held == card else held for slot, held in state.offer.items()}
        )
    for other in state.seats:
        hand = state.players[other].hand
        if other != seat and hand is not None and card in hand.known:
            known = tuple(one for one in hand.known if one != card)
            forgot = state.players[other]._replace(hand=Hand(known, hand.hidden + 1))
            state = state.with_player(other, forgot)
    return state


def hand_left(state: State, seat: Seat, cards: tuple[str, ...]) -> State:
    """Cards left a hand and lie open: known ones first, else they come out of the hidden ones."""
    for card in cards:
        state = shown(turned_up(state, card, seat), card)
        player = state.players[seat]
        hand = player.hand
        if hand is None:
            continue
        if card in hand.known:
            hand = hand._replace(known=tuple(one for one in hand.known if one != card))
        else:
            hand = hand._replace(hidden=max(0, hand.hidden - 1))
        state = state.with_player(seat, player._replace(hand=hand))
    return state


def piled(state: State, card: str) -> State:
    """A card went to its pile; special cards leave the game. A joker's way back is an event of its own."""
    kind = state.card(card)
    if kind.is_joker:
        return state
    if kind.deck == "special":
        return state._replace(gone=(*state.gone, card))
    return state._replace(discarded=(*state.discarded, card))


def placed(state: State, seat: Seat, held: Held) -> State:
    """A card was put on a board, behind the others."""
    player = state.players[seat]
    return state.with_player(seat, player._replace(board=(*player.board, held)))


def board_left(state: State, seat: Seat, card: str) -> State:
    """A card left a board, its markers with it."""
    player = state.players[seat]
    board = tuple(held for held in player.board if held.card != card)
    return state.with_player(seat, player._replace(board=board))


def board_changed(
    state: State, seat: Seat, card: str, used: bool | None = None, value: int | None = None
) -> State:
    """A card on a board was used, or is worth something else."""
    player = state.players[seat]
    board = tuple(
        held
        if held.card != card
        else held._replace(
            used=held.used if used is None else used, value=held.value if value is None else value
        )
        for held in player.board
    )
    return state.with_player(seat, player._replace(board=board))


def freed(state: State, seat: Seat, by: FreedBy | None) -> State:
    """One more act that an ability made free this round."""
    if by is None:
        return state
    player = state.players[seat]
    board = []
    for held in player.board:
        if held.card == by.card:
            counts = list(held.freed) + [0] * (by.ability + 1 - len(held.freed))
            counts[by.ability] += 1
            held = held._replace(freed=tuple(counts))
        board.append(held)
    return state.with_player(seat, player._replace(board=tuple(board)))


def off_piles(state: State, cards: tuple[str, ...]) -> State:
    """Cards that lie somewhere else are on no pile."""
    return state._replace(
        discarded=tuple(card for card in state.discarded if card not in cards),
        gone=tuple(card for card in state.gone if card not in cards),
    )
