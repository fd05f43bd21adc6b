"""The panel's buttons at a table where an auction runs, or where cards are laid down for a trade."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import cast

import pytest

from companion.core.game import Game, Setup
from companion.core.tagged import Tagged
from companion.core.uid import Uid
from companion.devices.panel import REFUSED, Button, ButtonHeld, ButtonPressed, PanelEvent
from companion.devices.simulated.panel import SimulatedPanel
from companion.games import monopoly
from companion.table.bus import Bus, Notice, Published
from companion.table.registry import Registered, Registry
from companion.table.session import Session
from companion.table.table import Table
from companion.wiring.panel import PanelWiring
from tests.table.conftest import Clock
from tests.web.house import House


@dataclass
class AtPanel:
    """A table and the hand at its panel; *press* waits until the press had its effect."""

    table: Table
    clock: Clock
    panel: SimulatedPanel
    press: Callable[[PanelEvent], None]
    heard: list[Published]

    def told(self) -> list[str]:
        return [one.message.id for one in self.heard if isinstance(one, Notice) and one.message is not None]


@pytest.fixture
def at_panel() -> Iterator[AtPanel]:
    """Ann and Bob; red1 is auctioned and Bob bid 10."""
    house, clock = House(), Clock()
    setup = Setup("monopoly", ("Ann", "Bob"), options={"follow": "hands"})
    table = Table("monopoly-1", Session(cast(Game, monopoly), setup), Registry(), Bus(), monotonic=clock)
    table.submit({"do": "decline", "by": "Ann", "deed": "red1"})
    table.submit({"do": "bid", "by": "Bob", "amount": 10})
    house.hall.current = table
    wiring = PanelWiring(house.hall, house.inbox, house.reach.fittings, lambda: None)
    panel = SimulatedPanel(wiring.pressed)
    wiring.fit(panel)
    heard: list[Published] = []
    table.bus.listen(wiring.show)
    table.bus.listen(heard.append)

    def press(event: PanelEvent) -> None:
        wiring.pressed(event)
        house.inbox.ask(lambda: None)

    yield AtPanel(table, clock, panel, press, heard)
    house.close()


def test_ok_held_sells_once_nobody_has_bid_for_ten_seconds(at_panel: AtPanel) -> None:
    at_panel.press(ButtonHeld(Button.OK, 0.0))
    assert at_panel.table.session.number == 2
    assert at_panel.told() == ["hammer.dark"]
    assert at_panel.panel.shown == (REFUSED,)
    at_panel.clock.seconds += 10.0
    at_panel.table.tick()
    at_panel.press(ButtonHeld(Button.OK, 0.0))
    assert at_panel.table.session.view(0)["deeds"]["red1"]["owner"] == "Bob"  # type: ignore[arg-type]


def test_next_and_a_short_ok_do_not_sell(at_panel: AtPanel) -> None:
    at_panel.clock.seconds += 10.0
    at_panel.table.tick()
    at_panel.press(ButtonPressed(Button.NEXT, 0.0))
    at_panel.press(ButtonPressed(Button.OK, 0.0))
    assert at_panel.table.session.number == 2
    assert at_panel.told() == ["hammer.lit", "panel.nothing_waits"]


def test_ok_held_without_an_auction_does_nothing(at_panel: AtPanel) -> None:
    at_panel.table.submit({"do": "hammer", "by": "banker"})
    at_panel.press(ButtonHeld(Button.OK, 0.0))
    assert at_panel.told() == []


def test_ok_sends_the_trade_that_was_laid_down_card_by_card(at_panel: AtPanel) -> None:
    table = at_panel.table
    table.submit({"do": "hammer", "by": "banker"})
    table.submit({"do": "buy", "by": "Ann", "deed": "orange1"})
    row = (("player_card", "1"), ("deed", "orange1"), ("deed", "red1"), ("player_card", "2"))
    for at, (kind, name) in enumerate(row):
        uid = Uid(bytes((4, 1, 2, 3, 4, 5, at)))
        table.registry.register(uid, Registered("monopoly", Tagged(kind, name)))
        assert table.touch("table", uid) is None
    assert table.session.number == 4
    at_panel.press(ButtonPressed(Button.OK, 0.0))
    trade = table.session.view(0)["open"][0]  # type: ignore[arg-type]
    assert (trade["from"], trade["player"]) == ("Ann", "Bob")
    assert (trade["give"]["deeds"], trade["get"]["deeds"]) == (["orange1"], ["red1"])
