"""Random games through the session: undone to the start, folded again, exported and replayed."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.game import Setup
from companion.core.seats import Role, Seat
from companion.games import GAMES, monopoly
from companion.games.monopoly.bot import next_act
from companion.table.export import export_text
from companion.table.outcome import Done, Failed
from companion.table.replay import replay
from companion.table.session import Session
from companion.table.table_file import parse_table_file
from tests.games.monopoly.playing import NAMES, random_options
from tests.games.monopoly.test_soak import nonsense

_COMMANDS = 200


def played(seed: int) -> Session:
    """A game of sense and nonsense, a few acts of it undone and redone on the way."""
    random = Random(seed)
    setup = Setup("monopoly", NAMES[: random.randint(2, 8)], "us", random_options(random))
    session = Session(monopoly, setup)
    for _ in range(_COMMANDS):
        state = session.state
        if state.over:
            break
        sensible = random.random() < 0.6 and not state.rules.hands
        said = dict(next_act(state, random)) if sensible else nonsense(state, random)
        if random.random() < 0.05:
            said = {"do": random.choice(("undo", "redo")), "by": "banker"}
        before = session.now
        outcome = session.submit(said)
        assert not isinstance(outcome, Failed), said
        if not isinstance(outcome, Done):
            assert session.now == before
    return session


@pytest.mark.parametrize("seed", range(10))
def test_a_random_game_undoes_to_its_start_folds_and_replays_from_its_export(seed: int) -> None:
    session = played(seed)
    entries = [session.history.entries[number] for number in sorted(session.history.entries)]

    folded = Session(monopoly, session.setup)
    assert folded.load(entries) is None
    assert folded.state == session.state

    again = replay(parse_table_file(export_text(session)), GAMES)
    assert again.misses == ()
    assert again.session is not None
    for viewer in (Role.TABLE, Role.BANKER, Seat(0)):
        assert again.session.view(viewer) == session.view(viewer)

    while session.history.head:
        assert isinstance(session.submit({"do": "undo", "by": "banker"}), Done)
    assert session.state == monopoly.new(session.setup)
