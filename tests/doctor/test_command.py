"""`companion doctor` as it is typed: what it prints, its exit codes, the report, the gain it saves."""

from __future__ import annotations

import getpass
import json
import socket
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from companion import app
from companion.__main__ import main
from companion.config import Config, parse_config
from companion.core.game import Setup
from companion.core.message import say
from companion.core.tagged import Tagged
from companion.core.uid import Uid
from companion.devices.emulated.rig import Rig
from companion.devices.emulated.tags import Tag, tag_of
from companion.doctor.card import WHITE_CARD, wait_for_card
from companion.doctor.command import Asked, run_doctor
from companion.doctor.parts import Parts
from companion.doctor.report import without_names
from companion.doctor.running import ask_running, read_check
from companion.games import GAMES
from companion.journal.cupboard import Cupboard
from companion.table.fittings import Check
from companion.table.hall import Hall
from companion.table.registry import Registered, Registry
from companion.web.doctor import check_json
from tests.devices.benches import bench
from tests.doctor.machines import PLACES, machine

TABLE_TOML = '[[reader]]\nname = "table" # under the lid\n'


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def test_without_hardware_it_says_so_and_is_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--data", str(tmp_path), "--port", str(free_port())]) == 0
    said = capsys.readouterr().out
    assert "everything can be tapped and typed" in said
    assert "Nothing is wrong." in said


def test_the_simulated_build_is_green_and_names_the_white_card(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--simulate", "--data", str(tmp_path), "--port", str(free_port())]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "Simulated devices: what is green here was tried on emulated parts, not on real ones." in lines
    assert lines[-2] == "Now hold the kit's white card to table."
    assert lines[-1].startswith(f"Reader table sees {WHITE_CARD}: a tag with a short number")


def test_what_is_fitted_and_missing_is_1_and_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "table.toml").write_text(TABLE_TOML)
    rig = Rig()
    rig.fit(PLACES["tray"])
    config = Config(folder=tmp_path, port=free_port(), readers=parse_config(TABLE_TOML).readers)
    assert run_doctor(Asked(config, tmp_path / "table.toml"), machine(tmp_path, rig)) == 1
    said = capsys.readouterr().out
    assert "WRONG  Reader table" in said
    assert "What to do:" in said
    assert " look  Reader tray" in said
    assert said.rstrip().endswith("1 thing is wrong. What to do stands below it.")


def test_marks_and_columns_are_those_of_the_terminals_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
    monkeypatch.delenv("LANGUAGE", raising=False)
    (tmp_path / "table.toml").write_text(TABLE_TOML)
    rig = Rig()
    rig.fit(PLACES["tray"])
    config = Config(folder=tmp_path, port=free_port(), readers=parse_config(TABLE_TOML).readers)
    assert run_doctor(Asked(config, tmp_path / "table.toml"), machine(tmp_path, rig)) == 1
    lines = capsys.readouterr().out.split("\n\n")[0].splitlines()
    marked = [line for line in lines if line.lstrip().startswith(("ok", "-", "проверь", "НЕ РАБОТАЕТ"))]
    assert {"проверь", "НЕ"} <= {line.split()[0] for line in marked}
    found = max(len("Последовательные порты"), 14) + len("НЕ РАБОТАЕТ") + 2
    assert {line[found] for line in marked} == {" "} and all(line[found + 1] != " " for line in marked)


def test_a_card_that_stands_for_a_piece_is_named_by_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [{"uid": str(WHITE_CARD), "game": "monopoly", "kind": "deed", "name": "red1"}]
    file = tmp_path / "tags.json"
    file.write_text(json.dumps(rows))
    assert main(["tags", "import", str(file), "--data", str(tmp_path)]) == 0
    main(["doctor", "--simulate", "--data", str(tmp_path), "--port", str(free_port())])
    assert capsys.readouterr().out.endswith(f"Reader table sees {WHITE_CARD}: monopoly, deed red1.\n")


