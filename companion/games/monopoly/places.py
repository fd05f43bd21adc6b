"""Where a building can stand, and what a building that was won keeps free."""

from __future__ import annotations

from companion.core.refusal import Reason
from companion.core.seats import Seat
from companion.games.monopoly.checks import Changes
from companion.games.monopoly.edition import Deed
from companion.games.monopoly.state import Auction, State, levels

Levels = dict[str, int]
"""Buildings of a group by street: 0 to 4 houses (3 in the short game), one more is a hotel."""


def group_levels(state: State, deed: Deed) -> Levels:
    """The levels of a street and those of its group that have the same owner."""
    owner = state.holdings[deed.index].owner
    return {
        other.id: levels(state, state.holdings[other.index].houses)
        for other in state.edition.groups[deed.group]
        if state.holdings[other.index].owner == owner
    }


def can_place(state: State, seat: Seat, what: str) -> tuple[Deed, ...]:
    """The streets where *seat* could legally put one *what* ("house" or "hotel"), cash aside."""
    top = state.rules.houses_before_hotel + 1
    places: list[Deed] = []
    for group in state.edition.streets:
        if not _holds_unmortgaged(state, seat, group):
            continue
        heights = group_levels(state, group[0])
        low = min(heights.values())
        for deed in group:
            level = heights[deed.id]
            even = level == low or not state.rules.even_building
            if even and (level == top - 1 if what == "hotel" else level < top - 1):
                places.append(deed)
    return tuple(places)


def _holds_unmortgaged(state: State, seat: Seat, group: tuple[Deed, ...]) -> bool:
    for deed in group:
        held = state.holdings[deed.index]
        if held.owner != seat or held.mortgaged:
            return False
    return True


def auction_to_place(state: State, seat: Seat) -> Auction | None:
    """The building that *seat* won and has still to place."""
    return next(
        (one for one in state.open if isinstance(one, Auction) and one.won and one.leader == seat), None
    )


def is_kept_for_won(state: State, seat: Seat, deed: Deed) -> bool:
    """Whether a building that *seat* won can be placed in the deed's group alone."""
    won = auction_to_place(state, seat)
    if won is None:
        return False
    groups = {place.group for place in can_place(state, seat, won.what)}
    return groups == {deed.group}


def need_place_for_won(draft: Changes, seat: Seat, deed: Deed) -> None:
    """Raises Refusal(SOMETHING_OPEN) when without *deed* a building won could not be placed. Rule: MP-37."""
    if is_kept_for_won(draft.state, seat, deed):
        draft.refuse(Reason.SOMETHING_OPEN, who=seat, what="monopoly.matter.building_auction")
