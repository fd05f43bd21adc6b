"""What every game module offers: one set of functions under one set of names, and no base class."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.core.currency import Currency
from companion.core.desk import PaymentRequest
from companion.core.first_player import FirstPlayer
from companion.core.ledger import Ledger, Move
from companion.core.message import Fault, Message, Prompt, Question
from companion.core.seats import Seat, Seats, Viewer
from companion.core.tagged import Tagged
from companion.core.verbs import Verb


@dataclass(frozen=True, slots=True)
class Setup:
    """What a table starts from: the header of its table file.

    *extra* holds header keys of single games (`cards`, `box`) and, for an edition that is a file of the
    table's own, the file's content under `board`.
    """

    game: str
    players: tuple[str, ...]
    edition: str = ""
    options: Mapping[str, object] = field(default_factory=dict)
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Stored:
    """A game in the cupboard. *trouble* says why it cannot be opened, None when it can."""

    id: str
    setup: Setup | None
    changed_at: float
    trouble: Message | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule: its default, and what it may be.

    *choices* lists the allowed values; empty for a whole number from *least* to *most*. *optional* are more
    values (null, false) that switch it off. The set-up page, "our rules" and `options` read this table.
    """

    default: object
    choices: tuple[object, ...] = ()
    least: int | None = None
    most: int | None = None
    optional: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True)
class Preset:
    """A rule sheet that a table can start from: *options* are set on top of the edition's own.

    *language* is the code of the one that the sheet is written in, "" where it is read in any.
    """

    edition: str
    options: Mapping[str, object]
    language: str = ""


@dataclass(frozen=True, slots=True)
class Chance:
    """A throw or a drawn card that is due, so that a tower or the program can make it.

    *verb* is what it becomes: "roll", "throw" or "draw"; *fixed* are fields known already. Either *dice* (the
    tower's spec, "2d6", "2d6+1d6", "woygb:3") or *cards* (one of these is drawn, all equally likely) is set.
    """

    verb: str
    fixed: Mapping[str, object] = field(default_factory=dict)
    dice: str = ""
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scored:
    """What a scoring brought one seat, and what for.

    *due* by the rules, *paid* what changed hands. Each of *parts* has its coins as `worth`; None where they
    add up to less than *due* because something else was paid too.
    """

    seat: Seat
    parts: tuple[Message, ...]
    due: int
    paid: int


class State(Protocol):
    """What table and web may read of any game's state without knowing the game."""

    @property
    def seats(self) -> Seats:
        """Who sits where."""

    @property
    def ledger(self) -> Ledger:
        """All money."""

    @property
    def requests(self) -> tuple[PaymentRequest, ...]:
        """Payments asked for that wait."""


class Bot(Protocol):
    """A game's simple player, for simulations and soak tests."""

    def play(self, game: Any, setup: Setup, random: Any, /) -> tuple[int, int]:
        """Play one game through the public verbs; returns its player turns and its events."""


