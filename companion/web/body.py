"""The body of a POST: the command that a form or a JSON object makes, or one field of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn, cast

from flask import request

from companion.core.refusal import refuse_field
from companion.core.seats import Role

_FIELD_KINDS = "ntdclw"
"""What actions.py tells of: how the value of a form's field is written."""


def read_form(form: Any) -> dict[str, object]:
    """A command from a form. Raises Refusal(BAD_REQUEST) naming the field.

    An empty field was left out. `override` makes it the banker's act for whoever it was.
    """
    said = _object(form.get("act", ""), "act")
    for name in form:
        kind, dot, path = name.partition(".")
        if not dot or kind not in _FIELD_KINDS or len(kind) != 1:
            continue
        values = [value.strip() for value in form.getlist(name)]
        if any(values):
            _put(said, path, _read_field(kind, path, values))
    if form.get("id"):
        said["id"] = form["id"]
    if form.get("override") == "1":
        said["override"] = True
        if said.get("by") not in (Role.BANKER.value, None):
            said["for"], said["by"] = said["by"], Role.BANKER.value
    return said


def read_json_body() -> dict[str, object]:
    """The object of a JSON body. Raises Refusal(BAD_REQUEST)."""
    body = request.get_data(cache=True)
    try:
        return _object(body.decode("utf-8"), "body")
    except UnicodeDecodeError:
        refuse_field("body", "utf8_json", body.decode("utf-8", "replace"))


def body_field(name: str) -> str:
    """A field as text, empty when it was left out. Raises Refusal(BAD_REQUEST) for what is no JSON."""
    if not request.is_json:
        return request.form.get(name, "")
    return str(read_json_body().get(name, ""))


def is_yes(name: str) -> bool:
    """Whether a field says yes: "1", or true in JSON."""
    return body_field(name).lower() in ("1", "true")


def body_number(name: str) -> int:
    """A whole number from 0 on; -1 for what is none."""
    asked = body_field(name)
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 9 else -1


def whole_of(fields: Mapping[str, object], name: str) -> int:
    """A field as a whole number, typed or in JSON. Raises Refusal(BAD_REQUEST)."""
    value = fields.get(name)
    if isinstance(value, str):
        return _number(value, name)
    if isinstance(value, bool) or not isinstance(value, int):
        refuse_field(name, "number", value)
    return value


def text_of(fields: Mapping[str, object], name: str) -> str:
    """A field as a short line of text. Raises Refusal(BAD_REQUEST)."""
    value = fields.get(name)
    if not isinstance(value, str) or not 0 < len(value) <= 60 or not value.isprintable():
        refuse_field(name, "text", value, least=1, most=60)
    return value


def _object(text: str, field: str) -> dict[str, object]:
    """A JSON object of plain values. Raises Refusal(BAD_REQUEST)."""
    try:
        value = _load(text)
        # Half a surrogate pair is no text: it could be neither stored nor shown.
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except RecursionError:
        refuse_field(field, "shallow_json", text)
    except json.JSONDecodeError as error:
        refuse_field(field, "command_json_at", text, line=error.lineno, column=error.colno)
    except _NoNumber as error:
        refuse_field(field, "finite_numbers", text, name=str(error))
    except _KeyTwice as error:
        refuse_field(field, "key_once", text, key=str(error))
    except ValueError:
        refuse_field(field, "command_json", text)
    if not isinstance(value, dict):
        refuse_field(field, "command_json", value)
    return cast(dict[str, object], value)


class _NoNumber(ValueError):
    """JSON names something that is no number of JSON: NaN, Infinity."""


class _KeyTwice(ValueError):
    """A key stands twice in an object."""


def _load(text: str) -> object:
    """JSON as every parser reads it alike. Raises ValueError, RecursionError."""
    return json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_each_once)


def _refuse_constant(name: str) -> NoReturn:
    raise _NoNumber(name)


def _each_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object; a key that stands twice would silently lose what was said first."""
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise _KeyTwice(key[:30])
        found[key] = value
    return found


def _read_field(kind: str, path: str, values: list[str]) -> object:
    match kind:
        case "t":
            return values[-1]
        case "l":
            return [_read_field("c", path, [value]) for value in values if value]
        case "n":
            return _number(values[-1], path)
        case "d":
            parts = [part for value in values for part in value.replace(",", " ").split()]
            return [_number(part, path) for part in parts]
        case "w":
            try:
                return _load(values[-1])
            except (ValueError, RecursionError):
                return values[-1]
        case _:
            try:
                return _load(values[-1])
            except (ValueError, RecursionError):
                refuse_field(path, "one_shown", values[-1])


def _put(said: dict[str, object], path: str, value: object) -> None:
    """Set a field, or a part of one: "give.cash"."""
    *outer, last = path.split(".")
    if len(outer) > 2 or not last:
        refuse_field(path, "field_of_command", value)
    inner = said
    for name in outer:
        found = inner.setdefault(name, {})
        if not isinstance(found, dict):
            refuse_field(path, "field_of_command", value)
        inner = found
    inner[last] = value


def _number(text: str, field: str) -> int:
    digits = text.replace("\u2212", "-").replace("\u00a0", "").replace(" ", "")
    body = digits[1:] if digits[:1] in ("-", "+") else digits
    if not body.isascii() or not body.isdigit() or len(body) > 12:
        refuse_field(field, "number", text)
    return int(digits)
