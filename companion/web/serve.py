"""The server: waitress on a socket of our own, started and ended by us."""

from __future__ import annotations

import errno
import logging
import socket
import threading
import time
from typing import Any, cast

from flask import Flask
from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer, create_server

from companion.web.guard import LARGEST_BODY
from companion.web.stream import IN_ALL, Streams

log = logging.getLogger(__name__)

REQUEST_THREADS = 12
"""Threads for everything but streams, which have one each."""
USER_TIMEOUT_MS = 15_000
"""How long a phone may leave what was sent unacknowledged before its connection counts as dead."""
_BACKLOG = 128
_CONNECTIONS = 200
_LAST_WORDS_S = 2.0


class Server:
    """A listening server. `run` serves until `close` is called, from any thread or a signal handler."""

    def __init__(self, app: Flask, listening: socket.socket) -> None:
        self.port: int = listening.getsockname()[1]
        self._streams = cast(Streams, app.extensions["companion.streams"])
        self._listening = listening
        self._map: dict[Any, Any] = {}
        self._closing = threading.Event()
        self._ended = threading.Event()
        self._runner: int | None = None
        # Wakes the loop only while its pipe is open: a number closed may be another file's by then.
        self._pipe_lock = threading.RLock()
        self._pipe_is_open = True
        self._server = cast(
            BaseWSGIServer,
            create_server(
                app,
                map=self._map,
                sockets=[listening],
                threads=REQUEST_THREADS + IN_ALL,
                connection_limit=_CONNECTIONS,
                backlog=_BACKLOG,
                # Pages are small; a phone that does not read must not fill the memory.
                outbuf_high_watermark=65_536,
                # The application answers what is too large with a sentence; this is for what is absurd.
                max_request_body_size=4 * LARGEST_BODY,
                max_request_header_size=16_384,
                channel_timeout=60,
                cleanup_interval=10,
                # A closed page is noticed at once, not at the second heartbeat that cannot be written.
                channel_request_lookahead=1,
                asyncore_use_poll=True,
                clear_untrusted_proxy_headers=True,
                # Phones come and go all evening; that is no news for the log.
                log_socket_errors=False,
                ident=None,
            ),
        )

    def run(self) -> None:
        """Serve until closed; returns when the last answers are out or two seconds have passed."""
        self._runner = threading.get_ident()
        try:
            while not self._closing.is_set():
                self._turn(1.0)
            self._server.accepting = False
            self._say_last_words()
        finally:
            self._shut()

    def close(self) -> None:
        """End: the streams first, then what is being answered, then the connections.

        Waits for `run` to return, unless it is called by the thread that runs it.
        """
        self._closing.set()
        self._streams.close()
        if self._runner is None:
            self._shut()
            return
        with self._pipe_lock:
            if self._pipe_is_open:
                self._server.pull_trigger()
        if self._runner != threading.get_ident():
            self._ended.wait(_LAST_WORDS_S + 8.0)

    def _turn(self, timeout_s: float) -> None:
        wasyncore.loop(timeout=timeout_s, map=self._map, use_poll=True, count=1)

    def _say_last_words(self) -> None:
        """Let streams end and requests be answered; a phone that does not read does not hold us up."""
        until = time.monotonic() + _LAST_WORDS_S
        while time.monotonic() < until and self._is_busy():
            self._turn(0.05)

    def _is_busy(self) -> bool:
        return any(channel.requests or channel.total_outbufs_len for channel in self._channels())

    def _channels(self) -> tuple[HTTPChannel, ...]:
        return tuple(cast(dict[int, HTTPChannel], self._server.active_channels).values())

    def _shut(self) -> None:
        for channel in self._channels():
            channel.handle_close()
        self._server.task_dispatcher.shutdown()
        with self._pipe_lock:
            self._pipe_is_open = False
            self._server.close()
        self._listening.close()
        self._ended.set()


def serve(app: Flask, host: str, port: int) -> Server:
    """Listen at *host* ("" or "0.0.0.0" for every address, "::" for IPv6 too); port 0 takes any free one.

    Raises OSError whose `strerror` says why the port cannot be used.
    """
    return Server(app, listen(host, port))


def listen(host: str, port: int) -> socket.socket:
    """A listening socket whose connections die when a phone vanishes without a word."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Set here it is inherited: without it a vanished phone holds its thread for many minutes.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, USER_TIMEOUT_MS)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if family == socket.AF_INET6:
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listening.bind((host, port))
        listening.listen(_BACKLOG)
    except OSError as error:
        listening.close()
        raise OSError(error.errno, _why(error)) from error
    return listening


def _why(error: OSError) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return "another program uses it already"
        case errno.EACCES:
            return "ports below 1024 need a right that this user has not"
        case errno.EADDRNOTAVAIL:
            return "this machine has no such address"
        case _:
            return error.strerror or str(error)
