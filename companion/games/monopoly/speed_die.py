"""The speed die: numbers, Bus, Mr Monopoly and triples."""

from __future__ import annotations

from companion.core.refusal import refuse_field
from companion.core.seats import Seat
from companion.games.monopoly.checks import Changes
from companion.games.monopoly.commands import Face
from companion.games.monopoly.edition import SQUARES
from companion.games.monopoly.moving import move_to
from companion.games.monopoly.rent import current_rent
from companion.games.monopoly.state import State


def uses_speed_die(state: State, seat: Seat) -> bool:
    """From the throw after the player's own first GO, and not in jail. Rule: MP-S2, MP-S11."""
    player = state.players[seat]
    return state.rules.speed_die and player.lapped and not player.in_jail


def face_used(state: State, seat: Seat, speed: Face | None) -> str:
    """The face that counts, "" when the speed die is not used.

    Raises Refusal(BAD_REQUEST) when it is used and missing.
    """
    if not uses_speed_die(state, seat):
        return ""
    if speed is None:
        refuse_field("speed", "speed_die_used", "nothing")
    return str(speed)


def is_triple(dice: tuple[int, int], face: str) -> bool:
    """Rule: MP-S10."""
    return dice[0] == dice[1] and face == str(dice[0])


def bus_moves(dice: tuple[int, int]) -> tuple[int, ...]:
    """Either white die, or both. Rule: MP-S4."""
    return tuple(dict.fromkeys((*dice, sum(dice))))


def second_move(draft: Changes, seat: Seat) -> None:
    """Mr Monopoly goes on to the next unowned deed, else to the next rent of another player.

    Rule: MP-S5 to MP-S7.
    """
    state = draft.state
    start = state.players[seat].position
    ahead = [(start + step) % SQUARES for step in range(1, SQUARES)]
    for wanted in (_is_unowned, _earns_rent):
        for square in ahead:
            if wanted(state, seat, square):
                move_to(draft, seat, square)
                return


def _is_unowned(state: State, seat: Seat, square: int) -> bool:
    deed = state.edition.squares[square].deed
    return deed is not None and state.holdings[deed.index].owner is None


def _earns_rent(state: State, seat: Seat, square: int) -> bool:
    deed = state.edition.squares[square].deed
    if deed is None or state.holdings[deed.index].owner == seat:
        return False
    return current_rent(state, deed) > 0
