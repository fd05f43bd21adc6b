"""QR codes in the terminal: an address, or the way into a Wi-Fi."""

from __future__ import annotations

import sys

import segno
import segno.helpers


def main(argv: list[str]) -> int:
    """`url ADDRESS`, or `wifi NAME KEY`."""
    match argv:
        case ["url", address]:
            code = segno.make(address, micro=False, error="m")
        case ["wifi", name, key]:
            code = segno.helpers.make_wifi(ssid=name, password=key, security="WPA")
        case _:
            print("codes.py: expected url ADDRESS, or wifi NAME KEY", file=sys.stderr)
            return 2
    code.terminal(sys.stdout, border=2, compact=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
