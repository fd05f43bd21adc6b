"""Mending the last typed throw: what was typed stands already, whatever was wrong is tapped anew."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

from companion.core.entry import Entry
from companion.core.seats import Role, Seat
from companion.table.table import Table
from companion.web.chips import camel_chip
from companion.web.forms import Form, Input, Pick, act_form, dice_rows
from companion.web.text import Words

_ENVELOPE = frozenset({"do", "by", "for", "id", "source", "override", "number"})
_SUPPORT = "-support"
_SPACES = range(1, 4)
_SPEEDS: tuple[int | str, ...] = (1, 2, 3, "bus", "mr")


def retype_form(table: Table, seat: Seat, words: Words) -> Form | None:
    """Mends the last typed throw while nothing but its own consequences followed it."""
    entry = _last_throw(table)
    if entry is None or entry.source != "typed" or seat not in (entry.by, entry.entered_by):
        return None
    said = {key: value for key, value in entry.said.items() if key not in _ENVELOPE}
    inputs = tuple(_inputs(table, said, words))
    if not inputs:
        return None
    if len(inputs) == 1:
        said.pop(inputs[0].name[2:], None)
    act = {**said, "do": "retype", "by": table.session.state.seats.name(seat), "number": entry.number}
    return act_form(act, words.text("hand.retype"), inputs)


def _last_throw(table: Table) -> Entry | None:
    verbs = table.game.verbs
    if "retype" not in verbs:
        return None
    for entry in table.session.history.live():
        verb = verbs[entry.do]
        if verb.sourced and entry.do != "draw":
            return entry
        if not verb.consequence:
            return None
    return None


def _inputs(table: Table, said: Mapping[str, object], words: Words) -> list[Input]:
    """One field where there is but one; of several each may be left as it was."""
    view = table.session.view(Role.TABLE)
    fields = [_dice("d.dice", len(dice), words)] if isinstance(dice := said.get("dice"), list) else []
    if "speed" in said:
        speeds = tuple((json.dumps(one), words.text(f"monopoly.speed.{one}")) for one in _SPEEDS)
        fields.append(_choice("speed", speeds, words))
    if "die" in said:
        dice_left = dict.fromkeys((str(said["die"]), *view.get("pyramid", ())))
        fields.append(_camels("die", tuple(dice_left), words))
    if "pips" in said:
        fields.append(_dice("n.pips", 1, words))
    if "space" in said:
        unset = tuple(one for one, place in view.get("camels", {}).items() if place is None)
        fields.append(_camels("camel", (str(said["camel"]), *unset), words))
        fields.append(_choice("space", tuple((str(one), str(one)) for one in _SPACES), words))
        sides = (("true", words.text("track.over")), ("false", words.text("track.under")))
        fields.append(_choice("on_top", sides, words))
    return fields if len(fields) == 1 else [_optional(field, words) for field in fields]


def _dice(name: str, count: int, words: Words) -> Input:
    rows = dice_rows(count)
    picks = tuple(pick for row in rows for pick in row)
    return Input(name, "dice", words.text("ask.dice"), picks=picks, rows=rows, count=count)


def _choice(field: str, choices: tuple[tuple[str, str], ...], words: Words) -> Input:
    picks = tuple(Pick(value, shown) for value, shown in choices)
    return Input(f"c.{field}", "choice", words.field(field), picks=picks)


def _camels(field: str, names: tuple[str, ...], words: Words) -> Input:
    """Camels or dice by their colours; a support die under the name the box gives it."""
    picks = tuple(Pick(json.dumps(one), _die_words(one, words), chip=camel_chip(one)) for one in names)
    return Input(f"c.{field}", "choice", words.field(field), picks=picks)


def _die_words(name: str, words: Words) -> str:
    return words.piece("die" if name.endswith(_SUPPORT) else "camel", name)


def _optional(input: Input, words: Words) -> Input:
    return replace(input, optional=True, none=words.text("arrange.stays"))
