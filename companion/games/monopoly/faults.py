"""Broken invariants: a game never has one."""

from __future__ import annotations

from companion.core.message import Fault
from companion.games.monopoly.edition import DECKS, HOTEL, SQUARES, Kind
from companion.games.monopoly.state import (
    Auction,
    Debt,
    Purchase,
    ReceivedMortgage,
    State,
    holding,
    hotels_left,
    houses_left,
)


def faults(state: State) -> tuple[Fault, ...]:
    """Money that was made or lost, buildings or cards too many, matters that cannot be settled."""
    found = [*_money(state), *_board(state), *_players(state), *_cards(state), *_open(state)]
    return tuple(Fault(what) for what in found)


def _money(state: State) -> list[str]:
    found = []
    if state.ledger.total():
        found.append(f"the accounts add up to {state.ledger.total()}")
    found += [f"seat {seat} holds {cash}" for seat, cash in enumerate(state.ledger.hands) if cash < 0]
    if state.ledger.pot < 0:
        found.append(f"the pot holds {state.ledger.pot}")
    return found


def _board(state: State) -> list[str]:
    found = []
    for deed, held in zip(state.edition.deeds, state.holdings, strict=True):
        if held.owner is None and (held.houses or held.mortgaged):
            found.append(f"{deed.id} is built on or mortgaged without an owner")
        if held.owner is not None and state.players[held.owner].out:
            found.append(f"{deed.id} belongs to seat {held.owner}, who is out")
        if held.houses and (held.mortgaged or deed.kind is not Kind.STREET):
            found.append(f"{deed.id} cannot be built on")
        if not 0 <= held.houses <= HOTEL:
            found.append(f"{deed.id} has {held.houses} houses")
    if state.rules.building_limit and not state.over:
        if houses_left(state) < 0:
            found.append(f"the bank has {houses_left(state)} houses")
        if hotels_left(state) < 0:
            found.append(f"the bank has {hotels_left(state)} hotels")
    return found


def _players(state: State) -> list[str]:
    found = []
    for seat, player in enumerate(state.players):
        if not 0 <= player.position < SQUARES:
            found.append(f"seat {seat} stands on {player.position}")
        if player.in_jail and player.position != state.edition.jail:
            found.append(f"seat {seat} is in jail on square {player.position}")
        if player.out and state.ledger.hands[seat]:
            found.append(f"seat {seat} is out and holds money")
        if not player.in_jail and player.jail_turns:
            found.append(f"seat {seat} counts tries out of jail")
    turn = state.turn.player
    if not state.over and turn is not None and state.players[turn].out:
        found.append(f"it is the turn of seat {turn}, who is out")
    return found


def _cards(state: State) -> list[str]:
    held = [card for player in state.players for card in player.cards if card in state.edition.cards]
    found = []
    for deck, pile in zip(DECKS, state.piles, strict=True):
        here = [*pile.loose, *pile.known, *(card for card in held if state.edition.cards[card].deck == deck)]
        if sorted(here) != sorted(state.edition.decks[deck]):
            found.append(f"the cards of {deck} do not add up: {len(here)}")
    return found


def _open(state: State) -> list[str]:
    found = []
    for matter in state.open:
        match matter:
            case Purchase() | Auction() if matter.deed and holding(state, matter.deed).owner is not None:
                found.append(f"{matter.deed} is for sale but owned")
            case ReceivedMortgage() if holding(state, matter.deed)[::2] != (matter.player, True):
                found.append(f"{matter.deed} was not received mortgaged by seat {matter.player}")
            case Debt() if matter.amount <= 0 or state.players[matter.debtor].out:
                found.append(f"a debt of {matter.amount} by seat {matter.debtor}")
            case _:
                pass
    return found
