"""The simple player finishes games of every size with every variant."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.game import Setup
from companion.games import camelup
from companion.games.camelup.bot import next_act, play
from tests.games.camelup.play import NAMES, Played

ALL = dict.fromkeys(
    ("big_track", "extra_action", "photographer", "position_bets", "partner_bets"),
    True,
)


@pytest.mark.parametrize(("players", "options"), [(2, {}), (5, {"position_bets": True}), (10, ALL)])
def test_a_game_is_played_to_its_end(players: int, options: dict[str, object]) -> None:
    turns, events = play(camelup, Setup("camelup", NAMES[:players], options=options), Random(5))
    assert 10 < turns < events


def test_the_same_luck_plays_the_same_game() -> None:
    setup = Setup("camelup", NAMES[:4], options={"photographer": True})
    assert play(camelup, setup, Random(9)) == play(camelup, setup, Random(9))


def test_nobody_acts_when_the_game_is_over() -> None:
    table = Played(2, "3:g 4:bw 6:y 8:o").say("finish", "banker")
    assert next_act(table.state, Random(1)) is None
