"""What setup.sh asks this copy of the program: its version, and the packages it is pinned to."""

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


def pins() -> dict[str, list[str]]:
    """The pinned requirements: "run" for the program, "pi" for readers and pins, "tower" for its firmware."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    return {"run": project["dependencies"], "pi": extras["pi"], "tower": extras["tower"]}


def parts_print(parts: dict[str, list[str]]) -> str:
    """Twelve digits that change with what is installed on a machine: pins, Python's version, processor."""
    what = [*parts["run"], *parts["pi"], *platform.python_version_tuple()[:2]]
    what += [platform.machine(), str(sys.maxsize)]
    return hashlib.sha256("\n".join(what).encode()).hexdigest()[:12]


def main() -> int:
    """Print all of it, a word and a value a line."""
    parts = pins()
    print(f"version {version()}")
    print(f"print {parts_print(parts)}")
    for name, all_of_it in parts.items():
        for pin in all_of_it:
            print(f"{name} {pin}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
