"""The start: try it here, a new game, go on with a stored one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.core.first_player import starting_with
from companion.core.game import Game, Setup, Stored
from companion.core.known_box import Described
from companion.core.refusal import Refusal
from companion.table.fittings import Notes
from companion.table.hall import Hall
from companion.table.outcome import Refused
from companion.table.table import Table
from companion.table.table_file import CommandLine, read_table_file
from companion.web import seats
from companion.web.box import LARGEST_BOX, fault_list, new_box
from companion.web.catalogues import languages
from companion.web.forms import fresh_id
from companion.web.look import language
from companion.web.marks import SHAPE_LIST, seat_marks
from companion.web.pieces import keep_pieces
from companion.web.places import (
    BEGINNING,
    Place,
    chosen_pieces,
    laid_places,
    place_marks,
    read_places,
    rearranged,
)
from companion.web.qr import qr_svg
from companion.web.reach import reach
from companion.web.reply import local_path
from companion.web.rules import rule_list
from companion.web.sheets import printed_fields, printed_options, read_rules, read_sheet, sheets
from companion.web.starting import STEP_FIELDS, Start, Step, find_start, keep_start, read_way, ways
from companion.web.text import Words

blueprint = Blueprint("start", __name__)

DEMO = Path(__file__).parent / "demo" / "monopoly.jsonl"
_STORED_SHOWN = 8
_LANGUAGE_KEPT_S = 400 * 86400
_DEMO_NOTE = "demo"
_NAMES_NOTE = "names"
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
def new_page() -> str:
    """Which box; then who, whose dice, and the rest under "our rules"."""
    hall = reach().hall
    name = request.args.get("game", "")
    if name not in hall.games:
        boxes = tuple((name, Words(language(), name)) for name in hall.games)
        return render_template("new_box.html", boxes=boxes)
    return _form_page(hall.games[name], read_places(request.args))


@blueprint.post("/new")
def new_game() -> Response | str | tuple[str, int]:
    """Start a game: whoever does it is its banker. Before that, whatever is still asked about who starts."""
    request.max_content_length = LARGEST_BOX
    game = reach().hall.games.get(request.form.get("game", ""))
    if game is None:
        abort(400)
    form, places = request.form, read_places(request.form)
    if not BEGINNING.isdisjoint(form):
        return _form_page(game, rearranged(places, form, _last_names()))
    names = tuple(place.name for place in places if place.name)
    try:
        pieces = chosen_pieces(places)
        edition, _ = read_sheet(game, form.get("sheet", ""))
        setup = Setup(game.NAME, names, edition, read_rules(game, form), new_box(game))
        game.new(setup)  # nobody throws for a table that cannot be
        found = find_start(read_way(game, form), form, len(names))
    except Refusal as refusal:
        return _form_page(game, places, Refused(refusal.code, refusal.values)), 409
    if isinstance(found, Step):
        return _step_page(game, setup, pieces, found), 409 if found.refused else 200
    return _begin(setup, pieces, found)


def _begin(setup: Setup, pieces: Sequence[int], start: Start) -> Response:
    """Lay the table, its first player first, and give this device its places."""
    hall, notes, form_id = reach().hall, reach().notes, request.form.get("id", "")
    laid = replace(setup, players=starting_with(start.first, setup.players))
    # The banker of the last game begins the next one: readers, tower and panel go along.
    along = hall.current is not None and seats.rights(hall.current).banker

    def begin_once() -> Table:
        begun = _begun(notes)
        again = hall.tables.get(begun.get(form_id, ""))
        if again is not None and again.session.setup == laid:  # a double tap, not a changed form
            return again
        table = hall.start(laid, along)
        keep_pieces(notes, table, starting_with(start.first, pieces))
        keep_start(notes, table, start)
        if form_id:
            notes.put(_BEGUN_NOTE, [*(begun | {form_id: table.id}).items()][-_BEGUN_KEPT:])
        notes.put(_NAMES_NOTE, list(setup.players))
        return table

    table = reach().inbox.ask(begin_once)
    mine = tuple(table.session.state.seats) if request.form.get("here", "all") == "all" else ()
    seats.claim(table, mine, banker=True, screen=True, shared=True)
    page = "phone.hand_page" if mine else "screen.table_page"
    return redirect(url_for(page, id=table.id), 303)


def _begun(notes: Notes) -> dict[str, str]:
    """The last set-up forms that were sent, and the tables they began."""
    kept = notes.get(_BEGUN_NOTE)
    return {str(form): str(table) for form, table in kept} if isinstance(kept, list) else {}


def _last_names() -> tuple[str, ...]:
    """Who played last, clockwise."""
    kept = reach().notes.get(_NAMES_NOTE)
    return tuple(map(str, kept)) if isinstance(kept, list) else ()


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


def _form_page(game: Game, places: Sequence[Place], refused: Refused | None = None) -> str:
    words = Words(language(), game.NAME)
    form = request.values
    found = sheets(game, words)
    sheet = form.get("sheet", "")
    _, preset = read_sheet(game, sheet)
    try:
        now = {**printed_options(game), **preset, **read_rules(game, form)}
    except Refusal:  # said in *refused*; what was typed is not lost on the browser's way back
        now = {**printed_options(game), **preset}
    faults = fault_list(refused, words)
    laid = laid_places(places, game.places(None)[-1])
    return render_template(
        "new.html",
        game=game,
        words=words,
        form_id=fresh_id(),
        places=laid,
        marks=place_marks(laid),
        shapes=SHAPE_LIST,
        known=_last_names(),
        sheets=found,
        sheet=sheet or (found[0].value if found else ""),
        printed_fields=printed_fields(game, words),
        ways=ways(game),
        way=form.get("first", game.FIRST_PLAYER.value),
        has_follow="follow" in game.options,
        dice=form.get("dice", "own"),
        here=form.get("here", "all"),
        rules=tuple(rule for rule in rule_list(game, now, words) if rule.name != "follow"),
        described=isinstance(game, Described),
        box_of=form.get("box_of") or request.args.get("box", ""),
        faults=faults,
        refused=_refusal_words(refused, faults, words),
    )


def _step_page(game: Game, setup: Setup, pieces: Sequence[int], step: Step) -> str:
    """Who starts, before the first act. The set-up travels along in hidden fields."""
    words = Words(language(), game.NAME, setup.players)
    carried = [
        (name, value)
        for name, value in request.form.items(multi=True)
        if name not in STEP_FIELDS and name != "box_text" and not name.startswith("throw.")
    ]
    if setup.extra and (request.files.get("box_file") or request.form.get("box_text")):
        carried.append(("box_text", json.dumps(dict(setup.extra), ensure_ascii=False)))
    return render_template(
        "new_first.html",
        game=game,
        words=words,
        names=setup.players,
        marks=seat_marks(setup.players, pieces),
        step=step,
        carried=carried,
        found=step.start.words(words, step.start.first) if step.start else "",
        refused=_refusal_words(step.refused, (), words),
    )


def _refusal_words(refused: Refused | None, faults: tuple[str, ...], words: Words) -> str:
    if refused is None:
        return ""
    if faults:
        return words.text("box.faults", count=len(faults))
    return words.text(f"refusal.{refused.code}", **refused.values)


def _stored(stored: Stored) -> StoredGame:
    setup = stored.setup
    return StoredGame(
        stored.id,
        Words(language(), setup.game).maybe(f"game.{setup.game}") or setup.game if setup is not None else "",
        setup.players if setup is not None else (),
        datetime.fromtimestamp(stored.changed_at).strftime("%Y-%m-%d %H:%M"),
        stored.trouble,
    )
