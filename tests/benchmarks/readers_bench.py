"""The reader's driver on the emulated chip: inventories, noise, removals, two idle readers."""

from __future__ import annotations

import time
from collections.abc import Iterator

from companion.devices.reading import ReaderLoop
from companion.devices.simulated.reader import simulated_readers
from tests.devices.benches import comings_and_goings, phantoms, reads_in_noise, wrong_inventories


def report(long: bool) -> Iterator[str]:
    """Marks: nothing wrong anywhere; two idle readers under 3 % of a core."""
    fields = 1000 if long else 150
    looks = 3000 if long else 400
    for reading in ("frame", "aligned"):
        wrong, tags = wrong_inventories(fields, reading)
        yield f"{fields} random fields, {tags} tags, collisions counted by {reading}: {wrong} wrong"
    for rate in (0.002, 0.01, 0.05):
        read, wrong = reads_in_noise(looks, rate)
        yield f"bit noise {rate:.1%}: {read} of {looks} read, {wrong} wrong"
    yield f"neighbour antenna on: {phantoms(looks)} false tags in {looks} looks"
    arrived, left = comings_and_goings(looks, 0.01)
    yield f"a card lying still in 1 % noise, {looks} looks: {arrived} arrivals, {left} departures"
    share = _idle_share(30 if long else 5)
    yield f"two idle readers, a look each per 50 ms: {share:.1%} of a core (mark 3 %)"


def _idle_share(seconds: float) -> float:
    readers, _ = simulated_readers(("table", "tray"))
    loop = ReaderLoop(readers, lambda event: None)
    loop.start()
    time.sleep(1.0)
    cpu, begun = time.process_time(), time.monotonic()
    time.sleep(seconds)
    share = (time.process_time() - cpu) / (time.monotonic() - begun)
    loop.stop()
    return share
