"""Checks of single message fields; the generated messages call them."""

from __future__ import annotations


class BadField(ValueError):
    """A message that is not one. The text names the field, what stood there and what would be right."""


def count(found: list[str], wanted: int, verb: str) -> None:
    """Raises BadField unless there are *wanted* fields."""
    if len(found) != wanted:
        raise BadField(f"{verb}: {len(found)} fields instead of {wanted}")


def number(text: str, low: int, high: int, name: str) -> int:
    """Read a decimal number without leading zeros."""
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and text == str(int(text))):
        raise BadField(f"{name}: {text!r} is no number")
    if not low <= int(text) <= high:
        raise BadField(f"{name}: {text} is not {low} to {high}")
    return int(text)


def word(text: str, low: int, high: int, alphabet: str, name: str) -> str:
    """Read a word of *low* to *high* characters out of *alphabet*."""
    if not low <= len(text) <= high or any(ch not in alphabet for ch in text):
        raise BadField(f"{name}: {text!r} is no word of {low} to {high} characters out of {alphabet!r}")
    return text


def choice(text: str, of: tuple[str, ...], name: str) -> str:
    """Read one of a few words."""
    if text not in of:
        raise BadField(f"{name}: {text!r} is none of {', '.join(of)}")
    return text


def plain(text: str, low: int, high: int, comma: bool, name: str) -> str:
    """Read printable ASCII without the characters that frame a line."""
    if not low <= len(text) <= high:
        raise BadField(f"{name}: {text!r} has {len(text)} characters, not {low} to {high}")
    if any(not " " <= ch <= "~" or ch in "$*" or (ch == "," and not comma) for ch in text):
        raise BadField(f"{name}: {text!r} holds a character that may not stand in a line")
    return text
