"""Fixtures that every part of the suite may use, and the switch between real parts and everything else."""

from __future__ import annotations

import importlib
import os
from pathlib import Path

import pytest

# The terminal speaks the language of the system: for the suite, and what it starts, English everywhere.
os.environ["LC_ALL"] = "C.UTF-8"

REAL = Path(__file__).parent / "hardware_real"
BROWSING = ("browser", "evening")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("real parts")
    group.addoption(
        "--hardware", action="store_true", help="ask the parts that are wired up, and nothing else"
    )
    group.addoption(
        "--readers", default="table", metavar="NAMES", help="the readers that are wired up: table,bank"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Make the browsers' fixtures known; a Pi that asks its parts has no browser and needs none."""
    if not config.getoption("hardware"):
        config.pluginmanager.register(importlib.import_module("tests.browser.contexts"), "browsers")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Side by side: one browser at a time, and the tests of a file one after another."""
    for item in items:
        folder = item.path.relative_to(Path(__file__).parent).parts[0]
        item.add_marker(pytest.mark.xdist_group("browser" if folder in BROWSING else str(item.path)))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Real parts are asked with --hardware alone; then nothing else is collected."""
    real = REAL in (collection_path, *collection_path.parents)
    if not config.getoption("hardware"):
        return True if real else None
    return None if real or collection_path in REAL.parents else True
