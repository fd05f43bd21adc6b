"""The stream: tells each open page that something changed (Server-Sent Events)."""

# GET /t/<id>/stream?tab=WORD&as=table: every event carries {"version": [number, passing], ...}.
#   hello      first, with "boot": a program that started anew counts passing changes from 0 again
#   update     something is no longer new; the page fetches what it shows until it shows this version
#   notice     "signal": "done", "refused" or "unknown"; "text" for the screens it is meant for; "refusal"
#              true when it is one, which the rules may explain
#   heartbeat  every 3 s of silence, so that a page knows a dead line from a quiet table

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import cast

from flask import Blueprint, Response, abort, current_app, json, request

from companion.core.seats import Role
from companion.table.authority import Rights
from companion.table.bus import Notice, Published, Signal, Update
from companion.table.table import Table
from companion.web import seats
from companion.web.following import may_follow, may_see
from companion.web.look import language
from companion.web.reach import boot, find_table
from companion.web.text import Words

log = logging.getLogger(__name__)

blueprint = Blueprint("stream", __name__)

HEARTBEAT_S = 3.0
QUEUE_LENGTH = 32
PER_TABLE = 20
IN_ALL = 60
"""Streams of the whole house: each has a thread of the server."""


_SILENCE = Notice(Signal.DONE)
"""Nothing happened for a while."""


class TooManyStreams(Exception):
    """No stream is left for one more page; the page asks again later."""


@dataclass(eq=False, slots=True)
class Stream:
    """One open page. The writer puts, and never waits; the page's own thread takes.

    *page* names a tab of a device: when it connects anew, its old line is dead whatever TCP still believes.
    *may_listen* is asked before anything is told, *may_see* before the words of a screen are: watching may be
    turned off while somebody watches. One that is *evicted* made room for somebody who plays; its thread ends
    as soon as it wakes.
    """

    table: Table
    page: str
    is_screen: bool
    rights: Callable[[], Rights]
    may_listen: Callable[[], bool] = lambda: True
    may_see: Callable[[], bool] = lambda: True
    waiting: queue.Queue[Published | None] = field(default_factory=lambda: queue.Queue(QUEUE_LENGTH))
    closed: bool = False
    evicted: bool = False

    def put(self, published: Published) -> None:
        """Hand over what happened. A page that does not keep up is cut off: it comes back and fetches."""
        if self.closed:
            return
        try:
            self.waiting.put_nowait(published)
        except queue.Full:
            log.info("a page of %s did not keep up and was cut off", self.table.id)
            self.close()

    def close(self) -> None:
        """End the stream; what still waits in it is dropped."""
        self.closed = True
        try:
            self.waiting.put_nowait(None)
        except queue.Full:
            pass  # its thread looks at *closed* before each event

    def events(self, boot: str, words: Callable[[], Words]) -> Iterator[str]:
        """The stream as text, until it is closed."""
        yield "retry: 1000\n\n" + self._event("hello", boot=boot)
        while not self.closed:
            try:
                published = self.waiting.get(timeout=HEARTBEAT_S)
            except queue.Empty:
                published = _SILENCE
            if published is None or self.closed:
                return
            if not self.may_listen():
                yield self._event("update")  # what it fetches now tells it why
                return
            if published is _SILENCE:
                self.rights()  # an open page is a holder that was heard of
                yield self._event("heartbeat")
                continue
            if isinstance(published, Update):
                yield self._event("update")
            elif self._is_for_this(published) and published.message is not None:
                refusal = {"refusal": True} if published.message.id.startswith("refusal.") else {}
                text = words().say(published.message)
                yield self._event("notice", signal=published.signal.value, text=text, **refusal)
            else:
                yield self._event("notice", signal=published.signal.value)

    def _is_for_this(self, notice: Notice) -> bool:
        """Whether a notice's words are meant for this page; its signal is for everybody."""
        match notice.to:
            case None | Role.TABLE:
                return self.is_screen and self.may_see()
            case Role.BANKER:
                return self.rights().banker
            case seat:
                return seat in self.rights().seats

    def _event(self, name: str, **values: object) -> str:
        # The version of now, not of when it was put: a page never has to fetch for what is old already.
        version = self.table.version
        told = json.dumps({"version": version, **values})
        return f"id: {version[0]}.{version[1]}\nevent: {name}\ndata: {told}\n\n"


class Streams:
    """Every open stream of the house. A place is taken until its thread has really ended."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: dict[Stream, Callable[[], None]] = {}
        self._closing = False

    def open(self, stream: Stream) -> None:
        """Let *stream* hear of its table. Raises TooManyStreams."""
        with self._lock:
            for other in self._open:
                if other.page == stream.page and other.table is stream.table:
                    other.close()
            held = [other for other in self._open if not other.evicted]
            at_table = [other for other in held if other.table is stream.table]
            in_the_way = at_table if len(at_table) >= PER_TABLE else held if len(held) >= IN_ALL else []
            if self._closing or (in_the_way and not _make_room(stream, in_the_way)):
                raise TooManyStreams
            self._open[stream] = stream.table.bus.listen(stream.put)

    def leave(self, stream: Stream) -> None:
        """Its thread has ended: the place is free."""
        with self._lock:
            stop_listening = self._open.pop(stream, None)
        if stop_listening is not None:
            stop_listening()

    def count(self) -> int:
        return len(self._open)

    def is_followed(self, table: Table) -> bool:
        """Whether a page of somebody who plays at *table* is open."""
        with self._lock:
            open_now = tuple(self._open)
        return any(one.table is table and one.rights().any for one in open_now)

    def is_full(self, table: Table) -> bool:
        """Whether one more device without a place gets no stream."""
        with self._lock:
            at_table = sum(one.table is table and not one.evicted for one in self._open)
            return at_table >= PER_TABLE or len(self._open) >= IN_ALL

    def close(self) -> None:
        """End them all and take no more: the program stops."""
        with self._lock:
            self._closing = True
            streams = tuple(self._open)
        for stream in streams:
            stream.close()


def _make_room(stream: Stream, in_the_way: list[Stream]) -> bool:
    """Cut off somebody who only watches for somebody who plays; whether there was one."""
    if not stream.rights().any:
        return False
    watcher = next((one for one in in_the_way if not one.rights().any), None)
    if watcher is None:
        return False
    watcher.evicted = True
    watcher.close()
    return True


def streams() -> Streams:
    """The streams of the app that serves this request."""
    return cast(Streams, current_app.extensions["companion.streams"])


@blueprint.get("/t/<id>/stream", endpoint="stream")
def open_stream(id: str) -> Response:
    """The stream of one page."""
    table = find_table(id)
    tab = request.args.get("tab", "")[:40]
    owner = seats.device().id or request.remote_addr
    rights, house = seats.lasting_rights(table), streams()
    may_listen = may_follow(table)
    if not may_listen():
        abort(403)
    screen = request.args.get("as") == Role.TABLE.value
    stream = Stream(table, f"{owner} {tab}", screen, rights, may_listen, may_see(table))
    try:
        house.open(stream)
    except TooManyStreams:
        response = Response("Too many pages are open at this table.\n", 503, mimetype="text/plain")
        response.headers["Retry-After"] = "5"
        return response
    reads = language()
    response = Response(
        stream.events(boot(), lambda: Words.at(table, reads)),
        mimetype="text/event-stream",
    )
    # Not a `finally` in the generator: one that was never started would not run it.
    response.call_on_close(lambda: house.leave(stream))
    response.headers["X-Accel-Buffering"] = "no"
    return response
