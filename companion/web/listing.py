"""Lists of a table as people read and type them: words with commas, or a line for each piece."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from companion.core.refusal import refuse_field

FIRST_WORD: Mapping[str, str] = {"leg_bets": "camel", "board": "card"}
"""Lists of objects: what a line begins with; the rest are pairs like `value 5`, a flag stands alone."""

_NAMED = ("value", "place", "markers", "used")
_WORDS = frozenset({"pyramid", "crates", "position_tiles", "race_cards", "hand", "leg_tiles"})
_PAIRS = "race_piles"
_NOTHING = ("-", "\u2013", "\u2212")


def is_listed(path: list[str]) -> bool:
    """Whether what stands at *path* of a view is a list that people type."""
    return path[-1] in FIRST_WORD or path[-1] in _WORDS or path[0] in (_PAIRS, "leg_tiles")


def has_lines(path: list[str]) -> bool:
    """Whether its elements stand in lines of their own."""
    return path[-1] in FIRST_WORD or path[0] == _PAIRS


def is_nothing(typed: str) -> bool:
    """A dash: nothing lies there."""
    return typed in _NOTHING


def shown_list(path: list[str], value: object) -> str:
    """A list as it is typed; empty for what the viewer may not see or what is empty."""
    if not isinstance(value, list):
        return ""
    if path[0] == _PAIRS:
        return "\n".join(f"{name}: {camel or ''}".rstrip() for name, camel in value)
    if path[-1] in FIRST_WORD:
        return "\n".join(_line(FIRST_WORD[path[-1]], one) for one in value)
    return ", ".join(str(one) for one in value)


def read_list(path: list[str], typed: str) -> list[Any]:
    """A typed list, or its JSON. Raises Refusal(BAD_REQUEST) naming the place."""
    if is_nothing(typed):
        return []
    if typed.startswith("["):
        try:
            found = json.loads(typed)
        except ValueError:
            refuse_field(".".join(path), "command_json", typed)
        return list(found)
    if path[0] == _PAIRS:
        return [_pair(line) for line in _lines(typed)]
    if path[-1] in FIRST_WORD:
        return [_piece(FIRST_WORD[path[-1]], line) for line in _lines(typed)]
    return [_word(part.strip()) for part in typed.split(",") if part.strip()]


def _lines(typed: str) -> list[str]:
    return [line.strip() for line in typed.splitlines() if line.strip()]


def _line(first: str, piece: Mapping[str, Any]) -> str:
    """`white value 5 place 2`: what is 0 or false goes without saying."""
    parts = [str(piece[first])]
    for key in _NAMED:
        value = piece.get(key)
        if value is True:
            parts.append(key)
        elif value or (value == 0 and key == "value" and value is not False):
            parts.append(f"{key} {value}")
    return " ".join(parts)


def _piece(first: str, line: str) -> dict[str, Any]:
    words = line.split()
    at = next((index for index, word in enumerate(words) if index and word in _NAMED), len(words))
    piece: dict[str, Any] = {first: " ".join(words[:at])}
    while at < len(words):
        follows = words[at + 1] if at + 1 < len(words) else ""
        has_value = bool(follows) and follows not in _NAMED
        piece[words[at]] = _word(follows) if has_value else True
        at += 1 + has_value
    return piece


def _pair(line: str) -> list[str | None]:
    name, _, camel = line.rpartition(":")
    return [name.strip() or camel.strip(), camel.strip() or None]


def _word(text: str) -> int | str:
    digits = text.replace("\u2212", "-")
    return int(digits) if digits.removeprefix("-").isdecimal() and len(digits) < 10 else text
