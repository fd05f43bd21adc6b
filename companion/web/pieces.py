"""Whose is which mark: a colour with a shape, one a player, chosen at the set-up or by the banker later."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.refusal import Refusal, refuse_field
from companion.core.seats import Seat
from companion.table.fittings import Notes
from companion.table.table import Table
from companion.web.marks import SHAPES, Mark, seat_marks
from companion.web.reach import reach

_NOTE = "pieces"


def marks_of(table: Table) -> tuple[Mark, ...]:
    """The mark of every seat of a table, those that left included."""
    return _marks(reach().notes, table)


def free_pieces(table: Table, seat: Seat) -> tuple[int, ...]:
    """The marks that a seat may have: its own and those nobody has, by number."""
    taken = {mark.tone for mark in marks_of(table) if mark.seat in table.session.state.seats.order}
    own = marks_of(table)[seat].tone
    return tuple(piece for piece in range(len(SHAPES)) if piece == own or piece not in taken)


def keep_pieces(notes: Notes, table: Table, pieces: Sequence[int]) -> None:
    """Remember the marks of a new table by seat, unless they are those it would have anyhow."""
    if [*pieces] != [*range(len(pieces))]:
        notes.put(f"{_NOTE}/{table.id}", [*pieces])


def keep_piece(notes: Notes, table: Table, seat: Seat, piece: int | None) -> None:
    """Give a seat a mark that nobody else has. Raises Refusal("mark_taken", BAD_REQUEST)."""
    if piece is None:
        refuse_field("mark", "one_shown", "")
    marks = _marks(notes, table)
    for other in table.session.state.seats:
        if other != seat and marks[other].tone == piece:
            raise Refusal("mark_taken", mark=str(piece), names=[marks[other].name, marks[seat].name])
    pieces = [mark.tone for mark in marks]
    pieces[seat] = piece
    notes.put(f"{_NOTE}/{table.id}", pieces)


def read_piece(text: str) -> int | None:
    """The number of a mark in a form, None where none was chosen. Raises Refusal(BAD_REQUEST)."""
    if not text:
        return None
    if text not in map(str, range(len(SHAPES))):
        refuse_field("mark", "one_shown", text)
    return int(text)


def _marks(notes: Notes, table: Table) -> tuple[Mark, ...]:
    kept = notes.get(f"{_NOTE}/{table.id}")
    return seat_marks(table.session.state.seats.names, tuple(kept) if isinstance(kept, list) else ())
