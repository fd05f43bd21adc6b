"""The house's one import rule: no arrow points back."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent / "companion"

# package -> packages of the house it may import besides itself
MAY_IMPORT: dict[str, frozenset[str]] = {
    "core": frozenset(),
    "games": frozenset({"core"}),
    "journal": frozenset({"core"}),
    "devices": frozenset({"core"}),
    "table": frozenset({"core"}),
    "web": frozenset({"core", "table"}),
    "config": frozenset({"core"}),
    "addresses": frozenset(),
    "simulate": frozenset({"core"}),
}
# The composition root and the command line know everybody.
FREE = frozenset({"app", "command_line", "wiring", "doctor", "__main__", "__init__"})
IMPURE = frozenset({"time", "random", "threading", "socket", "sqlite3", "os", "pathlib", "subprocess", "io"})


def violations(source: str, module: str) -> Iterator[str]:
    """Imports in *source* that *module* (dotted, below companion) may not make."""
    parts = module.split(".")
    package = parts[0]
    if package in FREE:
        return
    allowed = MAY_IMPORT[package] | {package}
    for node in ast.walk(ast.parse(source)):
        for name in _imported(node):
            if name.split(".")[0] != "companion":
                if package == "core" and name.split(".")[0] in IMPURE:
                    yield f"{module} imports {name}: core is pure"
                if package == "games" and name.split(".")[0] in IMPURE - {"pathlib"}:
                    yield f"{module} imports {name}: rules are pure"
                continue
            below = name.split(".")[1:]
            if not below:
                continue
            if below[0] not in allowed:
                yield f"{module} imports {name}"
            if package == "games" and len(parts) > 1 and below[0] == "games" and below[1:2] != parts[1:2]:
                yield f"{module} imports another game: {name}"


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(ROOT.rglob("*.py")):
        yield ".".join(path.relative_to(ROOT).with_suffix("").parts), path


def test_no_module_imports_against_the_arrows() -> None:
    found = [
        fault
        for module, path in _modules()
        for fault in violations(path.read_text(encoding="utf-8"), module)
        if module != "games.__init__"  # the one line that names all games
    ]
    assert found == []


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("core.seats", "import time"),
        ("core.seats", "from companion.table import session"),
        ("games.monopoly.rent", "from companion.games.camelup import track"),
        ("games.monopoly.rent", "import random"),
        ("games.monopoly.rent", "from companion.table.bus import Bus"),
        ("journal.codec", "from companion.table import session"),
        ("devices.rc522", "import companion.web.stream"),
        ("table.table", "from companion.journal.sqlite import SqliteJournal"),
        ("web.pages", "from companion.games.monopoly import rent"),
        ("web.pages", "from companion.devices import tags"),
    ],
)
def test_a_planted_arrow_back_is_found(module: str, line: str) -> None:
    assert list(violations(line, module))


def test_core_and_table_stay_smaller_than_the_smallest_game() -> None:
    def lines(*packages: str) -> int:
        return sum(
            len(path.read_text(encoding="utf-8").splitlines())
            for package in packages
            for path in (ROOT / package).rglob("*.py")
        )

    games = [path.name for path in (ROOT / "games").iterdir() if (path / "__init__.py").exists()]
    assert games
    assert lines("core", "table") < min(lines(f"games/{name}") for name in games)
