"""`companion doctor`: the checks in words, the gain, a report, the white card."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from companion import __version__
from companion.config import Config
from companion.core.message import Message, say
from companion.core.refusal import Refusal
from companion.core.uid import Uid
from companion.devices.rc522 import Rc522
from companion.devices.tags import DeviceLost
from companion.doctor.card import WHITE_CARD, Seen, wait_for_card
from companion.doctor.examine import Examination, examine, is_well
from companion.doctor.parts import Parts
from companion.doctor.report import report_text
from companion.doctor.running import Serving, ask_running
from companion.doctor.table_toml import NotEdited, save_gain
from companion.doctor.tune import Tuned, measure
from companion.journal.notes import NotesFile
from companion.table.fittings import Check
from companion.table.registry import Registered, read_registry
from companion.web.terminal import terminal_words
from companion.web.text import Words

WELL, WRONG, REFUSED = 0, 1, 2
CARD_S = 15.0
_MARKS = {"fine": "ok", "simulated": "ok", "not_fitted": "-"}  # the others are words of the language
_TOLD = ("simulated", "not_fitted")  # the mark alone would not tell these
_COLOURS = {"fine": "32", "simulated": "32", "warning": "33", "wrong": "1;31"}
_WIDTH = 14


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line asks for.

    *file* is the table.toml that *config* came from, *simulated*: --simulate took its place. *card_s*: how
    long to wait for a card, None: as long as somebody sits at the terminal.
    """

    config: Config
    file: Path
    simulated: bool = False
    tune: bool = False
    report: Path | None = None
    as_json: bool = False
    card_s: float | None = None


@dataclass(slots=True)
class _Talk:
    """What is said, on the terminal and for the report; silent for JSON."""

    silent: bool
    words: Words = field(default_factory=terminal_words)
    lines: list[str] = field(default_factory=list)

    def say(self, message: Message) -> str:
        sentence = self.words.say(message)
        self.line(sentence)
        return sentence

    def line(self, text: str = "", colour: str = "") -> None:
        self.lines.append(text)
        if not self.silent:
            print(f"\x1b[{colour}m{text}\x1b[0m" if colour and _is_coloured() else text, flush=True)

    def checks(self, checks: Sequence[Check]) -> None:
        """A line for each, what was found below each other in every language."""
        width = max([_WIDTH, *(len(self._title(check)) for check in checks)])
        marks = {status: self._mark(status) for status in (*_MARKS, "warning", "wrong")}
        before = max(map(len, marks.values()))
        for check in checks:
            found = self.words.say(check.found)
            status = self.words.text(f"doctor.status.{check.status}") + ": " if check.status in _TOLD else ""
            line = f"{marks[check.status]:>{before}}  {self._title(check):<{width}} {status}{found}"
            self.line(line, _COLOURS.get(check.status, ""))
            if check.todo is not None:
                todo = self.words.say(check.todo)
                self.line(f"{'':{before + width + 3}}{self.words.text('doctor.what_to_do')} {todo}")

    def _title(self, check: Check) -> str:
        kind, _, which = check.about.partition(".")
        return self.words.text(f"doctor.about.{kind}", which=which)

    def _mark(self, status: str) -> str:
        word = _MARKS.get(status) or self.words.text(f"doctor.status.{status}")
        return word.upper() if status == "wrong" else word


def run_doctor(asked: Asked, parts: Parts | None = None) -> int:
    """Check everything and say what to do; returns 0 when nothing is wrong, else 1 (2: not now)."""
    parts = parts or Parts()
    talk = _Talk(asked.as_json)
    serving = None if asked.simulated else ask_running(asked.config)
    if serving is not None:
        return _tell_serving(asked, serving, talk)
    with ExitStack() as closing:
        found = examine(asked.config, parts, closing)
        _tell_checks(talk, found.checks, asked.config)
        tuned = _tune(asked, found, talk) if asked.tune else []
        seen = _name_card(asked, found, talk)
    code = WELL if found.well else WRONG
    if asked.report is not None and not _write_report(asked, asked.report, talk):
        code = REFUSED
    if asked.as_json:
        print(json.dumps(_as_json(found.checks, talk.words, seen, tuned), ensure_ascii=False))
    return code


def _tell_serving(asked: Asked, serving: Serving, talk: _Talk) -> int:
    """Hand on what the companion that serves says; its devices are left alone."""
    talk.say(say("doctor.running", address=serving.address))
    if asked.tune:
        print(f"companion: {talk.words.text('doctor.tune.running')}", file=sys.stderr)
        return REFUSED
    if serving.checks:
        _tell_checks(talk, serving.checks, asked.config)
    else:
        talk.say(say("doctor.running.silent", version=serving.version))
    code = WELL if is_well(serving.checks) else WRONG
    if asked.report is not None and not _write_report(asked, asked.report, talk):
        code = REFUSED
    if asked.as_json:
        told = _as_json(serving.checks, talk.words, (), [])
        print(json.dumps({**told, "running": serving.address}, ensure_ascii=False))
    else:
        talk.say(say("doctor.card.page"))
        talk.line(f"{serving.address}/doctor")
    return code


