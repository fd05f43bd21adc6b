"""The addresses under which phones find this machine."""

from __future__ import annotations

import ipaddress
import socket


def numeric_addresses() -> tuple[str, ...]:
    """This machine's own IPv4 addresses, best for phones first; loopback only when there is no other."""
    found = [address for address in (_outward(), *_named()) if address]
    unique = list(dict.fromkeys(found))
    usable = [address for address in unique if not ipaddress.ip_address(address).is_loopback]
    return tuple(sorted(usable, key=lambda address: address != _outward())) or ("127.0.0.1",)


def machine_name() -> str:
    """The name that phones on the same network may know: `pi.local`."""
    name = socket.gethostname().split(".")[0].lower() or "localhost"
    return name if name == "localhost" else f"{name}.local"


def _outward() -> str:
    """The address of the interface that a packet to the network would leave by; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation: no packet goes there
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def _named() -> tuple[str, ...]:
    try:
        return tuple(socket.gethostbyname_ex(socket.gethostname())[2])
    except OSError:
        return ()
