"""Setting up: rule sheets, options, who may sit down."""

from __future__ import annotations

import pytest

from companion.core.game import Setup
from companion.core.refusal import Refusal
from companion.games import monopoly
from companion.games.monopoly.options import OPTIONS
from companion.web.catalogues import catalogue
from tests.games.monopoly.playing import table


def test_the_bank_goes_below_nothing_and_pays_on() -> None:  # MP-2
    state = table(8)
    assert state.ledger.bank == -12_000
    assert state.ledger.total() == 0


@pytest.mark.parametrize("count", [0, 1, 9])
def test_fewer_than_two_or_more_than_eight_cannot_sit_down(count: int) -> None:
    with pytest.raises(Refusal, match="players"):
        monopoly.new(Setup("monopoly", tuple(f"P{number}" for number in range(count))))


@pytest.mark.parametrize(
    ("name", "value"),
    [("auctions", "no"), ("salary", -1), ("salary", 1.5), ("taxes", "2009"), ("cash_limit", 0), ("colour", 1),
     ("free_parking_pot", True), ("round_to", 0), ("minutes", False), ("follow", "eyes")],
)  # fmt: skip
def test_an_option_that_cannot_be_is_named(name: str, value: object) -> None:
    with pytest.raises(Refusal) as refused:
        table(2, **{name: value})
    assert refused.value.code == "bad_request"
    assert name in str(refused.value.values["field"])


def test_the_default_of_a_choice_is_its_first() -> None:
    for name, option in OPTIONS.items():
        if option.choices and isinstance(option.default, str):
            assert option.default == option.choices[0], name


@pytest.mark.parametrize("preset", monopoly.presets())
def test_a_rule_sheet_makes_a_table_and_has_its_words(preset: str) -> None:
    sheet = monopoly.presets()[preset]
    state = table(3, sheet.edition, **sheet.options)
    assert all(getattr(state.rules, name) == value for name, value in sheet.options.items())
    assert f"preset.monopoly.{preset}" in catalogue("en", "monopoly")


def test_the_classic_board_brings_its_taxes_along() -> None:
    assert table(2, "us-classic").rules.taxes == "classic"
    assert table(2, "us-classic", taxes="2008").rules.taxes == "2008"
