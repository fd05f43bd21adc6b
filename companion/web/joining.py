"""Joining: by QR or from the list, taking a place back, putting its holder out, the banker's PIN."""

# Routes, all under /t/<id>; a POST is answered like those of actions.py (303 with `next`, htmx, JSON):
#   GET  join           join.html: `free`, `shared` (seats on a device that is passed round), `held` (seats
#                       of other devices), `lost`, `stranded`, `pin`,
#                       `rights`, `said`, `look`, `table`
#   GET  invite         invite.html: the join page's QR, for any device with a place to hold up
#   POST join           seat=N: takes a seat that no device has, or from a device that is passed round
#   GET  join/<token>   join.html with `who` (a seat, Role.BANKER or Role.TABLE) and `token`; its button posts
#                       to the same address, so that a link preview cannot spend it; out.html (410, `spent`)
#                       when it is worth nothing any more
#   POST join/<token>   takes the place
#   POST sit            place=...: the banker's device takes a seat or the table screen itself
#   POST release        place=...: puts the holder out (banker; a device its own seat)
#   POST pin            pin=...: becomes the banker; pin/set with pin=... (banker; empty: no PIN any more)
#   POST was            place=...: "I was Bob", believed at once: a place whose holder stayed behind at an old
#                       address while nobody is there to ask; the bank for a device with a seat when the
#                       banker was away for ten minutes. Else asking.py asks the others

from __future__ import annotations

import ipaddress
from typing import cast
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, current_app, render_template, request, url_for

from companion.core.message import say
from companion.core.refusal import Reason, Refusal, refuse_field
from companion.core.seats import Role
from companion.table.bus import Signal
from companion.table.table import Table
from companion.web import lending, seats
from companion.web.body import body_field
from companion.web.claims import Asks
from companion.web.guard import host_name
from companion.web.look import look_at
from companion.web.reach import find_table, reach
from companion.web.reply import change_seating
from companion.web.said import take_said
from companion.web.seating import Who, place_key

blueprint = Blueprint("joining", __name__)

BANKER_AWAY_S = 600.0
LIVE_S = 20.0
"""A page that is open is heard of every 3 s."""
VOUCHERS = 2
"""So many phones of other seats are believed together."""

_PANEL_WORKS = frozenset({"ready", "simulated"})


@blueprint.get("/t/<id>/join")
def join_page(id: str) -> str:
    """Who are you? The seats that are free, and what else this device can become."""
    table = find_table(id)
    return _join_page(table)


@blueprint.get("/t/<id>/invite")
def invite_page(id: str) -> str:
    """The QR of the join page on any phone that plays, for the one who comes late."""
    table = find_table(id)
    if not seats.rights(table).any:
        abort(403)
    look = look_at(table, here=url_for("joining.invite_page", id=id), whole=True)
    address = next(iter(reach().addresses()), reach().name)
    return render_template("invite.html", look=look, address=address, name=reach().name)


@blueprint.post("/t/<id>/join")
def join_free(id: str) -> Response:
    """Take a seat that no device has, or one's own from the device that is passed round."""
    table = find_table(id)

    def take() -> None:
        seat = asked_place(table, "seat")
        if isinstance(seat, Role):
            refuse_field("seat", "seat_number", place_key(seat))
        from_shared = seats.is_shared(table, seat) and seat not in seats.rights(table).seats
        own = seats.own_id()
        seats.grant(table, {seat: seats.seating().take_free(table.id, seat, own, seats.here())})
        _ask_no_more(table)
        if from_shared:
            message = say("join.own_phone", who=seat)
            reach().inbox.tell(lambda: table.notice(Signal.DONE, message))

    return change_seating(table, take, url_for("phone.hand_page", id=id))


@blueprint.get("/t/<id>/join/<token>")
def join_by_token(id: str, token: str) -> str | tuple[str, int]:
    """Ask before the token is spent: whoever previews links only ever sends a GET."""
    table = find_table(id)
    who = seats.seating().find_token(table.id, token, seats.seat_count(table))
    if who is None:
        return render_template(
            "out.html", table=table, look=look_at(table), lost=seats.lost_seats(table), spent=True
        ), 410
    return _join_page(table, who, token)


@blueprint.post("/t/<id>/join/<token>")
def spend_token(id: str, token: str) -> Response:
    """Take the place that the token hands over."""
    table = find_table(id)
    who = seats.seating().find_token(table.id, token, seats.seat_count(table))
    page = "screen.table_page" if who is Role.TABLE else "phone.hand_page"

    def take() -> None:
        taken, epoch = seats.seating().spend_token(
            table.id, token, seats.own_id(), seats.seat_count(table), seats.here()
        )
        seats.grant(table, {taken: epoch})
        _ask_no_more(table)
        if taken is Role.BANKER:
            lending.arrived(table)

    return change_seating(table, take, url_for(page, id=id))


@blueprint.post("/t/<id>/sit")
def sit(id: str) -> Response:
    """The banker's device takes one more place: a child's seat, the table screen."""
    table = find_table(id)

    def take() -> None:
        who = asked_place(table)
        if not seats.rights(table).banker:
            raise Refusal(Reason.NOT_BANKER, verb="sit")
        shared = any(seats.is_shared(table, seat) for seat in seats.rights(table).seats)
        epoch = seats.seating().give(table.id, who, seats.own_id(), seats.here(), shared)
        seats.grant(table, {who: epoch})

    return change_seating(table, take, url_for("phone.hand_page", id=id))


