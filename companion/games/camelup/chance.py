"""What a tower or the program rolls next, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.game import Chance
from companion.core.seats import Seat
from companion.games.camelup.evolve import phase_of
from companion.games.camelup.pieces import CAMELS, die_letter, die_of_letter, is_support
from companion.games.camelup.state import Phase, State

_BASE_SIDES = 3
_SHARED_SIDES = 6
"""With a support die in the bag every die is thrown as a six-sided one: base dice show each of their numbers
twice, support dice each of theirs three times."""


def chance(state: State, seat: Seat) -> Chance | None:
    """The die due from a seat: a bag with the letters of the dice inside, support dice in upper case.

    In the set-up it is the starting roll of one more camel.
    """
    if seat != state.turn:
        return None
    phase = phase_of(state)
    if phase is Phase.SETUP:
        left = [camel for camel in CAMELS if camel not in state.track.order]
        return Chance("place", dice=_bag(left, _BASE_SIDES))
    if phase is not Phase.PLAY or state.acted:
        return None
    sides = _SHARED_SIDES if any(is_support(die) for die in state.pyramid) else _BASE_SIDES
    return Chance("roll", dice=_bag(state.pyramid, sides))


def chance_act(state: State, seat: Seat, chance: Chance, result: Any) -> Mapping[str, object]:
    """The command that a drawn die makes: *result* is its letter and its pips."""
    letter, pips = result
    die = die_of_letter(letter)
    by = state.seats.name(seat)
    if chance.verb == "place":
        return {"do": "place", "by": by, "camel": die, "space": pips}
    if chance.dice.endswith(f":{_SHARED_SIDES}"):
        faces = state.faces(die)
        pips = faces[(pips - 1) * len(faces) // _SHARED_SIDES]
    return {"do": "roll", "by": by, "die": die, "pips": pips}


def turn(state: State) -> Seat | None:
    """Whose turn it is; None when the game is over."""
    return None if state.phase is Phase.OVER else state.turn


def _bag(dice: tuple[str, ...] | list[str], sides: int) -> str:
    return "".join(die_letter(die) for die in dice) + f":{sides}"
