"""The bank on its way: handed over, or lent until its lender takes it back. No request is read here."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

from companion.core.seats import Seat
from companion.table.fittings import Notes


@dataclass(frozen=True, slots=True)
class Offer:
    """The bank held out by *device* to a seat, or (*to* None) to whoever scans its QR.

    *lent*: it shall come back. *by* is the seat of the device that holds it out, None for one with no or
    several seats.
    """

    to: Seat | None
    lent: bool
    device: str
    by: Seat | None


@dataclass(frozen=True, slots=True)
class Loan:
    """The bank in the hands of *borrower* (None: a phone without one seat) until *device* takes it back."""

    device: str
    lender: Seat | None
    borrower: Seat | None


class Banks:
    """The offers and loans of every table. Kept in the notes.

    Whatever the notes raise when the disk takes no more goes through, and nothing has changed then.
    """

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self._lock = threading.Lock()
        self._known: dict[str, tuple[Offer | None, Loan | None]] = {}

    def offer(self, table: str) -> Offer | None:
        """The bank as it is held out now, None when it is not."""
        return self._read(table)[0]

    def loan(self, table: str) -> Loan | None:
        """The loan that runs, None when the bank is not lent."""
        return self._read(table)[1]

    def hold_out(self, table: str, offer: Offer | None) -> None:
        """Offer the bank; None keeps it."""
        self._write(table, offer, self.loan(table))

    def arrived(self, table: str, borrower: Seat | None) -> None:
        """The bank that was held out has been taken."""
        offer = self.offer(table)
        lent = offer is not None and offer.lent
        loan = Loan(offer.device, offer.by, borrower) if offer is not None and lent else None
        self._write(table, None, loan)

    def came_back(self, table: str) -> None:
        """The lender has it again."""
        self._write(table, None, None)

    def _read(self, table: str) -> tuple[Offer | None, Loan | None]:
        with self._lock:
            if table not in self._known:
                self._known[table] = _read_note(self._notes.get(_note(table)))
            return self._known[table]

    def _write(self, table: str, offer: Offer | None, loan: Loan | None) -> None:
        with self._lock:
            kept = {
                "offer": [offer.to, offer.lent, offer.device, offer.by] if offer is not None else None,
                "loan": [loan.device, loan.lender, loan.borrower] if loan is not None else None,
            }
            self._notes.put(_note(table), kept)
            self._known[table] = (offer, loan)


def _note(table: str) -> str:
    return f"bank/{table}"


def _read_note(kept: Any) -> tuple[Offer | None, Loan | None]:
    if not isinstance(kept, dict):
        return None, None
    offer, loan = kept["offer"], kept["loan"]
    return Offer(*offer) if offer is not None else None, Loan(*loan) if loan is not None else None
