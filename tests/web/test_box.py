"""The box that its owners describe: understood in words, kept and brought as one file, put right in play."""

from __future__ import annotations

import html
import io
import json
from typing import Any, cast

import pytest

from companion.core.game import Game, Setup
from companion.games import lastwill
from companion.table.outcome import Done
from companion.table.table import Table
from companion.web.board_form import read_board_form, side_fields
from companion.web.card_form import card_fields, read_card_form
from tests.web.house import House, Phone

BALL = {
    "id": "ball",
    "name": "Ball",
    "kind": "event",
    "symbols": ["party"],
    "options": [{"actions": 2, "amount": 4}, {"actions": 3, "amount": 6}],
    "companions": [{"kind": "dog", "pounds": 3}],
}
FARM = {
    "id": "farm",
    "name": "Farm",
    "kind": "farm",
    "ladder": [15],
    "options": [{"actions": 1, "amount": {"base": 2, "per": [{"what": "farm", "each": 1}]}}],
    "tokens": [{"kind": "dog", "amount": 4}],
    "copies": 2,
}
BOARDS = {
    "planning": {"2-3": [{"cards": 2, "errands": 1, "actions": 3}] * 4},
    "offer": {"2-3": [{"id": "left", "deck_by_round": ["property"] * 2 + ["event"] * 5, "group": "g"}]},
    "supplement": {"3": [{"id": "more", "deck_by_round": ["event"] * 7}]},
    "errands": {"2-3": {"market": 1, "extension": 2, "opera": 3}},
}


@pytest.fixture
def lastwill_house(house: House) -> House:
    """A companion with an empty box of Last Will."""
    house.hall.games = {**house.hall.games, lastwill.NAME: cast(Game, lastwill)}
    return house


@pytest.fixture
def game(lastwill_house: House) -> Table:
    setup = Setup(lastwill.NAME, ("Ann", "Bob"))
    return lastwill_house.inbox.ask(lambda: lastwill_house.hall.start(setup))


def say(house: House, table: Table, do: str, by: str, **fields: Any) -> None:
    outcome = house.inbox.ask(lambda: table.submit({"do": do, "by": by, **fields}))
    assert isinstance(outcome, Done), outcome


def upload(phone: Phone, path: str, text: str, **form: str) -> Any:
    sent = {**form, "box_file": (io.BytesIO(text.encode()), "box.json")}
    return phone.post(path, cast(Any, sent), content_type="multipart/form-data")


@pytest.mark.parametrize("card", [BALL, FARM])
def test_a_card_comes_back_from_its_form_as_it_was(card: dict[str, Any]) -> None:
    fields = card_fields(card)
    form = {
        name: getattr(fields, name) for name in type(fields).__slots__ if name not in ("symbols", "numbers")
    }
    assert read_card_form({**form, **fields.numbers}, fields.symbols) == card


def test_the_boards_come_back_from_their_form_as_they_were() -> None:
    form: dict[str, str] = {}
    for side in side_fields(BOARDS):
        form |= {f"planning.{side.side}": side.planning, f"offer.{side.side}": side.offer}
        form |= {f"supplement.{side.extra}": side.supplement}
        form |= {f"errands.{side.side}.{errand}": typed for errand, typed in side.errands.items()}
    assert read_board_form(form, {"start_money": 90}) == {**BOARDS, "start_money": 90}


def test_a_card_is_typed_and_shown_as_understood(lastwill_house: House, game: Table) -> None:
    banker = lastwill_house.device(game, banker=True)
    form = {"name": "Boat trip", "kind": "event", "options": "2 5", "companions": "dog 3"}
    answer = banker.post(f"/t/{game.id}/box/card", form)
    assert answer.status_code == 303
    page = html.unescape(banker.get(answer.headers["Location"]).text)
    assert "Boat trip was understood as:" in page
    assert "2 actions: spend £5" in page and "with dog +3" in page
    assert "boat-trip" in game.session.state.cards


def test_a_card_entered_wrongly_is_changed_in_play(lastwill_house: House, game: Table) -> None:
    banker = lastwill_house.device(game, banker=True)
    banker.post(f"/t/{game.id}/box/card", {"name": "Dinner", "kind": "event", "options": "1 3"})
    page = banker.get(f"/t/{game.id}/box?card=dinner").text
    assert ">1 3</textarea>" in page
    banker.post(
        f"/t/{game.id}/box/card", {"id": "dinner", "name": "Dinner", "kind": "event", "options": "1 2"}
    )
    assert game.session.state.card("dinner").options[0].amount.base == 2


