"""Whole games at random: nothing breaks, no money is lost, refused commands change nothing."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from companion.core.currency import Currency
from companion.core.draft import Overriding
from companion.core.message import Message
from companion.core.refusal import Refusal
from companion.core.seats import Role
from companion.core.verbs import read_said
from companion.games import monopoly
from companion.games.monopoly.bot import next_act
from companion.games.monopoly.state import State, alive
from companion.journal.codec import decode_event, encode_event
from companion.web.text import Words
from companion.web.waits import matter_words
from tests.games.monopoly.playing import NAMES, random_options, table

_STEPS = 260


def nonsense(state: State, random: Random) -> dict[str, Any]:
    """A command that is often wrong, often out of turn, and sometimes just what somebody would do."""
    names = [state.seats.name(seat) for seat in state.seats]
    name, other = random.choice(names), random.choice(names)
    deed = random.choice(state.edition.deeds).id
    mine = [
        one.id
        for one, held in zip(state.edition.deeds, state.holdings, strict=True)
        if held.owner is not None
    ]
    owned = random.choice(mine) if mine else deed
    owner = state.holdings[state.edition.by_id[owned].index].owner
    holder = name if owner is None else state.seats.name(owner)
    amount = random.choice((1, 20, 150, 900))
    dice = [random.randint(1, 6), random.randint(1, 6)]
    free = {"immunity": [{"deeds": [owned], "count": 2}]}
    card = {"jail_cards": 1}
    said: dict[str, Any] = random.choice(
        [
            {"do": "roll", "dice": dice, "speed": random.choice([1, "mr"])},
            {"do": "throw", "dice": dice},
            {"do": "land", "square": random.randrange(40)},
            {"do": "draw", "card": random.choice(list(state.edition.cards))},
            {"do": "draw", "effect": {"pay": amount, "with": random.choice(["bank", "each", "pot"])}},
            {"do": "draw", "effect": {"collect": amount, "keep": True}},
            {"do": "buy"},
            {"do": "buy", "deed": deed},
            {"do": "decline"},
            {"do": "bid", "amount": amount},
            {"do": "pass"},
            {"do": "demand", "deed": owned, "by": holder},
            {"do": "demand", "deed": owned, "by": holder, "from": other, "dice": dice},
            {"do": "salary"},
            {"do": "pay"},
            {"do": "build", "deed": owned, "by": holder},
            {"do": "build", "deed": owned, "by": holder, "count": random.randint(1, 12)},
            {"do": "sell_building", "deed": owned, "by": holder, "count": random.randint(1, 9)},
            {"do": "mortgage", "deed": owned, "by": holder},
            {"do": "lift", "deed": owned, "by": holder},
            {"do": "keep_mortgage", "deed": owned, "by": holder},
            {"do": "offer", "to": other, "by": holder, "give": {"deeds": [owned]}, "get": {"cash": amount}},
            {"do": "offer", "to": holder, "give": card, "get": {"deeds": [owned]}, "note": "both"},
            {"do": "offer", "to": other, "by": holder, "give": free, "get": {"cash": 1}},
            {"do": "accept"},
            {"do": "reject"},
            {"do": "leave_jail", "how": random.choice(["pay", "card"])},
            {"do": "choose", "move": random.randint(1, 12)},
            {"do": "choose", "to": random.randrange(40)},
            {"do": "choose", "how": random.choice(["flat", "percent"])},
            {"do": "bankrupt"},
            {"do": "end_turn"},
            {"do": "transfer", "to": random.choice([other, "bank", "pot"]), "amount": amount},
            {"do": "request", "from": other, "amount": amount},
            {"do": "collect", "amount": amount},
        ]
    )  # fmt: skip
    said.setdefault("by", name)
    if random.random() < 0.2:
        return {**said, "by": "banker", "for": said["by"], "override": True}
    if random.random() < 0.1:
        return banker_nonsense(state, random, name, other, owned, amount)
    return said


def banker_nonsense(
    state: State, random: Random, name: str, other: str, owned: str, amount: int
) -> dict[str, Any]:
    """What a banker may do in the middle of it all."""
    names = [state.seats.name(seat) for seat in state.seats]
    players = {name: {"cash": amount, "position": random.randrange(40)}, other: {"jail_cards": 1}}
    said: dict[str, Any] = random.choice(
        [
            {"do": "hammer"},
            {"do": "auction", "what": random.choice(["house", "hotel"])},
            {"do": "arrange", "set": {"players": players}},
            {"do": "arrange", "set": {"turn": {"player": name}}},
            {"do": "arrange", "set": {"players": {name: {"bankrupt": True}}}},
            {"do": "arrange", "set": {"players": {name: {"bankrupt": False}}}},
            {"do": "arrange", "set": {"players": {name: {"in_jail": True, "jail_turns": 2}}}},
            {"do": "arrange", "set": {"deeds": {owned: {"owner": name, "houses": random.randint(0, 5)}}}},
            {"do": "adjust", "who": name, "amount": random.choice((-amount, amount)), "reason": "counted"},
            {"do": "transfer", "to": name, "amount": amount},
            {"do": "buy", "for": name, "deed": owned, "price": amount},
            {"do": "decline", "for": name, "deed": random.choice(state.edition.deeds).id},
            {"do": "leave", "who": name, "to": random.choice(["bank", "auction", "sleep", "sleep", other])},
            {"do": "join", "name": random.choice([name, *NAMES])},
            {"do": "reseat", "players": random.sample(names, len(names))},
            {"do": "options", "set": random_options(random)},
            {"do": "options", "set": {"follow": random.choice(["dice", "dice", "hands"])}},
        ]
    )  # fmt: skip
    return {**said, "by": "banker"}


def rendered(message: Message | None) -> None:
    """Every sentence has its text, and every placeholder its value."""
    if message is not None:
        words = Words("en", "monopoly", NAMES, Currency("$"))
        assert words.find(message.id) is not None, message
        assert words.say(message)


def run(state: State, said: dict[str, Any], number: int) -> State:
    """One command, checked on the way: faults after the whole, the journal's form of every event."""
    read = read_said(said, monopoly.verbs, state.seats, number)
    command = Overriding(read.command) if read.override else read.command
    for event in monopoly.decide(state, command):
        stored = json.loads(json.dumps(encode_event(event)))
        assert decode_event(stored, monopoly.event_types) == event
        moved = state.ledger
        for move in monopoly.moves(event):
            moved = moved.moved(*move)
        state = monopoly.evolve(state, event)
        assert moved == state.ledger or len(moved.hands) != len(state.ledger.hands), event
        rendered(monopoly.tell(event, Role.TABLE))
    assert monopoly.faults(state) == (), said
    return state


