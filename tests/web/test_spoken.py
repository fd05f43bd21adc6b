"""Whatever a game says in play has a sentence in every language, filled to the last placeholder."""

from __future__ import annotations

import ast
import json
import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.core.draft import Overriding
from companion.core.game import Game, Setup
from companion.core.message import Message, Prompt, Question
from companion.core.refusal import Refusal, is_firm
from companion.core.seats import Role
from companion.core.verbs import read_said
from companion.games import GAMES
from companion.games.camelup import bot as camel_bot
from companion.games.lastwill import bot as will_bot
from companion.games.lastwill.made_up import made_up_box, made_up_cards
from companion.games.monopoly import bot as monopoly_bot
from companion.web import catalogues, text
from companion.web.catalogues import Text, catalogue, languages
from companion.web.forms import bundle, prompt_form
from companion.web.rules import rule_list
from companion.web.text import SHARED, Words
from companion.web.waits import matter_words
from tests.games.camelup import test_soak as camel_soak
from tests.games.lastwill import test_soak as will_soak
from tests.games.monopoly import test_soak as monopoly_soak
from tests.games.monopoly.playing import random_options
from tests.web.every_page import NAMES, renamed
from tests.web.test_bare_words import OWN, disguise

SOURCE = Path("companion")
DISGUISED = "disguised"
IDS = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b|\b[a-z]{2,}\.[a-z_]+\b")
"""What looks like the id of a text or of a value: nobody says "community_chest"."""

WRITTEN_OUT = re.compile(r"\('[^)]*\)|\w+(-1)?#2")
"""A list where none may be, and second copies that no box has: only a program says them."""
OF_FILES = ("expected.known_field", "expected.one_of", "expected.only_on")
"""What is said of keys, kinds and values that somebody wrote out in a file or a command, as typed."""

Act = Callable[[Any, random.Random], Mapping[str, object] | None]


class Played(NamedTuple):
    """How the tests play a game: a table, what somebody sensible does, and nonsense."""

    game: Any
    setups: tuple[Callable[[random.Random], Setup], ...]
    next_act: Act
    nonsense: Act
    steps: int


def will_setup(luck: random.Random) -> Setup:
    cards = [card | {"name": f"№ {at}"} for at, card in enumerate(made_up_cards(luck))]
    options = {"starting_hands": luck.choice(("tracked", "untracked"))}
    return Setup("lastwill", NAMES[:3], "", options, {"cards": cards, "box": made_up_box(luck)})


PLAYED = {
    "monopoly": Played(
        GAMES["monopoly"],
        (lambda luck: Setup("monopoly", NAMES[: luck.randint(2, 5)], "ru", random_options(luck)),) * 6,
        monopoly_bot.next_act,
        monopoly_soak.nonsense,
        240,
    ),
    "camelup": Played(
        GAMES["camelup"],
        (
            lambda luck: Setup("camelup", NAMES[:4]),
            lambda luck: Setup("camelup", NAMES[:6], "", dict.fromkeys(camel_soak.SWITCHES, True)),
        ),
        camel_bot.next_act,
        camel_soak.random_nonsense,
        260,
    ),
    "lastwill": Played(
        GAMES["lastwill"],
        (will_setup, will_setup, lambda luck: Setup("lastwill", NAMES[:2])),
        will_bot.next_act,
        will_soak.nonsense,
        400,
    ),
}


def common(game: Game, state: Any, luck: random.Random) -> Mapping[str, object]:
    """What may be done in every game."""
    option, setting = luck.choice([*game.options.items()])
    purse = "cash" if game.NAME == "monopoly" else "money"
    name, other = (luck.choice(state.seats.names) for _ in range(2))
    said: dict[str, object] = luck.choice(
        [
            {"do": "adjust", "who": name, "amount": luck.choice((-5, 5)), "reason": "✓"},
            {"do": "rename", "who": name, "name": luck.choice(("Ίρις", other))},
            {"do": "join", "name": luck.choice(("Κική", other))},
            {"do": "leave", "who": name, "to": luck.choice(("sleep", "bank", other))},
            {"do": "note", "text": "✓"},
            {"do": "reseat", "players": luck.sample(state.seats.names, len(state.seats.names))},
            {"do": "request", "by": name, "from": other, "amount": 2},
            {"do": "accept", "by": name},
            {"do": "reject", "by": name},
            {"do": "arrange", "set": {"players": {name: {purse: 60}}}},
            {"do": "arrange", "set": {"turn": {"player": name}}},
            {"do": "options", "set": {option: luck.choice(setting.choices) if setting.choices else 77}},
        ]
    )
    return {"by": "banker", **said}


def is_over(state: Any) -> bool:
    over = getattr(state, "over", None)
    return bool(over) if over is not None else state.phase.value == "over"


