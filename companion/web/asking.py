"""Asking for a place: "let me in as Dot" of who comes late, "I was Bob" of who lost a phone or its cookie."""

# Routes, all under /t/<id>:
#   POST ask         name=...: asks to be let in under a name that nobody here has
#   GET  asked       what became of it, for the join page
#   POST ask/answer  serial=N, yes=1 or 0: the banker lets in whoever asks, or not
#   POST claim       place=...: says that this device was a seat or the bank; pin=... settles it at once
#   POST vouch       serial=N, yes=1 or 0: the table screen's or the banker's word, or that of two other seats
#   POST sit-down    takes what was granted
# The panel's ok grants the oldest claim while no question waits (`Table.aside`).

from __future__ import annotations

from typing import cast

from flask import Blueprint, Response, current_app, render_template, request, url_for

from companion.core.message import say
from companion.core.refusal import Reason, Refusal, refuse_field
from companion.core.seats import Role, Seat
from companion.table.bus import Signal
from companion.table.outcome import Outcome, Refused
from companion.table.table import Table
from companion.web import seats
from companion.web.body import body_field, body_number, is_yes
from companion.web.claims import Ask, Asks, Claim
from companion.web.joining import VOUCHERS, asked_place, may_be_claimed
from companion.web.look import Look, look_at
from companion.web.reach import find_table, reach
from companion.web.reply import ask_writer, change_seating, reply
from companion.web.seating import Seating, Who, place_key

blueprint = Blueprint("asking", __name__)


def asks() -> Asks:
    """Who asks for what, of the app that serves this request."""
    return cast(Asks, current_app.extensions["companion.asks"])


@blueprint.app_context_processor
def give_templates() -> dict[str, object]:
    """What roles.html and join.html ask for."""
    return {
        "asks_at": lambda look: asks().asking(look.id) if look.banker else (),
        "claims_at": _claims_for,
        "own_ask": lambda table: asks().ask_of(table.id, seats.device().id),
        "own_claim": lambda table: asks().claim_of(table.id, seats.device().id),
        "may_vouch": may_vouch,
        "has_pin": lambda table: seats.seating().has_pin(table.id),
        "was_declined": lambda table: asks().is_declined(table.id, seats.device().id),
        "granted": lambda table: asks().granted(table.id, seats.device().id),
    }


@blueprint.post("/t/<id>/ask")
def ask(id: str) -> Response:
    """Ask to be let in."""
    table = find_table(id)

    def put() -> None:
        name = body_field("name").strip()
        if table.session.state.seats.find(name) is not None:
            raise Refusal("name_is_here", name=name)
        table.session.state.seats.check_name(name)
        own = seats.own_id()
        is_new = asks().ask_of(table.id, own) is None
        asks().ask(table.id, name, own, seats.here())
        if is_new:  # the screens sound once for a device, however often it asks
            _tell_screen(table, "ask.wants_in", name=name)

    return change_seating(table, put, url_for("joining.join_page", id=id))


@blueprint.get("/t/<id>/asked")
def asked_fragment(id: str) -> str:
    """What became of what this device asked."""
    table = find_table(id)
    return render_template("asked.html", table=table, look=look_at(table))


@blueprint.post("/t/<id>/ask/answer")
def answer(id: str) -> Response:
    """Let somebody in, or not: the game itself says whether one more can join now."""
    table = find_table(id)
    default = url_for("phone.hand_page", id=id)
    rights = seats.rights(table)
    if not rights.banker:
        return reply(table, Refused(Reason.NOT_BANKER, {"verb": "ask"}), default)
    asking = asks().find_ask(table.id, body_number("serial"))
    if asking is None:
        return reply(table, Refused(Reason.STALE, {}), default)
    if not is_yes("yes"):
        asks().decline(table.id, asking)
        return change_seating(table, lambda: None, default)
    outcome = _seat_anew(table, asking)
    if isinstance(outcome, Refused):
        return reply(table, outcome, default)
    return change_seating(table, lambda: _give_joined(table, asking), default)


@blueprint.post("/t/<id>/claim")
def claim(id: str) -> Response:
    """ "I was Bob": ask the others to say so too, or know the PIN."""
    table = find_table(id)

    def put() -> None:
        who = asked_place(table)
        if not may_be_claimed(table, who):
            refuse_field("place", "place_in_use", place_key(who))
        own = seats.own_id()
        pin = body_field("pin")
        if pin:
            seats.seating().check_pin(table.id, pin, own, request.remote_addr or "")
            seats.grant(table, {who: seats.seating().give(table.id, who, own, seats.here())})
            asks().withdraw(table.id, own)
            return
        kept, seating = asks(), seats.seating()
        is_new = kept.claim_of(table.id, own) is None
        kept.claim(table.id, who, own, seats.here())
        table.aside = lambda: grant_oldest(kept, seating, table)
        if is_new:
            _tell_screen(table, "claim.says", who=account_of(who))

    return change_seating(table, put, url_for("joining.join_page", id=id))


