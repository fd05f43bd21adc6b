"""Which device has which place of a table: tokens, epochs, the banker's PIN. No request is read here."""

from __future__ import annotations

import hmac
import secrets
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from werkzeug.security import check_password_hash, generate_password_hash

from companion.core.refusal import Reason, Refusal, said_as
from companion.core.seats import Role, Seat
from companion.table.fittings import Notes

Who = Seat | Role
"""A place at a table: a seat, the banker's, or the table screen's."""

_TOKEN_BYTES = 9
# 16 MiB for one check: a small Pi has the memory for it, and the limits below do most of the work.
_PIN_METHOD = "scrypt:16384:8:1"


class Place(NamedTuple):
    """A place of a table. *epoch* counts its holders: what an earlier one was given is worth nothing.

    *device* is the holder of a seat; None while the seat is free, and always for the banker and the screens,
    which may be several devices. *token* is in the QR that hands the place over, once. *host* is the address
    at which it was given: cookies belong to an address, so a new one leaves their holders without. A *shared*
    holder is passed round: whoever plays the seat may take it to a phone of their own.
    """

    epoch: int = 0
    device: str | None = None
    token: str = ""
    host: str = ""
    shared: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """What is kept of one table. *pin* is a salted hash, None when there is no PIN."""

    places: Mapping[str, Place]
    pin: str | None = None

    def place(self, who: Who) -> Place:
        return self.places.get(place_key(who), Place())

    def with_place(self, who: Who, place: Place) -> Record:
        return replace(self, places={**self.places, place_key(who): place})


def place_key(who: Who) -> str:
    """A place in notes and addresses: "0" for the first seat, "banker", "table"."""
    return who.value if isinstance(who, Role) else str(who)


def read_place(key: str, seat_count: int) -> Who | None:
    """The place of a key, None when the table has none such."""
    for role in Role:
        if key == role.value:
            return role
    if key.isascii() and key.isdigit() and len(key) <= 3 and int(key) < seat_count and key == str(int(key)):
        return Seat(int(key))
    return None


