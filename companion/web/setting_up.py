"""The set-up of a game: its form, and the step before the first act."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from flask import render_template, request
from werkzeug.datastructures import MultiDict

from companion.core.game import Game, Setup
from companion.core.known_box import Described
from companion.table.outcome import Refused
from companion.web.box import fault_list, new_box
from companion.web.drafts import Draft
from companion.web.forms import fresh_id
from companion.web.look import language
from companion.web.marks import SHAPE_LIST, seat_marks
from companion.web.places import Place, chosen_pieces, laid_places, place_marks, read_places
from companion.web.reach import reach
from companion.web.sheets import printed_fields, read_rules, read_sheet, sheets, shown_rules
from companion.web.starting import Start, ask_start, read_way, ways
from companion.web.text import Words

NAMES_NOTE = "names"
_KEPT_FIELDS = frozenset({"game", "sheet", "rules_of", "dice", "first", "here", "box_of"})
_LONGEST_FIELD = 400


def read_set_up(game: Game, id: str) -> tuple[Draft, Start | None]:
    """The table that the sent form makes, and who starts where nothing is asked about that.

    Raises Refusal for a table that cannot be: nobody throws for it.
    """
    form, places = request.form, read_places(request.form)
    pieces = chosen_pieces(places)
    edition, _ = read_sheet(game, form.get("sheet", ""))
    names = tuple(place.name for place in places if place.name)
    setup = Setup(game.NAME, names, edition, read_rules(game, form), new_box(game))
    game.new(setup)
    asked = ask_start(read_way(game, form), len(names))
    start = asked if isinstance(asked, Start) else None
    draft = Draft(id, form_fields(places, setup), setup, pieces, None if isinstance(asked, Start) else asked)
    return draft, start


def form_fields(places: Sequence[Place], setup: Setup | None = None) -> tuple[tuple[str, str], ...]:
    """The fields of the sent form with its places as given, and with the box that came along in a file."""
    fields = [
        (name, value)
        for name, value in request.form.items(multi=True)
        if name == "box_text"
        or ((name in _KEPT_FIELDS or name.startswith("o.")) and len(value) <= _LONGEST_FIELD)
    ]
    for place in places:
        fields += [("name", place.name), ("mark", "" if place.piece is None else str(place.piece))]
    if setup is not None and request.files.get("box_file") and setup.extra:
        fields.append(("box_text", json.dumps(dict(setup.extra), ensure_ascii=False)))
    return tuple(fields)


def form_page(game: Game, form: MultiDict[str, str], refused: Refused | None = None, id: str = "") -> str:
    """Who sits where, which sheet, whose dice, who starts, our rules. *id*: the draft it goes on with."""
    words = Words(language(), game.NAME)
    found = sheets(game, words)
    sheet = form.get("sheet", "")
    places = laid_places(read_places(form), game.places(None)[-1])
    faults = fault_list(refused, words)
    return render_template(
        "new.html",
        game=game,
        words=words,
        form_id=id or fresh_id(),
        places=places,
        marks=place_marks(places),
        shapes=SHAPE_LIST,
        known=last_names(),
        sheets=found,
        sheet=sheet or (found[0].value if found else ""),
        printed_fields=printed_fields(game, words),
        ways=ways(game),
        way=form.get("first", game.FIRST_PLAYER.value),
        has_follow="follow" in game.options,
        dice=form.get("dice", "own"),
        here=form.get("here", "all"),
        rules=tuple(rule for rule in shown_rules(game, form, words) if rule.name != "follow"),
        rules_open=refused is not None and refused.values.get("field") in game.options,
        described=isinstance(game, Described),
        box_of=form.get("box_of") or form.get("box", ""),
        box_text=form.get("box_text", ""),
        faults=faults,
        refused=_refusal_words(refused, faults, words),
    )


def step_page(
    draft: Draft, setup: Setup, typed: Mapping[str, str] | None = None, refused: Refused | None = None
) -> str:
    """Who starts, before the first act. *typed* is what was sent when it was *refused*."""
    words = Words(language(), setup.game, setup.players)
    step = draft.step
    assert step is not None
    return render_template(
        "new_first.html",
        words=words,
        draft=draft,
        names=setup.players,
        marks=seat_marks(setup.players, draft.pieces),
        step=step,
        typed=typed or {},
        found=step.start.words(words, step.start.first) if step.start else "",
        refused=_refusal_words(refused, (), words),
    )


def last_names() -> tuple[str, ...]:
    """Who played last, clockwise."""
    kept = reach().notes.get(NAMES_NOTE)
    return tuple(map(str, kept)) if isinstance(kept, list) else ()


def _refusal_words(refused: Refused | None, faults: tuple[str, ...], words: Words) -> str:
    if refused is None:
        return ""
    if faults:
        return words.text("box.faults", count=len(faults))
    return words.text(f"refusal.{refused.code}", **refused.values)
