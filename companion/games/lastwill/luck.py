"""What the simple player and made-up boxes need of a random generator; it is always passed in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Luck(Protocol):
    """As much of `random.Random` as is used here."""

    def random(self) -> float: ...

    def randint(self, a: int, b: int, /) -> int: ...

    def choice(self, seq: Sequence[T], /) -> T: ...

    def sample(self, population: Sequence[T], k: int) -> list[T]: ...
