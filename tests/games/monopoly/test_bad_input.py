"""Whatever a device sends: a clear refusal, never an error of the program."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest

from companion.core.acts import COMMON_VERBS
from companion.core.refusal import Refusal
from companion.games import monopoly
from companion.games.monopoly.state import State
from companion.web.text import Words
from tests.games.monopoly.playing import after, arranged, decided, table

GARBAGE: tuple[object, ...] = (
    *(None, True, False, -1, 0, 1, 3.5, 10**12, "", "Ann", "orange1", "x" * 300, "\x00"),
    *([], [1], [[]], ["orange1"], {}, {"a": 1}),
    *({"deeds": 1}, {"cash": "x"}, {"deeds": ["gold1"]}, {"immunity": [1]}),
    {"immunity": [{"deeds": ["red1"]}]},
    *({"pay": []}, {"go": 99}, {"with": []}),
    *({"players": []}, {"players": {"Ann": 1}}, {"players": {"Ann": {"cash": []}}}),
    {"players": {"Ann": {"position": None, "in_jail": 1}}},
    *({"deeds": {"red1": 1}}, {"deeds": {"red1": {"owner": 1}}}, {"deeds": None}),
    *({"turn": None}, {"turn": {"player": []}}, {"pot": "x"}, {"pot": False}),
    *({"Ann": 1}, {"Ann": [1]}, {"cash_limit": True}, {"auctions": None}),
)
SEEDS: dict[str, dict[str, object]] = {
    "roll": {"dice": [1, 2]},
    "throw": {"dice": [1, 2]},
    "land": {"square": 1},
    "draw": {"card": "CH01"},
    "bid": {"amount": 1},
    "demand": {"deed": "red1", "from": "Bob"},
    "auction": {"what": "house"},
    **{verb: {"deed": "red1"} for verb in ("build", "sell_building", "mortgage", "lift", "keep_mortgage")},
    "offer": {"to": "Bob"},
    "leave_jail": {"how": "pay"},
    "deal": {"deeds": {}},
    "arrange": {"set": {}},
    "options": {"set": {}},
    "transfer": {"to": "Bob", "amount": 1},
    "adjust": {"who": "Ann", "amount": 1, "reason": "x"},
    "request": {"from": "Bob", "amount": 1},
    "collect": {"amount": 1},
    "join": {"name": "Zoe"},
    "rename": {"who": "Ann", "name": "Zoe"},
    "reseat": {"players": ["Ann", "Bob"]},
    "leave": {"who": "Ann", "to": "bank"},
    "note": {"text": "x"},
}


def tables() -> list[State]:
    """A new one, a square to buy, an auction, a debt by hand, somebody who is out."""
    bought = after(table(3), {"do": "roll", "by": "Ann", "dice": [2, 4]})
    owing = arranged(
        table(3, follow="hands", immunity=True),
        deeds={"red1": {"owner": "Ann"}},
        players={"Bob": {"cash": 3}},
    )
    return [
        table(2),
        bought,
        after(bought, {"do": "decline", "by": "Ann"}),
        after(owing, {"do": "demand", "by": "Ann", "deed": "red1", "from": "Bob"}),
        arranged(table(3), players={"Cem": {"bankrupt": True}}),
    ]


@pytest.mark.parametrize("verb", [verb for verb, row in monopoly.verbs.items() if row.command is not None])
def test_garbage_in_any_field_is_refused_and_never_an_error(verb: str) -> None:
    fields = [field.name for field in monopoly.verbs[verb].fields] or ["by"]
    for state in tables():
        for by in ("Ann", "Bob", "banker", "table"):
            for field in fields:
                for value in GARBAGE:
                    said: dict[str, Any] = {"do": verb, "by": by, **SEEDS.get(verb, {}), field: value}
                    try:
                        events = decided(state, said)
                    except Refusal:
                        continue
                    now = state
                    for event in events:
                        now = monopoly.evolve(now, event)
                    assert monopoly.faults(now) == (), said


@pytest.mark.parametrize("verb", SEEDS)
def test_what_is_wrong_with_garbage_is_plain_json_and_reads_as_a_sentence(
    verb: str, caplog: pytest.LogCaptureFixture
) -> None:
    state = table(3, immunity=True)
    words = Words.of(monopoly, state)
    fields = [field.name for field in monopoly.verbs[verb].fields]
    for by, field, value in product(("Ann", "banker"), fields, GARBAGE):
        try:
            decided(state, {"do": verb, "by": by, **SEEDS[verb], field: value})
        except Refusal as refusal:
            values = json.loads(json.dumps(refusal.values))
            told = words.text(f"refusal.{refusal.code}", **values)
            assert told == words.text(f"refusal.{refusal.code}", **refusal.values)
            assert told[0].isupper() or told[0].isdigit(), told
            assert told[-1] in ".!", told
    # A sentence or an expectation that no catalogue has is logged.
    assert caplog.text == ""


def test_an_unknown_field_is_named() -> None:
    with pytest.raises(Refusal) as refused:
        decided(table(2), {"do": "buy", "by": "Ann", "deeed": "red1"})
    assert refused.value.values["field"] == "deeed"


def test_every_verb_is_covered_by_a_command_or_is_the_sessions() -> None:
    own = {verb for verb, row in monopoly.verbs.items() if row.command is None}
    assert own <= {"undo", "redo", "scan", "reverse", "retype"}
    assert set(COMMON_VERBS) <= set(monopoly.verbs)