@blueprint.post("/t/<id>/vouch")
def vouch(id: str) -> Response:
    """Say that it is so, or that it is not."""
    table = find_table(id)

    def put() -> None:
        asked = asks().find_claim(table.id, body_number("serial"))
        if asked is None:
            raise Refusal(Reason.STALE)
        yes, rights = is_yes("yes"), seats.rights(table)
        if not (may_vouch(table, asked) if yes else may_deny(table, asked)):
            raise Refusal(Reason.WRONG_SEAT, verb="vouch")
        if not yes:
            asks().decline(table.id, asked)
        elif rights.table or rights.banker or _is_second(table, asked):
            grant_claim(asks(), seats.seating(), table.id, asked)

    return change_seating(table, put, url_for("phone.hand_page", id=id))


@blueprint.post("/t/<id>/sit-down")
def sit_down(id: str) -> Response:
    """Take the places that were granted to this device."""
    table = find_table(id)

    def take() -> None:
        own = seats.own_id()
        for who in asks().granted(table.id, own):
            place = seats.seating().place(table.id, who)
            if isinstance(who, Role):
                seats.grant(table, {who: seats.seating().give(table.id, who, own, seats.here())})
            elif place.device == own:
                seats.grant(table, {who: place.epoch})
        asks().drop_granted(table.id, own)  # at last: a disk that is full must not lose it

    return change_seating(table, take, url_for("phone.hand_page", id=id))


def grant_claim(kept: Asks, seating: Seating, table: str, asked: Claim) -> None:
    """Give the claimed place to the device that claimed it; it takes it with its next tap."""
    if not isinstance(asked.who, Role):
        seating.give(table, asked.who, asked.device, asked.host)
    kept.grant(table, asked.device, asked.who)
    kept.drop(table, asked)


def grant_oldest(kept: Asks, seating: Seating, table: Table) -> bool:
    """The panel's ok: everybody at the table saw who pressed it. False when nobody claims anything."""
    claims = kept.claiming(table.id)
    if not claims:
        return False
    grant_claim(kept, seating, table.id, claims[0])
    table.notice(Signal.DONE, say("join.took_back", who=account_of(claims[0].who)))
    return True


def account_of(who: Who) -> object:
    """A place as the sentences take it."""
    return place_key(who) if isinstance(who, Role) else who


def may_vouch(table: Table, asked: Claim) -> bool:
    """Whether this device's word counts: not the claimant's own, not that of whoever holds the place now."""
    own = seats.device().id
    rights = seats.rights(table)
    if own is None or own == asked.device:
        return False
    return rights.table or rights.banker or bool(rights.seats - {asked.who})


def may_deny(table: Table, asked: Claim) -> bool:
    """Whether this device may say that it is not so: whoever may vouch, and who has the place now."""
    own = seats.rights(table)
    holds = own.banker if asked.who is Role.BANKER else asked.who in own.seats
    return may_vouch(table, asked) or (holds and seats.device().id != asked.device)


def _is_second(table: Table, asked: Claim) -> bool:
    """Put down that a seat's device vouches; whether it takes no more. Of two players one is all there is."""
    others = len([seat for seat in table.session.state.seats.order if seat != asked.who])
    return asks().vouch(table.id, asked, seats.own_id()) >= min(VOUCHERS, others)


def _claims_for(look: Look) -> tuple[Claim, ...]:
    return tuple(one for one in asks().claiming(look.id) if may_deny(look.table, one))


def _seat_anew(table: Table, asking: Ask) -> Outcome:
    rights = seats.rights(table)
    said = {"do": "join", "by": "banker", "name": asking.name}
    return ask_writer(lambda: table.submit(said, rights))


def _give_joined(table: Table, asking: Ask) -> None:
    seat: Seat | None = table.session.state.seats.find(asking.name)
    if seat is not None:
        seats.seating().give(table.id, seat, asking.device, asking.host)
        asks().grant(table.id, asking.device, seat)
    asks().drop(table.id, asking)


def _tell_screen(table: Table, id: str, **values: object) -> None:
    message = say(id, **values)
    reach().inbox.tell(lambda: table.notice(Signal.UNKNOWN, message))
