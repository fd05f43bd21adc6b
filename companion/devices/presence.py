"""From single looks at a field to tags that arrive and leave; pure, times are handed in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from companion.core.uid import Uid
from companion.devices.tags import Inventory, SeveralTags, TagArrived, TagLeft

PresenceEvent: TypeAlias = TagArrived | TagLeft | SeveralTags

MISSES = 2
# A little under three looks of 50 ms, so that a look that comes early by a hair still counts as the third.
GONE_S = 0.14
SHAKY_S = 0.5
SHAKY_FOR_S = 1.0
DEAF_S = 10.0


@dataclass(frozen=True, slots=True)
class _Lying:
    """A tag in the field; held back (not *announced*) while it is one of several that came at once."""

    uid: Uid
    seen_at: float
    announced: bool
    misses: int = 0
    shaky_until: float = 0.0

    def seen(self, at: float) -> _Lying:
        shaky_until = at + SHAKY_FOR_S if self.misses else self.shaky_until
        return replace(self, seen_at=at, misses=0, shaky_until=shaky_until)

    def missed(self, clean: bool) -> _Lying:
        return replace(self, misses=self.misses + 1 if clean else 0)

    def is_gone(self, at: float) -> bool:
        unseen = at - self.seen_at
        if unseen >= DEAF_S:
            return True
        patience = SHAKY_S if self.seen_at < self.shaky_until else GONE_S
        return self.misses >= MISSES and unseen >= patience


@dataclass(frozen=True, slots=True)
class Presence:
    """What lies on one reader, as far as its looks tell.

    A tag arrives at once. It has left after two or more clean looks in a row without it and 140 ms (the third
    look of 50 ms). One that came back after a miss lies at the edge of the field and is given 500 ms. A look
    that was not clean is no miss and begins the count anew; after 10 s unseen, noise or not, it is gone.

    A phone gives another random UID whenever the field comes up; it stays the one that arrived.
    While the reader itself is lost nobody looks, and what lay there is taken to lie there still.
    With *takes_several*, tags that come at once arrive one by one.
    """

    reader: str
    takes_several: bool = False
    lying: tuple[_Lying, ...] = ()

    @property
    def tags(self) -> tuple[Uid, ...]:
        """The tags that have arrived and not left."""
        return tuple(tag.uid for tag in self.lying if tag.announced)

    def see(self, inventory: Inventory, at: float) -> tuple[Presence, tuple[PresenceEvent, ...]]:
        """Return what lies there after one look, and what changed: departures before arrivals."""
        tags = self._one_phone(inventory.tags)
        events: list[PresenceEvent] = []
        lying: list[_Lying] = []
        for tag in self.lying:
            now = tag.seen(at) if tag.uid in tags else tag.missed(inventory.clean)
            if not now.is_gone(at):
                lying.append(now)
            elif now.announced:
                events.append(TagLeft(self.reader, now.uid, at))
        known = {tag.uid for tag in lying}
        new = [_Lying(uid, at, announced=False) for uid in tags if uid not in known]
        lying += new
        held = [tag for tag in lying if not tag.announced]
        if self.takes_several or len(held) == 1:
            events += [TagArrived(self.reader, tag.uid, at) for tag in held]
            lying = [replace(tag, announced=True) for tag in lying]
        elif new:
            events.append(SeveralTags(self.reader, tags, at))
        return replace(self, lying=tuple(lying)), tuple(events)

    def _one_phone(self, tags: tuple[Uid, ...]) -> tuple[Uid, ...]:
        phones = [uid for uid in tags if uid.is_random]
        if not phones:
            return tags
        here = next((tag.uid for tag in self.lying if tag.uid.is_random), phones[0])
        return (*(uid for uid in tags if not uid.is_random), here)
