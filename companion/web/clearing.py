"""Once a leg: what goes back to its place, and whether the board looks like the picture."""

from __future__ import annotations

from companion.core.message import Message
from companion.table.table import Table
from companion.web.text import Words


def is_clearing(work: Message) -> bool:
    """Whether a piece of hand work belongs to the list at a leg's end, which is shown by itself."""
    return ".leg_end." in work.id


def clearing_list(table: Table, words: Words) -> tuple[str, ...]:
    """What people clear up now: a leg has begun and nobody has acted in it; else empty."""
    entry = table.last_entry()
    if entry is None:
        return ()
    work = table.game.hand_work(entry.events, table.session.state)
    return tuple(words.say(one) for one in work if is_clearing(one))
