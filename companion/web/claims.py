"""Who asks for a place, who vouches for whom, and what was granted. No request is read here."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from companion.core.refusal import Refusal
from companion.web.seating import Who


@dataclass(frozen=True, slots=True)
class Ask:
    """Somebody at the door: *device* waits to be let in as *name*."""

    serial: int
    name: str
    device: str
    host: str
    at: float


@dataclass(frozen=True, slots=True)
class Claim:
    """*device* says that it was *who*. *vouchers* are the devices of other seats that said so too."""

    serial: int
    who: Who
    device: str
    host: str
    at: float
    vouchers: frozenset[str] = frozenset()


@dataclass(slots=True)
class _Door:
    """What is asked at one table, by device, what was granted to whom, and who was told no."""

    asks: dict[str, Ask] = field(default_factory=dict)
    claims: dict[str, Claim] = field(default_factory=dict)
    granted: dict[str, tuple[Who, ...]] = field(default_factory=dict)
    declined: set[str] = field(default_factory=set)


class Asks:
    """Everything that is asked, at all tables. Forgotten when the program ends: people ask again."""

    KEPT_S = 600.0
    AT_ONCE = 6
    """So many devices may ask at one table at a time: a prankster must not fill the banker's phone."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._lock = threading.RLock()
        self._doors: dict[str, _Door] = {}
        self._serials = itertools.count(1)

    def ask(self, table: str, name: str, device: str, host: str) -> Ask:
        """Ask to be let in; a device asks for one name at a time. Raises Refusal("too_many_ask")."""
        with self._lock:
            door = self._door(table)
            others = {one: asked for one, asked in door.asks.items() if one != device}
            if len(others) >= self.AT_ONCE:
                raise Refusal("too_many_ask")
            if any(asked.name == name for asked in others.values()):
                raise Refusal("name_is_here", name=name)
            made = Ask(next(self._serials), name, device, host, self._monotonic())
            door.asks[device] = made
            door.declined.discard(device)
            return made

    def claim(self, table: str, who: Who, device: str, host: str) -> Claim:
        """Say that one was *who*; a device claims one place at a time. Raises Refusal("too_many_ask")."""
        with self._lock:
            door = self._door(table)
            if len(door.claims.keys() - {device}) >= self.AT_ONCE:
                raise Refusal("too_many_ask")
            made = Claim(next(self._serials), who, device, host, self._monotonic())
            door.claims[device] = made
            door.declined.discard(device)
            return made

    def asking(self, table: str) -> tuple[Ask, ...]:
        """Who waits to be let in, the first first."""
        with self._lock:
            return tuple(self._door(table).asks.values())

    def claiming(self, table: str) -> tuple[Claim, ...]:
        """Who says who they were, the first first."""
        with self._lock:
            return tuple(self._door(table).claims.values())

    def ask_of(self, table: str, device: str | None) -> Ask | None:
        """What a device asks, None when it asks nothing."""
        return next((one for one in self.asking(table) if one.device == device), None)

    def claim_of(self, table: str, device: str | None) -> Claim | None:
        """What a device says that it was, None when it says nothing."""
        return next((one for one in self.claiming(table) if one.device == device), None)

    def find_ask(self, table: str, serial: int) -> Ask | None:
        """The ask of a number, None when it was answered."""
        return next((one for one in self.asking(table) if one.serial == serial), None)

    def find_claim(self, table: str, serial: int) -> Claim | None:
        """The claim of a number, None when it was answered."""
        return next((one for one in self.claiming(table) if one.serial == serial), None)

    def vouch(self, table: str, claim: Claim, device: str) -> int:
        """One more device says that it is so; returns how many do."""
        with self._lock:
            now = self._door(table).claims.get(claim.device)
            if now is None or now.serial != claim.serial:
                return 0
            vouchers = now.vouchers | {device}
            self._door(table).claims[claim.device] = Claim(
                now.serial, now.who, now.device, now.host, now.at, vouchers
            )
            return len(vouchers)

    def drop(self, table: str, asked: Ask | Claim) -> None:
        """It was answered."""
        with self._lock:
            door = self._door(table)
            kept: dict[str, Ask] | dict[str, Claim] = door.asks if isinstance(asked, Ask) else door.claims
            found = kept.get(asked.device)
            if found is not None and found.serial == asked.serial:
                del kept[asked.device]

    def withdraw(self, table: str, device: str) -> None:
        """A device came to a place by another way: nobody is to answer it any more."""
        with self._lock:
            self._door(table).asks.pop(device, None)
            self._door(table).claims.pop(device, None)

    def decline(self, table: str, asked: Ask | Claim) -> None:
        """It was answered with no; whoever asked reads it until they ask again."""
        with self._lock:
            self.drop(table, asked)
            self._door(table).declined.add(asked.device)

    def is_declined(self, table: str, device: str | None) -> bool:
        """Whether the last thing that a device asked was answered with no."""
        with self._lock:
            return device in self._door(table).declined

    def grant(self, table: str, device: str, who: Who) -> None:
        """Keep a place for a device until it comes for it."""
        with self._lock:
            granted = self._door(table).granted
            granted[device] = (*(one for one in granted.get(device, ()) if one != who), who)

    def granted(self, table: str, device: str | None) -> tuple[Who, ...]:
        """The places that wait for a device."""
        with self._lock:
            return self._door(table).granted.get(device, ()) if device is not None else ()

    def drop_granted(self, table: str, device: str) -> None:
        """It has taken the places that waited for it."""
        with self._lock:
            self._door(table).granted.pop(device, None)

    def waits(self, table: str, device: str | None) -> bool:
        """Whether a device waits for an answer or for its place, or reads that it was told no."""
        with self._lock:
            door = self._door(table)
            asked = device in door.asks or device in door.claims
            return asked or device in door.granted or device in door.declined

    def _door(self, table: str) -> _Door:
        door = self._doors.setdefault(table, _Door())
        oldest = self._monotonic() - self.KEPT_S
        door.asks = {one: asked for one, asked in door.asks.items() if asked.at >= oldest}
        door.claims = {one: asked for one, asked in door.claims.items() if asked.at >= oldest}
        return door
