"""Whole games by simple players over made-up boxes: no fault after any event, money conserved."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

import pytest

from companion.core.draft import Overriding
from companion.core.game import Setup
from companion.core.refusal import Refusal
from companion.core.seats import Role
from companion.core.verbs import read_said
from companion.games import lastwill
from companion.games.lastwill.bot import choose_act, next_act
from companion.games.lastwill.cards import PROPERTY_KINDS
from companion.games.lastwill.commands import ERRANDS
from companion.games.lastwill.made_up import made_up_box, made_up_cards
from companion.games.lastwill.state import Phase, State

NAMES = ("Ann", "Bob", "Cem", "Dot", "Eve")


def written(state: State) -> str:
    """Everything that play changes, as text; the boards never change and cards only grow."""
    return repr(state._replace(boards=state.boards._replace(planning={}, offer={}), cards={})) + str(
        len(state.cards)
    )


def set_up(luck: random.Random, players: int) -> State:
    options = {
        name: luck.choice(option.choices) if option.choices else luck.randint(50, 200)
        for name, option in lastwill.options.items()
        if luck.random() < 0.4
    }
    extra = {"cards": made_up_cards(luck), "box": made_up_box(luck)}
    state: State = lastwill.new(Setup("lastwill", NAMES[:players], "", options, extra))
    return state


def submit(state: State, said: Mapping[str, object]) -> State:
    """The state after a command, every event looked at; the same one when it is refused."""
    before = written(state)
    try:
        read = read_said(json.loads(json.dumps(said)), lastwill.verbs, state.seats, 7)
        events = lastwill.decide(state, Overriding(read.command) if read.override else read.command)
    except Refusal as refusal:
        assert refusal.code
        assert written(state) == before, f"{said} was refused and changed the table"
        return state
    after = state
    for event in events:
        after = lastwill.evolve(after, event)
        assert after.ledger.total() == 0
        for viewer in (*after.seats, Role.TABLE):
            lastwill.tell(event, viewer)
        moved = sum(move.amount for move in lastwill.moves(event))
        assert moved >= 0
    assert written(state) == before, f"{said} changed the state it was decided on"
    assert lastwill.faults(after) == (), said
    json.dumps(lastwill.view(after, Role.TABLE))
    return after


def nonsense(state: State, luck: random.Random) -> Mapping[str, Any]:
    """A command that may fit or not."""
    cards = [*state.cards, "joker#2", "dog#2", "house-1#2", "nothing"]
    seat = luck.choice(state.seats.order)
    by = state.seats.name(seat)
    name = luck.choice(NAMES)

    def some(most: int) -> list[str]:
        return [luck.choice(cards) for _ in range(luck.randint(0, most))]

    board = [held.card for held in state.players[seat].board] or cards
    acts: list[dict[str, Any]] = [
        {"do": "play", "card": luck.choice(cards), "companions": some(2), "option": luck.randint(0, 3)},
        {"do": "play", "card": luck.choice(cards), "discard": luck.choice(board)},
        {"do": "play", "card": luck.choice(cards), "on": [luck.choice(board) for _ in range(3)]},
        {
            "do": "play",
            "card": {"kind": luck.choice(["farm", "flat", "event"]), "value": luck.randint(0, 12)},
        },
        {
            "do": "activate",
            "card": luck.choice(board),
            "option": luck.randint(0, 3),
            "bonus": luck.randint(-3, 5),
        },
        {"do": "sell", "card": luck.choice(board), "bonus": luck.randint(-3, 3)},
        {"do": "companion", "card": luck.choice(cards), "on": luck.choice(board), "as": "dog"},
        {"do": "errand", "at": luck.choice(ERRANDS), "slot": luck.choice(["s1", "s3", "x"])},
        {"do": "errand", "at": luck.choice(ERRANDS), "card": luck.choice(cards)},
        {"do": "errand", "at": "market", "order": luck.sample([-3, -2, 1, 3], 4)},
        {"do": "plan", "space": luck.randint(0, 8)},
        {"do": "plan", "cards": 2, "errands": 1, "actions": 2, "order": luck.randint(1, 5)},
        {"do": "block", "space": luck.randint(0, 8)},
        {"do": "drew", "cards": some(3)},
        {"do": "keep", "cards": luck.sample(cards, 2)},
        {"do": "discard", "cards": some(2), "count": luck.randint(0, 2)},
        {"do": "effect", "money": luck.randint(-9, 3), "actions": luck.randint(-1, 1)},
        {"do": "skip"},
        {"do": "transfer", "to": name, "amount": luck.randint(1, 40)},
        {"do": "collect", "amount": luck.randint(1, 9)},
        {"do": "leave", "who": by, "to": luck.choice(["sleep", "bank", name])},
        {"do": "join", "name": luck.choice(["Fay", by])},
    ]
    act = luck.choice(acts)
    rare = act["do"] in ("leave", "join") and luck.random() < 0.9
    return {"do": "skip", "by": by} if rare else {**act, "by": by}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(3))
def test_a_game_over_a_made_up_box_comes_to_its_end_without_a_fault(players: int, seed: int) -> None:
    luck = random.Random(seed * 10 + players)
    state = set_up(luck, players)
    for step in range(3000):
        if state.phase is Phase.OVER:
            break
        state = submit(state, next_act(state, luck, restless=step % 9 > 0))
    assert state.phase is Phase.OVER
    assert lastwill.view(state, Role.TABLE)["winners"]


@pytest.mark.parametrize("seed", range(6))
def test_nonsense_is_refused_or_leaves_a_table_without_fault(seed: int) -> None:
    luck = random.Random(seed)
    state = set_up(luck, luck.randint(2, 5))
    for step in range(300):
        if state.phase is Phase.OVER:
            state = set_up(luck, luck.randint(2, 5))
        if luck.random() < 0.6:
            said = nonsense(state, luck)
            if luck.random() < 0.2:
                said = {**said, "for": said["by"], "by": "banker", "override": True}
            state = submit(state, said)
        else:
            state = submit(state, next_act(state, luck, restless=step % 5 > 0))


def test_a_whole_game_is_played_from_an_empty_box() -> None:
    """No card, no boards: plans are typed, cards become the box's own as they are played."""
    kinds = set()
    for seed in range(4):
        luck = random.Random(seed)
        state: State = lastwill.new(Setup("lastwill", NAMES[:3]))
        assert not state.cards
        for step in range(3000):
            if state.phase is Phase.OVER:
                break
            state = submit(state, next_act(state, luck, restless=step % 9 > 0))
        assert state.phase is Phase.OVER
        assert state.plans_seen
        kinds |= {card.kind for card in state.cards.values()}
    assert {"event", "expense", "helper"} <= kinds
    assert kinds & set(PROPERTY_KINDS)


