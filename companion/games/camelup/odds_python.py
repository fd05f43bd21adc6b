"""Exact leg odds in plain Python: equal states merged layer by layer.

A state is the order of the camels, their spaces, and the dice left. How a move shuffles the order depends on
the spaces alone, so states are kept by spaces, and the moves of one set of spaces are worked out once.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import permutations
from typing import NamedTuple

from companion.games.camelup.pieces import CAMELS, Camel, camel_of
from companion.games.camelup.position import LegOdds, Position, count_outcomes, decided

Spaces = tuple[int, ...]

COUNT = len(CAMELS)
ORDERS = tuple(permutations(range(COUNT)))
"""Every order of the camels, back to front, each camel as its number in CAMELS."""
ORDER_ID = {order: id for id, order in enumerate(ORDERS)}
INDEX = tuple(tuple(order.index(camel) for camel in range(COUNT)) for order in ORDERS)
"""Where each camel stands in each order."""


class Shuffle(NamedTuple):
    """What a move does: the slots from *first* to before *top* go in front of slot *at* of the others.

    *tile* is the space of the desert tile that it meets, 0 for none.
    """

    spaces: Spaces
    first: int
    top: int
    at: int
    tile: int
    finished: bool


def shuffle(spaces: Spaces, index: int, pips: int, deserts: Mapping[int, int], length: int) -> Shuffle:
    """The move of whichever camel stands in slot *index*: `track.walk`, made for speed."""
    origin = spaces[index]
    top = index + 1
    while top < COUNT and spaces[top] == origin:
        top += 1
    landed = origin + pips
    shift = deserts.get(landed, 0)
    space = landed + shift
    if space == origin:  # a mirage one space ahead: under the camels that stayed
        return Shuffle(spaces, index, top, spaces.index(origin), landed, False)
    unit = top - index
    at = (bisect_left if shift < 0 else bisect_right)(spaces, space) - unit
    moved = spaces[:index] + spaces[top : at + unit] + (space,) * unit + spaces[at + unit :]
    return Shuffle(moved, index, top, at, landed if shift else 0, space > length)


@cache
def shuffled_orders(index: int, top: int, at: int, bits: int = 0) -> tuple[int, ...]:
    """For each order the one that a shuffle makes of it, shifted by *bits*."""
    orders = []
    for order in ORDERS:
        rest = order[:index] + order[top:]
        orders.append(ORDER_ID[rest[:at] + order[index:top] + rest[at:]] << bits)
    return tuple(orders)


def leg_odds(position: Position) -> LegOdds:
    """The exact odds of a checked position."""
    if position.finished or not position.dice:
        return decided(position)
    return _Leg(position).odds()


_States = dict[int, int]
"""Weights by state: the order's number shifted by the number of dice, plus the set of dice left."""

_Exit = tuple[_States | None, tuple[int, ...], int]
"""Where states go (None: over the line), the order that comes of each order, the desert tile it meets."""


