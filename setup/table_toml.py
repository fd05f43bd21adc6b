"""What setup.sh reads from table.toml and adds to it. Standard library and the program's own reader of it."""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from companion.config import READER_NAMES, WrongConfig, parse_config
from companion.devices.pins import OVERLAYS, READERS


class NotAdded(Exception):
    """What is asked for cannot be added to this file; the message says why."""


NEW = """\
# What is fitted at this table, and where it is served.
# After a change: sudo systemctl restart tabletop-companion

port = {port}
open_browser = false
"""
READER = """
[[reader]]
name = "{name}"
"""
TOWER = """
[tower]
kind = "usb"
"""
PANEL = """
[panel]
kind = "gpio"
"""


def overlays(text: str) -> list[str]:
    """The lines that config.txt needs for the readers named: one for each SPI bus. Raises WrongConfig."""
    named = {reader.name for reader in parse_config(text).readers if reader.kind == "rc522"}
    buses = {0} | {pins.bus for pins in READERS if pins.name in named}
    return [OVERLAYS[bus] for bus in sorted(buses)]


def fitted(text: str, port: int | None, readers: int, tower: bool, panel: bool) -> str:
    """Return table.toml with what is asked for added; the rest stays. Raises WrongConfig, NotAdded."""
    if not text.strip():
        text = NEW.format(port=80 if port is None else port)
    config = parse_config(text)
    if port is not None and config.port != port:
        text = _with_port(text, port)
    for section, wanted in (
        ("tower", tower and config.tower == "none"),
        ("panel", panel and config.panel == "none"),
    ):
        if wanted and re.search(rf"^\s*\[{section}\]", text, re.MULTILINE):
            raise NotAdded(f"there is a section [{section}] that says none: change its kind there")
    named = {reader.name for reader in config.readers}
    for name in READER_NAMES[:readers]:
        text += "" if name in named else READER.format(name=name)
    text += TOWER if tower and config.tower == "none" else ""
    text += PANEL if panel and config.panel == "none" else ""
    parse_config(text)
    return text


def _with_port(text: str, port: int) -> str:
    """The first lines, before any section, hold the port of the table; a tower's comes later."""
    first = re.search(r"^\s*\[", text, re.MULTILINE)
    head, rest = (text[: first.start()], text[first.start() :]) if first else (text, "")
    line = f"port = {port}"
    head, count = re.subn(r"^port\s*=.*$", line, head, count=1, flags=re.MULTILINE)
    return (head if count else f"{line}\n{head}") + rest


def write(path: Path, text: str) -> None:
    """Write whole or not at all, owner and rights as they were."""
    partial = path.with_name(path.name + ".new")
    with partial.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    if path.exists():
        before = path.stat()
        os.chown(partial, before.st_uid, before.st_gid)
        partial.chmod(before.st_mode & 0o777)
    else:
        partial.chmod(0o644)
    partial.replace(path)


def main(argv: list[str]) -> int:
    """Add what is asked for to FILE; print its port then, and the lines that config.txt needs for it."""
    parser = argparse.ArgumentParser(prog="table_toml.py")
    parser.add_argument("file", type=Path)
    parser.add_argument("--port", type=int)
    parser.add_argument("--readers", type=int, choices=range(len(READER_NAMES) + 1), default=0)
    parser.add_argument("--tower", action="store_true")
    parser.add_argument("--panel", action="store_true")
    parser.add_argument("--check", action="store_true", help="write nothing; 3 when something would change")
    asked = parser.parse_args(argv)
    try:
        old = asked.file.read_text(encoding="utf-8") if asked.file.exists() else ""
        new = fitted(old, asked.port, asked.readers, asked.tower, asked.panel)
        if new != old and not asked.check:
            write(asked.file, new)
        print(f"port {parse_config(new).port}")
        for line in overlays(new):
            print(f"overlay {line}")
        return 3 if new != old and asked.check else 0
    except (WrongConfig, NotAdded, OSError, UnicodeDecodeError) as error:
        print(f"{asked.file}: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