def test_json_says_everything_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["doctor", "--simulate", "--json", "--tune", "--data", str(tmp_path)]
    assert main([*arguments, "--port", str(free_port())]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["ok"] is True
    reader = next(check for check in told["checks"] if check["about"] == "reader.table")
    assert reader["values"]["version"] == "0x92"
    assert told["cards"] == [{"reader": "table", "uid": str(WHITE_CARD), "stands_for": None}]
    assert told["tune"][0]["best"] == 33
    assert told["tune"][0]["saved"] is False


def test_a_wrong_table_toml_is_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "table.toml").write_text("prot = 1\n")
    assert main(["doctor", "--data", str(tmp_path)]) == 2
    assert "prot: no such key" in capsys.readouterr().err


def test_tune_saves_the_best_gain_and_keeps_the_rest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.toml"
    file.write_text(TABLE_TOML)
    rig = Rig()
    rig.fit(PLACES["table"]).air.lay(Tag(bytes.fromhex("5A3F21B0"), strength_db=-8), 0.0)
    config = Config(folder=tmp_path, port=free_port(), readers=parse_config(TABLE_TOML).readers)
    asked = Asked(config, file, tune=True, as_json=True)
    assert run_doctor(asked, machine(tmp_path, rig)) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["tune"] == [
        {"reader": "table", "rates": {"33": 0, "38": 0, "43": 100, "48": 100}, "best": 43, "saved": True}
    ]
    assert file.read_text() == TABLE_TOML + "gain_db = 43\n"


def test_tune_on_an_empty_reader_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "table.toml"
    file.write_text(TABLE_TOML)
    rig = Rig()
    rig.fit(PLACES["table"])
    config = Config(folder=tmp_path, port=free_port(), readers=parse_config(TABLE_TOML).readers)
    run_doctor(Asked(config, file, tune=True, card_s=0.0), machine(tmp_path, rig))
    assert "Reader table sees no card at any gain" in capsys.readouterr().out
    assert file.read_text() == TABLE_TOML


def test_the_report_holds_no_names_addresses_or_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: "rosalind")
    monkeypatch.setattr(socket, "gethostname", lambda: "rosalinds-pi")
    data = tmp_path / "rosalind" / "games"
    hall = Hall(GAMES, Cupboard(data), Registry())
    hall.start(Setup("camelup", ("Wilhelmina", "Bob")))
    hall.close()
    app.load_secret(data)
    (data / "games" / "2027-01-01-camelup-9.sqlite").write_text("torn")
    (data / "table.toml").write_text(TABLE_TOML + 'kind = "simulated"\n# Wilhelmina\'s lid\n')
    report = tmp_path / "report.txt"
    arguments = ["doctor", "--data", str(data), "--report", str(report), "--port", str(free_port())]
    assert main(arguments) == 0
    text = report.read_text()
    assert "version register 0x92" in text
    assert "mfrc522 0.0.7" in text
    secret = (data / "secret").read_bytes()
    for word in ("rosalind", "Wilhelmina", str(WHITE_CARD), secret.hex(), "http://1", str(tmp_path)):
        assert word not in text, word
    assert "Written to" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("http://192.0.2.7:8080", "http://(address):8080"),
        ("at 127.0.0.1", "at 127.0.0.1"),
        ("http://[2001:db8::1]:80", "http://[(address)]:80"),
        ("sees 04A3C6CAE26180: a tag", "sees (7 bytes): a tag"),
        (
            "usb-MicroPython_Board_in_FS_mode_e6614c311b7f2a2b-if00",
            "usb-MicroPython_Board_in_FS_mode_(number)-if00",
        ),
        ("2027-01-15 08:00", "2027-01-15 08:00"),
        ("/dev/spidev0.0, version register 0x92", "/dev/spidev0.0, version register 0x92"),
    ],
)
def test_what_tells_who_or_where_is_taken_out(text: str, shown: str) -> None:
    assert without_names(text, Path("/nowhere")) == shown


def test_a_report_that_cannot_be_written_is_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["doctor", "--data", str(tmp_path), "--report", str(tmp_path), "--port", str(free_port())]
    assert main(arguments) == 2
    assert "cannot be written" in capsys.readouterr().err


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Config]:
    """A companion that serves simulated devices."""
    with ExitStack() as closing:
        config = Config(host="127.0.0.1", port=0, folder=tmp_path / "served").simulating()
        port = app.start(config, closing).port
        yield Config(host="127.0.0.1", port=port, folder=tmp_path / "served")


