"""Pages of every game, all through a game: they render, miss no words, and show no secrets."""

from __future__ import annotations

import html
import importlib
import json
import random
import re
from collections.abc import Mapping
from typing import Any

import pytest

from companion.core.game import Setup
from companion.core.seats import Role, Seat
from companion.games import GAMES
from companion.table.outcome import Done, Outcome
from companion.table.table import Computed, Table
from tests.web.house import House
from tests.web.plain_form import PlainForm

PEOPLE = ("Ann", "Bob", "Cem", "Dora")
PARTS = ("", "table", "board", "history", "history/rows", "rules", "banker", "join")
PARTS += ("tags", "tags/list", "tags/row", "tags/look")


@pytest.fixture
def boxes(house: House) -> House:
    """A companion with every box of the house."""
    house.hall.games = {**GAMES, **house.hall.games}
    return house


def begin(boxes: House, game: str, **options: object) -> Table:
    return boxes.inbox.ask(lambda: boxes.hall.start(Setup(game, PEOPLE, options=options)))


def play_on(boxes: House, table: Table, luck: random.Random, acts: int) -> None:
    """Let the game's own simple player make a few acts."""
    bot = importlib.import_module(f"companion.games.{table.game.NAME}.bot")
    for _ in range(acts):
        said = bot.next_act(table.session.state, luck)
        if said is None or not isinstance(submit(boxes, table, said), Done):
            return


def submit(boxes: House, table: Table, said: Mapping[str, object]) -> Outcome:
    return boxes.inbox.ask(lambda: table.submit(said))


@pytest.mark.parametrize("game", [*GAMES])
def test_every_page_of_a_game_renders_all_through_it(
    boxes: House, game: str, caplog: pytest.LogCaptureFixture
) -> None:
    table, luck = begin(boxes, game), random.Random(7)
    everybody = boxes.device(table, 0, 1, 2, 3, banker=True, screen=True)
    for _ in range(5):
        play_on(boxes, table, luck, 20)
        for part in PARTS:
            answer = everybody.get(f"/t/{table.id}/{part}")
            assert answer.status_code == 200, part
        for seat in range(4):
            everybody.post(f"/t/{table.id}/look", {"seat": seat})
            page = everybody.get(f"/t/{table.id}/?seat={seat}").text
            assert PEOPLE[seat] in page
            for act in re.findall(r'name="act" value="([^"]*)"', page):
                assert isinstance(json.loads(act.replace("&#34;", '"').replace("&#39;", "'")), dict)
            assert everybody.get(f"/t/{table.id}/banker?for={seat}").status_code == 200
            assert everybody.get(f"/t/{table.id}/history?seat={seat}").status_code == 200
    missing = [record.getMessage() for record in caplog.records if "no text" in record.getMessage()]
    assert missing == []
    nameless = [record.getMessage() for record in caplog.records if "no name for" in record.getMessage()]
    assert nameless == []


@pytest.mark.parametrize("game", [*GAMES])
def test_the_set_up_page_has_words_for_every_rule(
    boxes: House, game: str, caplog: pytest.LogCaptureFixture
) -> None:
    page = boxes.device().get(f"/new?game={game}").text
    for option in GAMES[game].options:
        assert f'name="o.{option}"' in page or option == "follow"
        assert f">{option}</label>" not in page, f"option.{game}.{option} has no words"
    assert "no text" not in caplog.text


@pytest.mark.parametrize("game", [*GAMES])
def test_every_rule_can_be_set_to_everything_it_may_be(boxes: House, game: str) -> None:
    table = begin(boxes, game)
    phone = boxes.device(table, 0, banker=True)
    for name, option in GAMES[game].options.items():
        for value in (*option.choices, *option.optional):
            answer = phone.post(f"/t/{table.id}/rules", {f"o.{name}": json.dumps(value)})
            assert answer.status_code == 303
            assert phone.get(f"/t/{table.id}/rules").status_code == 200


