"""Every English text has a place that says it, and stands in one catalogue."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from companion.games import GAMES
from companion.web.catalogues import catalogue
from companion.web.text import SHARED

SOURCES = [
    path
    for path in Path("companion").rglob("*")
    if path.suffix in (".py", ".html", ".toml") and "locales" not in path.parts
]
NAMED = re.compile(r"""["'`]([\w.\-]+)["'`]""")
GLUED = re.compile(r"""["']([\w.]+[._])["']\s*~[^~,)}]+(?:~\s*["']([\w.]+)["'])?""")
"""`"first.way." ~ way ~ ".what"` in a page."""
BEGINS = re.compile(r"\w+\.[\w.]*")
ADDED = re.compile(r"""\w ~ ["']([._]\w+)["']""")
"""`way ~ ".holds"`."""
END = re.compile(r"^[._]\w+$")
PIECES = ("building.", "camel.", "die.")
"""Texts that a placeholder's kind is looked up by: `{what:building}`."""


def texts() -> Iterator[tuple[str, str]]:
    """(catalogue, id) of every English text."""
    for name in (*GAMES, *SHARED):
        yield from ((name, id) for id in catalogue("en", name))


class Written:
    """What the sources write out as ids, the shapes of those they make of parts, and what they add to ids."""

    def __init__(self) -> None:
        self.whole: set[str] = set()
        self.shapes: set[re.Pattern[str]] = set()
        self.ends: set[str] = set()
        for path in SOURCES:
            source = path.read_text(encoding="utf-8")
            self.whole |= {*NAMED.findall(source)}
            if path.suffix == ".html":
                self.shapes |= {_shape(parts) for parts in GLUED.findall(source)}
                self.ends |= {*ADDED.findall(source)}
            if path.suffix == ".py":
                self._read(ast.parse(source))

    def has(self, id: str) -> bool:
        if id in self.whole or any(shape.fullmatch(id) for shape in self.shapes):
            return True
        return any(id.endswith(end) and self.has(id.removesuffix(end)) for end in self.ends)

    def _read(self, tree: ast.AST) -> None:
        for node in ast.walk(tree):
            match node:
                case ast.JoinedStr(values=[ast.Constant(value=str(first)), *rest]) if BEGINS.fullmatch(first):
                    parts = [part.value if isinstance(part, ast.Constant) else None for part in rest]
                    self.shapes.add(_shape((first, *(str(part) for part in parts if part is not None), "")))
                case ast.JoinedStr(values=[ast.FormattedValue(), ast.Constant(value=str(end))]):
                    self.ends |= {*END.findall(end)}
                case ast.AugAssign(value=added):
                    ends = (part.value for part in ast.walk(added) if isinstance(part, ast.Constant))
                    self.ends |= {end for end in ends if isinstance(end, str) and END.fullmatch(end)}


def _shape(parts: Iterable[str]) -> re.Pattern[str]:
    return re.compile(".*".join(map(re.escape, parts)))


def test_every_text_is_said_somewhere() -> None:
    written = Written()
    unsaid = [f"{name}: {id}" for name, id in texts() if not id.startswith(PIECES) and not written.has(id)]
    assert unsaid == []


def test_no_game_repeats_a_text_that_all_share() -> None:
    shared = {id: text for name in SHARED for id, text in catalogue("en", name).items()}
    repeated = [
        f"{game}: {id}"
        for game in GAMES
        for id, text in catalogue("en", game).items()
        if shared.get(id) == text
    ]
    assert repeated == []
