"""The panel's buttons at a table where an auction runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import cast

import pytest

from companion.core.game import Game, Setup
from companion.devices.panel import REFUSED, Button, ButtonHeld, ButtonPressed, PanelEvent
from companion.devices.simulated.panel import SimulatedPanel
from companion.games import monopoly
from companion.table.bus import Bus, Notice, Published
from companion.table.registry import Registry
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
