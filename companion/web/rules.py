"""Our rules: every house rule of the table, what it is set to, and the banker's way to change it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.core.game import Game, Option
from companion.core.refusal import Refusal, refuse_field
from companion.core.seats import Role
from companion.table.outcome import Outcome, Refused
from companion.table.table import Table
from companion.web import seats
from companion.web.look import look_at
from companion.web.page_language import kept_language, page_language
from companion.web.reach import find_table
from companion.web.reply import ask_writer, reply
from companion.web.starting import first_line
from companion.web.text import Words

blueprint = Blueprint("rules", __name__)

_LONGEST = 400


@dataclass(frozen=True, slots=True)
class Choice:
    """One value an option may have. *value* is JSON."""

    value: str
    words: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Rule:
    """A house rule as it is shown: its words, its value, and either choices or a number to type.

    *typed* is what was sent for it and cannot be read.
    """

    name: str
    label: str
    help: str
    value: object
    shown: str
    changed: bool
    choices: tuple[Choice, ...]
    number: bool
    least: int | None
    most: int | None
    typed: str | None = None

    @property
    def off(self) -> bool:
        """A number that the table does without."""
        return self.number and (self.value is None or self.value is False)


@blueprint.get("/t/<id>/rules")
def rules_page(id: str) -> str:
    """All house rules, the changed ones first, in the language of the sheet that the table started from."""
    table = find_table(id)
    look = look_at(table, here=url_for("rules.rules_page", id=id), whole=True)
    sheet_language, device_language = kept_language(table), look.words.language
    words = Words.at(table, page_language(sheet_language))
    rules = rule_list(table.game, options_now(table), words)
    others = dict.fromkeys((sheet_language or device_language, device_language))
    return render_template(
        "rules.html",
        look=look,
        sheet=words,
        others=[one for one in others if one != words.language],
        first=first_line(table, words),
        changed=tuple(rule for rule in rules if rule.changed),
        printed=tuple(rule for rule in rules if not rule.changed),
    )


@blueprint.get("/t/<id>/lay")
def lay_page(id: str) -> str:
    """What to lay out so that the table stands as it does now: at the start, and next week."""
    table = find_table(id)
    look = look_at(table, here=url_for("rules.lay_page", id=id), whole=True)
    lines = tuple(look.words.say(line) for line in table.game.lay_out(table.session.state))
    return render_template("lay.html", look=look, lines=lines)


@blueprint.post("/t/<id>/rules")
def change_rules(id: str) -> Response:
    """The banker changes one rule or several."""
    table = find_table(id)
    rights = seats.rights(table)
    form = request.form.to_dict()

    def change() -> Outcome:
        try:
            wanted = read_options(table.game, form, options_now(table))
        except Refusal as refusal:
            return Refused(refusal.code, refusal.values)
        said: dict[str, object] = {"do": "options", "by": "banker", "set": wanted}
        if form.get("id"):
            said["id"] = form["id"]
        return table.submit(said, rights)

    return reply(table, ask_writer(change), url_for("rules.rules_page", id=id))


def options_now(table: Table) -> dict[str, object]:
    """The options of a table as they stand, each as a header gives it."""
    now = table.game.rules_now(table.session.state)
    return {name: list(value) if isinstance(value, tuple) else value for name, value in now.items()}


def has_pot(table: Table) -> bool:
    """Whether these rules have a pot, or money lies in one all the same."""
    starts_with = options_now(table).get("free_parking_pot")  # 0 is a pot that starts empty
    is_on = starts_with is not None and starts_with is not False
    return is_on or bool(table.session.view(Role.TABLE).get("pot"))


def rule_list(game: Game, now: Mapping[str, object], words: Words) -> tuple[Rule, ...]:
    """The rules of a game with their values."""
    return tuple(
        _rule(game.NAME, name, option, now.get(name), words) for name, option in game.options.items()
    )


def read_options(game: Game, form: Mapping[str, str], now: Mapping[str, object]) -> dict[str, object]:
    """The options in a form that differ from *now*: `o.<name>`, a choice's JSON or a typed number.

    Raises Refusal(BAD_REQUEST) naming the option and what it may be.
    """
    wanted: dict[str, object] = {}
    for name, option in game.options.items():
        typed = form.get(f"o.{name}")
        if typed is None:
            continue
        value = _read_option(name, option, typed.strip())
        if value != now.get(name) or isinstance(value, bool) != isinstance(now.get(name), bool):
            wanted[name] = value
    return wanted


def readable_options(
    game: Game, form: Mapping[str, str], now: Mapping[str, object]
) -> tuple[dict[str, object], dict[str, str]]:
    """The options of a form that differ from *now* and can be read, and what was typed for the others."""
    wanted: dict[str, object] = {}
    typed: dict[str, str] = {}
    for name in game.options:
        field = f"o.{name}"
        try:
            wanted |= read_options(game, {field: form[field]} if field in form else {}, now)
        except Refusal:
            typed[name] = form[field]
    return wanted, typed


def _read_option(name: str, option: Option, typed: str) -> object:
    if not typed:
        return option.optional[0] if option.optional else option.default
    if len(typed) > _LONGEST:
        refuse_field(name, "short_value", typed, most=_LONGEST)
    try:
        return json.loads(typed)
    except ValueError:
        if _is_list(option):
            return [part.strip() for part in typed.split(",")]
        if option.choices:
            refuse_field(name, "one_of", typed, choices=list(option.choices))
        refuse_field(name, "whole_number", typed, least=option.least, most=option.most)


def _is_list(option: Option) -> bool:
    """Whether an option is off or a list of words that people type."""
    return option.choices == (None,)


def _rule(game: str, name: str, option: Option, value: object, words: Words) -> Rule:
    label = words.maybe(f"option.{game}.{name}") or name
    allowed = dict.fromkeys(map(json.dumps, (*option.optional, *option.choices)))
    choices = tuple(
        Choice(text, _value_words(game, name, json.loads(text), words), text == json.dumps(value))
        for text in allowed
    )
    number = not option.choices or _is_list(option)
    return Rule(
        name=name,
        label=label,
        help=words.maybe(f"option.{game}.{name}.help"),
        value=value,
        shown=_value_words(game, name, value, words, number),
        changed=json.dumps(value) != json.dumps(option.default),
        choices=() if number else choices,
        number=number,
        least=option.least,
        most=option.most,
    )


def _value_words(game: str, name: str, value: object, words: Words, number: bool = False) -> str:
    """A value of an option in words: the game's, else yes, no, off, or the value itself.

    *number*: false switches off what otherwise is a number.
    """
    key = json.dumps(value) if not isinstance(value, str) else value
    own = words.maybe(f"option.{game}.{name}.{key}")
    if own:
        return own
    if value is True:
        return words.text("option.yes")
    if value is False and not number:
        return words.text("option.no")
    if value is None or value is False:
        return words.text("option.off")
    if isinstance(value, list | tuple):
        return ", ".join(_value_words(game, name, one, words) for one in value)
    return words.number(value) if isinstance(value, int) else str(value)
