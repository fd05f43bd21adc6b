"""Every sentence has its text, and the text's placeholders are values that are there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import cast

import pytest

from companion.core.acts import COMMON_VERBS
from companion.core.currency import Currency
from companion.core.game import Game
from companion.core.message import Message, say
from companion.core.seats import Role
from companion.core.tagged import Tagged
from companion.games import monopoly
from companion.games.monopoly import events as ev
from companion.games.monopoly import turn_events as tev
from companion.games.monopoly.options import OPTIONS
from companion.games.monopoly.state import Bundle, Grant, Step
from companion.web.catalogues import catalogue
from companion.web.text import Words, placeholders
from tests.games.monopoly.playing import table

TEXTS = catalogue("en", "monopoly")
SOURCE = Path(monopoly.__file__).parent
CODES = (
    "not_owner", "already_owned", "not_for_sale", "not_full_group", "group_mortgaged", "group_built",
    "uneven", "no_houses_left", "no_hotels_left", "fully_built", "already_mortgaged", "not_mortgaged",
    "rent_lapsed", "nothing_due", "bid_too_low", "not_in_auction", "in_jail", "not_in_jail", "no_jail_card",
    "can_still_pay", "wrong_card", "impossible_dice", "impossible_board", "option_off",
)  # fmt: skip
CHARGED = ("tax", "card", "repairs", "fine", "interest", "snake_eyes", "auction", "collect")
OWED = ("rent", "tax", "card", "repairs", "fine", "interest", "auction", "collect")
GIVE = Bundle(10, ("orange1",), 1, (Grant(("red1",), 2),))
SAMPLES: tuple[ev.OwnEvent, ...] = (
    tev.TurnBegan(0),
    tev.Rolled(0, (3, 4), "", 0, 7),
    tev.Rolled(0, (3, 4), "mr", 0, 7),
    tev.PutDown(0, 5),
    tev.Moved(0, 5),
    tev.Moved(0, 5, False),
    tev.SalaryPaid(0, 200),
    tev.StepTaken(0, Step.ROLL_AGAIN),
    tev.StepTaken(0, Step.SECOND_MOVE),
    tev.SentToJail(0),
    tev.JailTryFailed(0, 1),
    *(tev.JailLeft(0, how) for how in ("double", "pay", "card")),
    tev.CardAsked(0, "chance"),
    tev.CardDrawn(0, "community_chest", "CC05", True),
    tev.CardDrawn(0, "chance", "CH07"),
    tev.CardDrawn(0, "chance", ""),
    tev.ThrowAsked(0, "utility1", 1, 4, 1, None),
    tev.Thrown(0, "utility1", (1, 2), 3),
    *(tev.ChoiceAsked(0, what) for what in ("bus", "triple", "tax", "jail")),
    tev.Chosen(0, "bus", "3"),
    tev.Chosen(0, "triple", "39"),
    tev.Chosen(0, "tax", "flat"),
    tev.Chosen(0, "tax", "percent"),
    ev.PurchaseOffered(0, "red1", 220),
    ev.PurchaseDeclined(0, "red1"),
    ev.DeedBought(0, "red1", 220),
    ev.DeedsDealt(0, ("red1",), 220),
    ev.AuctionOpened("red1"),
    ev.AuctionOpened("", "house", (0, 1)),
    ev.BidMade(0, 5, "red1"),
    ev.BidMade(0, 5, "", "hotel"),
    ev.BidPassed(0, "red1"),
    ev.BidPassed(0, "", "house"),
    ev.AuctionWon(0, 5, 5, "red1"),
    ev.AuctionWon(0, 5, 0, "", "house"),
    ev.AuctionFailed("red1"),
    ev.AuctionFailed("", "hotel"),
    ev.RentFellDue("red1", 0, 1, 18, 1),
    ev.RentPaid("red1", 0, 1, 18),
    ev.RentLapsed("red1", 0, 1, 18),
    ev.RentWaived("red1", 0, 1, 2),
    *(ev.Charged(0, 1, 5, cause) for cause in CHARGED),
    *(ev.DebtIncurred(0, 1, 5, cause) for cause in OWED),
    ev.DebtPaid(0, 1, 5, "rent"),
    ev.PotTaken(0, 30),
    ev.Built(0, (("red1", 2),), 150),
    ev.Built(0, (("red1", 5),), 150),
    ev.Built(0, (("red1", 1), ("red2", 1)), 300),
    ev.BuildingsSold(0, (("red1", 1),), 75),
    ev.Mortgaged(0, "red1", 110),
    ev.MortgageLifted(0, "red1", 121),
    ev.MortgageReceived(0, "red1", 11),
    ev.MortgageKept(0, "red1", 11),
    ev.TradeProposed(4, 0, 1, GIVE, GIVE, "note"),
    ev.TradeMade(4, 0, 1, GIVE, GIVE),
    ev.TradeProposed(4, 0, 1, GIVE, Bundle()),
    ev.TradeProposed(4, 0, 1, Bundle(), GIVE),
    ev.TradeMade(4, 0, 1, GIVE, Bundle()),
    ev.TradeMade(4, 0, 1, Bundle(), Bundle(immunity=(Grant(("red1",)),))),
    ev.TradeDropped(4, 0, 1),
    ev.EstatePassed(0, 1, ((1, 5),), ("red1",), ()),
    ev.EstatePassed(0, 1, (), (), (), False),
    ev.SeatSlept(0),
    ev.SeatWoke(0),
    *(ev.GameWon(0, why, 5) for why in ("last", "worth", "cash")),
    ev.TableArranged((), 0, (), (), None, ()),
    ev.OptionsChanged({"auctions": False}),
)
SILENT = (tev.StepTaken(0, Step.JAIL_MOVE), tev.Chosen(0, "jail", "pay"))


def check(message: Message) -> None:
    text = TEXTS[message.id]
    missing = {name for name, _ in placeholders(text)} - set(message.values)
    assert not missing, (message.id, missing)
    for name, kind in placeholders(text):
        if kind == "id" and message.values[name]:
            ids = message.values[name]
            for id in ids if isinstance(ids, list) else [ids]:
                assert id in TEXTS, id
        if kind == "said":
            for said in message.values[name]:
                check(Message(said["id"], said["values"]))


@pytest.mark.parametrize("event", SAMPLES, ids=lambda event: type(event).__name__)
def test_an_event_is_told_with_all_its_values(event: ev.OwnEvent) -> None:
    message = monopoly.tell(event, Role.TABLE)
    assert message is not None
    check(message)


def told(event: ev.OwnEvent) -> str:
    words = Words("en", "monopoly", ("Ann", "Bob"), Currency("$"))
    message = monopoly.tell(event, Role.TABLE)
    assert message is not None
    return words.say(message)


def test_a_trade_is_told_by_what_each_side_gives() -> None:
    cash, deed = Bundle(cash=20), Bundle(deeds=("rail1",), jail_cards=1)
    assert told(ev.TradeProposed(4, 0, 1, cash, deed)) == "Ann offers Bob $20 for rail1 and 1 leave-jail card"
    assert told(ev.TradeProposed(4, 0, 1, deed._replace(cash=20), Bundle())) == (
        "Ann offers Bob $20, rail1 and 1 leave-jail card for nothing"
    )
    assert told(ev.TradeProposed(4, 0, 1, Bundle(), cash)) == "Ann asks Bob for $20, for nothing"
    assert told(ev.TradeMade(4, 0, 1, cash, deed, note="thanks")) == (
        "Ann gives Bob $20 for rail1 and 1 leave-jail card (thanks)"
    )
    assert told(ev.TradeMade(4, 0, 1, Bundle(), cash)) == "Bob gives Ann $20"


@pytest.mark.parametrize(
    ("edition", "deck", "told"),
    [
        ("us", "chance", "Ann must draw a Chance card"),
        ("dk", "chance", "Ann must draw a Chancen card"),
        ("dk-1961", "community_chest", "Ann must draw a Statskassen card"),
        ("it", "community_chest", "Ann must draw a Probabilità card"),
    ],
)
def test_a_card_that_is_due_is_told_by_what_the_box_prints(edition: str, deck: str, told: str) -> None:
    message = monopoly.tell(tev.CardAsked(0, deck), Role.TABLE)
    assert message is not None
    assert Words.of(cast(Game, monopoly), table(2, edition)).say(message) == told


def test_a_pile_that_no_square_of_a_board_draws_from_has_the_usual_name() -> None:
    board = {"base": "us", "square": [{"at": at, "kind": "free_parking"} for at in (2, 17, 33)]}
    named = monopoly.piece_name(table(board=board), Tagged("deck", "community_chest"))
    assert named == say("monopoly.deck.community_chest")


def test_every_event_class_has_a_sample() -> None:
    own = {kind for kind in monopoly.event_types.values() if kind.__module__ in (ev.__name__, tev.__name__)}
    assert own == {type(event) for event in (*SAMPLES, *SILENT)}
    assert all(monopoly.tell(event, Role.TABLE) is None for event in SILENT)


@pytest.mark.parametrize("code", CODES)
def test_a_refusal_has_its_sentence(code: str) -> None:
    assert f"refusal.{code}" in TEXTS


def test_every_code_in_the_source_is_one_of_the_contract() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in SOURCE.glob("*.py"))
    used = set(re.findall(r'(?:Refusal\(|\.refuse\()\s*"(\w+)"', source))
    assert used <= set(CODES)
    assert {"not_owner", "uneven", "impossible_board", "rent_lapsed"} <= used


def test_every_text_id_in_the_source_exists() -> None:
    for path in SOURCE.glob("*.py"):
        for id in re.findall(r'"(monopoly\.[\w.]+)"', path.read_text(encoding="utf-8")):
            assert id in TEXTS, (path.name, id)


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_has_label_help_and_choices(name: str) -> None:
    assert TEXTS[f"option.monopoly.{name}"]
    assert TEXTS[f"option.monopoly.{name}.help"]
    for choice in OPTIONS[name].choices:
        if isinstance(choice, str):
            assert f"option.monopoly.{name}.{choice}" in TEXTS


def test_every_verb_of_its_own_has_a_word_for_the_history() -> None:
    shared = catalogue("en", "core")
    for verb in set(monopoly.verbs) - set(COMMON_VERBS):
        assert f"verb.{verb}" in TEXTS or f"verb.{verb}" in shared, verb