class Seating:
    """The places of every table. Kept in the notes, so phones keep their seats over a restart.

    Whatever the notes raise when the disk takes no more goes through, and nothing has changed then.
    """

    def __init__(self, notes: Notes, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._notes = notes
        self._lock = threading.RLock()
        self._records: dict[str, Record] = {}
        self._attempts = Attempts(monotonic)
        self._monotonic = monotonic
        self._begun = monotonic()
        self._seen: dict[tuple[str, Who], float] = {}

    def place(self, table: str, who: Who) -> Place:
        return self._record(table).place(who)

    def holds(self, table: str, who: Who, epoch: int, device: str) -> bool:
        """Whether what a device was given for a place still counts."""
        place = self.place(table, who)
        held = place.epoch == epoch and (isinstance(who, Role) or place.device == device)
        if held:
            self._seen[table, who] = self._monotonic()
        return held

    def away_s(self, table: str, who: Who) -> float:
        """Seconds since a holder of the place was last heard of; since the start when none was."""
        return self._monotonic() - self._seen.get((table, who), self._begun)

    def give(self, table: str, who: Who, device: str, host: str = "", shared: bool = False) -> int:
        """Give a place to a device; returns the epoch it holds. Whoever had the seat is out."""
        with self._lock:
            place = self.place(table, who)
            if isinstance(who, Role):
                given = Place(place.epoch, None, _fresh_token(), host)
            elif place.device == device and place.host == host:
                return place.epoch
            else:
                given = Place(place.epoch + 1, device, _fresh_token(), host, shared)
            self._keep(table, self._record(table).with_place(who, given))
            return given.epoch

    def was_heard(self, table: str, who: Who, within_s: float) -> bool:
        """Whether a holder of the place was heard of in the last *within_s* seconds."""
        seen = self._seen.get((table, who))
        return seen is not None and self._monotonic() - seen <= within_s

    def move(self, table: str, who: Role, device: str, host: str = "") -> int:
        """Give a role to one device alone; returns the epoch it holds. Every other one is out."""
        with self._lock:
            self.release(table, who)
            return self.give(table, who, device, host)

    def phones(self, table: str) -> frozenset[str]:
        """The devices that have a seat at a table."""
        return frozenset(
            place.device for place in self._record(table).places.values() if place.device is not None
        )

    def take_free(self, table: str, seat: Seat, device: str, host: str = "") -> int:
        """Take a seat that no device has, or one that is passed round. Raises Refusal("seat_taken")."""
        with self._lock:
            place = self.place(table, seat)
            if place.device not in (None, device) and not place.shared:
                raise Refusal("seat_taken", who=seat)
            return self.give(table, seat, device, host)

    def release(self, table: str, who: Who) -> None:
        """Put out whoever holds a place, and make its old QR worthless."""
        with self._lock:
            epoch = self.place(table, who).epoch + 1
            self._keep(table, self._record(table).with_place(who, Place(epoch, None, _fresh_token())))

    def token(self, table: str, who: Who) -> str:
        """The word in a place's QR: good for one device, once."""
        with self._lock:
            place = self.place(table, who)
            if not place.token:
                place = place._replace(token=_fresh_token())
                self._keep(table, self._record(table).with_place(who, place))
            return place.token

    def find_token(self, table: str, token: str, seat_count: int) -> Who | None:
        """The place a token hands over, None when it was used or never given out."""
        found = None
        for key, place in self._record(table).places.items():
            if place.token and hmac.compare_digest(place.token.encode(), token.encode()):
                found = read_place(key, seat_count)
        return found

    def spend_token(
        self, table: str, token: str, device: str, seat_count: int, host: str = ""
    ) -> tuple[Who, int]:
        """Take the place of a token; it is worth nothing afterwards. Raises Refusal(STALE)."""
        with self._lock:
            who = self.find_token(table, token, seat_count)
            if who is None:
                raise Refusal(Reason.STALE)
            epoch = self.give(table, who, device, host)
            if self.place(table, who).token == token:  # the holder itself took it again
                self._keep(
                    table,
                    self._record(table).with_place(
                        who, self.place(table, who)._replace(token=_fresh_token())
                    ),
                )
            return who, epoch

    def has_pin(self, table: str) -> bool:
        return self._record(table).pin is not None

    def set_pin(self, table: str, pin: str) -> None:
        """Let *pin* make a device the banker's; an empty one makes that impossible again.

        Raises Refusal(BAD_REQUEST) for one that is too short or too long.
        """
        if pin and not (4 <= len(pin) <= 24 and pin.isprintable()):
            expected = said_as("pin", least=4, most=24, length=len(pin))
            raise Refusal(Reason.BAD_REQUEST, field="pin", expected=expected)
        hashed = generate_password_hash(pin, _PIN_METHOD) if pin else None
        with self._lock:
            self._keep(table, replace(self._record(table), pin=hashed))

    def check_pin(self, table: str, pin: str, device: str, address: str) -> None:
        """Raises Refusal: "wrong_pin", "no_pin", or "too_many_tries" with `wait_s`."""
        hashed = self._record(table).pin
        if hashed is None:
            raise Refusal("no_pin")
        # The lock lets one guess be checked at a time: a hundred at once must not slip under the limit.
        with self._attempts.lock:
            self._attempts.check(device, address)
            if not check_password_hash(hashed, pin):
                self._attempts.failed(device, address)
                raise Refusal("wrong_pin")
            self._attempts.forget(device)

    def _record(self, table: str) -> Record:
        with self._lock:
            if table not in self._records:
                self._records[table] = _read_record(self._notes.get(_note(table)))
            return self._records[table]

    def _keep(self, table: str, record: Record) -> None:
        places = {key: list(place) for key, place in record.places.items()}
        self._notes.put(_note(table), {"places": places, "pin": record.pin})
        self._records[table] = record


class Attempts:
    """Wrong PINs of late, by device, by address and in all."""

    WINDOW_S = 300.0
    PER_DEVICE, PER_ADDRESS, IN_ALL = 5, 10, 30

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self.lock = threading.Lock()
        self._monotonic = monotonic
        self._failures: defaultdict[tuple[str, str], deque[float]] = defaultdict(deque)

    def check(self, device: str, address: str) -> None:
        """Raises Refusal("too_many_tries") with the whole seconds to wait."""
        now = self._monotonic()
        for key in [key for key, times in self._failures.items() if times[-1] <= now - self.WINDOW_S]:
            del self._failures[key]
        for key, most in self._limits(device, address):
            times = self._failures.get(key)
            while times and times[0] <= now - self.WINDOW_S:
                times.popleft()
            if times and len(times) >= most:
                raise Refusal("too_many_tries", wait_s=int(times[0] + self.WINDOW_S - now) + 1)

    def failed(self, device: str, address: str) -> None:
        for key, _ in self._limits(device, address):
            self._failures[key].append(self._monotonic())

    def forget(self, device: str) -> None:
        """A right PIN clears the device, not its address: others may be guessing from behind it."""
        self._failures.pop(("device", device), None)

    def _limits(self, device: str, address: str) -> tuple[tuple[tuple[str, str], int], ...]:
        return (
            (("device", device), self.PER_DEVICE),
            (("address", address), self.PER_ADDRESS),
            (("all", ""), self.IN_ALL),
        )


def _fresh_token() -> str:
    return secrets.token_urlsafe(_TOKEN_BYTES)


def _note(table: str) -> str:
    return f"seating/{table}"


def _read_record(kept: Any) -> Record:
    if not isinstance(kept, dict):
        return Record({})
    return Record({key: Place(*place) for key, place in kept["places"].items()}, kept["pin"])
