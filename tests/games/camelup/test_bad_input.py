"""Whatever is said, the answer is a refusal or a sound table, never an error of the program."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.game import Setup
from companion.core.refusal import Refusal
from companion.games import camelup
from companion.games.camelup.pieces import CAMELS, DICE
from companion.journal.codec import decode_event, encode_event
from tests.games.camelup.play import Played

WORDS = (
    *CAMELS,
    *DICE,
    "Ann",
    "Bob",
    "Zoe",
    "winner",
    "loser",
    "oasis",
    "mirage",
    "mine",
    "stack",
    "leg",
    "",
)
KEYS = (
    *CAMELS, "Ann", "Bob", "Zoe", "space", "height", "side", "money", "leg_bets", "pyramid_tiles",
    "race_cards", "partner", "player", "camel", "value", "place", "winner", "loser", "kind", "cash",
)  # fmt: skip
SETTABLE = (
    "turn", "camels", "tiles", "pyramid", "crates", "leg_tiles", "position_tiles", "camera", "players",
    "race_piles", "leg",
)  # fmt: skip

plain = st.none() | st.booleans() | st.integers(-3, 25) | st.floats(0, 9) | st.sampled_from(WORDS)
anything = st.recursive(
    plain,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=12,
)


def answered(table: Played, do: str, by: str, fields: dict[str, Any]) -> None:
    """The command is done or refused; what was done can be stored and shown."""
    before = table.state
    try:
        table.say(do, by, **fields)
    except Refusal as refusal:
        assert table.state is before
        json.dumps(refusal.values, default=str)
        return
    for event in table.events:
        stored = json.loads(json.dumps(encode_event(event)))
        assert decode_event(stored, camelup.event_types) == event
    for seat in table.state.seats:
        json.dumps(camelup.view(table.state, seat))
        camelup.prompts(table.state, seat)


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.sampled_from(SETTABLE), anything, max_size=4), st.booleans())
def test_arranging_anything(wanted: dict[str, Any], big: bool) -> None:
    table = Played(2, "3:g 4:bw 6:y 8:o", big_track=big, photographer=True, position_bets=True)
    answered(table, "arrange", "banker", {"set": wanted})


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_saying_anything(data: st.DataObject) -> None:
    verbs = sorted(do for do, verb in camelup.verbs.items() if verb.command is not None)
    table = Played(2, "3:g 4:bw 6:y 8:o", photographer=True)
    do = data.draw(st.sampled_from([do for do in verbs if do != "arrange"]))
    by = data.draw(st.sampled_from(["Ann", "Bob", "banker", "table"]))
    fields = {}
    for field in camelup.verbs[do].fields:
        name = field.name if field.name not in ("from", "with") else f"{field.name}_"
        fields[name] = data.draw(anything)
    answered(table, do, by, fields)


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(st.sampled_from([*camelup.options, "crazy"]), anything, max_size=3))
def test_setting_up_with_any_options(options: dict[str, Any]) -> None:
    try:
        state = camelup.new(Setup("camelup", ("Ann", "Bob"), options=options))
    except Refusal as refusal:
        assert refusal.code in ("bad_request", "too_few_players")
        return
    assert camelup.faults(state) == ()
