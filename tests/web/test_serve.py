"""The real server: sockets, streams over them, slow and vanished phones, how it ends."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from collections.abc import Iterator

import pytest
from flask import Response

from companion.table.table import Table
from companion.web import stream
from companion.web.guard import LARGEST_BODY
from companion.web.serve import USER_TIMEOUT_MS, Server, listen, serve
from companion.web.stream import PER_TABLE, Stream
from tests.web.house import House

PATIENCE_S = 10.0


class Running:
    """A server on a port of its own, in a thread."""

    def __init__(self, house: House) -> None:
        self.server: Server = serve(house.app, "127.0.0.1", 0)
        self.thread = threading.Thread(target=self.server.run)
        self.thread.start()

    def request(
        self, method: str, path: str, body: object = None, **headers: str
    ) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE_S)
        text = json.dumps(body) if body is not None else None
        origin = f"http://127.0.0.1:{self.server.port}"
        all_headers = {"Origin": origin, "Content-Type": "application/json", **headers}
        connection.request(method, path, text, all_headers)
        self.connection = connection
        return connection.getresponse()

    def raw(self, text: str) -> socket.socket:
        """A connection that sent *text* and has read nothing yet."""
        line = socket.create_connection(("127.0.0.1", self.server.port), PATIENCE_S)
        line.sendall(text.encode())
        return line

    def is_over(self) -> bool:
        self.thread.join(PATIENCE_S)
        return not self.thread.is_alive()


@pytest.fixture
def running(house: House) -> Iterator[Running]:
    made = Running(house)
    yield made
    made.server.close()
    assert made.is_over()


def open_stream(running: Running, table: Table, tab: str = "a") -> socket.socket:
    line = running.raw(f"GET /t/{table.id}/stream?tab={tab} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    read_until(line, b"event: hello")
    return line


def read_until(line: socket.socket, wanted: bytes) -> bytes:
    got = b""
    while wanted not in got:
        piece = line.recv(4096)
        assert piece, f"the line ended before {wanted!r}: {got!r}"
        got += piece
    return got


def notice_leaving(house: House, monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """An event that is set when a stream's thread has ended."""
    left, leave = threading.Event(), house.streams.leave

    def leave_and_tell(one: Stream) -> None:
        leave(one)
        left.set()

    monkeypatch.setattr(house.streams, "leave", leave_and_tell)
    return left


def test_it_answers_and_keeps_the_line(running: Running) -> None:
    response = running.request("GET", "/healthz")
    assert (response.status, json.loads(response.read())["ok"]) == (200, True)
    running.connection.request("GET", "/healthz")
    assert running.connection.getresponse().status == 200
    assert response.headers["Server"] is None
    running.connection.close()


def test_an_act_reaches_an_open_page(house: House, table: Table, running: Running) -> None:
    line = open_stream(running, table)
    house.device(table, 0).say(table, "take", "Ann", amount=1)
    assert b'"version":[1,0]' in read_until(line, b"event: notice").replace(b" ", b"")
    line.close()


def test_a_full_house_of_streams_leaves_threads_for_requests(
    house: House, table: Table, running: Running
) -> None:
    tables = [table, house.start(), house.start()]
    lines = [open_stream(running, one, f"p{n}") for one in tables for n in range(PER_TABLE)]
    assert house.streams.count() == 60
    refused = running.request("GET", f"/t/{table.id}/stream?tab=more")
    assert refused.status == 503
    running.connection.close()
    assert running.request("GET", "/healthz").status == 200
    running.connection.close()
    for line in lines:
        line.close()


def test_accepted_connections_die_when_the_phone_vanishes(
    house: House, table: Table, running: Running
) -> None:
    line = open_stream(running, table)
    (channel,) = running.server._channels()
    assert channel.socket is not None
    assert channel.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == USER_TIMEOUT_MS
    line.close()


