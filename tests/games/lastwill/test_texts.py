"""Every sentence of Last Will has its words, and its placeholders are filled."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.currency import Currency
from companion.core.message import say
from companion.games import lastwill
from companion.games.lastwill.cards import (
    BORDERS,
    COUNTED,
    DECKS,
    KINDS,
    SYMBOLS,
)
from companion.games.lastwill.codes import Code
from companion.games.lastwill.commands import verbs
from companion.games.lastwill.state import Phase
from companion.web.catalogues import catalogue
from companion.web.text import Words, placeholders

FOLDER = Path(lastwill.__file__).parent
TEXTS = catalogue("en", "lastwill")
SHARED = catalogue("en", "core")


def calls() -> Iterator[tuple[str, ast.Call]]:
    for path in sorted(FOLDER.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield path.name, node


def called(node: ast.Call) -> str:
    function = node.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def variants(node: ast.expr, names: dict[str, tuple[str, ...]]) -> list[str]:
    """The ids an expression can be: a constant, a choice of two, or a pattern with known words."""
    if isinstance(node, ast.Constant):
        return [str(node.value)]
    if isinstance(node, ast.IfExp):
        return variants(node.body, names) + variants(node.orelse, names)
    if isinstance(node, ast.Name):
        return []
    assert isinstance(node, ast.JoinedStr), ast.dump(node)
    ids = [""]
    for part in node.values:
        if isinstance(part, ast.Constant):
            ids = [one + str(part.value) for one in ids]
        else:
            assert isinstance(part, ast.FormattedValue)
            ids = [one + word for one in ids for word in names[ast.unparse(part.value)]]
    return ids


WORDS = {
    "event.phase": tuple(phase.value for phase in Phase if phase is not Phase.SETUP),
    "ability.scope": ("any", "white"),
}


def said() -> list[tuple[str, frozenset[str], str]]:
    found: list[tuple[str, frozenset[str], str]] = []
    for file, node in calls():
        if called(node) == "say" and not isinstance(node.args[0], ast.Name):
            keys = frozenset(keyword.arg for keyword in node.keywords if keyword.arg)
            found.extend((id, keys, file) for id in variants(node.args[0], WORDS))
    return found


@pytest.mark.parametrize(("id", "keys", "file"), said())
def test_a_message_has_its_text_and_fills_every_placeholder(id: str, keys: frozenset[str], file: str) -> None:
    text = TEXTS.get(id, SHARED.get(id))
    assert text is not None, f"{file}: no text for {id}"
    assert {name for name, _ in placeholders(text)} <= keys


WORDY = (
    "lastwill.prompt.activate",
    "lastwill.prompt.keep_up",
    "lastwill.answer.keep_up",
    "lastwill.answer.activate",
    "lastwill.answer.buy",
    "lastwill.answer.place",
)


@pytest.mark.parametrize("id", WORDY)
def test_a_message_chosen_in_a_variable_has_its_text(id: str) -> None:
    names = {name for name, _ in placeholders(TEXTS[id])}
    assert names <= {"card", "actions", "amount", "option"}


def refused() -> list[tuple[str, frozenset[str]]]:
    found = []
    for _, node in calls():
        code = None
        if called(node) in ("refuse", "require", "Refusal"):
            arguments = [one for one in node.args if ast.unparse(one).startswith("Code.")]
            code = ast.unparse(arguments[0]) if arguments else None
        elif called(node) == "refusal" and ast.unparse(node.func).startswith("Code."):
            code = ast.unparse(node.func).removesuffix(".refusal")
        if code is not None:
            keys = frozenset(keyword.arg for keyword in node.keywords if keyword.arg)
            found.append((Code[code.removeprefix("Code.")].value, keys))
    return found


@pytest.mark.parametrize(("code", "keys"), sorted(set(refused()), key=str))
def test_a_refusal_has_its_sentence(code: str, keys: frozenset[str]) -> None:
    text = TEXTS[f"refusal.{code}"]
    assert isinstance(text, str)
    outside = text
    while "[" in outside:
        start, end = outside.index("["), outside.index("]")
        outside = outside[:start] + outside[end + 1 :]
    assert {name for name, _ in placeholders(outside)} <= keys


def test_every_code_of_the_contract_is_raised_somewhere_and_worded() -> None:
    raised = {code for code, _ in refused()}
    # `once_a_round` and `no_extension` also come back from `why_not` before they are raised.
    assert raised | {Code.ONCE_A_ROUND.value} == {code.value for code in Code}
    assert all(f"refusal.{code.value}" in TEXTS for code in Code)


def test_every_option_is_labelled_and_explained() -> None:
    for name, option in lastwill.options.items():
        assert f"option.lastwill.{name}" in TEXTS
        assert f"option.lastwill.{name}.help" in TEXTS
        for choice in option.choices:
            if isinstance(choice, str):
                assert f"option.lastwill.{name}.{choice}" in TEXTS


def test_every_verb_is_named_in_the_history() -> None:
    for verb in verbs:
        assert f"verb.{verb}" in TEXTS or f"verb.{verb}" in SHARED or verb in ("scan", "note")


def test_words_of_the_schema_are_all_there() -> None:
    ids = [
        *(f"lastwill.kind.{kind}" for kind in (*KINDS, "unknown")),
        *(f"lastwill.deck.{deck}" for deck in (*DECKS, "any")),
        *(f"lastwill.symbol.{symbol}" for symbol in SYMBOLS),
        *(f"lastwill.mark.{mark}" for mark in (*SYMBOLS, "mansion", "manor", "flat")),
        *(f"lastwill.counted.{what}" for what in COUNTED),
    ]
    assert [id for id in ids if id not in TEXTS] == []
    assert BORDERS


def test_every_text_is_used() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.py"))
    families = (
        "game.",
        "refusal.",
        "expected.",
        "option.",
        "preset.",
        "verb.",
        "do.",
        "ask.",
        "lastwill.kind.",
        "lastwill.deck.",
        "lastwill.symbol.",
        "lastwill.mark.",
        "lastwill.counted.",
        "lastwill.field.",
        "lastwill.phase_",
        "lastwill.ability.extra_actions_",
    )
    assert [id for id in TEXTS if not id.startswith(families) and f'"{id}"' not in source] == []


def test_a_refusal_is_read_as_a_sentence() -> None:
    words = Words("en", "lastwill", ("Ann", "Bob"), Currency("£"))
    shown = words.say(say("refusal.owns_property", who=0, card="flat", has=2, amount=3))
    assert shown == (
        "While Ann owns flat nothing beyond £2 can be spent, and this is £3. Sell first, or choose less."
    )
    assert words.say(say("refusal.space_taken", place=3, who=1)) == (
        "Space 3 is taken by Bob. Choose a free one."
    )
    assert json.dumps(TEXTS)
