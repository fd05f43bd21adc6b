"""The actions of the Supercup: support dice, photographer, position bets, partners."""

from __future__ import annotations

from companion.core.draft import Draft
from companion.core.refusal import Reason, Refusal, refuse_field
from companion.core.seats import Seat
from companion.games.camelup.actions import SPACE_OFF, SPACE_SAME, SPACE_TAKEN, refuse_space
from companion.games.camelup.commands import (
    AddSupportDie,
    BetOnPosition,
    ChoosePartner,
    CopyTile,
    PlaceCamera,
)
from companion.games.camelup.events import (
    CameraPlaced,
    Event,
    PartnersMade,
    PositionTileTaken,
    SupportDieAdded,
    TileCopied,
)
from companion.games.camelup.leg import add_best_copy, tile_reward, tiles_of, waiting_to_copy
from companion.games.camelup.pieces import Die, camel_of, support_die
from companion.games.camelup.state import LegBet, State, Tile


def camera_obstacle(state: State, seat: Seat, space: int) -> str | None:
    """Why the camera may not stand beside a space: a refusal code, None when it may. Rule: SC23, SC26."""
    if not 1 <= space <= state.options.length:
        return SPACE_OFF
    if space in state.track.spaces or space in state.deserts():
        return SPACE_TAKEN
    if state.camera is not None and state.camera.space == space:
        return SPACE_SAME
    return None


def camera_spaces(state: State, seat: Seat) -> tuple[int, ...]:
    """The spaces where a player may put the camera now; none while somebody else is photographer."""
    if not state.options.photographer or (state.camera is not None and state.camera.seat != seat):
        return ()
    spaces = range(1, state.options.length + 1)
    return tuple(space for space in spaces if camera_obstacle(state, seat, space) is None)


def place_camera(draft: Draft[State, Event], seat: Seat, command: PlaceCamera) -> None:
    """Become photographer or move the camera. Rule: SC23."""
    state = draft.state
    _require_variant(draft, state.options.photographer, "photographer")
    camera = state.camera
    if camera is not None:
        draft.require(
            camera.seat == seat, "not_available", what="camelup.what.photographer", holder=camera.seat
        )
    refuse_space(draft, camera_obstacle(state, seat, command.space), command.space)
    draft.add(CameraPlaced(seat, command.space, camera.space if camera is not None else None))


def bet_on_position(draft: Draft[State, Event], seat: Seat, command: BetOnPosition) -> None:
    """Cover a leg tile with a position tile. Rule: SC30 to SC32, D28."""
    state = draft.state
    _require_variant(draft, state.options.position_bets, "position_bets")
    if command.place not in state.position_tiles:
        raise Refusal(
            "not_available",
            what="camelup.what.position_tile",
            place=command.place,
            left=list(state.position_tiles),
        )
    if command.source == "stack":
        value = _bottom_tile(state, command)
    else:
        value = _own_tile(state, seat, command)
    draft.add(PositionTileTaken(seat, command.place, command.camel, value, command.source == "stack"))


def choose_partner(draft: Draft[State, Event], seat: Seat, command: ChoosePartner) -> None:
    """Swap partner cards; the other cannot refuse. Rule: SC36."""
    state = draft.state
    _require_variant(draft, state.options.partner_bets, "partner_bets")
    if command.other == seat:
        refuse_field("with", "another_player", state.seats.name(seat))
    for one in (seat, command.other):
        draft.require(state.hands[one].partner is None, "already_partnered", who=one)
    draft.add(PartnersMade(seat, command.other))


