"""The start: try it here, a new game, go on with a stored one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.core.game import Game, Setup, Stored
from companion.core.known_box import Described
from companion.core.refusal import Refusal
from companion.table.hall import Hall
from companion.table.outcome import Refused
from companion.table.table import Table
from companion.table.table_file import CommandLine, read_table_file
from companion.web import seats
from companion.web.box import LARGEST_BOX, fault_list, new_box
from companion.web.catalogues import languages
from companion.web.look import language
from companion.web.marks import seat_marks
from companion.web.qr import qr_svg
from companion.web.reach import reach
from companion.web.reply import local_path
from companion.web.rules import read_options, rule_list
from companion.web.text import Words

blueprint = Blueprint("start", __name__)

DEMO = Path(__file__).parent / "demo" / "monopoly.jsonl"
_PLACES = {"monopoly": 8, "lastwill": 5}
"""So many can play; ten at any other box: the Supercup of Camel Up seats as many."""
_MOST_PLACES = 10
_STORED_SHOWN = 8
_LANGUAGE_KEPT_S = 400 * 86400
_DEMO_NOTE = "demo"
_NAMES_NOTE = "names"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A box or rule sheet to choose: *value* is sent, *words* are read."""

    value: str
    words: str


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
    return _form_page(hall.games[name], (), {}, None)


@blueprint.post("/new")
def new_game() -> Response | str | tuple[str, int]:
    """Start a game: whoever does it is its banker."""
    request.max_content_length = LARGEST_BOX
    hall = reach().hall
    game = hall.games.get(request.form.get("game", ""))
    if game is None:
        abort(400)
    names = tuple(name.strip() for name in request.form.getlist("name") if name.strip())
    chosen: dict[str, object] = {}
    try:
        edition, preset = read_sheet(game, request.form.get("sheet", ""))
        chosen = {**preset, **_chosen_options(game, request.form)}
        setup = Setup(game.NAME, names, edition, chosen, new_box(game))
        table = reach().inbox.ask(lambda: hall.start(setup))
    except Refusal as refusal:
        refused = Refused(refusal.code, refusal.values)
        return _form_page(game, names, chosen, refused), 409
    reach().notes.put(_NAMES_NOTE, list(names))
    mine = tuple(table.session.state.seats) if request.form.get("here", "all") == "all" else ()
    seats.claim(table, mine, banker=True, screen=True, shared=True)
    page = "phone.hand_page" if mine else "screen.table_page"
    return redirect(url_for(page, id=table.id), 303)


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


def sheets(game: Game, words: Words) -> tuple[Sheet, ...]:
    """What lies on the table: the rule sheets of the game, then editions that no sheet names."""
    presets = game.presets()
    named = {preset.edition for preset in presets.values()}
    found = [Sheet(f"preset:{id}", words.maybe(f"preset.{game.NAME}.{id}") or id) for id in presets]
    found += [
        Sheet(f"edition:{id}", words.maybe(f"edition.{game.NAME}.{id}") or id)
        for id in game.editions
        if id not in named
    ]
    return tuple(found)


def read_sheet(game: Game, sheet: str) -> tuple[str, Mapping[str, object]]:
    """The edition and the options of a sheet; the game's defaults when none was chosen."""
    kind, _, id = sheet.partition(":")
    presets = game.presets()
    if kind == "preset" and id in presets:
        return presets[id].edition, presets[id].options
    if kind == "edition" and id in game.editions:
        return id, {}
    return "", {}


def _chosen_options(game: Game, form: Mapping[str, str]) -> dict[str, object]:
    """The options of the set-up page; only what differs from the printed rules is kept."""
    printed = {name: option.default for name, option in game.options.items()}
    chosen = read_options(game, form, printed)
    if "follow" in game.options and form.get("dice"):
        chosen["follow"] = "hands" if form["dice"] == "own" else "dice"
    return chosen


def _form_page(
    game: Game, names: tuple[str, ...], chosen: Mapping[str, object], refused: Refused | None
) -> str:
    words = Words(language(), game.NAME)
    printed = {name: option.default for name, option in game.options.items()}
    before = reach().notes.get(_NAMES_NOTE)
    if not names and isinstance(before, list):
        names = tuple(str(name) for name in before)
    rules = rule_list(game, {**printed, **chosen}, words)
    places = range(_PLACES.get(game.NAME, _MOST_PLACES))
    faults = fault_list(refused, words)
    return render_template(
        "new.html",
        game=game,
        words=words,
        names=tuple(names[at] if at < len(names) else "" for at in places),
        marks=tuple(replace(mark, letter=mark.name) for mark in seat_marks([str(at + 1) for at in places])),
        sheets=sheets(game, words),
        sheet=request.form.get("sheet", ""),
        has_follow="follow" in game.options,
        dice=request.form.get("dice", "own"),
        rules=tuple(rule for rule in rules if rule.name != "follow"),
        described=isinstance(game, Described),
        box_of=request.values.get("box_of") or request.args.get("box", ""),
        faults=faults,
        refused=_refusal_words(refused, faults, words),
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
