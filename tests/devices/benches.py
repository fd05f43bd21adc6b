"""A bench with one emulated reader, and the marks that are measured on it with any number of trials."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass

from companion.core.uid import Uid
from companion.devices.emulated.chip import Chip, CollPosReading
from companion.devices.emulated.modules import install
from companion.devices.emulated.rig import Rig
from companion.devices.emulated.tags import Tag, tag_of
from companion.devices.pins import READERS, ReaderPins
from companion.devices.presence import Presence
from companion.devices.rc522 import Rc522
from companion.devices.simulated.reader import emulated_reader
from companion.devices.tags import Inventory, TagArrived, TagLeft

TABLE = READERS[0]


@dataclass
class Bench:
    """A rig with one reader on it."""

    rig: Rig
    chip: Chip
    reader: Rc522
    pins: ReaderPins = TABLE

    def lay(self, *tags: Tag) -> None:
        """Lay tags down, and let them wake when the field is on."""
        for tag in tags:
            self.chip.air.lay(tag, self.rig.now())
        self.rig.pass_by(0.05)

    def take(self, *tags: Tag) -> None:
        """Take tags away."""
        for tag in tags:
            self.chip.air.take(tag)

    def look(self) -> Inventory:
        """Look once, 50 ms after the last time."""
        self.rig.pass_by(0.05)
        return self.reader.look()


def bench(
    *tags: Tag,
    seed: int = 0,
    version: int = 0x92,
    coll_pos: CollPosReading = "frame",
    silent_errors: bool = False,
    start: bool = True,
) -> Bench:
    """Return a bench with tags on it, its reader started."""
    rig = Rig(seed)
    install(rig)
    chip = rig.fit(TABLE, version=version, coll_pos=coll_pos, silent_errors=silent_errors)
    made = Bench(rig, chip, emulated_reader(rig, TABLE))
    if start:
        made.reader.start()
    made.lay(*tags)
    return made


def uids(*hexes: str) -> set[Uid]:
    """Return UIDs from their hex."""
    return {Uid.from_hex(text) for text in hexes}


def tag(text: str) -> Tag:
    """Return the usual tag with this UID."""
    return tag_of(bytes.fromhex(text))


def random_uids(dice: random.Random, count: int) -> list[bytes]:
    """Return different UIDs of 4, 7 and 10 bytes, about half of them one or two bits from another."""
    found: list[bytes] = []
    while len(found) < count:
        if found and dice.random() < 0.5:
            near = bytearray(dice.choice(found))
            for _ in range(dice.randint(1, 2)):
                near[dice.randrange(len(near))] ^= 1 << dice.randrange(8)
            uid = bytes(near)
        else:
            uid = dice.randbytes(dice.choice((4, 4, 7, 7, 7, 10)))
        # The standard keeps these first bytes free: 88 goes on, 08 is drawn anew each time.
        kept_free = (len(uid), uid[0]) in ((4, 0x08), (4, 0x88)) or (len(uid), uid[3]) == (10, 0x88)
        if uid not in found and not kept_free:
            found.append(uid)
    return found


def wrong_inventories(fields: int, coll_pos: CollPosReading, seed: int = 1) -> tuple[int, int]:
    """Return how many of random fields were read wrongly, and how many tags lay in them all.

    Each field of one to six tags is read when it is laid and again when its tags sleep.
    """
    dice = random.Random(seed)
    wrong = tags = 0
    for number in range(fields):
        laid = random_uids(dice, dice.randint(1, 6))
        tags += len(laid)
        table = bench(
            *map(tag_of, laid), seed=seed + number, coll_pos=coll_pos, silent_errors=dice.random() < 0.5
        )
        expected = {Uid(uid) for uid in laid}
        wrong += any(
            set(inventory.tags) != expected or not inventory.clean
            for inventory in (table.look(), table.look())
        )
    return wrong, tags


def reads_in_noise(looks: int, bit_error_rate: float, seed: int = 1) -> tuple[int, int]:
    """Return how many looks found the tag that lay there, and how many found one that did not."""
    dice = random.Random(seed)
    read = wrong = 0
    for number, uid in enumerate(random_uids(dice, 10)):
        table = bench(tag_of(uid), seed=seed + number)
        table.chip.air.noise = bit_error_rate
        for _ in range(looks // 10):
            found = set(table.look().tags)
            read += Uid(uid) in found
            wrong += bool(found - {Uid(uid)})
    return read, wrong


def phantoms(looks: int, tags_laid: Iterable[bytes] = (), seed: int = 1) -> int:
    """Return how many looks found a tag that is not there, while another antenna close by is sending."""
    laid = list(tags_laid)
    table = bench(*map(tag_of, laid), seed=seed)
    table.chip.air.neighbour = True
    return sum(bool(set(table.look().tags) - {Uid(uid) for uid in laid}) for _ in range(looks))


def wrong_after_removal(uid: bytes, other: bytes | None, frames: int) -> tuple[int, int]:
    """Take a tag away at each of *frames* frames, before and in the middle of its answer.

    Return how many looks found a tag that never lay there, and how many of the looks that followed did not
    find exactly what was left.
    """
    wrong = stale = 0
    for frame in range(1, frames + 1):
        for midway in (False, True):
            going = tag_of(uid)
            staying = [tag_of(other)] if other else []
            table = bench(going, *staying, seed=frame)
            table.chip.air.take_at_frame(going, frame, midway=midway)
            allowed = {Uid(tag.uid) for tag in (going, *staying)}
            wrong += not set(table.look().tags) <= allowed
            while going in table.chip.air.tags:
                wrong += not set(table.look().tags) <= allowed
            table.look()
            stale += set(table.look().tags) != {Uid(tag.uid) for tag in staying}
    return wrong, stale


def comings_and_goings(looks: int, bit_error_rate: float, seed: int = 1) -> tuple[int, int]:
    """Return how often a card that lies still in noise seems to arrive and to leave, a look every 50 ms."""
    table = bench(tag("04A3C6CAE26180"), seed=seed)
    table.look()
    table.chip.air.noise = bit_error_rate
    presence = Presence(TABLE.name)
    arrived = left = 0
    for number in range(looks):
        presence, events = presence.see(table.look(), number * 0.05)
        arrived += sum(isinstance(event, TagArrived) for event in events)
        left += sum(isinstance(event, TagLeft) for event in events)
    return arrived, left
