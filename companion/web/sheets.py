"""Rule sheets: which box lies on the table, and the options that its sheet sets."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.core.game import Game
from companion.web.rules import Rule, read_options, readable_options, rule_list
from companion.web.text import Words


@dataclass(frozen=True, slots=True)
class Sheet:
    """A box or rule sheet to choose: *value* is sent, *words* are read.

    *lines* say what it sets, one rule a line; *sets* the same as the fields of a form have it, in JSON.
    """

    value: str
    words: str
    lines: tuple[str, ...]
    sets: str


def printed_options(game: Game) -> dict[str, object]:
    """The options as the rulebook has them."""
    return {name: option.default for name, option in game.options.items()}


def sheets(game: Game, words: Words) -> tuple[Sheet, ...]:
    """What lies on the table: the rule sheets of the game, then editions that no sheet names."""
    presets = game.presets()
    named = {preset.edition for preset in presets.values()}
    found = [_sheet(game, "preset", id, preset.options, words) for id, preset in presets.items()]
    found += [_sheet(game, "edition", id, {}, words) for id in game.editions if id not in named]
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


def read_rules(game: Game, form: Mapping[str, str]) -> dict[str, object]:
    """What a set-up form sets: its sheet's options, and over them what people changed in the fields.

    The fields were shown with the options of the sheet `rules_of`; one that still says so follows the sheet.
    Raises Refusal(BAD_REQUEST) naming the option and what it may be.
    """
    _, shown = read_sheet(game, form.get("rules_of", ""))
    _, preset = read_sheet(game, form.get("sheet", ""))
    changed = read_options(game, form, {**printed_options(game), **shown})
    return _with_dice(game, form, {**preset, **changed})


def shown_rules(game: Game, form: Mapping[str, str], words: Words) -> tuple[Rule, ...]:
    """The rules as the fields of a set-up form are to show them: what cannot be read stands as typed."""
    _, shown = read_sheet(game, form.get("rules_of", ""))
    _, preset = read_sheet(game, form.get("sheet", ""))
    printed = printed_options(game)
    changed, typed = readable_options(game, form, {**printed, **shown})
    now = _with_dice(game, form, {**printed, **preset, **changed})
    return tuple(replace(rule, typed=typed.get(rule.name)) for rule in rule_list(game, now, words))


def _with_dice(game: Game, form: Mapping[str, str], chosen: dict[str, object]) -> dict[str, object]:
    """Options with what the choice of dice sets."""
    if "follow" in game.options and form.get("dice"):
        chosen["follow"] = "hands" if form["dice"] == "own" else "dice"
    return chosen


def sheet_words(game: Game, sheet: str, words: Words) -> str:
    """A rule sheet by its name, "" where only a box was chosen, or nothing."""
    kind, _, id = sheet.partition(":")
    return words.maybe(f"preset.{game.NAME}.{id}") if kind == "preset" else ""


def printed_fields(game: Game, words: Words) -> str:
    """What the fields of the rules say when nobody touches them and the sheet sets nothing, in JSON."""
    rules = rule_list(game, printed_options(game), words)
    return json.dumps({rule.name: field_value(rule) for rule in rules})


def field_value(rule: Rule) -> str:
    """What a form's field of a rule says when nobody touches it."""
    if not rule.number:
        return next((choice.value for choice in rule.choices if choice.chosen), "")
    return "" if rule.off else json.dumps(rule.value)


def _sheet(game: Game, kind: str, id: str, options: Mapping[str, object], words: Words) -> Sheet:
    rules = rule_list(game, {**printed_options(game), **options}, words)
    set_here = [rule for rule in rules if rule.name in options]
    return Sheet(
        f"{kind}:{id}",
        words.maybe(f"{kind}.{game.NAME}.{id}") or id,
        tuple(words.text("rules.line", rule=rule.label, value=rule.shown) for rule in set_here),
        json.dumps({rule.name: field_value(rule) for rule in set_here}),
    )
