"""Whole games at random: nothing breaks, nothing leaks, nothing is lost."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from companion.core.draft import Overriding
from companion.core.game import Setup
from companion.core.refusal import Refusal
from companion.core.seats import Role
from companion.core.verbs import read_said
from companion.games import camelup
from companion.games.camelup.bot import next_act
from companion.games.camelup.evolve import phase_of
from companion.games.camelup.state import Phase, State
from companion.journal.codec import decode_event, encode_event

NAMES = ("Ann", "Bob", "Cem", "Dia", "Eva", "Fay", "Gus", "Hal", "Ida", "Jon")
SWITCHES = ("big_track", "extra_action", "photographer", "position_bets", "partner_bets", "flip_tile")


def random_setup(random: Random) -> Setup:
    """A table of 2 to 10 with house rules at random, as far as its number of players allows."""
    count = random.randint(2, 10)
    options: dict[str, object] = {name: random.random() < 0.5 for name in SWITCHES}
    options["race_scoring"] = random.choice(["card_by_card", "net"])
    options["support_faces"] = random.choice([[1, 2], [1, 3], [3, 2]])
    if count < 6:
        options["partner_bets"] = False
    if count > 8:
        options.update(dict.fromkeys(("big_track", "photographer", "position_bets", "partner_bets"), True))
    return Setup("camelup", NAMES[:count], options=options)


def decided(state: State, said: dict[str, Any], number: int = 1) -> tuple[Any, ...]:
    """The events of a command as JSON."""
    read = read_said(said, camelup.verbs, state.seats, number)
    command = Overriding(read.command) if read.override else read.command
    return camelup.decide(state, command)


def random_nonsense(state: State, random: Random) -> dict[str, Any]:
    """A command that is often wrong: somebody else's turn, dice that are out, spaces that are taken."""
    camel = random.choice(["white", "orange", "yellow", "green", "blue"])
    name = random.choice([state.seats.name(seat) for seat in state.seats])
    other = random.choice([state.seats.name(seat) for seat in state.seats])
    said: dict[str, Any] = random.choice(
        [
            {"do": "roll", "die": random.choice([camel, f"{camel}-support"]), "pips": random.randint(0, 4)},
            {"do": "leg_bet", "camel": camel},
            {"do": "desert", "space": random.randint(-1, 22), "side": random.choice(["oasis", "mirage"])},
            {"do": "race_bet", "camel": camel, "on": random.choice(["winner", "loser"])},
            {"do": "race_bet", "on": "loser"},
            {"do": "photographer", "space": random.randint(0, 21)},
            {
                "do": "position_bet",
                "place": random.randint(2, 5),
                "camel": camel,
                "from": random.choice(["mine", "stack"]),
            },
            {"do": "partner", "with": other},
            {"do": "copy"},
            {"do": "copy", "tile": {"kind": random.choice(["leg", "position", "pyramid"])}},
            {"do": "copy", "tile": None},
            {"do": "add_support_die", "camel": camel},
            {"do": "place", "camel": camel, "space": random.randint(0, 4)},
            {"do": "reveal", "on": "winner", "cards": [camel]},
            {"do": "end_turn"},
            {"do": "transfer", "to": other, "amount": random.randint(1, 9)},
            {"do": "collect", "amount": 1},
            {"do": "request", "from": other, "amount": random.randint(1, 5)},
            {"do": "accept"},
            {"do": "reject"},
        ]
    )
    said["by"] = name
    if random.random() < 0.15:
        said.update({"by": "banker", "for": name, "override": True})
    return said


def random_interference(state: State, random: Random) -> dict[str, Any]:
    """What a banker may do in the middle of a game."""
    name = random.choice([state.seats.name(seat) for seat in state.seats])
    option = random.choice([*SWITCHES[:4], "flip_tile"])
    said: dict[str, Any] = random.choice(
        [
            {"do": "leave", "who": name, "to": random.choice(["bank", "sleep", "auction", *NAMES])},
            {"do": "join", "name": f"New{random.randint(0, 99)}"},
            {"do": "options", "set": {option: random.random() < 0.5}},
            {"do": "adjust", "who": name, "amount": random.randint(-4, 4) or 1, "reason": "miscounted"},
            {"do": "arrange", "set": {"turn": {"player": name}}},
            {"do": "arrange", "set": {"players": {name: {"money": random.randint(0, 30)}}}},
            {"do": "arrange", "set": {"tiles": {name: None}, "camera": None}},
            {"do": "rename", "who": name, "name": f"Re{random.randint(0, 99)}"},
        ]
    )
    return {**said, "by": "banker"}


def play(seed: int, interfere: bool) -> tuple[State, State, list[Any]]:
    """Play one game; returns its start, its end and all events."""
    random = Random(seed)
    start = state = camelup.new(random_setup(random))
    history: list[Any] = []
    plain = not interfere
    for number in range(1, 1200):
        if state.phase is Phase.OVER:
            return start, state, history
        said = dict(next_act(state, random) or {})
        if random.random() < 0.3:
            said = random_nonsense(state, random)
            plain = plain and not said.get("override")
        elif interfere and random.random() < 0.05:
            said = random_interference(state, random)
        try:
            events = decided(state, said, number)
        except Refusal:
            continue
        before = state
        for event in events:
            state = camelup.evolve(state, event)
            assert camelup.faults(state) == (), (seed, number, said, event)
        moved = [move for event in events for move in camelup.moves(event)]
        ledger = before.ledger
        for _ in range(len(state.ledger.hands) - len(ledger.hands)):
            ledger = ledger.opened()
        for move in moved:
            assert move.amount >= 0
            ledger = ledger.moved(*move)
        assert ledger == state.ledger, (seed, number, said, events)
        if plain and phase_of(state) is Phase.PLAY:
            held = sum(hand.pyramid_tiles for hand in state.hands)
            assert held + len(state.pyramid) == (6 if state.options.big_track else 5)
            assert len(state.pyramid) <= 6
        json.dumps(camelup.view(state, Role.TABLE))
        history.extend(events)
    pytest.fail(f"game {seed} never ends")


@pytest.mark.parametrize("seed", range(24))
def test_random_games_come_to_their_end_without_a_fault(seed: int) -> None:
    start, end, history = play(seed, interfere=False)
    assert end.winners
    state = start
    for event in history:
        stored = json.loads(json.dumps(encode_event(event)))
        assert decode_event(stored, camelup.event_types) == event
        state = camelup.evolve(state, event)
    assert state == end


@pytest.mark.parametrize("seed", range(100, 124))
def test_games_with_people_who_come_and_go_come_to_their_end(seed: int) -> None:
    start, end, history = play(seed, interfere=True)
    state = start
    for event in history:
        stored: Any = decode_event(encode_event(event), camelup.event_types)
        state = camelup.evolve(state, stored)
    assert state == end
