"""Fixtures of Last Will's tests."""

from __future__ import annotations

import pytest

from tests.games.lastwill.table import Table


@pytest.fixture
def table() -> Table:
    """Two players before their first plan, with a few made-up cards."""
    return Table()
