"""Watching: what a device without a place sees and may ask for, and how the banker turns it off."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from companion.core.message import say
from companion.core.seats import Seat
from companion.table.authority import Rights
from companion.table.bus import Signal
from companion.table.table import Table
from companion.web.stream import IN_ALL, PER_TABLE, Stream, TooManyStreams
from companion.web.watching import OPEN
from tests.web.house import House

EVERYBODYS_POSTS = {
    "start.choose_language": "a language",
    "start.new_game": "a new game",
    "start.try_here": "a game to try",
    "simulator.do_deed": "devices that are not real",
}
"""POSTs that belong to no table."""


def rules_of(house: House, method: str) -> Iterator[tuple[str, str]]:
    """Every endpoint of a table that takes *method*, with an address that it answers."""
    filled = {"id": "coins-1", "token": "none", "place": "1", "deed": "x", "filename": "live.js"}
    for rule in house.app.url_map.iter_rules():
        if method in (rule.methods or ()):
            built = rule.build({name: filled.get(name, 1) for name in rule.arguments}, append_unknown=False)
            assert built is not None, rule.rule
            yield rule.endpoint, built[1]


def test_a_watcher_sees_the_table_and_the_free_seats_but_nothing_to_press(house: House, table: Table) -> None:
    house.device(table, 0)
    table.submit({"do": "hide", "by": "Ann", "word": "rosebud"})
    page = house.device().get(f"/t/{table.id}/watch").text
    assert "You are watching" in page and "¤20" in page
    assert 'name="seat" value="1"' in page and 'name="seat" value="0"' not in page
    assert page.count("<form") == 2 and "rosebud" not in page
    assert f"/t/{table.id}/stream" in page and f"/t/{table.id}/history" in page


def test_the_history_of_a_watcher_has_the_chart_and_no_button(house: House, table: Table) -> None:
    for amount in (3, 4):
        table.submit({"do": "take", "by": "Ann", "amount": amount})
    page = house.device().get(f"/t/{table.id}/history").text
    assert 'class="chart"' in page and 'method="post"' not in page


def test_who_has_a_place_is_not_sent_to_watch(house: House, table: Table) -> None:
    answer = house.device(table, 0).get(f"/t/{table.id}/watch")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/t/{table.id}/table")


def test_nothing_that_a_device_without_a_place_posts_changes_a_game(house: House, table: Table) -> None:
    house.device(table, 0, 1, 2, banker=True)
    before = json.dumps(house.notes.values)
    for endpoint, path in rules_of(house, "POST"):
        if endpoint in EVERYBODYS_POSTS or endpoint in OPEN:
            continue
        fields = {"act": '{"do": "take", "by": "Ann", "amount": 1}', "to": "1", "way": "over", "on": "0"}
        answer = house.device().post(path, {**fields, "place": "1", "kind": "coin", "name": "5"})
        assert answer.status_code in (302, 303, 400, 403, 404, 405, 409), path
        assert table.session.number == 0 and json.dumps(house.notes.values) == before, path


def test_the_ways_to_a_place_are_open_and_exist(house: House) -> None:
    assert {rule.endpoint for rule in house.app.url_map.iter_rules()} >= OPEN


def test_the_banker_turns_watching_off_and_every_page_is_closed(house: House, table: Table) -> None:
    banker, seated, stranger = house.device(table, banker=True), house.device(table, 1), house.device()
    assert banker.post(f"/t/{table.id}/watching", {"on": "0"}).status_code == 303
    for endpoint, path in rules_of(house, "GET"):
        if "/t/" not in path or endpoint in OPEN:
            continue
        answer = stranger.get(path)
        assert answer.status_code == 403 and "Nobody may watch here" in answer.text, path
        answer.close()
    answer = stranger.get(f"/t/{table.id}/view", headers={"Accept": "application/json"})
    assert answer.json == {"ok": False, "refused": "watching_off", "values": {}}
    assert "Only watch" not in stranger.get(f"/t/{table.id}/join").text
    for phone in (banker, seated):
        assert phone.get(f"/t/{table.id}/history").status_code == 200
    assert stranger.post(f"/t/{table.id}/join", {"seat": "2"}).status_code == 303
    assert stranger.get(f"/t/{table.id}/").status_code == 200


def test_watching_stays_off_over_a_restart_and_is_turned_on_again(house: House, table: Table) -> None:
    banker = house.device(table, banker=True)
    banker.post(f"/t/{table.id}/watching", {"on": "0"})
    after = House(house.shelf, house.notes)
    try:
        assert after.device().get(f"/t/{table.id}/watch").status_code == 403
    finally:
        after.close()
    banker.post(f"/t/{table.id}/watching", {"on": "1"})
    assert house.device().get(f"/t/{table.id}/watch").status_code == 200


@pytest.mark.parametrize("held", [(), (0,)])
def test_only_the_banker_turns_watching_off(house: House, table: Table, held: tuple[int, ...]) -> None:
    phone = house.device(table, *held) if held else house.device()
    answer = phone.post(f"/t/{table.id}/watching", json={"on": 0})
    assert (answer.status_code, answer.json["refused"]) == (403, "not_banker")
    assert house.device().get(f"/t/{table.id}/watch").status_code == 200


def test_somebody_who_plays_takes_the_stream_of_one_who_watches(house: House, table: Table) -> None:
    watchers = [Stream(table, f"watcher {n}", False, Rights) for n in range(PER_TABLE)]
    for stream in watchers:
        house.streams.open(stream)
    assert house.streams.is_full(table)
    with pytest.raises(TooManyStreams):
        house.streams.open(Stream(table, "late", False, Rights))
    player = Stream(table, "player", False, lambda: Rights(frozenset({Seat(0)})))
    house.streams.open(player)
    assert [stream.closed for stream in watchers].count(True) == 1 and not player.closed


def test_watchers_of_other_tables_make_room_too(house: House) -> None:
    tables = [house.start("Ann", "Bob") for _ in range(IN_ALL // PER_TABLE)]
    for one in tables:
        for n in range(PER_TABLE):
            house.streams.open(Stream(one, f"watcher {n}", False, Rights))
    late = house.start("Dan", "Eve")
    with pytest.raises(TooManyStreams):
        house.streams.open(Stream(late, "watcher", False, Rights))
    house.streams.open(Stream(late, "player", False, lambda: Rights(frozenset({Seat(0)}))))
    house.streams.open(Stream(late, "screen", False, lambda: Rights(table=True)))


def test_a_stream_ends_when_watching_is_turned_off(house: House, table: Table) -> None:
    client = house.device().client
    answer = client.get(f"/t/{table.id}/stream?tab=one", buffered=False)
    events = iter(answer.response)
    assert "hello" in text_of(next(events))
    house.device(table, banker=True).post(f"/t/{table.id}/watching", {"on": "0"})
    assert "event: update" in text_of(next(events))
    assert next(events, None) is None
    answer.close()
    assert client.get(f"/t/{table.id}/stream").status_code == 403


def text_of(piece: object) -> str:
    return piece.decode() if isinstance(piece, bytes) else str(piece)


def test_who_waits_at_the_door_hears_the_answer_where_nobody_may_watch(house: House, table: Table) -> None:
    house.device(table, 0, 1, 2, banker=True).post(f"/t/{table.id}/watching", {"on": "0"})
    dot, stranger = house.device(), house.device()
    assert "data-stream" not in dot.get(f"/t/{table.id}/join").text
    dot.post(f"/t/{table.id}/ask", {"name": "Dot"})
    assert "data-stream" in dot.get(f"/t/{table.id}/join").text
    answer = dot.client.get(f"/t/{table.id}/stream?as=table", buffered=False)
    events = iter(answer.response)
    assert "hello" in text_of(next(events))
    house.inbox.ask(lambda: table.notice(Signal.DONE, say("hammer.lit")))
    told = "".join(text_of(next(events)) for _ in range(2))
    assert "event: notice" in told and '"text"' not in told
    answer.close()
    assert stranger.get(f"/t/{table.id}/stream").status_code == 403
    assert stranger.get(f"/t/{table.id}/asked").status_code == 200


def test_who_watched_and_then_asked_reads_nothing_once_watching_is_off(house: House, table: Table) -> None:
    banker, dot = house.device(table, 0, banker=True), house.device()
    dot.post(f"/t/{table.id}/ask", {"name": "Dot"})
    house.inbox.ask(lambda: None)
    answer = dot.client.get(f"/t/{table.id}/stream?as=table", buffered=False)
    events = map(text_of, answer.response)
    assert "hello" in next(events)
    for on in ("1", "0"):
        banker.post(f"/t/{table.id}/watching", {"on": on})
        house.inbox.ask(lambda: table.notice(Signal.DONE, say("hammer.lit")))
        told = next(event for event in events if "event: notice" in event)
        assert ('"text"' in told) == (on == "1")
    answer.close()
