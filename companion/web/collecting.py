"""Collecting from everybody: what each of the others would pay, before they do."""

from __future__ import annotations

import json
from dataclasses import dataclass

from flask import Blueprint, abort, render_template, request, url_for

from companion.core.refusal import Refusal, refuse_field
from companion.core.seats import Seat
from companion.web import seats
from companion.web.forms import Form, form_key, fresh_id
from companion.web.look import look_at
from companion.web.marks import Mark
from companion.web.reach import find_table

blueprint = Blueprint("collecting", __name__)

_MOST_DIGITS = 9


@dataclass(frozen=True, slots=True)
class Payer:
    """One of the others: the balance before and after."""

    mark: Mark
    before: int
    after: int


@blueprint.get("/t/<id>/collect/<int:number>")
def collect_page(id: str, number: int) -> str:
    """`?n.amount=M`: everybody's balance as it would become, and the button that does it."""
    table = find_table(id)
    rights = seats.rights(table)
    seat = Seat(number)
    if seat not in table.session.state.seats.order:
        abort(404)
    if seat not in rights.seats and not rights.banker:
        abort(403)
    look = look_at(table, here=url_for("phone.hand_page", id=id, seat=seat), whole=True)
    try:
        amount = read_amount(request.args.get("n.amount", ""))
    except Refusal as refusal:
        wrong = look.words.text(f"refusal.{refusal.code}", **refusal.values)
        return render_template("collect.html", look=look, seat=seat, amount=0, payers=(), wrong=wrong)
    name = look.words.names[seat]
    act: dict[str, object] = {"do": "collect", "amount": amount}
    act |= {"by": name} if seat in rights.seats else {"by": "banker", "for": name}
    if request.args.get("t.note", "").strip():
        act["note"] = request.args["t.note"].strip()
    words = look.words.text("collect.yes", amount=amount)
    form = Form(form_key(act, words), fresh_id(), json.dumps(act, ensure_ascii=False), words)
    payers = tuple(
        Payer(person.mark, person.balance, person.balance - amount)
        for person in look.people
        if person.seat != seat and not person.out and not person.asleep
    )
    return render_template(
        "collect.html", look=look, seat=seat, amount=amount, payers=payers, form=form, wrong=""
    )


def read_amount(typed: str) -> int:
    """A whole number from 1. Raises Refusal(BAD_REQUEST)."""
    digits = typed.strip()
    if not digits.isascii() or not digits.isdigit() or len(digits) > _MOST_DIGITS or int(digits) < 1:
        refuse_field("amount", "whole_number", digits or "nothing", least=1, most=10**_MOST_DIGITS - 1)
    return int(digits)
