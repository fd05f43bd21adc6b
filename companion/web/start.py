"""The start: try it here, a new game, go on with a stored one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.core.entry import START
from companion.core.first_player import starting_with
from companion.core.game import Game, Stored
from companion.core.refusal import Refusal
from companion.table.fittings import Notes
from companion.table.hall import Hall
from companion.table.outcome import Refused
from companion.table.table import Table
from companion.table.table_file import CommandLine, read_table_file
from companion.web import seats
from companion.web.box import LARGEST_BOX
from companion.web.catalogues import languages
from companion.web.drafts import Draft, find_draft, is_draft_id, keep_draft
from companion.web.forms import fresh_id
from companion.web.look import language
from companion.web.page_language import keep_sheet
from companion.web.pieces import keep_pieces
from companion.web.places import REARRANGING, read_places, rearranged
from companion.web.qr import qr_svg
from companion.web.reach import reach
from companion.web.reply import local_path
from companion.web.setting_up import (
    NAMES_NOTE,
    form_fields,
    form_page,
    last_names,
    read_set_up,
    step_page,
)
from companion.web.starting import Start, answer_step, keep_start
from companion.web.text import Words

blueprint = Blueprint("start", __name__)

DEMO = Path(__file__).parent / "demo" / "monopoly.jsonl"
_STORED_SHOWN = 8
_LANGUAGE_KEPT_S = 400 * 86400
_DEMO_NOTE = "demo"
_BEGUN_NOTE = "begun"
_BEGUN_KEPT = 20


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game in the cupboard as the start page lists it."""

    id: str
    game: str
    players: tuple[str, ...]
    changed: str
    trouble: str | None


@blueprint.get("/")
def start_page() -> str:
    """Two buttons, and the games that can go on."""
    here = reach()
    stored = tuple(_stored(game) for game in here.hall.stored()[:_STORED_SHOWN])
    return render_template(
        "start.html",
        stored=stored,
        guides=tuple((name, Words(language(), name).text(f"game.{name}")) for name in here.hall.games),
        can_try=_demo_game(here.hall) is not None,
        addresses=here.addresses(),
        name=here.name,
    )


@blueprint.post("/language")
def choose_language() -> Response:
    """The language of this device, whatever its browser asks for."""
    chosen = request.form.get("language", "")
    response = redirect(local_path(request.form.get("next"), url_for("start.start_page")), 303)
    if chosen in languages():
        response.set_cookie("language", chosen, max_age=_LANGUAGE_KEPT_S, httponly=True, samesite="Lax")
    return response


@blueprint.get("/qr.svg")
def start_qr() -> Response:
    """The QR of this companion's address."""
    here = reach()
    address = next(iter(here.addresses()), here.name)
    return Response(qr_svg(address + url_for("start.start_page")), mimetype="image/svg+xml")


@blueprint.post("/try")
def try_here() -> Response:
    """A half-played table, all its seats on this screen."""
    hall = reach().hall
    game = _demo_game(hall)
    if game is None:
        abort(404)
    table = reach().inbox.ask(lambda: lay_demo(hall))
    reach().notes.put(f"{_DEMO_NOTE}/{table.id}", table.session.number)
    seats.claim(table, tuple(table.session.state.seats), banker=True, screen=True, shared=True)
    return redirect(url_for("phone.hand_page", id=table.id, seat=0), 303)


@blueprint.get("/new")
def new_page() -> str | Response:
    """Which box; then who, whose dice, and the rest under "our rules"; then who starts.

    `?draft=ID` goes on with a set-up that waits, `&seats=1` with its form once more.
    """
    hall, notes = reach().hall, reach().notes
    draft = find_draft(notes, request.args.get("draft", ""))
    if draft is not None and draft.setup is not None and "seats" not in request.args:
        table = hall.tables.get(_begun(notes).get(draft.id, ""))
        if table is not None:  # the browser's way back from the game itself
            return redirect(_first_page(draft, table))
        return step_page(draft, draft.setup)
    form = draft.form if draft is not None else request.args
    game = hall.games.get(form.get("game", ""))
    if game is None:
        boxes = tuple((name, Words(language(), name)) for name in hall.games)
        return render_template("new_box.html", boxes=boxes)
    return form_page(game, form, id=draft.id if draft is not None and draft.setup is None else "")


