"""What every page of a table shows: words, marks, balances, the question that waits, the devices."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.core.game import Game
from companion.core.seats import Role, Seat, Viewer
from companion.table.authority import Rights
from companion.table.fittings import Fitting
from companion.table.table import Table, Touch, Waiting
from companion.web import seats
from companion.web.forms import is_prompt
from companion.web.marks import Mark
from companion.web.pieces import marks_of
from companion.web.reach import reach
from companion.web.reading import language as language
from companion.web.said import SaidBack, take_said
from companion.web.telling import Told, latest
from companion.web.text import Words

_LATEST = 4


@dataclass(frozen=True, slots=True)
class Person:
    """A seat as everybody sees it. *turn*: it is this one's turn; *waits*: the table waits for it.

    *out*: it plays no more.
    """

    mark: Mark
    seat: Seat
    balance: int
    turn: bool
    waits: bool
    asleep: bool
    notes: Mapping[str, object]
    out: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """One table at one moment, for one device.

    *here* is the page's own path, *said* the answer to its last form.
    """

    id: str
    table: Table
    words: Words
    rights: Rights
    number: int
    shown: str
    view: Mapping[str, Any]
    people: tuple[Person, ...]
    marks: tuple[Mark, ...]
    latest: tuple[Told, ...]
    waiting: Waiting | None
    seconds: int
    touch: Touch | None
    fittings: tuple[Fitting, ...]
    simulated: bool
    banker: bool
    here: str
    said: SaidBack | None

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is, None where there are no turns."""
        return self.table.game.turn(self.table.session.state)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won, by name; empty while the game goes on."""
        several = self.view.get("winners")
        if isinstance(several, list):
            return tuple(str(name) for name in several)
        return (str(self.view["winner"]),) if self.view.get("winner") else ()

    def person(self, seat: Seat) -> Person:
        return next(person for person in self.people if person.seat == seat)


def named_fittings(words: Words) -> tuple[Fitting, ...]:
    """The devices, each by what people call it; a reader as its owner calls it in `table.toml`."""
    return tuple(
        replace(one, name=words.text(f"doctor.about.{one.kind}")) if one.name == one.kind else one
        for one in reach().fittings.all()
    )


def is_out(table: Table, seat: Seat, view: Mapping[str, Any]) -> bool:
    """Whether a seat plays no more: bankrupt, in a game where that is the end of it and not the aim."""
    name = table.session.state.seats.name(seat)
    return "bankrupt" in table.game.verbs and bool(view.get("players", {}).get(name, {}).get("bankrupt"))


def is_over(view: Mapping[str, Any]) -> bool:
    """Whether the game has its winners: nothing is paid or traded after that, unless it is taken back."""
    return bool(view.get("winner") or view.get("winners"))


def look_at(table: Table, viewer: Viewer = Role.TABLE, here: str = "", whole: bool = False) -> Look:
    """The table as it stands now. What *viewer* may not read is not in it.

    *whole*: a whole page, which takes the answer to this device's last form; a part of one leaves it.
    """
    # The version is read first: what is newer than it says is fetched once more, never missed.
    number, passing = table.version
    words = Words.at(table, language())
    game, state = table.game, table.session.state
    rights = seats.rights(table)
    marks = marks_of(table)
    view = table.session.view(viewer)
    turn = game.turn(state)
    known = view.get("players", {})
    people = tuple(
        Person(
            marks[seat],
            seat,
            state.ledger.balance(seat),
            seat == turn,
            any(is_prompt(prompt) for prompt in game.prompts(state, seat)),
            seat in state.seats.asleep,
            known.get(state.seats.name(seat), {}),
            is_out(table, seat, view),
        )
        for seat in state.seats
    )
    waiting = table.waiting
    house = reach()
    return Look(
        id=table.id,
        table=table,
        words=words,
        rights=rights,
        number=number,
        shown=f"{number}.{passing}",
        view=view,
        people=people,
        marks=marks,
        latest=latest(table, viewer, words, _LATEST),
        waiting=waiting,
        seconds=max(0, round(waiting.until - time.monotonic())) if waiting is not None else 0,
        touch=table.last_touch,
        fittings=named_fittings(words),
        simulated=house.fittings.simulated(),
        banker=rights.banker,
        here=here,
        said=take_said(table) if whole else None,
    )
