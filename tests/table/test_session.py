"""The only writer: undo, redo, retype, reverse, ids, faults."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.message import Fault
from companion.table import session as session_module
from companion.table.bus import Notice, Signal
from companion.table.outcome import Done, Failed, Refused
from tests.table.conftest import Stand, make_stand
from tests.web import coins


def code(outcome: Any) -> str:
    assert isinstance(outcome, Refused), outcome
    return outcome.code


def test_entries_are_numbered_from_one_and_kept(stand: Stand) -> None:
    assert stand.say("take", "Ann", amount=5).entry.number == 1
    assert stand.say("take", "Bob", amount=2).entry.number == 2
    assert [entry.number for entry in stand.journal] == [1, 2]
    assert stand.cash("Ann") == 25


def test_refused_command_is_not_kept_and_changes_nothing(stand: Stand) -> None:
    before = stand.session.now
    assert code(stand.say("take", "Ann", amount=99)) == "too_greedy"
    assert stand.session.now == before
    assert stand.journal == []


def test_override_passes_a_rule_and_marks_it_irregular(stand: Stand) -> None:
    done = stand.say("take", "banker", for_="Ann", amount=99, override=True)
    assert isinstance(done, Done)
    assert type(done.entry.events[0]).__name__ == "Irregular"
    assert stand.cash("Ann") == 119


def test_only_a_refusal_that_an_override_passes_says_so(stand: Stand) -> None:
    assert stand.say("take", "Ann", amount=99).overridable
    assert not stand.say("transfer", "Ann", to="Bob", amount=99).overridable
    assert not stand.say("reverse", "Ann", number=5).overridable


def test_override_is_the_bankers(stand: Stand) -> None:
    assert code(stand.say("take", "Ann", amount=99, override=True)) == "not_banker"


def test_override_never_passes_missing_money(stand: Stand) -> None:
    refused = stand.say("transfer", "banker", for_="Ann", to="Bob", amount=21, override=True)
    assert code(refused) == "not_enough_cash"


def test_same_id_gets_the_first_answer_and_does_nothing(stand: Stand) -> None:
    first = stand.say("take", "Ann", amount=5, id="a")
    again = stand.say("take", "Ann", amount=5, id="a")
    assert again.entry == first.entry
    assert again.again
    assert stand.cash("Ann") == 25


def test_accepted_id_is_remembered_across_a_restart(stand: Stand) -> None:
    stand.say("take", "Ann", amount=5, id="a")
    restarted = make_stand(stand.journal)
    assert restarted.say("take", "Ann", amount=5, id="a").again
    assert restarted.cash("Ann") == 25


def test_refused_id_is_forgotten_after_ten_minutes(stand: Stand) -> None:
    assert code(stand.say("transfer", "Ann", to="Bob", amount=22, id="a")) == "not_enough_cash"
    stand.say("take", "Ann", amount=5)
    assert code(stand.say("transfer", "Ann", to="Bob", amount=22, id="a")) == "not_enough_cash"
    stand.clock.seconds += 601
    assert isinstance(stand.say("transfer", "Ann", to="Bob", amount=22, id="a"), Done)


def test_undo_takes_back_the_last_and_redo_restores_it(stand: Stand) -> None:
    stand.say("take", "Ann", amount=5)
    stand.say("take", "Ann", amount=3)
    assert isinstance(stand.say("undo", "Ann"), Done)
    assert stand.cash("Ann") == 25
    assert isinstance(stand.say("redo", "Ann"), Done)
    assert stand.cash("Ann") == 28
    assert stand.session.number == 4


def test_undo_of_somebody_elses_act_is_the_bankers(stand: Stand) -> None:
    stand.say("take", "Ann", amount=5)
    assert code(stand.say("undo", "Bob")) == "not_banker"
    assert isinstance(stand.say("undo", "banker"), Done)


def test_undo_of_a_roll_is_the_bankers(stand: Stand) -> None:
    stand.say("toss", "Ann", dice=[3])
    assert code(stand.say("undo", "Ann")) == "not_banker"
    assert isinstance(stand.say("undo", "banker"), Done)


def test_undo_with_nothing_to_take_back_is_not_now(stand: Stand) -> None:
    assert code(stand.say("undo", "banker")) == "not_now"
    assert code(stand.say("redo", "banker")) == "not_now"


def test_undo_of_a_number_that_is_no_longer_the_last_is_stale(stand: Stand) -> None:
    stand.say("take", "Ann", amount=5)
    stand.say("take", "Ann", amount=3)
    assert code(stand.say("undo", "Ann", number=1)) == "stale"
    assert isinstance(stand.say("undo", "Ann", number=2), Done)


def test_undo_to_an_entry_takes_back_everything_from_there(stand: Stand) -> None:
    for amount in (1, 2, 3, 4):
        stand.say("take", "Ann", amount=amount)
    assert code(stand.say("undo", "Ann", to=2)) == "not_banker"
    assert isinstance(stand.say("undo", "banker", to=2), Done)
    assert stand.cash("Ann") == 21
    assert isinstance(stand.say("redo", "banker"), Done)
    assert stand.cash("Ann") == 23
    assert isinstance(stand.say("redo", "banker", to=4), Done)
    assert stand.cash("Ann") == 30


def test_a_new_command_drops_what_could_be_redone(stand: Stand) -> None:
    stand.say("take", "Ann", amount=5)
    stand.say("undo", "Ann")
    stand.say("take", "Ann", amount=1)
    assert code(stand.say("redo", "Ann")) == "not_now"


def test_undo_reaches_back_beyond_the_kept_states(stand: Stand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "STATES_KEPT", 3)
    for _ in range(10):
        stand.say("take", "Ann", amount=1)
    assert isinstance(stand.say("undo", "banker", to=2), Done)
    assert stand.cash("Ann") == 21


def test_state_is_the_fold_of_the_live_entries(stand: Stand) -> None:
    stand.say("take", "Ann", amount=5)
    stand.say("take", "Bob", amount=5)
    stand.say("undo", "Bob")
    stand.say("toss", "Ann", dice=[2])
    state = coins.new(stand.session.setup)
    for number in stand.session.history.live_numbers():
        for event in stand.session.history.entries[number].events:
            state = coins.evolve(state, event)
    assert state == stand.session.state
    assert make_stand(stand.journal).session.state == state


def test_retype_mends_a_typed_throw_in_one_entry(stand: Stand) -> None:
    stand.say("toss", "Ann", dice=[3])
    done = stand.say("retype", "Ann", dice=[5])
    assert isinstance(done, Done)
    assert (done.entry.do, done.entry.base, done.entry.before) == ("toss", 0, 1)
    assert stand.cash("Ann") == 25
    assert isinstance(stand.say("undo", "banker"), Done)
    assert stand.cash("Ann") == 23


def test_retype_of_a_retyped_throw_counts_from_the_start_again(stand: Stand) -> None:
    stand.say("toss", "Ann", dice=[3])
    stand.say("retype", "Ann", dice=[5])
    stand.say("retype", "Ann", dice=[6])
    assert stand.cash("Ann") == 26
    assert make_stand(stand.journal).cash("Ann") == 26


def test_retype_of_a_tower_roll_is_the_bankers(stand: Stand) -> None:
    stand.say("toss", "Ann", dice=[3], source="tower")
    assert code(stand.say("retype", "Ann", dice=[5])) == "not_banker"
    assert isinstance(stand.say("retype", "banker", dice=[5]), Done)
    assert stand.cash("Ann") == 25


def test_retype_of_a_throw_that_the_banker_let_pass_lets_it_pass_again(stand: Stand) -> None:
    stand.say("toss", "banker", for_="Bob", dice=[3], override=True)
    assert isinstance(stand.say("retype", "banker", dice=[5]), Done)
    assert stand.cash("Bob") == 25


def test_retype_is_for_the_thrower_and_whoever_typed_it(stand: Stand) -> None:
    stand.say("toss", "Ann", dice=[3])
    assert code(stand.say("retype", "Bob", dice=[5])) == "not_banker"


def test_retype_after_something_else_happened_is_stale(stand: Stand) -> None:
    stand.say("toss", "Ann", dice=[3])
    stand.say("take", "Bob", amount=1)
    assert code(stand.say("retype", "Ann", dice=[5])) == "stale"


def test_retype_with_nothing_thrown_is_nothing_open(stand: Stand) -> None:
    assert code(stand.say("retype", "Ann", dice=[5])) == "nothing_open"


def test_reverse_pays_back_one_named_payment_and_leaves_the_rest(stand: Stand) -> None:
    stand.say("transfer", "Ann", to="Bob", amount=7)
    stand.say("take", "Cem", amount=1)
    assert isinstance(stand.say("reverse", "banker", number=1), Done)
    assert (stand.cash("Ann"), stand.cash("Bob"), stand.cash("Cem")) == (20, 20, 21)
    assert code(stand.say("reverse", "banker", number=1)) == "stale"


def test_reverse_of_an_undone_payment_is_stale(stand: Stand) -> None:
    stand.say("transfer", "Ann", to="Bob", amount=7)
    stand.say("undo", "Ann")
    assert code(stand.say("reverse", "banker", number=1)) == "stale"


def test_reverse_may_be_given_by_who_got_the_money(stand: Stand) -> None:
    stand.say("transfer", "Ann", to="Bob", amount=7)
    assert code(stand.say("reverse", "Ann", number=1)) == "not_banker"
    assert isinstance(stand.say("reverse", "Bob", number=1), Done)


def test_reverse_without_a_payment_names_the_field(stand: Stand) -> None:
    stand.say("request", "Ann", from_="Bob", amount=3)
    refused = stand.say("reverse", "banker", number=1)
    assert (refused.code, refused.values["field"]) == ("bad_request", "number")


def test_seats_are_anybodys_before_the_start_and_the_bankers_after(stand: Stand) -> None:
    assert isinstance(stand.say("join", "table", name="Dot"), Done)
    stand.say("take", "Ann", amount=1)
    assert code(stand.say("join", "table", name="Eve")) == "not_banker"
    assert isinstance(stand.say("join", "banker", name="Eve", after="Ann"), Done)
    assert list(stand.session.view(0)["players"]) == ["Ann", "Eve", "Bob", "Cem", "Dot"]  # type: ignore[arg-type]


def test_an_error_in_the_rules_is_a_fault_and_the_table_goes_on(
    stand: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = stand.session.now
    with monkeypatch.context() as patched:
        patched.setattr(coins, "decide", lambda state, command: 1 // 0)
        assert stand.say("take", "Ann", amount=1) == Failed("fault")
    assert stand.session.now == before
    assert isinstance(stand.say("take", "Ann", amount=1), Done)


def test_a_broken_invariant_is_a_fault_and_is_not_stored(
    stand: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(coins, "faults", lambda state: (Fault("money was made"),))
        assert stand.say("take", "Ann", amount=1) == Failed("fault")
    assert stand.journal == []
    assert stand.cash("Ann") == 20


def test_a_journal_that_cannot_store_leaves_the_table_as_it_was(stand: Stand) -> None:
    def full(entry: object) -> None:
        raise OSError("no space left")

    stand.session._append = full
    before = stand.session.now
    with pytest.raises(OSError, match="no space"):
        stand.say("take", "Ann", amount=1)
    assert stand.session.now == before
    assert stand.session.history.head == 0
    told = [heard for heard in stand.heard if isinstance(heard, Notice)]
    assert [(one.signal, one.message and one.message.id) for one in told] == [
        (Signal.REFUSED, "table.not_stored")
    ]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"do": "fly", "by": "Ann"}, "unknown_verb"),
        ({"by": "Ann"}, "bad_request"),
        ({"do": 7, "by": "Ann"}, "bad_request"),
        ({"do": "take"}, "bad_request"),
        ({"do": "take", "by": "Zoe", "amount": 1}, "unknown_player"),
        ({"do": "take", "by": "Ann"}, "bad_request"),
        ({"do": "take", "by": "Ann", "amount": "1"}, "bad_request"),
        ({"do": "take", "by": "Ann", "amount": True}, "bad_request"),
        ({"do": "take", "by": "Ann", "amount": 1.0}, "bad_request"),
        ({"do": "take", "by": "Ann", "amount": 10**4400}, "bad_request"),
        ({"do": "take", "by": "Ann", "amount": -1}, "bad_request"),
        ({"do": "take", "by": "Ann", "amount": 1, "colour": "red"}, "bad_request"),
        ({"do": "take", "by": "Ann", "amount": 1, "number": 3}, "bad_request"),
        ({"do": "take", "by": "Ann", "amount": 1, "id": 5}, "bad_request"),
        ({"do": "take", "by": "Ann", "amount": 1, "for": "Bob"}, "not_banker"),
        ({"do": "take", "by": "banker", "amount": 1}, "bad_request"),
        ({"do": "take", "by": "banker", "amount": 1, "for": "Zoe"}, "unknown_player"),
        ({"do": "adjust", "by": "Ann", "who": "Ann", "amount": 5, "reason": "gift"}, "not_banker"),
        ({"do": "finish", "by": "Ann"}, "not_banker"),
        ({"do": "take", "by": "table", "amount": 1}, "wrong_seat"),
        ({"do": "toss", "by": "Ann", "dice": [1], "source": "sky"}, "bad_request"),
        ({"do": "scan", "by": "table", "reader": "table", "uid": "zz"}, "bad_request"),
    ],
)
def test_bad_input_has_a_code_and_changes_nothing(
    stand: Stand, said: dict[str, object], expected: str
) -> None:
    before = (stand.session.now, stand.session.history.head)
    outcome = stand.table.submit(said)
    assert code(outcome) == expected
    assert (stand.session.now, stand.session.history.head) == before
    assert stand.journal == []
