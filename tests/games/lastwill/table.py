"""A table of Last Will that tests speak to in JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.core.currency import Currency
from companion.core.draft import Overriding
from companion.core.game import Setup
from companion.core.refusal import Refusal
from companion.core.seats import Role, Seat, Viewer
from companion.core.verbs import read_said
from companion.games import lastwill
from companion.games.lastwill.state import State
from companion.web.text import Words

CARDS: list[dict[str, Any]] = [
    {
        "id": "dinner",
        "name": "Dinner",
        "kind": "event",
        "deck": "event",
        "symbols": ["dining"],
        "options": [{"actions": 1, "amount": {"base": 2}}],
        "companions": [{"kind": "dog", "pounds": 3}],
    },
    {
        "id": "ball",
        "name": "Ball",
        "kind": "event",
        "options": [{"actions": 2, "amount": {"base": 4}}, {"actions": 3, "amount": {"base": 6}}],
    },
    {
        "id": "farm",
        "name": "Farm",
        "kind": "farm",
        "ladder": [15],
        "options": [{"actions": 1, "amount": {"base": 2}}],
        "tokens": [{"kind": "dog", "amount": {"base": 4}}],
    },
    {
        "id": "flat",
        "name": "Flat",
        "kind": "flat",
        "ladder": [9, 7, 5],
        "options": [{"actions": 1, "amount": {"base": 1}}],
    },
    {"id": "dog", "name": "Dog", "kind": "dog", "copies": 5},
    {"id": "joker", "name": "Joker", "kind": "any", "copies": 2},
    {
        "id": "cook",
        "name": "Cook",
        "kind": "helper",
        "abilities": [{"type": "spend_bonus", "match": ["dining"], "pounds": 1}],
    },
]


ANN, BOB = Seat(0), Seat(1)


def sentence(refusal: Refusal) -> str:
    """What somebody reads of a refusal, cards by their ids."""
    words = Words("en", "lastwill", ("Ann", "Bob"), Currency("£"), lambda tagged: tagged.name)
    return words.text(f"refusal.{refusal.code}", **refusal.values)


class Table:
    """A game that goes on while commands are said; events of all of them are kept."""

    def __init__(self, players: tuple[str, ...] = ("Ann", "Bob"), **header: Any) -> None:
        options = header.pop("options", {})
        extra = {"cards": CARDS, **header}
        self.state: State = lastwill.new(Setup("lastwill", players, "", options, extra))
        self.events: list[Any] = []

    def say(self, do: str, by: str = "Ann", **fields: Any) -> tuple[Any, ...]:
        said = {"do": do, "by": by, **{key.rstrip("_"): value for key, value in fields.items()}}
        read = read_said(said, lastwill.verbs, self.state.seats, len(self.events) + 1)
        command = Overriding(read.command) if read.override else read.command
        made: tuple[Any, ...] = lastwill.decide(self.state, command)
        for event in made:
            self.state = lastwill.evolve(self.state, event)
        assert lastwill.faults(self.state) == ()
        self.events.extend(made)
        return made

    def set(self, **table: Any) -> None:
        self.say("arrange", "banker", set=table)

    def refusal(self, do: str, by: str = "Ann", **fields: Any) -> Refusal:
        before = self.state
        with pytest.raises(Refusal) as refused:
            self.say(do, by, **fields)
        assert self.state is before
        return refused.value

    def act(self, said: Mapping[str, Any]) -> tuple[Any, ...]:
        fields = {key: value for key, value in said.items() if key not in ("do", "by")}
        return self.say(str(said["do"]), str(said["by"]), **fields)

    def view(self, viewer: Viewer = Role.TABLE) -> dict[str, Any]:
        seen: dict[str, Any] = lastwill.view(self.state, viewer)
        return seen
