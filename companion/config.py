"""table.toml: what is fitted at this table, and where it is served."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from companion.core.message import Message, Told
from companion.core.refusal import fault_at, said_as

READER_KINDS = ("rc522", "simulated")
TOWER_KINDS = ("none", "usb", "simulated")
PANEL_KINDS = ("none", "gpio", "simulated")
READER_NAMES = ("table", "tray", "bank", "deck")
GAINS_DB = (33, 38, 43, 48)
LEAST_PORT, MOST_PORT = 0, 65535

_AT = re.compile(r"line (\d+), column (\d+)")


class WrongConfig(Told):
    """Everything that is wrong in a table.toml, in one message."""

    def __str__(self) -> str:
        """What a person reads where there are no catalogues: a line for each fault."""
        return "\n  ".join(_plain(self.message))


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
    except UnicodeDecodeError:
        raise WrongConfig("config.not_text", file=str(path)) from None
    except OSError as error:
        raise WrongConfig("config.unreadable", file=str(path), error=error.strerror) from None
    return parse_config(text, str(path))


def parse_config(text: str, where: str = "table.toml") -> Config:
    """Read the text of a table.toml. Raises WrongConfig naming every wrong key."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line, column = _place(str(error), text)
        raise WrongConfig("config.not_toml", file=where, line=line, column=column) from None
    faults: list[_Fault] = []
    values = _read(found, _TOP, "", faults)
    values["readers"] = _readers(found.get("reader", []), faults)
    tower = _table(found.get("tower", {}), "tower", faults)
    panel = _table(found.get("panel", {}), "panel", faults)
    for key, value in _read(tower, _TOWER, "tower.", faults).items():
        values[{"kind": "tower", "port": "tower_port"}[key]] = value
    for key, value in _read(panel, _PANEL, "panel.", faults).items():
        values[{"kind": "panel", "muted": "muted"}[key]] = value
    if faults:
        raise WrongConfig("config.faults", file=where, count=len(faults), faults=faults)
    if "folder" in values:
        values["folder"] = Path(values["folder"]).expanduser()
    return Config(**values)


def check_port(place: str, port: int) -> None:
    """Raise WrongConfig, naming *place*, for a number that no port has."""
    if not _port(port):
        fault = _wrong_port(place, port)
        raise WrongConfig(fault["id"], **fault["values"])


_Fault = dict[str, Any]
"""One fault of the file, as `fault_at` makes it."""


@dataclass(frozen=True, slots=True)
class _Key:
    """A key of the file: a check, the fault of what fails it, and the name of the value in Config."""

    fits: Callable[[object], bool]
    wrong: Callable[[str, object], _Fault]
    target: str = ""


def _text(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def _flag(value: object) -> bool:
    return isinstance(value, bool)


def _port(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and LEAST_PORT <= value <= MOST_PORT


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(_text(item) for item in value)


def _wrong_port(place: str, found: object) -> _Fault:
    return fault_at(place, "port", found, least=LEAST_PORT, most=MOST_PORT)


def _one_of(*allowed: object) -> _Key:
    return _Key(
        lambda value: value in allowed,
        lambda place, found: fault_at(place, "one_of", found, choices=list(allowed)),
    )


_FLAG = _Key(_flag, lambda place, found: fault_at(place, "flag", found))
_TOP: Mapping[str, _Key] = {
    "host": _Key(_text, lambda place, found: fault_at(place, "listening_address", found)),
    "port": _Key(_port, _wrong_port),
    "data": _Key(_text, lambda place, found: fault_at(place, "folder", found), "folder"),
    "hosts": _Key(_texts, lambda place, found: fault_at(place, "host_list", found)),
    "open_browser": _FLAG,
}
_TOWER: Mapping[str, _Key] = {
    "kind": _one_of(*TOWER_KINDS),
    "port": _Key(_text, lambda place, found: fault_at(place, "serial_port", found)),
}
_PANEL: Mapping[str, _Key] = {"kind": _one_of(*PANEL_KINDS), "muted": _FLAG}
_READER: Mapping[str, _Key] = {
    "name": _one_of(*READER_NAMES),
    "kind": _one_of(*READER_KINDS),
    "gain_db": _one_of(*GAINS_DB),
}
_SECTIONS = ("reader", "tower", "panel")


def _read(
    found: Mapping[str, Any], keys: Mapping[str, _Key], prefix: str, faults: list[_Fault]
) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in found.items():
        if not prefix and key in _SECTIONS:
            continue
        known = keys.get(key)
        if known is None:
            sections = () if prefix else _SECTIONS
            faults.append(said_as("unknown_key", place=f"{prefix}{key}", keys=[*keys, *sections]))
        elif not known.fits(value):
            faults.append(known.wrong(f"{prefix}{key}", _typed(value)))
        else:
            values[known.target or key] = tuple(value) if isinstance(value, list) else value
    return values


def _table(found: object, name: str, faults: list[_Fault]) -> Mapping[str, Any]:
    if isinstance(found, dict):
        return found
    faults.append(fault_at(name, "section", _typed(found), header=f"[{name}]"))
    return {}


def _readers(found: object, faults: list[_Fault]) -> tuple[ReaderConfig, ...]:
    if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
        faults.append(fault_at("reader", "section", _typed(found), header="[[reader]]"))
        return ()
    readers: list[ReaderConfig] = []
    for at, item in enumerate(found, start=1):
        before = len(faults)
        values = _read(item, _READER, f"reader {at}: ", faults)
        if "name" not in item:
            faults.append(_READER["name"].wrong(f"reader {at}: name", None))
        if len(faults) == before:
            reader = ReaderConfig(**values)
            if any(other.name == reader.name for other in readers):
                faults.append(fault_at(f"reader {at}: name", "own_reader_name", _typed(reader.name)))
            readers.append(reader)
    kinds = sorted({reader.kind for reader in readers})
    if len(kinds) > 1:
        faults.append(fault_at("reader: kind", "readers_of_one_kind", ", ".join(kinds)))
    return tuple(readers)


def _typed(value: object) -> str:
    """A value about as it is typed in the file."""
    return json.dumps(value, ensure_ascii=False, default=str)


def _place(error: str, text: str) -> tuple[int, int]:
    """The line and the column that a TOML error names, those of the end where it names none."""
    at = _AT.search(error)
    if at is not None:
        return int(at[1]), int(at[2])
    return text.count("\n") + 1, len(text) - text.rfind("\n")


def _plain(message: Message) -> Iterator[str]:
    """A message without its sentence: what it is about, then a line for each fault."""
    values: dict[str, Any] = dict(message.values)
    if "place" in values:
        yield _plain_fault(message.id, values)
    elif "faults" not in values:
        yield _spelt_out(message.id, values)
    else:
        yield f"{values['file']}:"
        for fault in values["faults"]:
            yield _plain_fault(fault["id"], dict(fault["values"]))


def _plain_fault(id: str, values: dict[str, Any]) -> str:
    place, expected, found = values.pop("place"), values.pop("expected", None), values.pop("found", "")
    if expected is None:
        return f"{place}: {_spelt_out(id, values)}"
    return f"{place}: expected {_spelt_out(**expected)}, found {found or 'nothing'}"


def _spelt_out(id: str, values: Mapping[str, object]) -> str:
    limits = ", ".join(f"{key} {_spelt(value)}" for key, value in values.items())
    return id.rpartition(".")[2].replace("_", " ") + (f" ({limits})" if limits else "")


def _spelt(value: object) -> str:
    """A list with commas, anything else as it is."""
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
