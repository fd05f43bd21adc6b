"""Every row of the board tables, and boards of the table's own."""

from __future__ import annotations

import csv
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion.core.currency import Currency
from companion.core.game import Setup
from companion.core.refusal import Refusal
from companion.core.tagged import Tagged
from companion.games import monopoly
from companion.games.monopoly.board_file import EDITIONS, load_edition
from companion.games.monopoly.edition import Kind
from companion.games.monopoly.mortgage import lift_cost
from companion.games.monopoly.rent import current_rent
from companion.web.text import Words
from tests.games.monopoly.playing import after, arranged, seen, table

HERE = Path(__file__).parent


def sentence(refused: Refusal) -> str:
    """What a person reads of a refusal."""
    return Words(game="monopoly").text(f"refusal.{refused.code}", **refused.values)


def rows(name: str) -> list[dict[str, str]]:
    with (HERE / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


BOARD = rows("board_us.csv")
STREETS = [row for row in BOARD if row["kind"] == "street"]
DEEDS = [row for row in BOARD if row["kind"] in ("street", "railroad", "utility")]


def deed_id(row: dict[str, str]) -> str:
    """The neutral id of a row: its group without the line, numbered round the board."""
    group = row["colour_group"]
    place = [other for other in BOARD if other["colour_group"] == group].index(row) + 1
    return {"railroad": "rail"}.get(group, group.replace("_", "")) + str(place)


@pytest.mark.parametrize("row", BOARD, ids=lambda row: row["name"])
def test_a_square_is_as_the_table_says(row: dict[str, str]) -> None:
    edition = load_edition("us")
    number = int(row["position"])
    square = edition.squares[number]
    assert (square.kind, edition.names[number]) == (row["kind"], row["name"])
    if row in DEEDS:
        assert square.deed is not None
        assert square.deed.id == deed_id(row)
        assert (square.deed.price, square.deed.mortgage) == (int(row["price"]), int(row["mortgage"]))
        assert lift_cost(table(), square.deed) == int(row["unmortgage_roundup"])


@pytest.mark.parametrize("row", STREETS, ids=lambda row: row["name"])
def test_the_rents_of_a_street_are_as_the_table_says(row: dict[str, str]) -> None:
    id = deed_id(row)
    state = arranged(table(), deeds={id: {"owner": "Ann"}})
    deed = state.edition.by_id[id]
    group = [other.id for other in state.edition.groups[deed.group]]
    assert current_rent(state, deed) == int(row["rent0"])
    state = arranged(state, deeds={other: {"owner": "Ann"} for other in group})
    assert current_rent(state, deed) == 2 * int(row["rent0"])
    for houses, column in enumerate(("rent1", "rent2", "rent3", "rent4", "rent5_hotel"), start=1):
        built = arranged(state, deeds={id: {"houses": houses}})
        assert seen(built)["deeds"][id]["rent"] == int(row[column])
    before = state.ledger.hands[0]
    assert after(state, {"do": "build", "by": "Ann", "deed": id}).ledger.hands[0] == before - int(
        row["house_cost"]
    )


def test_all_deeds_together_cost_5690() -> None:
    assert sum(deed.price for deed in load_edition("us").deeds) == 5690


@pytest.mark.parametrize("row", rows("board_names.csv"), ids=lambda row: row["position"])
def test_the_names_of_the_other_boards(row: dict[str, str]) -> None:
    columns = {"uk": "uk", "it": "it", "dk": "dk_hasbro_1995", "dk-1961": "dk_parker_1961", "ru": "ru"}
    for edition, column in columns.items():
        printed = row[column].split(" (")[0]
        assert load_edition(edition).names[int(row["position"])] == printed


@pytest.mark.parametrize("row", rows("cards_us.csv"), ids=lambda row: row["id"])
@pytest.mark.parametrize(("edition", "column"), [("us", "amount_2008plus"), ("us-classic", "amount_pre2008")])
def test_a_card_does_what_the_table_says(row: dict[str, str], edition: str, column: str) -> None:
    card = load_edition(edition).cards[row["id"]]
    assert card.deck == row["deck"]
    amount = row[column]
    effect = {
        name: value
        for name, value in card.effect._asdict().items()
        if value != card.effect._field_defaults[name]
    }
    wanted: dict[str, Any] = {
        "move_to": lambda: {"go": int(row["target"])},
        "move_to_nearest": lambda: {"nearest": row["target"]},
        "collect_bank": lambda: {"collect": int(amount)},
        "pay_bank": lambda: {"pay": int(amount)},
        "pay_each_player": lambda: {"pay": int(amount), "partner": "each"},
        "collect_each_player": lambda: {"collect": int(amount), "partner": "each"},
        "keep_goojf": lambda: {"keep": True},
        "move_back": lambda: {"back": int(amount)},
        "go_to_jail": lambda: {"jail": True},
        "repairs": lambda: dict(
            zip(("per_house", "per_hotel"), (int(part.split("/")[0]) for part in amount.split()), strict=True)
        ),
    }[row["effect_type"]]()
    assert effect == wanted


@pytest.mark.parametrize(
    ("scale", "numbers"),
    [
        ("1", (1500, 200, 50, 60, 2, 200, 400)),
        (2.5, (3750, 500, 125, 150, 5, 500, 1000)),
        ("5/2", (3750, 500, 125, 150, 5, 500, 1000)),
        (20, (30_000, 4_000, 1_000, 1_200, 40, 4_000, 8_000)),
        (100, (150_000, 20_000, 5_000, 6_000, 200, 20_000, 40_000)),
        (1000, (1_500_000, 200_000, 50_000, 60_000, 2_000, 200_000, 400_000)),
    ],
)
def test_old_money_is_the_same_board_times_a_factor(scale: object, numbers: tuple[int, ...]) -> None:
    state = table(2, "mine", {"base": "us", "scale": scale})
    cheap, dear = state.edition.by_id["brown1"], state.edition.by_id["darkblue2"]
    tax = (state.edition.squares[4].amounts or {})["2008"]
    rules = state.rules
    assert numbers == (
        rules.starting_cash, rules.salary, rules.jail_fine, cheap.price, cheap.rent[0], tax, dear.price,
    )  # fmt: skip
    assert state.ledger.hands[0] == rules.starting_cash


def test_a_scale_that_leaves_halves_is_rounded_half_up_in_the_board_itself() -> None:
    state = table(2, "lire", {"base": "it", "scale": 2.5})
    park = state.edition.by_id["darkblue1"]
    assert (park.price, park.rent[0], park.rent[1], park.mortgage) == (875, 88, 438, 438)
    assert state.edition.by_id["utility1"].rent == (10, 25)


def test_a_board_of_the_tables_own_says_only_what_differs() -> None:
    board = {
        "base": "uk",
        "currency": {"sign": "€", "place": "after"},
        "houses": 40,
        "hotels": 10,
        "square": [{"at": 4, "amount": 300}, {"at": 39, "price": 500, "mortgage": 250}],
        "card": [{"id": "CH12", "pay": 20}, {"id": "CH17", "deck": "chance", "name": "Prize", "collect": 70}],
        "defaults": {"auctions": False},
    }
    state = table(2, "ours", board)
    assert monopoly.money(state) == Currency("€", "after")
    assert seen(state)["bank"] == {"houses": 40, "hotels": 10}
    assert state.edition.by_id["darkblue2"].price == 500
    assert state.edition.cards["CH12"].effect.pay == 20
    assert "CH17" in state.edition.decks["chance"]
    assert not state.rules.auctions
    assert after(state, {"do": "roll", "by": "Ann", "dice": [3, 1]}).ledger.hands[0] == 1200
    assert monopoly.piece_name(state, Tagged("deed", "darkblue2")) == "Mayfair"


def test_one_message_names_every_fault_of_a_board_file() -> None:
    board = {
        "base": "us",
        "colour": "green",
        "scale": 0,
        "houses": -1,
        "names": ["GO"],
        "currency": {"sign": "", "place": "under", "thousands": "and"},
        "square": [{"at": 5, "price": "x"}, {"at": 1, "rent": [1, 2]}, {"at": 99}],
        "card": [{"id": "CH05", "pay": 0}],
    }
    with pytest.raises(Refusal) as refused:
        monopoly.new(Setup("monopoly", ("Ann", "Bob"), "mine", {}, {"board": board}))
    assert refused.value.code == "bad_request"
    told = sentence(refused.value)
    for part in (
        "colour: expected one of base",
        "scale: expected a number over 0, as 20, 2.5 or “5/2”, found 0",
        "houses: expected a whole number from 0 to 1,000, found -1",
        "names: expected a list of 40 texts, found 1",
        "currency: sign: expected a text",
        "currency: place: expected one of before and after, found under",
        "currency: thousands: expected one sign",
        "square 5: price: expected a whole number from 1 to 1,000,000, found x",
        "square 1: rent: expected a list of 6 whole numbers, found [1, 2]",
        "square: at: expected a whole number from 0 to 39, found 99",
        "card CH05: pay: expected a whole number",
    ):
        assert part in told, part


def test_a_board_file_without_a_base_needs_all_of_it() -> None:
    with pytest.raises(Refusal) as refused:
        monopoly.new(Setup("monopoly", ("Ann", "Bob"), "mine", {}, {"board": {}}))
    told = sentence(refused.value)
    for part in (
        "names: ",
        "square: expected 40 tables named “square”",
        "currency: ",
        "houses: ",
        "hotels: ",
    ):
        assert part in told, part


def test_a_board_file_with_very_many_faults_names_the_first_and_counts_the_others() -> None:
    board = {"base": "us", **{f"key{number}": number for number in range(30)}}
    with pytest.raises(Refusal) as refused:
        table(2, "mine", board)
    assert re.search(r"key0: .* and [0-9]+ more faults\.$", sentence(refused.value))


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_board_has_28_deeds_16_cards_a_deck_and_a_sign(edition: str) -> None:
    state = table(2, edition)
    assert len(state.edition.deeds) == 28
    assert [len(deck) for deck in state.edition.decks.values()] == [16, 16]
    assert state.edition.currency.sign
    assert [square.number for square in state.edition.squares if square.kind is Kind.TAX] == [4, 38]
    assert all(monopoly.piece_name(state, piece) for piece in monopoly.pieces(state))


def test_an_unknown_edition_is_refused() -> None:
    with pytest.raises(Refusal, match="edition"):
        table(2, "gr")


def test_cards_are_named_with_the_squares_of_their_board() -> None:
    assert monopoly.piece_name(table(2), Tagged("card", "CH02")) == "Go forward to Illinois Avenue"
    assert monopoly.piece_name(table(2, "uk"), Tagged("card", "CH02")) == "Go forward to Trafalgar Square"
    assert monopoly.piece_name(table(2, "dk-1961"), Tagged("card", "CH14")) == "Ryk frem til Rådhuspladsen"


def test_a_card_that_is_only_named_anew_does_what_it_did() -> None:
    for edition in ("it", "dk", "dk-1961", "ru"):
        here, there = load_edition(edition).cards, load_edition("us").cards
        assert {id: card.effect for id, card in here.items()} == {
            id: card.effect for id, card in there.items()
        }


def test_a_boards_own_option_that_cannot_be_is_among_the_faults() -> None:
    board = {"base": "us", "houses": -1, "defaults": {"auctions": "no"}}
    with pytest.raises(Refusal) as refused:
        table(2, "mine", board)
    told = sentence(refused.value)
    assert "houses: expected a whole number from 0 to 1,000, found -1" in told
    assert "defaults: auctions: expected one of false and true, found no" in told


def test_the_example_of_the_handbook_is_a_board() -> None:
    handbook = Path(monopoly.__file__).parent / "BOARD_FILE.md"
    example = handbook.read_text(encoding="utf-8").split("```toml")[1].split("```")[0]
    board = tomllib.loads(example)
    del board["names"]  # the handbook names three of the forty
    state = table(2, "mine", board)
    assert state.edition.by_id["darkblue2"].price == 9000
    assert state.rules.starting_cash == 30_000
    assert monopoly.piece_name(state, Tagged("card", "CH17")) == "Street party, on the way to Illinois Avenue"
