"""Money as the box writes it."""

from __future__ import annotations

import pytest

from companion.core.currency import Currency


@pytest.mark.parametrize(
    ("currency", "amount", "written"),
    [
        (Currency("$"), 1140, "$1,140"),
        (Currency("£"), -40, "\u2212£40"),
        (Currency("kr.", "after", "."), 30000, "30.000\u00a0kr."),
        (Currency("₽", "after", "\u00a0"), -1500, "\u22121\u00a0500\u00a0₽"),
        (Currency("M", "after", ""), 1500, "1500\u00a0M"),
        (Currency(), 0, "0"),
    ],
)
def test_money_has_the_sign_place_and_thousands_of_its_box(
    currency: Currency, amount: int, written: str
) -> None:
    assert currency.write(amount) == written
