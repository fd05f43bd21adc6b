"""The generated ends of the protocol are current, agree, and need nothing that MicroPython lacks."""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from companion.devices.tower import protocol
from tests.firmware.modules import FIRMWARE, firmware


def load_generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("firmware_generate", FIRMWARE / "generate.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_generated_files_are_current() -> None:
    done = subprocess.run(
        [sys.executable, str(FIRMWARE / "generate.py"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_a_stale_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    generator = load_generator()
    stale = tmp_path / "protocol.py"
    stale.write_text(generator.TOWER.read_text().replace("PROTO = 1", "PROTO = 2"))
    monkeypatch.setattr(generator, "TOWER", stale)
    monkeypatch.setattr(generator, "HERE", tmp_path / "firmware")
    assert generator.main(["--check"]) == 1
    assert "protocol.py is not current: run python firmware/generate.py" in capsys.readouterr().out
    assert generator.main([]) == 0
    assert generator.main(["--check"]) == 0
    assert generator.main(["--what"]) == 2


def test_both_ends_have_the_same_numbers() -> None:
    theirs = firmware("protocol")
    names = [name for name in vars(theirs) if name.isupper() and isinstance(getattr(theirs, name), int)]
    assert len(names) > 12
    assert {name: getattr(theirs, name) for name in names} == {
        name: getattr(protocol, name) for name in names
    }


def test_both_ends_have_the_same_messages_as_the_source() -> None:
    theirs = firmware("protocol")
    source = tomllib.loads((FIRMWARE / "protocol.toml").read_text())
    for side, ours in (("host", protocol.FROM_HOST), ("tower", protocol.FROM_TOWER)):
        wanted = {m["verb"]: tuple(m["fields"]) for m in source["message"] if m["from"] == side}
        assert getattr(theirs, f"FROM_{side.upper()}") == wanted
        assert {verb: tuple(cls.__slots__) for verb, cls in ours.items()} == wanted


def test_the_agreed_messages_of_protocol_one_are_unchanged() -> None:
    """A message may be added; one that changes needs another number."""
    theirs = firmware("protocol")
    assert protocol.PROTO == 1
    agreed = {
        "?": ("nonce",),
        "R": ("req", "spec"),
        "A": ("boot", "n"),
        "P": ("nonce",),
        "B": ("req", "armed", "who"),
    }
    assert agreed.items() <= theirs.FROM_HOST.items()
    answers = {
        "H": ("nonce", "proto", "name", "boot", "newest", "health"),
        "E": ("boot", "n", "by", "spec", "dice"),
        "P": ("nonce", "bad", "health"),
        "N": ("req", "reason"),
        "B": ("req",),
        "Q": ("boot", "presses"),
    }
    assert answers.items() <= theirs.FROM_TOWER.items()


def on_the_board() -> list[Path]:
    return [path for path in sorted(FIRMWARE.glob("*.py")) if path.name != "generate.py"]


@pytest.mark.parametrize("path", on_the_board(), ids=lambda path: path.name)
def test_board_files_keep_to_plain_micropython(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    banned = (ast.JoinedStr, ast.Match, ast.AnnAssign, ast.AsyncFunctionDef, ast.NamedExpr)
    assert [type(node).__name__ for node in ast.walk(tree) if isinstance(node, banned)] == []
    known = {"hashlib", "os", "select", "sys", "time", "machine", "micropython", "neopixel", "framebuf"}
    known |= {other.stem for other in on_the_board()}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            assert {alias.name for alias in node.names} <= known
        assert not isinstance(node, ast.ImportFrom)
        if isinstance(node, ast.FunctionDef):
            assert node.returns is None and not any(arg.annotation for arg in node.args.args)


def test_the_core_touches_no_board() -> None:
    imports = {
        alias.name
        for name in ("tower.py", "entropy.py")
        for node in ast.walk(ast.parse((FIRMWARE / name).read_text("utf-8")))
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    assert imports == {"hashlib", "protocol"}
