"""The body of a POST, field by field: a form's, or a JSON object's."""

from __future__ import annotations

from flask import request

from companion.web.actions import read_json_body


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
