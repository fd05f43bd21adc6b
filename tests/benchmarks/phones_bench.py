"""The whole way in one process: a tag, a phone's tap or a roll of the tower, to the event at ten phones."""

from __future__ import annotations

import http.client
import json
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from tests.benchmarks.figures import show_ms
from tests.firmware.vm import powered_tower

PHONES = 10
TIMES = 60
ORANGE, BOB = "04A3C6CAE26180", "DEADBEEF"


class Phone:
    """One browser without a screen: a cookie jar, posts, and a stream on a thread of its own."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self.port = port
        self.cookie = cookie
        self.heard: dict[tuple[int, int], float] = {}
        self.newest = (0, 0)
        self.changed = threading.Condition()

    def post(
        self, path: str, fields: Mapping[str, object] | None = None, body: object = None
    ) -> tuple[int, str]:
        """Post a form or JSON; returns status and Location or body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        headers = {"Origin": f"http://127.0.0.1:{self.port}", "Cookie": self.cookie}
        if body is not None:
            headers["Content-Type"] = "application/json"
            text = json.dumps(body)
        else:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            text = urllib.parse.urlencode(fields or {}, doseq=True)
        connection.request("POST", path, text, headers)
        answer = connection.getresponse()
        for key, value in answer.getheaders():
            if key.lower() == "set-cookie":
                self.cookie = value.split(";")[0]
        told = answer.getheader("Location") or answer.read().decode()
        connection.close()
        return answer.status, told

    def listen(self, table: str) -> Self:
        """Open the stream; every event's version is noted with the time it came."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request("GET", f"/t/{table}/stream?tab={id(self)}", headers={"Cookie": self.cookie})
        answer = connection.getresponse()
        assert answer.status == 200, answer.read()
        threading.Thread(target=self._hear, args=(answer,), daemon=True).start()
        return self

    def wait_for(self, number: int) -> float:
        """When the first event with entry *number* came."""
        with self.changed:
            assert self.changed.wait_for(lambda: self.newest[0] >= number, 10)
            return min(at for version, at in self.heard.items() if version[0] >= number)

    def _hear(self, answer: http.client.HTTPResponse) -> None:
        while line := answer.readline():
            if line.startswith(b"data:"):
                version = json.loads(line[5:])["version"]
                with self.changed:
                    self.newest = (version[0], version[1])
                    self.heard.setdefault(self.newest, time.monotonic())
                    self.changed.notify_all()


@contextmanager
def companion(*arguments: str) -> Iterator[tuple[int, float, int]]:
    """A companion as a process of its own: port, seconds to its first answer, process id."""
    with tempfile.TemporaryDirectory() as folder:
        begun = time.monotonic()
        with subprocess.Popen(
            [
                sys.executable, "-m", "companion", "run", "--host", "127.0.0.1", "--port", "0",
                "--data", folder, "--no-browser", *arguments,
            ],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        ) as process:  # fmt: skip
            assert process.stdout is not None
            found = None
            while found is None:
                found = re.search(r"127\.0\.0\.1:(\d+)", process.stdout.readline())
            port = int(found[1])
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
            connection.request("GET", "/healthz")
            assert connection.getresponse().status == 200
            try:
                yield port, time.monotonic() - begun, process.pid
            finally:
                process.terminate()
                process.wait(10)


def report(long: bool) -> Iterator[str]:
    """Marks: start 1 s; tag to event p50 150, p99 300 ms; POST to event 8 / 25 ms; 80 MB with ten phones."""
    starts = []
    for _ in range(3):
        with companion() as (_, start_s, _):
            starts.append(start_s)
    yield f"start to first answer: median {statistics.median(starts):.2f} s of 3 (mark 1)"
    with companion("--simulate") as (port, _, pid):
        banker = Phone(port)
        status, location = banker.post("/try")
        assert status == 303, location
        table = location.split("/t/")[1].split("/")[0]
        phones = [Phone(port, banker.cookie).listen(table) for _ in range(PHONES)]
        yield from _posts(banker, phones, table)
        yield from _tags(banker, phones, table)
        yield f"memory with {PHONES} phones: {_memory_mb(pid):.0f} MB (mark 80)"
    yield from _rolls()


def _posts(banker: Phone, phones: list[Phone], table: str) -> Iterator[str]:
    spent: list[float] = []
    for number in range(TIMES):
        body = {"do": "transfer", "by": "banker", "to": "Bob", "amount": 1, "id": f"post-{number}"}
        begun = time.monotonic()
        status, told = banker.post(f"/t/{table}/act", body=body)
        assert status == 200, told
        entry = json.loads(told)["number"]
        spent += [(phone.wait_for(entry) - begun) * 1000 for phone in phones[1:]]
    yield show_ms("POST to the event at nine other phones", spent, "8 / 25 ms")


def _tags(banker: Phone, phones: list[Phone], table: str) -> Iterator[str]:
    """Lay a player card down: a look-up, which is a passing change; then an unregistered one."""
    banker.post(f"/t/{table}/register", {"uid": BOB, "kind": "player_card", "name": "2"})
    spent: list[float] = []
    for _ in range(TIMES):
        before = [phone.newest for phone in phones]
        begun = time.monotonic()
        status, told = banker.post("/simulator/lay", {"reader": "table", "uid": BOB})
        assert status < 400, told
        for phone, old in zip(phones, before, strict=True):
            with phone.changed:
                assert phone.changed.wait_for(lambda phone=phone, old=old: phone.newest > old, 10)
                spent.append((phone.heard[phone.newest] - begun) * 1000)
        banker.post("/simulator/take", {"reader": "table", "uid": BOB})
        time.sleep(0.4)
    yield show_ms("tag in the field to the event at ten phones", spent, "150 / 300 ms")


def _rolls() -> Iterator[str]:
    """Ask the firmware, in a MicroPython at the end of a clean line, for a roll; the banker takes it back."""
    with tempfile.TemporaryDirectory() as folder, powered_tower(Path(folder)) as tower:
        config = Path(folder) / "table.toml"
        config.write_text(f'[tower]\nkind = "usb"\nport = "{tower.path}"\n')
        with companion("--config", str(config)) as (port, _, _):
            banker = Phone(port)
            status, location = banker.post("/new", {"game": "monopoly", "name": ["Ann", "Bob"]})
            assert status == 303, location
            table = location.split("/t/")[1].split("/")[0]
            phones = [Phone(port, banker.cookie).listen(table) for _ in range(PHONES)]
            spent: list[float] = []
            number = 0
            for turn in range(TIMES):
                begun = _ask_roll(banker, table, f"roll-{turn}")
                spent += [(phone.wait_for(number + 1) - begun) * 1000 for phone in phones]
                status, told = banker.post(f"/t/{table}/act", body={"do": "undo", "by": "banker"})
                assert status == 200, told
                number = json.loads(told)["number"]
                _wait_until_heard(phones, number)
    yield show_ms("roll asked of the tower to the event at ten phones", spent, "30 ms")


def _ask_roll(banker: Phone, table: str, id: str) -> float:
    """When the roll was asked for; asked again while the tower is still being found."""
    for again in range(100):
        begun = time.monotonic()
        body = {"do": "roll", "by": "Ann", "source": "tower", "id": f"{id}-{again}"}
        status, told = banker.post(f"/t/{table}/act", body=body)
        if status == 200:
            return begun
        time.sleep(0.1)
    raise AssertionError(f"the tower does not roll: {told}")


def _wait_until_heard(phones: list[Phone], number: int) -> None:
    for phone in phones:
        phone.wait_for(number)


def _memory_mb(pid: int) -> float:
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1024
    return 0.0
