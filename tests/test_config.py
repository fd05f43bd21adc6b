"""table.toml: what is right is read, everything wrong is named in one message."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.config import Config, ReaderConfig, WrongConfig, load_config, parse_config


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


def test_every_wrong_key_is_named_in_one_message() -> None:
    with pytest.raises(WrongConfig) as raised:
        parse_config(
            """
            prot = 80
            port = "eighty"
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
        )
    text = str(raised.value)
    for part in (
        "prot: no such key; expected host, port",
        "port: expected a port from 0 to 65535, found 'eighty'",
        "reader 1: kind: expected one of rc522, simulated, found 'pn532'",
        "reader 1: name: expected one of table, tray, bank, deck, found nothing",
        "reader 2: gain_db: expected one of 33, 38, 43, 48, found 12",
        "tower.kind: expected one of none, usb, simulated, found 'camera'",
        "panel.buttons: no such key; expected kind, muted",
    ):
        assert part in text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("port = ", "is not TOML"),
        ("reader = 5", "reader: expected sections"),
        ("tower = true", "tower: expected a section"),
        ('[[reader]]\nname = "table"\n[[reader]]\nname = "table"', "twice"),
        ('[[reader]]\nname = "table"\n[[reader]]\nname = "tray"\nkind = "simulated"', "found both"),
        ("port = true", "port: expected"),
        ("port = 70000", "port: expected"),
    ],
)
def test_a_wrong_file_says_what_would_be_right(text: str, says: str) -> None:
    with pytest.raises(WrongConfig, match=says):
        parse_config(text)


def test_a_simulated_device_is_chosen_by_name_only() -> None:
    assert parse_config("").readers == ()
    assert Config().simulating().readers == (ReaderConfig("table", "simulated"),)
