"""Building and selling, counted through: every even board of a group, every number of levels."""

from __future__ import annotations

from itertools import product

import pytest

from companion.core.seats import Seat
from companion.games.monopoly.raising import ways_to_raise, whole_group_sales
from companion.games.monopoly.state import State, cash, houses_left
from companion.games.monopoly.worth import liquidity
from tests.games.monopoly.playing import after, arranged, refused, seen, table

ANN = Seat(0)
HOTEL = 5
BROWN, GREEN = ("brown1", "brown2"), ("green1", "green2", "green3")
FILLERS = (
    "lightblue1",
    "lightblue2",
    "lightblue3",
    "pink1",
    "pink2",
    "pink3",
    "orange1",
    "orange2",
    "orange3",
)


def even_levels(streets: int) -> list[tuple[int, ...]]:
    return [levels for levels in product(range(HOTEL + 1), repeat=streets) if max(levels) - min(levels) <= 1]


def used(levels: tuple[int, ...]) -> int:
    return sum(level for level in levels if level < HOTEL)


def with_stock(group: tuple[str, ...], levels: tuple[int, ...], left: int) -> State | None:
    """Ann's group at *levels* while the bank has *left* houses; None when the others cannot hold so many."""
    elsewhere = 32 - left - used(levels)
    if not 0 <= elsewhere <= 4 * len(FILLERS):
        return None
    deeds: dict[str, object] = {
        id: {"owner": "Ann", "houses": level} for id, level in zip(group, levels, strict=True)
    }
    for id in FILLERS:
        houses = min(4, elsewhere)
        deeds[id] = {"owner": "Bob", "houses": houses}
        elsewhere -= houses
    return arranged(table(2), deeds=deeds, players={"Ann": {"cash": 9999}})


def levels_of(state: State, group: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(seen(state)["deeds"][id]["houses"] for id in group)


@pytest.mark.parametrize("group", [BROWN, GREEN])
@pytest.mark.parametrize("left", [0, 3, 8])
def test_selling_any_number_of_levels_ends_even_and_within_the_bank(
    group: tuple[str, ...], left: int
) -> None:
    for levels in even_levels(len(group)):
        state = with_stock(group, levels, left)
        if state is None:
            continue
        half = state.edition.by_id[group[0]].house // 2
        for count in range(1, sum(levels) + 1):
            said = {
                "do": "sell_building",
                "by": "Ann",
                "deed": group[levels.index(max(levels))],
                "count": count,
            }
            code = refused(state, said)
            if code:
                low, extra = divmod(sum(levels) - count, len(group))
                end = (low + 1,) * extra + (low,) * (len(group) - extra)
                assert code == "no_houses_left"
                assert used(end) - used(levels) > left
                continue
            sold = after(state, said)
            now = levels_of(sold, group)
            assert max(now) - min(now) <= 1
            assert sum(now) == sum(levels) - count
            assert cash(sold, ANN) == 9999 + count * half
            assert houses_left(sold) == left - used(now) + used(levels) >= 0


@pytest.mark.parametrize("group", [BROWN, GREEN])
@pytest.mark.parametrize("left", [0, 2, 8])
def test_building_any_number_of_levels_ends_even_and_takes_no_house_that_is_not_there(
    group: tuple[str, ...], left: int
) -> None:
    for levels in even_levels(len(group)):
        state = with_stock(group, levels, left)
        if state is None:
            continue
        for count in range(1, HOTEL * len(group) - sum(levels) + 1):
            said = {"do": "build", "by": "Ann", "deed": group[levels.index(min(levels))], "count": count}
            heights = list(levels)
            for _ in range(count):
                heights[heights.index(min(heights))] += 1
            # Every new hotel first takes the houses that it then stands for.
            needed = sum(min(4, end) for end, start in zip(heights, levels, strict=True) if start < HOTEL)
            assert (refused(state, said) == "no_houses_left") == (needed - used(levels) > left)
            if refused(state, said):
                continue
            built = after(state, said)
            now = levels_of(built, group)
            assert max(now) - min(now) <= 1
            assert sum(now) == sum(levels) + count
            assert houses_left(built) >= 0


def raise_all(state: State) -> State:
    """Sell and mortgage everything, one step after the other, as the buttons offer it."""
    while True:
        ways = ways_to_raise(state, ANN)
        groups = whole_group_sales(state, ANN)
        if ways:
            said = {"do": ways[0].verb, "deed": ways[0].deed}
            gain = ways[0].amount
        elif groups:
            said = {"do": "sell_building", "deed": groups[0][0], "count": groups[0][1]}
            gain = groups[0][2]
        else:
            return state
        before = cash(state, ANN)
        state = after(state, {**said, "by": "Ann"})
        assert cash(state, ANN) == before + gain


@pytest.mark.parametrize("left", [0, 1, 4, 12])
@pytest.mark.parametrize("levels", [(5, 5, 5), (5, 4, 4), (3, 2, 2), (0, 0, 0)])
def test_what_can_be_raised_is_what_is_raised_in_the_end(levels: tuple[int, ...], left: int) -> None:  # MP-54
    state = with_stock(GREEN, levels, left)
    if state is None:
        pytest.fail("the board of the test cannot be")
    state = arranged(
        state, deeds={"rail1": {"owner": "Ann"}, "utility1": {"owner": "Ann", "mortgaged": True}}
    )
    assert cash(raise_all(state), ANN) == liquidity(state, ANN)
