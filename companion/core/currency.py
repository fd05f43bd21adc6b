"""How a box writes its money."""

from __future__ import annotations

from dataclasses import dataclass

_MINUS = "\u2212"
_NO_BREAK = "\u00a0"


@dataclass(frozen=True, slots=True)
class Currency:
    """The sign of a box's money, where it stands ("before" or "after") and what parts the thousands.

    It belongs to the table, not to a reader's language: everybody at one table reads the same amounts.
    """

    sign: str = ""
    place: str = "before"
    thousands: str = ","

    def write(self, amount: int) -> str:
        """An amount in whole units: "$1,140", "\u221240 kr."."""
        digits = f"{abs(amount):,}".replace(",", self.thousands)
        minus = _MINUS if amount < 0 else ""
        if not self.sign:
            return minus + digits
        return (
            f"{minus}{self.sign}{digits}"
            if self.place == "before"
            else f"{minus}{digits}{_NO_BREAK}{self.sign}"
        )
