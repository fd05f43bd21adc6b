"""The games of this companion. This line is the only one that names them all."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.game import Game
from companion.games import camelup, lastwill, monopoly

GAMES: Mapping[str, Game] = {"monopoly": monopoly, "camelup": camelup, "lastwill": lastwill}
