"""Watching: what a device without a place sees, live; and whether this table lets anybody watch."""

# Routes, all under /t/<id>:
#   GET  watch       watch.html: the table, its history and rules are one tap away, and the seats still free
#   GET  watch/now   what changes on it
#   POST watching    on=1 or 0: the banker lets people watch, or not
# Where nobody may watch, a device without a place gets closed.html (403; JSON: `watching_off`) from every
# address of the table but those in OPEN, by which it takes a place.

from __future__ import annotations

from flask import (
    Blueprint,
    Flask,
    Response,
    jsonify,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from companion.core.refusal import Reason, Refusal
from companion.table.fittings import Notes
from companion.table.table import Table
from companion.web import lending, seats
from companion.web.body import is_yes
from companion.web.following import Watching, may_follow, may_watch, watching
from companion.web.look import Look, look_at
from companion.web.picture import table_picture
from companion.web.reach import find_table
from companion.web.reply import change_seating, wants_json
from companion.web.stream import streams
from companion.web.waits import open_matters

blueprint = Blueprint("watching", __name__)

OPEN = frozenset(
    {
        "joining.join_page",
        "joining.join_free",
        "joining.join_by_token",
        "joining.spend_token",
        "joining.take_back",
        "joining.enter_pin",
        "handing.join_qr",
        "lending.take_back",
        "asking.ask",
        "asking.asked_fragment",
        "asking.claim",
        "asking.sit_down",
        "stream.stream",
    }
)
"""What a device without a place may always ask for: the ways to a place, each with a check of its own."""


def install(app: Flask, notes: Notes) -> None:
    """Turn devices without a place away where nobody may watch."""
    app.extensions["companion.watching"] = Watching(notes)

    @app.before_request
    def turn_away() -> Response | None:
        id = (request.view_args or {}).get("id")
        if id is None or request.endpoint in OPEN:
            return None
        table = find_table(id)
        if may_watch(table) or has_place(table):
            return None
        return _closed(table)


def has_place(table: Table) -> bool:
    """Whether the device of this request belongs to the table; one that lent the bank still does."""
    return seats.rights(table).any or lending.may_take_back(table)


@blueprint.app_context_processor
def give_templates() -> dict[str, object]:
    """What pages ask: whether a device only watches, and whether it may."""
    return {
        "only_watches": lambda look: not look.rights.any,
        "may_watch": may_watch,
        "may_follow": lambda table: may_follow(table)(),
    }


@blueprint.get("/t/<id>/watch")
def watch_page(id: str) -> str | AnyResponse:
    """The table as everybody may see it; a device with a place has better pages."""
    table = find_table(id)
    if seats.rights(table).any:
        return redirect(url_for("screen.table_page", id=id))
    return _render(
        "watch.html", table, look_at(table, here=url_for("watching.watch_page", id=id), whole=True)
    )


@blueprint.get("/t/<id>/watch/now")
def watch_fragment(id: str) -> str:
    """What changes on it."""
    table = find_table(id)
    return _render("watch_now.html", table, look_at(table, here=url_for("watching.watch_page", id=id)))


@blueprint.post("/t/<id>/watching")
def switch(id: str) -> Response:
    """Let people watch, or not."""
    table = find_table(id)

    def put() -> None:
        if not seats.rights(table).banker:
            raise Refusal(Reason.NOT_BANKER, verb="watching")
        watching().allow(table.id, is_yes("on"))

    return change_seating(table, put, url_for("banker.desk_page", id=id))


def _render(template: str, table: Table, look: Look) -> str:
    return render_template(
        template,
        look=look,
        picture=table_picture(look),
        matters=open_matters(look),
        free=tuple(person for person in look.people if seats.is_free(table, person.seat)),
        full=streams().is_full(table),
    )


def _closed(table: Table) -> Response:
    if wants_json():
        response = jsonify({"ok": False, "refused": "watching_off", "values": {}})
    else:
        response = Response(render_template("closed.html", table=table, look=None))
    response.status_code = 403
    return response
