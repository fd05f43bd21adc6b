"""The verbs of Monopoly: fields, commands, and who may say them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.acts import COMMON_VERBS
from companion.core.fields import Field, choice, listed, mapping, text, whole
from companion.core.fields import player as player_named
from companion.core.refusal import Refusal, refuse_field, refuse_unknown
from companion.core.seats import Seat, Seats
from companion.core.verbs import Verb, Who
from companion.games.monopoly import commands as act
from companion.games.monopoly.edition import SQUARES
from companion.games.monopoly.state import Bundle, Grant

SPEED_FACES = (1, 2, 3, "bus", "mr")
_MOST_CARDS = 20
_BUNDLED = ("cash", "deeds", "jail_cards", "immunity")


def pips(value: object, name: str, seats: Seats) -> int:
    """The pips of one white die. Raises Refusal: "impossible_dice" for a number that no die shows."""
    if isinstance(value, bool) or not isinstance(value, int):
        refuse_field(name, "pips", value)
    if not 1 <= value <= 6:
        raise Refusal("impossible_dice", found=value)
    return value


def speed_face(value: object, name: str, seats: Seats) -> int | str:
    """What the speed die shows. Raises Refusal: "impossible_dice" for a number that it never shows."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        refuse_field(name, "speed_face", value)
    if value in SPEED_FACES:
        return value
    if isinstance(value, int):
        raise Refusal("impossible_dice", found=value)
    refuse_field(name, "speed_face", value)


def thrown(value: object, name: str, seats: Seats) -> tuple[int | str, ...]:
    """Two white dice, and perhaps the speed die after them."""
    if not isinstance(value, list) or not 2 <= len(value) <= 3:
        refuse_field(name, "two_or_three_dice", value)
    white = tuple(pips(one, name, seats) for one in value[:2])
    return (*white, *(speed_face(one, name, seats) for one in value[2:]))


def bundle(value: object, name: str, seats: Seats) -> Bundle:
    """One side of a trade."""
    given = mapping(value, name, seats)
    for key in given:
        if key not in _BUNDLED:
            refuse_unknown(f"{name}: {key}", _BUNDLED, given[key])
    deeds = _ids(given.get("deeds", []), f"{name}: deeds", seats)
    return Bundle(
        cash=whole()(given.get("cash", 0), f"{name}: cash", seats),
        deeds=deeds,
        jail_cards=whole(0, _MOST_CARDS)(given.get("jail_cards", 0), f"{name}: jail_cards", seats),
        immunity=listed(grant, 0, 28)(given.get("immunity", []), f"{name}: immunity", seats),
    )


def grant(value: object, name: str, seats: Seats) -> Grant:
    """Free visits: a number of them, or until the end of the game."""
    given = mapping(value, name, seats)
    deeds = _ids(given.get("deeds"), f"{name}: deeds", seats)
    if not deeds:
        refuse_field(f"{name}: deeds", "at_least_one_deed", [])
    if set(given) == {"deeds", "count"}:
        return Grant(deeds, whole(1, 1000)(given["count"], f"{name}: count", seats))
    if set(given) == {"deeds", "until"} and given["until"] == "end":
        return Grant(deeds)
    refuse_field(name, "count_or_until", ", ".join(given))


def dealt(value: object, name: str, seats: Seats) -> tuple[tuple[Seat, tuple[str, ...]], ...]:
    """Lists of deeds by player."""
    given = mapping(value, name, seats)
    return tuple(
        (player_named(who, name, seats), _ids(ids, f"{name}: {who}", seats)) for who, ids in given.items()
    )


def _ids(value: object, name: str, seats: Seats) -> tuple[str, ...]:
    ids: tuple[str, ...] = listed(text(24, 1), 0, 40)(value, name, seats)
    if len(set(ids)) != len(ids):
        refuse_field(name, "each_once", ", ".join(ids))
    return ids


_DICE = Field("dice", listed(pips, 2, 2))
_SPEED = Field("speed", speed_face, required=False)
_DEED = Field("deed", text(24, 1))
_MAYBE_DEED = Field("deed", text(24, 1), required=False)
_COUNT = Field("count", whole(1, 100), required=False, default=1)


def _optional(name: str, read: Any, attribute: str = "") -> Field:
    return Field(name, read, required=False, attribute=attribute)


VERBS: Mapping[str, Verb] = {
    **COMMON_VERBS,
    "retype": Verb(None, (Field("dice", thrown), _SPEED), Who.ANYBODY, numbered=True),
    "roll": Verb(act.Roll, (_DICE, _SPEED), sourced=True),
    "throw": Verb(act.Throw, (Field("dice", thrown),), sourced=True),
    "land": Verb(act.Land, (Field("square", whole(0, SQUARES - 1)),)),
    "draw": Verb(
        act.Draw,
        (
            _optional("card", text(24, 1)),
            _optional("effect", mapping),
            _optional("deck", choice("chance", "community_chest", "chest")),
        ),
        sourced=True,
    ),
    "buy": Verb(act.Buy, (_MAYBE_DEED, _optional("price", whole())), entered=True),
    "decline": Verb(act.Decline, (_MAYBE_DEED,), opens=True, entered=True),
    "bid": Verb(act.Bid, (Field("amount", whole()),), opens=True),
    "pass": Verb(act.PassBid),
    "hammer": Verb(act.Hammer, (), Who.BANKER, numbered=True),
    "demand": Verb(
        act.DemandRent,
        (_DEED, _optional("from", player_named, "tenant"), _optional("dice", thrown)),
        consequence=True,
    ),
    "salary": Verb(act.CollectSalary),
    "pay": Verb(act.PayDebt),
    "auction": Verb(act.CallAuction, (Field("what", choice("house", "hotel")),), Who.BANKER, opens=True),
    "build": Verb(act.Build, (_DEED, _COUNT)),
    "sell_building": Verb(act.SellBuilding, (_DEED, _COUNT)),
    "mortgage": Verb(act.MortgageDeed, (_DEED,)),
    "lift": Verb(act.LiftMortgage, (_DEED,)),
    "keep_mortgage": Verb(act.KeepMortgage, (_DEED,)),
    "offer": Verb(
        act.OfferTrade,
        (
            Field("to", player_named),
            Field("give", bundle, required=False, default=Bundle()),
            Field("get", bundle, required=False, default=Bundle()),
            Field("note", text(), required=False, default=""),
        ),
        opens=True,
    ),
    "leave_jail": Verb(act.LeaveJail, (Field("how", choice("pay", "card")),)),
    "choose": Verb(
        act.Choose,
        (
            _optional("move", whole(0, 12)),
            _optional("to", whole(0, SQUARES - 1)),
            _optional("how", choice("flat", "percent")),
        ),
    ),
    "bankrupt": Verb(act.DeclareBankrupt),
    "deal": Verb(act.DealDeeds, (Field("deeds", dealt),), Who.BANKER),
}
