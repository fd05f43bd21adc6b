"""Every sentence of the game is in its catalogue, and finds its values."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.core.message import Message, Prompt, Question
from companion.core.refusal import Reason, Refusal
from companion.core.seats import Role, Viewer
from companion.core.tagged import Tagged
from companion.games import camelup
from companion.games.camelup.bot import next_act
from companion.games.camelup.handwork import hand_work, leg_end_list
from companion.games.camelup.options import Options
from companion.games.camelup.state import Phase, State
from companion.web.text import Words
from tests.games.camelup.play import Played
from tests.games.camelup.test_soak import decided, random_interference, random_nonsense, random_setup

ROOT = Path(__file__).parents[3]
SOURCES = sorted((ROOT / "companion" / "games" / "camelup").glob("*.py"))
LOCALES = ROOT / "companion" / "web" / "locales" / "en"
TEXTS: dict[str, Any] = tomllib.loads((LOCALES / "camelup.toml").read_text(encoding="utf-8"))
CORE: dict[str, Any] = tomllib.loads((LOCALES / "core.toml").read_text(encoding="utf-8"))

CODES = (
    "die_not_in_pyramid",
    "impossible_pips",
    "no_tile_left",
    "space_one",
    "space_occupied",
    "space_adjacent",
    "space_camera",
    "same_space",
    "off_track",
    "card_used",
    "not_available",
    "already_partnered",
    "leader_die",
    "no_pyramid_tile",
    "leg_over",
    "too_few_players",
    "too_many_players",
    "variants_required",
)


def wanted(text: str) -> tuple[set[str], set[str]]:
    """The placeholders a sentence needs, and those it can do without (in brackets)."""
    optional = set(re.findall(r"\{(\w+)", "".join(re.findall(r"\[[^\]]*\]", text))))
    return set(re.findall(r"\{(\w+)", text)) - optional, optional


def check(message: Message) -> None:
    text = TEXTS.get(message.id, CORE.get(message.id))
    assert text is not None, message.id
    for form in [text] if isinstance(text, str) else text.values():
        needed, _ = wanted(form)
        assert needed <= set(message.values), (message.id, needed - set(message.values))
    for value in message.values.values():
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, str) and re.match(r"(camelup|option)\.", one):
                assert one in TEXTS, one


def asked(prompts: Iterable[Prompt]) -> Iterator[Message]:
    for prompt in prompts:
        yield prompt.message
        for ask in prompt.ask:
            yield from (message for _, message in ask.choices)
            yield from ask.each


def scanned(state: State, pieces: tuple[Tagged, ...], random: Random) -> Iterator[Message]:
    pending: Question | None = None
    for tagged in random.sample(pieces, 4):
        try:
            answer = camelup.read_scan(state, pending, tagged, "table")
        except Refusal as refusal:
            yield Message(f"refusal.{refusal.code}", refusal.values)
            continue
        pending = answer if isinstance(answer, Question) else None
        if pending is not None:
            yield pending.message
            yield from (one.message for one in pending.answers)


def said_in(seed: int) -> Iterator[Message]:
    """Every message of a game: events, prompts, scans, hand work, refusals."""
    random = Random(seed)
    state = camelup.new(random_setup(random))
    pieces = camelup.pieces(state)
    yield from camelup.lay_out(state)
    for number in range(1, 400):
        if state.phase is Phase.OVER:
            return
        said = dict(next_act(state, random) or {})
        chance = random.random()
        if chance < 0.3:
            said = random_nonsense(state, random)
        elif chance < 0.35:
            said = random_interference(state, random)
        try:
            events = decided(state, said, number)
        except Refusal as refusal:
            yield Message(f"refusal.{refusal.code}", refusal.values)
            continue
        for event in events:
            state = camelup.evolve(state, event)
            viewers: tuple[Viewer, ...] = (*state.seats, Role.TABLE)
            yield from (told for viewer in viewers if (told := camelup.tell(event, viewer)) is not None)
        yield from hand_work(events, state.options)
        yield from camelup.lay_out(state)
        yield from scanned(state, pieces, random)
        for seat in state.seats:
            yield from asked(camelup.prompts(state, seat))


@pytest.mark.parametrize("seed", range(40, 52))
def test_every_message_of_a_game_has_its_sentence(seed: int) -> None:
    for message in said_in(seed):
        check(message)


def ids_in_source() -> Iterator[re.Pattern[str]]:
    """The ids that the source names; what an f-string fills in stands for any word."""
    for path in SOURCES:
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        filled = [node for node in nodes if isinstance(node, ast.JoinedStr)]
        parts_of_others = {id(part) for node in filled for part in node.values}
        for joined in filled:
            parts = [
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"\w+"
                for part in joined.values
            ]
            if parts and parts[0].startswith("camelup"):
                yield re.compile("".join(parts))
        for node in nodes:
            if isinstance(node, ast.Constant) and id(node) not in parts_of_others:
                text = node.value
                if isinstance(text, str) and re.fullmatch(r"camelup\.[\w.]+", text):
                    yield re.compile(re.escape(text))


def test_every_sentence_of_the_catalogue_is_used_and_every_id_has_one() -> None:
    patterns = list(ids_in_source())
    ids = [id for id in TEXTS if id.startswith("camelup.") and not id.startswith("camelup.hand.move")]
    assert [id for id in ids if not any(pattern.fullmatch(id) for pattern in patterns)] == []
    assert [p.pattern for p in patterns if not any(p.fullmatch(id) for id in TEXTS)] == []


def test_every_way_to_move_has_its_sentence() -> None:
    for way in ("", "_onto", "_under", "_over_line"):
        for carrying in ("", "_carrying"):
            assert f"camelup.hand.move{way}{carrying}" in TEXTS


@pytest.mark.parametrize("code", [*CODES, *Reason])
def test_every_refusal_has_its_sentence(code: str) -> None:
    assert f"refusal.{code}" in TEXTS or f"refusal.{code}" in CORE


def test_every_option_has_its_label_its_help_and_its_choices() -> None:
    for name, option in camelup.options.items():
        assert f"option.camelup.{name}" in TEXTS
        assert f"option.camelup.{name}.help" in TEXTS
        for choice in option.choices:
            if not isinstance(choice, bool):
                shown = "null" if choice is None else str(choice)
                assert f"option.camelup.{name}.{shown}" in TEXTS


def test_every_event_is_told_and_stored_under_its_name() -> None:
    assert all(name == kind.__name__ for name, kind in camelup.event_types.items())
    assert {"DieRolled", "RaceScored", "Arranged", "Transferred", "Irregular"} <= set(camelup.event_types)


def test_lists_name_only_what_the_variants_need() -> None:
    plain = {message.id for message in leg_end_list(Options())}
    full = {
        message.id
        for message in leg_end_list(
            Options(big_track=True, photographer=True, position_bets=True, partner_bets=True)
        )
    }
    assert plain < full
    assert "camelup.leg_end.camera" in full - plain
    assert all(id in TEXTS for id in full)


@pytest.mark.parametrize(
    ("do", "fields", "sentence"),
    [
        (
            "arrange",
            {"set": {"camels": {"white": {"space": 3, "height": 4}}}},
            "Camels, white, height (0 is lowest) should be 0 to 1: "
            "the camels below it stand on space 3, not “4”.",
        ),
        (
            "arrange",
            {"set": {"leg_tiles": {"white": [2, 5]}}},
            "Leg tiles, white should be some of 5, 3, 2, 2, the top one first, not “[2, 5]”.",
        ),
        (
            "arrange",
            {"set": {"turn": {"leg": 2}}},
            "Turn, leg should be left out: only player can be said here, not “2”.",
        ),
        (
            "options",
            {"set": {"track_labels": [3]}},
            "Numbers printed on the track should be 16 labels, one for each space, not “1”.",
        ),
        ("options", {"set": {"odds": 1}}, "Show the odds should be one of off, screen and all, not “1”."),
    ],
)
def test_what_a_field_should_be_is_read_as_a_sentence(do: str, fields: dict[str, Any], sentence: str) -> None:
    table = Played(2, "3:g 4:bw 6:y 8:o")
    with pytest.raises(Refusal) as refused:
        table.say(do, "banker", **fields)
    words = Words("en", "camelup", ("Ann", "Bob"))
    assert words.text(f"refusal.{refused.value.code}", **refused.value.values) == sentence
