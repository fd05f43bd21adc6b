"""The last page: places, the money of everybody, and what turned the game."""

from __future__ import annotations

import random
import re

import pytest

from companion.core.game import Setup
from companion.core.seats import Seat
from companion.games import GAMES
from companion.games.camelup import bot
from companion.table.outcome import Done
from companion.table.table import Table
from companion.web.chart import money_rows
from companion.web.ending import lead_changes, ranking
from companion.web.look import look_at
from companion.web.start import lay_demo
from tests.web.house import House


@pytest.fixture
def boxes(house: House) -> House:
    """A companion with every box of the house."""
    house.hall.games = {**GAMES, **house.hall.games}
    return house


def submit(house: House, table: Table, **said: object) -> None:
    assert isinstance(house.inbox.ask(lambda: table.submit(said)), Done)


def start(house: House, game: str, *names: str) -> Table:
    return house.inbox.ask(lambda: house.hall.start(Setup(game, names)))


def played_monopoly(house: House) -> Table:
    """Bob loses the lead to Ann by one large payment, and the game is counted."""
    table = start(house, "monopoly", "Ann", "Bob", "Cem")
    submit(house, table, do="transfer", by="banker", **{"from": "bank", "to": "Bob", "amount": 100})
    submit(house, table, do="transfer", by="Bob", to="Ann", amount=700, note="for the tea")
    submit(house, table, do="transfer", by="Cem", to="Bob", amount=1)
    submit(house, table, do="finish", by="banker")
    return table


def test_places_turning_points_and_lines_are_told(boxes: House) -> None:
    table = played_monopoly(boxes)
    page = boxes.device(table, screen=True).get(f"/t/{table.id}/end").text
    assert re.search(r"<h1>Ann wins</h1>", page)
    assert re.findall(r'class="name">(\w+)', page) == ["Ann", "Cem", "Bob"]
    assert re.findall(r'class="line-name"[^>]*>(\w+)<', page) == ["Ann", "Bob", "Cem"]
    largest = page.split('class="turns"')[1].split("</li>")[1]
    assert "$700" in largest and "for the tea" in largest and "Entry 2" in largest
    assert page.count('class="turn-spot"') == page.count('class="turn-label"') == 3
    assert "The lead changed hands once." in page


def test_until_it_is_over_the_page_leads_to_the_table(boxes: House) -> None:
    table = boxes.inbox.ask(lambda: lay_demo(boxes.hall))
    answer = boxes.device(table, screen=True).get(f"/t/{table.id}/end")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/t/{table.id}/table")
    screen = boxes.device(table, screen=True).get(f"/t/{table.id}/table").text
    assert f"/t/{table.id}/end" not in screen


def test_table_screen_and_phones_lead_to_it_when_it_is_over(boxes: House) -> None:
    table = played_monopoly(boxes)
    device = boxes.device(table, 0, screen=True)
    for part in ("table", "?seat=0"):
        assert f'href="/t/{table.id}/end"' in device.get(f"/t/{table.id}/{part}").text


def test_a_hand_whose_game_is_over_offers_nothing_to_pay_or_trade(boxes: House) -> None:
    table = played_monopoly(boxes)
    phone = boxes.device(table, 0, banker=True)
    hand = phone.get(f"/t/{table.id}/?seat=0").text
    for gone in ("Pay somebody", "Ask for money", "Collect from", "Offer a trade", "Something else happened"):
        assert gone not in hand, gone
    assert phone.say(table, "undo", "banker").status_code == 200
    assert "Pay somebody" in phone.get(f"/t/{table.id}/?seat=0").text


def test_every_page_ranks_as_the_last_one_does(boxes: House) -> None:
    """By what the game counts: worth in Monopoly, and the poorest first where the poorest wins."""
    demo = boxes.inbox.ask(lambda: lay_demo(boxes.hall))
    submit(boxes, demo, do="finish", by="banker")
    will = start(boxes, "lastwill", "Ann", "Bob", "Cem")
    submit(boxes, will, do="adjust", by="banker", who="Bob", amount=-40, reason="a test")
    submit(boxes, will, do="finish", by="banker")
    for table, order in ((demo, ["Dora", "Cem", "Ann", "Bob"]), (will, ["Bob", "Ann", "Cem"])):
        device = boxes.device(table, 0, screen=True)
        for reader, part in ((device, "table"), (device, "?seat=0"), (boxes.device(), "watch")):
            page = reader.get(f"/t/{table.id}/{part}").text.split('class="winner"')[1].split("</ol>")[0]
            assert re.findall(r"<span>(\w+)</span>", page) == order, part


def test_a_whole_race_ends_with_its_winners_in_front(boxes: House) -> None:
    table, luck = start(boxes, "camelup", "Ann", "Bob", "Cem"), random.Random(4)
    while not table.session.view(Seat(0))["winners"]:
        said = bot.next_act(table.session.state, luck)
        assert said is not None
        submit(boxes, table, **said)
    with boxes.app.test_request_context():
        look = look_at(table)
        places = ranking(look)
    assert {place.person.mark.name for place in places if place.won} == set(look.winners)
    figures = [place.figure for place in places]
    assert figures == sorted(figures, reverse=True)
    assert boxes.device(table).get(f"/t/{table.id}/end").status_code == 200


def test_where_the_poorest_wins_the_richest_comes_last(boxes: House) -> None:
    table = start(boxes, "lastwill", "Ann", "Bob", "Cem")
    submit(boxes, table, do="adjust", by="banker", who="Bob", amount=-40, reason="a test")
    submit(boxes, table, do="adjust", by="banker", who="Cem", amount=5, reason="a test")
    submit(boxes, table, do="finish", by="banker")
    with boxes.app.test_request_context():
        look = look_at(table)
        assert [place.person.mark.name for place in ranking(look)] == ["Bob", "Ann", "Cem"]
        assert lead_changes(money_rows(table, 3), look, wins_least=True) == 0


def test_the_last_balances_of_the_chart_are_those_of_the_ledger(boxes: House) -> None:
    table = played_monopoly(boxes)
    assert money_rows(table, 3)[-1].hands == table.session.state.ledger.hands
