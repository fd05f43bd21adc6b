"""What setup.sh asks this copy of the program: its version, the packages it is pinned to, their print."""

from __future__ import annotations

import hashlib
import platform
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def version() -> str:
    """The version of this copy."""
    text = (ROOT / "companion" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([^"]+)"$', text, re.MULTILINE)
    if found is None:
        raise ValueError('companion/__init__.py: expected a line __version__ = "..."')
    return found[1]


def pins(extra: str) -> list[str]:
    """The pinned requirements of an extra of pyproject.toml; of the program itself for ""."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = project["optional-dependencies"][extra] if extra else project["dependencies"]
    return [str(pin) for pin in found]


def parts_print(extras: list[str]) -> str:
    """Twelve digits that change with the pins, with Python's version and with the processor."""
    parts = [pin for extra in ("", *extras) for pin in pins(extra)]
    parts += [*platform.python_version_tuple()[:2], platform.machine(), str(sys.maxsize)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]


def main(argv: list[str]) -> int:
    """`version`, `print [EXTRA...]`, or `pins [EXTRA]`: one a line."""
    match argv:
        case ["version"]:
            print(version())
        case ["print", *extras]:
            print(parts_print(extras))
        case ["pins"]:
            print("\n".join(pins("")))
        case ["pins", extra]:
            print("\n".join(pins(extra)))
        case _:
            print("facts.py: expected version, print [EXTRA...], or pins [EXTRA]", file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
