"""A machine that gets another address while people play, over the real server."""

from __future__ import annotations

import time
import urllib.request
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion import app
from companion.config import Config


def test_screens_are_told_within_ten_seconds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    addresses = ["192.0.2.7"]
    monkeypatch.setattr(app, "served_addresses", lambda host: tuple(addresses))
    with ExitStack() as closing:
        running = app.start(Config(host="127.0.0.1", port=0, folder=tmp_path), closing)
        base = f"http://127.0.0.1:{running.port}"
        trying = urllib.request.Request(f"{base}/try", method="POST", headers={"Origin": base})
        with urllib.request.urlopen(trying, timeout=10.0) as page:
            table = page.url.split("/t/")[1].split("/")[0]
        with urllib.request.urlopen(f"{base}/t/{table}/stream?as=table", timeout=10.0) as stream:
            first = next_event(stream)
            assert first == "hello"
            addresses[:] = ["192.0.2.99"]
            moved_at = time.monotonic()
            while next_event(stream) != "update":
                assert time.monotonic() - moved_at < 10.0
            with urllib.request.urlopen(f"{base}/t/{table}/board", timeout=10.0) as board:
                shown = board.read().decode()
            assert f"192.0.2.99:{running.port}" in shown and "192.0.2.7" not in shown


def next_event(stream: object) -> str:
    """The name of the next event of a stream."""
    for line in stream:  # type: ignore[attr-defined]
        if line.startswith(b"event: "):
            return str(line[7:].decode().strip())
    return ""
