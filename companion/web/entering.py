"""Any act of a game, entered by the banker field by field: also one that no button offers now."""

from __future__ import annotations

import json
from collections.abc import Mapping
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.core.fields import Field, account, player
from companion.core.seats import Role, Seat
from companion.core.verbs import Verb, Who
from companion.table.table import Table
from companion.web import seats
from companion.web.chips import camel_chip, deed_chip
from companion.web.forms import Form, Input, Pick, form_key, fresh_id
from companion.web.look import look_at
from companion.web.reach import find_table
from companion.web.text import Words

blueprint = Blueprint("entering", __name__)

_ELSEWHERE = frozenset({"arrange", "options", "scan"})
"""Verbs with a page of their own, or that only a reader says."""

_PLAIN = frozenset({"note", "reason", "name", "text"})
"""Fields that are text, whatever they look like."""


@blueprint.get("/t/<id>/enter")
def enter_page(id: str) -> str | Response:
    """`?for=N`: whose act; `&do=VERB`: which; then its fields, and whether it is against the rules."""
    table = find_table(id)
    if not seats.rights(table).banker:
        return redirect(url_for("joining.join_page", id=id))
    seat, do = seats.asked_seat(table, "for"), request.args.get("do", "")
    verbs = enterable_verbs(table, seat)
    if do and do not in verbs:
        abort(404)
    asked = {"for": None if seat is None else str(seat), "do": do or None}
    here = url_for("entering.enter_page", id=id) + _query(asked)
    look = look_at(table, here=here, whole=True)
    return render_template(
        "enter.html",
        look=look,
        seat=seat,
        do=do,
        verbs=tuple((verb, verb_words(verb, look.words)) for verb in verbs),
        form=_form(table, seat, do, look.words) if do else None,
    )


def enterable_verbs(table: Table, seat: Seat | None) -> tuple[str, ...]:
    """The verbs that the banker can enter here: for *seat*, or (None) in the bank's name."""
    barred = {Who.BANKER, Who.TABLE} if seat is not None else {Who.SEAT}
    return tuple(
        do for do, verb in table.game.verbs.items() if do not in _ELSEWHERE and verb.who not in barred
    )


def verb_words(do: str, words: Words) -> str:
    """A verb as the history has it."""
    return words.maybe(f"verb.{do}") or words.maybe(f"banker.{do}") or do.replace("_", " ")


def _query(asked: Mapping[str, str | None]) -> str:
    """What of *asked* is there, as the end of an address."""
    found = {key: value for key, value in asked.items() if value is not None}
    return f"?{urlencode(found)}" if found else ""


def _form(table: Table, seat: Seat | None, do: str, words: Words) -> Form:
    verb: Verb = table.game.verbs[do]
    act = {"do": do, "by": Role.BANKER.value}
    if seat is not None:
        act["for"] = words.names[seat]
    inputs = [_input(table, field, words) for field in verb.fields]
    if verb.numbered:
        inputs.append(Input("n.number", "number", words.text("field.number"), 1, optional=True))
    if verb.overridable and verb.command is not None:
        anyway = (Pick("1", words.text("enter.anyway")),)
        inputs.append(Input("override", "several", words.text("enter.rules"), optional=True, picks=anyway))
    label = verb_words(do, words)
    return Form(form_key(act, "enter"), fresh_id(), json.dumps(act, ensure_ascii=False), label, tuple(inputs))


def _input(table: Table, field: Field, words: Words) -> Input:
    """A field to tap where it is a piece or a player, else to type: a number, a word, or JSON."""
    label = words.maybe(f"field.{field.name}") or words.maybe(f"ask.{field.name}") or field.name
    optional = not field.required
    if field.read is player:
        return Input(f"t.{field.name}", "seat", label, optional=optional, picks=_people(words))
    if field.read is account:
        house = (Pick(one, words.text(f"account.{one}")) for one in ("bank", "pot"))
        picks = (*_people(words), *house)
        return Input(f"t.{field.name}", "account", label, optional=optional, picks=picks)
    if field.name in _PLAIN:
        return Input(f"t.{field.name}", "text", label, optional=optional)
    picks = _pieces(table.session.view(Role.TABLE), field.name, words)
    if picks:
        return Input(f"t.{field.name}", "choice", label, optional=optional, picks=picks)
    return Input(f"w.{field.name}", "text", label, optional=optional)


def _people(words: Words) -> tuple[Pick, ...]:
    return tuple(Pick(name, name, seat=Seat(at)) for at, name in enumerate(words.names))


def _pieces(view: Mapping[str, object], field: str, words: Words) -> tuple[Pick, ...]:
    """Deeds and camels, where a field names one."""
    deeds, camels = view.get("deeds"), view.get("camels")
    if field == "deed" and isinstance(deeds, dict):
        return tuple(Pick(deed, words.piece("deed", deed), chip=deed_chip(deed)) for deed in deeds)
    if field == "camel" and isinstance(camels, dict):
        return tuple(Pick(camel, words.piece("camel", camel), chip=camel_chip(camel)) for camel in camels)
    return ()