class Game(Protocol):
    """The functions of a game. A module is the implementation; see `companion/games/__init__.py`.

    `SECRET_FIELDS` names the fields of a verb that say a secret. `FIRST_PLAYER` is the rulebook's way to find
    who starts. `SCORINGS` are the events that `scored` explains.
    """

    NAME: str
    RULES_VERSION: int
    verbs: Mapping[str, Verb]
    event_types: Mapping[str, type]
    options: Mapping[str, Option]
    editions: tuple[str, ...]
    SECRET_FIELDS: Mapping[str, tuple[str, ...]]
    FIRST_PLAYER: FirstPlayer
    SCORINGS: tuple[type, ...]
    bot: Bot

    def new(self, setup: Setup) -> Any:
        """Start a table. Raises Refusal for players, edition or options that cannot be."""

    def decide(self, state: Any, command: Any) -> tuple[Any, ...]:
        """Make all checks and return the events of a command. Raises Refusal, changes nothing.

        The command may be wrapped in `Overriding`: then rules (not facts) are passed over and noted as
        `Irregular`.
        """

    def evolve(self, state: Any, event: Any) -> Any:
        """Fold one event into a state: no checks, no refusals, total."""

    def prompts(self, state: Any, seat: Seat) -> tuple[Prompt, ...]:
        """The buttons of a seat: a hint, not a gate."""

    def read_scan(
        self, state: Any, pending: Question | None, tagged: Tagged, reader: str
    ) -> Question | Mapping[str, object]:
        """What a tag means now: a question that waits, or the command (as JSON) that it completes."""

    def view(self, state: Any, viewer: Viewer) -> dict[str, Any]:
        """The JSON that a viewer may see, without `number`, which the session adds."""

    def tell(self, event: Any, viewer: Viewer) -> Message | None:
        """What a viewer may read of an event, None when nothing."""

    def moves(self, event: Any) -> tuple[Move, ...]:
        """The payments of an event."""

    def faults(self, state: Any) -> tuple[Fault, ...]:
        """Every broken invariant: always none."""

    def chance(self, state: Any, seat: Seat) -> Chance | None:
        """The throw or card that is due from a seat."""

    def chance_act(self, state: Any, seat: Seat, chance: Chance, result: Any) -> Mapping[str, object]:
        """The command, as JSON, that the result of a chance makes."""

    def turn(self, state: Any) -> Seat | None:
        """Whose turn it is, None where there are no turns."""

    def piece_name(self, state: Any, tagged: Tagged) -> str | Message:
        """What the box prints on a piece; a message where it prints nothing that can be read."""

    def pieces(self, state: Any) -> tuple[Tagged, ...]:
        """All pieces of the box that may carry a tag, in the order of registration."""

    def money(self, state: Any) -> Currency:
        """How the box writes its money."""

    def guess(self, state: Any) -> tuple[Tagged, ...]:
        """What an unknown tag may well be now, likeliest first: the deed of the street where Bob stands."""

    def minutes(self, state: Any) -> int | None:
        """The time after which the table's own clock ends the game, None when it has none or is over."""

    def holds_secret(self, said: Mapping[str, object]) -> bool:
        """Whether a command, as JSON, says a secret; an `arrange` may."""

    def secrets_open(self, state: Any) -> bool:
        """Whether everything that was secret lies open now."""

    def hand_work(self, events: Iterable[Any], state: Any) -> tuple[Message, ...]:
        """What people move on the table after these events."""

    def lay_out(self, state: Any) -> tuple[Message, ...]:
        """What to lay out so that the table stands as it does now: at the start, and next week."""

    def rules_now(self, state: Any) -> Mapping[str, object]:
        """Every option as it is played now: by the board, by the header, and by what was changed since."""

    def presets(self) -> Mapping[str, Preset]:
        """Rule sheets by id."""

    def places(self, options: Mapping[str, object] | None) -> range:
        """How many can play by these options, as a header gives them; None: by any that there are."""

    def scored(self, state: Any, event: Any) -> tuple[Scored, ...]:
        """What a scoring in *state* paid for, seat by seat; without a seat that had nothing in it."""

    def default_acts(self, state: Any) -> tuple[Mapping[str, object], ...]:
        """Commands, in the banker's name, that the table does by itself for people who do not answer."""


def without_secrets(said: Mapping[str, object]) -> bool:
    """The `holds_secret` of a game that has none."""
    return False


def always_open(state: Any) -> bool:
    """The `secrets_open` of a game that has no secrets."""
    return True


def no_hand_work(events: Iterable[Any], state: Any) -> tuple[Message, ...]:
    """The `hand_work` of a game whose pieces are moved as people are used to."""
    return ()


def nothing_by_itself(state: Any) -> tuple[Mapping[str, object], ...]:
    """The `default_acts` of a game that waits for its people."""
    return ()


def nothing_scored(state: Any, event: Any) -> tuple[Scored, ...]:
    """The `scored` of a game whose payments explain themselves."""
    return ()


def untimed(state: Any) -> None:
    """The `minutes` of a game that no clock ends."""
