"""What each fault of a tower means, and what to do about it, for the command line and the log."""

from __future__ import annotations

from companion.devices.dice import TowerFault

_REMEDIES = {
    "tower_not_found": "No dice tower in {where}. Plug it in with a data cable (some cables only charge).",
    "tower_no_permission": (
        "{port} may not be opened by {user}: it belongs to the group {group}. "
        "Run: sudo usermod -aG {group} {user}, then log in again."
    ),
    "tower_port_busy": "{port} is in use. Close the other program (a second companion, a serial terminal).",
    "tower_silent": (
        "The tower on {port} does not answer. It is tried again; if that does not help, "
        "pull the plug and put it back."
    ),
    "tower_other_device": (
        "{port} does not say hello like a dice tower. Name another port, or copy the firmware to it."
    ),
    "tower_protocol": (
        "The tower on {port} speaks protocol {found}, this companion {wanted}. "
        "Copy the firmware of this version to it: ./setup.sh tower"
    ),
    "tower_entropy": "The random source of {tower} fails its test. Type the dice, and replug the tower.",
    "tower_display": "The display of {tower} does not answer. Rolls work; look at its four wires.",
    "tower_port_error": "{port} cannot be used: {error}",
}

CODES = tuple(_REMEDIES)


def remedy(fault: TowerFault) -> str:
    """Say what is wrong and what to do, in English."""
    return _REMEDIES[fault.code].format_map(fault.values)