class Heard:
    """Says each new kind of sentence in every language, and keeps what is wrong with what it hears."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.known: set[object] = set()
        self.ids: set[str] = set()
        self.faults: dict[str, str] = {}

    def say(self, message: Message | None, state: Any) -> None:
        """A message as everybody reads it."""
        if message is not None and self._is_new(message.id, message.values):
            self.ids.add(message.id)
            self._hear(message.id, state, lambda words: words.say(message))

    def form(self, prompt: Prompt, state: Any) -> None:
        """A prompt with its buttons, what it asks, and the heading it gets among many of its kind."""
        values = [
            *prompt.message.values,
            *((ask.field, ask.kind, len(ask.choices) > 0) for ask in prompt.ask),
        ]
        if self._is_new(f"form {prompt.act['do']} {prompt.message.id}", values):
            self._hear(prompt.message.id, state, partial(form_words, prompt))

    def told(self, what: str, state: Any, sentence: Callable[[Words], str]) -> None:
        """Something else that is said of a state."""
        if self._is_new(what, ()):
            self._hear(what, state, sentence)

    def _is_new(self, id: str, values: Any) -> bool:
        """Two sentences of one id differ in which values are there, and in short words that are values."""
        shape = []
        for name in sorted(values, key=str):
            value = values[name] if isinstance(values, Mapping) else None
            shape.append((str(name), value if isinstance(value, str) else value in (None, "", [], ())))
        key = (id, repr(shape))
        fresh = key not in self.known
        self.known.add(key)
        return fresh

    def _hear(self, what: str, state: Any, sentence: Callable[[Words], str]) -> None:
        for language in (*languages(), DISGUISED):
            said = sentence(Words.of(self.game, state, language))
            plain = WRITTEN_OUT.sub("", OWN.sub("", said))
            wrong = [
                *(["nothing is said"] if not said.strip() else []),
                *(["a placeholder"] if re.search(r"[{}]|\[(?!\])|(?<!\[)\]", said) else []),
                *IDS.findall(plain),
                *(re.findall(r"[A-Za-z]{3,}", plain) if language == DISGUISED else []),
            ]
            if wrong:
                self.faults.setdefault(f"{what} in {language}", f"{wrong}: {said}")


def form_words(prompt: Prompt, words: Words) -> str:
    """All that is read of a prompt's form, and the heading of several of its kind."""
    form = prompt_form(prompt, {"by": NAMES[0]}, words, 100)
    return " | ".join([*read_of(form), bundle([form] * 4, words)[0].title])


def read_of(form: object) -> Iterator[str]:
    """Everything that is read of a form: the strings of its parts, without what is sent."""
    if isinstance(form, str):
        yield form
    elif isinstance(form, tuple | list):
        for one in form:
            yield from read_of(one)
    elif is_dataclass(form):
        for field in fields(form):
            if field.name in ("words", "label", "picks", "inputs", "none", "each", "confirm", "warning"):
                yield from (one for one in read_of(getattr(form, field.name)) if one)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Heard:
    """One game's listener; the language "disguised" is English in other letters."""
    plain = catalogues.catalogue

    @cache
    def changed(language: str, name: str) -> Mapping[str, Text]:
        if language != DISGUISED:
            return plain(language, name)
        return {id: disguise(found) for id, found in plain("en", name).items()}

    monkeypatch.setattr(text, "catalogue", changed)
    monkeypatch.setattr(text, "plural_form", lambda count, of: catalogues.plural_form(count, plain_of(of)))
    monkeypatch.setattr(text, "get_group_symbol", lambda of: "\u202f")
    return Heard(GAMES[request.param])


def plain_of(language: str) -> str:
    return "en" if language == DISGUISED else language


def listen(heard: Heard, state: Any) -> None:
    """All that may be read of one state."""
    game = heard.game
    for seat in state.seats:
        for prompt in game.prompts(state, seat):
            heard.say(prompt.message, state)
            heard.say(prompt.warns, state)
            heard.form(prompt, state)
    for work in game.lay_out(state):
        heard.say(work, state)
    for matter in json.loads(json.dumps(game.view(state, Role.TABLE))).get("open", ()):
        heard.told(f"open {sorted(matter.items(), key=str)}", state, partial(matter_words, matter))


def scan(heard: Heard, state: Any, luck: random.Random) -> None:
    """What two pieces ask or show when they are laid on a reader."""
    pending = None
    pieces = heard.game.pieces(state)
    for piece in luck.sample(pieces, min(2, len(pieces))):
        try:
            asked = heard.game.read_scan(state, pending, piece, "table")
        except Refusal as refusal:
            refuse(heard, state, refusal)
            continue
        if isinstance(asked, Question):
            heard.say(asked.message, state)
            for answer in asked.answers:
                heard.say(answer.message, state)
            pending = asked


def refuse(heard: Heard, state: Any, refusal: Refusal) -> None:
    expected = refusal.values.get("expected")
    if isinstance(expected, dict) and expected["id"] in OF_FILES:
        return
    heard.say(Message(f"refusal.{refusal.code}", refusal.values), state)
    if not is_firm(refusal.code):
        heard.say(Message("irregular", {"reasons": [str(refusal.code)]}), state)


