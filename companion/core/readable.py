"""Text that people can read: printable, and emoji that are put together of several characters."""

from __future__ import annotations

import unicodedata

_JOINER = "\u200d"
_SELECTORS = "\ufe0e\ufe0f"
_SKIN_TONES = range(0x1F3FB, 0x1F400)


def is_readable(text: str) -> bool:
    """Whether every character is seen or makes part of an emoji; control characters are not.

    A joiner counts only between two emoji: in "Ann" it would make a second Ann that nobody can tell apart.
    """
    return all(char.isprintable() or _joins(text, at) for at, char in enumerate(text))


def seen(text: str) -> str:
    """*text* as the eye compares it: without capitals and without how an emoji is to be drawn."""
    return "".join(char for char in text.casefold() if char not in _SELECTORS)


def _joins(text: str, at: int) -> bool:
    if text[at] != _JOINER or at + 1 == len(text):
        return False
    before = at - 1
    while before >= 0 and (text[before] in _SELECTORS or ord(text[before]) in _SKIN_TONES):
        before -= 1
    return before >= 0 and _is_picture(text[before]) and _is_picture(text[at + 1])


def _is_picture(char: str) -> bool:
    return unicodedata.category(char) == "So"
