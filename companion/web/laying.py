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
from companion.web.listing import has_lines, is_listed, is_nothing, read_list, shown_list
from companion.web.look import Look, look_at
from companion.web.marks import Mark
from companion.web.reach import find_table
from companion.web.reply import ask_writer, reply

blueprint = Blueprint("laying", __name__)

_NAMED = frozenset({"owner", "player", "start_player", "partner"})
# fmt: off
_DERIVED = frozenset({
    "game", "number", "bank", "rent", "net_worth", "score", "places",
    "track", "race_bets", "last_scoring", "doubles", "acted", "podium", "leg",
    "winners", "ranking", "last_round", "asleep", "deeds",
})
# fmt: on
"""Keys that follow from others, or that a form has no use for."""

_FOLLOWS = (["pyramid_tiles"], ["order"], ["winner"])
"""Such keys that are set elsewhere in a view."""

_PHASES: Mapping[str, tuple[str, ...]] = {
    "lastwill": ("setup", "planning", "errands", "actions", "end", "over"),
}
"""The phases of the games whose phase is set, and does not follow."""

_PARTS: Mapping[str, tuple[str, ...]] = {
    "tiles": ("space", "side"),
    "camera": ("player", "space"),
    "plan": ("space", "order", "cards", "errands", "actions"),
}
"""What has these parts while it lies there, and is null when it does not."""

_SIDES = ("oasis", "mirage")


@dataclass(frozen=True, slots=True)
class Setting:
    """One value to set. *path* is where it stands in the view, as JSON; *was* its value when shown.

    *lines*: it takes several.
    """

    path: str
    label: str
    was: str
    choices: tuple[tuple[str, str], ...] = ()
    lines: bool = False


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
        # What was left empty was left out, as in every other form: a dash sets it to nothing.
        if not name.startswith("a.") or _plain(typed) in ("", _plain(form.get("w." + name[2:], ""))):
            continue
        path = _read_path(name[2:])
        value = _read_value(path, _plain(typed))
        if value is None and (_parts_of(path[:-1]) or path[:-1] == ["tiles"]):
            path = path[:-1]  # one of its parts is taken away, so all of it
        inner = wanted
        for key in path[:-1]:
            inner = inner.setdefault(key, {})
            if not isinstance(inner, dict):
                refuse_field(name[2:], "view_path", typed)
        inner[path[-1]] = value
    return wanted


def _plain(typed: str) -> str:
    """Text without what browsers make of the ends of lines."""
    return typed.replace("\r\n", "\n").strip()


def _read_path(text: str) -> list[str]:
    try:
        path = json.loads(text)
    except ValueError:
        refuse_field("set", "view_path", text)
    if not isinstance(path, list) or not 0 < len(path) < 5 or not all(isinstance(key, str) for key in path):
        refuse_field("set", "view_path", text)
    return path


def _read_value(path: list[str], typed: str) -> object:
    place = ".".join(path)
    if is_listed(path):
        return read_list(path, typed)
    if is_nothing(typed):
        return None
    if path[0] == "offer" and not typed.startswith("{"):
        return typed
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
    if "race_bets" in view:
        rest.setdefault("race_piles", dict.fromkeys(view["race_bets"]))
    yield Heap(words.text("arrange.rest"), _settings(rest, [], look))


def _settings(part: Mapping[str, Any], path: list[str], look: Look) -> tuple[Setting, ...]:
    return tuple(_each_setting(part, path, look))


def _each_setting(part: Mapping[str, Any], path: list[str], look: Look) -> Iterator[Setting]:
    for key, value in part.items():
        here = [*path, key]
        if key in _DERIVED or here in _FOLLOWS or (key == "phase" and look.game.NAME not in _PHASES):
            continue
        parts = _parts_of(here)
        if parts:
            yield from _each_setting(value or dict.fromkeys(parts), here, look)
        elif isinstance(value, dict) and len(path) < 1:
            yield from _each_setting(value, here, look)
        elif (setting := _setting(here, value, look)) is not None:
            yield setting
    if path[:1] == ["players"] and "hand" in part and "hidden" not in part:
        yield Setting(json.dumps([*path, "hidden"]), look.words.text("view.hidden"), "")


def _setting(path: list[str], value: object, look: Look) -> Setting | None:
    """One value as a field, None where the form has no field for it."""
    key, words, place, label = path[-1], look.words, json.dumps(path), _label(path, look)
    people = tuple((json.dumps(name, ensure_ascii=False), name) for name in words.names)
    stays = ("", words.text("arrange.stays"))
    if path == ["turn", "player"]:
        return Setting(place, label, "", (stays, *people))  # the same player again: that turn begins anew
    if key == "phase":
        phases = ((json.dumps(one), words.text(f"view.phase.{one}")) for one in _PHASES[look.game.NAME])
        return Setting(place, label, "", (stays, *phases))
    if key in _NAMED:
        choices = (("null", words.text("arrange.nobody")), *people)
        return Setting(place, label, json.dumps(value, ensure_ascii=False), choices)
    if key == "side":
        sides = ((json.dumps(one), words.text(f"camelup.side.{one}")) for one in _SIDES)
        return Setting(place, label, json.dumps(value), (("null", words.text("arrange.nowhere")), *sides))
    if isinstance(value, bool):
        yes_no = (("false", words.text("option.no")), ("true", words.text("option.yes")))
        return Setting(place, label, json.dumps(value), yes_no)
    if is_listed(path):
        return Setting(place, label, shown_list(path, value), lines=has_lines(path))
    if isinstance(value, int | str) or value is None:
        return Setting(place, label, "" if value is None else str(value))
    return None


def _parts_of(path: list[str]) -> tuple[str, ...]:
    """The parts of what may lie on the table or not; empty for anything else."""
    if path == ["camera"] or path[2:] == ["plan"]:
        return _PARTS[path[-1]]
    return _PARTS["tiles"] if path[:1] == ["tiles"] and len(path) == 2 else ()


def _label(path: list[str], look: Look) -> str:
    """What a value is, and whose where one heading has several."""
    words, key = look.words, path[-1]
    own = words.maybe(f"view.{key}")
    if path[2:3] == ["plan"]:
        return words.text("arrange.of_plan", what=own or key)
    if len(path) > 1 and path[0] not in ("players", "deeds", "camels", "turn", "market"):
        outer = words.maybe(f"view.{path[0]}") or path[0].replace("_", " ")
        if key == "player":
            return outer
        inner = own or (words.piece("camel", key) if path[0] == "leg_tiles" else key.replace("_", " "))
        between = f"{path[1]}, " if len(path) > 2 else ""
        return f"{outer}: {between}{inner}"
    return own or key.replace("_", " ")
