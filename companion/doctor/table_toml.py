"""Writes a reader's gain into table.toml and leaves every other letter as it is."""

from __future__ import annotations

import copy
import os
import re
import tomllib
from pathlib import Path

_HEADER = re.compile(r"\s*\[\[\s*reader\s*\]\]\s*(#.*)?")
_ANY_HEADER = re.compile(r"\s*\[")
_GAIN = re.compile(r"(\s*gain_db\s*=\s*)[^#\s]+(.*)")
_NAME = re.compile(r"\s*name\s*=")


class NotEdited(Exception):
    """The file was left as it is. Its text: the id of a sentence that says why, or what the system says."""


def with_gain(text: str, reader: str, gain_db: int) -> str:
    """The text with this gain in the reader's section. Raises NotEdited."""
    lines = text.splitlines(keepends=True)
    begins, ends = _section(lines, reader)
    gains = [at for at in range(begins, ends) if _GAIN.fullmatch(lines[at].rstrip("\r\n"))]
    if gains:
        at = gains[0]
        lines[at] = _GAIN.sub(rf"\g<1>{gain_db}\g<2>", lines[at], count=1)
    else:
        at = next((at for at in range(begins, ends) if _NAME.match(lines[at])), begins)
        ending = "\r\n" if lines[at].endswith("\r\n") else "\n"
        if not lines[at].endswith("\n"):
            lines[at] += ending
        lines.insert(at + 1, f"gain_db = {gain_db}{ending}")
    edited = "".join(lines)
    _check_same(text, edited, reader, gain_db)
    return edited


def save_gain(path: Path, reader: str, gain_db: int) -> bool:
    """Write the gain, whole or not at all; False when it stands there already. Raises NotEdited."""
    path = path.resolve()
    try:
        text = path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise NotEdited(str(error)) from None
    edited = with_gain(text, reader, gain_db)
    if edited == text:
        return False
    partial = path.with_name(path.name + ".new")
    try:
        before = path.stat()
        with partial.open("wb") as file:
            file.write(edited.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        partial.chmod(before.st_mode & 0o777)
        if (before.st_uid, before.st_gid) != (os.geteuid(), os.getegid()):
            os.chown(partial, before.st_uid, before.st_gid)
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise NotEdited(error.strerror or str(error)) from None
    return True


def _section(lines: list[str], reader: str) -> tuple[int, int]:
    """The lines of a reader's section after its header. Raises NotEdited."""
    for at, line in enumerate(lines):
        if not _HEADER.fullmatch(line.rstrip("\r\n")):
            continue
        begins = at + 1
        ends = next((end for end in range(begins, len(lines)) if _ANY_HEADER.match(lines[end])), len(lines))
        try:
            found = tomllib.loads("".join(lines[begins:ends]))
        except tomllib.TOMLDecodeError:
            continue
        if found.get("name") == reader:
            return begins, ends
    raise NotEdited("doctor.tune.why.no_section")


def _check_same(before: str, after: str, reader: str, gain_db: int) -> None:
    """Raise NotEdited unless the two differ in this gain alone."""
    try:
        expected = copy.deepcopy(tomllib.loads(before))
        found = tomllib.loads(after)
    except tomllib.TOMLDecodeError:
        raise NotEdited("doctor.tune.why.not_toml") from None
    for section in expected.get("reader", []):
        if section.get("name") == reader:
            section["gain_db"] = gain_db
    if found != expected:
        raise NotEdited("doctor.tune.why.otherwise")
