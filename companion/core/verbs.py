"""Verbs: what a command may say, who may say it, and the command it becomes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from companion.core.fields import Field, read_fields
from companion.core.refusal import Reason, Refusal, refuse_field
from companion.core.seats import Actor, Role, Seat, Seats


class Who(Enum):
    """Whose act a verb is."""

    SEAT = "seat"
    """Every seat for itself; the banker for any seat by `for`."""
    BANKER = "banker"
    SEAT_OR_BANKER = "seat_or_banker"
    """A seat for itself, or the banker in the bank's name."""
    TABLE = "table"
    """Banker, or the table itself: the clock, a reader, the panel."""
    ANYBODY = "anybody"


class Device(Enum):
    """Whose device may enter a seat's act besides the seat's own and the banker's."""

    OWN = "own"
    TURN = "turn"
    """Any device at the table, for the seat whose turn it is."""
    NEXT = "next"
    """The next seat's device too, for the one whose turn it is."""


@dataclass(frozen=True, slots=True)
class Verb:
    """One row of the table that parsing, authority, phones and replay all read.

    *command* takes `by` and the fields' targets as keyword arguments; None marks a verb that the session does
    itself. *numbered* verbs take `number`, the entry that is meant, and hand it on as `number`. *opens* verbs
    make an open matter that is known by the number of its entry: the command gets that number as `entry`.
    *sourced* verbs take `source`: typed, tower or program, and hand it on as `source`. A *consequence* only
    carries out what a throw brought about (asking for the rent): a `retype` of the throw may drop it.
    *entered* verbs mean more through the banker: the command gets who entered it as `entered_by`.
    """

    command: type | None
    fields: tuple[Field, ...] = ()
    who: Who = Who.SEAT
    device: Device = Device.OWN
    overridable: bool = True
    numbered: bool = False
    opens: bool = False
    sourced: bool = False
    consequence: bool = False
    entered: bool = False


ENVELOPE = frozenset({"do", "by", "id", "for", "override"})
SOURCES = ("typed", "tower", "program")
# Looked up for every command, so not put together each time.
_ROLES = {role.value: role for role in Role}
_KNOWN = {
    (numbered, sourced): ENVELOPE | ({"number"} if numbered else set()) | ({"source"} if sourced else set())
    for numbered in (False, True)
    for sourced in (False, True)
}


@dataclass(frozen=True, slots=True)
class Said:
    """A command as it was said, checked for form: who acts, through whom, and what.

    *command* is None for the session's own verbs, which read *fields*.
    """

    do: str
    by: Actor
    entered_by: Actor
    fields: Mapping[str, Any]
    command: Any
    override: bool = False
    number: int | None = None


def read_said(said: Mapping[str, object], verbs: Mapping[str, Verb], seats: Seats, next_number: int) -> Said:
    """Read a JSON command.

    Raises Refusal: UNKNOWN_VERB, BAD_REQUEST (names the field), UNKNOWN_PLAYER, NOT_BANKER, WRONG_SEAT.
    """
    do = said.get("do")
    if not isinstance(do, str):
        refuse_field("do", "verb", do)
    verb = verbs.get(do)
    if verb is None:
        raise Refusal(Reason.UNKNOWN_VERB, verb=do[:40])
    entered_by, by = _read_actor(said, seats, verb)
    override = said.get("override", False)
    if not isinstance(override, bool):
        refuse_field("override", "flag", override)
    if override and entered_by is not Role.BANKER:
        raise Refusal(Reason.NOT_BANKER, verb=do)
    _check_authority(do, verb, entered_by, by)
    fields = read_fields(said, verb.fields, seats, _KNOWN[verb.numbered, verb.sourced])
    number = _read_number(said) if verb.numbered else None
    extra: dict[str, Any] = {}
    if verb.numbered:
        extra["number"] = number
    if verb.opens:
        extra["entry"] = next_number
    if verb.entered:
        extra["entered_by"] = entered_by
    if verb.sourced:
        extra["source"] = _read_source(said)
    command = verb.command(by=by, **fields, **extra) if verb.command is not None else None
    return Said(do, by, entered_by, fields, command, override and verb.overridable, number)


def _read_actor(said: Mapping[str, object], seats: Seats, verb: Verb) -> tuple[Actor, Actor]:
    """Who entered it and who acts. A seat enters for another only what others may help with."""
    name = said.get("by")
    if not isinstance(name, str):
        refuse_field("by", "actor", name)
    entered_by = _find_actor(name, seats)
    if said.get("for") is None:
        return entered_by, entered_by
    acts_for = said["for"]
    helps = not isinstance(entered_by, Role) and verb.device is not Device.OWN
    if entered_by is not Role.BANKER and not helps:
        raise Refusal(Reason.NOT_BANKER, verb=said.get("do"))
    if not isinstance(acts_for, str):
        refuse_field("for", "player", acts_for)
    seat = seats.find(acts_for)
    if seat is None:
        raise Refusal(Reason.UNKNOWN_PLAYER, field="for", name=acts_for[:60])
    return entered_by, seat


def _find_actor(name: str, seats: Seats) -> Actor:
    role = _ROLES.get(name)
    if role is not None:
        return role
    seat = seats.find(name)
    if seat is None:
        raise Refusal(Reason.UNKNOWN_PLAYER, field="by", name=name[:60])
    return seat


def _check_authority(do: str, verb: Verb, entered_by: Actor, by: Actor) -> None:
    banker = entered_by is Role.BANKER
    match verb.who:
        case Who.BANKER if not banker:
            raise Refusal(Reason.NOT_BANKER, verb=do)
        case Who.TABLE if not isinstance(entered_by, Role):
            raise Refusal(Reason.NOT_BANKER, verb=do)
        case Who.SEAT if by is Role.BANKER and verb.command is not None:
            refuse_field("for", "whose_act", "nothing")
        case Who.SEAT | Who.SEAT_OR_BANKER if by is Role.TABLE:
            raise Refusal(Reason.WRONG_SEAT, verb=do)
        case _:
            pass


def _read_number(said: Mapping[str, object]) -> int | None:
    number = said.get("number")
    if number is None:
        return None
    if isinstance(number, bool) or not isinstance(number, int) or not 0 < number < 10**9:
        refuse_field("number", "entry_number", number)
    return number


def _read_source(said: Mapping[str, object]) -> str:
    source = said.get("source", "typed")
    if source not in SOURCES:
        refuse_field("source", "one_of", source, choices=list(SOURCES))
    return str(source)


def seat_of(actor: Actor) -> Seat:
    """The acting seat of a verb that only seats may say; authority was checked when it was read."""
    if isinstance(actor, Role):
        raise Refusal(Reason.WRONG_SEAT)
    return actor
