"""Every table file under this folder holds: rulebook cases, and games that were played."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.seats import Role
from companion.games import GAMES
from companion.table.export import export_text
from companion.table.replay import replay
from companion.table.table_file import parse_table_file, read_table_file

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.jsonl"))


def name(path: Path) -> str:
    return str(path.relative_to(HERE))


@pytest.mark.parametrize("path", FILES, ids=name)
def test_table_file_holds(path: Path) -> None:
    replayed = replay(read_table_file(path), GAMES)
    assert [str(miss) for miss in replayed.misses] == []


@pytest.mark.parametrize("path", FILES, ids=name)
def test_its_export_replays_to_the_same_view_and_undoes_to_the_start(path: Path) -> None:
    file = read_table_file(path)
    session = replay(file, GAMES).session
    if session is None:
        assert file.header.refused is not None
        return
    again = replay(parse_table_file(export_text(session, secret=True), path.parent), GAMES)
    assert again.misses == ()
    assert again.session is not None
    assert again.session.view(Role.TABLE) == session.view(Role.TABLE)
    start = session.game.new(session.setup)
    while session.history.head:
        session.submit({"do": "undo", "by": "banker"})
    assert session.state == start