@blueprint.post("/new")
def new_game() -> Response | str | tuple[str, int]:
    """Start a game: whoever does it is its banker. Before that, whatever is still asked about who starts."""
    request.max_content_length = LARGEST_BOX
    if "draft" in request.form:
        return _answer_step()
    game = reach().hall.games.get(request.form.get("game", ""))
    if game is None:
        abort(400)
    sent = request.form.get("id", "")
    id = sent if is_draft_id(sent) else fresh_id()
    if not REARRANGING.isdisjoint(request.form):
        places = rearranged(read_places(request.form), request.form, last_names())
        return _wait(Draft(id, form_fields(places)))
    try:
        draft, start = read_set_up(game, id)
    except Refusal as refusal:
        refused = Refused(refusal.code, refusal.values)
        return form_page(game, request.form, refused), 409
    return _wait(draft) if start is None else _begin(draft, start)


def _answer_step() -> Response | tuple[str, int]:
    """Go on from what was asked about who starts."""
    draft = find_draft(reach().notes, request.form["draft"])
    if draft is None or draft.setup is None or draft.step is None:
        return redirect(url_for("start.new_page"), 303)
    try:
        found = answer_step(draft.step, request.form, len(draft.setup.players))
    except Refusal as refusal:
        refused = Refused(refusal.code, refusal.values)
        return step_page(draft, draft.setup, request.form, refused), 409
    return _begin(draft, found) if isinstance(found, Start) else _wait(replace(draft, step=found))


def _wait(draft: Draft) -> Response:
    """Keep a set-up and go on to its page: one that may be reloaded and come back to."""
    notes = reach().notes
    reach().inbox.ask(lambda: keep_draft(notes, draft))
    return redirect(url_for("start.new_page", draft=draft.id), 303)


def _begin(draft: Draft, start: Start) -> Response:
    """Lay the table, its first player first, and give this device its places."""
    hall, notes, setup = reach().hall, reach().notes, draft.setup
    assert setup is not None
    laid = replace(setup, players=starting_with(start.first, setup.players))
    # The banker of the last game begins the next one: readers, tower and panel go along.
    along = hall.current is not None and seats.rights(hall.current).banker

    def begin_once() -> Table:
        begun = _begun(notes)
        again = hall.tables.get(begun.get(draft.id, ""))
        if again is not None and again.session.setup == laid:  # a double tap, not a changed form
            return again
        table = hall.start(laid, along)
        keep_pieces(notes, table, starting_with(start.first, draft.pieces))
        keep_start(notes, table, start)
        keep_sheet(notes, table, draft.form.get("sheet", ""))
        notes.put(_BEGUN_NOTE, [*(begun | {draft.id: table.id}).items()][-_BEGUN_KEPT:])
        notes.put(NAMES_NOTE, list(setup.players))
        return table

    table = reach().inbox.ask(begin_once)
    # A form that is sent again, by the browser's way back or from another device, takes nobody's place.
    if table.session.number == START:
        open_seats = (
            seat
            for seat in table.session.state.seats
            if seats.is_free(table, seat) or seats.is_shared(table, seat)
        )
        mine = tuple(open_seats) if _is_passed_round(draft) else ()
        seats.claim(table, mine, banker=True, screen=True, shared=True)
    return redirect(_first_page(draft, table), 303)


def _is_passed_round(draft: Draft) -> bool:
    """Whether the device that sets up is everybody's hand, and not the table screen alone."""
    return draft.form.get("here", "all") == "all"


def _first_page(draft: Draft, table: Table) -> str:
    return url_for("phone.hand_page" if _is_passed_round(draft) else "screen.table_page", id=table.id)


def _begun(notes: Notes) -> dict[str, str]:
    """The last set-ups that began, and their tables."""
    kept = notes.get(_BEGUN_NOTE)
    return {str(draft): str(table) for draft, table in kept} if isinstance(kept, list) else {}


def lay_demo(hall: Hall) -> Table:
    """Start the table of the demo file and play what it lists. Raises Refusal when the file is wrong."""
    file = read_table_file(DEMO)
    table = hall.start(file.header.setup)
    for line in file.lines:
        if isinstance(line, CommandLine):
            outcome = table.submit(line.said)
            if isinstance(outcome, Refused):
                raise Refusal(outcome.code, **outcome.values)
    return table


def demo_arrow(table: Table) -> bool:
    """Whether the table is the demo's and nobody has done anything at it yet: then the arrow shows."""
    return reach().notes.get(f"{_DEMO_NOTE}/{table.id}") == table.session.number


def _demo_game(hall: Hall) -> Game | None:
    return hall.games.get("monopoly")


def _stored(stored: Stored) -> StoredGame:
    setup = stored.setup
    words = Words(language(), setup.game if setup is not None else "")
    return StoredGame(
        stored.id,
        words.maybe(f"game.{setup.game}") or setup.game if setup is not None else "",
        setup.players if setup is not None else (),
        datetime.fromtimestamp(stored.changed_at).strftime("%Y-%m-%d %H:%M"),
        words.say(stored.trouble) if stored.trouble is not None else None,
    )