def test_a_new_game_keeps_only_what_differs_from_the_printed_rules(boxes: House) -> None:
    form = {
        "game": "monopoly",
        "name": ["Ann", "Bob"],
        "dice": "own",
        "o.salary": "400",
        "o.auctions": "true",
    }
    answer = boxes.device().post("/new", form)
    assert answer.status_code == 303
    setup = next(iter(boxes.hall.tables.values())).session.setup
    assert setup.options == {"follow": "hands", "salary": 400}


def test_a_wrong_value_of_a_rule_is_named_and_nothing_is_started(boxes: House) -> None:
    form = {"game": "monopoly", "name": ["Ann", "Bob"], "o.salary": "lots"}
    answer = boxes.device().post("/new", form)
    assert answer.status_code == 409
    assert "salary" in answer.text and "lots" in answer.text
    assert boxes.hall.tables == {} and boxes.shelf.pages == {}


@pytest.mark.parametrize(("game", "places"), [("monopoly", 8), ("lastwill", 5), ("camelup", 10)])
def test_the_set_up_page_has_a_place_for_everybody_who_can_play(boxes: House, game: str, places: int) -> None:
    page = boxes.device().get(f"/new?game={game}").text
    assert page.count('name="name"') == places
    assert page.count(">0</text>") == 0 and (page.count(">10</text>") == 1) == (places == 10)
    assert 'placeholder="Player' not in page and page.count(" required>") == 2
    too_many = {"game": game, "name": [f"P{at}" for at in range(places + 1)]}
    assert boxes.device().post("/new", too_many).status_code == 409


def test_a_pot_that_is_off_is_an_empty_field(boxes: House) -> None:
    page = boxes.device().get("/new?game=monopoly").text
    field = page[page.index('name="o.free_parking_pot"') :].split(">")[0]
    assert 'value=""' in field and 'placeholder="off"' in field
    answer = boxes.device().post("/new", {"game": "monopoly", "name": ["A", "B"], "o.free_parking_pot": ""})
    assert answer.status_code == 303


def test_the_last_evenings_names_are_there_again(boxes: House) -> None:
    phone = boxes.device()
    phone.post("/new", {"game": "coins", "name": ["Ann", "Bob"]})
    assert 'value="Ann"' in phone.get("/new?game=camelup").text


def test_a_device_without_a_seat_is_asked_who_it_is(boxes: House) -> None:
    table = begin(boxes, "monopoly")
    answer = boxes.device().get(f"/t/{table.id}/")
    assert answer.status_code == 302 and answer.location.endswith("/join")


def test_another_seats_hand_is_not_shown(boxes: House) -> None:
    table = begin(boxes, "monopoly")
    phone = boxes.device(table, 0)
    assert phone.get(f"/t/{table.id}/hand?seat=1").status_code == 403
    assert phone.get(f"/t/{table.id}/hand?seat=x").status_code == 200
    assert boxes.device().get(f"/t/{table.id}/hand?seat=0").status_code == 403


def test_race_cards_are_on_no_page_but_their_owners(boxes: House) -> None:
    table, luck = begin(boxes, "camelup"), random.Random(3)
    play_on(boxes, table, luck, 5)
    state: Any = table.session.state
    by = state.seats.name(table.game.turn(state))
    said = {"do": "race_bet", "by": by, "on": "loser", "camel": "white"}
    assert isinstance(submit(boxes, table, said), Done)
    owner = state.seats.find(by)
    other = boxes.device(table, (owner + 1) % 4, banker=True, screen=True)
    for part in (*PARTS, f"banker?for={owner}", f"history?seat={owner}"):
        told = other.get(f"/t/{table.id}/{part}").text
        assert "white face down" not in told, part
    boxes.device(table, owner)
    acts_for_owner = other.get(f"/t/{table.id}/banker?for={owner}").text
    assert "race_bet" not in acts_for_owner


def test_the_arrow_goes_once_somebody_has_done_something(boxes: House) -> None:
    phone = boxes.device()
    page = phone.post("/try", follow_redirects=True).text
    assert "Bob stands on your street: ask 22" in page
    table = next(iter(boxes.hall.tables.values()))
    phone.say(table, "transfer", "Ann", to="Bob", amount=1)
    assert "ask 22" not in phone.get(f"/t/{table.id}/?seat=0").text


