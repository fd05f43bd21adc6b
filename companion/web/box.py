"""The box that its owners describe: its cards in words, its boards, and one file to keep and to bring."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.core.game import Game
from companion.core.known_box import Described, KnownBox
from companion.core.message import Message
from companion.core.refusal import Refusal, refuse_field
from companion.core.seats import Role, Viewer
from companion.table.authority import Rights
from companion.table.outcome import Outcome, Refused
from companion.table.table import Table
from companion.web import seats
from companion.web.board_form import SIDES, read_board_form, side_fields
from companion.web.card_form import CardFields, card_fields, read_card_form
from companion.web.guard import LARGEST_BODY
from companion.web.look import look_at
from companion.web.reach import find_table, reach
from companion.web.reply import ask_writer
from companion.web.text import Words

blueprint = Blueprint("box", __name__)

LARGEST_BOX = 3 * LARGEST_BODY
"""Bytes of a file with a whole box: 140 cards have about 40,000."""

_NOTE = "box"


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card in words, for the list."""

    id: str
    name: str
    words: tuple[str, ...]
    whole: bool


@blueprint.get("/t/<id>/box")
def box_page(id: str) -> str | Response:
    """Every card as it was understood, the form for the next one, the boards, the file."""
    table, rights, _ = _described(id)
    if not (rights.seats or rights.banker or rights.table):
        return redirect(url_for("joining.join_page", id=id))
    return _page(table, rights)


@blueprint.get("/t/<id>/box.json")
def box_file(id: str) -> Response:
    """The whole box as one file."""
    table, rights, _ = _described(id)
    if not (rights.seats or rights.banker or rights.table):
        abort(403)
    text = json.dumps(box_of(table, _viewer(rights)), ensure_ascii=False, indent=1)
    headers = {"Content-Disposition": f'attachment; filename="{table.game.NAME}-box.json"'}
    return Response(text + "\n", mimetype="application/json", headers=headers)


@blueprint.post("/t/<id>/box/card")
def write_card(id: str) -> Response | tuple[str, int]:
    """Enter a card, or write one anew that was entered wrongly."""
    table, rights, _ = _described(id)
    form = request.form
    try:
        card = read_card_form(form, form.getlist("symbols"))
        _write(table, rights, [card])
    except Refusal as refusal:
        typed = {key: value for key, value in form.items() if key in CardFields.__slots__}
        typed_card = CardFields(
            **{**typed, "symbols": tuple(form.getlist("symbols")), "numbers": dict(form)}  # type: ignore[arg-type]
        )
        return _page(table, rights, refusal, typed_card), 409
    return redirect(url_for("box.box_page", id=id, entered=card.get("id"), _anchor="card-form"), 303)


@blueprint.post("/t/<id>/box/boards")
def write_boards(id: str) -> Response | tuple[str, int]:
    """Keep the boards; a game reads them when it begins."""
    table, rights, game = _described(id)
    try:
        _require_banker(rights)
        boards = read_board_form(request.form, boards_of(table))
        game.read_box(json.dumps({"box": boards}))
        reach().notes.put(f"{_NOTE}/{table.id}", boards)
    except Refusal as refusal:
        return _page(table, rights, refusal), 409
    return redirect(url_for("box.box_page", id=id, _anchor="boards"), 303)


@blueprint.post("/t/<id>/box/import")
def bring_box(id: str) -> Response | tuple[str, int]:
    """Take in a file: cards at once, boards for the next game."""
    table, rights, game = _described(id)
    request.max_content_length = LARGEST_BOX
    try:
        _require_banker(rights)
        found = read_upload(game)
        if found is None:
            refuse_field("box", "box_file")
        if found.get("cards"):
            _write(table, rights, found["cards"])
        if found.get("box"):
            reach().notes.put(f"{_NOTE}/{table.id}", found["box"])
    except Refusal as refusal:
        return _page(table, rights, refusal), 409
    return redirect(url_for("box.box_page", id=id), 303)


def new_box(game: Game) -> Mapping[str, object]:
    """The header keys that the set-up form brings: an uploaded file, or the box of another table.

    Raises Refusal naming every fault of the file.
    """
    if not isinstance(game, Described):
        return {}
    found = read_upload(game)
    if found is not None:
        return found
    other = request.form.get("box_of", "")
    if not other:
        return {}
    table = find_table(other)
    rights = seats.rights(table)
    if table.game.NAME != game.NAME or not (rights.seats or rights.banker or rights.table):
        abort(403)
    box = box_of(table, _viewer(rights))
    return {key: box[key] for key in ("cards", "box")}


