"""A box that the program does not know and that its owners describe, card by card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from companion.core.message import Message
from companion.core.seats import Viewer


@dataclass(frozen=True, slots=True)
class KnownCard:
    """A card as its owners stated it, as JSON, and what it was taken for.

    *whole*: nothing that its kind needs is left out.
    """

    id: str
    name: str
    stated: Mapping[str, object]
    words: tuple[Message, ...]
    whole: bool


@dataclass(frozen=True, slots=True)
class KnownBox:
    """How many of a box's cards are known, copies counted, each card, and what is odd about the boards."""

    known: int
    of: int
    words: Message
    cards: tuple[KnownCard, ...]
    warnings: tuple[Message, ...] = ()


@runtime_checkable
class Described(Protocol):
    """What a game offers besides `Game` when its box is described by its owners.

    `BOX_WORDS` lists what a field of words may hold ("kind", "deck", "symbols"). Its `arrange` takes `cards`,
    and its header `cards` and `box`, in the form of that description.
    """

    BOX_WORDS: Mapping[str, tuple[str, ...]]

    def known_box(self, state: Any, viewer: Viewer) -> KnownBox:
        """What *viewer* may know of the box: cards hidden in other hands are not among it."""

    def read_box(self, text: str) -> Mapping[str, object]:
        """A description as header keys (`Setup.extra`). Raises Refusal naming every fault."""
