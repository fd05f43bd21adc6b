"""The firmware's files that need no board, under the companion's own Python."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"


def firmware(name: str) -> Any:
    """Import a firmware module the way MicroPython does: by its bare name."""
    sys.path.insert(0, str(FIRMWARE))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(FIRMWARE))
