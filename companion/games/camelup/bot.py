"""A simple player for simulations and soak tests: it taps what the prompts offer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.core.game import Game, Setup
from companion.core.message import Ask, Prompt
from companion.core.refusal import Refusal
from companion.core.seats import Seat
from companion.core.verbs import read_said
from companion.games.camelup.chance import chance, chance_act
from companion.games.camelup.events import LegBegan, TurnPassed
from companion.games.camelup.evolve import phase_of
from companion.games.camelup.leg import waiting_to_copy
from companion.games.camelup.luck import Luck
from companion.games.camelup.pieces import CAMELS
from companion.games.camelup.prompts import prompts
from companion.games.camelup.state import Phase, Pile, State

_ROLLS_OF_TEN = 5
"""How many of ten actions are rolls, so that legs come to their end."""


_NOT_CHOSEN = ("roll", "accept", "reject")
"""Pips are thrown, requests for money are answered by people."""


def next_act(state: State, random: Luck) -> Mapping[str, object] | None:
    """The next command as JSON, of whoever the table waits for; None when the game is over."""
    if state.phase is Phase.OVER:
        return None
    match phase_of(state):
        case Phase.COPYING:
            seat = waiting_to_copy(state)[0]
        case Phase.REVEALING:
            seat = state.seats.order[0]
        case _:
            seat = state.turn
    return choose_act(state, seat, random)


def play(game: Game, setup: Setup, random: Luck) -> tuple[int, int]:
    """Play one game to its end through *game*'s verbs; returns its turns and events.

    A bet that the bot had to guess may be refused; it then tries another act.
    """
    state = game.new(setup)
    turns = events = 0
    while (said := next_act(state, random)) is not None:
        try:
            made = game.decide(state, read_said(said, game.verbs, state.seats, events + 1).command)
        except Refusal as refusal:
            if refusal.code != "card_used":
                raise
            continue
        for event in made:
            state = game.evolve(state, event)
            turns += isinstance(event, TurnPassed | LegBegan)
        events += len(made)
    return turns, events


def choose_act(state: State, seat: Seat, random: Luck) -> Mapping[str, object]:
    """One command of *seat*, for which something waits."""
    due = chance(state, seat)
    if due is not None and (due.verb == "place" or random.randrange(10) < _ROLLS_OF_TEN):
        letters, _, sides = due.dice.partition(":")
        return chance_act(state, seat, due, (random.choice(letters), random.randint(1, int(sides))))
    offered = [prompt for prompt in prompts(state, seat) if prompt.act["do"] not in _NOT_CHOSEN]
    return _filled(state, seat, random.choice(offered), random)


def _filled(state: State, seat: Seat, prompt: Prompt, random: Luck) -> Mapping[str, object]:
    act = {**prompt.act, "by": state.seats.name(seat)}
    for ask in prompt.ask:
        if ask.kind == "choices":
            act[ask.field] = list(_unnamed_cards(state, Pile(str(act["on"])), random))
        elif not ask.optional or random.random() < 0.7:
            act[ask.field] = _chosen(ask, random)
    return act


def _chosen(ask: Ask, random: Luck) -> object:
    return random.choice(ask.choices)[0]


def _unnamed_cards(state: State, on: Pile, random: Luck) -> Iterator[str]:
    """Cards that the players may have laid there: none that they are known to have laid."""
    laid = {(card.seat, card.camel) for card in (*state.winner_pile, *state.loser_pile)}
    for card in state.pile(on):
        if card.camel is None:
            camel = random.choice([camel for camel in CAMELS if (card.seat, camel) not in laid])
            laid.add((card.seat, camel))
            yield camel
