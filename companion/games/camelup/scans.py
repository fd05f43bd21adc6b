"""What a tag means now: leg tiles and player cards."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.message import Answer, Message, Question, say
from companion.core.refusal import Reason, Refusal
from companion.core.seats import Seat
from companion.core.tagged import Tagged
from companion.games.camelup.evolve import phase_of
from companion.games.camelup.leg import waiting_to_copy
from companion.games.camelup.options import MOST_BASE_PLAYERS, MOST_PLAYERS, VARIANTS
from companion.games.camelup.pieces import CAMELS, LEG_VALUES, LONG_LEG_VALUES, Camel
from companion.games.camelup.state import Phase, State

LEG_TILE, PLAYER_CARD = "leg_tile", "player_card"


def read_scan(
    state: State, pending: Question | None, tagged: Tagged, reader: str
) -> Question | Mapping[str, object]:
    """A leg tile and a player card make a leg bet, in either order.

    A leg tile alone asks whether it is for the player whose turn it is; a player card alone is a look-up.
    Raises Refusal: UNKNOWN_TAG for other pieces, NO_TILE_LEFT for a leg tile that is not the top one.
    """
    match tagged.kind:
        case "leg_tile":
            return _read_leg_tile(state, pending, tagged.name)
        case "player_card":
            return _read_player_card(state, pending, tagged.name)
        case _:
            raise Refusal(Reason.UNKNOWN_TAG, piece=f"{tagged.kind} {tagged.name}")


def pieces(state: State) -> tuple[Tagged, ...]:
    """The pieces of the box that may carry a tag: player cards, leg tiles."""
    supercup = any(getattr(state.options, variant) for variant in VARIANTS)
    players = MOST_PLAYERS if supercup else MOST_BASE_PLAYERS
    cards = tuple(Tagged(PLAYER_CARD, str(number)) for number in range(1, players + 1))
    values = LONG_LEG_VALUES if state.options.long_stacks else LEG_VALUES
    tiles = tuple(Tagged(LEG_TILE, name) for camel in CAMELS for name in _tile_names(camel, values))
    return cards + tiles


def piece_name(state: State, tagged: Tagged) -> str | Message:
    """What a piece is called; this box prints no words on any."""
    if tagged.kind == PLAYER_CARD:
        return say("player_card.numbered", number=tagged.name)
    if tagged.kind == LEG_TILE:
        camel, _, value = tagged.name.removesuffix("b").partition(" ")
        return say("camelup.leg_tile", camel=camel, value=value)
    return tagged.name.replace("-", " ")


def guess(state: State) -> tuple[Tagged, ...]:
    """What an unknown tag may well be now: the leg tiles that lie on top."""
    if phase_of(state) is not Phase.PLAY:
        return ()
    return tuple(
        Tagged(LEG_TILE, f"{camel} {state.stack(camel)[0]}") for camel in CAMELS if state.stack(camel)
    )


def _tile_names(camel: Camel, values: tuple[int, ...]) -> tuple[str, ...]:
    """Names of a camel's leg tiles; the second 2 is "white 2b"."""
    return tuple(
        f"{camel} {value}{'b' if at and values[at - 1] == value else ''}" for at, value in enumerate(values)
    )


def _read_leg_tile(state: State, pending: Question | None, name: str) -> Question | Mapping[str, object]:
    camel, value = _parse_tile(name)
    stack = state.stack(camel)
    for owner in state.seats:
        held = any(bet.camel == camel and bet.value == value for bet in state.hands[owner].leg_bets)
        if held and value not in stack:
            return Question(say("camelup.scan.tile_of", who=owner, camel=camel, value=value))
    if not stack or stack[0] != value:
        raise Refusal("no_tile_left", camel=camel, top=stack[0] if stack else None)
    seat = _seat_of_card(state, _about(pending, PLAYER_CARD))
    if seat is not None:
        return _leg_bet(state, seat, camel)
    who = state.turn
    answer = Answer(_leg_bet(state, who, camel), say("camelup.scan.take", who=who))
    message = say("camelup.scan.leg_bet", who=who, camel=camel, value=value)
    return Question(message, (answer,), ok=0, about=(f"{LEG_TILE} {name}",))


def _read_player_card(state: State, pending: Question | None, name: str) -> Question | Mapping[str, object]:
    seat = _seat_of_card(state, name)
    if seat is None:
        raise Refusal(Reason.UNKNOWN_TAG, piece=f"{PLAYER_CARD} {name}")
    tile = _about(pending, LEG_TILE)
    if tile is not None:
        return _leg_bet(state, seat, _parse_tile(tile)[0])
    by = state.seats.name(seat)
    about = (f"{PLAYER_CARD} {name}",)
    phase = phase_of(state)
    if phase is Phase.COPYING and seat in waiting_to_copy(state):
        best = Answer({"do": "copy", "by": by}, say("camelup.scan.copy_best"))
        none = Answer({"do": "copy", "by": by, "tile": None}, say("camelup.prompt.copy_nothing"))
        return Question(say("camelup.scan.copy", who=seat), (best, none), ok=0, about=about)
    if phase is Phase.PLAY and seat == state.turn and state.acted:
        answer = Answer({"do": "end_turn", "by": by}, say("camelup.prompt.end_turn"))
        return Question(say("camelup.scan.end_turn", who=seat), (answer,), ok=0, about=about)
    tiles = len(state.hands[seat].leg_bets)
    message = say(
        "camelup.scan.player",
        who=seat,
        amount=state.money(seat),
        tiles=tiles,
        pyramid=state.hands[seat].pyramid_tiles,
    )
    return Question(message, about=about)


def _leg_bet(state: State, seat: Seat, camel: Camel) -> Mapping[str, object]:
    return {"do": "leg_bet", "by": state.seats.name(seat), "camel": camel}


def _about(pending: Question | None, kind: str) -> str | None:
    """The name of the piece of *kind* that the question is about."""
    for piece in pending.about if pending is not None else ():
        if piece.startswith(f"{kind} "):
            return piece.removeprefix(f"{kind} ")
    return None


def _seat_of_card(state: State, name: str | None) -> Seat | None:
    """Player card 1 is the first seat's. None when nobody sits there."""
    if name is None or not name.isascii() or not name.isdigit():
        return None
    seat = Seat(int(name) - 1)
    return seat if seat in state.seats.order else None


def _parse_tile(name: str) -> tuple[Camel, int]:
    """The camel and number of a leg tile. Raises Refusal(UNKNOWN_TAG)."""
    camel, _, value = name.partition(" ")
    number = value.removesuffix("b")
    if camel not in CAMELS or number not in ("5", "3", "2"):
        raise Refusal(Reason.UNKNOWN_TAG, piece=f"{LEG_TILE} {name}")
    return camel, int(number)
