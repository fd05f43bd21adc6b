"""Planted words: what one hides reaches no other device, on no way, and no log."""

from __future__ import annotations

import logging
import re

import pytest

from companion.table.table import Table
from companion.web import stream
from tests.web import coins
from tests.web.house import House, Phone
from tests.web.test_stream import Page

WORDS = ("ZEBRAFISH", "QUOKKA", "AXOLOTL", "PANGOLIN", "CAPYBARA", "OKAPI")
TOO_LONG = "NARWHAL" * 4


def planted_in(text: str) -> list[str]:
    return [word for word in (*WORDS, "NARWHAL") if word in text]


def read_everything(house: House, table: Table, phone: Phone) -> dict[str, str]:
    """All that a device can read, by address."""
    texts: dict[str, str] = {}
    with house.app.test_request_context():
        rules = [rule for rule in house.app.url_map.iter_rules() if "GET" in (rule.methods or ())]
        for rule in rules:
            if rule.endpoint in ("static", "stream.stream"):
                continue
            values = {"id": table.id, "token": "AAAABBBBCCCC", "place": "0"}
            built = rule.build({name: values.get(name, "1") for name in rule.arguments})
            assert built is not None
            for query in ("", "?as=Ann", "?as=banker", "?seat=0", "?seat=1"):
                answer = phone.get(built[1] + query)
                texts[built[1] + query] = answer.text + str(answer.headers)
    return texts


def play(house: House, table: Table, ann: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ann hides words in every way there is: done, refused, undone, failed, repeated, not stored."""
    first, second, third, fourth, fifth, sixth = WORDS
    assert ann.say(table, "hide", "Ann", word=first, id="one").status_code == 200
    assert ann.say(table, "hide", "Ann", word=first, id="one").status_code == 200
    assert ann.say(table, "hide", "Ann", word=TOO_LONG).status_code == 409
    assert ann.say(table, "hide", "Ann", word=second).status_code == 200
    assert ann.say(table, "undo", "Ann").status_code == 200
    sent = {"act": '{"do": "hide", "by": "Ann"}', "t.word": third}
    assert ann.post(f"/t/{table.id}/act", sent, headers={"HX-Request": "true"}).status_code == 200
    assert ann.post(f"/t/{table.id}/act", {**sent, "t.word": TOO_LONG}).status_code == 303
    with monkeypatch.context() as broken:
        broken.setattr(coins, "evolve", lambda state, event: 1 // 0)
        assert ann.say(table, "hide", "Ann", word=fourth).status_code == 500
    house.shelf.pages[table.id].broken = OSError("no space left")
    assert ann.say(table, "hide", "Ann", word=fifth).status_code == 503
    house.shelf.pages[table.id].broken = None
    assert ann.say(table, "hide", "Ann", word=sixth, more=1).status_code == 400


def test_what_ann_hides_only_ann_reads(
    house: House, table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ann = house.device(table, 0)
    others = {
        "bob": house.device(table, 1),
        "banker": house.device(table, 2, banker=True, screen=True),
        "stranger": house.device(),
    }
    pages = {name: Page(phone, table, "tab=x&as=table") for name, phone in others.items()}
    with caplog.at_level(logging.DEBUG):
        play(house, table, ann, monkeypatch)
        read = {name: read_everything(house, table, phone) for name, phone in others.items()}
        own = read_everything(house, table, ann)
    assert planted_in(caplog.text) == []
    for name, texts in read.items():
        assert len(texts) > 50
        assert {path: planted_in(text) for path, text in texts.items() if planted_in(text)} == {}, name
    monkeypatch.setattr(stream, "HEARTBEAT_S", 0.01)
    for name, page in pages.items():
        heard = page.until("heartbeat")
        assert heard.count("event: update") > 3
        assert planted_in(heard) == [], name
        page.close()
    # The net is fine enough to catch something: Ann's own pages do hold her words.
    assert planted_in(own[f"/t/{table.id}/view?as=Ann"]) == ["ZEBRAFISH", "AXOLOTL"]


def test_a_shared_device_reads_nothing_of_what_lies_face_down(
    house: House, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann and Bob pass one device round; Ann's hand is open only while she alone looks."""
    shared = house.device(table, 0, 1, banker=True, screen=True)
    assert shared.say(table, "hide", "Ann", word=WORDS[0]).status_code == 200
    page = Page(shared, table, "tab=x&as=table")
    assert shared.say(table, "hide", "Ann", word=WORDS[1]).status_code == 200
    texts = read_everything(house, table, shared)
    assert {path: planted_in(text) for path, text in texts.items() if planted_in(text)} == {}
    monkeypatch.setattr(stream, "HEARTBEAT_S", 0.01)
    assert planted_in(page.until("heartbeat")) == []
    page.close()
    shared.post(f"/t/{table.id}/look", {"seat": 0})
    texts = read_everything(house, table, shared)
    open_now = [path for path, text in texts.items() if planted_in(text)]
    assert f"/t/{table.id}/?seat=0" in open_now
    hers = re.compile(rf"/t/{table.id}/(|\?.*|hand.*|view\?as=Ann)")
    assert [path for path in open_now if not hers.fullmatch(path) or "seat=1" in path] == []
