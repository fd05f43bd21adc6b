"""Seats on devices: which places the device or program of this request holds, and what it may enter."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import cast

from flask import current_app, request, session
from itsdangerous import BadSignature, URLSafeSerializer

from companion.core.seats import Role, Seat
from companion.table.authority import HOST, Rights
from companion.table.table import Table
from companion.web.guard import host_name, is_program
from companion.web.seating import Seating, Who, place_key, read_place

EVERY_TABLE = "*"
_HOST_KEY = "host"
# A cookie holds 4096 bytes; whoever comes back to an older evening joins anew.
_TABLES_KEPT = 12


@dataclass(frozen=True, slots=True)
class Device:
    """The device that sent this request. *id* is None until it was given a place.

    *grants* are the places it was given, by table, each with its epoch; whether they still count the
    seating says.
    """

    id: str | None
    grants: Mapping[str, Mapping[str, int]]


def seating() -> Seating:
    """The seating of the app that serves this request."""
    return cast(Seating, current_app.extensions["companion.seating"])


def device() -> Device:
    """The device of this request, from its signed cookie."""
    return Device(session.get("device"), session.get("grants", {}))


def rights(table: Table) -> Rights:
    """What the device or program that sent this request may enter at *table*."""
    places = _bearer_places(table) if _bearer() is not None else _device_places(seating(), table, device())
    return HOST if places is None else _as_rights(places)


def lasting_rights(table: Table) -> Callable[[], Rights]:
    """What whoever sent this request may see, asked again at any later time: a seat may be lost meanwhile."""
    if _bearer() is not None:
        given = rights(table)
        return lambda: given
    kept, asking = seating(), device()
    return lambda: _as_rights(_device_places(kept, table, asking))


def lost_seats(table: Table) -> tuple[Seat, ...]:
    """Seats that this device held until somebody else took them over."""
    asking = device()
    held = _device_places(seating(), table, asking)
    given = (read_who(table, key) for key in asking.grants.get(table.id, {}))
    return tuple(place for place in given if isinstance(place, int) and place not in held)


def is_free(table: Table, seat: Seat) -> bool:
    """Whether no device has this seat."""
    return seating().place(table.id, seat).device is None


def is_shared(table: Table, seat: Seat) -> bool:
    """Whether the device that has this seat is passed round, so that its player may take it elsewhere."""
    return seating().place(table.id, seat).shared


def claim(
    table: Table,
    seats: Iterable[Seat] = (),
    banker: bool = False,
    screen: bool = False,
    shared: bool = False,
) -> None:
    """Give this device places of *table*: all of a game tried out, the banker's of a new one.

    *shared*: it is passed round, and each seat may go to its player's own phone later.
    """
    places: list[Who] = list(seats)
    if banker:
        places.append(Role.BANKER)
    if screen:
        places.append(Role.TABLE)
    id = own_id()
    grant(table, {place: seating().give(table.id, place, id, here(), shared) for place in places})


def bearer_token(secret: bytes, table: str = EVERY_TABLE, place: str = _HOST_KEY, epoch: int = 0) -> str:
    """A token for `Authorization: Bearer`: a seat's, or by default the host's, who may do everything."""
    return URLSafeSerializer(secret, salt="bearer").dumps([table, place, epoch])


def here() -> str:
    """The name or address of this machine that the request was sent to."""
    return host_name(request.host) or ""


def own_id() -> str:
    """The id of this device, made when it first gets a place."""
    if "device" not in session:
        session["device"] = secrets.token_urlsafe(9)
        session.permanent = True
    return cast(str, session["device"])


def grant(table: Table, epochs: Mapping[Who, int]) -> None:
    """Write places into this device's cookie, the table last so that it is forgotten last."""
    grants = dict(session.get("grants", {}))
    own = dict(grants.pop(table.id, {}))
    own.update({place_key(place): epoch for place, epoch in epochs.items()})
    grants[table.id] = own
    session["grants"] = dict(list(grants.items())[-_TABLES_KEPT:])
    session.permanent = True


def _as_rights(places: frozenset[Who]) -> Rights:
    return Rights(
        frozenset(place for place in places if not isinstance(place, Role)),
        banker=Role.BANKER in places,
        table=Role.TABLE in places,
    )


def _device_places(seating: Seating, table: Table, device: Device) -> frozenset[Who]:
    if device.id is None:
        return frozenset()
    return frozenset(
        place
        for key, epoch in device.grants.get(table.id, {}).items()
        if (place := read_who(table, key)) is not None and seating.holds(table.id, place, epoch, device.id)
    )


def _bearer() -> str | None:
    """The token of a program; with one, the cookie counts for nothing."""
    given = request.authorization
    return (given.token or "") if given is not None and is_program() else None


def _bearer_places(table: Table) -> frozenset[Who] | None:
    """The places of a bearer token; None: the host's, who may do everything."""
    secret = cast(bytes, current_app.secret_key)
    try:
        of_table, key, epoch = URLSafeSerializer(secret, salt="bearer").loads(_bearer() or "")
    except (BadSignature, ValueError):
        return frozenset()
    if (of_table, key) == (EVERY_TABLE, _HOST_KEY):
        return None
    place = read_who(table, key)
    if of_table != table.id or place is None or seating().place(table.id, place).epoch != epoch:
        return frozenset()
    return frozenset({place})


def read_who(table: Table, key: str) -> Who | None:
    """The place of a key, None when the table has none such."""
    return read_place(key, seat_count(table))


def seat_count(table: Table) -> int:
    """Seats that were ever at the table, those that left included."""
    return len(table.session.state.seats.names)


def asked_seat(table: Table, name: str) -> Seat | None:
    """The seat that the address of this request names under *name*; None when nobody sits there."""
    place = read_who(table, request.args.get(name, ""))
    return place if isinstance(place, int) and place in table.session.state.seats.order else None
