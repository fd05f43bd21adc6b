"""The history: every entry and every coin, and how a balance came to be."""

# GET history            the newest entries first
#   ?of=N                only what a seat did, or what moved its money
#   ?q=WORDS             only entries in which every word is read; amounts with or without separators
#   ?seat=N              why a seat has what it has: each change of its balance

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from flask import Blueprint, abort, render_template, request, url_for

from companion.core.entry import START, Entry
from companion.core.seats import Role, Seat, Viewer
from companion.table.authority import Rights
from companion.table.table import Table
from companion.web import undoing
from companion.web.chart import money_chart
from companion.web.forms import Form
from companion.web.look import Look, look_at
from companion.web.reach import find_table
from companion.web.telling import Told, newest_first, tell_entry
from companion.web.text import Words

blueprint = Blueprint("history", __name__)

_PAGE = 60
_LONGEST_SEARCH = 60
_GROUPED = re.compile(r"(?<=\d)[.,'\s\u00a0\u202f](?=\d)")


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


@dataclass(frozen=True, slots=True)
class Asked:
    """What the page was asked for. *seat*: whose balance; *of*: whose entries; *q*: words to find."""

    seat: Seat | None
    of: Seat | None
    q: str
    page: int

    @property
    def is_search(self) -> bool:
        return self.of is not None or bool(self.q)

    def values(self) -> dict[str, Any]:
        """The same for an address."""
        return {"seat": self.seat, "of": self.of, "q": self.q or None, "page": self.page or None}


@blueprint.get("/t/<id>/history")
def history_page(id: str) -> str:
    """The whole page."""
    table = find_table(id)
    asked = _asked(table)
    look = look_at(table, here=url_for("history.history_page", id=id, **asked.values()), whole=True)
    return render_template("history.html", **_shown(table, look, asked))


@blueprint.get("/t/<id>/history/rows")
def history_fragment(id: str) -> str:
    """What changes on it."""
    table = find_table(id)
    asked = _asked(table)
    look = look_at(table, here=url_for("history.history_page", id=id, **asked.values()))
    return render_template("history_rows.html", **_shown(table, look, asked))


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


def found(table: Table, viewer: Viewer, words: Words, of: Seat | None, q: str) -> Iterator[Told]:
    """The entries of *of* in which every word of *q* is read, newest first."""
    wanted = _plain(q).split()
    entries = table.session.history.entries
    for told in newest_first(table, viewer, words):
        if of is not None and not _is_about(table, entries[told.number], of):
            continue
        if wanted:
            text = _plain(_read(told, words))
            if not all(word in text for word in wanted):
                continue
        yield told


def _is_about(table: Table, entry: Entry, seat: Seat) -> bool:
    """Whether an entry is a seat's own, was entered on its device, or moved its money."""
    if seat in (entry.by, entry.entered_by):
        return True
    return any(seat in (move.payer, move.payee) for move in table.session.payments(entry))


def _read(told: Told, words: Words) -> str:
    """All that people read of an entry."""
    coins = (
        f"{words.who(coin.payer)} {words.who(coin.payee)} {words.money(coin.amount)}" for coin in told.coins
    )
    return " ".join((str(told.number), told.by, told.helper or "", *told.lines, *told.scoring, *coins))


def _plain(text: str) -> str:
    """Text as it is compared: case and the grouping of digits make no difference."""
    return _GROUPED.sub("", text.casefold())


def _shown(table: Table, look: Look, asked: Asked) -> dict[str, object]:
    viewer = viewer_of(look.rights)
    rows: tuple[Row, ...] = ()
    steps: tuple[Step, ...] = ()
    more = False
    if asked.seat is None:
        first = asked.page * _PAGE
        told = tuple(islice(found(table, viewer, look.words, asked.of, asked.q), first, first + _PAGE + 1))
        more = len(told) > _PAGE
        rows = tuple(_rows(table, look, told[:_PAGE], viewer))
    else:
        steps = balance_steps(table, asked.seat, viewer, look.words)
    return {
        "look": look,
        "asked": asked,
        "seat": asked.seat,
        "rows": rows,
        "steps": steps,
        "start": _start_balance(table, asked.seat),
        "more": more,
        "chart": money_chart(table, look.marks),
        "redo": undoing.redo(table, look),
    }


def _rows(table: Table, look: Look, told: tuple[Told, ...], viewer: Viewer) -> Iterator[Row]:
    losses = undoing.Losses(table, look, viewer)
    pay_back = undoing.pay_back(look)
    for one in told:
        yield Row(one, undoing.undo(table, look, one, losses), pay_back(one))


def _start_balance(table: Table, seat: Seat | None) -> int:
    ledger = table.session.state_at(START).ledger
    if seat is None or seat >= len(ledger.hands):
        return 0
    return int(ledger.balance(seat))


def _asked(table: Table) -> Asked:
    page = request.args.get("page", "0")
    return Asked(
        _asked_seat(table, "seat"),
        _asked_seat(table, "of"),
        " ".join(request.args.get("q", "")[:_LONGEST_SEARCH].split()),
        int(page) if page.isascii() and page.isdigit() and len(page) < 6 else 0,
    )


def _asked_seat(table: Table, name: str) -> Seat | None:
    asked = request.args.get(name, "")
    if not asked:
        return None
    if not (asked.isascii() and asked.isdigit() and len(asked) < 4) or int(asked) >= len(
        table.session.state.seats.names
    ):
        abort(404)
    return Seat(int(asked))
