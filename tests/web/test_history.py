"""The history: whose, what was searched for, why a balance is what it is, and what an undo would lose."""

from __future__ import annotations

import csv
import html
import json
import re
from io import StringIO

import pytest

from companion.table.table import Table
from tests.web.house import House, Phone

ENTRY = re.compile(r'<li class="entry ([^"]*)" id="e(\d+)">')


@pytest.fixture
def played(house: House, table: Table) -> Table:
    """Six entries: Ann takes 5, gives Bob 1,140 short of nothing, the banker lets Cem take too much."""
    ann, bob = house.device(table, 0), house.device(table, 1)
    banker = house.device(table, banker=True)
    for answer in (
        ann.say(table, "take", "Ann", amount=5),  # 1
        ann.say(table, "transfer", "Ann", to="Bob", amount=7, note="tea"),  # 2
        bob.say(table, "take", "Bob", amount=2),  # 3
        banker.say(table, "take", "banker", **{"for": "Cem"}, amount=1400, override=True),  # 4
        bob.say(table, "transfer", "Bob", to="Cem", amount=3),  # 5
        house.device(table, 2).say(table, "take", "Cem", amount=1),  # 6
    ):
        assert answer.status_code == 200, answer.text
    return table


def page(phone: Phone, table: Table, query: str = "") -> str:
    return html.unescape(phone.get(f"/t/{table.id}/history{query}").text)


def entries(phone: Phone, table: Table, query: str = "") -> list[int]:
    return [int(number) for _, number in ENTRY.findall(page(phone, table, query))]


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("", [6, 5, 4, 3, 2, 1]),
        ("?of=0", [2, 1]),
        ("?of=1", [5, 3, 2]),
        ("?of=2", [6, 5, 4]),
        ("?q=TEA", [2]),
        ("?q=ann+bob", [2]),
        ("?q=1,400", [4]),
        ("?q=1400", [4]),
        ("?q=%C2%A41400", [4]),
        ("?q=takes&of=1", [3]),
        ("?q=zebrafish", []),
        ("?of=0&page=1", []),
    ],
)
def test_entries_are_found_by_player_word_and_amount(
    house: House, played: Table, query: str, shown: list[int]
) -> None:
    assert entries(house.device(played, 0), played, query) == shown


def test_a_search_survives_the_refresh_and_says_when_nothing_is_found(house: House, played: Table) -> None:
    phone = house.device(played, 0)
    found = page(phone, played, "?q=tea&of=0")
    fetch = re.search(r'id="history".*?data-fetch="([^"]*)"', found)
    assert fetch is not None and 'value="tea"' in found
    assert 'id="e2"' in phone.get(fetch[1]).text and 'id="e1"' not in phone.get(fetch[1]).text
    assert "Nothing found." in page(phone, played, "?q=zebrafish")


def test_a_search_does_not_find_what_somebody_hid(house: House, played: Table) -> None:
    ann, bob = house.device(played, 0), house.device(played, 1)
    assert ann.say(played, "hide", "Ann", word="quokka").status_code == 200
    assert entries(ann, played, "?q=quokka") == [7]
    assert entries(bob, played, "?q=quokka") == []


@pytest.mark.parametrize("query", ["?of=9", "?of=x", "?seat=-1"])
def test_a_seat_that_nobody_has_is_not_found(house: House, played: Table, query: str) -> None:
    assert house.device(played, 0).get(f"/t/{played.id}/history{query}").status_code == 404


def test_a_balance_opens_the_entries_behind_it(house: House, played: Table) -> None:
    phone = house.device(played, 2)
    link = re.search(r'class="why" href="([^"]*)">([^<]*)', phone.get(f"/t/{played.id}/").text)
    assert link is not None and link[2] == "¤1,424"
    why = html.unescape(phone.get(link[1]).text)
    assert "Why does Cem have ¤1,424?" in why
    rows = re.findall(
        r'<span class="number">(\d+)</span>.*?num plus">([^<]*)</td><td class="num">([^<]*)', why
    )
    assert rows == [("6", "+¤1", "¤1,424"), ("5", "+¤3", "¤1,423"), ("4", "+¤1,400", "¤1,420")]


def test_a_long_way_to_a_balance_is_told_page_by_page(house: House, table: Table) -> None:
    phone = house.device(table, 0)
    for _ in range(61):
        table.submit({"do": "take", "by": "Ann", "amount": 1})
    first, second = (page(phone, table, f"?seat=0{more}") for more in ("", "&page=1"))
    assert [part.count('class="num plus"') for part in (first, second)] == [60, 1]
    assert "At the start" not in first and "At the start" in second
    assert f"/t/{table.id}/history?seat=0&page=1" in first and "page=2" not in second


