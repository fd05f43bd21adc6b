"""All pages of the dashboard, as the blueprints that `create_app` registers."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, request
from jinja2 import pass_context
from jinja2.runtime import Context

from companion.table.table import Table
from companion.web import (
    banker,
    box,
    camel_track,
    collecting,
    doctor,
    entering,
    fairness,
    hammer,
    history,
    labels,
    laying,
    marking,
    phone,
    printing,
    registering,
    rules,
    screen,
    simulator,
    start,
    tags,
    trade,
)
from companion.web.catalogues import languages
from companion.web.look import language
from companion.web.pieces import free_pieces, marks_of
from companion.web.reach import boot, reach
from companion.web.said import SaidBack
from companion.web.starting import first_line
from companion.web.text import Words

DOCK = {
    "hand": "M3 8A2 2 0 0 1 5 6H19A2 2 0 0 1 21 8V18A2 2 0 0 1 19 20H5A2 2 0 0 1 3 18ZM15 13H21M3 9H16",
    "table": "M3 3H21V21H3ZM8 3V8M16 3V8M8 16V21M16 16V21M3 8H21M3 16H21M8 8V16M16 8V16",
    "watch": "M2 12Q12 2 22 12Q12 22 2 12ZM12 9A3 3 0 1 1 12 15A3 3 0 1 1 12 9",
    "history": "M12 3A9 9 0 1 1 4 8M4 3V8H9M12 7V12L16 14",
    "rules": "M5 3H19V21H5ZM8 8H16M8 12H16M8 16H13",
    "banker": "M3 10L12 4L21 10ZM5 10V19M10 10V19M14 10V19M19 10V19M3 20H21",
}
"""Outlines of the dock's signs, in a box of 24 by 24."""

_shared = Blueprint("pages", __name__)

blueprints: tuple[Blueprint, ...] = (
    _shared,
    start.blueprint,
    phone.blueprint,
    screen.blueprint,
    history.blueprint,
    laying.blueprint,
    marking.blueprint,
    camel_track.blueprint,
    rules.blueprint,
    banker.blueprint,
    entering.blueprint,
    tags.blueprint,
    registering.blueprint,
    trade.blueprint,
    collecting.blueprint,
    simulator.blueprint,
    box.blueprint,
    doctor.blueprint,
    fairness.blueprint,
    hammer.blueprint,
    labels.blueprint,
    printing.blueprint,
)


@_shared.app_context_processor
def give_templates() -> dict[str, Any]:
    """What every template may use; a page about one table has its words in `look`."""
    chosen = language()
    return {
        "language_code": chosen,
        "plain_words": Words(chosen),
        "simulated": lambda: reach().fittings.simulated(),
        "said_words": _said_words,
        "next_path": _next_path,
        "table_marks": marks_of,
        "free_marks": free_pieces,
        "first_line": first_line,
        "t": _text,
        "boot": boot,
        "languages": languages(),
        "stream_as": None,
        "DOCK": DOCK,
    }


@pass_context
def _text(context: Context, id: str, **values: object) -> str:
    """A text of the catalogue, in the words of the page's table where it has one."""
    look = context.get("look")
    words: Words = look.words if look else context.get("words") or context["plain_words"]
    return words.text(id, **values)


def _said_words(said: SaidBack, table: Table) -> str:
    """What came of a form, as a sentence."""
    return Words.at(table, language()).say(said.message) if said.message is not None else ""


def _next_path() -> str:
    """Where a form sent from here goes back to: the form's own page, also when only a part was fetched."""
    return request.form.get("next") or request.full_path.rstrip("?")
