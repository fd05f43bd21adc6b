"""The tree of the house names every module of the packages that several people look through."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TREE = Path("ARCHITECTURE.md").read_text(encoding="utf-8").split("```")[1]


@pytest.mark.parametrize("package", ["core", "table", "web"])
def test_the_tree_names_every_module(package: str) -> None:
    part = re.split(r"^  \w+(?:/|\.py)", TREE.split(f"\n  {package}/")[1], maxsplit=1, flags=re.MULTILINE)[0]
    named = {*re.findall(r"\w+", part)}
    modules = {path.stem for path in (Path("companion") / package).glob("*.py")} - {"__init__"}
    assert modules - named == set()
