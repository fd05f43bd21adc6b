"""What came of a command: done, refused, or an error of the program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.core.entry import Entry


@dataclass(frozen=True, slots=True)
class Done:
    """It is in the journal. *again*: it was there already under the same id."""

    entry: Entry
    again: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """It cannot be done; nothing changed. *overridable*: the banker may allow it anyway."""

    code: str
    values: Mapping[str, object] = field(default_factory=dict)
    overridable: bool = False


@dataclass(frozen=True, slots=True)
class Failed:
    """No refusal. "fault": an error in the program, nothing changed; "saving": not stored, send it again."""

    code: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Heard:
    """A touch that moved nothing: it asked the question *serial*, or (None) it was a look-up."""

    serial: int | None


Outcome = Done | Refused | Failed | Heard


def outcome_json(outcome: Outcome) -> dict[str, object]:
    """The answer as a phone or an outside program reads it."""
    match outcome:
        case Done():
            return {"ok": True, "number": outcome.entry.number}
        case Refused():
            return {
                "ok": False,
                "refused": outcome.code,
                "values": dict(outcome.values),
                "overridable": outcome.overridable,
            }
        case Failed():
            return {"ok": False, "answer": outcome.code}
        case Heard():
            return {"ok": True, "question": outcome.serial}
