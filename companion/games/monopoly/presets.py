"""Rule sheets that a table can start from: an edition and the options that differ."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType

from companion.core.game import Preset


@cache
def presets() -> Mapping[str, Preset]:
    """All presets by id, in the order of the file. Their words are `preset.monopoly.<id>`."""
    file = resources.files("companion.games.monopoly") / "presets.toml"
    found = tomllib.loads(file.read_text(encoding="utf-8"))
    return MappingProxyType(
        {
            id: Preset(table["edition"], table.get("options", {}), table.get("language", ""))
            for id, table in found.items()
        }
    )
