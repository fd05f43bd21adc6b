"""Pieces move and land: GO, squares to buy, rents, taxes, card squares, the pot, jail."""

from __future__ import annotations

from companion.core.ledger import House
from companion.core.seats import Seat
from companion.games.monopoly import rent
from companion.games.monopoly.checks import Changes
from companion.games.monopoly.edition import GO, SQUARES, Deed, Kind, Square
from companion.games.monopoly.events import PotTaken, PurchaseOffered
from companion.games.monopoly.money import charge, rounded
from companion.games.monopoly.state import State, fine_payee, may_buy
from companion.games.monopoly.turn_events import CardAsked, ChoiceAsked, Moved, SalaryPaid, SentToJail
from companion.games.monopoly.worth import taxable_worth


def move_by(draft: Changes, seat: Seat, spaces: int) -> None:
    """Go forward and land."""
    move_to(draft, seat, (draft.state.players[seat].position + spaces) % SQUARES)


def move_to(draft: Changes, seat: Seat, square: int, by_card: bool = False, nearest: bool = False) -> None:
    """Go forward to *square* and land there; GO pays when it is passed or reached. Rule: MP-4, MP-22."""
    passes = square < draft.state.players[seat].position
    draft.add(Moved(seat, square))
    if passes:
        draft.add(SalaryPaid(seat, salary(draft.state, square, by_card)))
    land(draft, seat, nearest)


def step_back(draft: Changes, seat: Seat, spaces: int) -> None:
    """Backwards GO never pays. Rule: MP-23."""
    square = (draft.state.players[seat].position - spaces) % SQUARES
    draft.add(Moved(seat, square, forward=False))
    land(draft, seat)


def salary(state: State, square: int, by_card: bool = False) -> int:
    """What a piece that comes past GO to *square* gets. Rule: MP-4, MP-H2."""
    doubled = state.rules.double_go and square == GO and (state.rules.double_go_by_card or not by_card)
    return state.rules.salary * (2 if doubled else 1)


def land(draft: Changes, seat: Seat, nearest: bool = False) -> None:
    """Do what the square under the piece asks for."""
    state = draft.state
    square = state.edition.squares[state.players[seat].position]
    match square.kind:
        case Kind.STREET | Kind.RAILROAD | Kind.UTILITY:
            assert square.deed is not None
            _land_on_deed(draft, seat, square.deed, nearest)
        case Kind.TAX:
            _land_on_tax(draft, seat, square)
        case Kind.CHANCE | Kind.COMMUNITY_CHEST:
            draft.add(CardAsked(seat, square.kind.value))
        case Kind.GO_TO_JAIL:
            draft.add(SentToJail(seat))
        case Kind.FREE_PARKING:
            _take_pot(draft, seat)
        case Kind.GO | Kind.JAIL:
            pass


def _land_on_deed(draft: Changes, seat: Seat, deed: Deed, nearest: bool) -> None:
    state = draft.state
    if state.holdings[deed.index].owner is not None:
        rent.visit(draft, seat, deed, nearest)
    elif may_buy(state, seat):
        draft.add(PurchaseOffered(seat, deed.id, deed.price))


def _land_on_tax(draft: Changes, seat: Seat, square: Square) -> None:
    """Rule: MP-26, MP-27."""
    state = draft.state
    if (square.percents or {}).get(state.rules.taxes):
        draft.add(ChoiceAsked(seat, "tax"))
    else:
        pay_tax(draft, seat, square, "flat")


def pay_tax(draft: Changes, seat: Seat, square: Square, how: str) -> None:
    """The flat amount, or the percentage of everything the player has, rounded down. Rule: MP-26."""
    state = draft.state
    if how == "percent":
        percent = (square.percents or {}).get(state.rules.taxes, 0)
        amount = taxable_worth(state, seat) * percent // 100
    else:
        amount = (square.amounts or {}).get(state.rules.taxes, 0)
    charge(draft, seat, fine_payee(state), rounded(state, amount), "tax")


def _take_pot(draft: Changes, seat: Seat) -> None:
    """Rule: MP-H1."""
    state = draft.state
    pot = state.ledger.balance(House.POT)
    if state.rules.has_pot and pot > 0:
        refill = int(state.rules.free_parking_pot) if state.rules.pot_refill else 0
        draft.add(PotTaken(seat, pot, refill))
