"""The payments of an event: what history, charts and `reverse` read."""

from __future__ import annotations

from typing import Any

from companion.core.acts import DeskEvent
from companion.core.desk import desk_moves
from companion.core.ledger import House, Move
from companion.games.monopoly import events as ev
from companion.games.monopoly import turn_events as tev


def moves(event: ev.Event) -> tuple[Move, ...]:
    """Payer, payee and amount of every payment that *event* made."""
    if isinstance(event, DeskEvent):
        return desk_moves(event)
    return tuple(Move(*move) for move in _own_moves(event) if move[2])


def _own_moves(event: Any) -> tuple[tuple[Any, Any, int], ...]:
    match event:
        case tev.SalaryPaid():
            return ((House.BANK, event.player, event.amount),)
        case ev.DeedBought():
            return ((event.player, House.BANK, event.price),)
        case ev.DeedsDealt():
            return ((event.player, House.BANK, event.cost),)
        case ev.AuctionWon():
            return ((event.winner, House.BANK, event.paid),)
        case ev.RentPaid():
            return ((event.tenant, event.owner, event.amount),)
        case ev.Charged():
            return ((event.payer, event.payee, event.amount),)
        case ev.DebtPaid():
            return ((event.debtor, event.creditor, event.amount),)
        case ev.PotTaken():
            return ((House.POT, event.player, event.amount), (House.BANK, House.POT, event.refill))
        case ev.Built():
            return ((event.owner, House.BANK, event.cost),)
        case ev.BuildingsSold():
            return ((House.BANK, event.owner, event.gain),)
        case ev.Mortgaged():
            return ((House.BANK, event.owner, event.amount),)
        case ev.MortgageLifted():
            return ((event.owner, House.BANK, event.cost),)
        case ev.TradeMade():
            return (
                (event.proposer, event.partner, event.give.cash),
                (event.partner, event.proposer, event.get.cash),
            )
        case ev.EstatePassed():
            return tuple((event.player, payee, amount) for payee, amount in event.shares)
        case ev.TableArranged():
            return tuple(
                (House.BANK, account, amount) if amount > 0 else (account, House.BANK, -amount)
                for account, amount in event.paid
            )
        case _:
            return ()
