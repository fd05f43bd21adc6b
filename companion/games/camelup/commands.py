"""The commands of Camel Up, and the verbs they are said by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.core.acts import COMMON_VERBS
from companion.core.fields import Field, choice, flag, listed, player, whole
from companion.core.refusal import refuse_field
from companion.core.seats import Actor, Seat, Seats
from companion.core.verbs import Device, Verb, Who
from companion.games.camelup.pieces import CAMELS, DICE, Camel, Die
from companion.games.camelup.state import Pile, Side, Tile

_FAR = 1000
_OF_TILE = ("kind", "camel", "value", "place")


@dataclass(frozen=True, slots=True)
class Place:
    """The starting roll of one camel; *on_top* False puts it under the camels there."""

    by: Actor
    camel: Camel
    space: int
    on_top: bool
    source: str = "typed"


@dataclass(frozen=True, slots=True)
class Roll:
    """Take a pyramid tile; *die* came out and shows *pips*."""

    by: Actor
    die: Die
    pips: int
    source: str = "typed"


@dataclass(frozen=True, slots=True)
class BetOnLeg:
    """Take the top leg tile of *camel*."""

    by: Actor
    camel: Camel


@dataclass(frozen=True, slots=True)
class LayDesert:
    """Place or move the own desert tile."""

    by: Actor
    space: int
    side: Side


@dataclass(frozen=True, slots=True)
class BetOnRace:
    """Lay a race card face down; *camel* None: only the people know which one."""

    by: Actor
    camel: Camel | None
    on: Pile


@dataclass(frozen=True, slots=True)
class RevealPile:
    """Name the face-down cards of a pile: all its cards, or those not known yet, in the order laid."""

    by: Actor
    on: Pile
    cards: tuple[Camel, ...]


@dataclass(frozen=True, slots=True)
class PlaceCamera:
    """Become photographer, or move the own camera."""

    by: Actor
    space: int


@dataclass(frozen=True, slots=True)
class BetOnPosition:
    """Cover a leg tile with the position tile *place*.

    The leg tile is an own one (*source* "mine", *value* says which of several) or the bottom one of a stack.
    """

    by: Actor
    place: int
    camel: Camel
    source: str
    value: int | None


@dataclass(frozen=True, slots=True)
class ChoosePartner:
    by: Actor
    other: Seat


@dataclass(frozen=True, slots=True)
class CopyTile:
    """Copy a tile of the partner's. *tile* "best" is the one that pays most, None copies nothing."""

    by: Actor
    tile: Tile | str | None


@dataclass(frozen=True, slots=True)
class AddSupportDie:
    """Return a pyramid tile and put a support die from the podium into the pyramid."""

    by: Actor
    camel: Camel


def read_tile(value: object, name: str, seats: Seats) -> Tile | None:
    """A tile to copy: {"kind", "camel"?, "value"?}, or null for none."""
    if value is None:
        return None
    if not isinstance(value, dict):
        refuse_field(name, "tile", value)
    for key in value:
        if key not in _OF_TILE:
            refuse_field(f"{name}.{key}", "known_field", value[key], fields=list(_OF_TILE))
    kind = choice("leg", "position", "pyramid")(value.get("kind"), f"{name}.kind", seats)
    numbers: dict[str, Any] = {}
    for key in ("value", "place"):
        if value.get(key) is not None:
            numbers[key] = whole(1, 5)(value[key], f"{name}.{key}", seats)
    camel = value.get("camel")
    if camel is not None:
        choice(*CAMELS)(camel, f"{name}.camel", seats)
    return Tile(str(kind), camel, **numbers)


def _side(value: object, name: str, seats: Seats) -> Side:
    return Side(choice(*(side.value for side in Side))(value, name, seats))


def _pile(value: object, name: str, seats: Seats) -> Pile:
    return Pile(choice(*(pile.value for pile in Pile))(value, name, seats))


_CAMEL = Field("camel", choice(*CAMELS))
_DIE = Field("die", choice(*DICE))
_PIPS = Field("pips", whole(-_FAR, _FAR))  # wrong pips are `impossible_pips`, a wrong space is `off_track`
_SPACE = Field("space", whole(-_FAR, _FAR))
_ON = Field("on", _pile)

VERBS: Mapping[str, Verb] = {
    **COMMON_VERBS,
    "end_turn": replace(COMMON_VERBS["end_turn"], device=Device.TURN),
    "place": Verb(
        Place,
        (_CAMEL, _SPACE, Field("on_top", flag, required=False, default=True)),
        Who.ANYBODY,
        Device.TURN,
        sourced=True,
    ),
    "roll": Verb(Roll, (_DIE, _PIPS), device=Device.TURN, sourced=True),
    "leg_bet": Verb(BetOnLeg, (_CAMEL,), device=Device.TURN),
    "desert": Verb(LayDesert, (_SPACE, Field("side", _side)), device=Device.TURN),
    "race_bet": Verb(BetOnRace, (Field("camel", choice(*CAMELS), required=False), _ON), device=Device.TURN),
    "reveal": Verb(RevealPile, (_ON, Field("cards", listed(choice(*CAMELS), 0, 50))), Who.ANYBODY),
    "photographer": Verb(PlaceCamera, (_SPACE,), device=Device.TURN),
    "position_bet": Verb(
        BetOnPosition,
        (
            Field("place", whole(2, 5)),
            _CAMEL,
            Field("from", choice("mine", "stack"), attribute="source"),
            Field("value", choice(5, 3, 2), required=False),
        ),
        device=Device.TURN,
    ),
    "partner": Verb(ChoosePartner, (Field("with", player, attribute="other"),), device=Device.TURN),
    "copy": Verb(CopyTile, (Field("tile", read_tile, required=False, default="best", null=True),)),
    "add_support_die": Verb(AddSupportDie, (_CAMEL,), device=Device.TURN),
    "retype": Verb(
        None,
        tuple(
            replace(field, required=False) for field in (_DIE, _PIPS, _CAMEL, _SPACE, Field("on_top", flag))
        ),
        numbered=True,
    ),
}

SECRET_FIELDS: Mapping[str, tuple[str, ...]] = {"race_bet": ("camel",)}
"""Verb and fields that are secret when they are said; `holds_secret` knows those of `arrange` too."""


def holds_secret(said: Mapping[str, object]) -> bool:
    """Whether a command as JSON names race cards that nobody else may know yet."""
    if said.get("do") == "race_bet":
        return said.get("camel") is not None
    if said.get("do") != "arrange":
        return False
    table = said.get("set")
    if not isinstance(table, Mapping):
        return False
    players = table.get("players")
    own = players.values() if isinstance(players, Mapping) else ()
    return table.get("race_piles") is not None or any(
        isinstance(one, Mapping) and "race_cards" in one for one in own
    )
