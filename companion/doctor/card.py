"""The last check: a card is held to a reader, and named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.core.message import Message, say
from companion.core.uid import Uid
from companion.devices.rc522 import Rc522
from companion.devices.rc522_ports import Clock
from companion.devices.tags import DeviceLost
from companion.table.registry import Registered

WHITE_CARD = Uid.from_hex("5A3F21B0")
"""What lies on a simulated reader: a card like the one that comes with a reader."""
_PAUSE_S = 0.05
_LOOKS_AT_LEAST = 3
_KINDS = {4: "four", 7: "seven", 10: "ten"}


@dataclass(frozen=True, slots=True)
class Seen:
    """A tag on a reader, and the piece it stands for, None when nobody registered it."""

    reader: str
    uid: Uid
    piece: Registered | None

    @property
    def message(self) -> Message:
        if self.piece is not None:
            tagged = self.piece.tagged
            named = f"{tagged.kind} {tagged.name}"
            piece = f"{self.piece.game}, {named}" if self.piece.game else named
            return say("doctor.card.piece", reader=self.reader, uid=str(self.uid), piece=piece)
        return say("doctor.card.seen", reader=self.reader, uid=str(self.uid), what=kind_of(self.uid))


def kind_of(uid: Uid) -> str:
    """The text that says what carries such a number."""
    if uid.is_random:
        return "doctor.card.kind.random"
    return f"doctor.card.kind.{_KINDS[len(uid.octets)]}"


def wait_for_card(
    readers: Sequence[Rc522], known: Mapping[Uid, Registered], seconds: float, clock: Clock
) -> tuple[Seen, ...]:
    """Look at each reader in turn until one sees something or the time is up; a few looks in any case."""
    until = clock.now() + seconds
    looks = 0
    while looks < _LOOKS_AT_LEAST or clock.now() < until:
        looks += 1
        found = tuple(Seen(reader.name, uid, known.get(uid)) for reader in readers for uid in _look(reader))
        if found:
            return found
        clock.pass_by(_PAUSE_S)
    return ()


def _look(reader: Rc522) -> tuple[Uid, ...]:
    try:
        found = reader.look()
        reader.rest()
    except DeviceLost:  # its check has said what is wrong, or it was pulled in this moment
        return ()
    return found.tags
