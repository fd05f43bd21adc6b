"""Broken invariants: a game never has one."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.message import Fault
from companion.games.camelup.pieces import CAMELS, DICE
from companion.games.camelup.state import Phase, State, Step


def faults(state: State) -> tuple[Fault, ...]:
    """Everything that cannot be: camels, dice, tiles, money, seats."""
    return tuple(Fault(what) for what in _wrong(state))


def _wrong(state: State) -> Iterator[str]:
    if state.ledger.total() != 0:
        yield f"money was made or lost: {state.ledger.total()}"
    for seat in state.seats:
        if state.money(seat) < 0:
            yield f"seat {seat} has {state.money(seat)} coins"
    yield from _wrong_track(state)
    yield from _wrong_dice(state)
    yield from _wrong_hands(state)
    if state.phase is not Phase.OVER and state.turn not in state.seats.order:
        yield f"it is the turn of seat {state.turn}, which left"


def _wrong_track(state: State) -> Iterator[str]:
    order, spaces = state.track
    begun = state.phase is Phase.PLAY
    if len(order) != len(set(order)) or (begun and sorted(order) != sorted(CAMELS)):
        yield f"camels on the track: {', '.join(order)}"
    if len(spaces) != len(order) or list(spaces) != sorted(spaces) or any(space < 1 for space in spaces):
        yield f"camels stand on {spaces}"
    if begun and Step.END not in state.agenda and spaces and spaces[-1] > state.options.length:
        yield f"a camel on space {spaces[-1]} of {state.options.length} and no end of the race"


def _wrong_dice(state: State) -> Iterator[str]:
    dice = (*state.pyramid, *state.crates, *state.podium())
    if len(dice) != len(set(dice)) or any(die not in DICE for die in dice):
        yield f"dice: {', '.join(dice)}"
    if state.phase is Phase.PLAY and not state.agenda and not state.pyramid:
        yield "no die is left and the leg goes on"


def _wrong_hands(state: State) -> Iterator[str]:
    if not len(state.hands) == len(state.seats.names) == len(state.ledger.hands):
        yield "seats, hands and accounts differ in number"
    deserts = [hand.desert.space for hand in state.hands if hand.desert is not None]
    if len(deserts) != len(set(deserts)) or any(space < 1 for space in deserts):
        yield f"desert tiles on {deserts}"
    for seat, hand in enumerate(state.hands):
        if hand.cards_left < 0 or hand.pyramid_tiles < 0:
            yield f"seat {seat} holds {hand.cards_left} race cards, {hand.pyramid_tiles} pyramid tiles"
        if hand.partner is not None and state.hands[hand.partner].partner != seat:
            yield f"seat {seat} is the partner of {hand.partner}, who is not"