def read_upload(game: Described) -> Mapping[str, Any] | None:
    """What an uploaded file or a pasted text says, None when there is neither. Raises Refusal."""
    upload = request.files.get("box_file")
    raw = upload.read() if upload is not None else b""
    if not raw:
        pasted = request.form.get("box_text", "").strip()
        return game.read_box(pasted) if pasted else None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        refuse_field("box", "utf8_file", raw.decode("utf-8-sig", "replace"))
    return game.read_box(text)


def box_of(table: Table, viewer: Viewer) -> dict[str, Any]:
    """A table's box as one file: what *viewer* may know of its cards, and its boards."""
    known = known_box(table, viewer)
    cards = [dict(card.stated) for card in known.cards] if known is not None else []
    return {"version": 1, "cards": cards, "box": boards_of(table)}


def boards_of(table: Table) -> dict[str, Any]:
    """The boards last written down at this table, else those it began with."""
    kept = reach().notes.get(f"{_NOTE}/{table.id}")
    boards = kept if isinstance(kept, dict) else table.session.setup.extra.get("box")
    return dict(boards) if isinstance(boards, Mapping) else {}


def known_box(table: Table, viewer: Viewer) -> KnownBox | None:
    """What *viewer* may know of a table's box, None when the program knows its print."""
    game = table.game
    return game.known_box(table.session.state, viewer) if isinstance(game, Described) else None


def fault_list(refused: Refusal | Refused | None, words: Words) -> tuple[str, ...]:
    """Every fault of a box with its place, where a refusal names such; empty for any other."""
    expected = refused.values.get("expected") if refused is not None else None
    if not isinstance(expected, Mapping) or expected["id"] != "expected.faults":
        return ()
    return tuple(words.say(Message(one["id"], one["values"])) for one in expected["values"]["faults"])


def _described(id: str) -> tuple[Table, Rights, Described]:
    table = find_table(id)
    game = table.game
    if not isinstance(game, Described):
        abort(404)
    return table, seats.rights(table), game


def _viewer(rights: Rights) -> Viewer:
    """Whose secrets the page may show: those of the one seat of this device, of nobody on a shared one."""
    held = tuple(rights.seats)
    return held[0] if len(held) == 1 else Role.TABLE


def _require_banker(rights: Rights) -> None:
    if not rights.banker:
        raise Refusal("not_banker")


def _write(table: Table, rights: Rights, cards: list[Any]) -> Outcome:
    """Let the banker write cards. Raises Refusal."""
    _require_banker(rights)
    said = {"do": "arrange", "by": Role.BANKER.value, "set": {"cards": cards}}
    outcome = ask_writer(lambda: table.submit(said, rights))
    if isinstance(outcome, Refused):
        raise Refusal(outcome.code, **outcome.values)
    return outcome


def _page(
    table: Table, rights: Rights, refused: Refusal | None = None, typed: CardFields | None = None
) -> str:
    viewer = _viewer(rights)
    look = look_at(table, viewer, here=url_for("box.box_page", id=table.id), whole=True)
    game, known = table.game, known_box(table, viewer)
    assert isinstance(game, Described) and known is not None
    words = look.words
    cards = tuple(
        ShownCard(card.id, card.name, tuple(words.say(one) for one in card.words), card.whole)
        for card in known.cards
    )
    wanted = request.args.get("card")
    edited = next((card for card in known.cards if card.id == wanted), None)
    faults = fault_list(refused, words)
    return render_template(
        "box.html",
        look=look,
        box=known,
        cards=tuple(reversed(cards)),
        card=typed or (card_fields(edited.stated) if edited is not None else CardFields()),
        entered=next((card for card in cards if card.id == request.args.get("entered")), None),
        box_words=game.BOX_WORDS,
        sides=side_fields(boards_of(table)),
        our_side=SIDES[len(words.names) > 3],
        faults=faults,
        refused=words.text(f"refusal.{refused.code}", **refused.values) if refused and not faults else "",
    )
