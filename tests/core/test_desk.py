"""What every bank does: pay, correct, ask for money."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from companion.core.acts import COMMON_VERBS, Reverse
from companion.core.desk import Desk, PaymentRequest, decide_desk, desk_moves, evolve_desk
from companion.core.draft import Draft
from companion.core.ledger import House, Ledger, Move
from companion.core.refusal import Refusal
from companion.core.seats import Seat, Seats
from companion.core.verbs import read_said


@dataclass(frozen=True)
class State:
    seats: Seats
    ledger: Ledger
    requests: tuple[PaymentRequest, ...] = ()


def start() -> State:
    ledger = Ledger().opened().opened().opened()
    for seat in (Seat(0), Seat(1), Seat(2)):
        ledger = ledger.moved(House.BANK, seat, 100)
    return State(Seats.of(("Ann", "Bob", "Cem")), ledger)


def evolve(state: State, event: Any) -> State:
    seats, ledger, requests = evolve_desk(Desk(state.seats, state.ledger, state.requests), event)
    return replace(state, seats=seats, ledger=ledger, requests=requests)


def run(state: State, entry: int = 1, **said: object) -> tuple[State, list[Any]]:
    said = {key.rstrip("_"): value for key, value in said.items()}
    command = read_said(said, COMMON_VERBS, state.seats, entry).command
    draft: Draft[State, Any] = Draft(state, evolve)
    decide_desk(draft, command, lambda at, seat: at.ledger.balance(seat))
    return draft.state, draft.events


def cash(state: State) -> list[int]:
    return [state.ledger.balance(seat) for seat in state.seats]


def test_a_player_pays_from_the_own_account() -> None:
    after, events = run(start(), do="transfer", by="Ann", to="Bob", amount=30, note="tea")
    assert cash(after) == [70, 130, 100]
    assert desk_moves(events[0]) == (Move(Seat(0), Seat(1), 30),)


def test_the_banker_pays_from_the_bank_or_from_whom_is_named() -> None:
    assert cash(run(start(), do="transfer", by="banker", to="Bob", amount=30)[0]) == [100, 130, 100]
    after, _ = run(start(), do="transfer", by="banker", from_="Cem", to="pot", amount=30)
    assert (cash(after), after.ledger.pot) == ([100, 100, 70], 30)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"by": "Ann", "to": "Bob", "amount": 101}, "not_enough_cash"),
        ({"by": "Ann", "to": "Bob", "amount": 5, "from": "Cem"}, "not_banker"),
        ({"by": "Ann", "to": "Ann", "amount": 5}, "bad_request"),
        ({"by": "banker", "to": "bank", "amount": 5}, "bad_request"),
        ({"by": "banker", "to": "Ann", "amount": 5, "from": "pot"}, "not_enough_cash"),
        ({"by": "Ann", "to": "Bob", "amount": 0}, "bad_request"),
        ({"by": "Ann", "to": "Zoe", "amount": 1}, "unknown_player"),
        ({"by": "Ann", "to": "Bob", "amount": 1, "note": "x" * 300}, "bad_request"),
    ],
)
def test_a_payment_that_cannot_be_is_refused(said: dict[str, object], code: str) -> None:
    with pytest.raises(Refusal) as raised:
        run(start(), do="transfer", **said)
    assert raised.value.code == code


def test_a_payment_to_oneself_is_refused_by_name_and_not_by_number() -> None:
    for by, to in (("Bob", "Bob"), ("banker", "bank")):
        with pytest.raises(Refusal) as raised:
            run(start(), do="transfer", by=by, to=to, amount=5)
        assert raised.value.values["found"] == to


def test_a_correction_goes_against_the_bank_both_ways() -> None:
    assert (
        cash(run(start(), do="adjust", by="banker", who="Ann", amount=-150, reason="miscounted")[0])[0] == -50
    )
    assert (
        cash(run(start(), do="adjust", by="banker", who="Ann", amount=20, reason="miscounted")[0])[0] == 120
    )
    with pytest.raises(Refusal, match="bad_request"):
        run(start(), do="adjust", by="banker", who="Ann", amount=0, reason="nothing")


def test_a_request_waits_until_its_payer_accepts() -> None:
    asked, _ = run(start(), entry=7, do="request", by="Ann", from_="Bob", amount=40)
    assert asked.requests[0].seen(asked.seats) == {
        "kind": "request", "number": 7, "player": "Bob", "to": "Ann", "amount": 40, "note": "",
    }  # fmt: skip
    paid, _ = run(asked, do="accept", by="Bob", number=7)
    assert (cash(paid), paid.requests) == ([140, 60, 100], ())


def test_only_the_payer_accepts_and_only_the_two_of_them_drop_it() -> None:
    asked, _ = run(start(), entry=7, do="request", by="Ann", from_="Bob", amount=40)
    for by in ("Ann", "Cem"):
        with pytest.raises(Refusal, match="wrong_seat"):
            run(asked, do="accept", by=by, number=7)
    with pytest.raises(Refusal, match="wrong_seat"):
        run(asked, do="reject", by="Cem", number=7)
    assert run(asked, do="reject", by="Bob")[0].requests == ()
    assert run(asked, do="reject", by="Ann")[0].requests == ()


def test_a_closed_request_is_stale_and_none_is_nothing_open() -> None:
    with pytest.raises(Refusal, match="stale"):
        run(start(), do="accept", by="Bob", number=7)
    with pytest.raises(Refusal, match="nothing_open"):
        run(start(), do="accept", by="Bob")


def test_with_several_requests_the_number_is_asked_for() -> None:
    one, _ = run(start(), entry=7, do="request", by="Ann", from_="Bob", amount=40)
    two, _ = run(one, entry=8, do="request", by="Cem", from_="Bob", amount=10)
    with pytest.raises(Refusal, match="7, 8"):
        run(two, do="accept", by="Bob")
    assert cash(run(two, do="accept", by="Bob", trade=8)[0]) == [100, 90, 110]


def test_a_request_beyond_the_cash_stays_open() -> None:
    asked, _ = run(start(), entry=7, do="request", by="Ann", from_="Bob", amount=140)
    with pytest.raises(Refusal, match="not_enough_cash"):
        run(asked, do="accept", by="Bob")


def test_what_is_paid_back_is_paid_back_whole_or_not_at_all() -> None:
    # three payments to Ann of 60 each, of which she has 100 left
    paid = (Move(Seat(1), Seat(0), 60), Move(Seat(2), Seat(0), 60), Move(House.BANK, Seat(0), 60))
    draft: Draft[State, Any] = Draft(start(), evolve)
    with pytest.raises(Refusal, match="not_enough_cash") as raised:
        decide_desk(draft, Reverse(Seat(0), 3, paid), lambda at, seat: at.ledger.balance(seat))
    assert raised.value.values["lacks"] == 80
    assert draft.events == []


def test_a_note_changes_nothing_but_the_history() -> None:
    before = start()
    after, events = run(before, do="note", by="table", text="tower restarted")
    assert after == before
    assert len(events) == 1
