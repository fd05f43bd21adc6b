"""Long runs of the dice tower over bad cables, with the times of real use; prints a table.

    python -m tests.benchmarks.tower_long [rolls] [MODE...]

Not part of the suite: about ten minutes.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from companion.devices.tower.link import Timing
from tests.firmware.cable import Faults
from tests.firmware.host import Host, exactly_once
from tests.firmware.vm import powered_tower

ROLLS = 1000
SINGLE = {
    "clean": Faults(),
    "lost": Faults(lose=0.005),
    "flipped": Faults(flip=0.005),
    "doubled": Faults(double=0.005),
    "late": Faults(delay=0.05),
    "odd chunks": Faults(chunk=5),
}
EVERYTHING = Faults(lose=0.005, flip=0.005, double=0.005, delay=0.02, chunk=9)


@dataclass(frozen=True, slots=True)
class Run:
    """What came of one mode."""

    mode: str
    rolls: int
    arrived: int
    once_and_in_order: bool
    seconds: float
    resends: int
    bad_lines: int
    opens: int


def single_fault(mode: str, rolls: int = ROLLS) -> Run:
    """Many rolls over a cable with one kind of fault."""
    return _run(mode, SINGLE[mode], rolls, unplugs=0)


def everything(rolls: int = 300, unplugs: int = 20) -> Run:
    """Every fault at once, and the plug pulled at random moments."""
    return _run(f"all + {unplugs} unplugs", EVERYTHING, rolls, unplugs)


def _run(mode: str, faults: Faults, rolls: int, unplugs: int) -> Run:
    chance = random.Random(20)
    pulls = set(chance.sample(range(rolls), unplugs))
    with tempfile.TemporaryDirectory() as folder, powered_tower(Path(folder), faults=faults) as tower:
        host = Host(tower.path, timing=Timing())
        start = time.monotonic()
        ids = [f"q{number}" for number in range(rolls)]
        for number, request_id in enumerate(ids):
            host.tower.request("2d6", request_id)
            if number in pulls:
                tower.cable.cut_after(chance.randrange(1, 60))
                host.wait_for(lambda found: found.status == "lost", timeout=3.0)
                tower.cable.unplug()
                host.wait_for(lambda found: found.status == "lost", timeout=3.0)
                tower.cable.plug()
            host.collect(1, timeout=60.0)
        host.collect(rolls - len(host.journal), timeout=60.0)
        seconds = time.monotonic() - start
        sent, opens = tower.cable.to_host, tower.cable.plugs
        host.close()
    right = [rolled.request for rolled in host.journal] == ids and exactly_once(host.journal)
    bad = host.tower.bad_lines
    return Run(mode, rolls, len(host.journal), right, seconds, sent.count(b"$E,") - rolls, bad, opens)


def show(run: Run) -> str:
    """One row of the table."""
    verdict = "yes" if run.once_and_in_order else "NO"
    return (
        f"{run.mode:<18} {run.rolls:>6} {run.arrived:>8} {verdict:>14} {run.seconds:>8.1f} "
        f"{run.resends:>8} {run.bad_lines:>10} {run.opens:>6}"
    )


def main(arguments: list[str]) -> int:
    """Run the modes that are named, or all. Exit 1 when a roll was lost or came twice."""
    rolls = int(arguments[0]) if arguments else ROLLS
    modes = arguments[1:] or [*SINGLE, "all"]
    print("cable               rolls  arrived  once, in order  seconds  resends  bad lines  opens")
    good = True
    for mode in modes:
        run = everything(min(rolls, 300)) if mode == "all" else single_fault(mode, rolls)
        print(show(run), flush=True)
        good = good and run.once_and_in_order
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
