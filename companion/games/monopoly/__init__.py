"""Monopoly: bank, deeds, buildings, rents, cards, jail, auctions, trades, the speed die, house rules."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.currency import Currency
from companion.core.first_player import FirstPlayer
from companion.core.game import always_open as secrets_open
from companion.core.game import no_hand_work as hand_work
from companion.core.game import nothing_by_itself as default_acts
from companion.core.game import nothing_scored as scored
from companion.core.game import without_secrets as holds_secret
from companion.core.seats import Seat
from companion.games.monopoly import bot
from companion.games.monopoly.board_file import EDITIONS
from companion.games.monopoly.chances import chance, chance_act
from companion.games.monopoly.ending import minutes
from companion.games.monopoly.evolve import EVENT_TYPES, evolve
from companion.games.monopoly.faults import faults
from companion.games.monopoly.lay_out import lay_out
from companion.games.monopoly.moves import moves
from companion.games.monopoly.options import OPTIONS
from companion.games.monopoly.pieces import guess, piece_name, pieces
from companion.games.monopoly.presets import presets
from companion.games.monopoly.prompts import prompts
from companion.games.monopoly.rules import LEAST_PLAYERS, MOST_PLAYERS, decide, new
from companion.games.monopoly.scans import read_scan
from companion.games.monopoly.state import State
from companion.games.monopoly.tell import tell
from companion.games.monopoly.verbs import VERBS
from companion.games.monopoly.view import NAME, view

RULES_VERSION = 1
verbs = VERBS
event_types = EVENT_TYPES
options = OPTIONS
editions = EDITIONS
SECRET_FIELDS: Mapping[str, tuple[str, ...]] = {}
FIRST_PLAYER = FirstPlayer.HIGHEST  # Rule: MP-3.
SCORINGS: tuple[type, ...] = ()


def turn(state: State) -> Seat | None:
    """Whose turn it is; nobody's when hands are followed or the game is over."""
    return None if state.over else state.turn.player


def places(options: Mapping[str, object] | None) -> range:
    """Two to eight, whatever the house rules: there are eight pieces."""
    return range(LEAST_PLAYERS, MOST_PLAYERS + 1)


def rules_now(state: State) -> Mapping[str, object]:
    """The house rules by name."""
    return {name: getattr(state.rules, name) for name in OPTIONS}


def money(state: State) -> Currency:
    """The money of the board."""
    return state.edition.currency


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
