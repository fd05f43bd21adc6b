"""The README's pictures: each is there, and small enough for a phone."""

from __future__ import annotations

import re
from pathlib import Path

from tests.browser.pictures import LARGEST, PICTURES


def test_every_picture_of_the_readme_is_there_and_small() -> None:
    shown = re.findall(r"!\[[^\]]+\]\((docs/pictures/[a-z]+\.png)\)", Path("README.md").read_text("utf-8"))
    assert len(shown) == 3
    for name in shown:
        assert Path(name).read_bytes().startswith(b"\x89PNG"), name
    taken = sorted(path.name for path in PICTURES.iterdir())
    assert taken == ["history.png", "phone.png", "start.png", "table.png"]
    assert max(path.stat().st_size for path in PICTURES.iterdir()) <= LARGEST
