"""The number a tag answers with."""

from __future__ import annotations

from dataclasses import dataclass

_SIZES = (4, 7, 10)


@dataclass(frozen=True, slots=True)
class Uid:
    """A tag's UID of 4, 7 or 10 bytes, shown as upper-case hex.

    Raises ValueError for any other length.
    """

    octets: bytes

    def __post_init__(self) -> None:
        if len(self.octets) not in _SIZES:
            raise ValueError(f"a UID has 4, 7 or 10 bytes, not {len(self.octets)}")

    @classmethod
    def from_hex(cls, text: str) -> Uid:
        """Read "04A3C6CAE26180"; colons, dashes and spaces between bytes are allowed."""
        digits = "".join(ch for ch in text if ch not in " :-")
        try:
            return cls(bytes.fromhex(digits))
        except ValueError as error:
            raise ValueError(f"not a UID: {text!r} ({error})") from None

    @property
    def is_random(self) -> bool:
        """A 4-byte UID that starts with 08 changes at every touch: phones and bank cards send these."""
        return len(self.octets) == 4 and self.octets[0] == 0x08

    def __str__(self) -> str:
        return self.octets.hex().upper()