def test_while_the_companion_serves_its_devices_are_left_alone(
    serving: Config, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def untouched(*_: object) -> None:
        raise AssertionError("a device was opened")

    parts = Parts(open_spi=untouched, open_reset=untouched, find_tower=untouched)  # type: ignore[arg-type]
    assert run_doctor(Asked(serving, tmp_path / "table.toml"), parts) == 0
    said = capsys.readouterr().out
    assert f"The companion runs at http://127.0.0.1:{serving.port} and holds its devices." in said
    assert "simulated: MFRC522 2.0, version register 0x92; self test passed; antenna on; gain 33 dB" in said
    assert said.rstrip().endswith("/doctor")
    asked = Asked(serving, tmp_path / "table.toml", tune=True)
    assert run_doctor(asked, parts) == 2
    assert "systemctl stop" in capsys.readouterr().err
    assert run_doctor(Asked(serving, tmp_path / "table.toml", as_json=True), parts) == 0
    assert json.loads(capsys.readouterr().out)["running"] == f"http://127.0.0.1:{serving.port}"


class OtherProgram(BaseHTTPRequestHandler):
    """A web server that is no companion."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{"ok": true}')

    def log_message(self, *_: object) -> None: ...


def test_a_port_where_something_else_answers_is_no_companion() -> None:
    assert ask_running(Config(host="127.0.0.1", port=free_port())) is None
    with HTTPServer(("127.0.0.1", 0), OtherProgram) as other:
        thread = threading.Thread(target=other.handle_request)
        thread.start()
        assert ask_running(Config(host="127.0.0.1", port=other.server_port)) is None
        thread.join(10.0)


def test_checks_survive_the_way_through_json() -> None:
    check = Check("disk", "warning", say("doctor.disk.low", free=3), say("doctor.disk.low_todo"))
    assert read_check(json.loads(json.dumps(check_json(check)))) == check
    for wrong in (
        None,
        {},
        {"about": "x", "status": "odd"},
        {"about": 1, "status": "fine", "found": {"id": "x"}},
    ):
        assert read_check(wrong) is None


def test_a_registered_tag_and_a_strange_one_are_told_apart() -> None:
    known = {Uid.from_hex("5A3F21B0"): Registered("", Tagged("player_card", "3"))}
    table = bench(tag_of(bytes.fromhex("5A3F21B0")), tag_of(bytes.fromhex("04A3C6CAE26180")))
    seen = wait_for_card((table.reader,), known, 0.0, table.rig)
    assert {str(one.uid): one.message.id for one in seen} == {
        "5A3F21B0": "doctor.card.piece",
        "04A3C6CAE26180": "doctor.card.seen",
    }


def test_a_report_goes_to_the_temporary_folder_where_the_own_may_not_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr(Path, "cwd", classmethod(lambda cls: tmp_path / "nowhere"))
    assert main(["doctor", "--data", str(tmp_path), "--report", "--port", str(free_port())]) == 0
    assert (tmp_path / "companion-report.txt").exists()
    assert str(tmp_path / "companion-report.txt") in capsys.readouterr().err


class Terse(OtherProgram):
    """A companion of before, which tells only that it serves."""

    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/healthz" else 404)
        self.end_headers()
        self.wfile.write(b'{"ok": true, "version": "0.0", "tables": {}}')


def test_a_companion_that_tells_no_more_is_said_to_serve(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with HTTPServer(("127.0.0.1", 0), Terse) as other:
        thread = threading.Thread(target=other.serve_forever)
        thread.start()
        config = Config(host="127.0.0.1", port=other.server_port, folder=tmp_path)
        assert run_doctor(Asked(config, tmp_path / "table.toml")) == 0
        other.shutdown()
        thread.join(10.0)
    said = capsys.readouterr().out
    assert "It serves (version 0.0), but told no more." in said
    assert "Nothing is wrong" not in said
