"""Throws of a dice tower: asked for, arrived, and given to the one whose throw is due."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from companion.core.game import Chance, Game
from companion.core.message import Answer, Question, say
from companion.core.refusal import Reason, Refusal
from companion.core.seats import Seat
from companion.table.chance import Result

_REQUESTS_KEPT = 50


class AsksTower(Protocol):
    """The tower's side that a table needs."""

    @property
    def usable(self) -> bool:
        """Whether rolls can be had from it now."""

    def request(self, spec: str) -> str:
        """Have dice rolled; returns the id that the roll will carry."""

    def arm(self, spec: str | None, who: str) -> None:
        """Say what the tower's button rolls next, and for whom."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """A roll that arrived. *id* is the tower's own, the same when it is sent again after a restart."""

    id: str
    request: str | None
    spec: str
    result: Result


class Throws:
    """Who asked the tower for what. Forgotten requests do no harm: a roll fits whoever's throw is due."""

    def __init__(self, tower: AsksTower | None = None) -> None:
        self.tower = tower
        self._asked: OrderedDict[str, tuple[Seat, Chance]] = OrderedDict()

    def ask(self, game: Game, state: Any, seat: Seat, do: str) -> None:
        """Have the tower roll what is due from *seat*. Raises Refusal(NOT_NOW)."""
        due = game.chance(state, seat)
        if due is None or due.verb != do or not due.dice:
            raise Refusal(Reason.NOT_NOW, verb=do)
        if self.tower is None or not self.tower.usable:
            raise Refusal(Reason.NOT_NOW, nothing="tower")
        self._asked[self.tower.request(due.dice)] = (seat, due)
        while len(self._asked) > _REQUESTS_KEPT:
            self._asked.popitem(last=False)

    def act(self, game: Game, state: Any, thrown: Thrown) -> Mapping[str, object] | None:
        """The command that a roll makes, for whoever asked or whose throw is due; None when nobody's is."""
        asked = self._asked.pop(thrown.request, None) if thrown.request is not None else None
        if asked is not None:
            return self._command(game, state, asked[0], asked[1], thrown)
        seat = game.turn(state)
        due = game.chance(state, seat) if seat is not None else None
        if seat is None or due is None or not due.dice:
            return None
        if due.dice == thrown.spec:
            return self._command(game, state, seat, due, thrown)
        return None

    def question(self, game: Game, state: Any, thrown: Thrown) -> Question | None:
        """Ask whether the roll is for whose turn it is, after it was refused to the one who asked for it."""
        seat = game.turn(state)
        due = game.chance(state, seat) if seat is not None else None
        if seat is None or due is None or due.dice != thrown.spec:
            return None
        use = dict(self._command(game, state, seat, due, thrown))
        use["id"] = f"tower:{thrown.id}:used"  # the roll's own id already has its answer: refused
        message = say("throw.whose", who=seat, dice=show(thrown.result))
        return Question(message, (Answer(use, say("throw.use", who=seat)),), ok=0)

    def arm(self, game: Game, state: Any) -> None:
        """Let the tower's button roll what is due now."""
        if self.tower is None:
            return
        seat = game.turn(state)
        due = game.chance(state, seat) if seat is not None else None
        name = state.seats.name(seat) if seat is not None else ""
        self.tower.arm(due.dice if due is not None and due.dice else None, name)

    def _command(
        self, game: Game, state: Any, seat: Seat, due: Chance, thrown: Thrown
    ) -> Mapping[str, object]:
        act = game.chance_act(state, seat, due, thrown.result)
        by = state.seats.name(seat)
        return {**act, "do": due.verb, "by": by, "source": "tower", "id": f"tower:{thrown.id}"}


def show(result: Result) -> str:
    """A throw as people read it: "3 4"."""
    return result if isinstance(result, str) else " ".join(str(value) for value in result)