class _Leg:
    """One computation: the layers of states, and what was absorbed so far."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._bits = len(position.dice)
        faces = [position.faces(die) for die in position.dice]
        self._kinds = tuple(dict.fromkeys(faces))
        self._ways = ways_left([len(one) for one in faces])
        dice = [
            (1 << at, CAMELS.index(camel_of(die)) * len(self._kinds) + self._kinds.index(faces[at]))
            for at, die in enumerate(position.dice)
        ]
        self._dice_left = [
            [(bit, slot) for bit, slot in dice if left & bit] for left in range(1 << self._bits)
        ]
        # Where in a plan the moves of a camel with a kind of die stand, by order.
        self._slots = [
            [place * len(self._kinds) + kind for place in index for kind in range(len(self._kinds))]
            for index in INDEX
        ]
        self._ends = [0] * len(ORDERS)
        self._landings: dict[int, int] = dict.fromkeys(position.deserts, 0)

    def odds(self) -> LegOdds:
        position = self._position
        order = ORDER_ID[tuple(CAMELS.index(camel) for camel in position.track.order)]
        all_dice = (1 << self._bits) - 1
        layer: dict[Spaces, _States] = {position.track.spaces: {order << self._bits | all_dice: 1}}
        for _ in range(self._bits - 1):
            layer = self._next_layer(layer)
        self._last_layer(layer)
        return LegOdds(count_places(self._ends), self._landings, count_outcomes(position))

    def _next_layer(self, layer: dict[Spaces, _States]) -> dict[Spaces, _States]:
        coming: dict[Spaces, _States] = {}
        bits, low = self._bits, (1 << self._bits) - 1
        dice_left, all_slots, size = self._dice_left, self._slots, COUNT * len(self._kinds)
        for spaces, states in layer.items():
            plan: list[list[_Exit] | None] = [None] * size
            for state, weight in states.items():
                order, dice = state >> bits, state & low
                slots = all_slots[order]
                for bit, die in dice_left[dice]:
                    exits = plan[slots[die]]
                    if exits is None:
                        exits = plan[slots[die]] = self._exits(spaces, slots[die], coming)
                    rest = dice ^ bit
                    for there, orders, tile in exits:
                        if there is None:
                            self._ends[orders[order] >> bits] += weight * self._ways[rest]
                        else:
                            key = orders[order] | rest
                            there[key] = there.get(key, 0) + weight
                        if tile:
                            self._landings[tile] += weight * self._ways[rest]
        return coming

    def _last_layer(self, layer: dict[Spaces, _States]) -> None:
        """With one die left only the order at the end counts."""
        bits, low, ends = self._bits, (1 << self._bits) - 1, self._ends
        dice_left, all_slots, size = self._dice_left, self._slots, COUNT * len(self._kinds)
        for spaces, states in layer.items():
            plan: list[list[tuple[tuple[int, ...], int]] | None] = [None] * size
            for state, weight in states.items():
                order = state >> bits
                ((_, die),) = dice_left[state & low]
                slot = all_slots[order][die]
                exits = plan[slot]
                if exits is None:
                    exits = plan[slot] = self._last_exits(spaces, slot)
                for orders, tile in exits:
                    ends[orders[order]] += weight
                    if tile:
                        self._landings[tile] += weight

    def _exits(self, spaces: Spaces, slot: int, coming: dict[Spaces, _States]) -> list[_Exit]:
        """The moves of one place in the order with one kind of die."""
        exits: list[_Exit] = []
        for move in self._moves(spaces, slot):
            orders = shuffled_orders(move.first, move.top, move.at, self._bits)
            there = None if move.finished else coming.setdefault(move.spaces, {})
            exits.append((there, orders, move.tile))
        return exits

    def _last_exits(self, spaces: Spaces, slot: int) -> list[tuple[tuple[int, ...], int]]:
        return [
            (shuffled_orders(move.first, move.top, move.at), move.tile) for move in self._moves(spaces, slot)
        ]

    def _moves(self, spaces: Spaces, slot: int) -> list[Shuffle]:
        index, kind = divmod(slot, len(self._kinds))
        deserts, length = self._position.deserts, self._position.length
        return [shuffle(spaces, index, pips, deserts, length) for pips in self._kinds[kind]]


def count_places(ends: Sequence[int]) -> dict[Camel, tuple[int, ...]]:
    """From the counts of each order at the end: how often each camel comes first to last."""
    places = {camel: [0] * COUNT for camel in CAMELS}
    for order, count in zip(ORDERS, ends, strict=True):
        for place, camel in enumerate(reversed(order)):
            places[CAMELS[camel]][place] += count
    return {camel: tuple(counts) for camel, counts in places.items()}


def ways_left(faces: list[int]) -> list[int]:
    """For each set of dice left the number of ways in which they could still come out."""
    ways = [1] * (1 << len(faces))
    for left in range(1, len(ways)):
        dice = [die for die in range(len(faces)) if left >> die & 1]
        ways[left] = len(dice) * faces[dice[0]] * ways[left ^ (1 << dice[0])]
    return ways
