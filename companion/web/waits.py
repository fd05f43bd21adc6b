"""What is open at a table, in words: read from the view's `open`, whatever the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.message import Message
from companion.web.look import Look
from companion.web.marks import Mark
from companion.web.text import Words

_PIECES = ("deed", "card")


@dataclass(frozen=True, slots=True)
class OpenMatter:
    """Something that waits: for whom, and what."""

    mark: Mark | None
    words: str


def open_matters(look: Look) -> tuple[OpenMatter, ...]:
    """Everything in the view's `open`, in its order."""
    by_name = {mark.name: mark for mark in look.marks}
    return tuple(
        OpenMatter(by_name.get(str(matter.get("player"))), matter_words(matter, look.words))
        for matter in look.view.get("open", [])
    )


def matter_words(matter: Mapping[str, Any], words: Words) -> str:
    """One open matter as a sentence: the game's own words for its kind, else the plain ones."""
    values: dict[str, object] = {**matter}
    for key in ("player", "to", "from", "leader"):
        name = matter.get(key)
        if isinstance(name, str) and name in words.names:
            values[key] = words.names.index(name)
    kind = str(matter.get("kind"))
    for id in (f"open.{kind}", "open.other"):
        if words.find(id) is not None:
            return words.say(Message(id, values))
    return kind
