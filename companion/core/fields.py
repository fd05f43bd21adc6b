"""Readers for the fields of a command: JSON in, checked values out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.ledger import Account, House
from companion.core.readable import is_readable
from companion.core.refusal import Reason, Refusal, refuse_field, refuse_list, refuse_unknown
from companion.core.seats import Seat, Seats

Reader = Callable[[object, str, Seats], Any]
"""(value, name of the field, seats) -> what the command gets. Raises Refusal."""

LARGEST_AMOUNT = 10**9
_LONGEST_TEXT = 200


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a verb. *attribute* is the command's own name for it where JSON's is a Python keyword.

    *null*: null is a value of this field and goes to *read*; else it means the same as a missing field.
    """

    name: str
    read: Reader
    required: bool = True
    default: object = None
    attribute: str = ""
    null: bool = False

    @property
    def target(self) -> str:
        """The command's own name for the field."""
        return self.attribute or self.name


def read_fields(
    said: Mapping[str, object], fields: tuple[Field, ...], seats: Seats, known: frozenset[str]
) -> dict[str, Any]:
    """Read a command's fields into keyword arguments.

    *known* are keys that belong to the envelope (`do`, `by`, ...). Raises Refusal(BAD_REQUEST) for a missing
    field, an unknown key or a wrong value, and Refusal(UNKNOWN_PLAYER) for a name nobody has.
    """
    names = {field.name for field in fields}
    for key in said:
        if key not in names and key not in known:
            refuse_unknown(key, sorted(names), said[key])
    values: dict[str, Any] = {}
    for field in fields:
        left_out = said.get(field.name) is None and not field.required and not field.null
        if field.name in said and not left_out:
            values[field.target] = field.read(said[field.name], field.name, seats)
        elif field.required:
            refuse_field(field.name, "filled", "nothing")
        else:
            values[field.target] = field.default
    return values


def whole(least: int = 0, most: int = LARGEST_AMOUNT) -> Reader:
    """A whole number from *least* to *most*; true, 1.0 and "1" are none."""

    def read(value: object, name: str, seats: Seats) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            refuse_field(name, "whole_number", value, least=least, most=most)
        return value

    return read


def text(most: int = _LONGEST_TEXT, least: int = 0) -> Reader:
    """Printable text of at most *most* characters."""

    def read(value: object, name: str, seats: Seats) -> str:
        if not isinstance(value, str) or not least <= len(value) <= most or not is_readable(value):
            refuse_field(name, "text", value, least=least, most=most)
        return value

    return read


def flag(value: object, name: str, seats: Seats) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        refuse_field(name, "flag", value)
    return value


def choice(*allowed: object) -> Reader:
    """One of *allowed*, exactly."""

    def read(value: object, name: str, seats: Seats) -> Any:
        for one in allowed:
            if type(value) is type(one) and value == one:
                return one
        refuse_field(name, "one_of", value, choices=list(allowed))

    return read


def player(value: object, name: str, seats: Seats) -> Seat:
    """A player's name. Raises Refusal(UNKNOWN_PLAYER)."""
    if not isinstance(value, str):
        refuse_field(name, "player", value)
    seat = seats.find(value)
    if seat is None:
        raise Refusal(Reason.UNKNOWN_PLAYER, field=name, name=value[:60])
    return seat


def account(value: object, name: str, seats: Seats) -> Account:
    """A player's name, "bank" or "pot"."""
    for house in House:
        if value == house.value:
            return house
    if not isinstance(value, str):
        refuse_field(name, "account", value)
    return player(value, name, seats)


def listed(read: Reader, least: int = 0, most: int = 100) -> Reader:
    """A list of *least* to *most* values, each read by *read*."""

    def read_list(value: object, name: str, seats: Seats) -> tuple[Any, ...]:
        if not isinstance(value, list) or not least <= len(value) <= most:
            refuse_list(value, name, least, most)
        return tuple(read(item, name, seats) for item in value)

    return read_list


def mapping(value: object, name: str, seats: Seats) -> Mapping[str, object]:
    """A JSON object; the game checks what is in it."""
    if not isinstance(value, dict):
        refuse_field(name, "object", value)
    return value
