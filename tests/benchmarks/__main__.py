"""Figures of this machine: medians, and ratios within one run. `./setup.sh bench [--long] [NAME...]`."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time

# name -> words after `python`; {long} stands for "--long" or nothing
BENCHES = {
    "journal": "-m tests.benchmarks.report tests.benchmarks.journal_bench {long}",
    "phones": "-m tests.benchmarks.report tests.benchmarks.phones_bench {long}",
    "readers": "-m tests.benchmarks.report tests.benchmarks.readers_bench {long}",
    "odds": "-m tests.benchmarks.odds_bench",
    "monopoly": "-m companion simulate monopoly --games 30 --players 4 --seed 1",
    "camelup": "-m companion simulate camelup --games 100 --players 5 --seed 1",
    "lastwill": "-m companion simulate lastwill --games 10 --players 3 --seed 1",
}
LONG = {
    "tower": "-m tests.benchmarks.tower_long",
    "setup": "-m tests.benchmarks.setup_long",
    "landing": "-m tests.benchmarks.monopoly_long landing",
    "soak": "-m tests.benchmarks.monopoly_long soak",
}


def main() -> int:
    """Run the named benches one after the other, all of them by default."""
    parser = argparse.ArgumentParser(prog="bench")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join({**BENCHES, **LONG}))
    parser.add_argument("--long", action="store_true", help="the long runs too")
    arguments = parser.parse_args()
    known = {**BENCHES, **LONG}
    wrong = [name for name in arguments.names if name not in known]
    if wrong:
        print(f"bench: no {', '.join(wrong)}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    failed = 0
    for name in arguments.names or (known if arguments.long else BENCHES):
        begun = time.monotonic()
        print(f"== {name}", flush=True)
        words = known[name].format(long="--long" if arguments.long else "").split()
        failed += subprocess.run([sys.executable, *words], check=False).returncode != 0
        print(f"   ({time.monotonic() - begun:.0f} s)", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
