"""Many races side by side with numpy. Imported only where numpy is installed."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from companion.games.camelup.odds_numpy import BEYOND, SLOT_OF, Flags, Ints, shuffled_orders, shuffled_slots
from companion.games.camelup.odds_python import COUNT, ORDER_ID, ORDERS
from companion.games.camelup.pieces import CAMELS, PIPS, camel_of, is_support
from companion.games.camelup.position import Position, RaceOdds

_AT_ONCE = 20_000
_ORDERS: Ints = np.array(ORDERS, dtype=np.int64)
_PIPS: Ints = np.array(PIPS, dtype=np.int64)


def run_races(position: Position, races: int, seed: int, support: bool) -> RaceOdds:
    """As `race_odds.run_one_by_one`, with random numbers from *seed*."""
    random = np.random.default_rng(seed)
    won, lost = np.zeros(COUNT, dtype=np.int64), np.zeros(COUNT, dtype=np.int64)
    for begun in range(0, races, _AT_ONCE):
        orders = _ORDERS[_Field(position, min(_AT_ONCE, races - begun), random, support).run()]
        won += np.bincount(orders[:, -1], minlength=COUNT)
        lost += np.bincount(orders[:, 0], minlength=COUNT)
    return RaceOdds(
        races,
        {camel: int(count) for camel, count in zip(CAMELS, won, strict=True)},
        {camel: int(count) for camel, count in zip(CAMELS, lost, strict=True)},
    )


class _Field:
    """Races that run side by side; those that are over drop out."""

    def __init__(self, position: Position, races: int, random: Generator, support: bool) -> None:
        order = ORDER_ID[tuple(CAMELS.index(camel) for camel in position.track.order)]
        self._position = position
        self._random = random
        self._support = support
        self._support_faces: Ints = np.array(position.support_faces, dtype=np.int64)
        self._spaces: Ints = np.tile(np.array(position.track.spaces, dtype=np.int64), (races, 1))
        self._order: Ints = np.full(races, order, dtype=np.int64)
        self._over: list[Ints] = []
        self._shift: Ints = np.zeros(BEYOND, dtype=np.int64)
        for space, shift in position.deserts.items():
            self._shift[space] = shift

    def run(self) -> Ints:
        """The order at the end of each race."""
        if self._position.finished:
            return self._order
        dice = self._position.dice
        camels: Ints = np.array([CAMELS.index(camel_of(die)) for die in dice], dtype=np.int64)
        support: Flags = np.array([is_support(die) for die in dice], dtype=np.bool_)
        self._run_leg(np.tile(camels, (len(self._order), 1)), support)
        self._shift[:] = 0  # the tiles go home
        while len(self._order):
            self._run_leg(*self._new_leg())
        return np.concatenate(self._over)

    def _new_leg(self) -> tuple[Ints, Flags]:
        """All five dice, and the support die of whichever camel is last in each race."""
        camels = np.tile(np.arange(COUNT), (len(self._order), 1))
        if self._support:
            camels = np.concatenate((camels, _ORDERS[self._order, :1]), axis=1)
        return camels, np.arange(camels.shape[1]) >= COUNT

    def _run_leg(self, camels: Ints, support: Flags) -> None:
        """*camels* has a row of dice for each race, *support* says which of them are support dice."""
        drawn = self._random.permuted(np.tile(np.arange(camels.shape[1]), (len(camels), 1)), axis=1)
        for turn in range(drawn.shape[1]):
            races = np.arange(len(drawn))
            die = drawn[:, turn]
            pips = self._random.choice(_PIPS, len(die))
            if support.any():
                shown = self._random.choice(self._support_faces, len(die))
                pips = np.where(support[die], shown, pips)
            over = self._move(camels[races, die], pips)
            if over.any():
                self._over.append(self._order[over])
                going = ~over
                drawn, camels = drawn[going], camels[going]
                self._order, self._spaces = self._order[going], self._spaces[going]

    def _move(self, camels: Ints, pips: Ints) -> Flags:
        """Move one camel in each race; returns which races are over."""
        spaces = self._spaces
        first = SLOT_OF[self._order, camels]
        origin = spaces[np.arange(len(first)), first]
        landed = origin + pips
        shift = self._shift[landed]
        space = landed + shift
        top = (spaces <= origin[:, None]).sum(axis=1)
        limit = np.where(shift < 0, space - 1, space)
        passed = (spaces <= limit[:, None]).sum(axis=1)
        at = passed - np.where(space == origin, 0, top - first)
        number = (first * (COUNT + 1) + top) * (COUNT + 1) + at
        slot = np.arange(COUNT)
        unit = (slot >= first[:, None]) & (slot < top[:, None])
        moved = np.where(unit, space[:, None], spaces)
        self._spaces = np.take_along_axis(moved, shuffled_slots()[number], axis=1)
        self._order = shuffled_orders()[number, self._order]
        over: Flags = space > self._position.length
        return over
