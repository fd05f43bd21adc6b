"""The phone: the seats of a device, what waits for them, and what they can do."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.core.entry import Entry
from companion.core.seats import Seat
from companion.table.authority import Rights
from companion.table.table import Table
from companion.web import peeking, seats, start
from companion.web.clearing import clearing_list
from companion.web.extra import forgotten_turn, seat_extras
from companion.web.forms import (
    ORDER,
    Bundle,
    Form,
    act_form,
    bundle,
    is_prompt,
    prompt_form,
)
from companion.web.helping import helped_acts
from companion.web.look import Look, is_out, is_over, look_at
from companion.web.picture import hand_picture
from companion.web.reach import find_table
from companion.web.retyping import retype_form
from companion.web.standing import standing_forms
from companion.web.text import Words
from companion.web.trade import open_trades

blueprint = Blueprint("phone", __name__)


@dataclass(frozen=True, slots=True)
class Hand:
    """What a seat sees of its own: its money, what waits, and what it can do, by heading."""

    seat: Seat
    balance: int
    waits: tuple[Bundle, ...]
    groups: tuple[tuple[str, tuple[Bundle, ...]], ...]
    undo: Form | None
    retype: Form | None
    extras: tuple[Form, ...]
    turn: bool


@blueprint.get("/t/<id>/")
def hand_page(id: str) -> str | Response:
    """The page of a device that holds seats: one hand, and the way to the device's others."""
    table = find_table(id)
    rights = seats.rights(table)
    if not held_seats(table, rights):
        if rights.banker:
            return redirect(url_for("banker.desk_page", id=id))
        if rights.table:
            return redirect(url_for("screen.table_page", id=id))
        return redirect(url_for("joining.join_page", id=id))
    if any(request.args.get("seat") == str(seat) for seat in seats.lost_seats(table)):
        return redirect(url_for("phone.hand_page", id=id))  # its player has it on a phone now
    return _render("phone.html", table, rights, whole=True)


@blueprint.post("/t/<id>/openhands")
def open_hands(id: str) -> Response:
    """People round this device hide nothing from each other."""
    table = find_table(id)
    if not held_seats(table, seats.rights(table)):
        abort(403)
    response = redirect(url_for("phone.hand_page", id=id), 303)
    response.set_cookie(peeking.OPEN_COOKIE, table.id, max_age=86400, httponly=True, samesite="Lax")
    return response


@blueprint.get("/t/<id>/hand")
def hand_fragment(id: str) -> str:
    """One hand, to be swapped into the page when something changed."""
    table = find_table(id)
    rights = seats.rights(table)
    if not held_seats(table, rights):
        abort(403)
    return _render("hand.html", table, rights, whole=False)


def _render(template: str, table: Table, rights: Rights, whole: bool) -> str:
    held = held_seats(table, rights)
    seat = _chosen(table, held)
    if whole:
        peeking.hide_hands(table, but=seat)
    left_s = peeking.open_s(table, seat)
    secret = peeking.has_secrets(table, rights, seat)
    look = look_at(table, seat, here=url_for("phone.hand_page", id=table.id, seat=seat), whole=whole)
    if secret and not left_s:
        return render_template("cover_page.html" if whole else "cover.html", look=look, held=held, seat=seat)
    hand = make_hand(table, seat, look.words)
    first = hand.waits[0].forms[0].do if hand.waits else ""
    return render_template(
        template,
        look=look,
        held=held,
        hand=hand,
        pass_to=_pass_to(look, held, hand),
        trades=open_trades(look.view, look.marks[seat].name, look.words),
        can_trade="offer" in table.game.verbs and not look.person(seat).out and not look.winners,
        left_s=left_s if secret else 0,
        clearing=clearing_list(table, look.words),
        defaults=len(table.game.default_acts(table.session.state)),
        full=True,
        helped=() if table.game.turn(table.session.state) in held else helped_acts(table, seat, look.words),
        picture=hand_picture(look.view, seat, look),
        arrow=look.words.text("try.arrow") if first == "demand" and start.demo_arrow(table) else "",
    )