def test_every_prompt_of_a_known_table_can_be_done_as_it_stands() -> None:
    """With all hands counted nothing is guessed: what needs no answer is never refused."""
    luck = random.Random(4)
    done = set()
    for _ in range(6):
        state = set_up(luck, 3)
        for seat in state.seats:
            name = state.seats.name(seat)
            hand = luck.sample([card for card in state.cards if card != "joker"], 10)
            table = {"players": {name: {"hand": [], "hidden": 0}}}
            state = submit(state, {"do": "arrange", "by": "banker", "set": table})
            if seat == 0:
                given = {"phase": "actions", "players": {name: {"hand": hand, "actions": 5}}}
                state = submit(state, {"do": "arrange", "by": "banker", "set": given})
        for prompt in lastwill.prompts(state, state.seats.order[0]):
            if any(not ask.optional for ask in prompt.ask):
                continue
            said = {**prompt.act, "by": "Ann"}
            events = lastwill.decide(state, read_said(said, lastwill.verbs, state.seats, 7).command)
            done.add(prompt.act["do"])
            assert prompt.act["do"] == "effect" or events
    assert {"play", "end_turn"} <= done


def test_the_simple_player_chooses_among_what_is_offered() -> None:
    luck = random.Random(1)
    state = lastwill.new(Setup("lastwill", NAMES[:2]))
    seat = state.seats.order[0]
    said = choose_act(state, seat, lastwill.prompts(state, seat), luck)
    assert said["by"] == "Ann"
