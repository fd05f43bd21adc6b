"""table.toml: what is fitted at this table, and where it is served."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

READER_KINDS = ("rc522", "simulated")
TOWER_KINDS = ("none", "usb", "simulated")
PANEL_KINDS = ("none", "gpio", "simulated")
READER_NAMES = ("table", "tray", "bank", "deck")
GAINS_DB = (33, 38, 43, 48)


class WrongConfig(Exception):
    """Everything that is wrong in a table.toml, in one message."""


@dataclass(frozen=True, slots=True)
class ReaderConfig:
    """One tag reader; its pins follow from its name and hardware/pins.toml."""

    name: str
    kind: str = "rc522"
    gain_db: int = 33


@dataclass(frozen=True, slots=True)
class Config:
    """What the companion starts with. Nothing is fitted unless it is named."""

    host: str = "0.0.0.0"
    port: int = 8080
    folder: Path = field(default_factory=lambda: default_folder())
    hosts: tuple[str, ...] = ()
    open_browser: bool = True
    readers: tuple[ReaderConfig, ...] = ()
    tower: str = "none"
    tower_port: str = ""
    panel: str = "none"
    muted: bool = False

    def simulating(self) -> Config:
        """The same table with one simulated reader, tower and panel."""
        return replace(
            self, readers=(ReaderConfig("table", "simulated"),), tower="simulated", panel="simulated"
        )


def default_folder() -> Path:
    """The user's own data folder for this program."""
    home = os.environ.get("XDG_DATA_HOME", "")
    return (Path(home) if home else Path.home() / ".local" / "share") / "tabletop-companion"


def load_config(path: Path) -> Config:
    """Read a table.toml; a missing file means that nothing is fitted. Raises WrongConfig."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Config()
    except (OSError, UnicodeDecodeError) as error:
        raise WrongConfig(f"{path} cannot be read: {error}") from None
    return parse_config(text, str(path))


def parse_config(text: str, where: str = "table.toml") -> Config:
    """Read the text of a table.toml. Raises WrongConfig naming every wrong key."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise WrongConfig(f"{where} is not TOML: {error}") from None
    faults: list[str] = []
    values = _read(found, _TOP, "", faults)
    values["readers"] = _readers(found.get("reader", []), faults)
    tower = _table(found.get("tower", {}), "tower", faults)
    panel = _table(found.get("panel", {}), "panel", faults)
    for key, value in _read(tower, _TOWER, "tower.", faults).items():
        values[{"kind": "tower", "port": "tower_port"}[key]] = value
    for key, value in _read(panel, _PANEL, "panel.", faults).items():
        values[{"kind": "panel", "muted": "muted"}[key]] = value
    if faults:
        raise WrongConfig(f"{where}:\n" + "\n".join(f"  {fault}" for fault in faults))
    if "folder" in values:
        values["folder"] = Path(values["folder"]).expanduser()
    return Config(**values)


@dataclass(frozen=True, slots=True)
class _Key:
    """A key of the file: its type in words, a check, and the name of the value in Config."""

    expected: str
    fits: Any
    target: str = ""


def _text(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def _flag(value: object) -> bool:
    return isinstance(value, bool)


def _port(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 65535


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(_text(item) for item in value)


def _one_of(*allowed: object) -> _Key:
    return _Key("one of " + ", ".join(str(one) for one in allowed), lambda value: value in allowed)


_TOP: Mapping[str, _Key] = {
    "host": _Key("an address to listen on", _text),
    "port": _Key("a port from 0 to 65535", _port),
    "data": _Key("a folder", _text, "folder"),
    "hosts": _Key("a list of host names", _texts),
    "open_browser": _Key("true or false", _flag),
}
_TOWER: Mapping[str, _Key] = {
    "kind": _one_of(*TOWER_KINDS),
    "port": _Key("a serial port", _text),
}
_PANEL: Mapping[str, _Key] = {"kind": _one_of(*PANEL_KINDS), "muted": _Key("true or false", _flag)}
_READER: Mapping[str, _Key] = {
    "name": _one_of(*READER_NAMES),
    "kind": _one_of(*READER_KINDS),
    "gain_db": _one_of(*GAINS_DB),
}
_SECTIONS = ("reader", "tower", "panel")


def _read(
    found: Mapping[str, Any], keys: Mapping[str, _Key], prefix: str, faults: list[str]
) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in found.items():
        if not prefix and key in _SECTIONS:
            continue
        known = keys.get(key)
        if known is None:
            sections = () if prefix else _SECTIONS
            faults.append(f"{prefix}{key}: no such key; expected {', '.join((*keys, *sections))}")
        elif not known.fits(value):
            faults.append(f"{prefix}{key}: expected {known.expected}, found {value!r}")
        else:
            values[known.target or key] = tuple(value) if isinstance(value, list) else value
    return values


def _table(found: object, name: str, faults: list[str]) -> Mapping[str, Any]:
    if isinstance(found, dict):
        return found
    faults.append(f"{name}: expected a section [{name}], found {found!r}")
    return {}


def _readers(found: object, faults: list[str]) -> tuple[ReaderConfig, ...]:
    if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
        faults.append(f"reader: expected sections [[reader]], found {found!r}")
        return ()
    readers: list[ReaderConfig] = []
    for at, item in enumerate(found, start=1):
        before = len(faults)
        values = _read(item, _READER, f"reader {at}: ", faults)
        if "name" not in item:
            faults.append(f"reader {at}: name: expected {_READER['name'].expected}, found nothing")
        if len(faults) == before:
            reader = ReaderConfig(**values)
            if any(other.name == reader.name for other in readers):
                faults.append(f"reader {at}: name: expected a name of its own, found {reader.name!r} twice")
            readers.append(reader)
    if len({reader.kind for reader in readers}) > 1:
        faults.append("reader: kind: expected all rc522 or all simulated, found both")
    return tuple(readers)
