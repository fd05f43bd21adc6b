"""A simple player for simulations and soak tests: it taps what the prompts offer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.core.game import Game, Setup
from companion.core.message import Ask, Prompt
from companion.core.refusal import Refusal
from companion.core.seats import Role, Seat
from companion.core.verbs import read_said
from companion.games.lastwill.events import PhaseBegan, TurnPassed
from companion.games.lastwill.luck import Luck
from companion.games.lastwill.made_up import made_up_box, made_up_cards
from companion.games.lastwill.prompts import prompts
from companion.games.lastwill.state import Phase, State

_TRIES = 8
_RESTLESS = 0.85
"""How often another card is tried before the turn is ended."""


def play(game: Game, setup: Setup, random: Luck) -> tuple[int, int]:
    """Play one game to its end through *game*'s verbs; returns its turns and events.

    A table without cards gets a made-up box. A guess may be refused; another act is tried then.
    """
    if not setup.extra.get("cards"):
        setup = replace(setup, extra={"cards": made_up_cards(random), "box": made_up_box(random)})
    state = game.new(setup)
    turns = events = 0
    while state.phase is not Phase.OVER:
        for attempt in range(_TRIES):
            said = next_act(state, random, restless=attempt < _TRIES - 1)
            try:
                made = game.decide(state, read_said(said, game.verbs, state.seats, events + 1).command)
            except Refusal:
                continue
            for event in made:
                state = game.evolve(state, event)
                turns += isinstance(event, TurnPassed | PhaseBegan)
            events += len(made)
            break
        else:
            raise RuntimeError(f"nothing goes on in the phase {state.phase}")
    return turns, events


def next_act(state: State, random: Luck, restless: bool = True) -> Mapping[str, object]:
    """The next command as JSON, of somebody the table waits for. *restless*: rather a card than a pass."""
    order = state.seats.order if state.turn is None else (state.turn, *state.seats.after(state.turn))
    for seat in order:
        offered = prompts(state, seat)
        if any(prompt.waits for prompt in offered):
            return choose_act(state, seat, offered, random, restless)
    return {"do": "finish", "by": Role.BANKER.value}


def choose_act(
    state: State, seat: Seat, offered: tuple[Prompt, ...], random: Luck, restless: bool = True
) -> Mapping[str, object]:
    """One command of *seat* out of what it is offered."""
    passes = [prompt for prompt in offered if prompt.act["do"] in ("skip", "end_turn")]
    others = [prompt for prompt in offered if prompt not in passes and prompt.act["do"] != "effect"]
    if passes and (not others or not restless or random.random() > _RESTLESS):
        return _filled(state, seat, passes[0], random)
    if not restless:
        others = [prompt for prompt in others if prompt.waits] or others
    return _filled(state, seat, random.choice(others), random)


def _filled(state: State, seat: Seat, prompt: Prompt, random: Luck) -> Mapping[str, object]:
    act: dict[str, object] = {**prompt.act, "by": state.seats.name(seat)}
    for ask in prompt.ask:
        if ask.optional and random.random() < 0.4:
            continue
        outer, dot, inner = ask.field.partition(".")
        value = _chosen(ask, random)
        if dot:
            part = act[outer]
            assert isinstance(part, dict)
            act[outer] = {**part, inner: value}
        else:
            act[outer] = value
    return act


def _chosen(ask: Ask, random: Luck) -> object:
    match ask.kind:
        case "choices":
            return [choice[0] for choice in random.sample(ask.choices, ask.least or 1)]
        case "text":
            return random.choice(("Ball", "Picnic", "Regatta"))
        case "number" | "amount":
            return random.randint(ask.least or 0, ask.most or 9)
        case _:
            return random.choice(ask.choices)[0]
