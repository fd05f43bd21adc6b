"""Several tables on one machine: what each is called, which are running, and which has the devices."""

# POST /t/<id>/devices takes readers, tower and panel to this table (banker); the one that had them is told.

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Flask, Response, url_for

from companion.core.message import say
from companion.core.refusal import Reason, Refusal
from companion.core.seats import Seat
from companion.table.bus import Signal
from companion.table.hall import Hall
from companion.table.table import Table
from companion.web import seats
from companion.web.following import may_watch
from companion.web.look import language
from companion.web.marks import Mark
from companion.web.pieces import marks_of
from companion.web.reach import Reach, find_table, reach
from companion.web.reply import change_seating
from companion.web.stream import Streams
from companion.web.text import Words

blueprint = Blueprint("tables", __name__)

_NAMED = 4
_DEVICES = frozenset({"reader", "tower", "panel"})
_SERVED_NOTE = "devices/table"


@dataclass(frozen=True, slots=True)
class RunningTable:
    """A table that is out, as the start page lists it.

    *turn* is None where nobody's turn it is, or where this device may not see whose.
    """

    id: str
    game: str
    people: tuple[Mark, ...]
    turn: Mark | None
    phones: int
    mine: bool
    served: bool


def install(app: Flask, reach: Reach) -> None:
    """Let the hall know which tables somebody looks at, and remember over a restart which has the devices."""
    streams: Streams = app.extensions["companion.streams"]
    hall = reach.hall
    hall.in_use = streams.is_followed
    hall.preferred = reach.notes.get(_SERVED_NOTE)
    hall.served = lambda table: reach.notes.put(_SERVED_NOTE, table.id)


@blueprint.app_context_processor
def give_templates() -> dict[str, object]:
    """What the pages of a table ask."""
    return {
        "several_tables": lambda: len(reach().hall.tables) > 1,
        "table_name": lambda table: table_name(table, language()),
        "devices_elsewhere": devices_elsewhere,
        "devices_here": lambda table: _any_fitted() and reach().hall.current is table,
        "served_table": lambda: reach().hall.current,
        "running_tables": running_tables,
    }


@blueprint.post("/t/<id>/devices")
def take_devices(id: str) -> Response:
    """Take the readers, the tower and the panel to this table."""
    table = find_table(id)

    def take() -> None:
        if not seats.rights(table).banker:
            raise Refusal(Reason.NOT_BANKER, verb="devices")
        reads = language()
        hall = reach().hall
        reach().inbox.ask(lambda: _move_devices(hall, table, reads))

    return change_seating(table, take, url_for("banker.desk_page", id=id))


def table_name(table: Table, reads: str) -> str:
    """A table in a few words: the game and who plays."""
    words = Words.at(table, reads)
    order = table.session.state.seats.order
    names = ", ".join(words.names[seat] for seat in order[:_NAMED]) + (" …" if len(order) > _NAMED else "")
    game = words.maybe(f"game.{table.game.NAME}") or table.game.NAME
    return words.text("tables.name", game=game, names=names)


def running_tables() -> tuple[RunningTable, ...]:
    """The tables that are out, those of this device first."""
    hall = reach().hall
    newest_first = reversed(tuple(hall.tables.values()))
    found = [_running(table, _any_fitted() and hall.current is table) for table in newest_first]
    return tuple(sorted(found, key=lambda one: not one.mine))


def devices_elsewhere(table: Table) -> Table | None:
    """The table that readers, tower and panel serve while it is not this one; None where none are fitted."""
    current = reach().hall.current
    return current if _any_fitted() and current is not table else None


def _any_fitted() -> bool:
    """Whether there is a reader, a tower or a panel, working or not."""
    return any(one.status != "not_fitted" and one.kind in _DEVICES for one in reach().fittings.all())


def _running(table: Table, served: bool) -> RunningTable:
    words = Words.at(table, language())
    state = table.session.state
    marks = marks_of(table)
    mine = seats.rights(table).any
    # Where nobody may watch, nobody else reads here what goes on either.
    turn: Seat | None = table.game.turn(state) if mine or may_watch(table) else None
    return RunningTable(
        table.id,
        words.maybe(f"game.{table.game.NAME}") or table.game.NAME,
        tuple(marks[seat] for seat in state.seats.order),
        marks[turn] if turn is not None else None,
        len(seats.seating().phones(table.id)),
        mine,
        served,
    )


def _move_devices(hall: Hall, table: Table, reads: str) -> None:
    """On the inbox's thread, so that no touch falls between two tables."""
    before = hall.current
    if before is table:
        return
    hall.serve(table)
    if before is not None:
        before.notice(Signal.UNKNOWN, say("tables.devices_gone", table=table_name(table, reads)))
    table.notice(Signal.DONE, say("tables.devices_came"))
