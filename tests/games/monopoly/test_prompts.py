"""Buttons: what waits comes first, and a button that is shown can be pressed."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.core.message import Ask, Prompt
from companion.core.seats import Seat
from companion.games import monopoly
from companion.games.monopoly.bot import next_act
from companion.games.monopoly.state import State, cash, spendable
from tests.games.monopoly.playing import NAMES, after, arranged, random_options, refused, table

ANN, BOB = Seat(0), Seat(1)


def acts(state: State, seat: Seat, waits: bool | None = None) -> list[dict[str, Any]]:
    """What a seat's buttons do."""
    found = monopoly.prompts(state, seat)
    return [dict(prompt.act) for prompt in found if waits is None or prompt.waits is waits]


def filled(ask: Ask) -> object:
    """An answer to a question of a button."""
    match ask.kind:
        case "dice":
            return [1, 2, 3][: ask.most or 2]
        case "amount":
            return ask.least
        case _:
            return ask.choices[0][0]


def pressed(state: State, seat: Seat, prompt: Prompt) -> dict[str, Any]:
    answers = {ask.field: filled(ask) for ask in prompt.ask if not ask.optional}
    return {**prompt.act, **answers, "by": NAMES[seat]}


def affordable(state: State, seat: Seat, prompt: Prompt) -> bool:
    """Buttons show what they cost; the phone warns when the cash does not do."""
    has = cash(state, seat) if prompt.act["do"] in ("pay", "build") else spendable(state, seat)
    return prompt.pays is None or prompt.pays <= has


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("follow", ["dice", "hands"])
def test_every_button_that_can_be_paid_for_works(seed: int, follow: str) -> None:
    random = Random(seed)
    state = table(3, **{**random_options(random), "follow": "dice"})
    for _ in range(150):
        if state.over:
            break
        shown = state
        if follow == "hands":
            shown = after(state, {"do": "options", "by": "banker", "set": {"follow": "hands"}})
        for seat in (Seat(0), Seat(1), Seat(2)):
            for prompt in monopoly.prompts(shown, seat):
                if affordable(shown, seat, prompt):
                    said = pressed(shown, seat, prompt)
                    assert (
                        refused(shown, said) in ("", "not_enough_cash")
                        if prompt.ask
                        else not refused(shown, said)
                    ), said
        state = after(state, dict(next_act(state, random)))


def test_the_turn_waits_for_a_throw_then_for_its_end() -> None:
    state = table(2)
    assert acts(state, ANN, waits=True) == [{"do": "roll"}]
    assert acts(state, BOB) == []
    state = after(state, {"do": "roll", "by": "Ann", "dice": [1, 3]})
    assert acts(state, ANN, waits=True) == [{"do": "end_turn"}]


def test_an_unowned_square_waits_for_buy_or_decline_and_says_the_price() -> None:
    state = after(table(2), {"do": "roll", "by": "Ann", "dice": [2, 4]})
    buy, decline = monopoly.prompts(state, ANN)
    assert (buy.act, buy.pays, buy.waits) == ({"do": "buy"}, 100, True)
    assert (decline.act, decline.pays) == ({"do": "decline"}, None)


def test_in_jail_the_fine_and_the_card_stand_beside_the_throw() -> None:
    state = arranged(table(2), players={"Ann": {"in_jail": True, "jail_cards": 1}}, turn={"player": "Ann"})
    assert [act["do"] for act in acts(state, ANN, waits=True)] == ["roll", "leave_jail", "leave_jail"]


def test_a_debtor_sees_what_can_be_raised_and_how() -> None:
    red = {
        "red1": {"owner": "Ann"},
        "brown1": {"owner": "Ann", "houses": 1},
        "brown2": {"owner": "Ann", "houses": 1},
    }
    state = arranged(table(2), players={"Ann": {"cash": 10}}, deeds=red)
    state = after(state, {"do": "collect", "by": "Bob", "amount": 50})
    wanted = [
        ("sell_building", "brown1"),
        ("sell_building", "brown2"),
        ("mortgage", "red1"),
        ("sell_building", "brown1"),
    ]
    owed, *ways = monopoly.prompts(state, ANN)[:5]
    assert owed.message.id == "monopoly.prompt.raise"
    assert owed.message.values == {"creditor": BOB, "amount": 50, "lacks": 40}
    assert (owed.pays, owed.waits) == (50, True)
    assert [(way.act["do"], way.act.get("deed")) for way in ways] == wanted
    assert all(way.waits for way in ways)
    assert acts(state, ANN, waits=False) == []
    assert {"do": "bankrupt"} not in acts(state, ANN)
    state = after(state, {"do": "mortgage", "by": "Ann", "deed": "red1"})
    pay = monopoly.prompts(state, ANN)[0]
    assert (pay.act, pay.pays, pay.waits) == ({"do": "pay"}, 50, True)


