"""What a simple player needs of a random generator; `random.Random` is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Luck(Protocol):
    def randint(self, a: int, b: int) -> int: ...
    def randrange(self, start: int) -> int: ...
    def choice(self, seq: Sequence[T]) -> T: ...
    def random(self) -> float: ...
