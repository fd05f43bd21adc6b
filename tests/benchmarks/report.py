"""Runs one bench in a process of its own: `python -m tests.benchmarks.report MODULE [--long]`."""

from __future__ import annotations

import importlib
import sys


def main() -> None:
    """Print what the module's `report(long)` yields."""
    for line in importlib.import_module(sys.argv[1]).report("--long" in sys.argv[2:]):
        print(f"   {line}", flush=True)


if __name__ == "__main__":
    main()
