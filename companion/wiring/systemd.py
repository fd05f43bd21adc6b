"""What systemd hears of us: ready, alive, stopping. Outside of a service nothing is said."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping

READY = "READY=1"
ALIVE = "WATCHDOG=1"
STOPPING = "STOPPING=1"


def notify(word: str, environment: Mapping[str, str] = os.environ) -> None:
    """Say *word* to the service manager that started us, if one did."""
    address = environment.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):  # Linux writes its abstract sockets so
        address = "\0" + address[1:]
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.sendto(word.encode(), address)
    except OSError:
        return  # a manager that does not listen shall not end the evening


def is_service(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether a service manager started us: it halts the machine when we end with `POWER_OFF`."""
    return bool(environment.get("NOTIFY_SOCKET"))


def alive_every_s(environment: Mapping[str, str] = os.environ) -> float | None:
    """Seconds between two signs of life, a third of what is waited for; None when nobody waits."""
    if environment.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    try:
        waited = int(environment.get("WATCHDOG_USEC", "0"))
    except ValueError:
        return None
    return waited / 3e6 if waited > 0 else None
