"""Checks that many commands share: whose turn, which deed, what waits, what can be paid."""

from __future__ import annotations

from typing import TypeAlias

from companion.core.desk import check_covers
from companion.core.draft import Draft
from companion.core.refusal import Reason, Refusal, refuse_field
from companion.core.seats import Seat
from companion.games.monopoly.edition import Deed
from companion.games.monopoly.events import Event
from companion.games.monopoly.state import (
    Auction,
    State,
    cash,
    debts_of,
    holding,
    is_held,
    kind_of,
    running_auction,
    spendable,
    waiting,
    waits_for,
)

Changes: TypeAlias = Draft[State, Event]
"""The events of one command and the state they make."""


def find_deed(state: State, id: str, field: str = "deed") -> Deed:
    """The deed of an id. Raises Refusal(BAD_REQUEST) when this board has none of that name."""
    deed = state.edition.by_id.get(id)
    if deed is None:
        refuse_field(field, "deed_of_board", id, example=state.edition.deeds[0].id)
    return deed


def need_dice_mode(draft: Changes, verb: str) -> None:
    """With `follow: hands` there is no turn, throw or position. Raises Refusal("option_off")."""
    if draft.state.rules.hands:
        # Not for the banker's override either: there is no turn that the act could belong to.
        raise Refusal("option_off", option="follow", verb=verb)


def need_turn(draft: Changes, seat: Seat) -> None:
    """Raises Refusal(NOT_YOUR_TURN)."""
    turn = draft.state.turn.player
    if turn != seat:
        draft.refuse(Reason.NOT_YOUR_TURN, who=seat, turn=turn)
        need_in_game(draft.state, seat, "by")


def need_nothing_open(draft: Changes, seat: Seat) -> None:
    """Raises Refusal(SOMETHING_OPEN) while *seat* has something to settle or an auction runs."""
    if is_held(draft.state, seat):
        draft.refuse(Reason.SOMETHING_OPEN, who=seat, what=what_holds(draft.state, seat))


def what_holds(state: State, seat: Seat) -> str:
    """The words for what holds *seat* up, as a message id."""
    for matter in state.open:
        if waits_for(matter) == seat or matter is running_auction(state):
            return f"monopoly.matter.{kind_of(matter)}"
    return "monopoly.matter.other"


def need_quiet(draft: Changes) -> None:
    """Building needs that nothing waits but rents not asked for, trades and requests."""
    for matter in waiting(draft.state):
        draft.refuse(Reason.SOMETHING_OPEN, what=f"monopoly.matter.{kind_of(matter)}")


def need_owner(draft: Changes, seat: Seat, deed: Deed) -> None:
    owner = holding(draft.state, deed.id).owner
    if owner != seat:
        raise Refusal("not_owner", who=seat, deed=deed.id, owner=owner)


def need_cash(state: State, seat: Seat, amount: int) -> None:
    """Raises Refusal(NOT_ENOUGH_CASH) when *seat* cannot freely spend *amount*."""
    check_covers(seat, spendable(state, seat), amount)


def need_cash_in_hand(state: State, seat: Seat, amount: int) -> None:
    """As `need_cash`, for what is owed: that may take a leading bid's reserve."""
    check_covers(seat, cash(state, seat), amount)


def need_no_debt(draft: Changes, seat: Seat) -> None:
    """Who owes neither bids nor trades, unless `trade_in_debt`. Rule: MP-46."""
    debts = debts_of(draft.state, seat)
    if debts and not draft.state.rules.trade_in_debt:
        draft.refuse(Reason.SOMETHING_OPEN, who=seat, what="monopoly.matter.debt", amount=debts[0].amount)


def auction_for(state: State, deed: str) -> Auction | None:
    """The auction of *deed*, running or waiting."""
    return next((one for one in state.open if isinstance(one, Auction) and one.deed == deed), None)


def need_in_game(state: State, seat: Seat, field: str) -> None:
    """Raises Refusal(BAD_REQUEST) when *seat* is bankrupt or left."""
    if state.players[seat].out:
        refuse_field(field, "player_in_game", state.seats.name(seat))
