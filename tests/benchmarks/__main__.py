"""Figures of this machine: medians, and ratios within one run. `./setup.sh bench [--long] [NAME...]`."""

from __future__ import annotations

import argparse
import importlib
import sys
import time

# name -> module with a function `report(long: bool) -> Iterator[str]`
BENCHES = {
    "journal": "tests.benchmarks.journal_bench",
    "phones": "tests.benchmarks.phones_bench",
}


def main() -> int:
    """Run the named benches, all of them by default."""
    parser = argparse.ArgumentParser(prog="bench")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BENCHES))
    parser.add_argument("--long", action="store_true", help="the long runs too")
    arguments = parser.parse_args()
    wrong = [name for name in arguments.names if name not in BENCHES]
    if wrong:
        print(f"bench: no {', '.join(wrong)}; there are {', '.join(BENCHES)}", file=sys.stderr)
        return 2
    for name in arguments.names or BENCHES:
        begun = time.monotonic()
        print(f"== {name}", flush=True)
        for line in importlib.import_module(BENCHES[name]).report(arguments.long):
            print(f"   {line}", flush=True)
        print(f"   ({time.monotonic() - begun:.0f} s)", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
