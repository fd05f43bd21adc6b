"""Streams: what a page hears, who is cut off, how many there may be."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from companion.core.message import say
from companion.core.seats import Role, Seat
from companion.core.uid import Uid
from companion.table.authority import Rights
from companion.table.bus import Notice, Signal, Update
from companion.table.table import Table
from companion.web import stream
from companion.web.stream import PER_TABLE, QUEUE_LENGTH, Stream, Streams, TooManyStreams
from companion.web.text import Words
from tests.web.house import House, Phone


@dataclass(frozen=True)
class Event:
    id: str
    name: str
    told: dict[str, Any]


def read_event(text: str) -> Event:
    """One event as a browser reads it."""
    fields = dict(line.split(": ", 1) for line in text.strip().splitlines() if ": " in line)
    return Event(fields["id"], fields["event"], json.loads(fields["data"]))


class Page:
    """An open page that listens."""

    def __init__(self, phone: Phone, table: Table, query: str = "tab=a") -> None:
        self.answer = phone.get(f"/t/{table.id}/stream?{query}", buffered=False)
        self._chunks: Iterator[bytes] = iter(self.answer.response)

    def next(self) -> Event:
        return read_event(next(self._chunks).decode())

    def until(self, name: str) -> str:
        """All that is said up to an event of this name."""
        said = ""
        while f"event: {name}" not in said:
            said += next(self._chunks).decode()
        return said

    def is_over(self) -> bool:
        return next(self._chunks, None) is None

    def close(self) -> None:
        self.answer.close()


def quiet(table: Table, page: str = "p", screen: bool = False, rights: Rights | None = None) -> Stream:
    held = rights or Rights()
    return Stream(table, page, screen, lambda: held)


def words(table: Table) -> Words:
    return Words.at(table)


def events_of(one: Stream) -> list[Event]:
    """What a stream says, once it is closed behind what was put."""
    one.waiting.put_nowait(None)
    return [read_event(text) for text in one.events("b", lambda: words(one.table))]


def test_a_page_hears_hello_then_each_change(house: House, table: Table) -> None:
    page = Page(house.device(table, 0), table)
    assert page.answer.mimetype == "text/event-stream"
    assert page.answer.headers["Cache-Control"] == "no-store"
    hello = page.next()
    assert (hello.name, hello.id, hello.told["version"]) == ("hello", "0.0", [0, 0])
    assert hello.told["boot"] == house.app.extensions["companion.boot"]
    house.device(table, 0).say(table, "take", "Ann", amount=1)
    update, notice = page.next(), page.next()
    assert (update.name, update.told) == ("update", {"version": [1, 0]})
    assert (notice.name, notice.told["signal"]) == ("notice", "done")
    page.close()
    assert house.streams.count() == 0


def test_the_first_words_tell_the_browser_when_to_come_back(house: House, table: Table) -> None:
    answer = house.device().get(f"/t/{table.id}/stream", buffered=False)
    assert next(iter(answer.response)).startswith(b"retry: 1000\n\nid: 0.0\nevent: hello\n")
    answer.close()


def test_a_quiet_table_beats(house: House, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    assert stream.HEARTBEAT_S == 3.0
    monkeypatch.setattr(stream, "HEARTBEAT_S", 0.01)
    page = Page(house.device(), table)
    page.next()
    beats = [page.next(), page.next()]
    assert [(beat.name, beat.told) for beat in beats] == [("heartbeat", {"version": [0, 0]})] * 2
    page.close()


def test_an_event_carries_the_version_of_when_it_is_sent(house: House, table: Table) -> None:
    one = quiet(table)
    one.put(Update((0, 0)))
    house.device(table, 0).say(table, "take", "Ann", amount=1)
    assert [event.told["version"] for event in events_of(one)] == [[1, 0], [1, 0]]


def test_words_of_a_notice_go_to_the_screens_and_signals_to_all(table: Table) -> None:
    lost = Notice(Signal.UNKNOWN, say("scan.unknown", uid="04A3C6CAE26180"), Role.TABLE)
    screen, phone = quiet(table, screen=True), quiet(table, rights=Rights(frozenset({Seat(0)})))
    for one in (screen, phone):
        one.put(lost)
    assert "04A3C6CAE26180" in events_of(screen)[1].told["text"]
    assert events_of(phone)[1].told == {"version": [0, 0], "signal": "unknown"}


@pytest.mark.parametrize(
    ("to", "rights", "hears"),
    [
        (Seat(0), Rights(frozenset({Seat(0)})), True),
        (Seat(0), Rights(frozenset({Seat(1)})), False),
        (Role.BANKER, Rights(banker=True), True),
        (Role.BANKER, Rights(frozenset({Seat(0)})), False),
    ],
)
def test_words_for_one_go_to_that_one(table: Table, to: Seat | Role, rights: Rights, hears: bool) -> None:
    one = quiet(table, rights=rights)
    one.put(Notice(Signal.REFUSED, say("refusal.stale"), to))
    assert ("text" in events_of(one)[1].told) is hears


def test_words_for_a_seat_stop_when_its_phone_is_put_out(house: House, table: Table) -> None:
    page = Page(house.device(table, 1), table)
    page.next()
    word = Notice(Signal.REFUSED, say("refusal.stale"), Seat(1))
    table.bus.publish(word)
    assert "text" in page.next().told
    house.seating.release(table.id, Seat(1))
    table.bus.publish(word)
    assert "text" not in page.next().told
    page.close()


def test_a_refused_scan_of_anothers_secret_reaches_a_phone_as_a_signal(house: House, table: Table) -> None:
    page, screen = Page(house.device(table, 0), table), Page(house.device(), table, "tab=s&as=table")
    page.next()
    screen.next()
    house.inbox.ask(lambda: table.touch("board", Uid.from_hex("04112233445566")))
    heard = [page.next(), page.next()]
    assert [event.name for event in heard] == ["update", "notice"]
    assert all("text" not in event.told and "04112233445566" not in str(event) for event in heard)
    assert "04112233445566" in [screen.next(), screen.next()][1].told["text"]
    page.close()
    screen.close()


def test_a_page_that_does_not_keep_up_is_cut_off_and_never_waited_for(house: House, table: Table) -> None:
    phone = house.device(table, 0)
    slow, healthy = Page(phone, table, "tab=slow"), Page(phone, table, "tab=well")
    healthy.next()
    heard: list[Event] = []

    def listen() -> None:
        while len(heard) < 2 * QUEUE_LENGTH:
            heard.append(healthy.next())

    listener = threading.Thread(target=listen)
    listener.start()
    for _ in range(QUEUE_LENGTH):
        assert phone.say(table, "take", "Ann", amount=1).status_code == 200
    listener.join(10.0)
    assert [event.name for event in heard].count("update") == QUEUE_LENGTH
    assert slow.next().name == "hello"
    assert slow.is_over()
    slow.close()
    healthy.close()


def test_the_newer_line_of_a_tab_ends_the_older(house: House, table: Table) -> None:
    phone = house.device(table, 0)
    old = Page(phone, table, "tab=a")
    old.next()
    new, other = Page(phone, table, "tab=a"), Page(phone, table, "tab=b")
    assert old.is_over()
    old.close()
    assert new.next().name == other.next().name == "hello"
    assert house.streams.count() == 2
    new.close()
    other.close()


def test_streams_are_capped_at_a_table_and_in_all(house: House) -> None:
    house_streams = Streams()
    tables = [house.start() for _ in range(4)]
    opened = 0
    for table in tables:
        for n in range(PER_TABLE + 5):
            try:
                house_streams.open(quiet(table, f"p{n}"))
            except TooManyStreams:
                continue
            opened += 1
    assert (opened, house_streams.count()) == (60, 60)


def test_one_page_too_many_is_asked_to_come_later(
    house: House, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "PER_TABLE", 1)
    first = Page(house.device(table, 0), table)
    second = house.device(table, 1).get(f"/t/{table.id}/stream?tab=x")
    assert (second.status_code, second.headers["Retry-After"]) == (503, "5")
    first.close()
    third = Page(house.device(table, 1), table)
    assert third.next().name == "hello"
    third.close()


def test_a_place_is_free_only_when_its_thread_has_ended(house: House, table: Table) -> None:
    house_streams = Streams()
    one = quiet(table)
    house_streams.open(one)
    one.close()
    assert house_streams.count() == 1
    house_streams.leave(one)
    assert house_streams.count() == 0
    house_streams.leave(one)


def test_a_stream_that_left_is_not_listened_for(table: Table) -> None:
    house_streams = Streams()
    one = quiet(table)
    house_streams.open(one)
    house_streams.leave(one)
    table.bus.publish(Update((1, 1)))
    assert one.waiting.empty()


def test_closing_ends_all_and_takes_no_more(house: House, table: Table) -> None:
    page = Page(house.device(), table)
    page.next()
    house.streams.close()
    assert page.is_over()
    page.close()
    with pytest.raises(TooManyStreams):
        house.streams.open(quiet(table))


def test_a_closed_stream_says_nothing_of_what_waited(table: Table) -> None:
    one = quiet(table)
    for _ in range(QUEUE_LENGTH):
        one.put(Update((0, 0)))
    one.put(Update((0, 0)))
    assert one.closed
    spoken = [read_event(text).name for text in one.events("b", lambda: words(table))]
    assert spoken == ["hello"]


def test_a_stream_of_no_table_is_not_found(house: House) -> None:
    assert house.device().get("/t/none-1/stream").status_code == 404


def test_refusals_of_one_are_signals_for_the_others(house: House, table: Table) -> None:
    page = Page(house.device(table, 1), table)
    page.next()
    assert house.device(table, 0).say(table, "take", "Ann", amount=11).status_code == 409
    notice = page.next()
    assert (notice.name, notice.told) == ("notice", {"version": [0, 0], "signal": "refused"})
    page.close()
