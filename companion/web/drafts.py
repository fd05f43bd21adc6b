"""Set-ups that wait: a form that is not sent yet for good, or a table for which somebody still throws."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.core.game import Setup
from companion.table.fittings import Notes
from companion.web.starting import Step, read_step, step_json

_NOTE = "drafts"
_KEPT = 6
_ID = re.compile(r"[A-Za-z0-9_-]{8,40}")


@dataclass(frozen=True, slots=True)
class Draft:
    """A set-up as far as it has come. *fields* are its form's, in their order.

    *setup* is the table it makes, *pieces* the marks and *step* what is asked before it; None as long as the
    form is still being filled in.
    """

    id: str
    fields: tuple[tuple[str, str], ...]
    setup: Setup | None = None
    pieces: tuple[int, ...] = ()
    step: Step | None = None

    @property
    def form(self) -> MultiDict[str, str]:
        """The fields as a form that was sent."""
        return MultiDict(self.fields)


def is_draft_id(id: str) -> bool:
    """Whether a word may name a draft: the id that a form was given."""
    return _ID.fullmatch(id) is not None


def keep_draft(notes: Notes, draft: Draft) -> None:
    """Keep a draft; only the newest few are."""
    others = [kept for kept in _kept(notes) if kept["id"] != draft.id]
    step = step_json(draft.step) if draft.step is not None else None
    setup = asdict(draft.setup) if draft.setup is not None else None
    new = {"id": draft.id, "fields": draft.fields, "setup": setup, "pieces": draft.pieces, "step": step}
    notes.put(_NOTE, [*others[1 - _KEPT :], new])


def find_draft(notes: Notes, id: str) -> Draft | None:
    """The draft of an id, None when there is none any more."""
    for kept in _kept(notes):
        if kept["id"] == id:
            setup: Mapping[str, Any] | None = kept["setup"]
            return Draft(
                id,
                tuple((str(name), str(value)) for name, value in kept["fields"]),
                Setup(**{**setup, "players": tuple(setup["players"])}) if setup is not None else None,
                tuple(kept["pieces"]),
                read_step(kept["step"]) if kept["step"] is not None else None,
            )
    return None


def _kept(notes: Notes) -> list[Mapping[str, Any]]:
    kept = notes.get(_NOTE)
    return kept if isinstance(kept, list) else []
