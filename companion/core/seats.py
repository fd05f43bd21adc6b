"""Seats round the table. A player is a person; the seat is the place, and the place holds the money."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from itertools import count
from typing import NewType

from companion.core.readable import is_readable, seen
from companion.core.refusal import refuse_field

Seat = NewType("Seat", int)
"""A seat's number, 0 for the first player of the game; it never changes, names and order may."""


class Role(Enum):
    """Who acts or looks without a seat of their own."""

    BANKER = "banker"
    TABLE = "table"


Actor = Seat | Role
Viewer = Seat | Role

RESERVED_NAMES = frozenset({"bank", "pot", "banker", "table"})
_LONGEST_NAME = 24


@dataclass(frozen=True, slots=True)
class Seats:
    """Names by seat number, and the order round the table.

    *order* lists the seats clockwise; one that left for good is in *names* but no longer in *order*.
    *asleep* are seats that are skipped and keep everything.
    """

    names: tuple[str, ...]
    order: tuple[Seat, ...]
    asleep: frozenset[Seat] = frozenset()

    @classmethod
    def of(cls, names: tuple[str, ...]) -> Seats:
        """Seat players clockwise. Raises Refusal(BAD_REQUEST) for a bad or double name."""
        seats = cls((), ())
        for name in names:
            seats = seats.joined(name, None)
        return seats

    def __iter__(self) -> Iterator[Seat]:
        return iter(self.order)

    def name(self, seat: Seat) -> str:
        """What a seat is called."""
        return self.names[seat]

    def find(self, name: str) -> Seat | None:
        """The seat of a name, None when nobody at this table is called that."""
        for seat in self.order:
            if self.names[seat] == name:
                return seat
        return None

    def next_after(self, seat: Seat, skip: frozenset[Seat] = frozenset()) -> Seat:
        """The next seat clockwise that is awake and not in *skip*; *seat* itself when it is the only one."""
        start = self.order.index(seat) if seat in self.order else -1
        for step in range(1, len(self.order) + 1):
            other = self.order[(start + step) % len(self.order)]
            if other not in self.asleep and other not in skip:
                return other
        return seat

    def after(self, seat: Seat) -> tuple[Seat, ...]:
        """Every other seat, clockwise from the one after *seat*."""
        if seat not in self.order:
            return self.order
        at = self.order.index(seat)
        return self.order[at + 1 :] + self.order[:at]

    def joined(self, name: str, after: Seat | None) -> Seats:
        """With one more seat, to the left of *after*, else as the last.

        Who left for good may come back under the own name; the old seat is then numbered: "Bob (1)".
        """
        self.check_name(name)
        seat = Seat(len(self.names))
        number = next(n for n in count(1) if f"{name} ({n})" not in self.names)
        names = tuple(f"{old} ({number})" if _same(old, name) else old for old in self.names)
        at = len(self.order) if after is None else self.order.index(after) + 1
        order = (*self.order[:at], seat, *self.order[at:])
        return replace(self, names=(*names, name), order=order)

    def renamed(self, seat: Seat, name: str) -> Seats:
        """With another name for *seat*. Raises Refusal(BAD_REQUEST)."""
        if self.names[seat] == name:
            return self
        self.check_name(name, seat)
        names = (*self.names[:seat], name, *self.names[seat + 1 :])
        return replace(self, names=names)

    def reordered(self, order: tuple[Seat, ...]) -> Seats:
        """In another order. Raises Refusal(BAD_REQUEST) unless *order* has each seat once."""
        if sorted(order) != sorted(self.order):
            refuse_field("players", "every_player", str(len(order)))
        return replace(self, order=order)

    def without(self, seat: Seat) -> Seats:
        """After a player left for good."""
        return replace(
            self, order=tuple(other for other in self.order if other != seat), asleep=self.asleep - {seat}
        )

    def check_name(self, name: str, own: Seat | None = None) -> None:
        """Raises Refusal(BAD_REQUEST) for what nobody may be called, or nobody but *own*."""
        if not name or name != name.strip() or len(name) > _LONGEST_NAME or not is_readable(name):
            refuse_field("name", "name", name, most=_LONGEST_NAME)
        if name.lower() in RESERVED_NAMES:
            refuse_field("name", "unreserved_name", name, reserved=sorted(RESERVED_NAMES))
        if any(_same(name, self.names[seat]) for seat in self.order if seat != own):
            refuse_field("name", "unique_name", name)


def _same(one: str, other: str) -> bool:
    """Whether people would take two names for one: Ann and ann."""
    return seen(one) == seen(other)
