"""Frames as they go through the air: the first bit sent is the lowest."""

from __future__ import annotations

from typing import Final, NamedTuple


class Bits(NamedTuple):
    """*size* bits; a frame of whole bytes sends each byte's lowest bit first."""

    value: int
    size: int

    @classmethod
    def of(cls, octets: bytes) -> Bits:
        """Return the bits of whole bytes."""
        return cls(int.from_bytes(octets, "little"), 8 * len(octets))

    @property
    def octets(self) -> bytes:
        """The bytes, the last one filled up with zeros."""
        return self.value.to_bytes((self.size + 7) // 8, "little")

    def cut(self, size: int) -> Bits:
        """Return the first *size* bits."""
        return Bits(self.value & ((1 << size) - 1), min(size, self.size))


def _crc_row(octet: int) -> int:
    for _ in range(8):
        octet = (octet >> 1) ^ 0x8408 if octet & 1 else octet >> 1
    return octet


_CRC_ROWS: Final = tuple(_crc_row(octet) for octet in range(256))


def crc_16(octets: bytes, preset: int = 0x6363) -> bytes:
    """Return the two check bytes in the order in which they are sent; the preset is that of CRC_A."""
    crc = preset
    for octet in octets:
        crc = (crc >> 8) ^ _CRC_ROWS[(crc ^ octet) & 0xFF]
    return crc.to_bytes(2, "little")


def with_crc(octets: bytes) -> Bits:
    """Return a frame with CRC_A at its end."""
    return Bits.of(octets + crc_16(octets))
