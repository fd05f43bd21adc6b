"""The history: every entry and every coin, and how a balance came to be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from flask import Blueprint, abort, render_template, request, url_for

from companion.core.acts import PaymentReversed
from companion.core.entry import START
from companion.core.seats import Role, Seat, Viewer
from companion.table.authority import Rights
from companion.table.table import Table
from companion.web.chart import money_chart
from companion.web.forms import Form, act_form
from companion.web.look import Look, look_at
from companion.web.reach import find_table
from companion.web.telling import Told, newest_first, tell_entry
from companion.web.text import Words

blueprint = Blueprint("history", __name__)

_PAGE = 60


@dataclass(frozen=True, slots=True)
class Row:
    """An entry with what can be done about it."""

    told: Told
    undo: Form | None
    reverse: Form | None


@dataclass(frozen=True, slots=True)
class Step:
    """One change of a balance: why, by how much, and what it was afterwards."""

    told: Told
    change: int
    after: int


@blueprint.get("/t/<id>/history")
def history_page(id: str) -> str:
    """The newest entries first; `?seat=N` only those that moved this seat's money, with its balance."""
    table = find_table(id)
    seat = _asked_seat(table)
    look = look_at(table, here=url_for("history.history_page", id=id, seat=seat), whole=True)
    return render_template("history.html", **_shown(table, look, seat), picture_of_money=True)


@blueprint.get("/t/<id>/history/rows")
def history_fragment(id: str) -> str:
    """What changes on it."""
    table = find_table(id)
    seat = _asked_seat(table)
    look = look_at(table, here=url_for("history.history_page", id=id, seat=seat))
    return render_template("history_rows.html", **_shown(table, look, seat))


def viewer_of(rights: Rights) -> Viewer:
    """What a device may read of the past: a single seat its own secrets, a shared phone nobody's."""
    return next(iter(rights.seats)) if len(rights.seats) == 1 else Role.TABLE


def balance_steps(table: Table, seat: Seat, viewer: Viewer, words: Words) -> tuple[Step, ...]:
    """Every live entry that moved money of *seat*, newest first."""
    session = table.session
    start = session.state_at(START)
    balance = start.ledger.balance(seat) if seat < len(start.ledger.hands) else 0
    steps: list[Step] = []
    for entry in reversed(list(session.history.live())):
        moves = session.payments(entry)
        change = sum(
            (move.amount if move.payee == seat else 0) - (move.amount if move.payer == seat else 0)
            for move in moves
        )
        balance += change
        if change or any(seat in (move.payer, move.payee) for move in moves):
            steps.append(Step(tell_entry(table, entry, viewer, words, live=True), change, balance))
    return tuple(reversed(steps))


def _shown(table: Table, look: Look, seat: Seat | None) -> dict[str, object]:
    viewer = viewer_of(look.rights)
    page = _asked_page()
    rows: tuple[Row, ...] = ()
    steps: tuple[Step, ...] = ()
    if seat is None:
        told = islice(newest_first(table, viewer, look.words), page * _PAGE, page * _PAGE + _PAGE)
        rows = tuple(_rows(table, look, told))
    else:
        steps = balance_steps(table, seat, viewer, look.words)
    more = seat is None and (page + 1) * _PAGE < len(table.session.history.entries)
    return {
        "look": look,
        "seat": seat,
        "rows": rows,
        "steps": steps,
        "start": _start_balance(table, seat),
        "page": page,
        "more": more,
        "chart": money_chart(table, look.marks),
        "redo": _redo(table, look),
    }


def _rows(table: Table, look: Look, told: Iterator[Told]) -> Iterator[Row]:
    head = table.session.history.head
    reversed_ones = {
        event.number
        for entry in table.session.history.live()
        for event in entry.events
        if isinstance(event, PaymentReversed)
    }
    for one in told:
        yield Row(
            one,
            _undo(table, look, one, head),
            None if one.number in reversed_ones else _reverse(table, look, one),
        )


def _undo(table: Table, look: Look, told: Told, head: int) -> Form | None:
    """Take back this entry: the last one by its owner, any with all since by the banker."""
    if not told.live or told.control:
        return None
    if look.banker:
        if told.number == head:
            return act_form(
                {"do": "undo", "by": "banker", "number": told.number}, look.words.text("hand.undo")
            )
        words = look.words.text("history.undo_to")
        return act_form({"do": "undo", "by": "banker", "to": told.number}, words)
    entry = table.session.history.entries[told.number]
    mine = [seat for seat in look.rights.seats if seat in (entry.by, entry.entered_by)]
    if told.number != head or told.reveals or not mine:
        return None
    act = {"do": "undo", "by": look.words.names[mine[0]], "number": told.number}
    return act_form(act, look.words.text("hand.undo"))


def _reverse(table: Table, look: Look, told: Told) -> Form | None:
    """Pay back: by who received it all, or by the banker."""
    if not told.reversible:
        return None
    words = look.words.text("history.reverse")
    if look.banker:
        return act_form({"do": "reverse", "by": "banker", "number": told.number}, words)
    payees = {coin.payee for coin in told.coins}
    if len(payees) == 1 and (payee := next(iter(payees))) in look.rights.seats:
        by = look.words.who(int(payee))
        return act_form({"do": "reverse", "by": by, "number": told.number}, words)
    return None


def _redo(table: Table, look: Look) -> Form | None:
    """Bring back what was undone last."""
    undone = table.session.history.undone
    if not undone:
        return None
    entry = table.session.history.entries[undone[-1]]
    words = look.words.text("history.redo_last", number=entry.number)
    if look.banker:
        return act_form({"do": "redo", "by": "banker", "number": entry.number}, words)
    mine = [seat for seat in look.rights.seats if seat in (entry.by, entry.entered_by)]
    if not mine or entry.reveals:
        return None
    return act_form({"do": "redo", "by": look.words.names[mine[0]], "number": entry.number}, words)


def _start_balance(table: Table, seat: Seat | None) -> int:
    ledger = table.session.state_at(START).ledger
    if seat is None or seat >= len(ledger.hands):
        return 0
    return int(ledger.balance(seat))


def _asked_seat(table: Table) -> Seat | None:
    asked = request.args.get("seat", "")
    if not asked:
        return None
    if not (asked.isascii() and asked.isdigit() and len(asked) < 4) or int(asked) >= len(
        table.session.state.seats.names
    ):
        abort(404)
    return Seat(int(asked))


def _asked_page() -> int:
    asked = request.args.get("page", "0")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 6 else 0
