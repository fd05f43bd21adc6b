"""Tags and pieces: one tag a piece, saved before it counts, exported and imported as one file."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from companion.core.refusal import Refusal
from companion.core.tagged import Tagged
from companion.core.uid import Uid
from companion.table.registry import Registered, Registry, read_registry

ORANGE = Registered("monopoly", Tagged("deed", "orange1"))
RED = Registered("monopoly", Tagged("deed", "red1"))
FIRST, SECOND = Uid.from_hex("04A3C6CAE26180"), Uid.from_hex("DEADBEEF")


def test_a_replaced_tag_is_forgotten() -> None:
    registry = Registry()
    registry.register(FIRST, ORANGE)
    registry.register(SECOND, ORANGE)
    assert registry.find(FIRST) is None
    assert registry.tag_of(ORANGE) == SECOND


def test_a_tag_that_stood_for_something_else_says_what() -> None:
    registry = Registry()
    registry.register(FIRST, ORANGE)
    assert registry.register(FIRST, RED) == ORANGE
    assert registry.tag_of(ORANGE) is None


def test_nothing_changes_when_it_cannot_be_saved() -> None:
    def full(known: Mapping[Uid, Registered]) -> None:
        raise OSError("full")

    registry = Registry({FIRST: ORANGE}, full)
    with pytest.raises(OSError, match="full"):
        registry.register(SECOND, ORANGE)
    with pytest.raises(OSError, match="full"):
        registry.forget(FIRST)
    assert registry.all() == {FIRST: ORANGE}


def test_the_file_comes_back_the_same() -> None:
    registry = Registry({FIRST: ORANGE, SECOND: RED})
    assert read_registry(registry.to_json()) == registry.all()


ROW = {"uid": "DEADBEEF", "game": "monopoly", "kind": "deed", "name": "red1"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("no json", "file"),
        ("{}", "file"),
        (json.dumps([5]), "row 1"),
        (json.dumps([ROW, {**ROW, "kind": 3}]), "row 2"),
        (json.dumps([{**ROW, "uid": "XY"}]), "row 1: uid"),
        (json.dumps([{**ROW, "uid": "AABB"}]), "row 1: uid"),
        (json.dumps([ROW, ROW]), "row 2: uid"),
    ],
)
def test_a_wrong_file_names_the_row(text: str, says: str) -> None:
    with pytest.raises(Refusal) as raised:
        read_registry(text)
    assert raised.value.values["field"] == says
