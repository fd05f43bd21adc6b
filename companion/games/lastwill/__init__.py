"""Last Will: a tracker for the table that starts from an empty box."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.currency import Currency
from companion.core.first_player import FirstPlayer
from companion.core.game import Chance
from companion.core.game import nothing_by_itself as default_acts
from companion.core.game import nothing_scored as scored
from companion.core.game import untimed as minutes
from companion.core.refusal import Reason, Refusal
from companion.core.seats import Seat
from companion.games.lastwill import bot
from companion.games.lastwill.commands import SECRET_FIELDS, verbs
from companion.games.lastwill.evolve import evolve
from companion.games.lastwill.faults import faults
from companion.games.lastwill.handwork import hand_work, lay_out
from companion.games.lastwill.house_rules import options
from companion.games.lastwill.owners_box import BOX_WORDS, known_box, read_box
from companion.games.lastwill.presets import presets
from companion.games.lastwill.prompts import prompts
from companion.games.lastwill.record import EVENT_TYPES
from companion.games.lastwill.rules import decide
from companion.games.lastwill.scans import guess, piece_name, pieces, read_scan
from companion.games.lastwill.seating import LEAST_PLAYERS, MOST_PLAYERS
from companion.games.lastwill.sheet import read_sheet
from companion.games.lastwill.start import new
from companion.games.lastwill.state import Phase, State
from companion.games.lastwill.tell import moves, tell
from companion.games.lastwill.view import NAME, view
from companion.games.lastwill.words import box_warnings, describe, known_cards

RULES_VERSION = 1
editions: tuple[str, ...] = ()
event_types = EVENT_TYPES
FIRST_PLAYER = FirstPlayer.LAST_PAYER  # Rule: LW-2.12.
SCORINGS: tuple[type, ...] = ()


def places(options: Mapping[str, object] | None) -> range:
    """Two to five, whatever the house rules."""
    return range(LEAST_PLAYERS, MOST_PLAYERS + 1)


def turn(state: State) -> Seat | None:
    """The seat whose turn it is; None while all act together."""
    return state.turn


def chance(state: State, seat: Seat) -> Chance | None:
    """Nothing is thrown in this game, and cards are drawn by people from piles the program cannot see."""
    return None


def chance_act(state: State, seat: Seat, chance: Chance, result: Any) -> Mapping[str, object]:
    """Raises Refusal(NOT_NOW): no throw is ever due."""
    raise Refusal(Reason.NOT_NOW, phase=state.phase.value)


def money(state: State) -> Currency:
    """Pounds."""
    return Currency("£")


def rules_now(state: State) -> Mapping[str, object]:
    """The house rules by name."""
    return state.rules._asdict()


def holds_secret(said: Mapping[str, object]) -> bool:
    """Whether a command as JSON names cards of a hand."""
    if said.get("do") == "errand":
        return said.get("at") == "random" and said.get("card") is not None
    if said.get("do") == "arrange":
        table = said.get("set")
        players = table.get("players") if isinstance(table, Mapping) else None
        return isinstance(players, Mapping) and any(
            isinstance(one, Mapping) and one.get("hand") is not None for one in players.values()
        )
    return any(said.get(field) is not None for field in SECRET_FIELDS.get(str(said.get("do")), ()))


def secrets_open(state: State) -> bool:
    """Whether hands are secret no more: the game is over."""
    return state.phase is Phase.OVER


__all__ = [
    "BOX_WORDS",
    "FIRST_PLAYER",
    "NAME",
    "RULES_VERSION",
    "SCORINGS",
    "SECRET_FIELDS",
    "bot",
    "box_warnings",
    "chance",
    "chance_act",
    "decide",
    "default_acts",
    "describe",
    "editions",
    "event_types",
    "evolve",
    "faults",
    "guess",
    "hand_work",
    "holds_secret",
    "known_box",
    "known_cards",
    "lay_out",
    "minutes",
    "money",
    "moves",
    "new",
    "options",
    "piece_name",
    "pieces",
    "places",
    "presets",
    "prompts",
    "read_box",
    "read_scan",
    "read_sheet",
    "rules_now",
    "scored",
    "secrets_open",
    "tell",
    "turn",
    "verbs",
    "view",
]
