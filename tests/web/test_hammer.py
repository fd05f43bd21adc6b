"""The hammer's button: quiet while bids come, prominent ten seconds after the last."""

from __future__ import annotations

from typing import cast

import pytest

from companion.core.game import Game, Setup
from companion.core.seats import Role
from companion.games import monopoly
from companion.table.table import Table
from tests.table.conftest import Clock
from tests.web.filling import read_forms
from tests.web.house import House, Phone

QUIET = "Let the hammer fall</span>"
LIT = "10 seconds without a bid: let the hammer fall"
SOON = "The hammer is free here 10 seconds after the last bid."


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def auction(house: House, clock: Clock) -> Table:
    """Ann and Bob; red1 is auctioned and Bob bid 10."""
    house.hall.games = {"monopoly": cast(Game, monopoly)}
    setup = Setup("monopoly", ("Ann", "Bob"), options={"follow": "hands"})
    table = house.inbox.ask(lambda: house.hall.start(setup))
    table._monotonic = clock
    house.inbox.ask(lambda: table.submit({"do": "decline", "by": "Ann", "deed": "red1"}))
    house.inbox.ask(lambda: table.submit({"do": "bid", "by": "Bob", "amount": 10}))
    return table


def wait(house: House, table: Table, clock: Clock) -> None:
    clock.seconds += 10.0
    house.inbox.ask(table.tick)


def press(house: House, device: Phone, table: Table) -> None:
    """Send the hammer as its form does."""
    form = {"act": '{"do": "hammer", "by": "banker", "number": 2}', "id": "once", "at": "hammer"}
    assert device.post(f"/t/{table.id}/act", form).status_code == 303


@pytest.mark.parametrize("page", ["", "banker", "hammer", "table"])
def test_the_bankers_hammer_is_quiet_and_lights_up(
    house: House, auction: Table, clock: Clock, page: str
) -> None:
    banker = house.device(auction, 0, banker=True)
    quiet = banker.get(f"/t/{auction.id}/{page}").text
    assert QUIET in quiet
    assert 'waits hammer lit"' not in quiet
    wait(house, auction, clock)
    lit = banker.get(f"/t/{auction.id}/{page}").text
    assert LIT in lit
    assert 'waits hammer lit"' in lit


def test_the_table_screen_says_when_its_hammer_is_free_and_sells_then(
    house: House, auction: Table, clock: Clock
) -> None:
    screen = house.device(auction, screen=True)
    assert SOON in screen.get(f"/t/{auction.id}/table").text
    press(house, screen, auction)
    assert auction.session.number == 2
    wait(house, auction, clock)
    assert LIT in screen.get(f"/t/{auction.id}/table").text
    # The early press got its answer under its own id; the lit button's form has a fresh one.
    form = {"act": '{"do": "hammer", "by": "banker", "number": 2}', "id": "twice"}
    screen.post(f"/t/{auction.id}/act", form)
    assert auction.session.view(0)["deeds"]["red1"]["owner"] == "Bob"  # type: ignore[arg-type]
    assert "hammer" not in screen.get(f"/t/{auction.id}/table").text


def test_a_players_phone_shows_no_hammer(house: House, auction: Table, clock: Clock) -> None:
    wait(house, auction, clock)
    phone = house.device(auction, 0)
    assert 'class="waits hammer' not in phone.get(f"/t/{auction.id}/").text
    assert phone.get(f"/t/{auction.id}/hammer").status_code == 403


def test_the_hammer_falls_in_an_auction_that_nobody_opened(house: House, clock: Clock) -> None:
    house.hall.games = {"monopoly": cast(Game, monopoly)}
    table = house.inbox.ask(lambda: house.hall.start(Setup("monopoly", ("Ann", "Bob", "Cem"))))
    table._monotonic = clock
    lies = {"deeds": {"rail1": {"owner": "Bob"}}}
    house.inbox.ask(lambda: table.submit({"do": "arrange", "by": "banker", "set": lies}))
    house.inbox.ask(lambda: table.submit({"do": "leave", "by": "banker", "who": "Bob", "to": "auction"}))
    wait(house, table, clock)
    screen = house.device(table, screen=True)
    forms = read_forms(screen.get(f"/t/{table.id}/table").text, "hammer")
    (hammer,) = [form for form in forms if form.act]
    assert screen.post(hammer.action, hammer.hidden).status_code == 303
    assert table.session.view(Role.TABLE)["open"] == []
