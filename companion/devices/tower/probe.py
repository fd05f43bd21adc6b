"""Look for a tower and say what was found: for `companion doctor` and set-up."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.devices.dice import TowerFault
from companion.devices.tower.faults import remedy
from companion.devices.tower.port import SerialTower, likely_ports


@dataclass(frozen=True, slots=True)
class Finding:
    """What a look at the tower came to. *says* is in English, and with a fault names what to do."""

    works: bool
    name: str
    fault: TowerFault | None
    says: str


def probe(
    port: str | None = None, *, seconds: float = 4.0, find: Callable[[], Sequence[str]] = likely_ports
) -> Finding:
    """Open the port, wait for a hello, close it again. Rolls nothing and acknowledges nothing."""
    changed = threading.Event()
    tower = SerialTower(port, changed=changed.set, find=find)
    changed.wait(seconds)
    ready, name, fault = tower.status == "ready", tower.name, tower.fault
    tower.close()
    if fault is not None:
        return Finding(ready and fault.code == "tower_display", name, fault, remedy(fault))
    if ready:
        return Finding(True, name, None, f"The dice tower {name} answers.")
    return Finding(False, "", None, f"No answer within {seconds:g} s; try again.")