@blueprint.post("/t/<id>/release")
def release(id: str) -> Response:
    """Put out whoever holds a place; its old QR is worth nothing any more."""
    table = find_table(id)

    def put_out() -> None:
        who = asked_place(table)
        own = seats.rights(table)
        if not own.banker and who not in own.seats:
            raise Refusal(Reason.NOT_BANKER, verb="release")
        seats.seating().release(table.id, who)
        if who is Role.BANKER:  # the one who cleared the desk stays at it
            seats.grant(table, {who: seats.seating().give(table.id, who, seats.own_id(), seats.here())})

    return change_seating(table, put_out, url_for("joining.join_page", id=id))


@blueprint.post("/t/<id>/was")
def take_back(id: str) -> Response:
    """ "I was Bob": take a place again whose holder cannot come back to it."""
    table = find_table(id)

    def take() -> None:
        who = asked_place(table)
        if not _may_take_back(table, who):
            raise Refusal("seat_taken", who=place_key(who) if isinstance(who, Role) else who)
        seats.grant(table, {who: seats.seating().give(table.id, who, seats.own_id(), seats.here())})
        message = say("join.took_back", who=place_key(who) if isinstance(who, Role) else who)
        reach().inbox.tell(lambda: table.notice(Signal.DONE, message))

    return change_seating(table, take, url_for("phone.hand_page", id=id))


@blueprint.post("/t/<id>/pin")
def enter_pin(id: str) -> Response:
    """Become the banker by the PIN."""
    table = find_table(id)

    def enter() -> None:
        own = seats.own_id()
        seats.seating().check_pin(table.id, body_field("pin"), own, request.remote_addr or "")
        seats.grant(table, {Role.BANKER: seats.seating().give(table.id, Role.BANKER, own, seats.here())})
        _ask_no_more(table)

    return change_seating(table, enter, url_for("phone.hand_page", id=id))


@blueprint.post("/t/<id>/pin/set")
def set_pin(id: str) -> Response:
    """The banker sets a PIN, or takes it away."""
    table = find_table(id)

    def put() -> None:
        if not seats.rights(table).banker:
            raise Refusal(Reason.NOT_BANKER, verb="pin")
        seats.seating().set_pin(table.id, body_field("pin"))

    return change_seating(table, put, url_for("joining.join_page", id=id))


def _ask_no_more(table: Table) -> None:
    """This device has its place: what it still asks of the others is settled."""
    cast(Asks, current_app.extensions["companion.asks"]).withdraw(table.id, seats.own_id())


def _join_page(table: Table, who: Who | None = None, token: str = "") -> str:
    order = tuple(table.session.state.seats)
    own = seats.rights(table)
    free = tuple(seat for seat in order if seats.is_free(table, seat))
    stranded = tuple(place for place in (*order, Role.BANKER) if _may_take_back(table, place))
    shared = tuple(seat for seat in order if seats.is_shared(table, seat) and seat not in own.seats)
    return render_template(
        "join.html",
        table=table,
        look=look_at(table),
        rights=own,
        who=who,
        token=token,
        free=free,
        shared=shared,
        held=tuple(seat for seat in order if seat not in (*free, *shared) and seat not in own.seats),
        lost=seats.lost_seats(table),
        stranded=stranded,
        claimable=tuple(
            place for place in (*order, Role.BANKER) if place not in stranded and may_be_claimed(table, place)
        ),
        pin=seats.seating().has_pin(table.id),
        said=take_said(table),
    )


def _may_take_back(table: Table, who: Who) -> bool:
    """Whether the holder of a place cannot come back, so that whoever says "it was me" is believed.

    A cookie is sent only to the address that gave it. When this machine has that address no more, its holder
    is a stranger now; whoever is there already is asked first. The bank is also taken over by a seated device
    when no banker was heard of for a while; the old banker stays one.
    """
    kept = seats.seating()
    if who is Role.TABLE or (who is Role.BANKER and kept.has_pin(table.id)):
        return False
    if _is_left_behind(kept.place(table.id, who).host):
        return not somebody_vouches(table)
    own = seats.rights(table)
    return who is Role.BANKER and bool(own.seats) and kept.away_s(table.id, who) > BANKER_AWAY_S


def may_be_claimed(table: Table, who: Who) -> bool:
    """A seat that another device has, or the bank; what is free or passed round is simply taken."""
    own = seats.rights(table)
    if isinstance(who, Role):
        return who is Role.BANKER and not own.banker
    return who not in own.seats and not seats.is_free(table, who) and not seats.is_shared(table, who)


def somebody_vouches(table: Table) -> bool:
    """Whether there is anybody to ask: the banker, the table screen, the panel, or two other phones."""
    kept = seats.seating()
    for role in (Role.BANKER, Role.TABLE):
        left = _is_left_behind(kept.place(table.id, role).host)
        if not left and kept.was_heard(table.id, role, LIVE_S):
            return True
    live = {
        place.device
        for seat in table.session.state.seats
        if (place := kept.place(table.id, seat)).device not in (None, seats.device().id)
        and not _is_left_behind(place.host)
        and kept.was_heard(table.id, seat, LIVE_S)
    }
    panel = any(one.kind == "panel" and one.status in _PANEL_WORKS for one in reach().fittings.all())
    return len(live) >= VOUCHERS or (panel and reach().hall.current is table)


def _is_left_behind(host: str) -> bool:
    """Whether *host* is an address that this machine had once and has no more; a name goes along with it."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return not address.is_loopback and all(
        host_name(urlsplit(one).netloc) != host for one in reach().addresses()
    )


def asked_place(table: Table, field: str = "place") -> Who:
    """The place named in the body. Raises Refusal(BAD_REQUEST)."""
    asked = body_field(field)
    place = seats.read_who(table, asked)
    if place is None:
        refuse_field(field, "place", asked)
    return place
