"""Pages on paper: how a table plays, what a rule sheet says, how to use the companion."""

# Routes; each also with `?language=el`, one of the listed languages:
#   GET /t/<id>/print           how this table plays, every option in one sentence
#   GET /sheet/<game>/<sheet>   the same for a rule sheet or an edition, before a game
#   GET /guide/<game>           how to use the companion, one page
# All are black on white without a script, and fit A4.

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flask import Blueprint, abort, render_template

from companion.core.game import Game, Setup
from companion.web.guides import guide
from companion.web.page_language import kept_language, kept_sheet, page_language, sheet_language
from companion.web.reach import find_table, reach
from companion.web.rules import Rule, options_now, rule_list
from companion.web.sheets import printed_options, read_sheet, sheet_words
from companion.web.starting import first_line
from companion.web.text import Words

blueprint = Blueprint("printing", __name__)

_AMOUNT = 1500
"""Shows how money is written: it has thousands."""


@dataclass(frozen=True, slots=True)
class Said:
    """A house rule on paper: label and value in one sentence, and what it means."""

    line: str
    help: str


@blueprint.get("/t/<id>/print")
def table_page(id: str) -> str:
    """How this table plays."""
    table = find_table(id)
    game, sheet = table.game, kept_sheet(table)
    words = Words.at(table, page_language(kept_language(table)))
    edition = table.session.setup.edition or next(iter(game.editions), "")
    facts = {
        "game": words.text(f"game.{game.NAME}"),
        "edition": edition_words(game, edition, words),
        "rule_sheet": sheet_words(game, sheet, words),
        "money": words.text("print.money.written", amount=_AMOUNT),
        "players": words.join(list(words.names)),
        "first": first_line(table, words),
    }
    return _page("print.plays", words, facts, rule_list(game, options_now(table), words))


@blueprint.get("/sheet/<game>/<sheet>")
def sheet_page(game: str, sheet: str) -> str:
    """What a rule sheet says; of an edition that no sheet has the name of, the printed rules."""
    box = _find_game(game)
    value = _find_sheet(box, sheet)
    edition, preset = read_sheet(box, value)
    options = {**printed_options(box), **preset}
    places = box.places(options)
    players = tuple(f"{place + 1}" for place in range(places[0]))
    state = box.new(Setup(box.NAME, players, edition, preset))
    words = Words.of(box, state, page_language(sheet_language(box, value)))
    facts = {
        "game": words.text(f"game.{box.NAME}"),
        "edition": edition_words(box, edition, words),
        "rule_sheet": sheet_words(box, value, words),
        "money": words.text("print.money.written", amount=_AMOUNT),
        "players": words.text("print.players.between", least=places[0], most=places[-1]),
    }
    return _page("print.sheet", words, facts, rule_list(box, options, words))


@blueprint.get("/guide/<game>")
def guide_page(game: str) -> str:
    """How to use the companion, on one page."""
    words = Words(page_language(), _find_game(game).NAME)
    return render_template(
        "guide.html", words=words, language_code=words.language, game=game, steps=guide(game, words)
    )


def edition_words(game: Game, edition: str, words: Words) -> str:
    """The box by its name, or by its id where it is a file of the table's own."""
    return words.maybe(f"edition.{game.NAME}.{edition}") or edition


def _page(title: str, words: Words, facts: Mapping[str, str], rules: Iterable[Rule]) -> str:
    told = [(rule.changed, Said(_line(rule, words), rule.help)) for rule in rules]
    return render_template(
        "print.html",
        words=words,
        language_code=words.language,
        heading=words.text(title),
        facts=[(words.text(f"print.{name}"), fact) for name, fact in facts.items() if fact],
        changed=[said for changed, said in told if changed],
        printed=[said for changed, said in told if not changed],
    )


def _line(rule: Rule, words: Words) -> str:
    return words.text("rules.line", rule=rule.label, value=rule.shown)


def _find_game(name: str) -> Game:
    """The game of an address; 404 when there is none."""
    game = reach().hall.games.get(name)
    if game is None:
        abort(404)
    return game


def _find_sheet(game: Game, id: str) -> str:
    """The sheet of an address, as a form has it; 404 when there is none."""
    if id in game.presets():
        return f"preset:{id}"
    if id not in game.editions:
        abort(404)
    return f"edition:{id}"
