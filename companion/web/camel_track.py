"""The track beside the one on the table: looking whether they agree, and mending camel by camel."""

# GET  /t/<id>/track          the picture; ?camel=C and ?camel=C&space=N are the taps so far, so that mending
#                             needs no scripts
# POST /t/<id>/track          camel, space, side=over|under: the banker's `arrange`
# POST /t/<id>/send_best      what the table would do by itself for those who do not choose

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.core.refusal import Refusal, refuse_field
from companion.core.seats import Role
from companion.table.outcome import Outcome, Refused
from companion.table.table import Table
from companion.web import seats
from companion.web.clearing import clearing_list
from companion.web.look import Look, look_at
from companion.web.reach import find_table
from companion.web.reply import ask_writer, reply
from companion.web.track import CAMELS, CamelMark, TrackPicture, draw_track

blueprint = Blueprint("camel_track", __name__)

_SIDES = ("over", "under")


@dataclass(frozen=True, slots=True)
class Mending:
    """The taps so far: a camel, then a space. *crowded*: others stand there, so over or under matters."""

    camel: CamelMark | None
    space: int | None
    crowded: bool


@blueprint.get("/t/<id>/track")
def track_page(id: str) -> str | Response:
    """The track as the companion has it, and a camel to put elsewhere."""
    table = _camel_table(id)
    if not seats.rights(table).banker:
        return redirect(url_for("screen.table_page", id=id))
    look = look_at(table, Role.TABLE, here=url_for("camel_track.track_page", id=id), whole=True)
    track = draw_track(look.view, look.words, look.marks)
    return render_template(
        "track.html",
        look=look,
        picture=_Drawn(track),
        clearing=clearing_list(table, look.words),
        camels=tuple(CAMELS.values()),
        mending=_read_taps(look, track),
    )


@blueprint.post("/t/<id>/track")
def mend(id: str) -> Response:
    """Put one camel where it stands on the table."""
    table = _camel_table(id)
    rights = seats.rights(table)
    form = request.form.to_dict()

    def put() -> Outcome:
        try:
            camel, place = read_place(form)
        except Refusal as refusal:
            return Refused(refusal.code, refusal.values)
        said: dict[str, object] = {"do": "arrange", "by": "banker", "set": {"camels": {camel: place}}}
        if form.get("id"):
            said["id"] = form["id"]
        return table.submit(said, rights)

    return reply(table, ask_writer(put), url_for("camel_track.track_page", id=id), quiet=True)


@blueprint.post("/t/<id>/send_best")
def send_best(id: str) -> Response:
    """Do at once what the table would do by itself."""
    table = _camel_table(id)
    rights = seats.rights(table)
    if not (rights.banker or rights.table):
        abort(403)
    outcome = ask_writer(table.act_by_default)
    return reply(table, outcome, url_for("screen.table_page", id=id), quiet=True)


def read_place(form: dict[str, str]) -> tuple[str, dict[str, int]]:
    """A camel and its place as `arrange` takes it. Raises Refusal(BAD_REQUEST) naming the field."""
    camel, space, side = (form.get(field, "") for field in ("camel", "space", "side"))
    if camel not in CAMELS:
        refuse_field("camel", "one_of_camels", camel, camels=list(CAMELS))
    if not space.isascii() or not space.isdigit() or len(space) > 2:
        refuse_field("space", "space", space)
    if side not in _SIDES:
        refuse_field("side", "over_or_under", side)
    # Without a height a camel goes on top.
    return camel, {"space": int(space)} if side == "over" else {"space": int(space), "height": 0}


@dataclass(frozen=True, slots=True)
class _Drawn:
    """The track, as the template of a picture takes it."""

    drawn: TrackPicture


def _camel_table(id: str) -> Table:
    table = find_table(id)
    if table.game.NAME != "camelup":
        abort(404)
    return table


def _read_taps(look: Look, track: TrackPicture) -> Mending:
    camel = CAMELS.get(request.args.get("camel", ""))
    typed = request.args.get("space", "")
    here = next((one for one in track.spaces if str(one.number) == typed), None)
    if camel is None or here is None:
        return Mending(camel, None, False)
    return Mending(camel, here.number, any(riding.mark != camel for riding in here.camels))
