"""Random acts, undos and redos: the fold of the live entries is always the state."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.table.outcome import Done
from tests.table.conftest import make_stand
from tests.web import coins

STEP = st.one_of(
    st.tuples(st.just("take"), st.sampled_from(["Ann", "Bob"]), st.integers(1, 9)),
    st.tuples(st.just("toss"), st.just("Ann"), st.integers(1, 6)),
    st.tuples(st.just("retype"), st.just("banker"), st.integers(1, 6)),
    st.tuples(st.just("end_turn"), st.sampled_from(["Ann", "Bob"]), st.just(0)),
    st.tuples(st.just("undo"), st.just("banker"), st.integers(0, 20)),
    st.tuples(st.just("redo"), st.just("banker"), st.integers(0, 20)),
    st.tuples(st.just("reverse"), st.just("banker"), st.integers(1, 20)),
)
FIELD = {"take": "amount", "toss": "dice", "retype": "dice", "undo": "to", "redo": "to", "reverse": "number"}


@settings(max_examples=120, deadline=None)
@given(st.lists(STEP, max_size=25))
def test_whatever_is_done_and_undone_the_state_is_the_fold(steps: list[tuple[str, str, int]]) -> None:
    stand = make_stand()
    for do, by, value in steps:
        said: dict[str, object] = {"do": do, "by": by}
        if do in FIELD and value:
            said[FIELD[do]] = [value] if FIELD[do] == "dice" else value
        before = stand.session.number
        outcome = stand.table.submit(said)
        assert stand.session.number == before + isinstance(outcome, Done)
    state = coins.new(stand.session.setup)
    for number in stand.session.history.live_numbers():
        for event in stand.session.history.entries[number].events:
            state = coins.evolve(state, event)
    assert state == stand.session.state
    restarted = make_stand(stand.journal)
    assert restarted.session.state == state
    assert restarted.session.history.undone == stand.session.history.undone
    while restarted.session.history.head:
        assert isinstance(restarted.table.submit({"do": "undo", "by": "banker"}), Done)
    assert restarted.session.state == coins.new(stand.session.setup)
