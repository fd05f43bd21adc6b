"""The simulator: lay tags on readers that are not there, press the tower and the panel, pull cables."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.core.tagged import Tagged
from companion.core.uid import Uid
from companion.table.fittings import Simulator
from companion.table.registry import ANY_GAME, Registered
from companion.web.look import language, named_fittings
from companion.web.reach import reach
from companion.web.text import Words

blueprint = Blueprint("simulator", __name__)

BUTTONS = ("ok", "undo", "next")


@dataclass(frozen=True, slots=True)
class TagOnTable:
    """A tag that could be laid down: its UID and what it stands for."""

    uid: str
    name: str


@blueprint.get("/simulator")
def simulator_page() -> str:
    """Every reader and what lies on it."""
    simulator = reach().simulator
    readers = simulator.readers() if simulator is not None else ()
    lying = {reader: _named(simulator.lying(reader)) for reader in readers} if simulator is not None else {}
    return render_template(
        "simulator.html",
        simulator=simulator is not None,
        lying=lying,
        tags=_known_tags(),
        fresh=_fresh_uid(),
        buttons=BUTTONS,
        fittings=named_fittings(Words(language())),
    )


@blueprint.post("/simulator/<deed>")
def do_deed(deed: str) -> Response:
    """Do one thing to the simulated devices; 400 for a UID, a share or a reader that cannot be."""
    simulator = reach().simulator
    if simulator is None:
        abort(404)
    try:
        work = _deed(simulator, deed)
        if work is None:
            abort(404)
        work()
    except (ValueError, KeyError) as error:
        abort(400, description=str(error))
    return redirect(url_for("simulator.simulator_page", at=request.form.get("reader", "")), 303)


def _deed(simulator: Simulator, deed: str) -> Callable[[], None] | None:
    """What a deed does, None when there is no such deed. Raises ValueError for a malformed field."""
    form = request.form
    reader = form.get("reader", "")
    match deed:
        case "lay" | "take":
            uid = str(Uid.from_hex(form.get("uid", "")))
            return (
                (lambda: simulator.lay(reader, uid))
                if deed == "lay"
                else (lambda: simulator.take(reader, uid))
            )
        case "unplug":
            return lambda: simulator.unplug(reader)
        case "replug":
            return lambda: simulator.replug(reader)
        case "noise":
            share = min(1.0, max(0.0, float(form.get("share", "0"))))
            return lambda: simulator.set_noise(reader, share)
        case "tower":
            return simulator.press_tower
        case "silence":
            return lambda: simulator.silence_tower(form.get("silent") == "1")
        case "panel":
            button = form.get("button", "")
            return (lambda: simulator.press_panel(button)) if button in BUTTONS else None
        case _:
            return None


def _named(uids: tuple[str, ...]) -> tuple[TagOnTable, ...]:
    names = {tag.uid: tag.name for tag in _known_tags()}
    return tuple(TagOnTable(uid, names.get(uid, "")) for uid in uids)


def _known_tags() -> tuple[TagOnTable, ...]:
    """The registered tags, those of the tables in play by the names of their boxes."""
    hall = reach().hall
    tables = tuple(hall.tables.values())

    def name(piece: Registered) -> str:
        for table in reversed(tables):
            if piece.game in (ANY_GAME, table.game.NAME):
                return Words.at(table, language()).piece(piece.tagged.kind, piece.tagged.name)
        return _plain_name(piece.tagged)

    return tuple(TagOnTable(str(uid), name(piece)) for uid, piece in hall.registry.all().items())


def _plain_name(tagged: Tagged) -> str:
    return f"{tagged.kind} {tagged.name}"


def _fresh_uid() -> str:
    """A tag that nobody has registered: seven bytes, as from the shop."""
    return "04" + secrets.token_hex(6).upper()
