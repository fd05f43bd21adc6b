"""Readers for the parts of an arranged table: JSON in, checked values out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.refusal import refuse_field


def whole_number(value: object, place: str, least: int, most: int) -> int:
    """A whole number from *least* to *most*. Raises Refusal(BAD_REQUEST)."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        refuse_field(place, "whole_number", value, least=least, most=most)
    return value


def numbers(value: object, place: str, allowed: tuple[int, ...]) -> tuple[int, ...]:
    """A list of numbers, each one of *allowed*. Raises Refusal(BAD_REQUEST)."""
    if not isinstance(value, list):
        refuse_field(place, "list_of_these", value, choices=list(allowed))
    for one in value:
        if type(one) is not int or one not in allowed:
            refuse_field(place, "list_of_these", one, choices=list(allowed))
    return tuple(value)


def names(value: object, place: str, allowed: tuple[str, ...]) -> list[str]:
    """A list of names, each one of *allowed*; null is an empty one. Raises Refusal(BAD_REQUEST)."""
    if value is None:
        return []
    if not isinstance(value, list):
        refuse_field(place, "list_of_these", value, choices=list(allowed))
    for one in value:
        if one not in allowed:
            refuse_field(place, "list_of_these", one, choices=list(allowed))
    return value


def object_of(value: object, place: str, keys: tuple[str, ...] | None = None) -> Mapping[str, Any]:
    """An object with no key but *keys* (None: any). Raises Refusal(BAD_REQUEST)."""
    if not isinstance(value, dict):
        refuse_field(place, "object", value)
    for key in value:
        if keys is not None and key not in keys:
            refuse_field(f"{place}.{key}", "known_field", value[key], fields=list(keys))
    return value
