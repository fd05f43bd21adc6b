"""Who starts: throws, taps and lots, asked by plain forms before the table is laid."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping

import pytest

from companion.games import GAMES
from companion.table.table import Table
from tests.web.house import House, Phone
from tests.web.plain_form import PlainForm

NAMES = ["Ann", "Bob", "Cem", "Dora"]


@pytest.fixture
def boxes(house: House) -> House:
    """A companion with every box of the house."""
    house.hall.games = {**GAMES, **house.hall.games}
    return house


def asked(phone: Phone, way: str, game: str = "coins", **more: str) -> PlainForm:
    """The step that asks who starts."""
    return PlainForm(sent(phone, {"game": game, "name": NAMES, "first": way, **more}), "first-player")


def sent(phone: Phone, form: Mapping[str, object]) -> str:
    """The page that a form leads to; the game has not begun."""
    answer = phone.post("/new", form)
    assert answer.status_code == 303 and answer.location.startswith("/new?draft=")
    return str(phone.get(answer.location).text)


def begun(house: House) -> Table:
    (table,) = house.hall.tables.values()
    return table


def told(house: House, table: Table) -> str:
    """What our rules say about the start; the history says the same."""
    device = house.device(table, 0)
    pages = [html.unescape(device.get(f"/t/{table.id}/{part}").text) for part in ("rules", "history")]
    lines = [page.split('<p class="first-line">')[1].split("</p>")[0] for page in pages]
    assert lines[0] == lines[1]
    return lines[0]


def test_the_highest_throw_starts_and_nobody_changes_places(boxes: House) -> None:
    phone = boxes.device()
    form = asked(phone, "highest", "monopoly")
    thrown = form.sent(**{"throw.0": "9", "throw.1": "4", "throw.2": "11", "throw.3": "5"})
    assert phone.post("/new", thrown).status_code == 303
    table = begun(boxes)
    assert table.session.setup.players == ("Cem", "Dora", "Ann", "Bob")
    assert table.game.turn(table.session.state) in (0, None)
    assert told(boxes, table) == "Cem starts: highest throw, 11."


def test_equal_throws_throw_again_and_nobody_else(boxes: House) -> None:
    phone = boxes.device()
    form = asked(phone, "highest")
    thrown = {"throw.0": "9", "throw.1": "11", "throw.2": "11", "throw.3": "4"}  # MP-3
    page = sent(phone, form.sent(**thrown))
    again = PlainForm(page, "first-player")
    assert [name for name, _ in again.fields if name.startswith("throw.")] == ["throw.1", "throw.2"]
    assert "Bob: 11" in page and "Equal" in page and boxes.hall.tables == {}
    assert phone.post("/new", again.sent(**{"throw.1": "3", "throw.2": "7"})).status_code == 303
    assert begun(boxes).session.setup.players == ("Cem", "Dora", "Ann", "Bob")
    assert told(boxes, begun(boxes)) == "Cem starts: highest throw, 11."


@pytest.mark.parametrize("typed", ["1", "13", "", "lots", "٧", "-3", "7.0"])
def test_a_sum_that_two_dice_cannot_show_is_named_and_the_others_stay(boxes: House, typed: str) -> None:
    phone = boxes.device()
    thrown = {"throw.0": "9", "throw.1": typed, "throw.2": "5", "throw.3": "4"}
    form = asked(phone, "highest")
    answer = phone.post("/new", form.sent(**thrown))
    assert answer.status_code == 409
    page = html.unescape(answer.text)
    assert ("2 to 12" in page and f"“{typed}”" in page) or (not typed and "Fill in: throw" in page)
    again = PlainForm(answer.text, "first-player").sent()
    assert (again["throw.0"], again["throw.2"]) == (["9"], ["5"])
    assert again["draft"] == form.sent()["draft"]
    assert boxes.hall.tables == {}


def test_the_program_throws_until_one_is_highest_and_shows_every_throw(boxes: House) -> None:
    phone = boxes.device()
    for _ in range(12):
        page = sent(phone, asked(phone, "highest").sent("by", "program"))
        found = re.search(r"<strong>(\w+) starts: highest throw, (\d+)\.</strong>", page)
        assert found is not None
        first, best = found[1], int(found[2])
        thrown = [(name, int(sum)) for name, sum in re.findall(r"<span>(\w+): (\d+)</span>", page)]
        assert {name for name, _ in thrown[:4]} == {*NAMES} and max(sum for _, sum in thrown[:4]) == best
        assert (first, best) in thrown[:4] and all(2 <= sum <= 12 for _, sum in thrown)
    form = PlainForm(page, "first-player").sent()
    assert boxes.hall.tables == {}
    assert phone.post("/new", form).status_code == 303
    assert begun(boxes).session.setup.players[0] == first


@pytest.mark.parametrize(
    ("game", "way", "line"),
    [
        ("camelup", "youngest", "Bob starts: the youngest."),
        ("lastwill", "last_payer", "Bob starts: the last one who paid for something."),
    ],
)
def test_a_tap_says_who_it_is(boxes: House, game: str, way: str, line: str) -> None:
    phone = boxes.device()
    page = phone.get(f"/new?game={game}").text
    assert f'name="first" value="{way}" checked' in page
    assert phone.post("/new", asked(phone, way, game).sent("starts", "1")).status_code == 303
    table = begun(boxes)
    assert table.session.setup.players == ("Bob", "Cem", "Dora", "Ann")
    assert told(boxes, table) == line


def test_the_lot_is_shown_before_it_counts(boxes: House) -> None:
    phone, fell = boxes.device(), set()
    for _ in range(60):
        answer = phone.post("/new", {"game": "coins", "name": NAMES, "first": "lot"})
        pages = {phone.get(answer.location).text for _ in range(2)}
        assert len(pages) == 1  # it is drawn once, however often the page is loaded
        page = pages.pop()
        drawn = page.split("<strong>")[1].split(" starts")[0]
        fell.add(drawn)
    assert fell == {*NAMES}
    form = PlainForm(page, "first-player")
    assert phone.post("/new", form.sent()).status_code == 303
    assert told(boxes, begun(boxes)) == f"{drawn} starts: drawn by lot."
    assert begun(boxes).session.setup.players[0] == drawn


def test_as_seated_begins_at_once_and_there_is_nothing_to_tell(boxes: House) -> None:
    assert boxes.device().post("/new", {"game": "coins", "name": NAMES, "first": "seated"}).status_code == 303
    assert begun(boxes).session.setup.players == tuple(NAMES)
    assert "first-line" not in boxes.device(begun(boxes), 0).get(f"/t/{begun(boxes).id}/rules").text


def test_a_mark_goes_with_its_player_when_the_round_is_told_from_another(boxes: House) -> None:
    phone = boxes.device()
    form = asked(phone, "youngest", mark="7")
    assert phone.post("/new", form.sent("starts", "2")).status_code == 303
    # As the set-up showed them: Ann chose the seventh, the others had those of their places.
    assert boxes.notes.get(f"pieces/{begun(boxes).id}") == [2, 3, 7, 1]


def test_one_may_go_back_to_the_seats_and_nothing_is_lost(boxes: House) -> None:
    phone = boxes.device()
    form = asked(phone, "highest", "monopoly", sheet="preset:danish-sheet", **{"o.salary": "400"})
    back = phone.get(f"/new?draft={form.sent()['draft'][0]}&seats=1")
    again = PlainForm(back.text, "new-game").sent()
    assert again["name"][:4] == NAMES and again["sheet"] == ["preset:danish-sheet"]
    assert again["o.salary"] == ["400"] and again["first"] == ["highest"]


def test_a_box_that_was_brought_along_is_there_after_the_step(boxes: House) -> None:
    phone = boxes.device()
    card = {"id": "flat", "name": "Flat", "kind": "flat", "ladder": [9, 7, 5]}
    form = asked(phone, "last_payer", "lastwill", box_text=json.dumps({"cards": [card]}))
    assert phone.post("/new", form.sent("starts", "3")).status_code == 303
    assert [*begun(boxes).session.state.cards] == ["flat"]


@pytest.mark.parametrize("starts", ["4", "-1", "x", "", "01"])
def test_who_does_not_sit_there_does_not_start(boxes: House, starts: str) -> None:
    phone = boxes.device()
    page = sent(phone, asked(phone, "youngest").sent() | {"starts": starts})
    assert "Who is the youngest?" in page
    assert boxes.hall.tables == {}


def test_the_way_back_from_a_game_that_has_begun_leads_to_it(boxes: House) -> None:
    phone = boxes.device()
    form = asked(phone, "youngest")
    first = phone.post("/new", form.sent("starts", "1"))
    assert phone.post("/new", form.sent("starts", "1")).location == first.location
    back = phone.get(f"/new?draft={form.sent()['draft'][0]}")
    assert (back.status_code, back.location) == (302, f"/t/{begun(boxes).id}/")


def test_the_way_back_on_the_table_screen_leads_to_the_table(boxes: House) -> None:
    phone = boxes.device()
    form = asked(phone, "lot", here="none")
    assert phone.post("/new", form.sent()).location == f"/t/{begun(boxes).id}/table"
    back = phone.get(f"/new?draft={form.sent()['draft'][0]}")
    assert back.location == f"/t/{begun(boxes).id}/table"


@pytest.mark.parametrize("draft", ["", "none", "x" * 500])
def test_a_set_up_that_is_gone_starts_anew_with_the_box(boxes: House, draft: str) -> None:
    assert "Which box is on the table?" in boxes.device().get(f"/new?draft={draft}").text
    answer = boxes.device().post("/new", {"draft": draft, "starts": "0"})
    assert (answer.status_code, answer.location) == (303, "/new")


def test_only_the_newest_set_ups_are_kept(boxes: House) -> None:
    phone = boxes.device()
    forms = [asked(phone, "youngest").sent("starts", "0") for _ in range(8)]
    assert phone.post("/new", forms[0]).location == "/new"
    assert phone.post("/new", forms[-1]).location.startswith("/t/")


def test_an_unknown_way_is_refused_and_named(boxes: House) -> None:
    answer = boxes.device().post("/new", {"game": "coins", "name": NAMES, "first": "oldest"})
    assert answer.status_code == 409 and "oldest" in answer.text and boxes.hall.tables == {}


def test_nobody_throws_for_a_table_that_cannot_be(boxes: House) -> None:
    answer = boxes.device().post("/new", {"game": "monopoly", "name": ["Ann"], "first": "highest"})
    assert answer.status_code == 409 and "new-game" in answer.text


def test_how_the_first_player_was_found_outlives_a_restart(boxes: House) -> None:
    phone = boxes.device()
    phone.post("/new", asked(phone, "youngest").sent("starts", "3"))
    again = House(boxes.shelf, boxes.notes)
    table = again.inbox.ask(lambda: again.hall.open(begun(boxes).id))
    assert told(again, table) == "Dora starts: the youngest."
    again.close()
