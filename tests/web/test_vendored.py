"""What was taken from elsewhere is what its note says."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

VENDOR = Path("companion/web/static/vendor")


def test_every_vendored_script_has_the_hash_that_is_written_beside_it() -> None:
    written = dict(re.findall(r"\| `([\w.-]+\.js)` \|.*`([0-9a-f]{64})`", (VENDOR / "README.md").read_text()))
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in VENDOR.glob("*.js")}
    assert found == written and found
