"""What must always hold of a table of Last Will."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.core.message import Fault
from companion.core.seats import Seat
from companion.games.lastwill.cards import base_id
from companion.games.lastwill.state import Phase, State, awake


def faults(state: State) -> tuple[Fault, ...]:
    """Every broken invariant; a game has none."""
    return tuple(Fault(what) for what in _faults(state))


def _faults(state: State) -> Iterator[str]:
    if state.ledger.total() != 0:
        yield f"the ledger's sum is {state.ledger.total()}, not 0"
    if not len(state.players) == len(state.ledger.hands) == len(state.seats.names):
        yield "seats, accounts and players differ in number"
    if sorted(state.market) != sorted(state.rules.adjusters):
        yield f"the market holds {state.market}, the box {state.rules.adjusters}"
    if state.extensions_left < 0:
        yield f"{state.extensions_left} extensions are left"
    in_turns = state.phase in (Phase.PLANNING, Phase.ERRANDS, Phase.ACTIONS)
    if in_turns and state.turn is None and awake(state):
        yield f"nobody has the turn in the phase {state.phase}"
    if state.turn is not None and state.turn not in state.seats.order:
        yield f"seat {state.turn} has the turn and is not at the table"
    yield from _card_faults(state)
    for seat in state.seats:
        yield from _player_faults(state, seat)


def _card_faults(state: State) -> Iterator[str]:
    places: Counter[str] = Counter(card for card in state.offer.values() if card is not None)
    places.update(state.discarded)
    places.update(state.gone)
    for seat in state.seats:
        player = state.players[seat]
        places.update(held.card for held in player.board)
        places.update(player.hand.known if player.hand is not None else ())
    for card, count in places.items():
        if base_id(card) not in state.cards:
            yield f"{card} is no card of the box"
        if count > 1:
            yield f"{card} lies in {count} places"


def _player_faults(state: State, seat: Seat) -> Iterator[str]:
    player = state.players[seat]
    if player.hand is not None and player.hand.hidden < 0:
        yield f"seat {seat} has {player.hand.hidden} hidden cards"
    if player.extensions < 0:
        yield f"seat {seat} has {player.extensions} extensions"
    for held in player.board:
        card = state.cards.get(base_id(held.card))
        if card is None:
            continue
        if card.is_property != (held.value is not None):
            yield f"{held.card} has the value {held.value}"
        if held.value is not None and len(card.ladder) > 1 and held.value not in card.ladder:
            yield f"{held.card} is worth {held.value}, no step of its ladder"
        if held.markers < 0 or (card.spaces and held.markers > len(card.spaces)):
            yield f"{held.card} holds {held.markers} markers"
    known = player.hand.known if player.hand is not None else ()
    if state.phase in (Phase.SETUP, Phase.PLANNING) and any(state.card(card).is_joker for card in known):
        yield f"seat {seat} kept a joker over the round"