def test_the_table_of_the_arrow_is_the_one_the_file_expects(boxes: House) -> None:
    boxes.device().post("/try")
    table = next(iter(boxes.hall.tables.values()))
    rents = [one for one in table.session.view(Role.TABLE)["open"] if one["kind"] == "rent"]
    assert [(one["player"], one["to"], one["amount"]) for one in rents] == [("Bob", "Ann", 22)]
    assert table.session.state.ledger.balance(Seat(0)) == 1118


def test_a_trade_is_offered_with_deeds_and_money_of_both_sides(boxes: House) -> None:
    phone = boxes.device()
    phone.post("/try")
    table = next(iter(boxes.hall.tables.values()))
    page = phone.get(f"/t/{table.id}/trade?seat=0&to=1").text
    assert "Atlantic Avenue" in page and "Reading Railroad" in page
    form = {
        "act": json.dumps({"do": "offer", "by": "Ann", "to": "Bob"}),
        "n.give.cash": "30",
        "l.give.deeds": ['"yellow1"'],
        "l.get.deeds": ['"rail1"'],
    }
    assert phone.post(f"/t/{table.id}/act", form).status_code == 303
    hand = phone.get(f"/t/{table.id}/?seat=1").text
    assert "Ann offers you" in hand
    assert "$30 and Atlantic Avenue" in hand and "Reading Railroad" in hand


def test_the_bankers_desk_says_what_came_of_an_act(boxes: House) -> None:
    table = begin(boxes, "monopoly")
    banker, bob = boxes.device(table, 0, banker=True), boxes.device(table, 1)
    said = {"who": "Bob", "amount": -12, "reason": "spilled juice"}
    assert banker.say(table, "adjust", "banker", **said).status_code == 200
    for part in ("banker", "banker/lately"):
        assert "spilled juice" in banker.get(f"/t/{table.id}/{part}").text, part
    assert bob.get(f"/t/{table.id}/banker/lately").status_code == 403


def test_an_offer_leads_back_to_the_hand_and_a_refused_one_keeps_what_was_typed(boxes: House) -> None:
    phone = boxes.device()
    phone.post("/try")
    table = next(iter(boxes.hall.tables.values()))
    form = PlainForm(phone.get(f"/t/{table.id}/trade?seat=0&to=1").text, "trade-offer")
    typed = form.sent(**{"n.get.cash": "9999", "t.note": "twice & more"}) | {"l.give.deeds": ['"yellow1"']}
    refused = phone.post(f"/t/{table.id}/act", typed)
    page = phone.get(refused.location).text
    assert "Bob has $" in page and "short of" in page
    again = PlainForm(page, "trade-offer").sent()
    assert again["n.get.cash"] == ["9999"] and again["t.note"] == ["twice & more"]
    assert again["l.give.deeds"] == ['"yellow1"']
    answer = phone.post(f"/t/{table.id}/act", again | {"n.get.cash": ["30"]})
    assert answer.location == f"/t/{table.id}/?seat=0"
    assert "Ann offers Bob" in phone.get(answer.location).text


def test_a_hand_with_secrets_lies_face_down_on_a_shared_device(boxes: House) -> None:
    table = begin(boxes, "camelup")
    shared = boxes.device(table, 0, 1)
    covered = shared.get(f"/t/{table.id}/?seat=0").text
    assert "hand lies face down" in covered and "Race cards" not in covered
    assert "hand lies face down" in shared.get(f"/t/{table.id}/hand?seat=0").text
    assert "Race cards" not in shared.get(f"/t/{table.id}/?seat=0&open=1").text
    assert shared.post(f"/t/{table.id}/look", {"seat": 0}).status_code == 303
    assert "Race cards in your hand" in shared.get(f"/t/{table.id}/?seat=0").text
    assert "hand lies face down" in shared.get(f"/t/{table.id}/?seat=1").text
    assert "hand lies face down" in shared.get(f"/t/{table.id}/?seat=0").text
    assert shared.post(f"/t/{table.id}/openhands").status_code == 303
    assert "Race cards in your hand" in shared.get(f"/t/{table.id}/?seat=0").text


