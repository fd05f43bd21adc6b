"""Every verb, field and option of the table files is a form on some page: nothing needs hardware."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.core.game import Option, Setup
from companion.core.seats import Role
from companion.games import GAMES
from companion.table.outcome import Done
from companion.table.table_file import CommandLine, read_table_file
from companion.web.forms import fresh_id
from companion.web.listing import read_list, shown_list
from companion.web.rules import options_now
from companion.web.sheets import read_rules
from tests.web.filling import People, read_forms
from tests.web.house import House

RULEBOOK = Path(__file__).parent.parent / "rulebook"

CONTRACT = {
    "": "arrange(set) transfer(to amount from note) adjust(who amount reason) undo(to) redo(to) end_turn()"
    " scan(reader uid) retype() reverse() request(from amount note) collect(amount note) accept(trade)"
    " reject(trade) join(name after) rename(who name) reseat(players) leave(who to) options(set) finish()",
    "monopoly": "roll(dice speed) throw(dice) land(square) draw(card effect deck) buy(deed price) decline()"
    " bid(amount) pass() hammer() demand(deed from dice) salary() pay() auction(what) build(deed count)"
    " sell_building(deed count) mortgage(deed) lift(deed) keep_mortgage(deed) offer(to give get note)"
    " leave_jail(how) choose(move to how) bankrupt() deal(deeds) retype(dice speed)",
    "camelup": "place(camel space on_top) roll(die pips) leg_bet(camel) desert(space side) race_bet(camel on)"
    " reveal(on cards) photographer(space) position_bet(place camel from value) partner(with) copy(tile)"
    " add_support_die(camel) retype(die pips)",
    "lastwill": "keep(cards) plan(space cards errands actions order) block(space) drew(cards)"
    " errand(at slot card order) skip() play(card option companions discard bonus on)"
    " activate(card option bonus on) companion(card on as) sell(card bonus) effect(money actions note)"
    " discard(cards count)",
}
"""The verbs of table files with their fields: those of every game, and of each."""

EFFECTS = ("pay", "collect", "with", "per_house", "per_hotel", "go", "back", "jail", "keep")
PARTS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "monopoly": {
        "offer": ("give.cash", "give.deeds", "give.jail_cards", "give.immunity", "get.cash", "get.deeds"),
        "draw": tuple(f"effect.{part}" for part in EFFECTS),
    },
}
"""Fields that are put together of several."""

NOT_SAID: Mapping[str, set[tuple[str, ...]]] = {
    "monopoly": {("scan",)},
    "camelup": {("scan",), ("accept", "trade"), ("reject", "trade")},
    "lastwill": {("scan",), ("accept", "trade"), ("reject", "trade"), ("retype",)},
}
"""What nobody can say: a reader scans, only Monopoly has trades, and in Last Will nothing is thrown."""

EVENINGS = {
    "monopoly": (
        "retype-amount hands-a-round received-mortgage-twice rent-lapses-by-land speed-triple-again"
        " short-game-whole sell-buildings speed-after-paid-exit trade-counter-offer taxes-percent-owed"
        " building-auction-last-house-once speed-mr-after-debt speed-utility-bus rent-lapse-never"
        " immunity-owner-gone card-kept-unlisted-traded card-effect"
    ),
    "camelup": (
        "contract/v3-mine contract/retype-roll contract/finish-facedown contract/track-labels"
        " contract/v4-partner-clears contract/v2-big-track-camera contract/v1x-x04-x06"
        " contract/setup-undo-place retype-place contract/race-facedown-reveal"
    ),
    "lastwill": (
        "t13-farm-with-dog-and-horse market-errand t15-two-players-block-first contract/keep-decks"
        " contract/black-replace-by-property"
        " contract/trade-not-more-than-helpers t09-old-friend contract/effect-white d10-d11-jokers"
        " contract/white-several-options-owning contract/errand-skip-forfeits contract/depreciate-less"
        " contract/errand-random-special d24-animal-markers-with-cards a08-a10-a11-upkeep"
    ),
}
"""Cases of the rulebook in which each verb is said once at least."""

NAMES = ("Ann", "Bob", "Cem", "Dot", "Eve", "Fay")
CAMELS = ("white", "orange", "yellow", "green", "blue")
BETS = [{"camel": "blue", "value": 5}, {"camel": "green", "value": 3, "place": 2}]
BOARD = [{"card": "old farm", "value": 12, "markers": 1, "used": True}]

DESK = """
{"do": "adjust", "by": "banker", "who": "Ann", "amount": 40, "reason": "the box was short"}
{"do": "adjust", "by": "banker", "who": "Bob", "amount": 40, "reason": "the box was short"}
{"do": "adjust", "by": "banker", "who": "Cem", "amount": 40, "reason": "the box was short"}
{"do": "transfer", "by": "Ann", "to": "Bob", "amount": 3, "note": "for coffee"}
{"do": "transfer", "by": "banker", "from": "Bob", "to": "Ann", "amount": 2}
{"do": "reverse", "by": "banker", "number": 5}
{"do": "request", "by": "Ann", "from": "Bob", "amount": 4, "note": "for tea"}
{"do": "accept", "by": "Bob", "number": 7}
{"do": "request", "by": "Ann", "from": "Cem", "amount": 4}
{"do": "reject", "by": "Cem", "number": 9}
{"do": "collect", "by": "Cem", "amount": 1, "note": "birthday"}
{"do": "undo", "by": "Cem", "number": 11}
{"do": "redo", "by": "Cem", "number": 11}
{"do": "undo", "by": "banker", "to": 10}
{"do": "redo", "by": "banker", "to": 10}
{"do": "note", "by": "banker", "text": "pizza"}
{"do": "rename", "by": "banker", "who": "Cem", "name": "Cemal"}
{"do": "reseat", "by": "banker", "players": ["Ann", "Cemal", "Bob"]}
{"do": "join", "by": "banker", "name": "Dot", "after": "Ann"}
{"do": "leave", "by": "banker", "who": "Dot", "to": "bank"}
{"do": "finish", "by": "banker"}
"""
"""What every bank does."""

MORE: Mapping[str, list[tuple[dict[str, object], str]]] = {
    "monopoly": [
        (
            {"follow": "hands"},
            """
            {"do": "draw", "by": "Ann", "card": "CH07"}
            {"do": "draw", "by": "Ann", "effect": {"collect": 5, "with": "bank"}, "deck": "community_chest"}
            {"do": "offer", "by": "Ann", "to": "Bob", "give": {"cash": 5}, "note": "and the dishes"}
            {"do": "accept", "by": "Bob", "trade": 3}
            {"do": "offer", "by": "Ann", "to": "Bob", "give": {"cash": 5}, "note": "and the dishes"}
            {"do": "reject", "by": "Bob", "trade": 5}
            """,
        ),
        (
            {"speed_die": True},
            """
            {"do": "arrange", "by": "banker", "set": {"players": {"Ann": {"speed_die": true}}}}
            {"do": "roll", "by": "Ann", "dice": [1, 3], "speed": 1}
            {"do": "retype", "by": "Ann", "dice": [1, 3], "speed": 2}
            """,
        ),
    ],
    "camelup": [
        (
            {},
            """
            {"do": "place", "by": "Ann", "camel": "white", "space": 2}
            {"do": "place", "by": "Ann", "camel": "green", "space": 1}
            {"do": "retype", "by": "Ann", "camel": "green", "space": 2, "on_top": false}
            """,
        ),
    ],
    "lastwill": [
        (
            {},
            """
            {"do": "arrange", "by": "banker", "set": {"cards": [{"id": "ball", "kind": "event"}]}}
            {"do": "arrange", "by": "banker", "set": {"players": {"Ann": {"hand": [], "hidden": 9}}}}
            {"do": "plan", "by": "Ann", "cards": 1, "errands": 1, "actions": 1, "order": 1}
            {"do": "drew", "by": "Ann", "cards": ["ball"]}
            {"do": "arrange", "by": "banker", "set": {"phase": "end"}}
            {"do": "discard", "by": "Ann", "count": 8}
            """,
        ),
    ],
}
"""What no case says: options of the table, then its commands."""


@pytest.fixture
def boxes() -> Iterator[House]:
    """A companion with every box."""
    made = House()
    made.hall.games = {**GAMES}
    yield made
    made.close()


def begin(house: House, setup: Setup) -> People:
    return People(house, house.inbox.ask(lambda: house.hall.start(setup)))


def said_by(said: Mapping[str, Any]) -> set[tuple[str, ...]]:
    """The verb of a command and its fields, parts included."""
    do = str(said["do"])
    found: set[tuple[str, ...]] = {(do,)}
    for field, value in said.items():
        if field not in ("do", "by", "for", "id", "number", "source", "override"):
            found.add((do, field))
            parts = value if isinstance(value, dict) and do in ("offer", "draw") else {}
            found |= {(do, f"{field}.{part}") for part in parts}
    return found


def play(people: People, commands: list[Mapping[str, Any]], said: set[tuple[str, ...]]) -> None:
    """Say what is new by a form, the rest by itself. Adds to *said*."""
    for command in commands:
        new = said_by(command) - said
        if new and command["do"] != "arrange":
            assert people.say(command) is not None, f"no form for {command}"
            said |= new
        else:
            assert isinstance(people.table.submit(command), Done), command


def commands_of(text: str) -> list[Mapping[str, Any]]:
    return [json.loads(line) for line in text.strip().splitlines()]


@pytest.mark.parametrize("game", [*GAMES])
def test_every_verb_and_field_is_a_form_on_a_phone(boxes: House, game: str) -> None:
    said: set[tuple[str, ...]] = {("arrange",), ("arrange", "set"), ("options",), ("options", "set")}
    for name in EVENINGS[game].split():
        file = read_table_file(RULEBOOK / game / f"{name}.jsonl")
        commands = [line.said for line in file.lines if isinstance(line, CommandLine) and not line.refused]
        play(begin(boxes, file.header.setup), commands, said)
    for options, text in [*MORE[game], ({}, DESK)]:
        play(begin(boxes, Setup(game, NAMES[:3], options=options)), commands_of(text), said)
    wanted: set[tuple[str, ...]] = {(do,) for do in GAMES[game].verbs}
    wanted |= {(do, field.name) for do, verb in GAMES[game].verbs.items() for field in verb.fields}
    wanted |= {(do, part) for do, parts in PARTS.get(game, {}).items() for part in parts}
    missing = {one for one in wanted - said if not {one, one[:1]} & NOT_SAID[game]}
    assert missing == set()


@pytest.mark.parametrize("game", [*GAMES])
def test_a_game_has_every_verb_of_the_table_files_with_its_fields(game: str) -> None:
    for part in f"{CONTRACT['']} {CONTRACT[game]}".split(") "):
        do, _, fields = part.rstrip(")").strip().partition("(")
        has = {field.name for field in GAMES[game].verbs[do].fields}
        assert set(fields.split()) <= has, do


def other_value(name: str, option: Option) -> object:
    """A value that is not the default."""
    if name == "track_labels":
        return [f"{space}a" for space in range(1, 17)]
    default = json.dumps(option.default)
    numbers = (option.least, option.most, option.default)
    allowed = [
        json.dumps(value) for value in (*option.choices, *option.optional, *numbers) if value is not None
    ]
    return json.loads(next(value for value in allowed if value != default))


@pytest.mark.parametrize("game", [*GAMES])
def test_every_option_is_a_field_of_the_set_up(boxes: House, game: str) -> None:
    page = boxes.device().get(f"/new?game={game}").get_data(as_text=True)
    form = next(form for form in read_forms(page) if "name" in form.controls)
    for name, option in GAMES[game].options.items():
        if name == "follow":
            continue
        value = other_value(name, option)
        control = form.controls[f"o.{name}"]
        typed = json.dumps(value)
        assert control.values is None or typed in control.values, name
        assert read_rules(GAMES[game], {f"o.{name}": typed})[name] == value
    if "follow" in GAMES[game].options:
        assert form.controls["dice"].values == ["own", "typed", "program"]


@pytest.mark.parametrize(
    ("game", "only_before"),
    [("monopoly", set()), ("camelup", set()), ("lastwill", {"start_money", "starting_hands"})],
)
def test_every_option_is_changed_on_the_rules_page(boxes: House, game: str, only_before: set[str]) -> None:
    people = begin(boxes, Setup(game, NAMES[: 6 if game == "camelup" else 3]))
    path = f"/t/{people.table.id}/rules"
    form = next(
        form
        for form in read_forms(people.banker.get(path).get_data(as_text=True))
        if form.action.endswith("/rules")
    )
    for name, option in GAMES[game].options.items():
        value = other_value(name, option)
        control = form.controls[f"o.{name}"]
        assert control.values is None or json.dumps(value) in control.values, name
        assert people.banker.post(path, {"id": fresh_id(), f"o.{name}": json.dumps(value)}).status_code == 303
        changed = options_now(people.table)[name] == value
        assert changed is (name not in only_before), name
        if changed:
            people.table.submit({"do": "undo", "by": "banker"})


def test_labels_of_the_track_are_typed_with_commas(boxes: House) -> None:
    typed = ", ".join(str(space) for space in range(2, 18))
    rules = read_rules(GAMES["camelup"], {"o.track_labels": f"A{typed}"})
    assert rules["track_labels"] == ["A2", *(str(space) for space in range(3, 18))]


def test_the_table_as_it_lies_takes_lists_tiles_and_phases(boxes: House) -> None:
    people = begin(boxes, Setup("camelup", NAMES[:3]))
    lies: dict[str, Any] = {
        "camels": {camel: {"space": 3, "height": height} for height, camel in enumerate(CAMELS)},
        "tiles": {"Ann": {"space": 9, "side": "oasis"}},
        "pyramid": ["green"],
        "leg_tiles": {"blue": [3, 2]},
        "players": {"Bob": {"leg_bets": [{"camel": "blue", "value": 5}]}},
        "race_piles": {"loser": [["Cem", "white"]]},
    }
    say(people, lies)
    say(people, {"tiles": {"Ann": None}})
    view = people.table.session.view(Role.TABLE)
    assert view["tiles"]["Ann"] is None and view["pyramid"] == ["green"] and view["race_bets"]["loser"] == 1
    assert view["players"]["Bob"]["leg_bets"] == [{"camel": "blue", "value": 5}]
    people = begin(boxes, Setup("lastwill", NAMES[:3]))
    say(people, {"cards": [{"id": "farm", "kind": "farm", "ladder": [9]}]}, by_form=False)
    plan = {"order": 2, "cards": 1, "errands": 1, "actions": 2}
    say(people, {"phase": "actions", "turn": {"player": "Bob"}, "players": {"Bob": {"plan": plan}}})
    say(people, {"players": {"Ann": {"board": [{"card": "farm", "value": 9}], "hand": [], "hidden": 3}}})
    view = people.table.session.view(Role.TABLE)
    assert view["phase"] == "actions" and view["turn"]["player"] == "Bob"
    assert view["players"]["Bob"]["plan"]["order"] == 2 and view["players"]["Ann"]["hand"] == 3
    assert view["players"]["Ann"]["board"][0]["value"] == 9


def say(people: People, lies: Mapping[str, object], by_form: bool = True) -> None:
    said = {"do": "arrange", "by": "banker", "set": lies}
    if by_form:
        assert people.say(said) is not None
    else:
        assert isinstance(people.table.submit(said), Done)


@pytest.mark.parametrize(
    ("path", "typed", "value"),
    [
        (["pyramid"], "white, blue", ["white", "blue"]),
        (["players", "Ann", "leg_bets"], "blue value 5\ngreen value 3 place 2", BETS),
        (["players", "Ann", "board"], "old farm value 12 markers 1 used", BOARD),
        (["race_piles", "winner"], "Ann: blue\nBob:", [["Ann", "blue"], ["Bob", None]]),
        (["position_tiles"], "-", []),
    ],
)
def test_a_list_reads_as_it_is_typed(path: list[str], typed: str, value: list[Any]) -> None:
    assert read_list(path, typed) == value
    assert shown_list(path, value) == typed.removeprefix("-")


def test_the_banker_enters_an_act_that_no_button_offers(boxes: House) -> None:
    people = begin(boxes, Setup("monopoly", NAMES[:3]))
    said = {"do": "roll", "by": "banker", "for": "Bob", "dice": [1, 2], "override": True}
    assert people.say(said) == "/enter?for=1&do=roll"
    assert people.table.session.view(Role.TABLE)["players"]["Bob"]["position"] == 3
    assert people.table.session.history.entries[1].said["for"] == "Bob"


@pytest.mark.parametrize("game", [*GAMES])
def test_every_act_can_be_entered_by_the_banker(boxes: House, game: str) -> None:
    people = begin(boxes, Setup(game, NAMES[:3]))
    path = f"/t/{people.table.id}/enter"
    for do, verb in GAMES[game].verbs.items():
        if do in ("scan", "arrange", "options"):
            continue
        whose = "" if verb.who.value in ("banker", "table") else "&for=1"
        page = people.banker.get(f"{path}?do={do}{whose}")
        fields = {name[2:] for form in read_forms(page.text, "act") for name in form.controls}
        assert {field.name for field in verb.fields} <= fields, do
    assert people.phones["Ann"].get(path).status_code == 302
    assert people.banker.get(f"{path}?do=arrange").status_code == 404
