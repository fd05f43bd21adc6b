"""Which language a page speaks: the one in its address, the one of its rule sheet, else the device's."""

from __future__ import annotations

from flask import request

from companion.core.game import Game
from companion.table.fittings import Notes
from companion.table.table import Table
from companion.web.catalogues import languages
from companion.web.reach import reach
from companion.web.reading import language

_NOTE = "sheet"


def page_language(own: str = "") -> str:
    """The language of a page: the one of `?language=` in its address, else its *own*, else the device's."""
    for wanted in (request.args.get("language", ""), own):
        if wanted in languages():
            return wanted
    return language()


def keep_sheet(notes: Notes, table: Table, sheet: str) -> None:
    """Remember the rule sheet that a table started from: "preset:danish-sheet". Nothing is kept of none."""
    if sheet:
        notes.put(f"{_NOTE}/{table.id}", sheet)


def kept_sheet(table: Table) -> str:
    """The rule sheet that a table started from, "" when nobody chose one."""
    kept = reach().notes.get(f"{_NOTE}/{table.id}")
    return kept if isinstance(kept, str) else ""


def kept_language(table: Table) -> str:
    """The language of the rule sheet that a table started from, "" where that is read in any."""
    return sheet_language(table.game, kept_sheet(table))


def sheet_language(game: Game, sheet: str) -> str:
    """The language that a rule sheet is written in, "" for a sheet that is read in any, or for none."""
    kind, _, id = sheet.partition(":")
    preset = game.presets().get(id) if kind == "preset" else None
    return preset.language if preset is not None else ""
