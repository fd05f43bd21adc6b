"""Camel Up on the screens: helping, a leg's end, mending the track, partners, the piles at the end."""

from __future__ import annotations

import html
import importlib
import json
import random
import re
from typing import Any

import pytest

from companion.core.game import Setup
from companion.games import GAMES
from companion.table.outcome import Done
from companion.table.table import Table
from companion.web.camel_cards import shown_piles
from companion.web.marks import seat_marks
from tests.web.house import House

ORDER = {
    name: {"space": space, "height": 0}
    for name, space in (("green", 2), ("blue", 6), ("white", 9), ("yellow", 12), ("orange", 15))
}


@pytest.fixture
def race(house: House) -> Table:
    """Ann, Bob and Cem; the last die of the leg is green's; Ann bet on orange, who leads."""
    return begin(house, ("Ann", "Bob", "Cem"))


def begin(house: House, people: tuple[str, ...], **options: object) -> Table:
    house.hall.games = {**GAMES, **house.hall.games}
    table = house.inbox.ask(lambda: house.hall.start(Setup("camelup", people, options=options)))
    do(house, table, "arrange", "banker", set={"camels": ORDER, "pyramid": ["green"]})
    do(house, table, "leg_bet", "Ann", camel="orange")
    return table


def do(house: House, table: Table, verb: str, by: str, **fields: Any) -> None:
    said = {"do": verb, "by": by, **fields}
    assert isinstance(house.inbox.ask(lambda: table.submit(said)), Done), said


def acts(page: str) -> list[dict[str, Any]]:
    """The commands of a page's forms."""
    found = re.findall(r'name="act" value="([^"]*)"', page)
    return [json.loads(html.unescape(one)) for one in found]


def test_another_phone_enters_for_whose_turn_it_is(house: House, race: Table) -> None:
    cem = house.device(race, 2)
    page = cem.get(f"/t/{race.id}/").text
    assert "Enter for Bob" in page
    (bet,) = [act for act in acts(page) if act["do"] == "leg_bet" and act["camel"] == "white"]
    assert cem.post(f"/t/{race.id}/act", {"act": json.dumps(bet)}).status_code == 303
    entry = race.last_entry()
    assert entry is not None and (entry.by, entry.entered_by, entry.do) == (1, 2, "leg_bet")
    assert "Bob bets on white" in cem.get(f"/t/{race.id}/").text
    assert "entered by Cem" in cem.get(f"/t/{race.id}/history").text


def test_who_helps_lays_a_race_card_face_down_and_learns_no_secret(house: House, race: Table) -> None:
    do(house, race, "race_bet", "Bob", camel="white", on="winner")
    do(house, race, "race_bet", "Cem", camel="blue", on="loser")
    bob = house.device(race, 1)
    page = bob.get(f"/t/{race.id}/").text
    assert "Enter for Ann" in page and 'name="c.camel"' not in page
    (bet,) = [act for act in acts(page) if act["do"] == "race_bet" and act["on"] == "loser"]
    bob.post(f"/t/{race.id}/act", {"act": json.dumps(bet)})
    assert race.session.state.loser_pile[-1].camel is None
    assert "2 for the last" in bob.get(f"/t/{race.id}/board").text


def test_on_the_own_phone_the_camel_of_a_race_card_is_chosen(house: House, race: Table) -> None:
    page = house.device(race, 1).get(f"/t/{race.id}/").text
    assert "only I know: face down" in page and 'name="c.camel"' in page
    assert 'name="c.camel"' not in house.device(race, 2).get(f"/t/{race.id}/").text


def test_nobody_is_helped_on_a_device_of_the_same_player_or_when_the_race_is_over(
    house: House, race: Table
) -> None:
    assert 'id="helping"' not in house.device(race, 1).get(f"/t/{race.id}/").text
    shared = house.device(race, 1, 2)
    shared.post(f"/t/{race.id}/look", {"seat": 2})
    page = shared.get(f"/t/{race.id}/?seat=2").text
    assert "Only Cem looks now" in page and 'id="peek"' in page and 'id="helping"' not in page
    do(house, race, "finish", "banker")
    assert 'id="helping"' not in house.device(race, 2).get(f"/t/{race.id}/").text


