"""The ledger: money moves between accounts and is never made or lost."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from companion.core.seats import Seat


class House(StrEnum):
    """Accounts that belong to no player."""

    BANK = "bank"
    POT = "pot"


Account = Seat | House


class Move(NamedTuple):
    """Money from one account to another: what history, charts and `reverse` read."""

    payer: Account
    payee: Account
    amount: int


class Ledger(NamedTuple):
    """Whole units of money by account. The sum of all accounts is always 0: the bank has no limit.

    A balance may be negative (Last Will is won in debt); each game checks for itself who may spend what.
    """

    hands: tuple[int, ...] = ()
    pot: int = 0
    bank: int = 0

    def balance(self, account: Account) -> int:
        """What an account holds, in whole units."""
        if account is House.BANK:
            return self.bank
        if account is House.POT:
            return self.pot
        return self.hands[account]

    def moved(self, payer: Account, payee: Account, amount: int) -> Ledger:
        """With *amount* whole units moved from *payer* to *payee*."""
        if payer == payee or amount == 0:
            return self
        return self._added(payer, -amount)._added(payee, amount)

    def opened(self) -> Ledger:
        """With an empty account for one more seat."""
        return self._replace(hands=(*self.hands, 0))

    def _added(self, account: Account, amount: int) -> Ledger:
        hands, pot, bank = self
        if account is House.BANK:
            return Ledger(hands, pot, bank + amount)
        if account is House.POT:
            return Ledger(hands, pot + amount, bank)
        seat: int = account
        return Ledger((*hands[:seat], hands[seat] + amount, *hands[seat + 1 :]), pot, bank)

    def total(self) -> int:
        """Always 0; anything else is a fault."""
        return sum(self.hands) + self.pot + self.bank
