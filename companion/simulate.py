"""Games between simple players, through the same door as people's: commands in, events out."""

from __future__ import annotations

import time
from collections.abc import Mapping
from random import Random

from companion.core.game import Game, Setup
from companion.core.refusal import refuse_field

_NAMES = ("Ann", "Bob", "Cem", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")


def play_games(
    game: Game, games: int, players: int, seed: int | None, options: Mapping[str, object]
) -> dict[str, object]:
    """Play *games* games; returns the counts of the contract: games, turns, and both by the second.

    Raises Refusal for players or options that the game does not allow.
    """
    if not 1 <= players <= len(_NAMES):
        refuse_field("players", "whole_number", players, least=1, most=len(_NAMES))
    random = Random(seed)
    setup = Setup(game.NAME, _NAMES[:players], "", options)
    game.new(setup)
    turns = events = 0
    begun = time.perf_counter()
    for _ in range(games):
        played = game.bot.play(game, setup, random)
        turns += played[0]
        events += played[1]
    spent = max(time.perf_counter() - begun, 1e-9)
    return {
        "games": games,
        "turns": turns,
        "games_per_second": round(games / spent, 2),
        "turns_per_second": round(turns / spent, 1),
        "events": events,
    }