def test_a_leg_begins_with_what_to_clear_up_until_somebody_acts(house: House, race: Table) -> None:
    banker = house.device(race, 0, banker=True)
    assert "Does your board look like this?" not in banker.get(f"/t/{race.id}/").text
    do(house, race, "roll", "Bob", die="green", pips=1)
    page = banker.get(f"/t/{race.id}/").text
    assert "Leg 2 begins" in page and "Pyramid tiles back on their stack" in page
    assert page.count("Pyramid tiles back on their stack") == 1
    assert f"/t/{race.id}/track" in page
    assert "Does your board look like this?" in banker.get(f"/t/{race.id}/board").text
    assert f"/t/{race.id}/track" not in house.device(race, 1).get(f"/t/{race.id}/").text
    do(house, race, "leg_bet", "Cem", camel="white")
    assert "Does your board look like this?" not in banker.get(f"/t/{race.id}/").text


def test_a_camel_is_put_under_those_on_its_space_with_three_taps(house: House, race: Table) -> None:
    banker = house.device(race, banker=True)
    here = f"/t/{race.id}/track"
    page = banker.get(here).text
    assert page.count("?camel=") == 5 and "to-tap" not in page
    page = banker.get(f"{here}?camel=blue").text
    assert page.count('class="to-tap"') == 16
    page = banker.get(f"{here}?camel=blue&space=15").text
    assert 'value="over"' in page and 'value="under"' in page
    assert 'value="under"' not in banker.get(f"{here}?camel=blue&space=7").text
    banker.post(here, {"camel": "blue", "space": "15", "side": "under"})
    assert list(race.session.state.track.stacks()[15]) == ["blue", "orange"]
    banker.post(here, {"camel": "blue", "space": "15", "side": "over"})
    assert list(race.session.state.track.stacks()[15]) == ["orange", "blue"]


@pytest.mark.parametrize(
    ("field", "value"), [("camel", "purple"), ("space", "-1"), ("space", "900"), ("side", "beside")]
)
def test_a_place_that_cannot_be_is_named(house: House, race: Table, field: str, value: str) -> None:
    before = race.session.number
    form = {"camel": "blue", "space": "15", "side": "over", field: value}
    answer = house.device(race, banker=True).post(
        f"/t/{race.id}/track", form, headers={"Accept": "application/json"}
    )
    assert (answer.status_code, answer.json["refused"]) == (400, "bad_request")
    assert answer.json["values"]["field"] == field
    assert race.session.number == before


def test_only_the_banker_mends_the_track(house: House, race: Table, table: Table) -> None:
    ann = house.device(race, 0)
    before = race.session.number
    assert ann.get(f"/t/{race.id}/track").status_code == 302
    ann.post(f"/t/{race.id}/track", {"camel": "blue", "space": "1", "side": "over"})
    assert race.session.number == before
    assert house.device(table, 0, banker=True).get(f"/t/{table.id}/track").status_code == 404


def test_best_copies_are_sent_with_one_tap(house: House) -> None:
    race = begin(house, ("Ann", "Bob", "Cem", "Dia", "Eva", "Fay"), partner_bets=True)
    do(house, race, "partner", "Bob", **{"with": "Ann"})
    banker, cem = house.device(race, 3, banker=True), house.device(race, 2)
    assert "send_best" not in banker.get(f"/t/{race.id}/").text
    do(house, race, "roll", "Cem", die="green", pips=1)
    assert "Send the best copies for the 2 who have not chosen" in banker.get(f"/t/{race.id}/").text
    assert "send_best" not in cem.get(f"/t/{race.id}/").text
    assert cem.post(f"/t/{race.id}/send_best").status_code == 403
    banker.post(f"/t/{race.id}/send_best")
    assert race.session.state.leg == 2
    assert dict(race.session.state.last_scoring)[1] == 5


def test_both_piles_are_turned_over_card_by_card_with_what_each_paid(house: House) -> None:
    house.hall.games = {**GAMES, **house.hall.games}
    race = house.inbox.ask(lambda: house.hall.start(Setup("camelup", ("Ann", "Bob", "Cem"))))
    bot, luck = importlib.import_module("companion.games.camelup.bot"), random.Random(5)
    assert shown_piles(race, seat_marks(("Ann", "Bob", "Cem"))) is None
    while (said := bot.next_act(race.session.state, luck)) is not None:
        house.inbox.ask(lambda said=said: race.submit(said))  # type: ignore[misc]
    shown = shown_piles(race, seat_marks(("Ann", "Bob", "Cem")))
    assert shown is not None and shown.turning
    cards = [card for _, pile in shown.piles for card in pile]
    assert [card.step for card in cards] == list(range(len(cards))) and len(cards) > 2
    assert [name for name, _ in shown.piles] == ["winner", "loser"]
    page = house.device(race, screen=True).get(f"/t/{race.id}/table").text
    assert page.count('class="race-card') == len(cards) and "turning" in page
    later = shown_piles(race, seat_marks(("Ann", "Bob", "Cem")), now=4e9)
    assert later is not None and not later.turning
