"""A scoring, line by line: which tiles and cards a payment at the end of a leg or a race came from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.core.entry import Entry
from companion.core.seats import Role, Seat
from companion.table.table import Table
from companion.web.text import Words

_GAME = "camelup"


def scoring_lines(table: Table, entry: Entry, words: Words) -> tuple[str, ...]:
    """What everybody was paid for in the scorings of *entry*; empty when it has none."""
    if table.game.NAME != _GAME or not any(_is_scoring(event) for event in entry.events):
        return ()
    state = table.session.state_at(entry.before)
    lines: list[str] = []
    for event in entry.events:
        match type(event).__name__:
            case "LegScored":
                lines += _leg_lines(table.game.view(state, Role.TABLE), event, words)
            case "RaceScored":
                lines += _card_lines(event, words)
            case _:
                pass
        state = table.game.evolve(state, event)
    return tuple(lines)


def _is_scoring(event: object) -> bool:
    return type(event).__name__ in ("LegScored", "RaceScored")


def _leg_lines(view: Mapping[str, Any], event: Any, words: Words) -> Iterator[str]:
    for seat, due, paid in event.scored:
        held = view["players"].get(words.names[seat], {})
        tiles = [_tile(tile, event.ranking) for tile in held.get("leg_bets", [])]
        pyramid = int(held.get("pyramid_tiles") or 0)
        # What a partner's tile adds is told apart: then the sum of the own ones says less than was paid.
        explained = sum(worth for _, worth in tiles) + pyramid == due
        parts = [_tile_words(values, worth if explained else None, words) for values, worth in tiles]
        if pyramid:
            parts.append(words.text("scoring.pyramid", count=pyramid))
        if parts or due:
            yield _total(Seat(seat), parts, due, paid, words)


def _tile(tile: Mapping[str, Any], ranking: Sequence[str]) -> tuple[dict[str, object], int]:
    """A tile with the place its camel came to, and its coins."""
    place = ranking.index(tile["camel"]) + 1
    foreseen = tile.get("place")
    if foreseen is not None:
        worth = 3 if place == foreseen else -1
    else:
        worth = {1: int(tile["value"]), 2: 1}.get(place, -1)
    return {"camel": tile["camel"], "value": tile["value"], "foreseen": foreseen, "place": place}, worth


def _tile_words(values: Mapping[str, object], worth: int | None, words: Words) -> str:
    kind = "tile" if values["foreseen"] is None else "position"
    return words.text(f"scoring.{kind}", **values, worth=None if worth is None else _signed(worth))


def _card_lines(event: Any, words: Words) -> Iterator[str]:
    for seat in dict.fromkeys(card.seat for card in event.cards):
        own = [card for card in event.cards if card.seat == seat]
        parts = [
            words.text(f"scoring.card.{card.on}", camel=card.camel or "", worth=_signed(card.due))
            for card in own
        ]
        yield _total(seat, parts, sum(card.due for card in own), sum(card.paid for card in own), words)


def _total(seat: Seat, parts: list[str], due: int, paid: int, words: Words) -> str:
    less = paid if paid != due else None
    return words.text("scoring.line", who=int(seat), parts=", ".join(parts), amount=due, paid=less)


def _signed(worth: int) -> str:
    return f"{worth:+d}".replace("-", "−")
