"""Dataclasses to JSON and back, by their type hints."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints


class Undecodable(Exception):
    """JSON that is no value of the wanted type; the text names the place."""


def encode_event(event: Any) -> dict[str, object]:
    """An event as JSON: its fields, and its class under "type"."""
    return {"type": type(event).__name__, **_encode_fields(event)}


def decode_event(stored: object, event_types: Mapping[str, type]) -> object:
    """The event that was stored. *event_types* maps stored names, old ones included, to today's classes.

    Raises Undecodable.
    """
    if not isinstance(stored, dict) or not isinstance(stored.get("type"), str):
        raise Undecodable(f"no event: {stored!r:.80}")
    name = stored["type"]
    if name not in event_types:
        raise Undecodable(f"unknown event {name}")
    rest = {key: value for key, value in stored.items() if key != "type"}
    return _decode_class(rest, event_types[name], name)


def encode(value: Any) -> Any:
    """A plain value as JSON."""
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, bool | int | str | float):
        return value
    if is_dataclass(value) or hasattr(value, "_fields"):
        return _encode_fields(value)
    if isinstance(value, frozenset):
        return sorted(encode(item) for item in value)
    if isinstance(value, tuple | list):
        return [encode(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): encode(item) for key, item in value.items()}
    raise TypeError(f"cannot store {value!r}")


def decode(stored: Any, hint: Any, place: str = "value") -> Any:
    """The value of type *hint* that was stored. Raises Undecodable naming *place*."""
    if hint is Any or hint is object:
        return stored
    supertype = getattr(hint, "__supertype__", None)
    if supertype is not None:
        return decode(stored, supertype, place)
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return _decode_union(stored, get_args(hint), place)
    if origin is tuple:
        return _decode_tuple(stored, get_args(hint), place)
    if origin is frozenset:
        return frozenset(_decode_tuple(stored, (*get_args(hint), ...), place))
    if origin is not None and issubclass(origin, Mapping):
        if not isinstance(stored, dict):
            raise Undecodable(f"{place}: expected an object, found {stored!r:.60}")
        item = get_args(hint)[1]
        return {key: decode(value, item, f"{place}.{key}") for key, value in stored.items()}
    return _decode_plain(stored, hint, place)


def _decode_plain(stored: Any, hint: Any, place: str) -> Any:
    if hint is None or hint is types.NoneType:
        if stored is None:
            return None
    elif issubclass(hint, Enum):
        for member in hint:
            if member.value == stored and type(member.value) is type(stored):
                return member
    elif hint in (int, str, bool, float):
        if type(stored) is hint or (hint is float and type(stored) is int):
            return stored
    elif isinstance(stored, dict):
        return _decode_class(stored, hint, place)
    raise Undecodable(f"{place}: expected {getattr(hint, '__name__', hint)}, found {stored!r:.60}")


def _decode_union(stored: Any, hints: tuple[Any, ...], place: str) -> Any:
    for hint in hints:
        try:
            return decode(stored, hint, place)
        except Undecodable:
            continue
    raise Undecodable(f"{place}: {stored!r:.60} fits none of its types")


def _decode_tuple(stored: Any, hints: tuple[Any, ...], place: str) -> tuple[Any, ...]:
    if not isinstance(stored, list):
        raise Undecodable(f"{place}: expected a list, found {stored!r:.60}")
    if len(hints) == 2 and hints[1] is Ellipsis:
        return tuple(decode(item, hints[0], f"{place}[{at}]") for at, item in enumerate(stored))
    if len(hints) != len(stored):
        raise Undecodable(f"{place}: expected {len(hints)} items, found {len(stored)}")
    return tuple(decode(item, hint, place) for item, hint in zip(stored, hints, strict=True))


@cache
def _hints(kind: type) -> dict[str, Any]:
    names = [item.name for item in fields(kind)] if is_dataclass(kind) else list(getattr(kind, "_fields", ()))
    hints = get_type_hints(kind)
    return {name: hints[name] for name in names}


@cache
def _optional(kind: type) -> frozenset[str]:
    if is_dataclass(kind):
        return frozenset(
            item.name
            for item in fields(kind)
            if item.default is not MISSING or item.default_factory is not MISSING
        )
    return frozenset(getattr(kind, "_field_defaults", {}))


def _encode_fields(value: Any) -> dict[str, object]:
    kind: type = type(value)
    return {name: encode(getattr(value, name)) for name in _hints(kind)}


def _decode_class(stored: dict[str, Any], kind: type, place: str) -> Any:
    hints = _hints(kind)
    if not hints and stored:
        raise Undecodable(f"{place}: {kind.__name__} has no fields, found {sorted(stored)}")
    for key in stored:
        if key not in hints:
            raise Undecodable(f"{place}.{key}: no such field")
    for name in hints:
        if name not in stored and name not in _optional(kind):
            raise Undecodable(f"{place}.{name}: missing")
    return kind(**{key: decode(value, hints[key], f"{place}.{key}") for key, value in stored.items()})
