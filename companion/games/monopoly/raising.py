"""How a player in debt can raise money, and what each way brings."""

from __future__ import annotations

from companion.core.seats import Seat
from companion.games.monopoly.edition import HOTEL
from companion.games.monopoly.mortgage import built_in_group
from companion.games.monopoly.places import group_levels, is_kept_for_won
from companion.games.monopoly.state import State, buildings_free, deeds_of, levels
from companion.games.monopoly.worth import Raise, half_price


def ways_to_raise(state: State, seat: Seat) -> tuple[Raise, ...]:
    """Every single sale and mortgage that is allowed now, in board order."""
    ways: list[Raise] = []
    for deed in deeds_of(state, seat):
        held = state.holdings[deed.index]
        if held.houses:
            heights = group_levels(state, deed)
            even = heights[deed.id] == max(heights.values()) or not state.rules.even_building
            returned = state.rules.houses_before_hotel
            short = (
                held.houses == HOTEL
                and state.rules.building_limit
                and buildings_free(state, "house") < returned
            )
            if even and not short:
                ways.append(Raise("sell_building", deed.id, half_price(deed, 1)))
        elif (
            not held.mortgaged
            and built_in_group(state, deed) is None
            and not is_kept_for_won(state, seat, deed)
        ):
            ways.append(Raise("mortgage", deed.id, deed.mortgage))
    return tuple(ways)


def whole_group_sales(state: State, seat: Seat) -> tuple[tuple[str, int, int], ...]:
    """Selling everything of a group at once, for when the bank has no houses: deed, levels, gain."""
    sales: list[tuple[str, int, int]] = []
    for group in state.edition.streets:
        heights = [
            (levels(state, state.holdings[deed.index].houses), deed)
            for deed in group
            if state.holdings[deed.index].owner == seat
        ]
        total = sum(height for height, _ in heights)
        if total > 1:
            tallest = max(heights, key=lambda one: one[0])[1]
            sales.append((tallest.id, total, half_price(tallest, total)))
    return tuple(sales)
