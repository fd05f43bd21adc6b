"""The button of the hammer: for the banker and the table screen, quiet while bids come, then prominent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from flask import Blueprint, abort, render_template, url_for

from companion.table.hammer import running_lot
from companion.web import seats
from companion.web.forms import Form, act_form, form_key
from companion.web.look import Look, look_at
from companion.web.reach import find_table

blueprint = Blueprint("hammer", __name__)


@dataclass(frozen=True, slots=True)
class Hammer:
    """*form* is None on a device that has to wait until nobody has bid for a while; then it is *lit*."""

    form: Form | None
    lit: bool


@blueprint.app_context_processor
def give_templates() -> dict[str, Callable[[Look], Hammer | None]]:
    """What hammer.html asks for."""
    return {"hammer_of": hammer_of}


@blueprint.get("/t/<id>/hammer")
def hammer_fragment(id: str) -> str:
    """The button alone, for the banker's desk."""
    table = find_table(id)
    if not seats.rights(table).banker:
        abort(403)
    look = look_at(table, here=url_for("banker.desk_page", id=id))
    return render_template("hammer_alone.html", look=look)


def hammer_of(look: Look) -> Hammer | None:
    """The hammer as this device may use it now; None without an auction, or for a player's phone."""
    if not (look.banker or look.rights.table):
        return None
    lot = running_lot(look.table.session)
    if lot is None:
        return None
    lit = look.table.hammer.lit == lot.number
    if not (lit or look.banker):
        return Hammer(None, lit)
    act: dict[str, object] = {"do": "hammer", "by": "banker"}
    if lot.number:  # an auction that came of itself has no entry of its own before the first bid
        act["number"] = lot.number
    words = look.words.text("hammer.fall_lit" if lit else "hammer.fall")
    # One form throughout, so that a finger on its way finds the same button.
    return Hammer(replace(act_form(act, words), key=form_key(act, "hammer")), lit)