def test_a_search_goes_on_finding_what_comes_later_and_what_people_are_called_now(
    house: House, played: Table
) -> None:
    phone = house.device(played, 0)
    assert entries(phone, played, "?q=cem") == [6, 5, 4]
    played.submit({"do": "take", "by": "Cem", "amount": 2})
    played.submit({"do": "undo", "by": "banker"})
    assert entries(phone, played, "?q=cem") == [7, 6, 5, 4]
    undone = [number for css, number in ENTRY.findall(page(phone, played, "?q=cem")) if "undone" in css]
    assert undone == ["7"]
    played.submit({"do": "rename", "by": "banker", "who": "Cem", "name": "Zoe"})
    assert entries(phone, played, "?q=zoe")[-3:] == [6, 5, 4]


def test_the_game_itself_can_be_saved(house: House, played: Table) -> None:
    phone = house.device(played, 0)
    link = re.search(r'href="([^"]*export.jsonl)" download', page(phone, played))
    assert link is not None
    lines = phone.get(link[1]).text.splitlines()
    assert json.loads(lines[0])["players"] == ["Ann", "Bob", "Cem"] and len(lines) == 7


def test_what_the_banker_allowed_is_marked(house: House, played: Table) -> None:
    shown = page(house.device(played, 0), played)
    marked = [int(number) for css, number in ENTRY.findall(shown) if "irregular" in css]
    assert marked == [4]
    assert shown.count("allowed by the banker") == 1
    assert '<tr class="irregular">' in page(house.device(played, 0), played, "?seat=2")


def test_the_bankers_undo_says_what_would_be_lost(house: House, played: Table) -> None:
    shown = page(house.device(played, banker=True), played)
    three = shown[shown.index('id="e4"') : shown.index('id="e3"')]
    assert "Takes back 3: " in three
    lost = three[three.index("Takes back 3: ") : three.index("</p>", three.index("Takes back 3: "))]
    assert [name in lost for name in ("Cem takes ¤1,400", "Bob pays Cem ¤3", "Cem takes ¤1")] == [True] * 3
    newest = shown[shown.index('id="e6"') : shown.index('id="e5"')]
    assert "Take back" in newest and "Takes back" not in newest


def test_a_long_undo_names_the_first_few_and_counts_the_rest(house: House, played: Table) -> None:
    ann = house.device(played, 0)
    for _ in range(3):
        ann.say(played, "take", "Ann", amount=1)
    shown = page(house.device(played, banker=True), played)
    assert "Takes back 9: Ann takes ¤5" in shown
    assert "; and 3 more" in shown


def test_an_undo_of_several_is_brought_back_in_one_tap(house: House, played: Table) -> None:
    banker = house.device(played, banker=True)
    assert banker.say(played, "undo", "banker", to=4).status_code == 200
    shown = page(banker, played)
    assert "Bring back entry 4" in shown and "Bring back all 3" in shown
    acts = [json.loads(act) for act in re.findall(r'name="act" value="(.*?})"', shown)]
    all_three = next(act for act in acts if act["do"] == "redo" and "to" in act)
    assert banker.post(f"/t/{played.id}/act", json=all_three).status_code == 200
    assert played.session.history.live_numbers() == [1, 2, 3, 4, 5, 6]


def test_a_phone_takes_back_its_own_last_act_and_no_other(house: House, played: Table) -> None:
    cem, ann = house.device(played, 2), house.device(played, 0)
    assert page(cem, played).count("Take back") == 1
    assert "Take back" not in page(ann, played)
    assert "Take back" in cem.get(f"/t/{played.id}/").text
    assert cem.say(played, "undo", "Cem", number=6).status_code == 200
    assert "Bring back entry 6" in page(cem, played)
    assert "Bring back" not in page(ann, played)


def read_csv(phone: Phone, table: Table) -> list[dict[str, str]]:
    answer = phone.get(f"/t/{table.id}/money.csv")
    assert answer.mimetype == "text/csv" and answer.data.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(StringIO(answer.text.removeprefix("\ufeff"))))


def test_the_money_leaves_as_a_table_that_adds_up(house: House, played: Table) -> None:
    assert house.device(played, 2).say(played, "undo", "Cem", number=6).status_code == 200
    rows = read_csv(house.device(played, 0), played)
    assert [row["Entry"] for row in rows] == ["0", "1", "2", "3", "4", "5"]
    assert [rows[2][name] for name in ("From", "To", "Amount")] == ["Ann", "Bob", "7"]
    assert [rows[-1][name] for name in ("Ann", "Bob", "Cem")] == ["18", "26", "1423"]
    assert page(house.device(played, 0), played).count("money.csv") == 1


def test_a_name_that_looks_like_a_formula_stays_a_name(house: House) -> None:
    table = house.start("=1+1", "Bob")
    house.device(table, 0).say(table, "take", "=1+1", amount=1)
    rows = read_csv(house.device(table, 0), table)
    assert rows[-1]["To"] == "'=1+1"
    assert rows[-1]["'=1+1"] == "21"
