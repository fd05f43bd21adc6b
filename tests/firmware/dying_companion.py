"""A companion that dies on purpose. Arguments: port, journal file, request, when: before, after or never.

"before": with the roll in hand and not in the journal; "after": with it in the journal and not acknowledged.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from companion.devices.dice import Rolled
from companion.devices.tower.port import SerialTower
from tests.firmware.host import QUICK


def main(port: str, journal: Path, request: str, when: str) -> None:
    """Get one roll into the journal, unless it is there or death comes first."""
    lines = journal.read_text("ascii").splitlines() if journal.exists() else []
    last = None
    if lines:
        boot, n, _ = lines[-1].split(" ")
        last = (boot, int(n))
    tower = SerialTower(port, last=last, timing=QUICK, reopen_after=0.05)
    if not any(line.endswith(f" {request}") for line in lines):
        tower.request("2d6", request)
        rolled = tower.next_roll(10.0)
        assert isinstance(rolled, Rolled), rolled
        if when == "before":
            os._exit(9)
        with journal.open("a", encoding="ascii") as file:
            file.write(f"{rolled.boot} {rolled.n} {rolled.request}\n")
            file.flush()
            os.fsync(file.fileno())
        if when == "after":
            os._exit(9)
        tower.acknowledge(rolled)
    tower.next_roll(0.5)
    tower.close()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3], sys.argv[4])
