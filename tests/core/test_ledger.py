"""Money moves and is never made or lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.core.ledger import Account, House, Ledger
from companion.core.seats import Seat

ACCOUNTS: list[Account] = [Seat(0), Seat(1), Seat(2), House.BANK, House.POT]


@given(
    st.lists(
        st.tuples(st.sampled_from(ACCOUNTS), st.sampled_from(ACCOUNTS), st.integers(-500, 500)), max_size=30
    )
)
def test_any_row_of_payments_leaves_the_sum_at_zero(payments: list[tuple[Account, Account, int]]) -> None:
    ledger = Ledger().opened().opened().opened()
    for payer, payee, amount in payments:
        before = ledger.balance(payee)
        ledger = ledger.moved(payer, payee, amount)
        assert ledger.balance(payee) == before + (amount if payer != payee else 0)
    assert ledger.total() == 0


def test_a_balance_may_be_negative() -> None:
    assert Ledger().opened().moved(Seat(0), House.BANK, 5).balance(Seat(0)) == -5


def test_the_bank_never_runs_out() -> None:
    # MP-2: it keeps book below nothing
    assert Ledger().opened().moved(House.BANK, Seat(0), 200).balance(House.BANK) == -200
