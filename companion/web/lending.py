"""The banker's role handed over to another device, or lent and taken back with one tap."""

# Routes, all under /t/<id>:
#   GET  bank        bank.html: to whom, for good or lent; what is held out now; its QR
#   POST bank/give   to=N or "qr", way=over or lend (banker): holds the bank out; this device stays the
#                    banker's until it is taken, so that a table never has none
#   POST bank/keep   takes the offer back (banker)
#   POST bank/take   a device of the seat it is held out to becomes the banker; every other one is out
#   POST bank/back   the lender is the banker again, whatever became of the borrower's phone
# A QR is taken by joining.py, which calls `arrived`.

from __future__ import annotations

from typing import cast

from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.core.refusal import Reason, Refusal, refuse_field
from companion.core.seats import Role, Seat
from companion.table.table import Table
from companion.web import seats
from companion.web.bank import Banks, Offer
from companion.web.body import body_field
from companion.web.look import Look, language, look_at
from companion.web.reach import find_table, reach
from companion.web.reply import change_seating, local_path
from companion.web.text import Words

blueprint = Blueprint("lending", __name__)

SILENT_S = 20.0
"""A page that is open is heard of every 3 s: after so long its phone sleeps, is empty or gone."""

_BY_QR = "qr"
_WAYS = ("over", "lend")


def banks() -> Banks:
    """The offers and loans of the app that serves this request."""
    return cast(Banks, current_app.extensions["companion.banks"])


@blueprint.app_context_processor
def give_templates() -> dict[str, object]:
    """What roles.html asks for."""
    return {
        "bank_offer": lambda look: banks().offer(look.id),
        "bank_loan": lambda look: banks().loan(look.id),
        "may_take_bank": _may_take,
        "may_take_back": may_take_back,
        "banker_is_silent": _is_silent,
    }


@blueprint.get("/t/<id>/bank")
def bank_page(id: str) -> str | AnyResponse:
    """To whom the bank goes."""
    table = find_table(id)
    if not (seats.rights(table).banker or may_take_back(table)):
        return redirect(url_for("joining.join_page", id=id))
    look = look_at(table, here=url_for("lending.bank_page", id=id), whole=True)
    return render_template("bank.html", look=look, others=_others(table, look))


@blueprint.get("/t/<id>/roles")
def roles_fragment(id: str) -> str:
    """What roles.html shows this device, for pages that do not change otherwise."""
    table = find_table(id)
    here = local_path(request.args.get("here"), url_for("banker.desk_page", id=id))
    return render_template("roles_alone.html", look=look_at(table, here=here))


@blueprint.post("/t/<id>/bank/give")
def give(id: str) -> Response:
    """Hold the bank out."""
    table = find_table(id)

    def hold_out() -> None:
        _require_banker(table)
        if banks().loan(table.id) is not None:
            raise Refusal("bank_is_lent")
        way = body_field("way")
        if way not in _WAYS:
            refuse_field("way", "one_of", way, choices=list(_WAYS))
        own = seats.own_id()
        banks().hold_out(table.id, Offer(_asked_receiver(table), way == "lend", own, _own_seat(table)))

    return change_seating(table, hold_out, url_for("lending.bank_page", id=id))


@blueprint.post("/t/<id>/bank/keep")
def keep(id: str) -> Response:
    """Hold it out no longer."""
    table = find_table(id)

    def stay() -> None:
        _require_banker(table)
        banks().hold_out(table.id, None)

    return change_seating(table, stay, url_for("lending.bank_page", id=id))


@blueprint.post("/t/<id>/bank/take")
def take(id: str) -> Response:
    """Take the bank that is held out to a seat of this device."""
    table = find_table(id)

    def become() -> None:
        offer = banks().offer(table.id)
        if offer is None or offer.to is None:
            raise Refusal(Reason.NOTHING_OPEN)
        if not _may_take(table):
            raise Refusal(Reason.WRONG_SEAT, verb="bank", who=offer.to)
        arrived(table)

    return change_seating(table, become, url_for("phone.hand_page", id=id))


@blueprint.post("/t/<id>/bank/back")
def take_back(id: str) -> Response:
    """Take the lent bank back."""
    table = find_table(id)

    def become() -> None:
        if not may_take_back(table):
            raise Refusal(Reason.NOT_BANKER, verb="bank")
        _become_banker(table)
        banks().came_back(table.id)
        _write_down(table, "bank.noted_back", _own_seat(table))

    return change_seating(table, become, url_for("phone.hand_page", id=id))


def arrived(table: Table) -> None:
    """Make this device the banker's, alone, if the bank was held out: it was taken, or its QR spent."""
    offer = banks().offer(table.id)
    if offer is None or seats.device().id == offer.device:
        return
    receiver = _own_seat(table) if offer.to is None else offer.to
    _become_banker(table)
    banks().arrived(table.id, receiver)
    _write_down(table, "bank.noted_lent" if offer.lent else "bank.noted_over", receiver)


def may_take_back(table: Table) -> bool:
    """Whether this device, or the one that has the lender's seat now, may end the loan."""
    loan = banks().loan(table.id)
    if loan is None:
        return False
    if loan.device == seats.device().id:
        return True
    return loan.lender is not None and loan.lender in seats.rights(table).seats


def _may_take(table: Table) -> bool:
    """Whether the bank is held out to a seat of this device."""
    offer = banks().offer(table.id)
    return offer is not None and offer.to is not None and offer.to in seats.rights(table).seats


def _is_silent(table: Table) -> bool:
    """Whether no device of the banker has been heard of for a while."""
    return not seats.seating().was_heard(table.id, Role.BANKER, SILENT_S)


def _become_banker(table: Table) -> None:
    epoch = seats.seating().move(table.id, Role.BANKER, seats.own_id(), seats.here())
    seats.grant(table, {Role.BANKER: epoch})


def _asked_receiver(table: Table) -> Seat | None:
    """The seat named in `to`, None for the QR. Raises Refusal when it is on no other phone."""
    asked = body_field("to")
    if asked == _BY_QR:
        return None
    who = seats.read_who(table, asked)
    if who is None or isinstance(who, Role):
        refuse_field("to", "seat_or_qr", asked)
    if seats.seating().place(table.id, who).device in (None, seats.device().id):
        raise Refusal("no_phone", who=who)
    return who


def _own_seat(table: Table) -> Seat | None:
    """The seat of a device that has just one: a device that is passed round is nobody's."""
    held = tuple(seats.rights(table).seats)
    return held[0] if len(held) == 1 else None


def _others(table: Table, look: Look) -> tuple[Seat, ...]:
    own = seats.device().id
    return tuple(
        person.seat
        for person in look.people
        if seats.seating().place(table.id, person.seat).device not in (None, own)
    )


def _require_banker(table: Table) -> None:
    if not seats.rights(table).banker:
        raise Refusal(Reason.NOT_BANKER, verb="bank")


def _write_down(table: Table, id: str, who: Seat | None) -> None:
    """A note in the history, as if the banker had typed it."""
    words = Words.at(table, language())
    text = words.text(id, who=who) if who is not None else words.text(f"{id}_phone")
    reach().inbox.tell(lambda: table.submit({"do": "note", "by": "banker", "text": text}))
