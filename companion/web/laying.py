"""Setting the table as it lies: a form over everything in the view that a banker may set."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.core.refusal import Refusal, refuse_field
from companion.core.seats import Role
from companion.table.outcome import Outcome, Refused
from companion.web import seats
from companion.web.chips import Chip, camel_chip, deed_chip
from companion.web.look import Look, look_at
from companion.web.marks import Mark
from companion.web.reach import find_table
from companion.web.reply import ask_writer, reply

blueprint = Blueprint("laying", __name__)

_NAMED = frozenset({"owner", "player", "start_player", "partner"})
# fmt: off
_DERIVED = frozenset({
    "game", "number", "bank", "rent", "net_worth", "score", "places",
    "track", "race_bets", "last_scoring", "doubles", "acted", "phase", "winner",
    "winners", "ranking", "order", "last_round", "asleep", "bankrupt",
})
# fmt: on
"""Keys that follow from others, or that a form has no use for."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One value to set. *path* is where it stands in the view, as JSON; *was* its value when shown."""

    path: str
    label: str
    was: str
    choices: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Heap:
    """What belongs together: a player, a deed, the rest."""

    title: str
    settings: tuple[Setting, ...]
    mark: Mark | None = None
    chip: Chip | None = None


@blueprint.get("/t/<id>/arrange")
def arrange_page(id: str) -> str | Response:
    """Everything that may be set, as it stands now."""
    table = find_table(id)
    if not seats.rights(table).banker:
        return redirect(url_for("joining.join_page", id=id))
    look = look_at(table, Role.BANKER, here=url_for("laying.arrange_page", id=id), whole=True)
    return render_template("arrange.html", look=look, heaps=tuple(_heaps(look)))


@blueprint.post("/t/<id>/arrange")
def arrange(id: str) -> Response:
    """Set what was changed in the form, as one entry."""
    table = find_table(id)
    rights = seats.rights(table)
    form = request.form.to_dict()

    def put() -> Outcome:
        try:
            wanted = read_changes(form)
            if not wanted:
                refuse_field("set", "one_change", "nothing")
        except Refusal as refusal:
            return Refused(refusal.code, refusal.values)
        said: dict[str, object] = {"do": "arrange", "by": "banker", "set": wanted}
        if form.get("id"):
            said["id"] = form["id"]
        return table.submit(said, rights)

    return reply(table, ask_writer(put), url_for("laying.arrange_page", id=id))


def read_changes(form: Mapping[str, str]) -> dict[str, Any]:
    """The partial view of what differs from what was shown: fields `a.<path>` and `w.<path>`.

    Raises Refusal(BAD_REQUEST) naming the place of a malformed value.
    """
    wanted: dict[str, Any] = {}
    for name, typed in form.items():
        # What was left empty was left out, as in every other form: nothing here is set to nothing.
        if not name.startswith("a.") or typed.strip() in ("", form.get("w." + name[2:])):
            continue
        path = _read_path(name[2:])
        inner = wanted
        for key in path[:-1]:
            inner = inner.setdefault(key, {})
            if not isinstance(inner, dict):
                refuse_field(name[2:], "view_path", typed)
        inner[path[-1]] = _read_value(".".join(path), typed.strip())
    return wanted


def _read_path(text: str) -> list[str]:
    try:
        path = json.loads(text)
    except ValueError:
        refuse_field("set", "view_path", text)
    if not isinstance(path, list) or not 0 < len(path) < 5 or not all(isinstance(key, str) for key in path):
        refuse_field("set", "view_path", text)
    return path


def _read_value(place: str, typed: str) -> object:
    try:
        value = json.loads(typed.replace("\u2212", "-"))
    except ValueError:
        refuse_field(place, "number", typed)
    if isinstance(value, float | list | dict):
        refuse_field(place, "number", typed)
    return value


def _heaps(look: Look) -> Iterator[Heap]:
    view, words = look.view, look.words
    for mark in look.marks:
        if mark.name in view.get("players", {}):
            settings = _settings(view["players"][mark.name], ["players", mark.name], look)
            yield Heap(mark.name, settings, mark=mark)
    for deed, holding in view.get("deeds", {}).items():
        yield Heap(words.piece("deed", deed), _settings(holding, ["deeds", deed], look), chip=deed_chip(deed))
    for camel, place in (view.get("camels") or {}).items():
        settings = _settings(place or {"space": None, "height": None}, ["camels", camel], look)
        yield Heap(words.piece("camel", camel), settings, chip=camel_chip(camel))
    rest = {key: value for key, value in view.items() if key not in ("players", "deeds", "camels", "open")}
    yield Heap(words.text("arrange.rest"), _settings(rest, [], look))


def _settings(part: Mapping[str, Any], path: list[str], look: Look) -> tuple[Setting, ...]:
    return tuple(_each_setting(part, path, look))


def _each_setting(part: Mapping[str, Any], path: list[str], look: Look) -> Iterator[Setting]:
    words = look.words
    for key, value in part.items():
        here = [*path, key]
        if key in _DERIVED:
            continue
        label = words.maybe(f"view.{key}") or key.replace("_", " ")
        if key in _NAMED:
            people = [(json.dumps(name, ensure_ascii=False), name) for name in words.names]
            choices = (("null", words.text("arrange.nobody")), *people)
            yield Setting(json.dumps(here), label, json.dumps(value, ensure_ascii=False), tuple(choices))
        elif isinstance(value, bool):
            choices = (("false", words.text("option.no")), ("true", words.text("option.yes")))
            yield Setting(json.dumps(here), label, json.dumps(value), choices)
        elif isinstance(value, int) or (
            value is None and key in ("space", "height", "position", "jail_turns")
        ):
            yield Setting(json.dumps(here), label, "" if value is None else str(value))
        elif isinstance(value, dict) and len(path) < 1:
            yield from _each_setting(value, here, look)
