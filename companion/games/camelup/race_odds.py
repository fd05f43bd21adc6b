"""Who wins the race: simulated, because whole races are too many to count.

Nobody acts in these races: the desert tiles lie until the end of this leg, then there are none, and no
extra action adds a support die.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from companion.games.camelup.luck import Luck
from companion.games.camelup.odds_python import INDEX, ORDER_ID, ORDERS, shuffle, shuffled_orders
from companion.games.camelup.pieces import CAMELS, PIPS, camel_of
from companion.games.camelup.position import Position, RaceOdds

_MOVES_KEPT = 1 << 16


def race_odds(position: Position, races: int, luck: Luck, support: bool) -> RaceOdds:
    """Run *races* races from a checked position.

    *support*: each new leg has the support die of the camel that is last then. With numpy they run side by
    side, else one after the other.
    """
    try:
        from companion.games.camelup.race_odds_numpy import run_races
    except ImportError:
        return run_one_by_one(position, races, luck, support)
    return run_races(position, races, luck.getrandbits(63), support)


def run_one_by_one(position: Position, races: int, luck: Luck, support: bool) -> RaceOdds:
    """As `race_odds`, in plain Python."""
    won, lost = dict.fromkeys(CAMELS, 0), dict.fromkeys(CAMELS, 0)
    run = _Runner(position, luck, support)
    for _ in range(races):
        order = ORDERS[run.race()]
        won[CAMELS[order[-1]]] += 1
        lost[CAMELS[order[0]]] += 1
    return RaceOdds(races, won, lost)


class _Runner:
    """Runs single races; moves that came before are looked up."""

    def __init__(self, position: Position, luck: Luck, support: bool) -> None:
        self._start = position
        self._support = support
        self._random = luck.random
        self._order = ORDER_ID[tuple(CAMELS.index(camel) for camel in position.track.order)]
        self._dice = [(CAMELS.index(camel_of(die)), position.faces(die)) for die in position.dice]
        length, deserts = position.length, position.deserts

        @lru_cache(_MOVES_KEPT)
        def first_leg(spaces: tuple[int, ...], slot: int, pips: int) -> _Move:
            return _move(spaces, slot, pips, deserts, length)

        @lru_cache(_MOVES_KEPT)
        def later_leg(spaces: tuple[int, ...], slot: int, pips: int) -> _Move:
            return _move(spaces, slot, pips, {}, length)

        self._first_leg, self._later_leg = first_leg, later_leg

    def race(self) -> int:
        """The order at the end of one race."""
        spaces, order = self._start.track.spaces, self._order
        dice, move = list(self._dice), self._first_leg
        if self._start.finished:
            return order
        while True:
            while dice:
                chosen = self._random() * len(dice)
                at = int(chosen)
                camel, faces = dice.pop(at)
                pips = faces[int((chosen - at) * len(faces))]
                spaces, orders, finished = move(spaces, INDEX[order][camel], pips)
                order = orders[order]
                if finished:
                    return order
            move = self._later_leg
            dice = [(camel, PIPS) for camel in range(len(CAMELS))]
            if self._support:
                dice.append((ORDERS[order][0], self._start.support_faces))


_Move = tuple[tuple[int, ...], tuple[int, ...], bool]


def _move(spaces: tuple[int, ...], slot: int, pips: int, deserts: Mapping[int, int], length: int) -> _Move:
    done = shuffle(spaces, slot, pips, deserts, length)
    return done.spaces, shuffled_orders(done.first, done.top, done.at), done.finished
