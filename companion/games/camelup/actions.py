"""The four actions of the base game. Rule: CU-12 to CU-17."""

from __future__ import annotations

from companion.core.draft import Draft
from companion.core.refusal import Refusal
from companion.core.seats import Seat
from companion.games.camelup.commands import BetOnLeg, BetOnRace, LayDesert, Roll
from companion.games.camelup.events import (
    DesertLaid,
    DesertPaid,
    DieRolled,
    Event,
    LegTileTaken,
    PhotoPaid,
    RaceCardLaid,
)
from companion.games.camelup.pieces import PIPS, Camel, camel_of
from companion.games.camelup.state import Side, State
from companion.games.camelup.track import Walk, walk

SPACE_OFF, SPACE_ONE, SPACE_SAME = "off_track", "space_one", "same_space"
SPACE_TAKEN, SPACE_CAMERA, SPACE_ADJACENT = "space_occupied", "space_camera", "space_adjacent"


def bet_on_leg(draft: Draft[State, Event], seat: Seat, command: BetOnLeg) -> None:
    """Take the top leg tile. Rule: CU-13."""
    stack = draft.state.stack(command.camel)
    if not stack:
        raise Refusal("no_tile_left", camel=command.camel)
    draft.add(LegTileTaken(seat, command.camel, stack[0]))


def desert_obstacle(state: State, seat: Seat, space: int, side: Side | None) -> str | None:
    """Why a player's desert tile may not lie on a space: a refusal code, None when it may.

    The own tile leaves its old place first (D9). *side* None: any side.

    Rule: CU-14, SC26, D9, D10.
    """
    if not 1 <= space <= state.options.length:
        return SPACE_OFF
    if space == 1:
        return SPACE_ONE
    own = state.hands[seat].desert
    if own is not None and own.space == space:
        flips = state.options.flip_tile and own.side is not side
        return None if flips else SPACE_SAME
    others = {space for space in state.deserts() if own is None or space != own.space}
    if space in state.track.spaces or space in others:
        return SPACE_TAKEN
    if state.camera is not None and state.camera.space == space:
        return SPACE_CAMERA
    if space - 1 in others or space + 1 in others:
        return SPACE_ADJACENT
    return None


def desert_spaces(state: State, seat: Seat) -> tuple[int, ...]:
    """The spaces where a player's desert tile may go now."""
    return tuple(
        space
        for space in range(2, state.options.length + 1)
        if desert_obstacle(state, seat, space, None) is None
    )


def lay_desert(draft: Draft[State, Event], seat: Seat, command: LayDesert) -> None:
    """Place or move the own desert tile. Rule: CU-14."""
    state = draft.state
    code = desert_obstacle(state, seat, command.space, command.side)
    if code == SPACE_TAKEN and command.space in state.deserts():
        raise Refusal(code, space=command.space)  # two tiles have no room on one space
    refuse_space(draft, code, command.space)
    own = state.hands[seat].desert
    draft.add(DesertLaid(seat, command.space, command.side, own.space if own is not None else None))


def refuse_space(draft: Draft[State, Event], code: str | None, space: int) -> None:
    """Refuse a space for *code*. Nobody can override one that does not exist."""
    if code is None:
        return
    if code == SPACE_OFF:
        raise Refusal(code, space=space, length=draft.state.options.length)
    draft.refuse(code, space=space)


def lay_race_card(draft: Draft[State, Event], seat: Seat, command: BetOnRace) -> None:
    """Lay a race card on a pile, face down. Rule: CU-16."""
    hand = draft.state.hands[seat]
    if hand.cards_left < 1:
        raise Refusal("card_used")
    if command.camel is not None:
        draft.require(command.camel in hand.cards, "card_used", camel=command.camel)
    draft.add(RaceCardLaid(seat, command.on, command.camel))


def roll(draft: Draft[State, Event], seat: Seat, command: Roll) -> None:
    """Take a pyramid tile and move the camel of the die. Rule: CU-15, SC11.

    Raises Refusal: DIE_NOT_IN_PYRAMID, IMPOSSIBLE_PIPS.
    """
    state = draft.state
    if command.die not in state.pyramid:
        raise Refusal("die_not_in_pyramid", die=command.die, inside=list(state.pyramid))
    faces = state.faces(command.die)
    if command.pips not in faces:
        raise Refusal("impossible_pips", pips=command.pips, faces=list(faces))
    move = walk(state.track, camel_of(command.die), command.pips, state.deserts())
    finished = move.finished(state.options.length)
    draft.add(
        DieRolled(
            seat,
            command.die,
            command.pips,
            move.unit,
            move.origin,
            move.landed,
            move.space,
            move.under,
            _neighbour(move),
            finished,
            move.track,
        )
    )
    _pay_landing(draft, state, move)


def _pay_landing(draft: Draft[State, Event], before: State, move: Walk) -> None:
    """The desert tile's owner is paid, then the photographer. Rule: CU-20, SC24, D5, D11, D27."""
    if move.tile:
        owner = before.desert_owner(move.landed)
        assert owner is not None
        draft.add(DesertPaid(owner, move.landed, 1))
    if before.camera is not None and before.camera.space == move.space:
        draft.add(PhotoPaid(before.camera.seat, move.space, len(move.unit)))


def _neighbour(move: Walk) -> Camel | None:
    """The camel that the unit stands on, or under."""
    stack = move.track.stacks()[move.space]
    at = stack.index(move.unit[0])
    if move.under:
        above = at + len(move.unit)
        return stack[above] if above < len(stack) else None
    return stack[at - 1] if at > 0 else None


def check_start_space(space: int) -> None:
    """Raise Refusal(IMPOSSIBLE_PIPS) for a starting space that no die shows. Rule: CU-10."""
    if space not in PIPS:
        raise Refusal("impossible_pips", pips=space, faces=list(PIPS))
