"""Houses and hotels: built and sold evenly, out of a stock that can run short."""

from __future__ import annotations

from companion.core.ledger import House
from companion.core.refusal import Reason, Refusal, refuse_field
from companion.core.seats import Seat
from companion.core.verbs import seat_of
from companion.games.monopoly.checks import Changes, find_deed, need_cash, need_owner, need_quiet
from companion.games.monopoly.commands import Build, SellBuilding
from companion.games.monopoly.edition import HOTEL, Deed, Kind
from companion.games.monopoly.events import BuildingsSold, Built, DebtIncurred
from companion.games.monopoly.mortgage import lift_cost
from companion.games.monopoly.places import Levels, auction_to_place, group_levels
from companion.games.monopoly.state import (
    Auction,
    State,
    buildings_free,
    cash,
    holding,
    hotels_left,
    houses_left,
)
from companion.games.monopoly.worth import half_price


def build(draft: Changes, command: Build) -> None:
    """Build one level, or *count* of them evenly. Rule: MP-31, MP-32, MP-36.

    Raises Refusal: "not_owner", "not_full_group", "group_mortgaged", SOMETHING_OPEN, "fully_built", "uneven",
    "no_houses_left", "no_hotels_left", NOT_ENOUGH_CASH.
    """
    state = draft.state
    seat = seat_of(command.by)
    deed = find_deed(state, command.deed)
    need_owner(draft, seat, deed)
    need_group(draft, seat, deed)
    won = auction_to_place(state, seat)
    if won is None:
        need_quiet(draft)
    elif command.count != 1:
        refuse_field("count", "one_building", command.count)
    # Under the banker's override a group may be incomplete or mortgaged: only what can be built on counts.
    before = {
        street: level
        for street, level in group_levels(state, deed).items()
        if not holding(state, street).mortgaged
    }
    after = _added(draft, deed, before, command.count)
    if won is not None:
        _place_won(draft, seat, deed, before, after, won)
        return
    _need_stock(state, deed, before, after)
    cost = command.count * deed.house
    need_cash(state, seat, cost)
    draft.add(Built(seat, _changes(state, before, after), cost))


def need_group(draft: Changes, seat: Seat, deed: Deed) -> None:
    """The whole group, none of it mortgaged."""
    state = draft.state
    if deed.kind is not Kind.STREET:
        refuse_field("deed", "street", deed.id)
    group = state.edition.groups[deed.group]
    missing = [other.id for other in group if state.holdings[other.index].owner != seat]
    if missing:
        draft.refuse("not_full_group", deed=deed.id, missing=missing[0])
    for other in group:
        if state.holdings[other.index].mortgaged:
            cost = lift_cost(state, other)
            refusal = Refusal("group_mortgaged", deed=deed.id, mortgaged=other.id, amount=cost)
            if other is deed:
                raise refusal
            draft.refuse(refusal.code, **refusal.values)


def _added(draft: Changes, deed: Deed, before: Levels, count: int) -> Levels:
    """*count* levels more, the named street first, then always on the lowest."""
    state = draft.state
    top = state.rules.houses_before_hotel + 1
    after = dict(before)
    for number in range(count):
        street = deed.id if number == 0 or not state.rules.even_building else _lowest(after, deed.id)
        if after[street] >= top:
            others = [other for other in after if after[other] < top]
            if number == 0 or not others:
                raise Refusal("fully_built", deed=street)
            street = others[0]
        if state.rules.even_building and after[street] > min(after.values()):
            draft.refuse("uneven", deed=street, other=min(after, key=lambda one: after[one]))
        after[street] += 1
    return after


def _lowest(heights: Levels, first: str) -> str:
    low = min(heights.values())
    return first if heights[first] == low else next(street for street in heights if heights[street] == low)


def _highest(heights: Levels, first: str) -> str:
    high = max(heights.values())
    return first if heights[first] == high else next(street for street in heights if heights[street] == high)


def _stock_used(state: State, heights: Levels) -> tuple[int, int]:
    """Houses and hotels that a group at these levels takes from the bank."""
    top = state.rules.houses_before_hotel + 1
    return (
        sum(level for level in heights.values() if level < top),
        sum(level == top for level in heights.values()),
    )


