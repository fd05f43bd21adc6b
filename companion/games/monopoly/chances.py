"""The throw or card that is due, for a dice tower and the program's own dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.game import Chance
from companion.core.seats import Seat
from companion.games.monopoly.piles import on_top
from companion.games.monopoly.speed_die import uses_speed_die
from companion.games.monopoly.state import DrawDue, State, ThrowDue, is_held

WHITE = "2d6"
WITH_SPEED_DIE = "2d6+1d6"
SPEED_FACES: tuple[int | str, ...] = (1, 2, 3, "mr", "mr", "bus")
"""The six sides of the speed die, by the pips of a plain one."""


def chance(state: State, seat: Seat) -> Chance | None:
    """What *seat* has to throw or draw now, None when nothing."""
    for matter in state.open:
        if isinstance(matter, DrawDue) and matter.player == seat:
            cards = on_top(state, matter.deck)
            return Chance("draw", {"deck": matter.deck}, cards=cards) if cards else None
        if isinstance(matter, ThrowDue) and matter.player == seat:
            return Chance("throw", dice=WITH_SPEED_DIE if matter.speed is True else WHITE)
    if state.over or state.turn.player != seat or not state.turn.throwing or is_held(state, seat):
        return None
    return Chance("roll", dice=WITH_SPEED_DIE if uses_speed_die(state, seat) else WHITE)


def chance_act(state: State, seat: Seat, chance: Chance, result: Any) -> Mapping[str, object]:
    """The command that *result* makes: pips in order, or the card drawn."""
    act: dict[str, object] = {"do": chance.verb, **chance.fixed}
    if chance.verb == "draw":
        return {**act, "card": result}
    white, rest = list(result[:2]), [SPEED_FACES[pips - 1] for pips in result[2:]]
    if chance.verb == "throw":
        return {**act, "dice": [*white, *rest]}
    return {**act, "dice": white, **({"speed": rest[0]} if rest else {})}
