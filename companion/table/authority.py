"""Who may enter what: each device's seats, the banker's, and the turn that others may help with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.game import Game
from companion.core.refusal import Reason, Refusal
from companion.core.seats import Actor, Role, Seat
from companion.core.verbs import Device, Said, Who


@dataclass(frozen=True, slots=True)
class Rights:
    """What a device may enter: acts of its *seats*, the banker's, the table screen's."""

    seats: frozenset[Seat] = frozenset()
    banker: bool = False
    table: bool = False


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
    if actor in rights.seats or _may_help(rights, said, actor, state, game):
        return
    raise Refusal(Reason.WRONG_SEAT, verb=said.do, who=actor)


def _may_help(rights: Rights, said: Said, actor: Actor, state: Any, game: Game) -> bool:
    """Whether another seat's device may enter this for the seat whose turn it is."""
    turn = game.turn(state)
    if turn is None or actor != turn:
        return False
    # A refusal of a secret would tell the helper what it was: secrets are said on the own device.
    if any(said.fields.get(name) is not None for name in game.SECRET_FIELDS.get(said.do, ())):
        return False
    match game.verbs[said.do].device:
        case Device.TURN:
            return bool(rights.seats) or rights.table
        case Device.NEXT:
            return state.seats.next_after(turn) in rights.seats
        case _:
            return False
