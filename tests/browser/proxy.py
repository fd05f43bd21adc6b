"""A line that can be cut: going offline in a browser does not cut a stream that is open, this does."""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
import time
from collections.abc import Callable

_RESET = struct.pack("ii", 1, 0)


class Line:
    """A TCP proxy on the loopback between a browser and a server.

    `cut` resets every connection and refuses new ones; `fall_silent` swallows everything without a word and
    never gives it back; `swallow_answers` lets requests through and their answers disappear; `heal` lets new
    connections through again. Answers come *answer_after_s* late.
    """

    def __init__(self, to_port: int) -> None:
        self.to_port = to_port
        self.answer_after_s = 0.0
        self._lock = threading.Lock()
        self._mode = "open"
        self._pairs: set[_Pair] = set()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        self._set("cut")

    def fall_silent(self) -> None:
        self._set("silent")

    def swallow_answers(self) -> None:
        self._set("mute")

    def heal(self) -> None:
        """New connections pass; those that went silent stay dead."""
        self._set("open")

    def close(self) -> None:
        self._set("cut")
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join(5.0)

    def _set(self, mode: str) -> None:
        with self._lock:
            self._mode = mode
            pairs = tuple(self._pairs)
        for pair in pairs:
            if mode == "cut":
                pair.reset()
            elif mode == "silent":
                pair.deaf = pair.mute = True
            elif mode == "mute":
                pair.mute = True

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            with self._lock:
                mode = self._mode
            try:
                far = (
                    None
                    if mode in ("cut", "silent")
                    else socket.create_connection(("127.0.0.1", self.to_port))
                )
            except OSError:
                far, mode = None, "cut"
            pair = _Pair(near, far, lambda: self.answer_after_s)
            pair.deaf, pair.mute = mode == "silent", mode in ("silent", "mute")
            if mode == "cut":
                pair.reset()
            with self._lock:
                self._pairs.add(pair)
            threading.Thread(target=self._carry, args=(pair,), daemon=True).start()

    def _carry(self, pair: _Pair) -> None:
        pair.carry()
        with self._lock:
            self._pairs.discard(pair)


class _Pair:
    """One connection through the line. *deaf*: the server hears nothing more; *mute*: the browser."""

    def __init__(self, near: socket.socket, far: socket.socket | None, late_s: Callable[[], float]) -> None:
        self.near, self.far, self.late_s = near, far, late_s
        self.deaf = self.mute = self.is_cut = False

    def carry(self) -> None:
        """Carry both ways until both sides have ended."""
        back = threading.Thread(target=self._carry_back, daemon=True)
        back.start()
        self._pump(self.near, self.far, lambda: self.deaf)
        back.join()
        for end in self._ends():
            end.close()

    def reset(self) -> None:
        """End it the hard way: closed with nothing lingering, TCP sends a reset."""
        self.is_cut = True
        for end in self._ends():
            with contextlib.suppress(OSError):
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
                end.shutdown(socket.SHUT_RD)

    def _ends(self) -> tuple[socket.socket, ...]:
        return (self.near,) if self.far is None else (self.near, self.far)

    def _carry_back(self) -> None:
        if self.far is not None:
            self._pump(self.far, self.near, lambda: self.mute)

    def _pump(self, source: socket.socket, sink: socket.socket | None, swallows: Callable[[], bool]) -> None:
        try:
            while piece := source.recv(65536):
                if source is self.far and self.late_s():
                    time.sleep(self.late_s())
                if sink is not None and not swallows():
                    sink.sendall(piece)
        except OSError:
            pass
        if self.is_cut or swallows():
            return  # a silent line does not tell that the other side hung up
        for end in self._ends():
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
