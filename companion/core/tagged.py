"""What a tag stands for: a piece of the game, never a person."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tagged:
    """A piece with a tag on it.

    *kind* is "deed", "player_card", "card", "leg_tile" and so on; *name* is its id within that kind:
    `Tagged("deed", "orange1")`, `Tagged("player_card", "3")`, `Tagged("leg_tile", "white 5")`.
    """

    kind: str
    name: str

    @property
    def key(self) -> str:
        """The piece in the values of a message: "leg_tile white 5"."""
        return f"{self.kind} {self.name}"
