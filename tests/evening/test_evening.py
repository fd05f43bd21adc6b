"""A whole evening: emulated tags, the tower's firmware in MicroPython, two phones and a table screen."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.firmware.vm import PoweredTower, powered_tower

pytestmark = pytest.mark.browser

ANN_CARD, BOB_CARD, ORANGE = "04A3C6CAE26180", "DEADBEEF", "04112233445566"


class Companion:
    """The program as a process of its own, on one data folder and, once started, on one port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start, and wait until it says where it is."""
        command = [sys.executable, "-m", "companion", "run", "--host", "127.0.0.1", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, "--data", str(self.folder), "--no-browser"], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := re.search(r"http://127\.0\.0\.1:(\d+)/", line):
                self.port = int(found[1])
                return
        raise AssertionError("the companion ended before it served")

    def kill(self) -> None:
        """kill -9: no clean-up of any kind."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self._gone()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
        self._gone()

    def _gone(self) -> None:
        assert self.process is not None
        self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def evening(folder: Path, tower: PoweredTower) -> Iterator[Companion]:
    """A companion with a simulated reader and the tower on its cable."""
    (folder / "table.toml").write_text(
        f'[[reader]]\nname = "table"\nkind = "simulated"\n[tower]\nkind = "usb"\nport = "{tower.path}"\n'
    )
    companion = Companion(folder)
    companion.start()
    try:
        yield companion
    finally:
        companion.stop()


def post(page: Page, url: str, **fields: str) -> None:
    """Post a form as the device of *page*."""
    origin = "/".join(url.split("/")[:3])
    answer = page.request.post(url, form=dict(fields), headers={"Origin": origin}, max_redirects=0)
    assert answer.status in (200, 303), answer.text()


def act(page: Page, table: str, **said: object) -> dict[str, object]:
    """Post a command as JSON as the device of *page*."""
    origin = "/".join(table.split("/")[:3])
    answer = page.request.post(
        f"{table}/act",
        data=json.dumps({key.rstrip("_"): value for key, value in said.items()}),
        headers={"Origin": origin, "Content-Type": "application/json"},
    )
    told: dict[str, object] = answer.json()
    assert told["ok"], told
    return told


def expect_balance(page: Page, amount: str) -> None:
    expect(page.locator(".purse .balance")).to_contain_text(amount)


def test_an_evening(tmp_path: Path, phone: Page, other_phone: Page, screen: Page) -> None:
    (tmp_path / "tower").mkdir()
    with powered_tower(tmp_path / "tower") as tower, evening(tmp_path, tower) as companion:
        # A new game on the table's own screen: its device is the banker's.
        screen.goto(f"{companion.url}/new?game=monopoly")
        for number, name in enumerate(("Ann", "Bob")):
            screen.locator("input[name=name]").nth(number).fill(name)
        screen.locator("input[name=dice][value=typed]").check(force=True)
        screen.locator("input[name=here][value=none]").check(force=True)
        screen.get_by_role("button", name="Begin").click()
        for thrower, total in ((0, "9"), (1, "7")):
            screen.locator(f"input[name='throw.{thrower}']").fill(total)
        screen.get_by_role("button", name="That is what we threw").click()
        screen.wait_for_url(re.compile(r"/t/[^/]+/table"))
        table = screen.url.rsplit("/table", 1)[0]
        expect(screen.locator("body")).to_contain_text("Simulator")

        # Two phones take their seats.
        for page, name in ((phone, "Ann"), (other_phone, "Bob")):
            page.goto(f"{table}/join")
            page.get_by_role("button", name=re.compile(name)).click()
            page.wait_for_url(re.compile(r"/t/[^/]+/(\?seat=\d)?$"))
            expect_balance(page, "1,500")

        # Tags are registered by holding them and tapping what they are.
        for uid, kind, name in (
            (ANN_CARD, "player_card", "1"),
            (BOB_CARD, "player_card", "2"),
            (ORANGE, "deed", "orange1"),
        ):
            post(screen, f"{table}/register", uid=uid, kind=kind, name=name)

        # The tower rolls for Ann; the roll is on every screen and in the journal.
        act(phone, table, do="roll", by="Ann", source="tower")
        expect(screen.locator("body")).to_contain_text(re.compile(r"Ann throws \d \+ \d"))
        expect(other_phone.locator("body")).to_contain_text(re.compile(r"Ann throws \d \+ \d"))

        # The table is set as after some rounds; Bob throws his own dice and lands on Ann's street.
        act(
            screen,
            table,
            do="arrange",
            by="banker",
            set={
                "turn": {"player": "Bob"},
                "players": {"Ann": {"cash": 300}, "Bob": {"cash": 300, "position": 12, "in_jail": False}},
                "deeds": {"orange1": {"owner": "Ann"}},
            },
        )
        expect_balance(phone, "300")
        act(other_phone, table, do="roll", by="Bob", dice=[3, 1])

        # Two touches pay the rent: the deed asks, Bob's card answers. No phone is needed.
        post(screen, f"{companion.url}/simulator/lay", reader="table", uid=ORANGE)
        expect(screen.locator(".question")).to_contain_text("14")
        expect_balance(phone, "300")
        post(screen, f"{companion.url}/simulator/take", reader="table", uid=ORANGE)
        post(screen, f"{companion.url}/simulator/lay", reader="table", uid=BOB_CARD)
        expect_balance(phone, "314")
        expect_balance(other_phone, "286")
        expect(screen.locator("body")).to_contain_text("286")

        # The history explains it, and the banker takes it back and brings it again.
        phone.goto(f"{table}/history")
        expect(phone.locator("body")).to_contain_text("14")
        act(screen, table, do="undo", by="banker")
        expect_balance(other_phone, "300")
        act(screen, table, do="redo", by="banker")
        expect_balance(other_phone, "286")
        phone.go_back()
        expect_balance(phone, "314")

        # The plug is pulled. Nothing that was acknowledged is lost, and the phones come back by themselves.
        companion.kill()
        expect(phone.locator("body")).to_have_class(re.compile(r"\breconnecting\b"))
        companion.start()
        expect(phone.locator("body")).not_to_have_class(re.compile(r"\breconnecting\b"))
        expect_balance(phone, "314")
        act(other_phone, table, do="transfer", by="Bob", to="Ann", amount=6)
        expect_balance(phone, "320")
        expect_balance(other_phone, "280")
