"""Rule sheets that a table can start from: the base game, and the Greek text of the Supercup."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.core.game import Preset
from companion.games.camelup.options import VARIANTS
from companion.games.camelup.start import EDITIONS

_PARTNERS = "partner_bets"
"""Needs six players, so that it is not in the sheet for fewer. Rule: SC2."""

_PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        "base": Preset(EDITIONS[0], {}),
        "supercup": Preset(EDITIONS[0], {name: True for name in VARIANTS if name != _PARTNERS}, "el"),
        "supercup-partners": Preset(EDITIONS[0], dict.fromkeys(VARIANTS, True), "el"),
    }
)


def presets() -> Mapping[str, Preset]:
    """All presets by id. Their words are `preset.camelup.<id>`."""
    return _PRESETS
