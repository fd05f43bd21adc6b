"""Switching the machine off from the banker's page; only where its service halts it."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, render_template, url_for

from companion.core.refusal import Reason
from companion.table.outcome import Heard, Refused, outcome_json
from companion.web import seats
from companion.web.reach import find_table, reach
from companion.web.reply import reply, wants_json

blueprint = Blueprint("power", __name__)


@blueprint.app_context_processor
def tell_templates() -> dict[str, bool]:
    """Whether the banker's page shows the button."""
    return {"can_power_off": reach().power_off is not None}


@blueprint.post("/t/<id>/power-off")
def power_off(id: str) -> Response:
    """Halt, once the answer is out; 404 where nothing would halt the machine."""
    table = find_table(id)
    press = reach().power_off
    if press is None:
        abort(404)
    if not seats.rights(table).banker:
        refused = Refused(Reason.NOT_BANKER, {"verb": "power_off"})
        return reply(table, refused, url_for("joining.join_page", id=id))
    page = jsonify(outcome_json(Heard(None))) if wants_json() else Response(render_template("off.html"))
    page.call_on_close(press)
    return page
