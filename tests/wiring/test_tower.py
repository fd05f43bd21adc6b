"""The tower's side of the wiring."""

from __future__ import annotations

from typing import cast

from companion.devices.dice import NoTower
from companion.devices.simulated.tower import SimulatedTower
from companion.table.fittings import Fittings, Notes
from companion.table.hall import Hall
from companion.table.inbox import Inbox
from companion.wiring.tower import TowerWiring


def test_a_tower_that_is_lost_is_armed_for_when_it_is_back() -> None:
    tower = SimulatedTower()
    tower.fall_silent()
    inbox = Inbox()
    wiring = TowerWiring(tower, cast(Hall, None), inbox, Fittings(), cast(Notes, None))
    wiring.arm("2d6", "Ann")
    tower.speak()
    tower.press()
    assert len(tower.unacknowledged) == 1
    inbox.close()


def test_without_a_tower_arming_does_nothing() -> None:
    inbox = Inbox()
    TowerWiring(NoTower(), cast(Hall, None), inbox, Fittings(), cast(Notes, None)).arm("2d6", "Ann")
    inbox.close()
