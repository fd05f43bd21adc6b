"""A table in a test: say commands as JSON, look at the state."""

from __future__ import annotations

from typing import Any

from companion.core.draft import Overriding
from companion.core.game import Setup
from companion.core.seats import Seat
from companion.core.verbs import read_said
from companion.games import camelup
from companion.games.camelup.state import State
from companion.games.camelup.track import parse_track

NAMES = ("Ann", "Bob", "Cem", "Dia", "Eva", "Fay", "Gus", "Hal", "Ida", "Jon")
ANN, BOB, CEM = Seat(0), Seat(1), Seat(2)


class Played:
    """A table at play. *events* are those of the newest command, *told* those of all."""

    def __init__(self, players: int = 2, track: str = "", **options: object) -> None:
        self.state: State = camelup.new(Setup("camelup", NAMES[:players], options=options))
        self.events: tuple[Any, ...] = ()
        self.told: list[Any] = []
        self._number = 0
        if track:
            self.stand(track)

    def stand(self, track: str, **more: object) -> Played:
        """Let the camels stand as *track* says, and set *more* keys."""
        camels = {
            camel: {"space": space, "height": height}
            for space, stack in parse_track(track).stacks().items()
            for height, camel in enumerate(stack)
        }
        return self.say("arrange", "banker", set={"camels": camels, **more})

    def say(self, do: str, by: str, **fields: object) -> Played:
        """Do a command. Raises Refusal. A field named like a keyword has an underscore behind it."""
        said: dict[str, object] = {"do": do, "by": by}
        said.update({name.rstrip("_"): value for name, value in fields.items()})
        self._number += 1
        read = read_said(said, camelup.verbs, self.state.seats, self._number)
        command = Overriding(read.command) if read.override else read.command
        self.events = camelup.decide(self.state, command)
        self.told.extend(self.events)
        for event in self.events:
            self.state = camelup.evolve(self.state, event)
            assert camelup.faults(self.state) == ()
        return self
