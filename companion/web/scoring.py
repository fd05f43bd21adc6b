"""A scoring, line by line: which tiles and cards a payment at the end of a leg or a race came from."""

from __future__ import annotations

from companion.core.entry import Entry
from companion.core.game import Scored
from companion.core.message import Message
from companion.table.table import Table
from companion.web.text import Words


def scoring_lines(table: Table, entry: Entry, words: Words) -> tuple[str, ...]:
    """What everybody was paid for in the scorings of *entry*; empty when it has none."""
    game = table.game
    if not any(isinstance(event, game.SCORINGS) for event in entry.events):
        return ()
    state = table.session.state_at(entry.before)
    lines: list[str] = []
    for event in entry.events:
        lines += (_line(one, words) for one in game.scored(state, event))
        state = game.evolve(state, event)
    return tuple(lines)


def _line(scored: Scored, words: Words) -> str:
    parts = ", ".join(words.phrase(_signed(part)) for part in scored.parts)
    less = scored.paid if scored.paid != scored.due else None
    return words.text("scoring.line", who=int(scored.seat), parts=parts, amount=scored.due, paid=less)


def _signed(part: Message) -> Message:
    """The same with its coins as a gain or a loss: +5, −1."""
    worth = part.values.get("worth")
    if not isinstance(worth, int):
        return part
    return Message(part.id, {**part.values, "worth": f"{worth:+d}".replace("-", "−")})
