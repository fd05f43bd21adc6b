"""Machines made up for the doctor: a rig with readers, a folder that stands for /, a tower that is told."""

from __future__ import annotations

import re
from pathlib import Path

from companion.core.message import Message
from companion.devices.emulated.modules import EmulatedPin, EmulatedSpi, install
from companion.devices.emulated.rig import Rig
from companion.devices.pins import READERS
from companion.devices.rc522_ports import ResetLine
from companion.devices.tower.probe import Finding
from companion.doctor.parts import Parts
from companion.table.fittings import Check
from companion.web.text import Words, placeholders

WORDS = Words()
PLACES = {pins.name: pins for pins in READERS}
_IN_BRACKETS = re.compile(r"\[[^\]]*\]")
NOON = 1_800_000_000.0  # in 2027


def no_pins(bcm: int) -> ResetLine:
    """A machine without any way to its pins."""
    raise OSError(f"no chip for pin {bcm}")


def machine(root: Path, rig: Rig | None = None, **changes: object) -> Parts:
    """A machine with a rig on its bus, an address and a clock; its files are those under *root*."""
    rig = rig or Rig()
    install(rig)
    values: dict[str, object] = {
        "root": root,
        "open_spi": lambda: EmulatedSpi(rig),
        "open_reset": lambda bcm: EmulatedPin(rig, bcm),
        "pin_factory": lambda: "LGPIOFactory",
        "clock": rig,
        "time": lambda: NOON,
        "addresses": lambda: ("192.0.2.7", "198.51.100.3"),
        "name": lambda: "table.local",
        "power": lambda: None,
        "likely_towers": list,
        "find_tower": lambda port: Finding(True, "tower-1", None, ""),
        **changes,
    }
    return Parts(**values)  # type: ignore[arg-type]


def spoken(message: Message | None) -> str:
    """The sentence of a message; the catalogue must have it, and all its values be there."""
    if message is None:
        return ""
    text = WORDS.find(message.id)
    assert text is not None, message.id
    for form in [text] if isinstance(text, str) else text.values():
        needed = {name for name, _ in placeholders(_IN_BRACKETS.sub("", form))}
        assert needed <= message.values.keys(), (message.id, needed)
    return WORDS.say(message)


def told(check: Check) -> tuple[str, str, str]:
    """Status, what was found, what to do."""
    return check.status, spoken(check.found), spoken(check.todo)
