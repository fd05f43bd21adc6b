"""What the web pages may reach: the hall, the writer's inbox, the devices, and this machine's addresses."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from flask import abort, current_app

from companion.table.fittings import Check, DieRecord, Fittings, JointRecord, Notes, Simulator
from companion.table.hall import Hall
from companion.table.inbox import Inbox
from companion.table.table import Table

log = logging.getLogger(__name__)

_TABLE_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}")


@dataclass(frozen=True, slots=True)
class Reach:
    """Everything the web side was given; it knows no games, no journal and no devices beyond this.

    *addresses* returns numeric URLs for phones ("http://192.168.1.20:8080"), best first; *name* is the same
    with the machine's name ("http://table.local:8080"), for people to read. *doctor* looks at the machine and
    its devices, *fairness* counts a table's throws by die,
    *joint_fairness* by what came together. *power_off* halts the machine, None where nothing would.
    """

    hall: Hall
    inbox: Inbox
    notes: Notes
    fittings: Fittings
    simulator: Simulator | None
    addresses: Callable[[], tuple[str, ...]]
    name: str
    data_folder: str
    version: str
    doctor: Callable[[], tuple[Check, ...]] = lambda: ()
    fairness: Callable[[Table], tuple[DieRecord, ...]] = lambda table: ()
    joint_fairness: Callable[[Table], tuple[JointRecord, ...]] = lambda table: ()
    power_off: Callable[[], None] | None = None


def reach() -> Reach:
    """The `Reach` of the app that serves this request."""
    return cast(Reach, current_app.extensions["companion"])


def boot() -> str:
    """A word that differs each time the program starts: passing versions count from 0 again then."""
    return cast(str, current_app.extensions["companion.boot"])


def find_table(id: str) -> Table:
    """The table of an address, taken out of the cupboard when it was put away; 404 when there is none."""
    table = reach().hall.tables.get(id)
    if table is not None:
        return table
    if not _TABLE_ID.fullmatch(id):
        abort(404)
    try:
        hall = reach().hall
        return reach().inbox.ask(lambda: hall.open(id))
    except FileNotFoundError:
        abort(404)
    except TimeoutError:
        abort(503)
