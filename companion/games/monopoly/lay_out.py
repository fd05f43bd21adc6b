"""Putting it back next week: what lies where, as a list to lay the table by."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.message import Message, say
from companion.games.monopoly.state import State, deeds_of, holding

HOTEL = 5


def lay_out(state: State) -> tuple[Message, ...]:
    """Pieces, money, deeds, houses and mortgages, seat by seat."""
    return tuple(_lines(state))


def _lines(state: State) -> Iterator[Message]:
    for seat in state.seats:
        player = state.players[seat]
        if player.out:
            continue
        yield say("monopoly.lay_out.cash", who=seat, amount=state.ledger.balance(seat))
        if state.turn.player is not None:  # with `follow: hands` nobody knows where the pieces stand
            where = "in_jail" if player.in_jail else "piece"
            yield say(f"monopoly.lay_out.{where}", who=seat, square=player.position)
        if player.cards:
            yield say("monopoly.lay_out.jail_cards", who=seat, count=len(player.cards))
        for deed in deeds_of(state, seat):
            held = holding(state, deed.id)
            if held.houses == HOTEL:
                yield say("monopoly.lay_out.hotel", who=seat, deed=deed.id)
            elif held.houses:
                yield say("monopoly.lay_out.houses", who=seat, deed=deed.id, count=held.houses)
            elif held.mortgaged:
                yield say("monopoly.lay_out.mortgaged", who=seat, deed=deed.id)
            else:
                yield say("monopoly.lay_out.deed", who=seat, deed=deed.id)
    if state.ledger.pot:
        yield say("monopoly.lay_out.pot", amount=state.ledger.pot)
    if state.turn.player is not None and not state.over:
        yield say("monopoly.lay_out.turn", who=state.turn.player)
