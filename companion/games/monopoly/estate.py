"""What becomes of a player's things and open matters when the player is out, or sleeps."""

from __future__ import annotations

from dataclasses import replace

from companion.core.ledger import Account, House
from companion.core.seats import Seat
from companion.games.monopoly import events as ev
from companion.games.monopoly.piles import put_under
from companion.games.monopoly.state import (
    Auction,
    Choice,
    Debt,
    DrawDue,
    Holding,
    Matter,
    Purchase,
    ReceivedMortgage,
    Rent,
    State,
    ThrowDue,
    Trade,
    awake,
)


def estate_passed(state: State, event: ev.EstatePassed) -> State:
    """Money, deeds and cards go to the heir; what the player owed and was owed ends or goes along."""
    gone, heir = event.player, event.heir
    ledger = state.ledger
    for payee, amount in event.shares:
        ledger = ledger.moved(gone, payee, amount)
    holdings = list(state.holdings)
    for deed in event.deeds:
        index = state.edition.by_id[deed].index
        kept = holdings[index]
        holdings[index] = Holding() if isinstance(heir, House) else kept._replace(owner=heir, houses=0)
    players = list(state.players)
    if isinstance(heir, House):
        state = put_under(state, event.cards)
    else:
        players[heir] = players[heir]._replace(cards=(*players[heir].cards, *event.cards))
    players[gone] = players[gone]._replace(cards=(), in_jail=False, jail_turns=0, out=True)
    state = state._replace(
        ledger=ledger,
        holdings=tuple(holdings),
        players=tuple(players),
        bankruptcies=state.bankruptcies + event.bankrupt,
    )
    if not event.bankrupt:
        state = state._replace(seats=state.seats.without(gone))
    return let_go(state, gone, heir)


def let_go(state: State, gone: Seat, heir: Account) -> State:
    """Nothing waits for *gone* any more, nor is anything owed to that seat: *heir* has it now."""
    state = state._replace(
        open=_without_player(state.open, gone, heir),
        immunities=tuple(one for one in state.immunities if gone not in (one.owner, one.beneficiary)),
        requests=tuple(one for one in state.requests if gone not in (one.payer, one.payee)),
        lapsed=tuple(rent for rent in state.lapsed if gone not in (rent.tenant, rent.owner)),
        agenda=() if state.turn.player == gone else state.agenda,
    )
    return without_bidder(state, gone)


def fall_asleep(state: State, seat: Seat) -> State:
    """The seat keeps everything, but nothing waits for it: its square, card or throw is let go.

    What it owes stays owed; a building it won is called again.
    """
    state = state._replace(
        seats=replace(state.seats, asleep=state.seats.asleep | {seat}),
        open=tuple(
            _called_again(matter, seat)
            for matter in state.open
            if not (isinstance(matter, (Purchase, DrawDue, ThrowDue, Choice)) and matter.player == seat)
        ),
        agenda=() if state.turn.player == seat else state.agenda,
    )
    return without_bidder(state, seat)


def _called_again(matter: Matter, winner: Seat) -> Matter:
    """The auction of a building that *winner* can no longer place runs again; others stay."""
    if isinstance(matter, Auction) and matter.won and matter.leader == winner:
        return matter._replace(won=False)
    return matter


def _without_player(matters: tuple[Matter, ...], gone: Seat, heir: Account) -> tuple[Matter, ...]:
    left: list[Matter] = []
    for matter in matters:
        match matter:
            case Debt() if matter.debtor == gone:
                continue
            case Debt() if matter.creditor == gone:
                if heir != matter.debtor:
                    left.append(matter._replace(creditor=heir))
                continue
            case Rent() if gone in (matter.tenant, matter.owner):
                continue
            case ThrowDue() if gone in (matter.tenant, matter.player):
                continue
            case Trade() if gone in (matter.proposer, matter.partner):
                continue
            case Purchase() | DrawDue() | Choice() | ReceivedMortgage() if matter.player == gone:
                continue
            case _:
                left.append(_called_again(matter, gone))
    return tuple(left)


def without_bidder(state: State, seat: Seat) -> State:
    """Without the bids of *seat*: the highest earlier one that can be paid leads, else they begin anew."""
    if not any(isinstance(matter, Auction) and matter.bids for matter in state.open):
        return state
    present = awake(state)
    matters: list[Matter] = []
    for matter in state.open:
        if isinstance(matter, Auction) and not matter.won and any(who == seat for who, _ in matter.bids):
            led = matter.leader == seat
            bids = tuple(bid for bid in matter.bids if bid[0] != seat)
            while led and bids and not _can_pay(state, bids[-1], present):
                bids = bids[:-1]
            matter = matter._replace(bids=bids, passed=matter.passed if bids else ())
        matters.append(matter)
    return state._replace(open=tuple(matters))


def _can_pay(state: State, bid: tuple[Seat, int], present: tuple[Seat, ...]) -> bool:
    return bid[0] in present and state.ledger.hands[bid[0]] >= bid[1]
