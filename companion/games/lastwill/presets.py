"""Rule sheets that a table can start from: the rulebook, and its Greek text. Both play by the same rules."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.core.game import Preset

_PRESETS: Mapping[str, Preset] = MappingProxyType(
    {"rulebook": Preset("", {}), "greek-sheet": Preset("", {}, "el")}
)


def presets() -> Mapping[str, Preset]:
    """All presets by id. Their words are `preset.lastwill.<id>`."""
    return _PRESETS