def play(heard: Heard, played: Played, setup: Setup, luck: random.Random) -> set[str]:
    """Sense and nonsense in turns, everything said; returns the kinds of events that happened."""
    game = played.game
    state = game.new(setup)
    happened: set[str] = set()
    for step in range(played.steps):
        if is_over(state):
            break
        follows = getattr(getattr(state, "rules", None), "hands", False)
        sensible = luck.random() < 0.6 and not follows
        act = played.next_act if sensible else played.nonsense
        said = renamed(common(game, state, luck) if luck.random() < 0.1 else act(state, luck) or {})
        try:
            read = read_said(said, game.verbs, state.seats, step + 1)
            events = game.decide(state, Overriding(read.command) if read.override else read.command)
        except Refusal as refusal:
            refuse(heard, state, refusal)
            continue
        for event in events:
            if isinstance(event, game.SCORINGS):
                for scored in game.scored(state, event):
                    for part in scored.parts:
                        heard.say(part, state)
            state = game.evolve(state, event)
            happened.add(type(event).__name__)
            for viewer in (Role.TABLE, state.seats.order[0]):
                heard.say(game.tell(event, viewer), state)
        for work in game.hand_work(events, state):
            heard.say(work, state)
        listen(heard, state)
        if step % 3 == 0:
            scan(heard, state, luck)
    return happened


def settled(heard: Heard, state: Any) -> None:
    """What does not change in play: house rules, verbs, the fields of acts."""
    game: Game = heard.game
    for verb in game.verbs.keys() - {"scan"}:  # what a reader says is kept as what came of it
        heard.told(f"verb {verb}", state, lambda words, one=verb: words.text(f"verb.{one}"))  # type: ignore[misc]
        for field in game.verbs[verb].fields:
            heard.told(f"field {field.name}", state, lambda words, one=field.name: words.field(one))  # type: ignore[misc]
    now = {name: option.default for name, option in game.options.items()}
    for rule in rule_list(game, now, Words(game=game.NAME)):
        heard.told(f"rule {rule.name}", state, lambda words, one=rule.name: read_rule(game, now, one, words))  # type: ignore[misc]


def read_rule(game: Game, now: Mapping[str, object], name: str, words: Words) -> str:
    rule = next(one for one in rule_list(game, now, words) if one.name == name)
    return " | ".join(
        str(getattr(rule, field.name)) for field in fields(rule) if field.name in ("label", "help")
    )


@pytest.mark.parametrize("heard", GAMES, indirect=True)
def test_all_that_is_said_in_random_games_is_said_in_every_language(
    heard: Heard, caplog: pytest.LogCaptureFixture
) -> None:
    played = PLAYED[heard.game.NAME]
    happened: set[str] = set()
    for seed, setup in enumerate(played.setups):
        luck = random.Random(seed)
        happened |= play(heard, played, setup(luck), luck)
    settled(heard, heard.game.new(played.setups[0](random.Random(1))))
    assert heard.faults == {}
    assert [record.message for record in caplog.records if "no text" in record.message] == []
    assert len(happened) > 0.6 * len(heard.game.event_types)
    assert len(heard.ids) > 100


FAMILY = re.compile(r"[a-z_]+\.(?:[a-z_]+\.)*(?:[a-z]+_)*")
"""The beginning of an id that goes on with a value: "option.", "refusal.", "print.guide."."""
IN_TEMPLATES = re.compile(r"""(?:\bt|text|maybe|find)\(\s*["\']([a-z_.]+[._])["\']\s*~""")
NO_TEXT = re.compile(
    r"[a-z]\.|set\.|n\.effect|l\.deeds|box\.(offer|supplement)|(planning|errands|offer|supplement|card)\.$|companion\.games"
)
"""Names of fields, paths of a refused field, modules: nothing that is looked up."""


def families() -> Iterator[tuple[str, str]]:
    """Ids that code and templates put together, by their beginnings, and where."""
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                begins = str(node.values[0].value)
                rest = [part.value for part in node.values[1:] if isinstance(part, ast.Constant)]
                if FAMILY.fullmatch(begins) and all(re.fullmatch(r"[a-z_.]*", str(part)) for part in rest):
                    yield begins, f"{path}:{node.lineno}"
    for path in sorted(SOURCE.rglob("*.html")):
        for begins in IN_TEMPLATES.findall(path.read_text(encoding="utf-8")):
            yield begins, str(path)


def test_every_family_of_ids_that_is_put_together_has_texts() -> None:
    written = {id for name in (*SHARED, *GAMES) for id in catalogue("en", name)}
    found = dict(families())
    assert len(found) > 60
    silent = {begins for begins in found if not any(id.startswith(begins) for id in written)}
    assert {begins: found[begins] for begins in silent if not NO_TEXT.match(begins)} == {}
