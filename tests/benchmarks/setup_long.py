"""Installing, at length: every call cut and failed on a stand-in, and for real on a Debian in a folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SETUP_TESTS = Path(__file__).parents[1] / "setup"


def main() -> int:
    """Run both; the second needs root, debootstrap and internet, and fails without."""
    runs = [["bats", str(SETUP_TESTS / "every_cut.bats")], [str(SETUP_TESTS / "chroot.sh")]]
    if os.geteuid() != 0:
        runs[1].insert(0, "sudo")
    return 1 if sum(subprocess.run(run, check=False).returncode != 0 for run in runs) else 0


if __name__ == "__main__":
    sys.exit(main())
