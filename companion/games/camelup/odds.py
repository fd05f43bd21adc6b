"""Exact odds of a leg, what bets and desert tiles are worth, and simulated odds of the race."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from companion.core.seats import Seat
from companion.games.camelup import odds_python
from companion.games.camelup.actions import desert_spaces
from companion.games.camelup.luck import Luck
from companion.games.camelup.pieces import CAMELS
from companion.games.camelup.position import BadPosition, LegOdds, Position, RaceOdds, check_position
from companion.games.camelup.race_odds import race_odds
from companion.games.camelup.state import Phase, State
from companion.games.camelup.track import MIRAGE, OASIS

MOST_RACES = 1_000_000
_WORTH_NUMPY = 5
"""With fewer dice plain Python is faster."""


def leg_odds(position: Position) -> LegOdds:
    """The exact odds of the leg. Raises BadPosition. Rule: CU-18 to CU-27."""
    check_position(position)
    if len(position.dice) >= _WORTH_NUMPY:
        try:
            from companion.games.camelup import odds_numpy
        except ImportError:
            pass
        else:
            return odds_numpy.leg_odds(position)
    return odds_python.leg_odds(position)


def desert_values(position: Position, spaces: tuple[int, ...]) -> dict[int, tuple[Fraction, Fraction]]:
    """The coins expected from an oasis and from a mirage on each of *spaces*, until the leg ends.

    *position* holds the other players' tiles only.
    """
    check_position(position)
    values = {}
    for space in spaces:
        oasis, mirage = (_desert_value(position, space, shift) for shift in (OASIS, MIRAGE))
        values[space] = (oasis, mirage)
    return values


def _desert_value(position: Position, space: int, shift: int) -> Fraction:
    if space <= position.track.spaces[0] or not position.dice or position.finished:
        return Fraction(0)  # nobody comes by any more
    return leg_odds(position._replace(deserts={**position.deserts, space: shift})).landing(space)


def position_of(state: State, without: Seat | None = None) -> Position:
    """The position on the table; *without* leaves one player's desert tile out.

    Once the leg is over no die comes out any more: its places are certain.
    """
    own = state.hands[without].desert if without is not None else None
    deserts = {space: shift for space, shift in state.deserts().items() if own is None or space != own.space}
    over = bool(state.agenda) or state.phase is Phase.OVER
    return Position(
        state.track,
        () if over else state.pyramid,
        deserts,
        state.options.length,
        tuple(sorted(state.options.support_faces)),
    )


def odds_report(state: State, race: int | None, luck: Luck) -> dict[str, Any]:
    """The odds of the table as JSON: places, leg tiles on top of their stacks, desert tiles, outcomes.

    Probabilities and values are fractions as text. `desert` is for the player whose turn it is. *race*: also
    so many simulated races. Raises BadPosition, ValueError.
    """
    position = position_of(state)
    odds = leg_odds(position)
    report: dict[str, Any] = {
        "places": {camel: [str(chance) for chance in odds.chances(camel)] for camel in CAMELS},
        "leg_tiles": {
            camel: str(odds.leg_tile(camel, state.stack(camel)[0])) for camel in CAMELS if state.stack(camel)
        },
        "desert": _deserts(state) if position.dice else {},
        "outcomes": odds.outcomes,
    }
    if state.options.position_bets:
        report["position_bets"] = {camel: _position_values(odds.chances(camel)) for camel in CAMELS}
    if race is not None:
        if not 1 <= race <= MOST_RACES:
            raise ValueError(f"race: expected 1 to {MOST_RACES} races, found {race}")
        found = race_odds(position, race, luck, state.options.big_track)
        report["race"] = _race(found)
    return report


def format_odds(report: Mapping[str, Any]) -> str:
    """An `odds_report` as text."""
    return "\n".join(_lines(report))


def _position_values(chances: Sequence[Fraction]) -> dict[str, str]:
    """What a bet on each place from the second on is worth: 3 when it is exact, else -1. Rule: SC33."""
    return {str(place): str(4 * chance - 1) for place, chance in enumerate(chances, start=1) if place > 1}


def _deserts(state: State) -> dict[str, dict[str, str]]:
    seat = state.turn
    values = desert_values(position_of(state, without=seat), desert_spaces(state, seat))
    return {
        str(space): {"oasis": str(oasis), "mirage": str(mirage)} for space, (oasis, mirage) in values.items()
    }


def _race(found: RaceOdds) -> dict[str, Any]:
    def shown(counts: Mapping[str, int]) -> dict[str, dict[str, float]]:
        chances = {camel: found.chance(count) for camel, count in counts.items()}
        return {
            camel: {"chance": round(chance, 6), "error": round(error, 6)}
            for camel, (chance, error) in chances.items()
        }

    return {"races": found.races, "winner": shown(found.won), "loser": shown(found.lost)}


def _lines(report: Mapping[str, Any]) -> Iterator[str]:
    yield f"Places at the end of this leg ({report['outcomes']} outcomes)"
    for camel, chances in report["places"].items():
        yield f"  {camel:<8}" + "  ".join(_shown(chance) for chance in chances)
    if "position_bets" in report:
        yield "Bets on the 2nd, 3rd, 4th, 5th place, in coins"
        for camel, values in report["position_bets"].items():
            yield f"  {camel:<8}" + "  ".join(_shown(value) for value in values.values())
    yield "Leg tiles, in coins"
    for camel, value in report["leg_tiles"].items():
        yield f"  {camel:<8}{_shown(value)}"
    if report["desert"]:
        yield "Desert tile, in coins until the leg ends: oasis, mirage"
        for space, values in report["desert"].items():
            yield f"  {space:<8}{_shown(values['oasis'])}  {_shown(values['mirage'])}"
    if "race" in report:
        race = report["race"]
        yield f"Race, {race['races']} simulated: first, last (standard error)"
        for camel in CAMELS:
            first, last = race["winner"][camel], race["loser"][camel]
            yield (
                f"  {camel:<8}{first['chance']:.4f} ({first['error']:.4f})"
                f"  {last['chance']:.4f} ({last['error']:.4f})"
            )


def _shown(fraction: str) -> str:
    """A fraction and its decimal."""
    return f"{fraction:>12} {float(Fraction(fraction)):8.4f}"


__all__ = [
    "BadPosition",
    "LegOdds",
    "Position",
    "desert_values",
    "format_odds",
    "leg_odds",
    "odds_report",
    "position_of",
]
