"""What setup.sh asks this copy of the program: its version, and the packages it is pinned to."""

from __future__ import annotations

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


def main(argv: list[str]) -> int:
    """`version`, or `pins [EXTRA]`: one a line."""
    match argv:
        case ["version"]:
            print(version())
        case ["pins"]:
            print("\n".join(pins("")))
        case ["pins", extra]:
            print("\n".join(pins(extra)))
        case _:
            print("facts.py: expected version, or pins [EXTRA]", file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
