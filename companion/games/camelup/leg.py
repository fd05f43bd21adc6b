"""The end of a leg: what tiles pay, what partners copy, and the next leg."""

from __future__ import annotations

from companion.core.draft import Draft
from companion.core.seats import Seat
from companion.games.camelup.events import Event, LegBegan, LegScored, Scored, TileCopied
from companion.games.camelup.pieces import CAMELS, support_die
from companion.games.camelup.state import Copy, Hand, LegBet, State, Tile


def bet_reward(state: State, bet: LegBet) -> int:
    """What a leg tile pays as the track stands. Rule: CU-24, SC33."""
    place = state.place_of(bet.camel)
    if bet.place is not None:
        return 3 if place == bet.place else -1
    if place == 1:
        return bet.value
    return 1 if place == 2 else -1


def tiles_of(hand: Hand) -> tuple[Tile, ...]:
    """The tiles in front of a player, as a partner may copy them. Rule: SC37, SC40."""
    bets = tuple(
        Tile("leg", bet.camel, bet.value)
        if bet.place is None
        else Tile("position", bet.camel, bet.value, bet.place)
        for bet in hand.leg_bets
    )
    return bets + (Tile("pyramid"),) * hand.pyramid_tiles


def tile_reward(state: State, tile: Tile) -> int:
    """What a tile pays as the track stands."""
    if tile.camel is None or tile.value is None:
        return 1
    return bet_reward(state, LegBet(tile.camel, tile.value, tile.place))


def best_copy(state: State, seat: Seat) -> Tile | None:
    """The partner's tile that pays most; None when none pays anything. Rule: SC37."""
    partner = state.hands[seat].partner
    if partner is None:
        return None
    best = max(tiles_of(state.hands[partner]), key=lambda tile: tile_reward(state, tile), default=None)
    return best if best is not None and tile_reward(state, best) > 0 else None


def waiting_to_copy(state: State) -> tuple[Seat, ...]:
    """The partners who have not said yet what they copy, in seat order."""
    done = {copy.seat for copy in state.copies}
    return tuple(seat for seat in state.seats if state.hands[seat].partner is not None and seat not in done)


def add_best_copy(draft: Draft[State, Event], seat: Seat) -> None:
    """Let a partner who cannot be asked copy the best tile."""
    partner = draft.state.hands[seat].partner
    assert partner is not None
    tile = best_copy(draft.state, seat)
    reward = tile_reward(draft.state, tile) if tile is not None else 0
    draft.add(TileCopied(seat, partner, tile, reward))


def leg_scores(state: State) -> tuple[Scored, ...]:
    """What each player gets or pays for the tiles of the leg.

    The tiles and the copied one are added up, then settled; nobody falls below 0.

    Rule: CU-24, CU-25, D17, D31.
    """
    copied: dict[Seat, Copy] = {copy.seat: copy for copy in state.copies}
    scores = []
    for seat in state.seats:
        hand = state.hands[seat]
        due = hand.pyramid_tiles + sum(bet_reward(state, bet) for bet in hand.leg_bets)
        if seat in copied:
            due += copied[seat].reward
        scores.append(Scored(seat, due, max(due, -state.money(seat))))
    return tuple(scores)


def score_leg(draft: Draft[State, Event]) -> None:
    state = draft.state
    draft.add(LegScored(state.leg, state.track.ranking(), leg_scores(state)))


def begin_leg(draft: Draft[State, Event], leg: int, first: Seat) -> None:
    """Clear the table for a leg; on the big track the last camel's support die goes in. Rule: SC10, SC12."""
    state = draft.state
    support = None
    if state.options.big_track and len(state.track.order) == len(CAMELS):
        support = support_die(state.last_camel())
    draft.add(LegBegan(leg, first, support))
