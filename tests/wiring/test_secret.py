"""The key that signs cookies: made once, read by its owner alone, whole or not there."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from companion.app import CannotStart, load_secret
from companion.web.text import Words


def test_the_key_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    key = load_secret(tmp_path)
    assert len(key) == 32
    assert load_secret(tmp_path) == key
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]


def test_two_tables_have_two_keys(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    assert load_secret(tmp_path / "one") != load_secret(tmp_path / "two")


def test_what_a_cut_left_behind_is_no_key(tmp_path: Path) -> None:
    (tmp_path / "secret.new").write_bytes(b"half")
    assert len(load_secret(tmp_path)) == 32
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]


@pytest.mark.parametrize("length", [0, 31])
def test_a_damaged_key_says_what_to_do_and_is_left_alone(tmp_path: Path, length: int) -> None:
    (tmp_path / "secret").write_bytes(b"x" * length)
    with pytest.raises(CannotStart) as raised:
        load_secret(tmp_path)
    assert Words().say(raised.value.message).startswith(f"{tmp_path / 'secret'} is damaged. Delete it")
    assert (tmp_path / "secret").read_bytes() == b"x" * length
