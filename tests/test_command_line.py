"""The command line: exit codes and sentences."""

from __future__ import annotations

import json
import socket
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.app import start
from companion.config import Config
from companion.core.game import Setup
from companion.games import GAMES
from companion.journal.cupboard import Cupboard
from companion.journal.notes import NotesFile
from companion.table.hall import Hall
from companion.table.registry import Registry
from companion.web.text import Words

EXAMPLES = Path(__file__).parent / "rulebook"
HEADER = '{"table": 1, "game": "camelup", "players": ["Ann", "Bob"]}\n'


def write(folder: Path, text: str) -> str:
    path = folder / "game.jsonl"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_replay_of_files_that_hold_is_0_and_prints_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", write(tmp_path, HEADER + '{"expect": {"phase": "setup"}}\n')]) == 0
    assert capsys.readouterr().out == ""


def test_replay_names_file_line_path_expected_and_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, HEADER + '{"expect": {"leg": 7}}\n')
    assert main(["replay", path]) == 1
    assert capsys.readouterr().out == f"{path}:2: leg: expected 7, found 1\n"


def test_replay_of_an_unreadable_file_is_2_and_the_others_are_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = write(tmp_path, HEADER + '{"expect": {"leg": 7}}\n')
    bad = tmp_path / "bad.jsonl"
    bad.write_text("nonsense\n")
    assert main(["replay", str(bad), good]) == 2
    captured = capsys.readouterr()
    assert f"{bad}:1: not JSON" in captured.err
    assert "leg: expected 7" in captured.out


