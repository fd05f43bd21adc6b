"""Refusals: what cannot be done, as a code and the values of its sentence."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NoReturn


class Reason(StrEnum):
    """The codes that every game knows; each game adds its own."""

    UNKNOWN_VERB = "unknown_verb"
    BAD_REQUEST = "bad_request"
    UNKNOWN_PLAYER = "unknown_player"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_BANKER = "not_banker"
    NOT_ENOUGH_CASH = "not_enough_cash"
    SOMETHING_OPEN = "something_open"
    NOTHING_OPEN = "nothing_open"
    GAME_OVER = "game_over"
    STALE = "stale"
    NOT_NOW = "not_now"
    UNKNOWN_TAG = "unknown_tag"
    WRONG_SEAT = "wrong_seat"


# About form, money, stock or facts: the banker's override never passes these.
_FIRM = frozenset(
    {
        Reason.BAD_REQUEST,
        Reason.NOT_ENOUGH_CASH,
        Reason.STALE,
        Reason.NOTHING_OPEN,
        Reason.NOT_BANKER,
        Reason.WRONG_SEAT,
        "no_houses_left",
        "no_hotels_left",
        "already_owned",
        "die_not_in_pyramid",
        "card_used",
        "no_pyramid_tile",
        "no_tile_left",
        "off_track",
    }
)
_FIRM_BEGINNINGS = ("unknown_", "impossible_")


def is_firm(code: str) -> bool:
    """Whether even the banker's override cannot pass a refusal with this code."""
    return code in _FIRM or code.startswith(_FIRM_BEGINNINGS)


class Refusal(Exception):
    """A command that cannot be done; nothing has changed.

    *code* is one of the contract's refusal codes, *values* fill the sentence that a person reads: seats as
    numbers, pieces as ids, money as whole units. *is_rule*: a draft would have noted it instead of refusing,
    had the banker overridden it.
    """

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(str(code))
        self.code = str(code)
        self.values = values
        self.is_rule = False

    def __str__(self) -> str:
        told = ", ".join(f"{key}={_logged(value)}" for key, value in self.values.items())
        return f"{self.code} ({told})" if told else self.code


def _logged(value: object) -> str:
    """A value of a refusal for a log: a message in it as the end of its id and its values."""
    if isinstance(value, list):
        return f"[{', '.join(map(_logged, value))}]"
    if not isinstance(value, dict) or value.keys() != {"id", "values"}:
        return repr(value)
    filled = "".join(f" {key}={_logged(one)}" for key, one in value["values"].items())
    return f"{str(value['id']).removeprefix('expected.')!r}{filled}"


def refuse_field(field: str, expected: str, found: object = None, /, **values: object) -> NoReturn:
    """Refuse a command because one of its fields is malformed.

    *expected* is the end of an id of the catalogue: `expected.<expected>`, filled with *values* (plain JSON),
    says what would be right. Raises Refusal(BAD_REQUEST) naming the field, that, and what was found there.
    """
    raise Refusal(Reason.BAD_REQUEST, field=field, expected=said_as(expected, **values), found=shorten(found))


def refuse_unknown(field: str, known: Iterable[str], found: object) -> NoReturn:
    """Refuse a field that nobody knows where only those *known* can be said. Raises Refusal(BAD_REQUEST)."""
    fields = list(known)
    if fields:
        refuse_field(field, "known_field", found, fields=fields)
    refuse_field(field, "no_field", found)


def refuse_list(found: object, field: str, least: int, most: int) -> NoReturn:
    """Refuse what is no list, or one that is too short or too long. Raises Refusal(BAD_REQUEST)."""
    if least == most:
        refuse_field(field, "list_of", found, count=least)
    refuse_field(field, "list", found, least=least, most=most)


def refuse_faults(field: str, faults: list[dict[str, object]]) -> NoReturn:
    """Refuse something large (a box, a board file) with every fault of it at once, each made by `fault_at`.

    Raises Refusal(BAD_REQUEST) naming the field and its faults.
    """
    raise Refusal(Reason.BAD_REQUEST, field=field, expected=said_as("faults", faults=faults))


def fault_at(place: str, expected: str, found: object, /, **values: object) -> dict[str, object]:
    """One fault of something large: where it is, what would be right (as in `refuse_field`) and what is.

    *found* None: nothing is there.
    """
    there = "" if found is None else shorten(found)
    return said_as("fault", place=place, expected=said_as(expected, **values), found=there)


def said_as(expected: str, /, **values: object) -> dict[str, object]:
    """What a field should be, as a message in the values of another: the end of its id and what fills it."""
    return {"id": f"expected.{expected}", "values": values}


def shorten(found: object, most: int = 60) -> str:
    """A value as text for an error, cut to *most* characters."""
    try:
        text = found if isinstance(found, str) else repr(found)
    except ValueError:  # Python refuses to print integers of thousands of digits
        return "a huge number"
    return text if len(text) <= most else text[: most - 1] + "…"
