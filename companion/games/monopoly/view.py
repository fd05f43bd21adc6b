"""What a viewer sees of a game: nothing is secret at a Monopoly table, so everybody sees all of it."""

from __future__ import annotations

from typing import Any

from companion.core.ledger import Account, House
from companion.core.seats import Seat, Viewer
from companion.games.monopoly.auction import bidders
from companion.games.monopoly.rent import current_rent
from companion.games.monopoly.state import (
    Auction,
    Bundle,
    Choice,
    Debt,
    DrawDue,
    Grant,
    Matter,
    Purchase,
    ReceivedMortgage,
    Rent,
    State,
    ThrowDue,
    Trade,
    deeds_of,
    holding,
    hotels_left,
    houses_left,
    kind_of,
    running_auction,
)
from companion.games.monopoly.worth import net_worth

NAME = "monopoly"


def view(state: State, viewer: Viewer) -> dict[str, Any]:
    """The JSON of the table, without `number`."""
    seats = state.seats
    limited = state.rules.building_limit
    return {
        "game": NAME,
        "turn": {
            "player": None if state.turn.player is None else seats.name(state.turn.player),
            "phase": phase(state),
            "doubles": state.turn.doubles,
        },
        "players": {seats.name(seat): _player(state, seat) for seat in _shown(state)},
        "deeds": {
            deed.id: {
                "owner": None if held.owner is None else seats.name(held.owner),
                "houses": held.houses,
                "mortgaged": held.mortgaged,
                "rent": current_rent(state, deed),
            }
            for deed, held in zip(state.edition.deeds, state.holdings, strict=True)
        },
        "bank": {
            "houses": houses_left(state) if limited else None,
            "hotels": hotels_left(state) if limited else None,
        },
        "pot": state.ledger.pot,
        "open": open_matters(state),
        "winner": None if state.winner is None else seats.name(state.winner),
    }


def phase(state: State) -> str:
    """ "throw": one is due; "act": it was made; "over"."""
    if state.over:
        return "over"
    return "throw" if state.turn.throwing and state.turn.player is not None else "act"


def _shown(state: State) -> tuple[Seat, ...]:
    """Seats of the circle in its order, then those that left."""
    gone = [Seat(at) for at in range(len(state.seats.names)) if Seat(at) not in state.seats.order]
    return (*state.seats.order, *gone)


def _player(state: State, seat: Seat) -> dict[str, Any]:
    player = state.players[seat]
    return {
        "cash": state.ledger.hands[seat],
        "position": None if state.rules.hands else player.position,
        "in_jail": player.in_jail,
        "jail_turns": player.jail_turns,
        "jail_cards": len(player.cards),
        "deeds": [deed.id for deed in deeds_of(state, seat)],
        "bankrupt": player.out,
        "net_worth": net_worth(state, seat),
        "speed_die": state.rules.speed_die and player.lapped,
    }


def open_matters(state: State) -> list[dict[str, Any]]:
    """What waits, the oldest first; payment requests last."""
    running = running_auction(state)
    matters = [{"kind": kind_of(matter), **_matter(state, matter, running)} for matter in state.open]
    return [*matters, *(dict(request.seen(state.seats)) for request in state.requests)]


def _matter(state: State, matter: Matter, running: Auction | None) -> dict[str, Any]:
    name = state.seats.name
    match matter:
        case Purchase():
            return {
                "player": name(matter.player),
                "to": "bank",
                "deed": matter.deed,
                "amount": matter.price,
            }
        case Auction():
            return _auction(state, matter, running)
        case Rent():
            return {
                "player": name(matter.tenant),
                "to": name(matter.owner),
                "deed": matter.deed,
                "amount": matter.amount,
            }
        case Debt():
            return {
                "player": name(matter.debtor),
                "to": _account(state, matter.creditor),
                "deed": matter.deed or None,
                "amount": matter.amount,
                "cause": matter.cause,
            }
        case DrawDue():
            return {"player": name(matter.player), "deck": matter.deck}
        case ThrowDue():
            owner = holding(state, matter.deed).owner
            return {
                "player": name(matter.player),
                "to": None if owner is None else name(owner),
                "deed": matter.deed,
                "from": name(matter.tenant),
                "factor": matter.factor,
            }
        case Choice():
            return {"player": name(matter.player), "what": matter.what, "moves": list(matter.moves)}
        case ReceivedMortgage():
            return {
                "player": name(matter.player),
                "to": "bank",
                "deed": matter.deed,
                "amount": matter.interest,
            }
        case Trade():
            return {
                "player": name(matter.partner),
                "number": matter.number,
                "from": name(matter.proposer),
                "give": _bundle(matter.give),
                "get": _bundle(matter.get),
                "note": matter.note,
            }


def _auction(state: State, auction: Auction, running: Auction | None) -> dict[str, Any]:
    leader = None if auction.leader is None else state.seats.name(auction.leader)
    seen: dict[str, Any] = {
        "player": leader,
        "to": "bank",
        "deed": auction.deed or None,
        "amount": auction.highest if auction.bids else None,
        "leader": leader,
        "number": auction.number,
    }
    if auction.what:
        seen["what"] = auction.what
    if auction.won:
        seen["won"] = True
    elif auction is running:
        seen["bidders"] = [state.seats.name(seat) for seat in bidders(state, auction)]
    else:
        seen["waits"] = True
    return seen


def _account(state: State, account: Account) -> str:
    return account.value if isinstance(account, House) else state.seats.name(account)


def _bundle(bundle: Bundle) -> dict[str, Any]:
    return {
        "cash": bundle.cash,
        "deeds": list(bundle.deeds),
        "jail_cards": bundle.jail_cards,
        "immunity": [_grant(grant) for grant in bundle.immunity],
    }


def _grant(grant: Grant) -> dict[str, Any]:
    deeds = list(grant.deeds)
    return {"deeds": deeds, "count": grant.visits} if grant.visits else {"deeds": deeds, "until": "end"}
