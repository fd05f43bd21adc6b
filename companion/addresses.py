"""The addresses under which phones find this machine."""

from __future__ import annotations

import fcntl
import ipaddress
import socket
import struct

_SIOCGIFADDR = 0x8915  # Linux: the address of an interface


def numeric_addresses() -> tuple[str, ...]:
    """This machine's own IPv4 addresses, best for phones first; loopback only when there is no other."""
    found = [address for address in (_outward(), *_interfaces()) if address]
    unique = list(dict.fromkeys(found))
    usable = [address for address in unique if not ipaddress.ip_address(address).is_loopback]
    return tuple(sorted(usable, key=lambda address: address != _outward())) or ("127.0.0.1",)


def served_addresses(host: str) -> tuple[str, ...]:
    """Where phones find a server that listens on *host*: everywhere, or on that one address."""
    return numeric_addresses() if host in ("0.0.0.0", "::") else (host,)


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


def _interfaces() -> tuple[str, ...]:
    """The address of each interface. On a hotspot of our own no packet leaves, and only these are there."""
    addresses: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[:15])
            try:
                answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, request)
            except OSError:  # this one has no IPv4 address
                continue
            addresses.append(socket.inet_ntoa(answer[20:24]))
    return tuple(addresses)