def _pass_to(look: Look, held: tuple[Seat, ...], hand: Hand) -> Seat | None:
    """Whom a shared device goes to next: somebody it waits for, once nothing waits for this seat."""
    if hand.waits:
        return None
    after = look.table.session.state.seats.after(hand.seat)
    return next((seat for seat in after if seat in held and look.person(seat).waits), None)


def held_seats(table: Table, rights: Rights) -> tuple[Seat, ...]:
    """The device's seats in the order round the table."""
    return tuple(seat for seat in table.session.state.seats if seat in rights.seats)


def make_hand(table: Table, seat: Seat, words: Words) -> Hand:
    """What *seat* can see and do now."""
    game, state = table.game, table.session.state
    balance = state.ledger.balance(seat)
    by = {"by": state.seats.name(seat)}
    prompts = game.prompts(state, seat)
    forms = [prompt_form(prompt, by, words, balance) for prompt in prompts]
    forms += program_forms(table, seat, words)
    forgotten = forgotten_turn(table, seat, words)
    forms += [forgotten] if forgotten is not None else []
    offered = frozenset(str(prompt.act.get("do")) for prompt in prompts)
    forms += standing_forms(table, seat, words, offered)
    view = table.session.view(seat)
    extras = () if is_over(view) or is_out(table, seat, view) else seat_extras(table, seat, by, words)
    rest = [form for form in forms if not form.waits]
    groups = tuple(
        (group, bundle((form for form in rest if form.group == group), words, least=2))
        for group in ORDER
        if any(form.group == group for form in rest)
    )
    return Hand(
        seat=seat,
        balance=balance,
        waits=bundle((form for form in forms if form.waits), words),
        groups=groups,
        undo=undo_form(table, seat, words),
        retype=retype_form(table, seat, words),
        extras=tuple(extras),
        turn=game.turn(state) == seat,
    )


def program_forms(table: Table, seat: Seat, words: Words) -> list[Form]:
    """The throw or card that is due, made by the program: for a table without dice."""
    due = table.game.chance(table.session.state, seat)
    if due is None:
        return []
    act = {"do": due.verb, "by": table.session.state.seats.name(seat), "source": "program"}
    what = "card" if due.cards else "dice"
    return [replace(act_form(act, words.text(f"hand.program_{what}")), waits=True, do="")]


def undo_form(table: Table, seat: Seat, words: Words) -> Form | None:
    """The button that takes back the last entry, where it is this seat's to take back."""
    entry = table.last_entry()
    if entry is None or not _own(entry, seat) or entry.reveals:
        return None
    act = {"do": "undo", "by": table.session.state.seats.name(seat), "number": entry.number}
    return act_form(act, words.text("hand.undo"))


def _own(entry: Entry, seat: Seat) -> bool:
    return seat in (entry.by, entry.entered_by)


def _chosen(table: Table, held: tuple[Seat, ...]) -> Seat:
    """The seat of `?seat=N`; without it the one that something waits for, else the one whose turn it is."""
    asked = request.args.get("seat", "")
    if asked.isascii() and asked.isdigit() and len(asked) < 4:
        if Seat(int(asked)) not in held:
            abort(403)
        return Seat(int(asked))
    if len(held) == 1:
        return held[0]
    game, state = table.game, table.session.state
    front = {seat: [one for one in game.prompts(state, seat) if is_prompt(one)] for seat in held}
    # What lapses comes before what merely waits: a rent not asked for in time is lost.
    for seat in held:
        if any(not prompt.waits for prompt in front[seat]):
            return seat
    turn = game.turn(state)
    if turn in held and front[turn]:
        return turn
    return next((seat for seat in held if front[seat]), turn if turn in held else held[0])
