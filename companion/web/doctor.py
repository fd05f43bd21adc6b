"""Is all well: what the companion sees of its devices, addresses and disk, and what to do."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, jsonify, render_template

from companion.core.message import Message
from companion.table.fittings import Check
from companion.web.look import language
from companion.web.reach import reach
from companion.web.reply import wants_json
from companion.web.text import Words

blueprint = Blueprint("doctor", __name__)

_SIGNS = {"fine": "✓", "simulated": "✓", "not_fitted": "–", "warning": "!", "wrong": "✕"}


@dataclass(frozen=True, slots=True)
class CheckRow:
    """A check in words. *sign* tells the status without colour."""

    title: str
    status: str
    sign: str
    state: str
    found: str
    todo: str


@blueprint.get("/doctor")
def doctor_page() -> str | Response:
    """Every check; as JSON for `companion doctor`, which must not take the devices away."""
    checks = reach().doctor()
    if wants_json():
        return jsonify({"ok": not _wrong(checks), "checks": [check_json(check) for check in checks]})
    words = Words(language())
    cards = tuple(check for check in checks if check.about.startswith("card."))
    devices = {"reader", "tower", "panel"}
    return render_template(
        "doctor.html",
        rows=tuple(_row(check, words) for check in checks if check not in cards),
        wrong=_wrong(checks),
        bare=all(check.status == "not_fitted" for check in checks if check.about.split(".")[0] in devices),
        emulated=any(check.status == "simulated" for check in checks),
        cards=tuple(_card(check, words) for check in cards),
        has_reader=any(check.about.startswith("reader.") for check in checks),
    )


def _wrong(checks: tuple[Check, ...]) -> int:
    return sum(check.status == "wrong" for check in checks)


def _row(check: Check, words: Words) -> CheckRow:
    kind, _, which = check.about.partition(".")
    return CheckRow(
        words.text(f"doctor.about.{kind}", which=which),
        check.status,
        _SIGNS[check.status],
        words.text(f"doctor.status.{check.status}"),
        words.say(check.found),
        words.say(check.todo) if check.todo is not None else "",
    )


def _card(check: Check, words: Words) -> str:
    """The last card that a reader saw; the table in play calls it by the name that its box has for it."""
    table = reach().hall.current
    touch = table.last_touch if table is not None else None
    uid = check.found.values.get("uid")
    if table is None or touch is None or touch.tagged is None or str(touch.uid) != uid:
        return words.say(check.found)
    piece = Words.at(table, words.language).piece(touch.tagged.kind, touch.tagged.name)
    return words.text("doctor.card.piece", reader=touch.reader, uid=uid, piece=piece)


def check_json(check: Check) -> dict[str, object]:
    """A check as JSON: its messages as id and values, for others to say in their words."""
    return {
        "about": check.about,
        "status": check.status,
        "found": _message(check.found),
        "todo": _message(check.todo) if check.todo is not None else None,
    }


def _message(message: Message) -> dict[str, object]:
    return {"id": message.id, "values": dict(message.values)}