def test_only_who_cannot_meet_the_debt_is_offered_bankruptcy() -> None:
    state = arranged(table(3), players={"Ann": {"cash": 10}})
    state = after(state, {"do": "collect", "by": "Bob", "amount": 50})
    assert acts(state, ANN) == [{"do": "pay"}, {"do": "bankrupt"}]
    state = arranged(state, deeds={"rail1": {"owner": "Ann", "mortgaged": True}, "brown1": {"owner": "Ann"}})
    state = arranged(state, players={"Ann": {"cash": 5}})
    assert acts(state, ANN)[0] == {"do": "pay"}
    assert {"do": "mortgage", "deed": "brown1"} in acts(state, ANN, waits=True)
    assert acts(state, ANN)[-1] == {"do": "bankrupt"}


def test_in_an_auction_the_leader_is_not_waited_for() -> None:
    state = after(table(2), {"do": "roll", "by": "Ann", "dice": [2, 4]}, {"do": "decline", "by": "Ann"})
    assert [act["do"] for act in acts(state, BOB, waits=True)] == ["bid", "pass"]
    state = after(state, {"do": "bid", "by": "Bob", "amount": 7})
    assert acts(state, BOB, waits=True) == []
    bid = monopoly.prompts(state, ANN)[0]
    assert (bid.ask[0].least, bid.ask[0].most) == (8, 1500)


def test_by_hand_every_rent_salary_and_purchase_is_a_button() -> None:
    state = arranged(table(3, follow="hands"), deeds={"red1": {"owner": "Ann"}, "utility1": {"owner": "Ann"}})
    found = acts(state, ANN)
    assert {"do": "salary"} in found
    assert {"do": "demand", "deed": "red1"} in found
    demand = next(prompt for prompt in monopoly.prompts(state, ANN) if prompt.act.get("deed") == "utility1")
    assert [(ask.field, ask.kind) for ask in demand.ask] == [("from", "seat"), ("dice", "dice")]
    assert [value for value, _ in demand.ask[0].choices] == ["Bob", "Cem"]


def test_a_trade_waits_for_its_partner_and_can_be_taken_back() -> None:
    offer = {"do": "offer", "by": "Ann", "to": "Bob", "give": {"cash": 5}, "get": {"cash": 1}}
    state = after(table(2), offer)
    assert [act["do"] for act in acts(state, BOB, waits=True)] == ["accept", "reject"]
    assert {"do": "reject", "trade": 1} in acts(state, ANN)


def test_nobody_who_is_out_or_asleep_has_buttons() -> None:
    state = arranged(table(3), players={"Cem": {"bankrupt": True}})
    assert acts(state, Seat(2)) == []
    state = after(table(3), {"do": "leave", "by": "banker", "who": "Bob", "to": "sleep"})
    assert acts(state, BOB) == []


def test_the_card_that_should_be_on_top_comes_first_but_any_of_the_pile_can_be_tapped() -> None:
    state = arranged(table(2), players={"Bob": {"jail_cards": 1}})
    for card in [f"CH{number:02}" for number in range(1, 17) if number not in (3, 8)]:
        turn = {"player": "Ann"}
        state = arranged(state, turn=turn, players={"Ann": {"position": 4, "cash": 5000, "in_jail": False}})
        draw = {"do": "draw", "by": "Ann", "card": card}
        state = after(state, {"do": "roll", "by": "Ann", "dice": [1, 2]}, draw)
    state = arranged(state, turn={"player": "Ann"}, players={"Ann": {"position": 4, "in_jail": False}})
    state = after(state, {"do": "roll", "by": "Ann", "dice": [1, 2]})
    choices = [value for value, _ in monopoly.prompts(state, ANN)[0].ask[0].choices]
    assert choices[0] == "CH03"
    assert len(choices) == 15
    assert "CH08" not in choices


def test_who_gets_more_than_is_given_pays_nothing_by_accepting() -> None:
    offer = {"do": "offer", "by": "Ann", "to": "Bob", "give": {"cash": 5}, "get": {"cash": 1}}
    assert monopoly.prompts(after(table(2), offer), BOB)[0].pays is None
    offer["get"] = {"cash": 20}
    assert monopoly.prompts(after(table(2), offer), BOB)[0].pays == 15