def look(state: State) -> None:
    """Whatever a device asks for can be shown."""
    words = Words("en", "monopoly", state.seats.names, Currency("$"))
    for matter in json.loads(json.dumps(monopoly.view(state, Role.TABLE)))["open"]:
        assert words.find(f"open.{matter['kind']}") is not None
        assert "{" not in matter_words(matter, words)
    for seat in state.seats:
        for prompt in monopoly.prompts(state, seat):
            rendered(prompt.message)
        monopoly.chance(state, seat)
    monopoly.guess(state)


@pytest.mark.parametrize("seed", range(100))
def test_a_game_of_sense_and_nonsense_never_breaks(seed: int) -> None:
    random = Random(seed)
    edition = random.choice(("us", "us-classic", "dk"))
    state = table(random.randint(2, 6), edition, **random_options(random))
    for number in range(1, _STEPS):
        if state.over:
            break
        sensible = random.random() < 0.6 and not state.rules.hands
        said = dict(next_act(state, random)) if sensible else nonsense(state, random)
        before = state
        try:
            state = run(state, said, number)
        except Refusal as refusal:
            assert state is before
            rendered(Message(f"refusal.{refusal.code}", refusal.values))
            assert not sensible, (said, refusal)
        if number % 10 == 0:
            look(state)
    assert state.ledger.total() == 0
    assert alive(state)
