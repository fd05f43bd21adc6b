"""Events folded into the state: no checks, no refusals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import get_args

from companion.core.acts import DeskEvent, SeatJoined, SeatsReordered
from companion.core.desk import Desk, evolve_desk
from companion.core.draft import Irregular
from companion.core.ledger import House
from companion.core.seats import Seat
from companion.games.monopoly import events as ev
from companion.games.monopoly.estate import estate_passed, fall_asleep, let_go
from companion.games.monopoly.fold_deeds import DEED_FOLDS
from companion.games.monopoly.fold_money import MONEY_FOLDS
from companion.games.monopoly.fold_turn import TURN_FOLDS
from companion.games.monopoly.folding import Fold, closed, without_agreements
from companion.games.monopoly.options import with_options
from companion.games.monopoly.piles import put_under, taken
from companion.games.monopoly.state import (
    Auction,
    Choice,
    DrawDue,
    Matter,
    Player,
    Purchase,
    ReceivedMortgage,
    Rent,
    State,
    Step,
    ThrowDue,
    Turn,
    first_seat,
    holding,
)


def evolve(state: State, event: ev.Event) -> State:
    """The state after *event*."""
    return _FOLD[type(event)](state, event)


def _seat_slept(state: State, event: ev.SeatSlept) -> State:
    return fall_asleep(state, event.player)


def _seat_woke(state: State, event: ev.SeatWoke) -> State:
    return state._replace(seats=replace(state.seats, asleep=state.seats.asleep - {event.player}))


def _game_won(state: State, event: ev.GameWon) -> State:
    return state._replace(over=True, winner=event.winner, open=(), agenda=(), requests=())


def _table_arranged(state: State, event: ev.TableArranged) -> State:
    bank = -sum(event.cash) - event.pot
    ledger = state.ledger._replace(hands=event.cash, pot=event.pot, bank=bank)
    held_before = {card for player in state.players for card in player.cards}
    held_now = {card for player in event.players for card in player.cards}
    before = state
    state = state._replace(ledger=ledger, players=event.players, holdings=event.holdings)
    for card in sorted(held_now - held_before):
        if card in state.edition.cards:
            state = taken(state, card)
    state = put_under(state, tuple(sorted(held_before - held_now)))
    state = _without_owner(state, _sold(before, event))
    for at, player in enumerate(event.players):
        if player.out and not before.players[at].out:
            state = let_go(state, Seat(at), House.BANK)
    if event.turn is not None:
        # Who is given a turn is awake.
        seats = replace(state.seats, asleep=state.seats.asleep - {event.turn})
        state = state._replace(seats=seats)
        return state._replace(open=(), agenda=(), lapsed=(), requests=(), turn=Turn(event.turn))
    now = state.turn.player
    if now is not None and not state.players[now].in_jail:
        # Nobody is led out of jail who is out already.
        state = state._replace(agenda=tuple(step for step in state.agenda if step is not Step.JAIL_MOVE))
    return closed(state, lambda matter: _is_moot(state, matter))


def _sold(before: State, event: ev.TableArranged) -> frozenset[str]:
    """The deeds that have another owner now."""
    held = zip(before.edition.deeds, before.holdings, event.holdings, strict=True)
    return frozenset(deed.id for deed, old, new in held if old.owner != new.owner)


def _without_owner(state: State, sold: frozenset[str]) -> State:
    """A rent nobody asked for and free visits end when the banker gives the deed to somebody else."""
    if not sold:
        return state
    state = closed(state, lambda matter: isinstance(matter, (Rent, ThrowDue)) and matter.deed in sold)
    state = state._replace(lapsed=tuple(rent for rent in state.lapsed if rent.deed not in sold))
    return without_agreements(state, sold)


def _is_moot(state: State, matter: Matter) -> bool:
    """Whether a table set by hand leaves *matter* without meaning."""
    if isinstance(matter, (Purchase, Auction)) and matter.deed:
        return holding(state, matter.deed).owner is not None
    if isinstance(matter, ReceivedMortgage):
        held = holding(state, matter.deed)
        return held.owner != matter.player or not held.mortgaged
    if isinstance(matter, Choice) and matter.what == "jail":
        return not state.players[matter.player].in_jail
    return False


def _options_changed(state: State, event: ev.OptionsChanged) -> State:
    rules = with_options(state.rules, event.set)
    before, state = state.rules, state._replace(rules=rules)
    if rules.hands and not before.hands:
        # Without a turn nothing of a turn can wait; money and deeds may.
        state = closed(
            state,
            lambda matter: isinstance(matter, (Purchase, Rent, DrawDue, ThrowDue, Choice)),
        )
        return state._replace(turn=Turn(None), agenda=(), lapsed=())
    if before.hands and not rules.hands:
        return state._replace(turn=Turn(first_seat(state)))
    return state


def _by_desk(state: State, event: DeskEvent) -> State:
    desk = evolve_desk(Desk(state.seats, state.ledger, state.requests), event)
    before = state
    state = state._replace(seats=desk.seats, ledger=desk.ledger, requests=desk.requests)
    if isinstance(event, SeatJoined):
        return state._replace(players=(*state.players, Player()))
    if isinstance(event, SeatsReordered) and not state.started and state.turn.player == first_seat(before):
        # Before the first throw the first of the new circle starts, unless the banker gave the turn away.
        return state._replace(turn=Turn(first_seat(state)))
    return state


def _unchanged(state: State, event: Irregular) -> State:
    return state


_FOLD: Mapping[type, Fold] = {
    **TURN_FOLDS,
    **DEED_FOLDS,
    **MONEY_FOLDS,
    ev.EstatePassed: estate_passed,
    ev.SeatSlept: _seat_slept,
    ev.SeatWoke: _seat_woke,
    ev.GameWon: _game_won,
    ev.TableArranged: _table_arranged,
    ev.OptionsChanged: _options_changed,
    **dict.fromkeys(get_args(DeskEvent), _by_desk),
    Irregular: _unchanged,
}

EVENT_TYPES: Mapping[str, type] = {kind.__name__: kind for kind in _FOLD}
