"""Exact leg odds with numpy: whole layers of states at once. Imported only where numpy is installed.

The method is that of `odds_python`. The spaces of the camels are one number with three bits for each space of
the track, the camels that stand there; so the spaces after a move are a sum.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.games.camelup.odds_python import COUNT, INDEX, ORDER_ID, ORDERS, count_places, ways_left
from companion.games.camelup.pieces import CAMELS, PIPS, camel_of
from companion.games.camelup.position import LegOdds, Position, count_outcomes, decided
from companion.games.camelup.track import LONG

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

_BITS = 3
BEYOND = LONG + max(PIPS) + 2
SLOT_OF: Ints = np.array(INDEX, dtype=np.int64)
"""Where each camel stands in each order."""
_ONE: Ints = np.array([1 << _BITS * (space - 1) if space else 0 for space in range(LONG + 1)], dtype=np.int64)


class _Layer(NamedTuple):
    """States that have the same number of dice left.

    *spaces* has a row of five for each different set of spaces, *codes* the same as numbers. Each state has
    the row of its spaces, its order, its dice left and its weight.
    """

    spaces: Ints
    codes: Ints
    row: Ints
    order: Ints
    dice: Ints
    weight: Ints


class _Moves(NamedTuple):
    """For each row of spaces, slot and number of pips: what the move does."""

    shuffle: Ints
    code: Ints
    tile: Ints
    finished: Flags


@cache
def shuffled_slots() -> Ints:
    """For each shuffle (first, top, at), by its number, the old slot of each new one."""
    table = np.zeros((COUNT * (COUNT + 1) ** 2, COUNT), dtype=np.int64)
    slots = tuple(range(COUNT))
    for first in range(COUNT):
        for top in range(first + 1, COUNT + 1):
            rest = slots[:first] + slots[top:]
            for at in range(len(rest) + 1):
                number = (first * (COUNT + 1) + top) * (COUNT + 1) + at
                table[number] = rest[:at] + slots[first:top] + rest[at:]
    return table


@cache
def shuffled_orders() -> Ints:
    """For each shuffle, by its number, and each order the order that comes of it."""
    orders: Ints = np.array(ORDERS, dtype=np.int64)
    weights = COUNT ** np.arange(COUNT)
    number_of = np.zeros(COUNT**COUNT, dtype=np.int64)
    number_of[(orders * weights).sum(axis=1)] = np.arange(len(ORDERS))
    shuffled = orders[:, shuffled_slots()]  # order, shuffle, slot
    result: Ints = number_of[(shuffled * weights).sum(axis=2)].T.copy()
    return result


def leg_odds(position: Position) -> LegOdds:
    """The exact odds of a checked position."""
    if position.finished or not position.dice:
        return decided(position)
    return _Leg(position).odds()


class _Leg:
    """One computation: the position's tables, and what was absorbed so far."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._count = len(position.dice)
        self._camels = [CAMELS.index(camel_of(die)) for die in position.dice]
        self._faces = [position.faces(die) for die in position.dice]
        self._ways: Ints = np.array(ways_left([len(faces) for faces in self._faces]), dtype=np.int64)
        self._shift: Ints = np.zeros(BEYOND, dtype=np.int64)
        for space, shift in position.deserts.items():
            self._shift[space] = shift
        self._ends = np.zeros(len(ORDERS))
        self._landings = np.zeros(BEYOND)

    def odds(self) -> LegOdds:
        position = self._position
        order = ORDER_ID[tuple(CAMELS.index(camel) for camel in position.track.order)]
        one = np.ones(1, dtype=np.int64)
        spaces: Ints = np.array([position.track.spaces], dtype=np.int64)
        codes: Ints = _ONE[spaces].sum(axis=1)
        layer = _Layer(spaces, codes, one * 0, one * order, one * ((1 << self._count) - 1), one)
        for _ in range(self._count - 1):
            layer = self._next_layer(layer)
        self._last_layer(layer)
        landings = {space: int(self._landings[space]) for space in position.deserts}
        ends = [int(count) for count in self._ends]
        return LegOdds(count_places(ends), landings, count_outcomes(position))

    def _next_layer(self, layer: _Layer) -> _Layer:
        moves = self._moves(layer)
        state, move, rest = self._rolls(layer)
        order = shuffled_orders()[moves.shuffle[move], layer.order[state]]
        weight = layer.weight[state]
        self._count_landings(moves.tile[move], weight * self._ways[rest])
        over = moves.finished[move]
        if over.any():
            self._count_ends(order[over], (weight * self._ways[rest])[over])
            stays = ~over
            move, rest, order, weight = move[stays], rest[stays], order[stays], weight[stays]
        codes, row = np.unique(moves.code[move], return_inverse=True)
        key = (row * len(ORDERS) + order << self._count) + rest
        by_key = np.argsort(key)
        key, weight = key[by_key], weight[by_key]
        first = np.flatnonzero(np.concatenate(([True], key[1:] != key[:-1]))[: len(key)])
        key = key[first]
        return _Layer(
            _spaces_of(codes),
            codes,
            (key >> self._count) // len(ORDERS),
            (key >> self._count) % len(ORDERS),
            key & ((1 << self._count) - 1),
            np.add.reduceat(weight, first) if len(first) else weight,
        )

    def _last_layer(self, layer: _Layer) -> None:
        """With one die left only the order at the end counts."""
        moves = self._moves(layer)
        state, move, _ = self._rolls(layer)
        weight = layer.weight[state]
        self._count_landings(moves.tile[move], weight)
        self._count_ends(shuffled_orders()[moves.shuffle[move], layer.order[state]], weight)

    def _rolls(self, layer: _Layer) -> tuple[Ints, Ints, Ints]:
        """Every die and number that may come: the state, its entry in the moves, the dice left after it."""
        states, moves, rests = [], [], []
        for die, (camel, faces) in enumerate(zip(self._camels, self._faces, strict=True)):
            has = np.flatnonzero(layer.dice >> die & 1)
            slot = (layer.row[has] * COUNT + SLOT_OF[layer.order[has], camel]) * len(PIPS) - 1
            rest = layer.dice[has] ^ (1 << die)
            for pips in faces:
                states.append(has)
                moves.append(slot + pips)
                rests.append(rest)
        return np.concatenate(states), np.concatenate(moves), np.concatenate(rests)

    def _moves(self, layer: _Layer) -> _Moves:
        spaces = layer.spaces
        origin = spaces[:, :, None]
        landed = origin + np.array(PIPS)
        shift = self._shift[landed]
        space = landed + shift
        first = np.arange(COUNT)[None, :]
        top = (spaces[:, None, :] <= origin).sum(axis=2)
        unit = top - first
        # On top: in front of everybody up to that space. Underneath: only of those before it.
        limit = np.where(shift < 0, space - 1, space)
        passed = (spaces[:, None, None, :] <= limit[:, :, :, None]).sum(axis=3)
        at = passed - np.where(space == origin, 0, unit[:, :, None])
        finished = space > self._position.length
        there = _ONE[np.where(finished, 0, space)]
        code = layer.codes[:, None, None] + unit[:, :, None] * (there - _ONE[origin])
        shuffle = ((first * (COUNT + 1) + top) * (COUNT + 1))[:, :, None] + at
        tile = np.where(shift != 0, landed, 0)
        return _Moves(shuffle.ravel(), code.ravel(), tile.ravel(), finished.ravel())

    def _count_ends(self, order: Ints, weight: Ints) -> None:
        self._ends += np.bincount(order, weights=weight, minlength=len(ORDERS))

    def _count_landings(self, tile: Ints, weight: Ints) -> None:
        if self._position.deserts:
            self._landings += np.bincount(tile, weights=weight, minlength=BEYOND)


def _spaces_of(codes: Ints) -> Ints:
    """The rows of spaces that the numbers stand for."""
    camels = codes[:, None] >> _BITS * np.arange(LONG) & ((1 << _BITS) - 1)
    spaces = np.broadcast_to(np.arange(1, LONG + 1), camels.shape)
    return np.repeat(spaces.ravel(), camels.ravel()).reshape(len(codes), COUNT)
