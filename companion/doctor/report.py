"""A file that an owner can send: what was found, without names, addresses or secrets."""

from __future__ import annotations

import getpass
import importlib.metadata
import os
import re
import socket
from collections.abc import Iterable
from pathlib import Path

from companion.config import Config

_PACKAGES = ("flask", "waitress", "pyserial", "gpiozero", "lgpio", "rpi-lgpio", "spidev", "mfrc522")
_IPV4 = re.compile(r"\b(?!127\.)\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b")
_IPV6 = re.compile(r"\b(?=[0-9a-fA-F:]*[a-fA-F:]{2})(?:[0-9a-fA-F]{0,4}:){3,7}[0-9a-fA-F]{0,4}")
_UID = re.compile(r"\b(?:[0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20})\b")
_SERIAL_NUMBER = re.compile(r"_[0-9A-Fa-f]{12,}(?=-|\b|_)")
_LOCAL_NAME = re.compile(r"\b[\w-]+\.local\b")


def report_text(config: Config, lines: Iterable[str]) -> str:
    """The report: what is installed, what table.toml names, and the doctor's own words."""
    parts = ["Tabletop companion: report of companion doctor", "", "Installed"]
    parts += [f"  {package} {_version(package)}" for package in _PACKAGES]
    parts += ["", "Named in table.toml"]
    parts += [f"  {line}" for line in _fitted(config)]
    parts += ["", "Found", *(f"  {line}" for line in lines)]
    return without_names("\n".join(parts) + "\n", config.folder)


def without_names(text: str, folder: Path) -> str:
    """The text without what tells who or where somebody is."""
    for private, shown in _private(folder):
        text = re.sub(rf"(?<![\w-]){re.escape(private)}(?![\w-])", shown, text)
    text = _LOCAL_NAME.sub("(name).local", text)
    text = _IPV4.sub("(address)", text)
    text = _IPV6.sub("(address)", text)
    text = _UID.sub(lambda found: f"({len(found[0]) // 2} bytes)", text)
    return _SERIAL_NUMBER.sub("_(number)", text)


def _private(folder: Path) -> list[tuple[str, str]]:
    """What must not leave the house, the longest first: a folder holds the user's name."""
    host = socket.gethostname()
    found = {
        str(folder.absolute()): "(data folder)",
        str(Path.home()): "~",
        host: "(name)",
        host.split(".")[0]: "(name)",
        _user(): "(user)",
        os.environ.get("SUDO_USER", ""): "(user)",
    }
    kept = [(private, shown) for private, shown in found.items() if len(private) > 1 and private != "root"]
    return sorted(kept, key=lambda pair: -len(pair[0]))


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return ""


def _version(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "(not installed)"


def _fitted(config: Config) -> list[str]:
    lines = [
        f"reader {reader.name}, {reader.kind}, gain {reader.gain_db} dB" for reader in config.readers
    ] or ["no reader"]
    lines.append(f"tower {config.tower}" + (", port named" if config.tower_port else ""))
    lines.append(f"panel {config.panel}" + (", muted" if config.muted else ""))
    lines.append(f"port {config.port}" + (f", {len(config.hosts)} host names" if config.hosts else ""))
    return lines
