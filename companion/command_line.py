"""What each command of the command line does."""

from __future__ import annotations

import argparse
import json
import random
import sqlite3
import sys
from dataclasses import replace as with_values
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.config import Config, WrongConfig, check_port, default_folder, load_config
from companion.core.message import Told
from companion.core.refusal import Refusal, refuse_field
from companion.core.seats import Role
from companion.games import GAMES
from companion.journal.cupboard import Cupboard
from companion.journal.notes import NotesFile
from companion.journal.sqlite import JournalDamaged
from companion.table.export import export_text
from companion.table.hall import Hall
from companion.table.registry import Registry, read_registry
from companion.table.replay import Miss, Replayed
from companion.table.replay import replay as replay_file
from companion.table.table_file import TableFile, UnreadableFile, read_table_file

if TYPE_CHECKING:
    from companion.web.text import Words

FINE, FAILED, UNREADABLE = 0, 1, 2
_MOST_GAMES = 10**6


def run(arguments: argparse.Namespace) -> int:
    """Serve until stopped."""
    from companion.app import CannotStart, serve_tables  # Flask is needed for this command alone

    try:
        return serve_tables(_config(arguments))
    except CannotStart as error:
        return _told(error)
    except WrongConfig as error:
        return _told(error)


def replay(arguments: argparse.Namespace) -> int:
    """Run table files; one line for each thing that did not hold."""
    code = FINE
    for path in arguments.files:
        try:
            file = read_table_file(path)
            replayed = replay_file(file, GAMES)
        except UnreadableFile as error:
            print(f"{path}:{error.line}: {error.what}", file=sys.stderr)
            code = UNREADABLE
            continue
        if arguments.json:
            session = replayed.session
            print(json.dumps(session.view(Role.TABLE) if session else None, ensure_ascii=False))
        else:
            for miss in replayed.misses:
                print(f"{path}:{_in_words(miss, replayed, file)}")
        if replayed.misses and code == FINE:
            code = FAILED
    return code


def export(arguments: argparse.Namespace) -> int:
    """Print the table file of a stored game."""
    hall = Hall(GAMES, Cupboard(arguments.data or default_folder()), Registry())
    stored = hall.stored()
    wanted = stored[0].id if arguments.table == "last" and stored else arguments.table
    try:
        table = hall.open(wanted)
        print(export_text(table.session, arguments.secret), end="")
    except JournalDamaged as damaged:
        return _say(damaged.message.id, **damaged.message.values)
    except OSError:
        if not stored:
            return _say("terminal.no_stored_games", table=wanted)
        return _say("terminal.stored_games", table=wanted, games=[game.id for game in stored])
    finally:
        hall.close()
    return FINE


def odds(arguments: argparse.Namespace) -> int:
    """Print the odds of the last position of a Camel Up table file."""
    import companion.games.camelup.odds as camel_odds  # numpy is loaded only where it is needed

    try:
        file = read_table_file(arguments.file)
        replayed = replay_file(file, GAMES)
        if replayed.misses or replayed.session is None:
            first = "the header says that no table is made"
            if replayed.misses:
                first = str(_in_words(replayed.misses[0], replayed, file))
            return _fail(f"{arguments.file}:{first}", UNREADABLE)
        if replayed.session.game.NAME != "camelup":
            game = f"game.{replayed.session.game.NAME}"
            return _say("terminal.odds_of_other_game", file=str(arguments.file), game=game)
        chance = random.Random(arguments.seed)
        report = camel_odds.odds_report(replayed.session.state, arguments.race, chance)
    except UnreadableFile as error:
        return _fail(f"{arguments.file}:{error.line}: {error.what}", UNREADABLE)
    except ValueError as error:
        return _fail(f"{arguments.file}: {error}", UNREADABLE)
    print(json.dumps(report, ensure_ascii=False) if arguments.json else camel_odds.format_odds(report))
    return FINE


def simulate(arguments: argparse.Namespace) -> int:
    """Let simple players play, and print how fast it went."""
    from companion.simulate import play_games

    try:
        options = dict(_option(text) for text in arguments.option)
        if arguments.game not in GAMES:
            refuse_field("game", "one_of", arguments.game, choices=list(GAMES))
        if not 1 <= arguments.games <= _MOST_GAMES:
            refuse_field("games", "whole_number", arguments.games, least=1, most=_MOST_GAMES)
        counted = play_games(
            GAMES[arguments.game], arguments.games, arguments.players, arguments.seed, options
        )
    except Refusal as refusal:
        return _refused(refusal, arguments.game if arguments.game in GAMES else "")
    except ValueError as error:
        return _fail(str(error), UNREADABLE)
    if arguments.json:
        print(json.dumps(counted))
    else:
        print("\n".join(f"{key.replace('_', ' ')}: {value}" for key, value in counted.items()))
    return FINE


