"""What to lay out so that the table stands as it does now: for the first race, and for one that goes on."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.message import Message, say
from companion.core.seats import Seat
from companion.games.camelup.handwork import setup_board, setup_list
from companion.games.camelup.pieces import CAMELS
from companion.games.camelup.state import Hand, Phase, Pile, State


def lay_out(state: State) -> tuple[Message, ...]:
    """The set-up while it lasts, then every piece where it lies; nothing when the race is over."""
    match state.phase:
        case Phase.SETUP:
            return setup_list(state)
        case Phase.OVER:
            return ()
        case _:
            return tuple(_as_it_lies(state))


def _as_it_lies(state: State) -> Iterator[Message]:
    label = state.options.label
    yield from setup_board(state.options)
    for space, stack in state.track.stacks().items():
        yield say("camelup.lay.stack", space=label(space), camels=list(stack))
    for camel in CAMELS:
        stack_left = state.stack(camel)
        if stack_left:
            yield say("camelup.lay.leg_tiles", camel=camel, values=" ".join(map(str, stack_left)))
    if state.camera is not None:
        yield say("camelup.hand.camera", who=state.camera.seat, space=label(state.camera.space))
    if state.position_tiles:
        yield say("camelup.lay.position_tiles", places=" ".join(map(str, state.position_tiles)))
    for seat in state.seats:
        yield from _in_front_of(state, seat, state.hands[seat])
    for on in Pile:
        owners = [card.seat for card in state.pile(on)]
        if owners:
            yield say(f"camelup.lay.pile_{on}", owners=owners)
    yield say("camelup.lay.pyramid", dice=list(state.pyramid))
    yield say("camelup.lay.turn", who=state.turn)


def _in_front_of(state: State, seat: Seat, hand: Hand) -> Iterator[Message]:
    yield say("camelup.lay.player", who=seat, amount=state.money(seat), pyramid=hand.pyramid_tiles)
    for bet in hand.leg_bets:
        yield say("camelup.lay.bet", who=seat, camel=bet.camel, value=bet.value, place=bet.place)
    if hand.desert is not None:
        space = state.options.label(hand.desert.space)
        yield say(f"camelup.hand.lay_{hand.desert.side}", who=seat, space=space)
    if hand.partner is not None and seat < hand.partner:
        yield say("camelup.hand.swap_cards", who=seat, other=hand.partner)