def test_a_closed_page_frees_its_place_at_the_next_beat(
    house: House, table: Table, running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT_S", 0.05)
    left = notice_leaving(house, monkeypatch)
    line = open_stream(running, table)
    assert house.streams.count() == 1
    line.close()
    assert left.wait(PATIENCE_S)
    assert house.streams.count() == 0


def test_a_body_beyond_reason_is_refused(house: House, table: Table, running: Running) -> None:
    said = {"do": "take", "by": "Ann", "amount": 1, "note": "x" * (LARGEST_BODY + 1)}
    assert running.request("POST", f"/t/{table.id}/act", said).status == 413
    running.connection.close()
    line = running.raw(
        f"POST /t/{table.id}/act HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999\r\n\r\n"
    )
    assert b" 413 " in read_until(line, b"\r\n")
    line.close()


@pytest.mark.parametrize(
    "text",
    [
        "GARBAGE\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "POST /try HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -5\r\n\r\n",
        "GET /" + "x" * 20000 + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        "\x00\x01\x02\r\n\r\n",
    ],
    ids=["no request", "two hosts", "negative length", "too long", "bytes"],
)
def test_nonsense_on_the_line_does_not_end_the_server(running: Running, text: str) -> None:
    line = running.raw(text)
    line.settimeout(PATIENCE_S)
    assert line.recv(4096)[:5] == b"HTTP/"
    line.close()
    assert running.request("GET", "/healthz").status == 200
    running.connection.close()


def test_closing_ends_open_streams_first(house: House, table: Table) -> None:
    running = Running(house)
    lines = [open_stream(running, table, f"p{n}") for n in range(5)]
    running.server.close()
    assert running.is_over()
    assert house.streams.count() == 0
    for line in lines:
        line.settimeout(PATIENCE_S)
        assert read_until(line, b"0\r\n\r\n").endswith(b"0\r\n\r\n")
        line.close()


def test_closing_from_its_own_thread_returns_at_once(house: House, table: Table) -> None:
    """As a signal handler does that interrupts the serving thread."""
    running = Running(house)
    line = open_stream(running, table)
    running.server._server.trigger.pull_trigger(running.server.close)  # type: ignore[attr-defined]
    assert running.is_over()
    line.close()


def test_a_phone_that_does_not_read_does_not_hold_up_the_end(house: House) -> None:
    started = threading.Event()

    def flood() -> Iterator[bytes]:
        while True:
            yield b"x" * 65536
            started.set()

    house.app.add_url_rule("/flood", "flood", lambda: Response(flood()))
    running = Running(house)
    line = running.raw("GET /flood HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    assert started.wait(PATIENCE_S)
    running.server.close()
    assert running.is_over()
    line.close()


def test_an_answer_under_way_is_finished_when_it_closes(house: House, table: Table) -> None:
    running = Running(house)
    page = house.shelf.pages[table.id]
    page.gate, arrived = threading.Event(), threading.Event()
    append = page.append

    def slow_append(entry: object) -> None:
        arrived.set()
        append(entry)  # type: ignore[arg-type]

    table.session._append = slow_append
    cookie = house.device(table, 0).client.get_cookie("companion")
    assert cookie is not None
    statuses: list[int] = []

    def post() -> None:
        said = {"do": "take", "by": "Ann", "amount": 1}
        answer = running.request("POST", f"/t/{table.id}/act", said, Cookie=f"companion={cookie.value}")
        answer.read()
        statuses.append(answer.status)
        running.connection.close()

    poster = threading.Thread(target=post)
    poster.start()
    assert arrived.wait(PATIENCE_S)
    closer = threading.Thread(target=running.server.close)
    closer.start()
    page.gate.set()
    poster.join(PATIENCE_S)
    closer.join(PATIENCE_S)
    assert statuses == [200]
    assert running.is_over()


def test_closing_before_it_ever_ran_frees_the_port(house: House) -> None:
    server = serve(house.app, "127.0.0.1", 0)
    server.close()
    again = listen("127.0.0.1", server.port)
    again.close()


def test_a_port_in_use_says_so(house: House, running: Running) -> None:
    with pytest.raises(OSError, match="another program uses it already") as refused:
        serve(house.app, "127.0.0.1", running.server.port)
    assert refused.value.strerror == "another program uses it already"


def test_an_address_of_another_machine_says_so(house: House) -> None:
    with pytest.raises(OSError, match="this machine has no such address"):
        serve(house.app, "192.0.2.1", 0)


def test_it_answers_at_ipv6_and_ipv4_alike(house: House) -> None:
    server = serve(house.app, "::" if socket.has_dualstack_ipv6() else "127.0.0.1", 0)
    thread = threading.Thread(target=server.run)
    thread.start()
    for host in ("::1", "127.0.0.1") if socket.has_dualstack_ipv6() else ("127.0.0.1",):
        connection = http.client.HTTPConnection(host, server.port, timeout=PATIENCE_S)
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        assert (answer.status, json.loads(answer.read())["ok"]) == (200, True)
        connection.close()
    server.close()
    thread.join(PATIENCE_S)
    assert not thread.is_alive()
