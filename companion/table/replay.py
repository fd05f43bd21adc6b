"""Replay: run a table file and say what did not hold."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.game import Game
from companion.core.refusal import Reason, Refusal, refuse_field
from companion.core.seats import Role, Viewer
from companion.table.outcome import Done, Failed, Heard, Refused
from companion.table.session import Session
from companion.table.table_file import CommandLine, ExpectLine, Header, TableFile
from companion.table.table_file import Refused as Wanted


@dataclass(frozen=True, slots=True)
class Miss:
    """Something that did not hold: `FILE:LINE: path: expected X, found Y`. *refused*: Y is this refusal."""

    line: int
    path: str
    expected: object
    found: object
    refused: Refusal | None = None

    def __str__(self) -> str:
        return f"{self.line}: {self.path}: expected {_show(self.expected)}, found {_show(self.found)}"


@dataclass(frozen=True, slots=True)
class Replayed:
    """A file that was run. *session* is None when the table could not be made."""

    session: Session | None
    misses: tuple[Miss, ...]


def replay(file: TableFile, games: Mapping[str, Game]) -> Replayed:
    """Run every line of *file*; a miss does not stop it."""
    session, miss = _start(file.header, games)
    if session is None or miss is not None:
        return Replayed(session, (miss,) if miss else ())
    misses: list[Miss] = []
    for line in file.lines:
        match line:
            case CommandLine():
                misses.extend(_run(session, line))
            case ExpectLine():
                misses.extend(_check(session, line))
    return Replayed(session, tuple(misses))


def compare(expected: object, found: object, path: str = "") -> Iterator[tuple[str, object, object]]:
    """Where *found* does not hold what is *expected*: objects by the keys listed, lists whole, null = absent.

    Yields (path, expected, found).
    """
    if isinstance(expected, Mapping):
        if not isinstance(found, Mapping):
            yield path or "view", expected, found
            return
        for key, value in expected.items():
            yield from compare(value, found.get(key), f"{path}.{key}" if path else str(key))
    elif isinstance(expected, list):
        if not isinstance(found, list | tuple) or len(found) != len(expected):
            yield path or "view", expected, found
            return
        for at, (one, other) in enumerate(zip(expected, found, strict=True)):
            yield from compare(one, other, f"{path}[{at}]")
    elif (type(expected) is not type(found) and not _both_numbers(expected, found)) or expected != found:
        yield path or "view", expected, found


def find_viewer(name: str | None, session: Session) -> Viewer:
    """Who looks: nobody named is the table screen. Raises Refusal(UNKNOWN_PLAYER)."""
    if name is None or name == Role.TABLE.value:
        return Role.TABLE
    if name == Role.BANKER.value:
        return Role.BANKER
    seat: Viewer | None = session.state.seats.find(name)
    if seat is None:
        raise Refusal(Reason.UNKNOWN_PLAYER, field="as", name=name)
    return seat


def start_session(header: Header, games: Mapping[str, Game]) -> Session:
    """A table as the header says, kept in memory. Raises Refusal."""
    game = games.get(header.setup.game)
    if game is None:
        refuse_field("game", "one_of", header.setup.game, choices=list(games))
    return Session(game, header.setup)


def _start(header: Header, games: Mapping[str, Game]) -> tuple[Session | None, Miss | None]:
    try:
        session = start_session(header, games)
    except Refusal as refusal:
        if _is_wanted(refusal.code, header.refused):
            return None, None
        return None, Miss(header.line, "header", header.refused or "done", str(refusal), refusal)
    if header.refused is not None:
        return session, Miss(header.line, "header", header.refused, "done")
    return session, None


def _run(session: Session, line: CommandLine) -> Iterator[Miss]:
    before = (session.now, session.history.head)
    outcome = session.submit(line.said)
    do = str(line.said.get("do"))
    match outcome:
        case Done() | Heard():
            if line.refused is not None:
                yield Miss(line.line, do, _wanted(line.refused), "done")
        case Failed():
            yield Miss(line.line, do, _wanted(line.refused), outcome.code)
        case Refused():
            if not _is_wanted(outcome.code, line.refused):
                refusal = Refusal(outcome.code, **outcome.values)
                yield Miss(line.line, do, _wanted(line.refused), str(refusal), refusal)
            if (session.now, session.history.head) != before:
                yield Miss(line.line, do, "nothing changed", "the refused command changed the table")


def _check(session: Session, line: ExpectLine) -> Iterator[Miss]:
    try:
        view: Any = session.view(find_viewer(line.viewer, session))
    except Refusal as refusal:
        yield Miss(line.line, "as", "a player of this table", str(refusal), refusal)
        return
    for path, expected, found in compare(line.expect, view):
        yield Miss(line.line, path, expected, found)


def _is_wanted(code: str, wanted: Wanted) -> bool:
    if wanted is None or wanted is False:
        return False
    if wanted is True:
        return True
    return code in wanted if isinstance(wanted, tuple) else code == wanted


def _wanted(refused: Wanted) -> object:
    if refused is None:
        return "done"
    return list(refused) if isinstance(refused, tuple) else refused


def _both_numbers(one: object, other: object) -> bool:
    return all(isinstance(value, int | float) and not isinstance(value, bool) for value in (one, other))


def _show(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
