"""The cards of a box as a spreadsheet: a CSV file with the schema's fields as columns."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping

from companion.core.refusal import refuse_field
from companion.games.lastwill.report import Report
from companion.games.lastwill.schema import FIELDS, read_card

_JSON = ("options", "companions", "tokens", "ladder", "effects", "abilities")
_WHOLE = ("crowns", "copies", "play_extra_actions", "play_extra_pounds", "will_amount")
_OTHER_NAMES = {"row_id": "id", "name_en": "name"}
_WHOLE_CARD = ("", "exact_example", "partial_example", "external_example", "exact", "exact_kind")
_WILLS = ("range_end", "inferred")
_MOST_ROWS = 1000


def read_sheet(text: str) -> list[dict[str, object]]:
    """The cards of a sheet as the `cards` of a header; columns that are no field are notes.

    Lists and objects stand in their cells as JSON, symbols as words. A column `status` may mark rows that are
    no whole cards (counts, names, fragments): they are passed over. Raises Refusal(BAD_REQUEST) naming every
    fault with its row.
    """
    rows = list(csv.DictReader(text.removeprefix("\ufeff").splitlines(keepends=True)))
    if not rows or len(rows) > _MOST_ROWS:
        refuse_field("cards", "sheet", len(rows), most=_MOST_ROWS)
    report = Report()
    cards = []
    for number, row in enumerate(rows, start=2):
        if (row.get("status") or "") not in (*_WHOLE_CARD, *_WILLS):
            continue
        card = _read_row(row, f"rows[{number}]", report)
        read_card(card, f"rows[{number}]", report)
        cards.append(card)
    report.close("cards")
    return cards


def _read_row(row: Mapping[str, str | None], place: str, report: Report) -> dict[str, object]:
    card: dict[str, object] = {}
    for column, cell in row.items():
        field = _OTHER_NAMES.get(column, column)
        if field not in FIELDS or cell is None or not cell.strip():
            continue
        if field == "name" and cell.startswith("("):
            continue  # a remark in brackets, where the card's own name is not known
        card[field] = _read_cell(field, cell.strip(), place, report)
    return card


def _read_cell(field: str, cell: str, place: str, report: Report) -> object:
    if field == "symbols":
        return cell.replace(",", " ").split()
    if field not in _JSON and field not in _WHOLE:
        return cell
    try:
        return json.loads(cell)
    except ValueError:
        if field in _WHOLE:
            report.note(f"{place}.{field}", "number", cell)
        else:
            report.note(f"{place}.{field}", "json", cell)
        return None
