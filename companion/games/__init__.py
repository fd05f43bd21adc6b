"""The games of this companion. This file is the only one that names them all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, cast

from companion.core.game import Game

if TYPE_CHECKING:
    # Each module is held against the protocol here, where the type checker sees it.
    from companion.games import camelup, lastwill, monopoly

    _CHECKED: Mapping[str, Game] = {"monopoly": monopoly, "camelup": camelup, "lastwill": lastwill}


class _Games(Mapping[str, Game]):
    """Games by name, each loaded when it is first asked for: a table plays one of them."""

    _names = ("monopoly", "camelup", "lastwill")

    def __getitem__(self, name: str) -> Game:
        if name not in self._names:
            raise KeyError(name)
        return cast(Game, import_module(f"companion.games.{name}"))

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __contains__(self, name: object) -> bool:
        return name in self._names


GAMES: Mapping[str, Game] = _Games()
