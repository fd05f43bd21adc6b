"""Fixtures of the web tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.table.table import Table
from tests.web.house import House


@pytest.fixture
def house() -> Iterator[House]:
    """A companion without devices."""
    made = House()
    yield made
    made.close()


@pytest.fixture
def table(house: House) -> Table:
    """Ann, Bob and Cem at a table of coins, 20 each."""
    return house.start()
