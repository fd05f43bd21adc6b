"""Handing places out: QR codes and links that are good once, tokens for programs."""

# Routes, all under /t/<id>; <place> is a seat's number, "banker" or "table":
#   GET  qr.svg           the join page's address, for everybody
#   GET  qr/<place>.svg   a place's own, for who may hand it over: whoever sees it can take the place
#   GET  link/<place>     the same as JSON {"link": ...}
#   POST bearer           place=...: a token for a program, JSON {"token": ...}: for the own seat, a free one

from __future__ import annotations

from typing import cast

from flask import Blueprint, Response, abort, current_app, jsonify, url_for

from companion.core.refusal import Reason, Refusal
from companion.core.seats import Role
from companion.table.authority import HOST, Rights
from companion.table.table import Table
from companion.web import seats
from companion.web.joining import asked_place
from companion.web.qr import qr_svg
from companion.web.reach import find_table, reach
from companion.web.reply import change_seating
from companion.web.seating import Who, place_key

blueprint = Blueprint("handing", __name__)


@blueprint.get("/t/<id>/qr.svg")
def join_qr(id: str) -> Response:
    """The QR of the join page."""
    table = find_table(id)
    return _svg(_address() + url_for("joining.join_page", id=table.id))


@blueprint.get("/t/<id>/qr/<place>.svg")
def place_qr(id: str, place: str) -> Response:
    """The QR that hands a place over. Whoever sees it can take the place."""
    table = find_table(id)
    return _svg(_link(table, _handed(table, place)))


@blueprint.get("/t/<id>/link/<place>")
def place_link(id: str, place: str) -> Response:
    """The same as a link, for the host's command line."""
    table = find_table(id)
    return jsonify({"link": _link(table, _handed(table, place))})


@blueprint.post("/t/<id>/bearer")
def make_bearer(id: str) -> Response:
    """A token for a program that plays a seat; it counts until the seat goes to another device."""
    table = find_table(id)
    made: dict[str, str] = {}

    def make() -> None:
        who = asked_place(table)
        if not _may_make_token(table, who):
            raise Refusal(Reason.WRONG_SEAT, verb="bearer")
        epoch = seats.seating().place(table.id, who).epoch
        secret = cast(bytes, current_app.secret_key)
        made["token"] = seats.bearer_token(secret, table.id, place_key(who), epoch)

    response = change_seating(table, make, url_for("joining.join_page", id=id))
    return jsonify(made) if made else response


def _handed(table: Table, place: str) -> Who:
    """A place that this device may hand over; 404 and 403 otherwise."""
    who = seats.read_who(table, place)
    if who is None:
        abort(404)
    if not _may_hand_over(seats.rights(table), who):
        abort(403)
    return who


def _may_hand_over(own: Rights, who: Who) -> bool:
    if own.banker:
        return True
    return who in own.seats or (own.table and who is not Role.BANKER)


def _may_make_token(table: Table, who: Who) -> bool:
    """A token shows what its seat sees, and nobody notices: not even the banker gets one of a seat in use."""
    own = seats.rights(table)
    if own is HOST or who in own.seats:
        return True
    return own.banker and (isinstance(who, Role) or seats.is_free(table, who))


def _link(table: Table, who: Who) -> str:
    """The link that hands a place over, once."""
    token = seats.seating().token(table.id, who)
    return _address() + url_for("joining.join_by_token", id=table.id, token=token)


def _address() -> str:
    """The numeric address for a QR; the machine's name when it has no address yet."""
    here = reach()
    return next(iter(here.addresses()), here.name)


def _svg(link: str) -> Response:
    return Response(qr_svg(link), mimetype="image/svg+xml")
