"""Table files: read, compared, replayed, exported."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.core.game import Game
from companion.core.seats import Role
from companion.table.export import export_text
from companion.table.replay import compare, replay
from companion.table.table_file import UnreadableFile, parse_table_file, read_table_file
from tests.table.conftest import Stand
from tests.web import coins

GAMES: dict[str, Game] = {"coins": coins}  # type: ignore[dict-item]
HEADER = '{"table": 1, "game": "coins", "players": ["Ann", "Bob"]}'


def misses(*lines: str) -> list[str]:
    return [str(miss) for miss in replay(parse_table_file("\n".join(lines)), GAMES).misses]


def test_comments_and_blank_lines_are_skipped() -> None:
    assert misses("# a case", "", HEADER, "  ", '{"do": "take", "by": "Ann", "amount": 3}') == []


@pytest.mark.parametrize(
    ("expected", "found", "paths"),
    [
        ({"a": 1}, {"a": 1, "b": 2}, []),
        ({"a": {"b": 1}}, {"a": {"b": 1, "c": 3}}, []),
        ({"a": [1, {"b": 2}]}, {"a": [1, {"b": 2, "c": 3}]}, []),
        ({"a": [1]}, {"a": [1, 2]}, ["a"]),
        ({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}, ["a[1].b"]),
        ({"a": None}, {}, []),
        ({"a": None}, {"a": None}, []),
        ({"a": None}, {"a": 0}, ["a"]),
        ({"a": 1}, {"a": True}, ["a"]),
        ({"a": True}, {"a": 1}, ["a"]),
        ({"a": "1"}, {"a": 1}, ["a"]),
        ({"a": {}}, {"a": []}, ["a"]),
        ({"a": []}, {"a": None}, ["a"]),
        ({"a": {"b": 1}}, {}, ["a"]),
    ],
)
def test_an_expectation_is_a_subset(expected: Any, found: Any, paths: list[str]) -> None:
    assert [path for path, _, _ in compare(expected, found)] == paths


def test_a_miss_names_line_path_expected_and_found() -> None:
    lines = [
        HEADER,
        '{"do": "take", "by": "Ann", "amount": 3}',
        '{"expect": {"players": {"Ann": {"cash": 9}}}}',
    ]
    assert misses(*lines) == ["3: players.Ann.cash: expected 9, found 23"]


def test_an_unexpected_refusal_and_a_missing_one_are_misses() -> None:
    assert misses(HEADER, '{"do": "take", "by": "Ann", "amount": 99}')[0].startswith(
        '2: take: expected "done"'
    )
    wanted = '{"do": "take", "by": "Ann", "amount": 1, "refused": "too_greedy"}'
    assert misses(HEADER, wanted) == ['2: take: expected "too_greedy", found "done"']


@pytest.mark.parametrize("refused", ['"too_greedy"', '["stale", "too_greedy"]', "true"])
def test_a_refusal_may_be_a_code_a_list_or_any(refused: str) -> None:
    assert misses(HEADER, f'{{"do": "take", "by": "Ann", "amount": 99, "refused": {refused}}}') == []
    assert len(misses(HEADER, f'{{"do": "take", "by": "Ann", "amount": 9, "refused": {refused}}}')) == 1


def test_a_header_may_describe_a_table_that_must_not_be_made() -> None:
    alone = '{"table": 1, "game": "coins", "players": ["Ann"], "refused": "bad_request"}'
    assert misses(alone) == []
    assert len(misses(HEADER.replace("}", ', "refused": "bad_request"}'))) == 1


def test_two_players_of_one_name_are_no_table() -> None:
    assert misses('{"table": 1, "game": "coins", "players": ["Ann", "Ann"], "refused": "bad_request"}') == []


@pytest.mark.parametrize("name", ["bank", "pot", "banker", "Table", " Ann", "", "x" * 25, "a\nb"])
def test_reserved_or_unreadable_names_are_refused(name: str) -> None:
    header = {"table": 1, "game": "coins", "players": ["Bob", name], "refused": "bad_request"}
    assert misses(json.dumps(header)) == []


def test_a_command_with_an_id_counts_once() -> None:
    take = '{"do": "take", "by": "Ann", "amount": 3, "id": "x"}'
    assert misses(HEADER, take, take, '{"expect": {"number": 1, "players": {"Ann": {"cash": 23}}}}') == []


def test_somebody_unknown_sees_nothing() -> None:
    assert misses(HEADER, '{"expect": {}, "as": "Zoe"}')[0].startswith("2: as:")


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("", 1, "no header"),
        ("nonsense", 1, "not JSON"),
        ("[1]", 1, "expected an object"),
        ('{"table": 2, "game": "coins", "players": []}', 1, "table: expected 1"),
        ('{"table": true, "game": "coins", "players": []}', 1, "table: expected 1"),
        ('{"table": 1, "players": []}', 1, "game: expected the name"),
        ('{"table": 1, "game": "coins"}', 1, "players: expected a list"),
        ('{"table": 1, "game": "coins", "players": [1]}', 1, "players: expected a list"),
        ('{"table": 1, "game": "coins", "players": [], "options": []}', 1, "options: expected"),
        ('{"table": 1, "game": "coins", "players": [], "board": 1}', 1, "board: no such key"),
        ('{"table": 1, "game": "coins", "players": [], "edition": "no/such.toml"}', 1, "cannot be read"),
        (HEADER + "\n{}", 2, "expected a command"),
        (HEADER + '\n{"do": "take", "do": "take"}', 2, "do: expected once"),
        (HEADER + '\n{"expect": 1}', 2, "expect: expected an object"),
        (HEADER + '\n{"expect": {}, "by": "Ann"}', 2, "by: no such key"),
        (HEADER + '\n{"do": "take", "refused": 3}', 2, "refused: expected a code"),
        (HEADER + "\n" + "[" * 100_000, 2, "not JSON"),
    ],
)
def test_a_file_that_cannot_be_read_says_where_and_what_was_expected(text: str, line: int, says: str) -> None:
    with pytest.raises(UnreadableFile, match=says) as raised:
        parse_table_file(text)
    assert raised.value.line == line


def test_bytes_that_are_no_text_are_named(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UnreadableFile, match="not UTF-8"):
        read_table_file(path)


def test_export_replays_to_the_same_view_undone_commands_included(stand: Stand) -> None:
    stand.say("join", "table", name="Dot")
    stand.say("take", "Ann", amount=5, id="a")
    stand.say("toss", "Ann", source="program")
    stand.say("retype", "banker", dice=[6])
    stand.say("rename", "banker", who="Ann", name="Anna")
    stand.say("request", "Bob", from_="Anna", amount=3)
    stand.say("accept", "Anna", number=6)
    stand.say("undo", "Anna")
    stand.say("redo", "Anna")
    stand.say("take", "banker", for_="Bob", amount=50, override=True)
    stand.say("reverse", "banker", number=7)
    text = export_text(stand.session)
    again = replay(parse_table_file(text), GAMES)
    assert again.misses == ()
    assert again.session is not None
    assert again.session.view(Role.TABLE) == stand.session.view(Role.TABLE)
    assert export_text(again.session) == text
