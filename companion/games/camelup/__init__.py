"""Camel Up (2014 first edition) with the whole Supercup, and its exact odds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.core.currency import Currency
from companion.core.first_player import FirstPlayer
from companion.core.game import untimed as minutes
from companion.core.message import Message
from companion.games.camelup import bot, handwork
from companion.games.camelup.chance import chance, chance_act, turn
from companion.games.camelup.commands import SECRET_FIELDS, VERBS, holds_secret
from companion.games.camelup.events import EVENT_TYPES, Event
from companion.games.camelup.evolve import evolve, phase_of
from companion.games.camelup.faults import faults
from companion.games.camelup.laying import lay_out
from companion.games.camelup.leg import waiting_to_copy
from companion.games.camelup.options import OPTIONS, places
from companion.games.camelup.presets import presets
from companion.games.camelup.prompts import prompts
from companion.games.camelup.rules import decide
from companion.games.camelup.scans import guess, piece_name, pieces, read_scan
from companion.games.camelup.scoring import SCORINGS, scored
from companion.games.camelup.start import EDITIONS, new
from companion.games.camelup.state import Phase, State
from companion.games.camelup.tell import moves, tell
from companion.games.camelup.view import view

NAME = "camelup"
RULES_VERSION = 1
FIRST_PLAYER = FirstPlayer.YOUNGEST  # Rule: CU-10.
verbs = VERBS
event_types = EVENT_TYPES
options = OPTIONS
editions = EDITIONS


def money(state: State) -> Currency:
    """Egyptian pounds, behind the number."""
    return Currency("EP", "after")


def rules_now(state: State) -> Mapping[str, object]:
    """The house rules by name."""
    return {name: getattr(state.options, name) for name in OPTIONS}


def hand_work(events: Iterable[Event], state: State) -> tuple[Message, ...]:
    """What to move on the table after these events."""
    return handwork.hand_work(events, state.options)


def default_acts(state: State) -> tuple[Mapping[str, object], ...]:
    """The best copies of partners who have not chosen, as the banker sends them."""
    if phase_of(state) is not Phase.COPYING:
        return ()
    names = [state.seats.name(seat) for seat in waiting_to_copy(state)]
    return tuple({"do": "copy", "by": "banker", "for": name} for name in names)


def secrets_open(state: State) -> bool:
    """Whether no race bet is secret any more: the piles are opened at the end of the game."""
    return state.phase is Phase.OVER


__all__ = [
    "FIRST_PLAYER",
    "NAME",
    "RULES_VERSION",
    "SCORINGS",
    "SECRET_FIELDS",
    "bot",
    "chance",
    "chance_act",
    "decide",
    "default_acts",
    "editions",
    "event_types",
    "evolve",
    "faults",
    "guess",
    "hand_work",
    "holds_secret",
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
    "read_scan",
    "rules_now",
    "scored",
    "secrets_open",
    "tell",
    "turn",
    "verbs",
    "view",
]
