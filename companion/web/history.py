"""The history: every entry and every coin, and how a balance came to be."""

# GET history            the newest entries first
#   ?of=N                only what a seat did, or what moved its money
#   ?q=WORDS             only entries in which every word is read; amounts with or without separators
#   ?seat=N              why a seat has what it has: each change of its balance

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, cast

from flask import Blueprint, abort, current_app, render_template, request, url_for

from companion.core.entry import START, Entry
from companion.core.seats import Role, Seat, Viewer
from companion.table.authority import Rights
from companion.table.table import Table
from companion.web import seats, undoing
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


def balance_steps(
    table: Table, seat: Seat, viewer: Viewer, words: Words, page: int = 0
) -> tuple[tuple[Step, ...], bool]:
    """The live entries that moved money of *seat*, newest first, and whether there are older ones."""
    session = table.session
    start = session.state_at(START)
    balance = start.ledger.balance(seat) if seat < len(start.ledger.hands) else 0
    moved: list[tuple[Entry, int, int]] = []
    for entry in reversed(list(session.history.live())):
        moves = [move for move in session.payments(entry) if seat in (move.payer, move.payee)]
        change = sum(move.amount * ((move.payee == seat) - (move.payer == seat)) for move in moves)
        balance += change
        if moves:
            moved.append((entry, change, balance))
    moved.reverse()
    first = page * _PAGE
    steps = tuple(
        Step(tell_entry(table, entry, viewer, words, live=True), change, after)
        for entry, change, after in moved[first : first + _PAGE]
    )
    return steps, len(moved) > first + _PAGE


def found(table: Table, viewer: Viewer, words: Words, of: Seat | None, q: str) -> Iterator[Told]:
    """The entries of *of* in which every word of *q* is read, newest first."""
    if of is None and not q:
        yield from newest_first(table, viewer, words)
        return
    wanted = _plain(q).split()
    history = table.session.history
    live = set(history.live_numbers())
    texts = _texts().of(table.id, viewer, words) if wanted else {}
    for number in sorted(history.entries, reverse=True):
        entry = history.entries[number]
        if of is not None and not _is_about(table, entry, of):
            continue
        told = None
        if wanted:
            if number not in texts:
                told = tell_entry(table, entry, viewer, words, True)
                texts[number] = _plain(_read(told, words))
            if not all(word in texts[number] for word in wanted):
                continue
        is_live = number in live or entry.is_control
        yield told if told is not None and is_live else tell_entry(table, entry, viewer, words, is_live)


class _Texts:
    """What is read of each entry, for those who searched last: an evening has thousands, and few are new."""

    _KEPT = 4

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[object, dict[int, str]] = OrderedDict()

    def of(self, table: str, viewer: Viewer, words: Words) -> dict[int, str]:
        key = (table, viewer, words.language, words.names)
        with self._lock:
            found = self._kept.pop(key, {})
            self._kept[key] = found
            while len(self._kept) > self._KEPT:
                self._kept.popitem(last=False)
            return found


def _texts() -> _Texts:
    """Those of the app that serves this request."""
    return cast(_Texts, current_app.extensions.setdefault("companion.history", _Texts()))


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
        steps, more = balance_steps(table, asked.seat, viewer, look.words, asked.page)
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
    place = seats.read_who(table, asked)
    if not isinstance(place, int):
        abort(404)
    return place
