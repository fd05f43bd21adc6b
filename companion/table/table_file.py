"""Table files: a whole game as text, one JSON object a line."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.core.game import Setup

VERSION = 1
_HEADER_KEYS = ("table", "game", "edition", "players", "options", "refused", "cards", "box")


class UnreadableFile(Exception):
    """A table file that cannot be read: which line, which key, what was expected there."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(what)
        self.line = line
        self.what = what


Refused = str | tuple[str, ...] | bool | None
"""The code a line must be refused with: one, any of several, True for any, None when it must be done."""


@dataclass(frozen=True, slots=True)
class Header:
    """What the table starts from. *refused*: such a table must not be made."""

    line: int
    setup: Setup
    refused: Refused = None


@dataclass(frozen=True, slots=True)
class CommandLine:
    """A command and how it must end."""

    line: int
    said: Mapping[str, object]
    refused: Refused = None


@dataclass(frozen=True, slots=True)
class ExpectLine:
    """A part of the view that *viewer* must see; None is the public table screen."""

    line: int
    expect: Mapping[str, object]
    viewer: str | None = None


Line = CommandLine | ExpectLine


@dataclass(frozen=True, slots=True)
class TableFile:
    """A header and the lines after it, comments left out."""

    header: Header
    lines: tuple[Line, ...]


def read_table_file(path: Path) -> TableFile:
    """Read a file. Raises UnreadableFile; a missing file is line 0."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableFile(0, f"not UTF-8 text ({error.reason} at byte {error.start})") from None
    except OSError as error:
        raise UnreadableFile(0, f"cannot be read: {error.strerror}") from None
    return parse_table_file(text, path.parent)


def parse_table_file(text: str, folder: Path | None = None) -> TableFile:
    """Parse the text of a table file. *folder* is where board files named by `edition` are looked for.

    Raises UnreadableFile.
    """
    header: Header | None = None
    lines: list[Line] = []
    for number, raw in enumerate(text.split("\n"), start=1):
        if not raw.strip() or raw.lstrip().startswith("#"):
            continue
        found = _object(number, raw)
        if header is None:
            header = _header(number, found, folder)
        else:
            lines.append(_line(number, found))
    if header is None:
        raise UnreadableFile(1, 'no header: expected {"table": 1, "game": ..., "players": [...]}')
    return TableFile(header, tuple(lines))


def header_json(setup: Setup) -> dict[str, object]:
    """The header of a table that was set up like this."""
    extra = {key: value for key, value in setup.extra.items() if key != "board"}
    header: dict[str, object] = {"table": VERSION, "game": setup.game}
    if setup.edition:
        header["edition"] = setup.edition
    return {**header, "players": list(setup.players), "options": dict(setup.options), **extra}


def _object(number: int, raw: str) -> dict[str, object]:
    try:
        found = json.loads(raw, object_pairs_hook=lambda pairs: _once(number, pairs))
    except (ValueError, RecursionError) as error:
        raise UnreadableFile(number, f"not JSON: {error}") from None
    if not isinstance(found, dict):
        raise UnreadableFile(number, f"expected an object, found {raw.strip()[:60]}")
    return found


def _once(number: int, pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise UnreadableFile(number, f"{key}: expected once, found twice")
        found[key] = value
    return found


def _header(number: int, found: dict[str, object], folder: Path | None) -> Header:
    if found.get("table") != VERSION or isinstance(found.get("table"), bool):
        raise UnreadableFile(number, f"table: expected {VERSION}, found {found.get('table')!r}")
    for key in found:
        if key not in _HEADER_KEYS:
            raise UnreadableFile(number, f"{key}: no such key; expected {', '.join(_HEADER_KEYS)}")
    game, edition = found.get("game"), found.get("edition", "")
    players, options = found.get("players"), found.get("options", {})
    if not isinstance(game, str):
        raise UnreadableFile(number, f"game: expected the name of a game, found {game!r}")
    if not isinstance(edition, str):
        raise UnreadableFile(number, f"edition: expected a name or the path of a file, found {edition!r}")
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise UnreadableFile(number, f"players: expected a list of names, found {players!r}")
    if not isinstance(options, dict):
        raise UnreadableFile(number, f"options: expected an object, found {options!r}")
    extra: dict[str, object] = {key: found[key] for key in ("cards", "box") if key in found}
    if edition.endswith(".toml"):
        extra["board"] = _board(number, edition, folder)
    setup = Setup(game, tuple(players), edition, options, extra)
    return Header(number, setup, _refused(number, found))


def _board(number: int, edition: str, folder: Path | None) -> Mapping[str, object]:
    path = (folder or Path()) / edition
    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except OSError as error:
        raise UnreadableFile(number, f"edition: {edition} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UnreadableFile(number, f"edition: {edition} is no board file: {error}") from None


def _line(number: int, found: dict[str, object]) -> Line:
    if "expect" in found:
        expect, viewer = found["expect"], found.get("as")
        for key in found:
            if key not in ("expect", "as"):
                raise UnreadableFile(number, f"{key}: no such key beside expect; expected as")
        if not isinstance(expect, dict):
            raise UnreadableFile(number, f"expect: expected an object, found {expect!r:.60}")
        if viewer is not None and not isinstance(viewer, str):
            raise UnreadableFile(number, f"as: expected a name, found {viewer!r:.60}")
        return ExpectLine(number, expect, viewer)
    if "do" not in found:
        raise UnreadableFile(number, "expected a command with do, or an expectation with expect")
    said = {key: value for key, value in found.items() if key != "refused"}
    return CommandLine(number, said, _refused(number, found))


def _refused(number: int, found: Mapping[str, object]) -> Refused:
    code = found.get("refused")
    if code is None or code is True or isinstance(code, str):
        return code
    if isinstance(code, list) and code and all(isinstance(one, str) for one in code):
        return tuple(code)
    raise UnreadableFile(number, f"refused: expected a code, a list of codes or true, found {code!r:.60}")
