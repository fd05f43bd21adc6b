"""What a leg or a race paid for: which tiles and cards the coins came from."""

from __future__ import annotations

from companion.core.game import Scored
from companion.core.message import Message, say
from companion.core.seats import Seat
from companion.games.camelup.events import Event, LegScored, RaceScored
from companion.games.camelup.leg import bet_reward
from companion.games.camelup.state import LegBet, State

SCORINGS: tuple[type, ...] = (LegScored, RaceScored)


def scored(state: State, event: Event) -> tuple[Scored, ...]:
    """What everybody got for what in a scoring, seat by seat; *state* is that before it."""
    match event:
        case LegScored():
            found = (_of_leg(state, seat, due, paid) for seat, due, paid in event.scored)
            return tuple(one for one in found if one.parts or one.due)
        case RaceScored():
            return tuple(_of_race(seat, event) for seat in dict.fromkeys(card.seat for card in event.cards))
        case _:
            return ()


def _of_leg(state: State, seat: Seat, due: int, paid: int) -> Scored:
    hand = state.hands[seat]
    worths = [bet_reward(state, bet) for bet in hand.leg_bets]
    # What a partner's tile adds is told apart: then the sum of the own ones says less than was paid.
    explained = sum(worths) + hand.pyramid_tiles == due
    parts = [
        _tile(state, bet, worth if explained else None)
        for bet, worth in zip(hand.leg_bets, worths, strict=True)
    ]
    if hand.pyramid_tiles:
        parts.append(say("scoring.pyramid", count=hand.pyramid_tiles))
    return Scored(seat, tuple(parts), due, paid)


def _tile(state: State, bet: LegBet, worth: int | None) -> Message:
    place = state.place_of(bet.camel)
    if bet.place is None:
        return say("scoring.tile", camel=bet.camel, value=bet.value, place=place, worth=worth)
    return say("scoring.position", camel=bet.camel, foreseen=bet.place, place=place, worth=worth)


def _of_race(seat: Seat, event: RaceScored) -> Scored:
    own = [card for card in event.cards if card.seat == seat]
    parts = tuple(say(f"scoring.card.{card.on}", camel=card.camel or "", worth=card.due) for card in own)
    return Scored(seat, parts, sum(card.due for card in own), sum(card.paid for card in own))
