"""The command line: run, replay, export, odds, simulate, tags, doctor."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from companion import __version__, command_line


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code: 0 fine, 1 something failed, 2 what was asked cannot be read."""
    arguments = _parser().parse_args(argv)
    if arguments.command is None:
        _parser().print_help()
        return 2
    code: int = arguments.work(arguments)
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="companion", description="A banker for the table.")
    parser.add_argument("--version", action="version", version=f"companion {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    run = commands.add_parser("run", help="serve the table to phones and screens")
    run.add_argument("--config", type=Path, help="table.toml (default: in the data folder)")
    run.add_argument("--host", help="address to listen on")
    run.add_argument("--port", type=int, help="port (default 8080; 0 takes any free one)")
    run.add_argument("--data", type=Path, metavar="DIR", help="folder of games and tags")
    run.add_argument("--simulate", action="store_true", help="a simulated reader, tower and panel")
    run.add_argument("--no-browser", action="store_true", help="do not open a browser here")
    run.set_defaults(work=command_line.run)

    replay = commands.add_parser("replay", help="run table files and say what did not hold")
    replay.add_argument("files", nargs="+", type=Path, metavar="FILE")
    replay.add_argument("--json", action="store_true", help="print the last view of each file instead")
    replay.set_defaults(work=command_line.replay)

    export = commands.add_parser("export", help="write the table file of a stored game")
    export.add_argument("table", metavar="TABLE", help="the game's name, or 'last'")
    export.add_argument("--secret", action="store_true", help="secrets too (the host's own look)")
    export.add_argument("--data", type=Path, metavar="DIR")
    export.set_defaults(work=command_line.export)

    odds = commands.add_parser("odds", help="exact odds of a Camel Up leg, from the end of a table file")
    odds.add_argument("file", type=Path, metavar="FILE")
    odds.add_argument("--json", action="store_true")
    odds.add_argument("--race", type=int, metavar="N", help="simulate N races for the odds of the race")
    odds.add_argument("--seed", type=int, default=None)
    odds.set_defaults(work=command_line.odds)

    simulate = commands.add_parser("simulate", help="let simple players play games, and count")
    simulate.add_argument("game")
    simulate.add_argument("--games", type=int, default=100)
    simulate.add_argument("--players", type=int, default=4)
    simulate.add_argument("--seed", type=int, default=None)
    simulate.add_argument("--option", action="append", default=[], metavar="NAME=JSON")
    simulate.add_argument("--json", action="store_true")
    simulate.set_defaults(work=command_line.simulate)

    tags = commands.add_parser("tags", help="list, export or import what each tag stands for")
    tags.add_argument("what", choices=("list", "export", "import"))
    tags.add_argument("file", type=Path, nargs="?")
    tags.add_argument("--data", type=Path, metavar="DIR")
    tags.set_defaults(work=command_line.tags)

    doctor = commands.add_parser("doctor", help="check devices, addresses and disk, and say what to do")
    doctor.add_argument("--config", type=Path, help="table.toml (default: in the data folder)")
    doctor.add_argument("--port", type=int, help="where the companion serves, if not as table.toml says")
    doctor.add_argument("--data", type=Path, metavar="DIR")
    doctor.add_argument("--simulate", action="store_true", help="check the simulated reader, tower and panel")
    doctor.add_argument("--tune", action="store_true", help="try each gain of each reader, save the best")
    doctor.add_argument(
        "--report",
        type=Path,
        nargs="?",
        const=Path("companion-report.txt"),
        metavar="FILE",
        help="write what was found to a file to send (default companion-report.txt)",
    )
    doctor.add_argument("--json", action="store_true")
    doctor.add_argument("--card", type=float, metavar="SECONDS", help="how long to wait for a card")
    doctor.set_defaults(work=command_line.doctor, host=None, no_browser=False)

    for name, says in (("link", "a link that hands over a place, once"), ("token", "a token for a program")):
        place = commands.add_parser(name, help=f"{says}; asked of the companion that runs here")
        place.add_argument("table", metavar="TABLE")
        place.add_argument(
            "place", metavar="PLACE", nargs="?", default="banker", help="a seat's number, banker, table"
        )
        place.add_argument("--url", default="http://127.0.0.1:8080", help="where it runs")
        place.add_argument("--data", type=Path, metavar="DIR")
        place.set_defaults(work=command_line.hand_over)
    return parser


if __name__ == "__main__":
    sys.exit(main())
