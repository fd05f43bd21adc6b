"""Who may enter what: each device's seats, the banker's, and the turn that others may help with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.game import Game
from companion.core.refusal import Reason, Refusal
from companion.core.seats import Role, Seat
from companion.core.verbs import Device, Said, Who


@dataclass(frozen=True, slots=True)
class Rights:
    """What a device may enter: acts of its *seats*, the banker's, the table screen's."""

    seats: frozenset[Seat] = frozenset()
    banker: bool = False
    table: bool = False

    @property
    def any(self) -> bool:
        """Whether a device with these has a place at the table."""
        return bool(self.seats) or self.banker or self.table


HOST = Rights(banker=True, table=True)
"""The host's own command line."""


def check_rights(rights: Rights, said: Said, state: Any, game: Game) -> None:
    """Raise Refusal(NOT_BANKER or WRONG_SEAT) unless a device with *rights* may enter *said*."""
    if rights.banker:
        return
    actor = said.entered_by
    if actor is Role.BANKER:
        raise Refusal(Reason.NOT_BANKER, verb=said.do)
    if actor is Role.TABLE:
        if game.verbs[said.do].who is Who.TABLE:  # the clock's own; it comes with the host's rights
            raise Refusal(Reason.NOT_BANKER, verb=said.do)
        # What a touch did, a phone does not take back in the table's name.
        may_say = rights.table or (rights.seats and game.verbs[said.do].command is not None)
        if not may_say:
            raise Refusal(Reason.WRONG_SEAT, verb=said.do)
        return
    if actor in rights.seats:
        return
    if rights.table and may_help(None, said, state, game):
        return
    raise Refusal(Reason.WRONG_SEAT, verb=said.do, who=actor)


def check_help(said: Said, state: Any, game: Game) -> None:
    """Raise Refusal(NOT_BANKER) when a seat entered another's act that is not its to help with."""
    if isinstance(said.entered_by, Role) or said.entered_by == said.by:
        return
    if not may_help(said.entered_by, said, state, game):
        raise Refusal(Reason.NOT_BANKER, verb=said.do)


def may_help(helper: Seat | None, said: Said, state: Any, game: Game) -> bool:
    """Whether *helper* (None: the table screen) may enter an act for the seat whose turn it is."""
    turn = game.turn(state)
    if turn is None or said.by != turn:
        return False
    # A refusal of a secret would tell the helper what it was: secrets are said on the own device.
    if any(said.fields.get(name) is not None for name in game.SECRET_FIELDS.get(said.do, ())):
        return False
    match game.verbs[said.do].device:
        case Device.TURN:
            return True
        case Device.NEXT:
            return helper is not None and helper == state.seats.next_after(turn)
        case _:
            return False


def said_by_helper(
    said: Mapping[str, object], rights: Rights, state: Any, game: Game
) -> Mapping[str, object]:
    """The command with the helper named as who entered it ("Ann, entered by Bob").

    Unchanged when the device has the seat itself, or when the act is not one that others may help with.
    """
    verb = game.verbs.get(str(said.get("do")))
    actor = said.get("by")
    seat = state.seats.find(actor) if isinstance(actor, str) else None
    if verb is None or verb.device is Device.OWN or seat is None or seat in rights.seats:
        return said
    if rights.banker or "for" in said or not rights.seats or seat != game.turn(state):
        return said
    wanted = state.seats.next_after(seat)
    helper = wanted if wanted in rights.seats else min(rights.seats)
    return {**said, "by": state.seats.name(helper), "for": actor}
