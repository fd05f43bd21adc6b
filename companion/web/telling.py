"""The journal in words: what each entry did, who did it, and every coin that moved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from companion.core.draft import Irregular
from companion.core.entry import Entry
from companion.core.ledger import Account
from companion.core.seats import Role, Seat, Viewer
from companion.table.table import Table
from companion.web.clearing import is_clearing
from companion.web.scoring import scoring_lines
from companion.web.text import Words

NO_PAYMENT = frozenset({"arrange"})
"""Acts that change money without anybody paying anybody."""


@dataclass(frozen=True, slots=True)
class Coin:
    """One payment of an entry."""

    payer: Account
    payee: Account
    amount: int


@dataclass(frozen=True, slots=True)
class Told:
    """An entry as somebody may read it. *lines* may be empty: then it is a secret, or nothing happened.

    *hands* is what people now move on the table. *live* is False for what was undone. *helper* is who entered
    it, None when that is who it was done by. *scoring* says what a scoring paid for, line by line.
    """

    number: int
    do: str
    by: str
    seat: Seat | None
    helper: str | None
    lines: tuple[str, ...]
    hands: tuple[str, ...]
    coins: tuple[Coin, ...]
    live: bool
    irregular: bool
    reveals: bool
    at: str
    control: bool = False
    scoring: tuple[str, ...] = ()

    @property
    def reversible(self) -> bool:
        """Whether it made a payment that can be paid back."""
        return self.live and bool(self.coins) and not self.control and self.do not in NO_PAYMENT


def tell_entry(table: Table, entry: Entry, viewer: Viewer, words: Words, live: bool) -> Told:
    """One entry in words."""
    game = table.game
    if entry.is_control:
        lines: tuple[str, ...] = (_control_line(table, entry, words),)
    else:
        told = (game.tell(event, viewer) for event in entry.events)
        lines = tuple(words.say(message) for message in told if message is not None)
    helped = entry.entered_by != entry.by
    return Told(
        number=entry.number,
        do=entry.do,
        by=words.who(_account(entry.by)),
        seat=None if isinstance(entry.by, Role) else entry.by,
        helper=words.who(_account(entry.entered_by)) if helped else None,
        lines=lines,
        hands=tuple(
            words.say(work)
            for work in game.hand_work(entry.events, table.session.state)
            if not is_clearing(work)
        ),
        coins=tuple(Coin(*move) for move in table.session.payments(entry)),
        live=live,
        irregular=any(isinstance(event, Irregular) for event in entry.events),
        reveals=entry.reveals,
        at=datetime.fromtimestamp(entry.at).strftime("%H:%M") if entry.at else "",
        control=entry.is_control,
        scoring=scoring_lines(table, entry, words),
    )


def newest_first(table: Table, viewer: Viewer, words: Words) -> Iterator[Told]:
    """Every entry of the game, the undone ones and the undoing ones too."""
    history = table.session.history
    live = set(history.live_numbers())
    for number in sorted(history.entries, reverse=True):
        entry = history.entries.get(number)
        if entry is not None:
            yield tell_entry(table, entry, viewer, words, number in live or entry.is_control)


def latest(table: Table, viewer: Viewer, words: Words, most: int) -> tuple[Told, ...]:
    """The last few live entries that say something to this viewer, newest first."""
    shown: list[Told] = []
    for entry in table.session.history.live():
        told = tell_entry(table, entry, viewer, words, live=True)
        if told.lines:
            shown.append(told)
        if len(shown) == most:
            break
    return tuple(shown)


def _control_line(table: Table, entry: Entry, words: Words) -> str:
    """What an undo took back, or a redo restored."""
    history = table.session.history
    if entry.do == "undo":
        first = history.entries[entry.before]
        many = 0
        number = entry.before
        while number != entry.base and number in history.entries:
            many += 1
            number = history.entries[number].before
    else:
        first = history.entries[entry.base]
        many = 0
        number = entry.base
        while number != entry.before and number in history.entries:
            many += 1
            first = history.entries[number]
            number = first.before
    by = _account(entry.by)
    if many > 1:
        return words.text(f"history.{entry.do}_many", by=by, count=many)
    what = words.maybe(f"verb.{first.do}") or first.do
    return words.text(f"history.{entry.do}", by=by, number=first.number, what=what)


def _account(actor: Seat | Role) -> object:
    return actor.value if isinstance(actor, Role) else int(actor)
