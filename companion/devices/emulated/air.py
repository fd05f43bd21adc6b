"""The air above one antenna: tags answer over each other, and nature adds its part."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final, NamedTuple

from companion.devices.emulated.bits import Bits
from companion.devices.emulated.tags import IN_STEP_S, Answer, Tag

BIT_S: Final = 128 / 13.56e6
# An answer this much stronger hides the others instead of colliding with them.
CAPTURE_DB: Final = 6
WEAKEST_AT_DB: Final = 33
# A field that was off for less keeps the tags alive.
REMEMBERED_S: Final = 0.0009


class Received(NamedTuple):
    """What the reader's receiver makes of the answers; *collision* is the index of the first unclear bit."""

    bits: Bits
    after_s: float
    collision: int | None = None
    parity_error: bool = False


@dataclass(slots=True)
class _Leaving:
    """A tag that will be gone at a frame to come; *midway*: it breaks off in its answer to that one."""

    tag: Tag
    frames: int
    midway: bool


def air_time(count: int) -> float:
    """Return how long a frame takes, with start bit, parity bits and end."""
    return (count + count // 8 + 2) * BIT_S


class Air:
    """One antenna's field, switched by its chip."""

    def __init__(self, seed: int = 0) -> None:
        self.tags: list[Tag] = []
        self.noise = 0.0  # share of bits that flip, in both directions
        self.neighbour = False  # another antenna close by is sending
        self.frames = 0
        self._leaving: list[_Leaving] = []
        self._random = random.Random(seed)
        self._on = False
        self._off_since = float("-inf")

    def lay(self, tag: Tag, now: float) -> None:
        """Lay a tag into the field."""
        self.tags.append(tag)
        if self._on:
            tag.power_up(now)
        else:
            tag.power_down()

    def take(self, tag: Tag) -> None:
        """Take a tag away; nothing happens when it is not there."""
        if tag in self.tags:
            self.tags.remove(tag)
            tag.power_down()

    def take_at_frame(self, tag: Tag, frames: int, *, midway: bool = False) -> None:
        """Take a tag away before it hears the reader's frame number *frames* from now, or in its answer."""
        self._leaving.append(_Leaving(tag, self.frames + frames, midway))

    def switch(self, on: bool, now: float) -> None:
        """Switch the field; tags forget everything when it was off for a millisecond."""
        if on == self._on:
            return
        self._on = on
        if not on:
            self._off_since = now
            return
        forgotten = now - self._off_since >= REMEMBERED_S
        for tag in self.tags:
            if forgotten or not tag.powered:
                tag.power_up(now)

    def exchange(self, frame: Bits, encrypted: bool, now: float, gain_db: int) -> Received | None:
        """Send a frame to every tag and return what comes back; None is silence."""
        self.frames += 1
        fading = self._depart()
        answers = [
            (tag.strength_db, _broken_off(answer) if tag in fading else answer)
            for tag in tuple(self.tags)
            if (answer := self._told(tag, frame, encrypted, now)) is not None
            and tag.strength_db + gain_db >= WEAKEST_AT_DB
        ]
        for tag in fading:
            self.take(tag)
        split = frame.size % 8 if frame.size > 7 else 0
        received = self._superpose(answers)
        if received is not None and self.noise:
            received = self._flip(received, self.noise, split)
        if self.neighbour:
            received = self._foreign(received, split)
        return received

    def _depart(self) -> list[Tag]:
        due = [leaving for leaving in self._leaving if leaving.frames <= self.frames]
        self._leaving = [leaving for leaving in self._leaving if leaving.frames > self.frames]
        for leaving in due:
            if not leaving.midway:
                self.take(leaving.tag)
        return [leaving.tag for leaving in due if leaving.midway]

    def _told(self, tag: Tag, frame: Bits, encrypted: bool, now: float) -> Answer | None:
        if not self.noise:
            return tag.hear(frame, encrypted, now)
        heard = self._flip(Received(frame, 0.0), self.noise, 0)
        if heard.parity_error:
            tag.hear_garbage()
            return None
        return tag.hear(heard.bits, encrypted, now)

    def _superpose(self, answers: list[tuple[int, Answer]]) -> Received | None:
        if not answers:
            return None
        loudest = max(strength for strength, _ in answers)
        audible = [answer for strength, answer in answers if loudest - strength < CAPTURE_DB]
        mixed = unclear = 0
        covered: list[Bits] = []
        for bits, _ in audible:
            for other in covered:
                shared = (1 << min(bits.size, other.size)) - 1
                unclear |= (bits.value ^ other.value) & shared
            covered.append(bits)
            mixed |= bits.value
        # What a receiver makes of an unclear bit is its own affair.
        mixed ^= unclear & self._random.getrandbits(max(1, unclear.bit_length()))
        count = max(bits.size for bits in covered)
        collision = (unclear & -unclear).bit_length() - 1 if unclear else None
        return Received(Bits(mixed, count), max(answer.after_s for answer in audible), collision)

    def _flip(self, received: Received, rate: float, split: int) -> Received:
        """Flip bits and parity bits; the byte of which the reader sent *split* bits has no valid parity."""
        chance = self._random.random
        value, count = received.bits
        parity_error = received.parity_error
        start = 0
        while start < count:
            size = min(8 - split if start == 0 else 8, count - start)
            flips = 0
            for index in range(start, start + size):
                if chance() < rate:
                    value ^= 1 << index
                    flips += 1
            whole = size == 8
            if whole and (flips + (chance() < rate)) % 2:
                parity_error = True
            start += size
        return received._replace(bits=Bits(value, count), parity_error=parity_error)

    def _foreign(self, received: Received | None, split: int) -> Received | None:
        """Hear the other antenna's talk instead of, or over, what was answered."""
        chance = self._random.random
        if received is not None and chance() < 0.6:
            return self._flip(received, 0.02, split)
        if received is None and chance() < 0.4:
            return None
        # Lengths that real answers have come up often: they are what a driver may fall for.
        count = self._random.choice((4, 16, 24, 32, 40, 40 - split, self._random.randint(1, 80)))
        parity_error = any(chance() < 0.5 for _ in range(count // 8))
        collision = self._random.randrange(count) if chance() < 0.2 else None
        return Received(Bits(self._random.getrandbits(count), count), IN_STEP_S, collision, parity_error)


def _broken_off(answer: Answer) -> Answer:
    return answer._replace(bits=answer.bits.cut(answer.bits.size // 2))
