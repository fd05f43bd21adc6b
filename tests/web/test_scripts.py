"""Our own scripts: what an old tablet's browser can read, and nothing from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import companion.web

STATIC = Path(companion.web.__file__).parent / "static"
SCRIPTS = sorted(path.name for path in STATIC.glob("*.js"))

# What came after ES2018, and functions that came with it.
_NEWER = re.compile(
    r"\?\.[A-Za-z_([]|\?\?|\|\|=|&&=|catch\s*\{|\b\d+_\d|\bimport\b|\bstatic\s*\{|this\.#"
    r"|\.(?:at|replaceAll|flat|flatMap|matchAll|allSettled|any|replaceChildren|toSorted|findLast)\("
    r"|Object\.fromEntries|globalThis|structuredClone|crypto\.randomUUID|crypto\.subtle"
)


def code_of(script: str) -> str:
    """A script without its line comments."""
    return re.sub(r"(?m)(^|\s)//.*$", "", script)


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_is_readable_for_a_browser_of_2018(name: str) -> None:
    assert _NEWER.findall(code_of((STATIC / name).read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    "planted",
    ["a?.b", "a ?? b", "a ||= b", "try {} catch { }", "1_000", "list.at(-1)", "text.replaceAll('a', 'b')"],
)
def test_newer_syntax_is_found_where_it_is_planted(planted: str) -> None:
    assert _NEWER.search(code_of(planted + "; // a?.b"))


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_asks_nobody_but_this_machine(name: str) -> None:
    script = (STATIC / name).read_text(encoding="utf-8")
    assert "http://" not in script
    assert "https://" not in script
    assert "eval(" not in script


def test_the_live_script_is_among_them() -> None:
    assert "live.js" in SCRIPTS
