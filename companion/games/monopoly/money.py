"""Payments that fall due: made if the cash is there, else a debt behind the older ones."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.ledger import Account, House
from companion.core.seats import Seat
from companion.games.monopoly.checks import Changes
from companion.games.monopoly.events import Charged, DebtIncurred, RentPaid
from companion.games.monopoly.state import Debt, State, cash, debts_of


def rounded(state: State, amount: int) -> int:
    """*amount* as a multiple of the option `round_to`, the nearest one, halves up. Rule: MP-H17."""
    step = state.rules.round_to
    return amount if step == 1 else (2 * amount + step) // (2 * step) * step


def charge(draft: Changes, payer: Seat, payee: Account, amount: int, cause: str, deed: str = "") -> None:
    """Take what *payer* owes now. Older debts come first. Rents, taxes and cards may take a reserved bid."""
    if amount <= 0 or payer == payee:
        return
    if cash(draft.state, payer) < amount or debts_of(draft.state, payer):
        draft.add(DebtIncurred(payer, payee, amount, cause, deed))
    elif cause == "rent":
        assert not isinstance(payee, House)
        draft.add(RentPaid(deed, payer, payee, amount))
    else:
        draft.add(Charged(payer, payee, amount, cause))


def give(draft: Changes, payee: Seat, amount: int, cause: str) -> None:
    """The bank pays *payee*."""
    if amount > 0:
        draft.add(Charged(House.BANK, payee, amount, cause))


def charge_to_each(draft: Changes, payer: Seat, payees: Iterable[Seat], amount: int, cause: str) -> None:
    """The same to several players, in the order given.

    Under `several_creditors: even_split` none is paid while the cash does not cover all. Rule: MP-58.
    """
    each = tuple(payees)
    state = draft.state
    if amount <= 0:
        return
    covers = cash(state, payer) >= amount * len(each) and not debts_of(state, payer)
    if state.rules.several_creditors == "even_split" and not covers:
        bundle = 1 + max((one.bundle for one in state.open if isinstance(one, Debt)), default=0)
        for payee in each:
            draft.add(DebtIncurred(payer, payee, amount, cause, "", bundle))
        return
    for payee in each:
        charge(draft, payer, payee, amount, cause)
