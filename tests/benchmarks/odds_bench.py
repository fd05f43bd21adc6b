"""Speed of the odds beside plain enumeration: `python tests/benchmarks/odds_bench.py`.

Marks: 35 times the enumeration with five dice, 150 times with six, in one run; 30,000 races a second.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from companion.games.camelup import odds_numpy, odds_python  # noqa: E402
from companion.games.camelup.odds import Position, desert_values  # noqa: E402
from companion.games.camelup.pieces import CAMELS  # noqa: E402
from companion.games.camelup.race_odds import race_odds, run_one_by_one  # noqa: E402
from companion.games.camelup.track import LONG, MIRAGE, OASIS, parse_track  # noqa: E402
from tests.games.camelup.enumerate_leg import enumerate_leg  # noqa: E402

FIVE = {
    "five dice, 1:woygb": Position(parse_track("1:woygb")),
    "five dice, tiles": Position(parse_track("3:g 4:bw 6:y 8:o"), deserts={5: MIRAGE, 7: OASIS}),
    "five dice, near the line": Position(parse_track("13:w 14:oy 15:g 16:b")),
}
SIX = {
    "six dice, 1:woygb": Position(parse_track("1:woygb"), (*CAMELS, "white-support"), {}, LONG),
    "six dice, tiles": Position(
        parse_track("3:g 4:bw 6:y 8:o"), (*CAMELS, "green-support"), {5: MIRAGE, 7: OASIS}, LONG
    ),
}


def seconds(work: Callable[[], object], times: int) -> float:
    """The median time of one call."""
    spent = []
    for _ in range(times):
        begun = time.perf_counter()
        work()
        spent.append(time.perf_counter() - begun)
    return median(spent)


def compare(name: str, position: Position, oracle_times: int) -> None:
    """One line: medians of enumeration, plain Python and numpy, and how many times faster they are."""
    slow = seconds(lambda: enumerate_leg(position), oracle_times)
    plain = seconds(lambda: odds_python.leg_odds(position), 15)
    fast = seconds(lambda: odds_numpy.leg_odds(position), 15)
    print(
        f"{name:<26}{slow * 1000:9.1f} ms enumeration"
        f"{plain * 1000:9.2f} ms Python ({slow / plain:6.0f}x)"
        f"{fast * 1000:9.2f} ms numpy ({slow / fast:6.0f}x)"
    )


def main() -> None:
    """Print all medians and ratios."""
    odds_numpy.leg_odds(FIVE["five dice, tiles"])  # tables are made once
    for name, position in FIVE.items():
        compare(name, position, 3)
    for name, position in SIX.items():
        compare(name, position, 1)
    for count, position in ((5, next(iter(FIVE.values()))), (6, next(iter(SIX.values())))):
        spaces = tuple(range(2, position.length + 1))
        spent = seconds(lambda position=position, spaces=spaces: desert_values(position, spaces), 1)  # type: ignore[misc]
        print(f"desert tiles, {count} dice      {spent * 1000:9.1f} ms for {2 * len(spaces)} tiles")
    start = FIVE["five dice, 1:woygb"]
    for name, run, races in (("numpy", race_odds, 60_000), ("Python", run_one_by_one, 10_000)):
        spent = seconds(lambda run=run, races=races: run(start, races, Random(1), False), 1)  # type: ignore[misc]
        print(f"races, {name:<19}{races / spent:9.0f} a second")


if __name__ == "__main__":
    main()
