"""Dataclasses to JSON and back by their type hints."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core import acts
from companion.core.ledger import House, Move
from companion.core.seats import Role, Seat
from companion.journal.codec import Undecodable, decode_event, encode_event


class Spot(NamedTuple):
    space: int
    label: str = "none"


@dataclass(frozen=True, slots=True)
class Everything:
    number: int
    name: str | None
    who: Seat | House
    spots: tuple[Spot, ...]
    pair: tuple[int, str]
    role: Role
    extra: Mapping[str, object]
    flags: frozenset[str] = frozenset()


TYPES: Mapping[str, type] = {
    "Everything": Everything,
    "OldName": Everything,
    "PaymentReversed": acts.PaymentReversed,
}
FULL = Everything(
    3,
    None,
    House.BANK,
    (Spot(1), Spot(2, "b")),
    (1, "x"),
    Role.BANKER,
    {"a": [1, {"b": None}]},
    frozenset({"z", "a"}),
)


def stored(event: Any) -> Any:
    return json.loads(json.dumps(encode_event(event)))


@pytest.mark.parametrize(
    "event",
    [FULL, acts.PaymentReversed(3, (Move(Seat(1), House.POT, 5), Move(House.BANK, Seat(0), 2)))],
)
def test_what_is_stored_comes_back_the_same(event: Any) -> None:
    assert decode_event(stored(event), TYPES) == event


@given(st.integers(-(10**12), 10**12), st.text(), st.sampled_from([House.BANK, House.POT, Seat(0), Seat(7)]))
def test_any_transfer_comes_back_the_same(amount: int, note: str, payee: Any) -> None:
    event = acts.Transferred(Seat(2), payee, amount, note)
    assert decode_event(stored(event), {"Transferred": acts.Transferred}) == event


def test_an_event_under_its_old_name_still_decodes() -> None:
    old = {**stored(FULL), "type": "OldName"}
    assert decode_event(old, TYPES) == FULL


def test_a_field_with_a_default_may_be_missing() -> None:
    older = stored(FULL)
    del older["flags"]
    assert decode_event(older, TYPES).flags == frozenset()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"type": "Nothing"}, "unknown event Nothing"),
        ({"number": "3"}, "number: expected int"),
        ({"number": True}, "number: expected int"),
        ({"who": "nobody"}, "who"),
        ({"pair": [1]}, "expected 2 items"),
        ({"spots": 5}, "expected a list"),
        ({"spots": [{"space": 1, "hue": 2}]}, "hue: no such field"),
        ({"spots": [{}]}, "space: missing"),
        ({"role": "king"}, "role"),
        ({"extra": []}, "expected an object"),
        ({"more": 1}, "more: no such field"),
    ],
)
def test_what_is_no_event_is_named(change: dict[str, object], says: str) -> None:
    with pytest.raises(Undecodable, match=says):
        decode_event({**stored(FULL), **change}, TYPES)


@pytest.mark.parametrize("junk", [None, 5, [], {}, {"type": 3}])
def test_junk_is_no_event(junk: object) -> None:
    with pytest.raises(Undecodable):
        decode_event(junk, TYPES)