def test_replay_json_prints_the_last_view(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--json", write(tmp_path, HEADER)]) == 0
    view = json.loads(capsys.readouterr().out)
    assert (view["game"], view["number"]) == ("camelup", 0)


def test_replay_of_an_unknown_game_says_which_there_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", write(tmp_path, HEADER.replace("camelup", "chess"))]) == 1
    assert "Game should be one of monopoly, camelup and lastwill, not “chess”." in capsys.readouterr().out


def test_replay_says_a_refusal_as_its_code_and_a_sentence_with_the_names_of_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    header = '{"table": 1, "game": "monopoly", "players": ["Ann", "Bob"]}\n'
    path = write(tmp_path, header + '{"do": "roll", "by": "Bob", "dice": [1, 2]}\n')
    assert main(["replay", path]) == 1
    told = "not_your_turn: It is Ann's turn. Wait until it is yours."
    assert capsys.readouterr().out == f'{path}:2: roll: expected "done", found "{told}"\n'


def test_export_of_the_last_game_replays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hall = Hall(GAMES, Cupboard(tmp_path), Registry())
    table = hall.start(Setup("camelup", ("Ann", "Bob")))
    table.submit({"do": "place", "by": "Ann", "camel": "white", "space": 2})
    hall.close()
    assert main(["export", "last", "--data", str(tmp_path)]) == 0
    text = capsys.readouterr().out
    assert '"camel": "white"' in text
    assert main(["replay", write(tmp_path, text)]) == 0


def test_export_of_a_game_that_is_not_there_names_those_that_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", "yesterday", "--data", str(tmp_path)]) == 2
    assert "No game yesterday is stored, and no other." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["simulate", "chess"], "Game should be one of monopoly, camelup and lastwill, not “chess”."),
        (
            ["simulate", "camelup", "--players", "40"],
            "Players should be a whole number from 1 to 10, not “40”.",
        ),
        (
            ["simulate", "camelup", "--games", "0"],
            "Number of games should be a whole number from 1 to 1,000,000",
        ),
        (["simulate", "camelup", "--players", "9"], "all four variants"),
        (
            ["simulate", "monopoly", "--option", "salary=lots"],
            "Salary on GO should be a whole number from 0 to",
        ),
    ],
)
def test_simulate_says_what_would_be_right(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize("game", list(GAMES))
def test_simulate_counts_games_and_turns(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", game, "--games", "2", "--players", "3", "--seed", "1", "--json"]) == 0
    counted = json.loads(capsys.readouterr().out)
    assert counted["games"] == 2
    assert counted["turns"] > 5
    assert counted["games_per_second"] > 0
    assert counted["turns_per_second"] > 0


def test_tags_are_exported_and_imported_as_one_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tags.json"
    rows = [{"uid": "DEADBEEF", "game": "monopoly", "kind": "deed", "name": "red1"}]
    file.write_text(json.dumps(rows))
    data = ["--data", str(tmp_path / "data")]
    assert main(["tags", "import", str(file), *data]) == 0
    capsys.readouterr()
    assert main(["tags", "list", *data]) == 0
    assert json.loads(capsys.readouterr().out) == rows
    file.write_text('[{"uid": "XYZ", "game": "", "kind": "", "name": ""}]')
    assert main(["tags", "import", str(file), *data]) == 2
    assert "Row, 1, UID should be a UID" in capsys.readouterr().err
    capsys.readouterr()
    assert main(["tags", "list", *data]) == 0
    assert json.loads(capsys.readouterr().out) == rows


@pytest.mark.parametrize(
    ("language", "why"),
    [
        ("C", "Port {port} on 127.0.0.1 cannot be used (another program uses it already)."),
        ("da_DK.UTF-8", "Port {port} på 127.0.0.1 kan ikke bruges (et andet program bruger den allerede)."),
    ],
)
def test_run_on_a_port_in_use_says_what_to_do(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    why: str,
) -> None:
    monkeypatch.setenv("LC_ALL", language)
    monkeypatch.delenv("LANGUAGE", raising=False)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        code = main(["run", "--host", "127.0.0.1", "--port", port, "--data", str(tmp_path), "--no-browser"])
    assert code == 2
    assert why.format(port=port) in capsys.readouterr().err


def test_run_with_a_data_folder_that_is_a_file_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.touch()
    assert main(["run", "--data", str(file), "--config", str(tmp_path / "none.toml"), "--no-browser"]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_run_with_tags_that_were_stored_wrongly_says_which_and_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    notes = NotesFile(tmp_path / "notes.sqlite")
    notes.put("tags", '[{"uid": "04", "game": "", "kind": "", "name": ""}]')
    notes.close()
    assert main(["run", "--data", str(tmp_path), "--no-browser"]) == 2
    told = capsys.readouterr().err
    assert "Row, 1, UID should be a UID" in told
    assert "Move the file away" in told


def test_run_with_a_wrong_table_toml_names_every_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "table.toml").write_text('prot = 1\nport = "x"\n')
    assert main(["run", "--data", str(tmp_path), "--no-browser"]) == 2
    text = capsys.readouterr().err
    assert "prot: no such key" in text
    assert "port: expected a port" in text


def test_a_link_hands_over_a_place_of_the_running_companion(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hall = Hall(GAMES, Cupboard(tmp_path), Registry())
    table = hall.start(Setup("camelup", ("Ann", "Bob"))).id
    hall.close()
    with ExitStack() as closing:
        config = Config(host="127.0.0.1", port=0, folder=tmp_path, open_browser=False)
        url = start(config, closing).local_url
        there = ["--url", url, "--data", str(tmp_path)]
        assert main(["link", table, "banker", *there]) == 0
        assert f"/t/{table}/join/" in capsys.readouterr().out
        assert main(["token", table, "0", *there]) == 0
        assert len(capsys.readouterr().out.strip()) > 20
        assert main(["link", "nowhere", *there]) == 2
    assert main(["link", table, *there]) == 2
    assert "no companion answers" in capsys.readouterr().err
    assert main(["link", table, "--data", str(tmp_path / "other")]) == 2
    assert "--data" in capsys.readouterr().err


def test_the_terminal_says_what_is_wrong_in_the_language_of_the_system(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "da_DK.UTF-8")
    words = Words("da")
    (tmp_path / "table.toml").write_text('[panel]\nkind = "lamp"\n')
    kinds = {"choices": ["none", "gpio", "simulated"]}
    expected = {"id": "expected.one_of", "values": kinds}
    fault = words.text("expected.fault", place="panel.kind", expected=expected, found='"lamp"')
    for command in ("run", "doctor"):
        assert main([command, "--data", str(tmp_path)]) == 2
        assert f"\n  {fault}\n" in capsys.readouterr().err
    assert main(["tags", "import", "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"companion: {words.text('terminal.tags_need_file')}\n"


def test_a_port_that_cannot_be_is_refused_with_the_option(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    assert main(["run", "--data", str(tmp_path), "--port", "99999"]) == 2
    assert "--port: expected a port from 0 to 65535, found 99999" in capsys.readouterr().err


def test_odds_of_another_game_name_that_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, '{"table": 1, "game": "monopoly", "players": ["Ann", "Bob"]}\n')
    assert main(["odds", path]) == 2
    assert "odds are for Camel Up, and this is a game of Monopoly." in capsys.readouterr().err