def _tell_checks(talk: _Talk, checks: Sequence[Check], config: Config) -> None:
    talk.checks(checks)
    talk.line()
    if any(check.status == "simulated" for check in checks):
        talk.say(say("doctor.simulated"))
    elif not config.readers and config.tower == "none" and config.panel == "none":
        talk.say(say("doctor.nothing_fitted"))
    wrong = sum(check.status == "wrong" for check in checks)
    talk.say(say("doctor.some_wrong", count=wrong) if wrong else say("doctor.all_well"))


def _name_card(asked: Asked, found: Examination, talk: _Talk) -> tuple[Seen, ...]:
    """The last check: what a reader sees."""
    if not found.readers:
        return ()
    names = [reader.name for reader in found.readers]
    if found.field is not None and not any(found.field.lying(name) for name in names):
        found.field.lay(names[0], WHITE_CARD)
    talk.line()
    talk.say(say("doctor.card.hold", readers=names))
    seconds = asked.card_s
    if seconds is None:
        watched = sys.stdin is not None and sys.stdin.isatty() and not asked.as_json
        seconds = CARD_S if watched and found.field is None else 0.0
    try:
        seen = wait_for_card(found.readers, _known_tags(asked.config.folder), seconds, found.clock)
    except KeyboardInterrupt:
        seen = ()
    for one in seen:
        talk.say(one.message)
    if not seen:
        talk.say(say("doctor.card.none"))
    return seen


def _known_tags(folder: Path) -> Mapping[Uid, Registered]:
    """What tags stand for; nothing when that is not stored yet or cannot be read."""
    path = folder / "notes.sqlite"
    if not path.exists():
        return {}
    try:
        notes = NotesFile(path)
        try:
            stored = notes.get("tags")
        finally:
            notes.close()
        return read_registry(stored) if isinstance(stored, str) else {}
    except (sqlite3.Error, Refusal):
        return {}


def _tune(asked: Asked, found: Examination, talk: _Talk) -> list[dict[str, object]]:
    told: list[dict[str, object]] = []
    for reader in found.readers:
        if found.field is not None and not found.field.lying(reader.name):
            found.field.lay(reader.name, WHITE_CARD)
        talk.line()
        talk.say(say("doctor.tune.hold", reader=reader.name))
        if found.field is None and not asked.as_json and sys.stdin is not None and sys.stdin.isatty():
            input(talk.words.text("doctor.tune.enter"))
        try:
            tuned = measure(reader, found.clock)
        except DeviceLost as lost:
            talk.say(say(f"reader.{lost.reason}", reader=reader.name, **lost.values))
            continue
        for gain_db, rate in tuned.rates.items():
            talk.say(say("doctor.tune.rate", gain=gain_db, rate=rate))
        saved = _keep_gain(asked, reader, tuned, talk)
        told.append({"reader": reader.name, "rates": tuned.rates, "best": tuned.best, "saved": saved})
    return told


def _keep_gain(asked: Asked, reader: Rc522, tuned: Tuned, talk: _Talk) -> bool:
    """Save the best gain where it belongs; True when it stands there now."""
    if tuned.best is None:
        talk.say(say("doctor.tune.no_card", reader=reader.name))
        return False
    if asked.simulated:
        why = "doctor.tune.why.simulated"
        talk.say(say("doctor.tune.not_saved", reader=reader.name, gain=tuned.best, why=why))
        return False
    try:
        changed = save_gain(asked.file, reader.name, tuned.best)
    except NotEdited as error:
        values = {"reader": reader.name, "gain": tuned.best, "file": str(asked.file), "why": str(error)}
        talk.say(Message("doctor.tune.not_edited", values))
        return False
    id = "doctor.tune.saved" if changed else "doctor.tune.kept"
    talk.say(Message(id, {"reader": reader.name, "gain": tuned.best, "file": str(asked.file)}))
    return True


def _write_report(asked: Asked, path: Path, talk: _Talk) -> bool:
    if not path.is_absolute() and not os.access(Path.cwd(), os.W_OK):
        path = Path(tempfile.gettempdir()) / path.name  # the installed command runs in /
    text = report_text(asked.config, talk.lines)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        sentence = talk.words.text("doctor.report.not_written", file=str(path), error=error.strerror)
        print(f"companion: {sentence}", file=sys.stderr)
        return False
    print(talk.words.text("doctor.report.written", file=str(path.absolute())), file=sys.stderr)
    return True


def _as_json(
    checks: Sequence[Check], words: Words, seen: Sequence[Seen], tuned: Sequence[object]
) -> dict[str, object]:
    return {
        "ok": is_well(checks),
        "version": __version__,
        "running": None,
        "checks": [
            {
                "about": check.about,
                "status": check.status,
                "found": words.say(check.found),
                "todo": words.say(check.todo) if check.todo is not None else None,
                "values": dict(check.found.values),
            }
            for check in checks
        ],
        "cards": [
            {
                "reader": one.reader,
                "uid": str(one.uid),
                "stands_for": f"{one.piece.tagged.kind} {one.piece.tagged.name}" if one.piece else None,
            }
            for one in seen
        ],
        "tune": list(tuned),
    }


def _is_coloured() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ
