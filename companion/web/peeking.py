"""Hands on a shared device: face down until their owner alone looks, and open for a short while only."""

# POST /t/<id>/look  seat=N: the hand of a seat lies open on this device for PEEK_S seconds
# POST /t/<id>/cover: everything lies face down again
#
# What is open is known to the server alone, never to an address: going back, loading anew and reading the
# page's source later find the hand face down. An act closes it, and so does any other page of the table.

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from typing import cast

from flask import Blueprint, Flask, Response, abort, current_app, redirect, request, url_for

from companion.core.seats import Role, Seat
from companion.table.authority import Rights
from companion.table.table import Table
from companion.web import seats
from companion.web.guard import is_program
from companion.web.reach import find_table
from companion.web.seating import read_place

blueprint = Blueprint("peeking", __name__)

PEEK_S = 20.0
OPEN_COOKIE = "openhands"
"""Holds the table at which this device hides nothing."""

_HAND_PAGES = frozenset({"phone.hand_page", "phone.hand_fragment"})


class Peeks:
    """Which hand lies open on which device. Not kept: after a restart every hand lies face down."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.monotonic = monotonic
        self._lock = threading.Lock()
        self._open: dict[tuple[str, str], tuple[Seat, float]] = {}

    def open(self, device: str, table: str, seat: Seat) -> None:
        """Turn the hand of *seat* up, and any other of this device and table down."""
        now = self.monotonic()
        with self._lock:
            self._open = {key: kept for key, kept in self._open.items() if kept[1] > now}
            self._open[device, table] = seat, now + PEEK_S

    def close(self, device: str, table: str, but: Seat | None = None) -> None:
        """Turn a device's open hand down, unless it is that of *but*."""
        with self._lock:
            kept = self._open.get((device, table))
            if kept is not None and kept[0] != but:
                del self._open[device, table]

    def left_s(self, device: str, table: str, seat: Seat) -> int:
        """For how many seconds yet the hand of *seat* lies open, rounded up; 0 when it lies face down."""
        kept = self._open.get((device, table))
        if kept is None or kept[0] != seat:
            return 0
        return max(0, math.ceil(kept[1] - self.monotonic()))


def install(app: Flask) -> None:
    """Turn an open hand down as soon as its device shows another page of the table."""
    app.extensions["companion.peeks"] = Peeks()
    app.register_blueprint(blueprint)

    @app.before_request
    def leave_the_hand() -> None:
        # A browser that goes to a page asks for HTML by name; what a page fetches for itself does not.
        if request.method != "GET" or "text/html" not in request.headers.get("Accept", ""):
            return
        id = seats.device().id
        if id is not None and request.endpoint not in _HAND_PAGES and request.view_args:
            peeks().close(id, str(request.view_args.get("id", "")))


def peeks() -> Peeks:
    """The open hands of the app that serves this request."""
    return cast(Peeks, current_app.extensions["companion.peeks"])


def has_secrets(table: Table, rights: Rights, seat: Seat) -> bool:
    """Whether the hand of *seat* is to be hidden from others who use this device.

    Only where several seats share it and the owner sees more than the table does; people who hide nothing
    from each other said so. A program reads by its token what it is meant to.
    """
    if len(rights.seats) < 2 or not table.game.SECRET_FIELDS or is_program():
        return False
    if request.cookies.get(OPEN_COOKIE) == table.id:
        return False
    state = table.session.state
    if table.game.secrets_open(state):
        return False
    return table.game.view(state, seat) != table.game.view(state, Role.TABLE)


def is_covered(table: Table, rights: Rights, seat: Seat) -> bool:
    """Whether the hand of *seat* lies face down on the device of this request."""
    return has_secrets(table, rights, seat) and not open_s(table, seat)


def open_s(table: Table, seat: Seat) -> int:
    """For how many seconds yet the owner of *seat* alone looks at this device; 0 when nobody does."""
    id = seats.device().id
    return peeks().left_s(id, table.id, seat) if id is not None else 0


def hide_hands(table: Table, but: Seat | None = None) -> None:
    """Turn down what lies open on this device, unless it is the hand of *but*."""
    id = seats.device().id
    if id is not None:
        peeks().close(id, table.id, but)


@blueprint.post("/t/<id>/look")
def look(id: str) -> Response:
    """Only this seat's owner looks now."""
    table = find_table(id)
    seat = read_place(request.form.get("seat", ""), seats.seat_count(table))
    own = seats.device().id
    if own is None or isinstance(seat, Role) or seat not in seats.rights(table).seats:
        abort(403)
    peeks().open(own, table.id, seat)
    return _to_hand(table, seat)


@blueprint.post("/t/<id>/cover")
def cover(id: str) -> Response:
    """Enough seen."""
    table = find_table(id)
    hide_hands(table)
    seat = read_place(request.form.get("seat", ""), seats.seat_count(table))
    return _to_hand(table, None if isinstance(seat, Role) else seat)


def _to_hand(table: Table, seat: Seat | None) -> Response:
    return cast(Response, redirect(url_for("phone.hand_page", id=table.id, seat=seat), 303))