@pytest.mark.parametrize(
    ("form", "named"),
    [
        ({"name": "X", "kind": "flat", "ladder": "5 7"}, "ladder"),
        ({"name": "X", "kind": "event", "options": "2"}, "two things a line"),
        ({"name": "X", "kind": "event", "crowns": "2", "will_amount": "9"}, "crowns"),
        ({"name": "X", "more": "{"}, "JSON object"),
        ({"kind": "event"}, "id"),
    ],
)
def test_a_faulty_card_changes_nothing_and_keeps_what_was_typed(
    lastwill_house: House, game: Table, form: dict[str, str], named: str
) -> None:
    banker = lastwill_house.device(game, banker=True)
    answer = banker.post(f"/t/{game.id}/box/card", form)
    assert answer.status_code == 409
    assert named in html.unescape(answer.text).partition('id="faults"')[2].partition("</div>")[0]
    assert all(html.escape(typed) in answer.text for typed in form.values())
    assert not game.session.state.cards


def test_only_the_banker_writes_cards_boards_and_files(lastwill_house: House, game: Table) -> None:
    phone = lastwill_house.device(game, 0)
    for part, form in (
        ("card", {"name": "X", "kind": "event"}),
        ("boards", {}),
        ("import", {"box_text": "[]"}),
    ):
        assert phone.post(f"/t/{game.id}/box/{part}", form).status_code == 409
    assert game.session.number == 0
    assert 'id="card-form"' not in phone.get(f"/t/{game.id}/box").text


def test_the_box_goes_out_as_a_file_and_begins_another_game(lastwill_house: House, game: Table) -> None:
    banker = lastwill_house.device(game, 0, 1, banker=True)
    file = json.dumps({"version": 1, "cards": [BALL, FARM], "box": BOARDS})
    assert upload(banker, f"/t/{game.id}/box/import", file).status_code == 303
    kept = banker.get(f"/t/{game.id}/box.json").text
    assert json.loads(kept) == {"version": 1, "cards": [BALL, FARM], "box": BOARDS}
    answer = upload(banker, "/new", kept, game="lastwill", name="Ann")
    assert answer.status_code == 409
    begun = banker.post(
        "/new", cast(Any, {"game": "lastwill", "name": ["Ann", "Bob", "Cem"], "box_of": game.id})
    )
    assert begun.status_code == 303
    current = lastwill_house.hall.current
    assert current is not None and set(current.session.state.cards) == {"ball", "farm"}
    assert len(current.session.state.boards.planning["2-3"]) == 4
    assert [slot.id for slot in current.session.state.boards.slots(3)] == ["left", "more"]


@pytest.mark.parametrize("path", ["import", "new"])
def test_a_whole_box_of_long_cards_is_no_oversized_body(
    lastwill_house: House, game: Table, path: str
) -> None:
    banker = lastwill_house.device(game, banker=True)
    cards = [{**FARM, "id": f"farm-{number}", "copies": 1} for number in range(140)]
    file = json.dumps({"cards": cards}, indent=4)
    assert len(file) > 64 * 1024
    where = f"/t/{game.id}/box/import" if path == "import" else "/new"
    sent = {"game": "lastwill", "name": ["Ann", "Bob"], "box_file": (io.BytesIO(file.encode()), "box.json")}
    answer = banker.post(where, cast(Any, sent), content_type="multipart/form-data")
    assert answer.status_code == 303
    current = lastwill_house.hall.current
    assert current is not None and len(current.session.state.cards) == 140
    assert banker.post(where, cast(Any, {"box_text": "x" * 400_000})).status_code == 413


def test_a_csv_sheet_is_taken_in(lastwill_house: House, game: Table) -> None:
    banker = lastwill_house.device(game, banker=True)
    sheet = 'id,name,kind,ladder\nflat,Flat,flat,"[9, 7, 5]"\n'
    assert upload(banker, f"/t/{game.id}/box/import", sheet).status_code == 303
    assert game.session.state.card("flat").ladder == (9, 7, 5)


@pytest.mark.parametrize("path", ["import", "new"])
def test_every_fault_of_a_file_is_named(lastwill_house: House, game: Table, path: str) -> None:
    banker = lastwill_house.device(game, banker=True)
    wrong = json.dumps(
        {"cards": [{"id": "a", "kind": "x"}, {"id": "B"}], "box": {"planning": {"2-3": []}, "x": 1}}
    )
    where = f"/t/{game.id}/box/import" if path == "import" else "/new"
    answer = upload(banker, where, wrong, game="lastwill", name="Ann")
    assert answer.status_code == 409
    page = html.unescape(answer.text)
    assert all(f"<li>{place}: expected" in page for place in ("cards[0].kind", "cards[1].id", "box.x"))
    assert game.session.number == 0 and len(lastwill_house.hall.tables) == 1


