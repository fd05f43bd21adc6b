"""Measures how often a card is read at each gain, and picks the best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.uid import Uid
from companion.devices.rc522 import Rc522
from companion.devices.rc522_chip import GAINS_DB
from companion.devices.rc522_ports import Clock
from companion.devices.tags import Inventory

LOOKS = 50
_PAUSE_S = 0.01
# Two readings of the same field differ by so much by chance alone.
_ALIKE = 2


@dataclass(frozen=True, slots=True)
class Tuned:
    """Of 100 looks at each gain, how many saw the card and nothing else; *best* is None without a card."""

    rates: Mapping[int, int]
    best: int | None


def measure(reader: Rc522, clock: Clock, looks: int = LOOKS) -> Tuned:
    """Look at every gain, each time with a fresh field; the gain is as before afterwards. Raises DeviceLost.

    The card is the tag that was seen most often; anything else that is seen counts against a gain.
    """
    before = reader.gain_db
    seen: dict[int, list[Inventory]] = {}
    try:
        for gain_db in GAINS_DB:
            reader.set_gain(gain_db)
            seen[gain_db] = [_look(reader, clock) for _ in range(looks)]
    finally:
        reader.set_gain(before)
    tags = Counter(uid for inventories in seen.values() for found in inventories for uid in found.tags)
    if not tags:
        return Tuned(dict.fromkeys(GAINS_DB, 0), None)
    card = tags.most_common(1)[0][0]
    rates = {gain_db: _rate(inventories, card) for gain_db, inventories in seen.items()}
    return Tuned(rates, best_gain(rates))


def best_gain(rates: Mapping[int, int]) -> int | None:
    """The lowest gain that is as good as the best: more gain also hears more noise. None when none reads."""
    most = max(rates.values())
    if most == 0:
        return None
    return min(gain_db for gain_db, rate in rates.items() if rate >= most - _ALIKE)


def _look(reader: Rc522, clock: Clock) -> Inventory:
    found = reader.look()
    reader.rest()
    clock.pass_by(_PAUSE_S)
    return found


def _rate(inventories: list[Inventory], card: Uid) -> int:
    return round(100 * sum(found.tags == (card,) for found in inventories) / len(inventories))