def test_a_phone_of_ones_own_covers_nothing(boxes: House) -> None:
    table = begin(boxes, "camelup")
    assert "Race cards in your hand" in boxes.device(table, 0).get(f"/t/{table.id}/").text


def test_a_mistyped_throw_is_mended_by_who_typed_it(boxes: House) -> None:
    phone = boxes.device()
    phone.post("/try")
    table = next(iter(boxes.hall.tables.values()))
    hand = phone.get(f"/t/{table.id}/?seat=1").text
    assert "I typed that wrong" in hand
    form = {"act": json.dumps({"do": "retype", "by": "Bob", "number": 2}), "d.dice": "3,3"}
    assert phone.post(f"/t/{table.id}/act", form).status_code == 303
    assert table.session.view(Role.TABLE)["players"]["Bob"]["position"] == 25
    assert "I typed that wrong" not in phone.get(f"/t/{table.id}/?seat=0").text


@pytest.mark.parametrize("game", [*GAMES])
def test_the_table_is_laid_again_from_a_list(
    boxes: House, game: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = begin(boxes, game)
    play_on(boxes, table, random.Random(2), 60)
    page = boxes.device(table, 0).get(f"/t/{table.id}/lay")
    assert page.status_code == 200 and "no text" not in caplog.text
    lines = len(GAMES[game].lay_out(table.session.state))
    assert page.text.count('type="checkbox"') == lines


def test_a_rule_sheet_sets_the_edition_and_its_rules(boxes: House) -> None:
    form = {"game": "monopoly", "name": ["Ann", "Bob"], "dice": "typed", "sheet": "preset:danish-sheet"}
    assert boxes.device().post("/new", form).status_code == 303
    setup = next(iter(boxes.hall.tables.values())).session.setup
    assert setup.edition == "dk"
    assert setup.options == {"taxes": "dk-100-200", "utility_throw": "owner", "follow": "dice"}


def test_an_edition_without_a_sheet_can_be_chosen_too(boxes: House) -> None:
    form = {"game": "monopoly", "name": ["Ann", "Bob"], "sheet": "edition:dk-1961"}
    assert boxes.device().post("/new", form).status_code == 303
    assert next(iter(boxes.hall.tables.values())).session.setup.edition == "dk-1961"


def test_a_stored_game_is_listed_and_goes_on(boxes: House) -> None:
    table = begin(boxes, "monopoly")
    page = boxes.device().get("/").text
    assert f"/t/{table.id}/" in page and "Ann, Bob, Cem, Dora" in page
    assert boxes.device().get("/qr.svg").mimetype == "image/svg+xml"


def test_tags_are_saved_and_taken_in_all_or_nothing(boxes: House) -> None:
    table = begin(boxes, "monopoly")
    banker = boxes.device(table, 0, banker=True)
    row = {"uid": "04A3C6CAE26180", "game": "monopoly", "kind": "deed", "name": "orange1"}
    bad = {**row, "uid": "08000000"}
    path = f"/t/{table.id}/tags/import"
    assert banker.post(path, {"list": json.dumps([row, bad])}).status_code == 303
    assert boxes.hall.registry.all() == {}
    assert boxes.device(table, 1).post(path, {"list": json.dumps([row])}).status_code == 303
    assert boxes.hall.registry.all() == {}
    assert banker.post(path, {"list": json.dumps([row])}).status_code == 303
    assert json.loads(banker.get(f"/t/{table.id}/tags.json").text) == [row]


@pytest.mark.parametrize("game", [*GAMES])
def test_the_form_of_the_table_as_it_lies_changes_nothing_when_nothing_is_changed(
    boxes: House, game: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = begin(boxes, game)
    play_on(boxes, table, random.Random(5), 30)
    banker = boxes.device(table, 0, banker=True)
    page = banker.get(f"/t/{table.id}/arrange").text
    assert "no text" not in caplog.text
    named = re.findall(r'name="w\.([^"]*)" value="([^"]*)"', page)
    form = {f"{kind}.{html.unescape(path)}": html.unescape(was) for path, was in named for kind in "aw"}
    assert len(form) > 10
    before = table.session.number
    assert banker.post(f"/t/{table.id}/arrange", form).status_code == 303
    assert table.session.number == before


def test_the_table_is_set_as_it_lies_in_one_entry(boxes: House) -> None:
    table = begin(boxes, "monopoly")
    banker = boxes.device(table, 0, banker=True)
    form = {
        'a.["players", "Ann", "cash"]': "1234",
        'w.["players", "Ann", "cash"]': "1500",
        'a.["deeds", "orange1", "owner"]': '"Bob"',
        'w.["deeds", "orange1", "owner"]': "null",
        'a.["deeds", "orange1", "mortgaged"]': "true",
        'w.["deeds", "orange1", "mortgaged"]': "false",
    }
    assert banker.post(f"/t/{table.id}/arrange", form).status_code == 303
    view = table.session.view(Role.TABLE)
    assert view["number"] == 1
    assert view["players"]["Ann"]["cash"] == 1234
    assert view["deeds"]["orange1"]["owner"] == "Bob" and view["deeds"]["orange1"]["mortgaged"] is True
    answer = boxes.device(table, 1).post(f"/t/{table.id}/arrange", form)
    assert answer.status_code == 303 and table.session.number == 1


def test_a_value_that_is_left_empty_is_left_as_it_is(boxes: House) -> None:
    table = begin(boxes, "monopoly")
    banker = boxes.device(table, 0, banker=True)
    emptied = {'a.["players", "Ann", "cash"]': " ", 'w.["players", "Ann", "cash"]': "1500"}
    changed = {'a.["players", "Bob", "cash"]': "7", 'w.["players", "Bob", "cash"]': "1500"}
    assert banker.post(f"/t/{table.id}/arrange", {**emptied, **changed}).status_code == 303
    players = table.session.view(Role.TABLE)["players"]
    assert (players["Ann"]["cash"], players["Bob"]["cash"]) == (1500, 7)


def test_a_malformed_place_or_value_names_what_was_wrong(boxes: House) -> None:
    table = begin(boxes, "monopoly")
    banker = boxes.device(table, 0, banker=True)
    for form in ({"a.players": "3"}, {'a.["players", "Ann", "cash"]': "lots"}, {'a.["pot"]': "[1]"}, {}):
        page = banker.post(f"/t/{table.id}/arrange", form, follow_redirects=True).text
        assert 'class="notice refused"' in page
        assert table.session.number == 0


def test_what_the_banker_let_pass_is_said_once_and_in_words(boxes: House) -> None:
    table = begin(boxes, "monopoly")
    boxes.device(table, 1, banker=True).say(
        table, "roll", "banker", **{"for": "Bob", "dice": [2, 3], "override": True}
    )
    page = boxes.device(table, 0).get(f"/t/{table.id}/").text
    assert page.count("against the rules") == 1 and "out of turn" in page


def test_a_bankrupt_player_is_out_and_everybody_sees_it(boxes: House) -> None:
    table = begin(boxes, "monopoly")
    assert submit(boxes, table, {"do": "bankrupt", "by": "banker", "for": "Bob", "override": True})
    assert table.session.view(Role.TABLE)["players"]["Bob"]["bankrupt"]
    page = boxes.device(table, 1).get(f"/t/{table.id}/").text
    assert "You are out of the game" in page
    for offered in ("Pay somebody", "Ask for money", "Collect from", "Offer a trade", "Something else"):
        assert offered not in page
    ann = boxes.device(table, 0)
    assert '<span class="sum">out</span>' in ann.get(f"/t/{table.id}/").text
    assert "to=1" not in ann.get(f"/t/{table.id}/trade?seat=0").text
    assert 'name="t.to" value="Bob"' not in ann.get(f"/t/{table.id}/").text


def test_bankruptcy_is_thought_over_and_never_the_strongest_button(boxes: House) -> None:
    table = begin(boxes, "monopoly")
    for name, cash in (("Ann", 3), ("Bob", 1500)):
        assert submit(
            boxes, table, {"do": "arrange", "by": "banker", "set": {"players": {name: {"cash": cash}}}}
        )
    deeds = {"darkblue2": {"owner": "Bob"}}
    assert submit(boxes, table, {"do": "arrange", "by": "banker", "set": {"deeds": deeds}})
    place = {"players": {"Ann": {"position": 34}}}
    assert submit(boxes, table, {"do": "arrange", "by": "banker", "set": place})
    assert submit(boxes, table, {"do": "roll", "by": "Ann", "dice": [2, 3]})
    assert submit(boxes, table, {"do": "demand", "by": "Bob", "deed": "darkblue2"})
    page = boxes.device(table, 0).get(f"/t/{table.id}/").text
    asked = page[: page.index("declare bankruptcy")].rsplit("<details", 1)[1]
    assert 'class="fold confirm"' in asked and '<summary class="button">' in asked
    assert "Yes, I am bankrupt" in page


def test_a_field_is_asked_for_in_the_words_of_its_act(boxes: House) -> None:
    table = begin(boxes, "camelup")
    phone = boxes.device(table, 0)
    assert "leader first" not in phone.get(f"/t/{table.id}/").text
    for at, camel in enumerate(("white", "orange", "yellow", "green", "blue")):
        submit(boxes, table, {"do": "place", "by": "Ann", "camel": camel, "space": 1 + at % 3})
    page = phone.get(f"/t/{table.id}/").text
    assert "leader first" in page
    assert "only I know: face down" in page and "<span>none</span>" not in page
    table = begin(boxes, "lastwill")
    page = boxes.device(table, 0).get(f"/t/{table.id}/").text
    for words in (
        "What does your planning space give?",
        "Which space, counted from the left?",
        "How many cards?",
    ):
        assert words in page


def test_the_pot_is_offered_only_where_there_is_one(boxes: House) -> None:
    for options, pots in (({}, 0), ({"free_parking_pot": 0}, 2)):
        table = begin(boxes, "monopoly", **options)
        page = boxes.device(table, 0, banker=True).get(f"/t/{table.id}/banker?for=0").text
        assert page.count('name="t.to" value="pot"') == pots


def test_collecting_shows_first_what_each_of_the_others_pays(boxes: House) -> None:
    table = begin(boxes, "monopoly")
    ann = boxes.device(table, 0)
    page = ann.get(f"/t/{table.id}/").text
    form = page[page.index(f"/t/{table.id}/collect/0") :].split("</form>")[0]
    assert "Show who pays what" in form and 'name="act"' not in form
    page = ann.get(f"/t/{table.id}/collect/0?n.amount=50&t.note=birthday").text
    for words in ("Ann collects $50", "Dora", "$1,450", "Yes, each pays $50"):
        assert words in page
    act = html.unescape(page.split('name="act" value="')[1].split('"')[0])
    assert ann.post(f"/t/{table.id}/act", {"act": act}).status_code == 303
    assert table.session.state.ledger.balance(Seat(0)) == 1650
    assert "Fill in: amount" in ann.get(f"/t/{table.id}/collect/0?n.amount=").text
    assert ann.get(f"/t/{table.id}/collect/1?n.amount=5").status_code == 403


def test_the_end_of_a_game_says_who_won(boxes: House) -> None:
    table = begin(boxes, "camelup")
    play_on(boxes, table, random.Random(1), 400)
    winners = table.session.view(Role.TABLE)["winners"]
    assert winners
    for page in ("table", ""):
        told = boxes.device(table, 0, screen=True).get(f"/t/{table.id}/{page}").text
        assert 'class="winner"' in told and winners[0] in told


def tried(boxes: House) -> tuple[Any, Table]:
    """A device at the half-played table."""
    phone = boxes.device()
    phone.post("/try")
    return phone, next(iter(boxes.hall.tables.values()))


def test_a_card_that_no_list_holds_is_put_together(boxes: House) -> None:
    table = begin(boxes, "monopoly", follow="hands")
    phone = boxes.device(table, 3)
    assert "A card that is not in the list" in phone.get(f"/t/{table.id}/").text
    act = json.dumps({"do": "draw", "by": "Dora"})
    form = {"act": act, "n.effect.collect": "25", "t.effect.with": "each", "n.effect.pay": ""}
    assert phone.post(f"/t/{table.id}/act", form).status_code == 303
    assert table.session.state.ledger.balance(Seat(3)) == 1500 + 75


def test_a_group_is_sold_and_built_by_several_levels(boxes: House) -> None:
    phone, table = tried(boxes)
    act = json.dumps({"do": "sell_building", "by": "Ann"})
    form = {"act": act, "t.deed": "lightblue1", "n.count": "8"}
    assert phone.post(f"/t/{table.id}/act", form).status_code == 303
    assert table.session.view(Role.TABLE)["deeds"]["lightblue2"]["houses"] == 0


def test_the_next_player_ends_a_forgotten_turn(boxes: House) -> None:
    _, table = tried(boxes)
    cem = boxes.device(table, 2)
    page = cem.get(f"/t/{table.id}/").text
    assert "Bob went without ending the turn: end it" in page
    answer = cem.post(f"/t/{table.id}/act", {"act": json.dumps({"do": "end_turn", "by": "Bob"})})
    assert answer.status_code == 303 and table.game.turn(table.session.state) == 2
    assert "went without ending" not in boxes.device(table, 0).get(f"/t/{table.id}/").text


def test_a_player_leaves_and_gives_everything_to_another(boxes: House) -> None:
    phone, table = tried(boxes)
    form = {"act": json.dumps({"do": "leave", "by": "Dora", "who": "Dora"}), "t.to": "Ann"}
    assert "I leave the game" in phone.get(f"/t/{table.id}/?seat=3").text
    assert phone.post(f"/t/{table.id}/act", form).status_code == 303
    assert table.session.state.ledger.balance(Seat(0)) == 1118 + 1266


def test_a_tag_is_typed_where_there_is_no_reader(boxes: House) -> None:
    phone, table = tried(boxes)
    act = json.dumps({"do": "scan", "by": "table", "reader": "typed"})
    assert phone.post(f"/t/{table.id}/act", {"act": act, "t.uid": "04A3C6CAE26180"}).status_code == 303
    assert "What is this?" in phone.get(f"/t/{table.id}/table").text


@pytest.mark.parametrize(("wanted", "screen", "hand"), [("off", 0, 0), ("screen", 5, 0), ("all", 5, 5)])
def test_odds_are_shown_where_the_house_rule_says(boxes: House, wanted: str, screen: int, hand: int) -> None:
    table = begin(boxes, "camelup", odds=wanted)
    play_on(boxes, table, random.Random(4), 8)
    chances = {camel: ["1/5"] * 5 for camel in ("white", "orange", "yellow", "green", "blue")}
    report = {"places": chances, "leg_tiles": dict.fromkeys(chances, "7/3")}
    number = table.session.number
    boxes.inbox.ask(lambda: table.show_computed(Computed(number, report)))
    phone = boxes.device(table, 0, screen=True)
    assert phone.get(f"/t/{table.id}/table").text.count("20 %") == screen
    assert phone.get(f"/t/{table.id}/").text.count("20 %, tile +2.3") == hand
    assert phone.get(f"/t/{table.id}/").text.count('class="odds-bar"') == hand
    assert phone.get(f"/t/{table.id}/table").text.count('class="odds-bar"') == screen
    phone.say(table, "transfer", "Ann", to="Bob", amount=1)
    assert "20 %" not in phone.get(f"/t/{table.id}/table").text
