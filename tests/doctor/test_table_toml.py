"""A gain is written into table.toml, and nothing else of the file changes."""

from __future__ import annotations

import stat
import tomllib
from pathlib import Path

import pytest

from companion.doctor.table_toml import NotEdited, save_gain, with_gain

FILE = """\
# Our table.
port = 80   # for phones

[[reader]]  # under the lid
name = "table"
gain_db = 33  # as delivered

[[reader]]
  name = "tray" # the second one

[tower]
kind = "usb"
"""


def test_a_gain_that_stands_there_is_changed_and_its_remark_kept() -> None:
    assert with_gain(FILE, "table", 43) == FILE.replace("gain_db = 33", "gain_db = 43")


def test_a_gain_that_is_missing_is_added_below_the_name() -> None:
    line = '  name = "tray" # the second one\n'
    assert with_gain(FILE, "tray", 48) == FILE.replace(line, line + "gain_db = 48\n")


@pytest.mark.parametrize(
    "text",
    [
        FILE,
        FILE.replace("\n", "\r\n"),
        '[[reader]]\nname = "tray"\n[[reader]]\nname="table"',
        "[[ reader ]]\nname = 'table'",
        '[[reader]]\nkind = "rc522"\n\n# a remark\nname = "table"\ngain_db=48\n[panel]\nkind = "gpio"\n',
    ],
)
def test_only_the_gain_changes_however_the_file_is_written(text: str) -> None:
    edited = with_gain(text, "table", 38)
    before, after = tomllib.loads(text), tomllib.loads(edited)
    mine = next(reader for reader in after["reader"] if reader["name"] == "table")
    assert mine["gain_db"] == 38
    for reader in (*before["reader"], *after["reader"]):
        if reader["name"] == "table":
            reader.pop("gain_db", None)
    assert before == after
    assert with_gain(edited, "table", 38) == edited
    assert ("\r\n" in text) == ("\r\n" in edited) and edited.count("\r\n") in (0, edited.count("\n"))


@pytest.mark.parametrize(
    "text",
    [
        'reader = [{ name = "table" }]\n',
        '[[reader]]\nname = "tray"\n',
        '[[reader]]\nname = """\ntable"""\n',
        "",
        "no toml at all",
    ],
)
def test_a_file_that_is_not_understood_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "table.toml"
    path.write_text(text)
    with pytest.raises(NotEdited):
        save_gain(path, "table", 43)
    assert path.read_text() == text
    assert list(tmp_path.iterdir()) == [path]


def test_the_file_keeps_its_rights_and_a_link_stays_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "real.toml", tmp_path / "table.toml"
    path.write_text(FILE)
    path.chmod(0o640)
    link.symlink_to(path)
    assert save_gain(link, "table", 43)
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert "gain_db = 43  # as delivered" in path.read_text()
    assert not save_gain(link, "table", 43)


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(NotEdited, match="No such file"):
        save_gain(tmp_path / "table.toml", "table", 43)
