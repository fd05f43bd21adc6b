"""What a field should be is a sentence of the catalogue, wherever a refusal names it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.games import GAMES
from companion.web.catalogues import catalogue
from companion.web.text import SHARED, Words, placeholders

SOURCE = Path(__file__).parents[2] / "companion"
PLACE_OF_ID = {"refuse_field": 1, "said_as": 0, "fault_at": 1, "note": 1, "fault": 2}
"""The argument that is the end of an id, by function. Each may hand on its own `expected` to another."""
_IN_BRACKETS = re.compile(r"\[[^\]]*\]")


class Expected(NamedTuple):
    """One place in the code that says what a field should be."""

    where: str
    game: str
    id: str
    values: frozenset[str]


def called(call: ast.Call) -> str:
    """The function's own name."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def hand_ons(tree: ast.AST) -> Iterator[ast.Call]:
    """The calls that pass on the `expected` of the function they stand in."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and function.name in PLACE_OF_ID:
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and called(node) in PLACE_OF_ID:
                    id = node.args[PLACE_OF_ID[called(node)]]
                    if isinstance(id, ast.Name) and id.id == "expected":
                        yield node


def in_source(path: Path, text: str) -> Iterator[Expected]:
    """The expectations of one module. Raises ValueError for an id that is put together."""
    parts = path.parts
    game = parts[parts.index("games") + 1] if "games" in parts else ""
    tree = ast.parse(text)
    handed_on = set(hand_ons(tree))
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or node in handed_on:
            continue
        where = f"{path.name}:{node.lineno}"
        for keyword in node.keywords:
            if keyword.arg == "expected" and isinstance(
                keyword.value, ast.Constant | ast.JoinedStr | ast.BinOp
            ):
                raise ValueError(f"{where}: {ast.unparse(keyword.value)} is prose, no message")
        place = PLACE_OF_ID.get(called(node))
        if place is None or len(node.args) <= place:
            continue
        id = node.args[place]
        if not isinstance(id, ast.Constant):
            raise ValueError(f"{where}: the id {ast.unparse(id)} is not written out")
        if any(keyword.arg is None for keyword in node.keywords):
            raise ValueError(f"{where}: its values are not written out")
        values = frozenset(str(keyword.arg) for keyword in node.keywords)
        yield Expected(where, game if game in GAMES else "", f"expected.{id.value!s}", values)


@cache
def everywhere() -> list[Expected]:
    found: list[Expected] = []
    for path in sorted(SOURCE.rglob("*.py")):
        found += in_source(path, path.read_text(encoding="utf-8"))
    return found


def missing(expected: Expected) -> str:
    """What lacks for the sentence of one expectation, empty when nothing does."""
    text = Words(game=expected.game).find(expected.id)
    if text is None:
        return f"{expected.where}: no sentence {expected.id}"
    forms = [text] if isinstance(text, str) else text.values()
    needed = {name for form in forms for name, _ in placeholders(_IN_BRACKETS.sub("", form))}
    lacks = needed - expected.values
    return f"{expected.where}: {expected.id} lacks {sorted(lacks)}" if lacks else ""


def test_every_expectation_has_a_sentence_that_finds_its_values() -> None:
    found = everywhere()
    assert len(found) > 150
    assert [told for told in map(missing, found) if told] == []


@pytest.mark.parametrize("name", [*SHARED, *GAMES])
def test_no_sentence_of_an_expectation_is_left_over(name: str) -> None:
    own = {expected.id for expected in everywhere() if name in SHARED or expected.game == name}
    written = {id for id in catalogue("en", name) if id.startswith("expected.")}
    assert written - own == set()


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ('refuse_field("a", f"one of {names}", 1)', "is not written out"),
        ('refuse_field("a", wanted, 1)', "is not written out"),
        ('refuse_field("a", "whole_number", 1, **limits)', "values are not written out"),
        ('refusal.said_as("one of " + names)', "is not written out"),
        ('Refusal("bad_request", field="a", expected="a number")', "is prose, no message"),
    ],
)
def test_planted_prose_is_found(source: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        list(in_source(Path("x.py"), source))


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ('refuse_field("a", "never_written", 1)', "no sentence expected.never_written"),
        ('refuse_field("a", "a whole number", 1)', "no sentence expected.a whole number"),
        ('refuse_field("a", "whole_number", 1, least=1)', "lacks ['most']"),
    ],
)
def test_a_planted_expectation_without_a_sentence_is_found(source: str, told: str) -> None:
    (found,) = in_source(Path("x.py"), source)
    assert told in missing(found)
