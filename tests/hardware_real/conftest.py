"""Readers as they are wired up, somebody at the keyboard, and the figures for a report."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.devices.pins import READERS, ReaderPins
from companion.devices.rc522 import Rc522

Ask = Callable[[str], str]
OpenReader = Callable[[ReaderPins], Rc522]

_FIGURES = pytest.StashKey[list[str]]()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """The second bus is asked only where a reader hangs on it."""
    fitted = {pins.bus for pins in fitted_readers(config)}
    return True if collection_path.name == "test_second_bus.py" and 1 not in fitted else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The pin library tells of each way to the pins that it did not find; here that is no fault."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.filterwarnings("default"))


def fitted_readers(config: pytest.Config) -> tuple[ReaderPins, ...]:
    """The readers named by --readers. Raises UsageError for one that the pin map has not."""
    named = [name.strip() for name in str(config.getoption("readers")).split(",")]
    unknown = set(named) - {pins.name for pins in READERS}
    if unknown:
        known = ", ".join(pins.name for pins in READERS)
        raise pytest.UsageError(f"--readers: {', '.join(sorted(unknown))} is not one of {known}")
    return tuple(pins for pins in READERS if pins.name in named)


@pytest.fixture
def fitted(request: pytest.FixtureRequest) -> tuple[ReaderPins, ...]:
    """Where readers are wired up."""
    return fitted_readers(request.config)


@pytest.fixture
def open_reader() -> Iterator[OpenReader]:
    """Starts readers, and lets go of them at the end."""
    with ExitStack() as closing:

        def started(pins: ReaderPins) -> Rc522:
            reader = Rc522(pins)
            closing.callback(reader.close)
            reader.start()
            return reader

        yield started


@pytest.fixture
def ask(request: pytest.FixtureRequest) -> Ask:
    """Says on the terminal what to do, and waits for Enter."""
    capture = request.config.pluginmanager.getplugin("capturemanager")

    def asked(what: str) -> str:
        assert capture is not None
        with capture.global_and_fixture_disabled():
            capture.suspend_global_capture(in_=True)
            if not sys.stdin.isatty():
                pytest.fail("somebody must lay tags down: run this in a terminal, without -n")
            return input(f"\n{what} Then press Enter. ")

    return asked


@pytest.fixture
def figure(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Keeps a line for the report, whatever becomes of the test."""
    return request.config.stash.setdefault(_FIGURES, []).append


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the figures in one piece, to be pasted into a report."""
    lines = config.stash.get(_FIGURES, [])
    if lines:
        terminalreporter.section("figures for the report (hardware/README.md, How to report)")
        for line in lines:
            terminalreporter.line(line)
