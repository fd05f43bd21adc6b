"""House rules: the table of options, and the values a game plays by."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

from companion.core.game import Option
from companion.core.refusal import refuse_field
from companion.games.monopoly.edition import TAXES, Edition, scaled

_LARGEST = 10**8
_YES_NO = (False, True)


def _switch(default: bool) -> Option:
    return Option(default, _YES_NO)


def _choice(*choices: str) -> Option:
    return Option(choices[0], choices)


OPTIONS: Mapping[str, Option] = {
    "follow": _choice("dice", "hands"),
    "speed_die": _switch(False),
    "starting_cash": Option(1500, least=0, most=_LARGEST),
    "auctions": _switch(True),
    "rent": _choice("on_demand", "automatic"),
    "rent_lapses": _choice("next_roll", "second_roll", "never"),
    "utility_throw": _choice("movement", "owner"),
    "interest_rounding": _choice("up", "down", "half_up"),
    "taxes": _choice(*TAXES),
    "triple_ends_turn": _switch(True),
    "liquidate_before_transfer": _switch(False),
    "several_creditors": _choice("seat_order", "even_split"),
    "trade_in_debt": _switch(False),
    "free_parking_pot": Option(False, least=0, most=_LARGEST, optional=(False,)),
    "double_go": _switch(False),
    "first_lap_no_buying": _switch(False),
    "no_rent_in_jail": _switch(False),
    "even_building": _switch(True),
    "building_limit": _switch(True),
    "snake_eyes": Option(0, least=0, most=_LARGEST),
    "immunity": _switch(False),
    "cash_limit": Option(None, least=1, most=_LARGEST, optional=(None,)),
    "minutes": Option(None, least=1, most=24 * 60, optional=(None,)),
    "short_game": _switch(False),
    "salary": Option(200, least=0, most=_LARGEST),
    "jail_fine": Option(50, least=0, most=_LARGEST),
    "dealt_deeds": Option(0, least=0, most=14),
    "rising_fine": _switch(False),
    "round_to": Option(1, least=1, most=1000),
    "bankrupt_deeds": _choice("auction", "market"),
    "mortgage_interest": _choice("both", "lift", "none"),
    "pot_repairs": _switch(False),
    "pot_refill": _switch(False),
    "double_go_by_card": _switch(True),
    "building_minimum": _choice("free", "price"),
    "card_throw_speed": _switch(True),
}
"""Defaults are in 1x units; a board with another scale multiplies the amounts among them."""

SCALED = ("starting_cash", "salary", "jail_fine")
SPEED_DIE_BONUS = 1000
"""Start money on top, with the speed die. Rule: MP-S1."""


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The options a game is played by; names and values are those of the table file."""

    follow: Literal["dice", "hands"]
    speed_die: bool
    starting_cash: int
    auctions: bool
    rent: Literal["on_demand", "automatic"]
    rent_lapses: Literal["next_roll", "second_roll", "never"]
    utility_throw: Literal["movement", "owner"]
    interest_rounding: Literal["up", "down", "half_up"]
    taxes: str
    triple_ends_turn: bool
    liquidate_before_transfer: bool
    several_creditors: Literal["seat_order", "even_split"]
    trade_in_debt: bool
    free_parking_pot: int | Literal[False]
    double_go: bool
    first_lap_no_buying: bool
    no_rent_in_jail: bool
    even_building: bool
    building_limit: bool
    snake_eyes: int
    immunity: bool
    cash_limit: int | None
    minutes: int | None
    short_game: bool
    salary: int
    jail_fine: int
    dealt_deeds: int
    rising_fine: bool
    round_to: int
    bankrupt_deeds: Literal["auction", "market"]
    mortgage_interest: Literal["both", "lift", "none"]
    pot_repairs: bool
    pot_refill: bool
    double_go_by_card: bool
    building_minimum: Literal["free", "price"]
    card_throw_speed: bool

    @property
    def hands(self) -> bool:
        """People throw their own dice and move their own pieces."""
        return self.follow == "hands"

    @property
    def has_pot(self) -> bool:
        # The number 0 is a pot that starts empty; only false is no pot.
        return self.free_parking_pot is not False

    @property
    def houses_before_hotel(self) -> int:
        """Rule: MP-32, in the short game MP-H11."""
        return 3 if self.short_game else 4

    @property
    def deeds_dealt(self) -> int:
        """How many deeds each player is dealt at the start. Rule: MP-H4, MP-H11."""
        return self.dealt_deeds or (2 if self.short_game else 0)


def default_rules(edition: Edition) -> HouseRules:
    """The rules of a board whose table has agreed on nothing else."""
    values: dict[str, Any] = {name: option.default for name, option in OPTIONS.items()}
    for name in SCALED:
        values[name] = scaled(values[name], edition.scale)
    return with_options(HouseRules(**values), edition.defaults)


def with_options(rules: HouseRules, chosen: Mapping[str, object]) -> HouseRules:
    """The rules with *chosen* options. Raises Refusal(BAD_REQUEST) naming the option."""
    for name, value in chosen.items():
        check_option(name, value)
    return replace(rules, **cast("dict[str, Any]", dict(chosen)))


def check_option(name: str, value: object) -> None:
    """Raise Refusal(BAD_REQUEST) for an option nobody knows or a value it cannot have."""
    option = OPTIONS.get(name)
    if option is None:
        refuse_field(f"options: {name[:40]}", "one_of", value, choices=list(OPTIONS))
    if any(value is allowed for allowed in option.optional):
        return
    if option.choices:
        if not any(type(value) is type(allowed) and value == allowed for allowed in option.choices):
            refuse_field(f"options: {name}", "one_of", value, choices=list(option.choices))
        return
    least, most = option.least or 0, option.most or _LARGEST
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        if option.optional:
            also = [json.dumps(allowed) for allowed in option.optional]
            refuse_field(f"options: {name}", "whole_number_or", value, least=least, most=most, choices=also)
        refuse_field(f"options: {name}", "whole_number", value, least=least, most=most)
