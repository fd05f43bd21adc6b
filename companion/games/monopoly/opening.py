"""The opening at the table: who starts, and which notes each player gets."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.core.first_player import highest_throwers

__all__ = ["BANK_NOTES", "START_NOTES", "highest_throwers", "worth_of"]

START_NOTES: Mapping[str, Mapping[int, int]] = MappingProxyType(
    {
        "us": {500: 2, 100: 4, 50: 1, 20: 1, 10: 2, 5: 1, 1: 5},
        "us-classic": {500: 2, 100: 2, 50: 2, 20: 6, 10: 5, 5: 5, 1: 5},
    }
)
"""How the start money is paid out: notes by value. Rule: MP-1."""

BANK_NOTES: Mapping[str, Mapping[int, int]] = MappingProxyType(
    {"us": {500: 30, 100: 30, 50: 30, 20: 30, 10: 30, 5: 30, 1: 30}}
)
"""All notes of the box. Rule: MP-1."""


def worth_of(notes: Mapping[int, int]) -> int:
    """The sum of some notes."""
    return sum(value * count for value, count in notes.items())