def tags(arguments: argparse.Namespace) -> int:
    """List, export or import the tags."""
    from companion.app import load_registry, save_registry

    folder: Path = arguments.data or default_folder()
    folder.mkdir(parents=True, exist_ok=True)
    notes = NotesFile(folder / "notes.sqlite")
    try:
        if arguments.what == "import":
            if arguments.file is None:
                return _say("terminal.tags_need_file")
            known = read_registry(arguments.file.read_text(encoding="utf-8"))
            save_registry(notes, known)
            print(_words().text("terminal.tags_read", count=len(known), file=str(arguments.file)))
            return FINE
        text = load_registry(notes).to_json()
        if arguments.what == "export" and arguments.file is not None:
            arguments.file.write_text(text + "\n", encoding="utf-8")
        else:
            print(text)
    except Refusal as refusal:
        return _refused(refusal)
    except (OSError, UnicodeDecodeError, sqlite3.Error) as error:
        return _fail(str(error), UNREADABLE)
    finally:
        notes.close()
    return FINE


def doctor(arguments: argparse.Namespace) -> int:
    """Look at this machine and what is fitted to it, and say what to do."""
    from companion.doctor.command import Asked, run_doctor

    try:
        config = _config(arguments)
    except WrongConfig as error:
        return _told(error)
    file = arguments.config or (arguments.data or default_folder()) / "table.toml"
    asked = Asked(
        config,
        file,
        simulated=arguments.simulate,
        tune=arguments.tune,
        report=arguments.report,
        as_json=arguments.json,
        card_s=arguments.card,
    )
    return run_doctor(asked)


def hand_over(arguments: argparse.Namespace) -> int:
    """Print a link or a token for a place at a running table: for a banker whose phone is gone."""
    from companion.app import CannotStart, load_secret
    from companion.web.host import NoAnswer, fetch_link, fetch_token

    fetch = fetch_link if arguments.command == "link" else fetch_token
    folder: Path = arguments.data or default_folder()
    try:
        if not (folder / "secret").exists():
            return _say("terminal.no_data_folder", folder=str(folder))
        print(fetch(arguments.url, load_secret(folder), arguments.table, arguments.place))
    except CannotStart as error:
        return _told(error)
    except (NoAnswer, OSError) as error:
        return _fail(str(error), UNREADABLE)
    return FINE


def _config(arguments: argparse.Namespace) -> Config:
    folder = arguments.data or default_folder()
    config = load_config(arguments.config or folder / "table.toml")
    changes: dict[str, Any] = {}
    if arguments.data is not None:
        changes["folder"] = arguments.data
    if arguments.host is not None:
        changes["host"] = arguments.host
    if arguments.port is not None:
        check_port("--port", arguments.port)
        changes["port"] = arguments.port
    if arguments.no_browser:
        changes["open_browser"] = False
    config = with_values(config, **changes)
    return config.simulating() if arguments.simulate else config


def _option(text: str) -> tuple[str, object]:
    name, _, value = text.partition("=")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _in_words(miss: Miss, replayed: Replayed, file: TableFile) -> Miss:
    """A miss as a person reads it: a refusal as its code and its sentence."""
    if miss.refused is None:
        return miss
    from companion.web.terminal import say_refusal, session_words, terminal_words

    if replayed.session is not None:
        words = session_words(replayed.session)
    else:
        words = terminal_words(game=file.header.setup.game if file.header.setup.game in GAMES else "")
    return with_values(miss, found=f"{miss.refused.code}: {say_refusal(miss.refused, words)}")


def _refused(refusal: Refusal, game: str = "") -> int:
    """Say why *game*, or the companion, refused what was asked."""
    from companion.web.terminal import say_refusal, terminal_words

    return _fail(say_refusal(refusal, terminal_words(game=game)), UNREADABLE)


def _told(error: Told) -> int:
    """Say why nothing can be done at all."""
    return _fail(_words().say(error.message), UNREADABLE)


def _say(id: str, **values: object) -> int:
    """Say what cannot be done, in a sentence of the catalogue."""
    return _fail(_words().text(id, **values), UNREADABLE)


def _words() -> Words:
    from companion.web.terminal import terminal_words  # Flask is needed for what is said alone

    return terminal_words()


def _fail(text: str, code: int) -> int:
    print(f"companion: {text}", file=sys.stderr)
    return code
