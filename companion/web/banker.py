"""The banker's desk: acts for others, corrections, seats and phones, taking back."""

from __future__ import annotations

import json
from dataclasses import replace

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion.core.seats import Seat
from companion.table.table import Table
from companion.web import peeking, seats
from companion.web.extra import banker_extras, buy_for, seat_extras
from companion.web.forms import Form, Input, Pick, act_form, bundle, form_key, fresh_id, prompt_form
from companion.web.look import Look, look_at
from companion.web.reach import find_table
from companion.web.standing import house_picks, standing_forms

blueprint = Blueprint("banker", __name__)


@blueprint.get("/t/<id>/banker")
def desk_page(id: str) -> str | Response:
    """What only the banker does; `?for=N` acts for that seat."""
    table = find_table(id)
    if not seats.rights(table).banker:
        return redirect(url_for("phone.hand_page", id=id))  # it may have lent the bank
    seat = seats.asked_seat(table, "for")
    here = url_for("banker.desk_page", id=id) + (f"?for={seat}" if seat is not None else "")
    look = look_at(table, here=here, whole=True)
    return render_template(
        "banker.html",
        look=look,
        seat=seat,
        acts=bundle(_acts_for(table, seat, look), look.words) if seat is not None else (),
        extras=_extras_for(table, seat, look) if seat is not None else (),
        veiled=seat is not None and _is_veiled(table, seat, look),
        corrections=_corrections(table, look),
        people=_people_forms(table, look),
        free=frozenset(person.seat for person in look.people if seats.is_free(table, person.seat)),
        pin=seats.seating().has_pin(id),
    )


@blueprint.get("/t/<id>/banker/lately")
def lately_fragment(id: str) -> str:
    """What just happened: the desk says what came of an act."""
    table = find_table(id)
    if not seats.rights(table).banker:
        abort(403)
    return render_template("lately_alone.html", look=look_at(table))


def _acts_for(table: Table, seat: Seat, look: Look) -> tuple[Form, ...]:
    """Everything a seat could do, entered by the banker."""
    state = table.session.state
    by = {"by": "banker", "for": state.seats.name(seat)}
    prompts = () if _is_veiled(table, seat, look) else table.game.prompts(state, seat)
    forms = [prompt_form(prompt, by, look.words, state.ledger.balance(seat)) for prompt in prompts]
    offered = frozenset(str(prompt.act.get("do")) for prompt in prompts)
    for form in standing_forms(table, seat, look.words, offered):
        act = {**json.loads(form.act), **by}
        forms.append(replace(form, key=form_key(act, form.words), act=json.dumps(act)))
    return tuple(forms)


def _extras_for(table: Table, seat: Seat, look: Look) -> tuple[Form, ...]:
    """What no prompt shows: a sale at an agreed price, a card of another box."""
    by = {"by": "banker", "for": table.session.state.seats.name(seat)}
    extras = [*buy_for(table, by, look.words), *seat_extras(table, seat, by, look.words)]
    return tuple(form for form in extras if json.loads(form.act)["do"] != "leave")


def _is_veiled(table: Table, seat: Seat, look: Look) -> bool:
    """Whether a seat's acts would show the banker secrets that another phone keeps, or this one face down."""
    secretive = bool(table.game.SECRET_FIELDS)
    if peeking.is_covered(table, look.rights, seat):
        return True
    return secretive and seat not in look.rights.seats and not seats.is_free(table, seat)


def _corrections(table: Table, look: Look) -> tuple[Form, ...]:
    """Adjust a balance, pay between any two accounts, set the table, end the game."""
    words = look.words
    people = tuple(_pick(look, person.seat) for person in look.people)
    accounts = (*people, *house_picks(table, words))
    note = Input("t.note", "text", words.text("ask.note"), optional=True)
    amount = Input("n.amount", "amount", words.text("ask.amount"), 1, quick=(1, 10, 50, 100, 500))
    forms = [
        _banker_form(
            look,
            "adjust",
            Input("t.who", "seat", words.text("ask.who"), picks=people),
            Input("n.amount", "number", words.text("ask.plus_minus")),
            Input("t.reason", "text", words.text("ask.reason")),
        ),
        _banker_form(
            look,
            "transfer",
            Input("t.from", "account", words.text("ask.payer"), picks=accounts),
            Input("t.to", "account", words.text("ask.to"), picks=accounts),
            amount,
            note,
        ),
    ]
    if "note" in table.game.verbs:
        forms.append(_banker_form(look, "note", Input("t.text", "text", words.text("ask.kind.text"))))
    forms += banker_extras(table, words)
    forms.append(
        act_form(
            {"do": "finish", "by": "banker"},
            words.text("banker.finish"),
            confirm=words.text("confirm.finish"),
        )
    )
    return tuple(forms)


def _people_forms(table: Table, look: Look) -> tuple[Form, ...]:
    """Somebody joins, gets another name, goes."""
    words = look.words
    people = tuple(_pick(look, person.seat) for person in look.people)
    goes_to = (
        Pick("bank", words.text("leave.bank")),
        Pick("auction", words.text("leave.auction")),
        Pick("sleep", words.text("leave.sleep")),
        *people,
    )
    return (
        _banker_form(
            look,
            "join",
            Input("t.name", "text", words.text("ask.name")),
            Input("t.after", "seat", words.text("ask.after"), picks=people, optional=True),
        ),
        _banker_form(
            look,
            "rename",
            Input("t.who", "seat", words.text("ask.who"), picks=people),
            Input("t.name", "text", words.text("ask.name")),
        ),
        _banker_form(
            look,
            "reseat",
            Input(
                "l.players",
                "choices",
                words.text("ask.order"),
                least=len(people),
                picks=tuple(Pick(json.dumps(pick.value), pick.words) for pick in people),
                count=len(people),
            ),
        ),
        _banker_form(
            look,
            "leave",
            Input("t.who", "seat", words.text("ask.who"), picks=people),
            Input("t.to", "account", words.text("ask.leave_to"), picks=goes_to),
        ),
    )


def _banker_form(look: Look, do: str, *inputs: Input) -> Form:
    act = {"do": do, "by": "banker"}
    return Form(form_key(act, do), fresh_id(), json.dumps(act), look.words.text(f"banker.{do}"), inputs)


def _pick(look: Look, seat: Seat) -> Pick:
    name = look.words.names[seat]
    return Pick(name, name, seat=seat)
