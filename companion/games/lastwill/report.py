"""Reading what owners wrote about their box: every fault is collected with its place, then all are said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from companion.core.refusal import Reason, Refusal, fault_at, refuse_faults, shorten


class Report:
    """Faults found so far. Readers note a fault and go on with a harmless value."""

    __slots__ = ("faults",)

    def __init__(self) -> None:
        self.faults: list[dict[str, object]] = []

    def note(self, place: str, expected: str, found: object = None, /, **values: object) -> None:
        """Put down a fault; *expected* and *values* say what would be right, as in `refuse_field`."""
        self.faults.append(fault_at(place, expected, found, **values))

    def close(self, field: str) -> None:
        """Raise Refusal(BAD_REQUEST) that names all faults, when there are any."""
        if self.faults:
            refuse_faults(field, self.faults)

    def close_command(self, field: str) -> None:
        """As `close`, for what was typed at the table: a single fault is one of its own field."""
        if len(self.faults) == 1:
            raise Refusal(Reason.BAD_REQUEST, **_as_field(self.faults[0]))
        self.close(field)

    def whole(self, value: object, place: str, least: int, most: int) -> int:
        """A whole number from *least* to *most*; *least* stands in for anything else."""
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self.note(place, "whole_number", value, least=least, most=most)
            return least
        return value

    def one_of(self, value: object, place: str, allowed: Iterable[str]) -> str:
        """One of the words *allowed*; an empty text stands in for anything else."""
        allowed = tuple(allowed)
        if not isinstance(value, str) or value not in allowed:
            self.note(place, "one_of", value, choices=list(allowed))
            return ""
        return value

    def words(self, value: object, place: str, allowed: Iterable[str], least: int = 0) -> tuple[str, ...]:
        """A list of words, each once."""
        allowed = tuple(allowed)
        read = [self.one_of(item, at, allowed) for at, item in self.items(value, place, least, len(allowed))]
        if len(set(read)) < len(read):
            self.note(place, "each_once", value)
        return tuple(word for word in read if word)

    def flag(self, value: object, place: str) -> bool:
        if not isinstance(value, bool):
            self.note(place, "flag", value)
            return False
        return value

    def items(self, value: object, place: str, least: int, most: int) -> Iterator[tuple[str, object]]:
        """Places and items of a list of *least* to *most*."""
        if not isinstance(value, list | tuple) or not least <= len(value) <= most:
            if least == most:
                self.note(place, "list_of", value, count=least)
            else:
                self.note(place, "list", value, least=least, most=most)
            return
        for index, item in enumerate(value):
            yield f"{place}[{index}]", item

    def fields(
        self, value: object, place: str, needed: Iterable[str] = (), known: Iterable[str] = ()
    ) -> Mapping[str, Any]:
        """An object that has the *needed* keys and of others only *known* ones; empty for anything else."""
        needed, known = tuple(needed), tuple(known)
        if not isinstance(value, Mapping):
            self.note(place, "object", value)
            return {}
        for key in value:
            if key not in needed and key not in known:
                self.note(f"{place}.{shorten(key)}", "one_of", key, choices=[*needed, *known])
        missing = [key for key in needed if key not in value]
        if missing:
            self.note(place, "object_with", fields=missing)
            return {}
        return {key: value[key] for key in value if key in needed or key in known}


def _as_field(fault: dict[str, object]) -> dict[str, object]:
    values = fault["values"]
    assert isinstance(values, dict)
    return {"field": values["place"], "expected": values["expected"], "found": values.get("found", "")}


def faults_of(refusal: Refusal) -> list[dict[str, object]]:
    """The faults that a closed report refused with."""
    expected = refusal.values["expected"]
    assert isinstance(expected, dict)
    return list(expected["values"]["faults"])
