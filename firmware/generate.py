"""Write both ends of the protocol from protocol.toml. `--check` only says whether they are current."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SOURCE = HERE / "protocol.toml"
TOWER = HERE / "protocol.py"
COMPANION = HERE.parent / "companion" / "devices" / "tower" / "protocol.py"

NOTE = "Generated from firmware/protocol.toml by firmware/generate.py; do not edit."


def letters(ranges: str) -> str:
    """Write out "a-c0-2" as "abc012"; a dash at the end stands for itself."""
    return re.sub(r"(\w)-(\w)", lambda m: "".join(chr(c) for c in range(ord(m[1]), ord(m[2]) + 1)), ranges)


def constants(protocol: dict[str, Any]) -> list[str]:
    """Assignments that both ends share."""
    named = {"PROTO": protocol["proto"]}
    named |= {key.upper(): value for key, value in protocol["frame"].items()}
    named |= {key.upper() + "_MS": value for key, value in protocol["times_ms"].items()}
    named |= {key.upper(): value for key, value in protocol["limits"].items()}
    return [f"{key} = {value}" for key, value in named.items()]


def tower_source(protocol: dict[str, Any]) -> str:
    """The tower's end: plain tables, nothing that MicroPython lacks."""
    lines = [f'"""{NOTE}"""', "", *constants(protocol), ""]
    lines.append("# name: (kind, least, most, allowed, may be a single -)")
    lines.append("FIELDS = {")
    for name, spec in protocol["fields"].items():
        allowed = spec.get("of", "")
        shown = repr(letters(allowed)) if isinstance(allowed, str) else repr(tuple(allowed))
        span = f"{spec.get('min', 0)}, {spec.get('max', 0)}"
        row = f'"{spec["kind"]}", {span}, {shown}, {spec.get("none", False)}'
        lines.append(f'    "{name}": ({row}),'.replace("'", '"'))
    lines.append("}")
    for side in ("host", "tower"):
        lines += ["", f"FROM_{side.upper()} = {{"]
        for message in protocol["message"]:
            if message["from"] == side:
                fields = ", ".join(f'"{name}"' for name in message["fields"])
                lines.append(
                    f'    "{message["verb"]}": ({fields}{"," if len(message["fields"]) == 1 else ""}),'
                )
        lines.append("}")
    return "\n".join(lines) + "\n"


def reader(name: str, spec: dict[str, Any], last: bool, at: int) -> str:
    """The expression that reads one field in the companion's end."""
    text = f"found[{at}]"
    if spec["kind"] == "number":
        call = f'number({text}, {spec["min"]}, {spec["max"]}, "{name}")'
    elif spec["kind"] == "word":
        call = f'word({text}, {spec["min"]}, {spec["max"]}, {name.upper()}_LETTERS, "{name}")'
    elif spec["kind"] == "choice":
        call = f'choice({text}, {name.upper()}_CHOICES, "{name}")'
    else:
        call = f'plain({text}, {spec["min"]}, {spec["max"]}, {last}, "{name}")'
    return f'None if {text} == "-" else {call}' if spec.get("none") else call


def companion_class(message: dict[str, Any], fields: dict[str, Any]) -> list[str]:
    """One message as a frozen value that reads and writes itself."""
    names: list[str] = message["fields"]
    lines = ["", "", "@dataclass(frozen=True, slots=True)", f"class {message['name']}:"]
    lines += [f'    """{message["says"]}', ""]
    lines += [f"    {name}: {fields[name]['says']}." for name in names]
    lines += ['    """', "", f'    VERB: ClassVar[str] = "{message["verb"]}"', ""]
    for name in names:
        kind = "int" if fields[name]["kind"] == "number" else "str"
        lines.append(f"    {name}: {kind}{' | None' if fields[name].get('none') else ''}")
    lines += ["", "    @classmethod", "    def read(cls, text: str) -> Self:"]
    lines.append('        """Read what follows the verb. Raises BadField."""')
    lines.append(
        f'        found = text.split(",", {len(names) - 1})' if len(names) > 1 else "        found = [text]"
    )
    lines.append(f'        count(found, {len(names)}, "{message["name"]}")')
    lines.append("        return cls(")
    for at, name in enumerate(names):
        lines.append(f"            {name}={reader(name, fields[name], at == len(names) - 1, at)},")
    lines.append("        )")
    parts = []
    for name in names:
        shown = f"'-' if self.{name} is None else self.{name}" if fields[name].get("none") else f"self.{name}"
        parts.append(f"{{{shown}}}")
    body = ",".join([message["verb"], *parts])
    lines += [
        "",
        "    @property",
        "    def body(self) -> str:",
        '        """The text between `$` and `*`."""',
    ]
    lines.append(f'        return f"{body}"')
    return lines


def companion_source(protocol: dict[str, Any]) -> str:
    """The companion's end: a typed value for each message."""
    fields: dict[str, Any] = protocol["fields"]
    lines = [f'"""{NOTE}"""', "", "from __future__ import annotations", ""]
    lines += ["from dataclasses import dataclass", "from typing import ClassVar, Self", ""]
    lines += ["from companion.devices.tower.fields import choice, count, number, plain, word", ""]
    lines += constants(protocol)
    lines.append("")
    for name, spec in fields.items():
        if spec["kind"] == "word":
            lines.append(f'{name.upper()}_LETTERS = "{letters(spec["of"])}"')
        if spec["kind"] == "choice":
            words = ", ".join(f'"{word}"' for word in spec["of"])
            lines.append(f"{name.upper()}_CHOICES = ({words})")
    for message in protocol["message"]:
        lines += companion_class(message, fields)
    for side in ("host", "tower"):
        classes = [message["name"] for message in protocol["message"] if message["from"] == side]
        lines += (
            ["", f"From{side.capitalize()} = {' | '.join(classes)}"]
            if side == "tower"
            else [
                "",
                "",
                f"From{side.capitalize()} = {' | '.join(classes)}",
            ]
        )
    for side in ("host", "tower"):
        lines += ["", f"FROM_{side.upper()}: dict[str, type[From{side.capitalize()}]] = {{"]
        for message in protocol["message"]:
            if message["from"] == side:
                lines.append(f'    "{message["verb"]}": {message["name"]},')
        lines.append("}")
    return "\n".join(lines) + "\n"


def stale_files() -> list[Path]:
    """The generated files that are not what protocol.toml says."""
    wanted = written()
    return [path for path, text in wanted.items() if not path.exists() or path.read_text("ascii") != text]


def written() -> dict[Path, str]:
    """What every generated file has to hold."""
    protocol = tomllib.loads(SOURCE.read_text("utf-8"))
    return {TOWER: tower_source(protocol), COMPANION: companion_source(protocol)}


def main(arguments: list[str]) -> int:
    """Write the files, or with `--check` name those that are stale (exit 1)."""
    if arguments not in ([], ["--check"]):
        print("usage: generate.py [--check]", file=sys.stderr)
        return 2
    stale = stale_files()
    for path in stale:
        if arguments:
            print(f"{path.relative_to(HERE.parent)} is not current: run python firmware/generate.py")
        else:
            path.write_text(written()[path], "ascii")
            print(f"wrote {path.relative_to(HERE.parent)}")
    return 1 if arguments and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