def _need_stock(state: State, deed: Deed, before: Levels, after: Levels) -> None:
    """The bank's buildings must do for *after*, and for the houses that every hotel takes first."""
    if not state.rules.building_limit:
        return
    top = state.rules.houses_before_hotel + 1
    stages = [after]
    if any(after[street] == top > before[street] for street in after):
        # A hotel stands for houses that stood on every street of the group.
        stages.insert(0, {street: max(before[street], min(after[street], top - 1)) for street in after})
    houses_before, hotels_before = _stock_used(state, before)
    for stage in stages:
        houses, hotels = _stock_used(state, stage)
        if houses - houses_before > houses_left(state):
            raise Refusal("no_houses_left", deed=deed.id, left=houses_left(state))
        if hotels - hotels_before > hotels_left(state):
            raise Refusal("no_hotels_left", deed=deed.id, left=hotels_left(state))


def _changes(state: State, before: Levels, after: Levels) -> tuple[tuple[str, int], ...]:
    """The streets that changed, with what stands on them: 5 is a hotel."""
    top = state.rules.houses_before_hotel + 1
    return tuple(
        (street, HOTEL if level == top else level)
        for street, level in after.items()
        if level != before[street]
    )


def _place_won(draft: Changes, seat: Seat, deed: Deed, before: Levels, after: Levels, won: Auction) -> None:
    """Put the building won in an auction on a street, for the price bid. Rule: MP-37."""
    state = draft.state
    top = state.rules.houses_before_hotel + 1
    placed = "hotel" if after[deed.id] == top else "house"
    if placed != won.what:
        if won.what == "hotel":
            refuse_field("deed", "street_for_hotel", deed.id)
        refuse_field("deed", "street_for_house", deed.id)
    _need_stock(state, deed, before, after)
    paid = min(won.highest, cash(state, seat))
    draft.add(Built(seat, _changes(state, before, after), paid, won.what))
    if paid < won.highest:
        # The reserved cash went to a rent or a tax meanwhile.
        draft.add(DebtIncurred(seat, House.BANK, won.highest - paid, "auction", deed.id))


def sell_building(draft: Changes, command: SellBuilding) -> None:
    """Sell one level at half price, or *count* of them evenly. Rule: MP-33 to MP-35.

    Raises Refusal: "not_owner", "uneven", "no_houses_left", NOT_NOW where nothing stands.
    """
    state = draft.state
    seat = seat_of(command.by)
    deed = find_deed(state, command.deed)
    need_owner(draft, seat, deed)
    if deed.kind is not Kind.STREET:
        refuse_field("deed", "street", deed.id)
    before = group_levels(state, deed)
    if not any(before.values()):
        raise Refusal(Reason.NOT_NOW, verb="sell_building", deed=deed.id)
    if command.count > sum(before.values()):
        refuse_field("count", "at_most", command.count, most=sum(before.values()))
    after = dict(before)
    for number in range(command.count):
        first = number == 0 or (not state.rules.even_building and after[deed.id] > 0)
        street = deed.id if first else _highest(after, deed.id)
        if after[street] < max(after.values()) and state.rules.even_building:
            draft.refuse("uneven", deed=street, other=_highest(after, street))
        if after[street] == 0:
            raise Refusal("uneven", deed=street, other=_highest(after, street))
        after[street] -= 1
    if state.rules.building_limit:
        left = buildings_free(state, "house")
        if _stock_used(state, after)[0] - _stock_used(state, before)[0] > max(left, 0):
            raise Refusal("no_houses_left", deed=deed.id, left=left)
    draft.add(BuildingsSold(seat, _changes(state, before, after), half_price(deed, command.count)))


def sell_all(draft: Changes, seat: Seat) -> None:
    """Everything back to the bank at half price, group by group."""
    state = draft.state
    for group in state.edition.streets:
        mine = [deed for deed in group if state.holdings[deed.index].owner == seat]
        standing = group_levels(state, mine[0]) if mine else {}
        if any(standing.values()):
            houses = tuple((id, 0) for id, level in standing.items() if level)
            draft.add(BuildingsSold(seat, houses, half_price(mine[0], sum(standing.values()))))