def free_partners(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Whom a player may choose as partner now. Rule: SC36."""
    if not state.options.partner_bets or state.hands[seat].partner is not None:
        return ()
    return tuple(
        other
        for other in state.seats.after(seat)
        if state.hands[other].partner is None and other not in state.seats.asleep
    )


def copy_tile(draft: Draft[State, Event], seat: Seat, command: CopyTile) -> None:
    """Copy one tile of the partner's, or none. Rule: SC37.

    A tile named in part (no value, no camel) means the best of those that fit.
    """
    state = draft.state
    if seat not in waiting_to_copy(state):
        raise Refusal(Reason.NOT_NOW, due="camelup.due.nothing_to_copy")
    partner = state.hands[seat].partner
    assert partner is not None
    wanted = command.tile
    if wanted is None:
        draft.add(TileCopied(seat, partner, None, 0))
        return
    if isinstance(wanted, str):
        add_best_copy(draft, seat)
        return
    fitting = [tile for tile in tiles_of(state.hands[partner]) if _fits(wanted, tile)]
    if not fitting:
        raise Refusal("not_available", what="camelup.what.tile", who=partner)
    best = max(fitting, key=lambda tile: tile_reward(state, tile))
    draft.add(TileCopied(seat, partner, best, tile_reward(state, best)))


def addable_dice(state: State, seat: Seat) -> tuple[Die, ...]:
    """The support dice that a player may put into the pyramid as extra action now. Rule: SC14, SC15."""
    if not state.options.extra or state.hands[seat].pyramid_tiles < 1 or state.extra_done:
        return ()
    return tuple(die for die in state.podium() if camel_of(die) != state.leader())


def add_support_die(draft: Draft[State, Event], seat: Seat, command: AddSupportDie) -> None:
    """The extra action after the normal one. Rule: SC14 to SC17."""
    state = draft.state
    if not state.options.big_track:
        raise Refusal("not_available", what="option.camelup.big_track")
    _require_variant(draft, state.options.extra, "extra_action")
    draft.require(state.acted and not state.extra_done, Reason.NOT_NOW, due=due_now(state))
    if state.hands[seat].pyramid_tiles < 1:
        raise Refusal("no_pyramid_tile", who=seat)
    die = support_die(command.camel)
    if die not in state.podium():
        raise Refusal("not_available", what="camelup.what.support_die", die=die, podium=list(state.podium()))
    draft.require(command.camel != state.leader(), "leader_die", camel=command.camel)
    draft.add(SupportDieAdded(seat, die))


def due_now(state: State) -> str:
    """What a turn waits for, for the sentence of a refusal."""
    return "camelup.due.end_turn" if state.acted else "camelup.due.action"


def _require_variant(draft: Draft[State, Event], on: bool, option: str) -> None:
    draft.require(on, "not_available", what=f"option.camelup.{option}")


def _bottom_tile(state: State, command: BetOnPosition) -> int:
    stack = state.stack(command.camel)
    if not stack:
        raise Refusal("no_tile_left", camel=command.camel)
    if command.value is not None and command.value != stack[-1]:
        refuse_field("value", "bottom_tile", command.value, value=stack[-1])
    return stack[-1]


def _own_tile(state: State, seat: Seat, command: BetOnPosition) -> int:
    own = {bet.value for bet in _uncovered(state, seat) if bet.camel == command.camel}
    if command.value is None and len(own) == 1:
        return own.pop()
    if command.value is None and own:
        values = sorted(own, reverse=True)
        refuse_field("value", "which_tile", camel=command.camel, values=values)
    if command.value not in own:
        raise Refusal("not_available", what="camelup.what.leg_tile", camel=command.camel, who=seat)
    assert command.value is not None
    return command.value


def _uncovered(state: State, seat: Seat) -> tuple[LegBet, ...]:
    return tuple(bet for bet in state.hands[seat].leg_bets if bet.place is None)


def _fits(wanted: Tile, tile: Tile) -> bool:
    """Whether *tile* is one that the words mean. A position tile's number may be its place or its value."""
    if wanted.kind != tile.kind or wanted.camel not in (None, tile.camel):
        return False
    if wanted.place not in (None, tile.place):
        return False
    numbers = (None, tile.value, tile.place) if tile.kind == "position" else (None, tile.value)
    return wanted.value in numbers
