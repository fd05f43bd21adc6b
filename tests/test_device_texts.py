"""Every message that devices, wiring and table send has a sentence that finds its values."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from companion.core.message import Message
from companion.core.refusal import Reason
from companion.devices.tags import Lost
from companion.devices.tower import faults
from companion.table.registering import Stop
from companion.web.catalogues import Text, catalogue
from companion.web.text import Words, placeholders

ROOT = Path(__file__).parent.parent
SENDERS = ("core", "table", "wiring", "app.py", "doctor")
WORDS = Words(names=("Ann", "Bob"))

_IN_BRACKETS = re.compile(r"\[[^\]]*\]")


def sources(*names: str) -> Iterator[ast.AST]:
    for name in names:
        path = ROOT / "companion" / name
        for file in [path] if path.suffix else sorted(path.rglob("*.py")):
            yield from ast.walk(ast.parse(file.read_text(encoding="utf-8")))


def calls(name: str, nodes: Iterator[ast.AST]) -> Iterator[ast.Call]:
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
            yield node


def needed(text: Text) -> set[str]:
    """The placeholders that a sentence cannot do without."""
    forms = [text] if isinstance(text, str) else list(text.values())
    return {name for form in forms for name, _ in placeholders(_IN_BRACKETS.sub("", form))}


def said() -> dict[str, list[frozenset[str]]]:
    """The ids that are written out in a `say`, each with the values it is given."""
    found: dict[str, list[frozenset[str]]] = {}
    for call in calls("say", sources(*SENDERS)):
        id = call.args[0]
        whole = all(keyword.arg is not None for keyword in call.keywords)
        if isinstance(id, ast.Constant) and id.value and whole:
            found.setdefault(str(id.value), []).append(frozenset(str(one.arg) for one in call.keywords))
    return found


def beginnings() -> set[str]:
    """What stands before the first brace of ids that are put together."""
    found = set()
    for call in calls("say", sources(*SENDERS)):
        if isinstance(call.args[0], ast.JoinedStr):
            first = call.args[0].values[0]
            assert isinstance(first, ast.Constant)
            found.add(str(first.value))
    return found


@cache
def losses() -> Mapping[str, list[set[str]]]:
    """Each code of `Lost` with the values of every place that gives it."""
    found: dict[str, list[set[str]]] = {code.value: [] for code in Lost}
    for node in sources("devices"):
        if not isinstance(node, ast.Call):
            continue
        for argument in node.args:
            if isinstance(argument, ast.Attribute) and ast.unparse(argument.value) == "Lost":
                values = {str(keyword.arg) for keyword in node.keywords}
                for other in node.args:
                    if isinstance(other, ast.Dict):
                        values |= {str(key.value) for key in other.keys if isinstance(key, ast.Constant)}
                found[Lost[argument.attr].value].append(values)
    return found


@cache
def refusals_of_a_tower() -> set[str]:
    protocol = tomllib.loads((ROOT / "firmware" / "protocol.toml").read_text(encoding="utf-8"))
    reasons = next(field["of"] for field in _tables(protocol) if "full" in field.get("of", ()))
    own = {
        argument.value
        for call in calls("RollRefused", sources("devices"))
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    }
    return (set(reasons) | own) - {"full"}  # a full tower is asked again, nobody hears of it


def _tables(value: object) -> Iterator[dict[str, list[str]]]:
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from _tables(part)


def test_every_sentence_is_there_and_finds_its_values() -> None:
    found = said()
    assert {"throw.nobody", "clock.last_round", "panel.nothing_waits", "desk.noted"} <= found.keys()
    for id, places in found.items():
        text = WORDS.find(id)
        assert text is not None, id
        for values in places:
            assert needed(text) <= values, (id, needed(text) - values)


def test_ids_that_are_put_together_are_of_families_known_here() -> None:
    assert beginnings() <= {
        "reader.",
        "tower.",
        "tower.refused_",
        "refusal.",
        "doctor.card.kind.",
        "scan.stopped.",
    }


@pytest.mark.parametrize("code", [code.value for code in Lost])
def test_every_loss_of_a_reader_says_what_to_do(code: str) -> None:
    text = WORDS.find(f"reader.{code}")
    assert text is not None
    for values in losses()[code]:
        assert needed(text) <= values | {"reader"}, (code, values)


@pytest.mark.parametrize("code", [Lost.PACKAGE_MISSING, Lost.PACKAGE_WRONG, Lost.PIN_FAILED])
def test_what_the_panel_lacks_is_said_without_a_reader(code: Lost) -> None:
    values = {"package": "gpiozero", "found": "1.0", "error": "no such chip"}
    sentence = WORDS.say(Message(f"reader.{code.value}", values))
    assert "Reader" not in sentence
    assert "{" not in sentence


@pytest.mark.parametrize("code", faults.CODES)
def test_every_fault_of_a_tower_has_its_remedy_in_the_catalogue(code: str) -> None:
    text = WORDS.find(f"tower.{code}")
    assert text is not None
    assert needed(text) <= {name for name, _ in placeholders(faults._REMEDIES[code])}


@pytest.mark.parametrize("reason", sorted(refusals_of_a_tower()))
def test_every_refusal_of_a_tower_has_a_sentence(reason: str) -> None:
    assert WORDS.find(f"tower.refused_{reason}") is not None


@pytest.mark.parametrize("why", Stop)
def test_every_tag_that_stops_a_row_says_why(why: Stop) -> None:
    text = WORDS.find(f"scan.stopped.{why}")
    assert text is not None
    assert needed(text) <= {"uid", "piece", "name", "game"}


@pytest.mark.parametrize("code", [reason.value for reason in Reason])
def test_every_common_refusal_has_a_sentence(code: str) -> None:
    assert WORDS.find(f"refusal.{code}") is not None


def test_no_sentence_of_a_device_is_left_over() -> None:
    expected = {f"reader.{code.value}" for code in Lost} | {"reader.several", "reader.clone"}
    expected |= {f"tower.{code}" for code in faults.CODES}
    expected |= {f"tower.refused_{reason}" for reason in refusals_of_a_tower()}
    written = {id for id in catalogue("en", "devices") if id.startswith(("reader.", "tower."))}
    assert written == expected


def test_a_planted_sentence_that_lacks_a_value_is_found() -> None:
    assert needed("[Reader {reader}: ]{package} is missing") == {"package"}
    assert needed({"one": "a {count:count}", "other": "{count:count} in {where}"}) == {"count", "where"}
