"""How many can play and who starts, as each game says itself: the set-up page knows no game by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import pytest

from companion.core.first_player import FirstPlayer, highest_throwers, starting_with
from companion.core.game import Game, Setup
from companion.core.refusal import Refusal
from companion.games import GAMES
from tests.web import coins

EVERY: dict[str, Game] = {**GAMES, "coins": cast(Game, coins)}
SUPERCUP = {"big_track": True, "photographer": True, "position_bets": True, "partner_bets": True}


def seats_at(game: Game, count: int, options: Mapping[str, object]) -> int | None:
    """How many seats a table of that many people has; None when it cannot be."""
    setup = Setup(game.NAME, tuple(f"P{number}" for number in range(count)), options=options)
    try:
        state: Any = game.new(setup)
    except Refusal:
        return None
    return len(state.seats.order)


@pytest.mark.parametrize(
    ("name", "options", "places"),
    [
        ("monopoly", {}, range(2, 9)),
        ("monopoly", {"short_game": True}, range(2, 9)),
        ("lastwill", {}, range(2, 6)),
        ("camelup", {}, range(2, 9)),
        ("camelup", {"partner_bets": True}, range(6, 9)),
        ("camelup", SUPERCUP, range(6, 11)),
    ],
)
def test_as_many_can_play_as_the_game_says(name: str, options: Mapping[str, object], places: range) -> None:
    game = EVERY[name]
    assert game.places(options) == places
    assert [count for count in range(1, 12) if seats_at(game, count, options)] == [*places]


@pytest.mark.parametrize(("name", "most"), [("monopoly", 8), ("lastwill", 5), ("camelup", 10), ("coins", 10)])
def test_the_most_by_any_rules_is_what_the_set_up_page_lays_places_for(name: str, most: int) -> None:
    assert EVERY[name].places(None) == range(2, most + 1)


def test_each_box_finds_its_first_player_as_its_rulebook_says() -> None:
    assert {name: game.FIRST_PLAYER for name, game in EVERY.items()} == {
        "monopoly": FirstPlayer.HIGHEST,  # MP-3
        "camelup": FirstPlayer.YOUNGEST,  # CU-10
        "lastwill": FirstPlayer.LAST_PAYER,  # LW-2.12
        "coins": FirstPlayer.SEATED,
    }


@pytest.mark.parametrize("name", [*EVERY])
def test_an_event_that_is_no_scoring_is_not_explained_as_one(name: str) -> None:
    game = EVERY[name]
    assert game.scored(None, object()) == ()
    assert not isinstance(object(), game.SCORINGS)
    assert {kind.__name__ for kind in game.SCORINGS} <= {*game.event_types}


def test_equal_throws_throw_again() -> None:
    assert highest_throwers([9, 11, 11, 4]) == (1, 2)  # MP-3
    assert highest_throwers([9, 12, 11, 4]) == (1,)


def test_the_round_is_told_from_whoever_starts_and_nobody_changes_places() -> None:
    assert starting_with(2, ["Ann", "Bob", "Cem", "Dora"]) == ("Cem", "Dora", "Ann", "Bob")
    assert starting_with(0, ["Ann", "Bob"]) == ("Ann", "Bob")
