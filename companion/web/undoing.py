"""Taking back, bringing back, paying back: what the history offers this device, and what would be lost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.core.acts import PaymentReversed
from companion.core.entry import Entry
from companion.core.seats import Viewer
from companion.table.table import Table
from companion.web.forms import Form, act_form
from companion.web.look import Look
from companion.web.telling import Told, tell_entry

_NAMED = 6
"""So many of the entries that an undo takes back are named."""


class Losses:
    """What an undo back to an entry takes along, in words."""

    def __init__(self, table: Table, look: Look, viewer: Viewer) -> None:
        self._table, self._look, self._viewer = table, look, viewer
        self._live = table.session.history.live_numbers()
        self._at = {number: at for at, number in enumerate(self._live)}
        self._words: dict[int, str] = {}

    def words(self, number: int) -> str:
        """ "Takes back 3: Dot bids 5; ..." for the live entry *number* and all since."""
        lost = self._live[self._at[number] :]
        named = [self._name(one) for one in lost[:_NAMED]]
        return self._sentence(named, len(lost))

    def _sentence(self, named: list[str], count: int) -> str:
        more = count - len(named) or None
        words = self._look.words
        return words.text("history.takes_back", count=count, what=words.sentences(named), more=more)

    def _name(self, number: int) -> str:
        if number not in self._words:
            entry = self._table.session.history.entries[number]
            told = tell_entry(self._table, entry, self._viewer, self._look.words, live=True)
            words = self._look.words
            lines = words.sentences([words.unstopped(line) for line in told.lines])
            self._words[number] = lines or words.text("history.secret")
        return self._words[number]


def undo(table: Table, look: Look, told: Told, losses: Losses) -> Form | None:
    """Take back this entry: the last one by its owner, any with all since by the banker."""
    if not told.live or told.control:
        return None
    head = table.session.history.head
    words = look.words.text("hand.undo")
    if look.banker:
        if told.number == head:
            return act_form({"do": "undo", "by": "banker", "number": told.number}, words)
        act = {"do": "undo", "by": "banker", "to": told.number}
        form = act_form(act, look.words.text("history.undo_to"), confirm=losses.words(told.number))
        return replace(form, do="undo_to")
    entry = table.session.history.entries[told.number]
    mine = _mine(look, entry)
    if told.number != head or told.reveals or mine is None:
        return None
    return act_form({"do": "undo", "by": mine, "number": told.number}, words)


def redo(table: Table, look: Look) -> tuple[Form, ...]:
    """Bring back what was undone last, and for the banker all that one undo took back."""
    undone = table.session.history.undone
    if not undone:
        return ()
    entry = table.session.history.entries[undone[-1]]
    words = look.words
    last = words.text("history.redo_last", number=entry.number)
    if not look.banker:
        mine = _mine(look, entry)
        if mine is None or entry.reveals:
            return ()
        return (act_form({"do": "redo", "by": mine, "number": entry.number}, last),)
    forms = [act_form({"do": "redo", "by": "banker", "number": entry.number}, last)]
    if len(undone) > 1:
        act = {"do": "redo", "by": "banker", "number": entry.number, "to": undone[0]}
        forms.append(act_form(act, words.text("history.redo_all", count=len(undone))))
    return tuple(forms)


def pay_back(look: Look) -> Callable[[Told], Form | None]:
    """Pay back an entry: by who received it all, or by the banker; once."""
    reversed_ones = {
        event.number
        for entry in look.table.session.history.live()
        for event in entry.events
        if isinstance(event, PaymentReversed)
    }
    words = look.words.text("history.reverse")

    def form(told: Told) -> Form | None:
        if not told.reversible or told.number in reversed_ones:
            return None
        if look.banker:
            return act_form({"do": "reverse", "by": "banker", "number": told.number}, words)
        payees = {coin.payee for coin in told.coins}
        if len(payees) == 1 and (payee := next(iter(payees))) in look.rights.seats:
            by = look.words.who(int(payee))
            return act_form({"do": "reverse", "by": by, "number": told.number}, words)
        return None

    return form


def _mine(look: Look, entry: Entry) -> str | None:
    """In whose name this device takes an entry back, None when it is not its own."""
    mine = [seat for seat in look.rights.seats if seat in (entry.by, entry.entered_by)]
    return look.words.names[mine[0]] if mine else None
