"""table.toml: what is right is read, everything wrong is named in one message."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.config import Config, ReaderConfig, WrongConfig, check_port, load_config, parse_config
from companion.web.text import Words


def test_no_file_means_nothing_is_fitted(tmp_path: Path) -> None:
    assert load_config(tmp_path / "table.toml") == Config()


def test_a_full_file_is_read() -> None:
    config = parse_config(
        """
        host = "127.0.0.1"
        port = 80
        data = "/var/lib/games"
        hosts = ["games.home"]
        open_browser = false
        [[reader]]
        name = "table"
        gain_db = 38
        [tower]
        kind = "usb"
        port = "/dev/ttyACM0"
        [panel]
        kind = "gpio"
        muted = true
        """
    )
    assert config == Config(
        host="127.0.0.1",
        port=80,
        folder=Path("/var/lib/games"),
        hosts=("games.home",),
        open_browser=False,
        readers=(ReaderConfig("table", "rc522", 38),),
        tower="usb",
        tower_port="/dev/ttyACM0",
        panel="gpio",
        muted=True,
    )


WRONG = """
prot = 80
port = "eighty"
data = ""
hosts = [1]
[[reader]]
kind = "pn532"
[[reader]]
name = "table"
gain_db = 12
[tower]
kind = "camera"
[panel]
buttons = 3
"""


def refused(text: str) -> WrongConfig:
    """Why this table.toml is not used."""
    with pytest.raises(WrongConfig) as raised:
        parse_config(text)
    return raised.value


def test_every_wrong_key_is_named_in_one_message_a_line_each() -> None:
    assert Words().say(refused(WRONG).message).split("\n  ") == [
        "table.toml has 9 faults:",
        "prot: no such key; the keys are host, port, data, hosts, open_browser, reader, tower and panel",
        'port: expected a port from 0 to 65535, found "eighty"',
        'data: expected a folder, found ""',
        "hosts: expected a list of host names, found [1]",
        'reader 1: kind: expected one of rc522 and simulated, found "pn532"',
        "reader 1: name: expected one of table, tray, bank and deck",
        "reader 2: gain_db: expected one of 33, 38, 43 and 48, found 12",
        'tower.kind: expected one of none, usb and simulated, found "camera"',
        "panel.buttons: no such key; the keys are kind and muted",
    ]


def test_without_catalogues_every_fault_can_be_read_all_the_same() -> None:
    assert str(refused(WRONG)).split("\n  ") == [
        "table.toml:",
        "prot: unknown key (keys host, port, data, hosts, open_browser, reader, tower, panel)",
        'port: expected port (least 0, most 65535), found "eighty"',
        'data: expected folder, found ""',
        "hosts: expected host list, found [1]",
        'reader 1: kind: expected one of (choices rc522, simulated), found "pn532"',
        "reader 1: name: expected one of (choices table, tray, bank, deck), found nothing",
        "reader 2: gain_db: expected one of (choices 33, 38, 43, 48), found 12",
        'tower.kind: expected one of (choices none, usb, simulated), found "camera"',
        "panel.buttons: unknown key (keys kind, muted)",
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("port = ", "table.toml cannot be read from line 1, column 8 on: that is not TOML."),
        ("port = 80\nhost = [", "table.toml cannot be read from line 2, column 9 on: that is not TOML."),
        ("reader = 5", "reader: expected a section that begins with [[reader]], found 5"),
        ("tower = true", "tower: expected a section that begins with [tower], found true"),
        (
            '[[reader]]\nname = "table"\n[[reader]]\nname = "table"',
            'reader 2: name: expected a name that no other reader has, found "table"',
        ),
        (
            '[[reader]]\nname = "table"\n[[reader]]\nname = "tray"\nkind = "simulated"',
            "reader: kind: expected one kind for all readers, found rc522, simulated",
        ),
        ("open_browser = 1", "open_browser: expected true or false, found 1"),
        ("port = true", "port: expected a port from 0 to 65535, found true"),
        ("port = 70000", "port: expected a port from 0 to 65535, found 70000"),
    ],
)
def test_a_wrong_file_says_what_would_be_right(text: str, says: str) -> None:
    assert Words().say(refused(text).message).split("\n  ")[-1] == says


def test_a_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    with pytest.raises(WrongConfig) as raised:
        load_config(tmp_path)
    assert Words().say(raised.value.message) == f"{tmp_path} cannot be read (Is a directory)."
    path = tmp_path / "table.toml"
    path.write_bytes(b"port = \xff")
    with pytest.raises(WrongConfig) as raised:
        load_config(path)
    assert Words().say(raised.value.message) == f"{path} cannot be read: it is no text in UTF-8."


def test_a_port_that_no_machine_has_is_refused_with_its_option() -> None:
    with pytest.raises(WrongConfig) as raised:
        check_port("--port", 99999)
    assert Words().say(raised.value.message) == "--port: expected a port from 0 to 65535, found 99999"
    assert str(raised.value) == "--port: expected port (least 0, most 65535), found 99999"
    check_port("--port", 0)


def test_a_simulated_device_is_chosen_by_name_only() -> None:
    assert parse_config("").readers == ()
    assert Config().simulating().readers == (ReaderConfig("table", "simulated"),)
