"""Lines on the wire: `$body*XXXX`, found again after any noise. Pure."""

from __future__ import annotations

import binascii
import re
from collections.abc import Mapping
from typing import TypeVar

from companion.devices.tower import protocol
from companion.devices.tower.fields import BadField
from companion.devices.tower.protocol import FROM_HOST, FROM_TOWER, FromHost, FromTower

_LONGEST = protocol.MAX_BYTES - 2  # between `$` and the line end
_BREAK = re.compile(rb"[$\r\n]")
_BAD_MAX = 9999

Message = TypeVar("Message", FromHost, FromTower)


def checksum(body: bytes) -> bytes:
    """CRC-16/CCITT in upper-case hex."""
    return b"%04X" % binascii.crc_hqx(body, protocol.CRC_START)


def write_line(message: FromHost | FromTower) -> bytes:
    """The bytes of one message."""
    body = message.body.encode("ascii")
    return b"$" + body + b"*" + checksum(body) + b"\n"


def read_from_tower(body: str) -> FromTower:
    """Read what a tower says. Raises BadField."""
    return _read(body, FROM_TOWER)


def read_from_host(body: str) -> FromHost:
    """Read what a host says. Raises BadField."""
    return _read(body, FROM_HOST)


def _read(body: str, verbs: Mapping[str, type[Message]]) -> Message:
    verb, _, rest = body.partition(",")
    known = verbs.get(verb)
    if known is None:
        raise BadField(f"verb: {verb!r} is none of {' '.join(verbs)}")
    return known.read(rest)


class Lines:
    """Collects bytes into lines; *bad* counts what was thrown away, *complaint* says why the last was."""

    def __init__(self) -> None:
        self.bad = 0
        self.complaint = ""
        self._line = bytearray()
        self._inside = False
        self._noise = False

    def feed(self, chunk: bytes) -> list[str]:
        """Return the bodies of the good lines that end in *chunk*."""
        bodies: list[str] = []
        at = 0
        while at < len(chunk):
            found = _BREAK.search(chunk, at)
            end = len(chunk) if found is None else found.start()
            self._collect(chunk[at : min(end, at + protocol.MAX_BYTES)])
            if found is not None:
                self._end(bodies)
                self._inside = found[0] == b"$"
            at = end + 1
        return bodies

    def complain(self, why: str) -> None:
        """Count a line that was thrown away."""
        self.bad = min(_BAD_MAX, self.bad + 1)
        self.complaint = why

    def _collect(self, piece: bytes) -> None:
        if not piece:
            return
        if not self._inside:
            self._noise = True
        elif len(self._line) + len(piece) > _LONGEST:
            self._inside = False
            self._noise = True
        else:
            self._line += piece

    def _end(self, bodies: list[str]) -> None:
        if self._inside:
            why = _what_is_wrong(bytes(self._line))
            if why:
                self.complain(why)
            else:
                bodies.append(self._line[:-5].decode("ascii"))
        elif self._noise:
            self.complain(f"no line of {protocol.MAX_BYTES} bytes at most that begins with $")
        self._line.clear()
        self._inside = False
        self._noise = False


def _what_is_wrong(line: bytes) -> str:
    if len(line) < 6 or line[-5:-4] != b"*":
        return "a line without *XXXX at its end"
    if not all(0x20 <= byte <= 0x7E for byte in line):
        return "a line with bytes that are no printable ASCII"
    if checksum(line[:-5]) != line[-4:]:
        return "a line with a wrong checksum"
    return ""