def test_a_file_that_is_no_text_is_refused(lastwill_house: House, game: Table) -> None:
    banker = lastwill_house.device(game, banker=True)
    sent = {"box_file": (io.BytesIO(b"\xff\xfe\x00"), "box.json")}
    answer = banker.post(f"/t/{game.id}/box/import", cast(Any, sent), content_type="multipart/form-data")
    assert answer.status_code == 409 and "a file in UTF-8" in answer.text


def test_boards_with_a_fault_are_not_kept(lastwill_house: House, game: Table) -> None:
    banker = lastwill_house.device(game, banker=True)
    answer = banker.post(f"/t/{game.id}/box/boards", {"planning.2-3": "2 1 3\n9 9 9"})
    assert answer.status_code == 409 and "box.planning.2-3" in html.unescape(answer.text)
    assert banker.get(f"/t/{game.id}/box.json").json["box"] == {}


def test_a_game_whose_print_is_known_has_no_box_to_describe(house: House, table: Table) -> None:
    phone = house.device(table, 0, banker=True)
    assert phone.get(f"/t/{table.id}/box").status_code == 404


def test_a_known_card_of_a_hand_is_on_its_owners_phone_alone(lastwill_house: House) -> None:
    setup = Setup(lastwill.NAME, ("Ann", "Bob"), options={"starting_hands": "tracked"})
    table = lastwill_house.inbox.ask(lambda: lastwill_house.hall.start(setup))
    secret = {"id": "secretary", "name": "Hidden Secretary", "kind": "helper"}
    say(lastwill_house, table, "keep", "Ann", cards=[secret, {"kind": "farm", "name": "Hidden Farm"}])
    ann, bob = lastwill_house.device(table, 0), lastwill_house.device(table, 1, banker=True)
    screen = lastwill_house.device(table, screen=True)
    for part in ("", "box", "box.json"):
        assert "Hidden Secretary" in ann.get(f"/t/{table.id}/{part}").text
    for other in (bob, screen):
        for part in ("", "hand", "table", "board", "box", "box.json", "history", "banker", "arrange"):
            assert "Hidden" not in other.get(f"/t/{table.id}/{part}").text


def begin_turn(house: House, table: Table, money: int, board: list[dict[str, Any]]) -> None:
    ann = {"money": money, "actions": 3, "board": board}
    say(house, table, "arrange", "banker", set={"cards": [BALL, FARM]})
    say(house, table, "arrange", "banker", set={"phase": "actions", "players": {"Ann": ann}})


def test_a_phone_shows_what_each_card_can_do_and_what_it_costs(lastwill_house: House, game: Table) -> None:
    begin_turn(lastwill_house, game, 20, [{"card": "farm"}])
    page = html.unescape(lastwill_house.device(game, 0).get(f"/t/{game.id}/").text)
    own = page.partition("Before you")[2]
    assert "3 actions left" in own and "1 of 5 places" in own
    assert "Keep up Farm (actions: 1): spend £3" in own and "marker space 1, dog" in own
    assert '<progress value="3" max="140">' in page


def test_spending_is_bounded_by_property_and_warned_of_without(lastwill_house: House, game: Table) -> None:
    begin_turn(lastwill_house, game, 5, [{"card": "farm"}])
    ann = lastwill_house.device(game, 0)
    page = html.unescape(ann.get(f"/t/{game.id}/").text)
    assert "While you own Farm you can spend £5 at most" in page
    assert page.count("required disabled") == 7
    say(lastwill_house, game, "arrange", "banker", set={"players": {"Ann": {"board": []}}})
    page = html.unescape(ann.get(f"/t/{game.id}/").text)
    assert "spending £5 or more makes you bankrupt" in page and "required disabled" not in page


def test_the_table_screen_shows_market_order_money_and_property(lastwill_house: House, game: Table) -> None:
    begin_turn(lastwill_house, game, 20, [{"card": "farm"}])
    page = html.unescape(lastwill_house.device(game, screen=True).get(f"/t/{game.id}/table").text)
    for shown in ("The property market", "The order of play", "£20", "£70", "Farm", "£15", "Round 1"):
        assert shown in page
