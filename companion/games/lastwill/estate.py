"""Properties: bought and sold at the market, with adjusters and helpers."""

from __future__ import annotations

from companion.core.draft import Draft
from companion.core.refusal import Reason, refuse_field
from companion.core.seats import Seat
from companion.core.verbs import seat_of
from companion.games.lastwill.cards import Card, FreeTrade
from companion.games.lastwill.commands import Play, Sell
from companion.games.lastwill.companions import held_card
from companion.games.lastwill.enrolment import enrol, require_in_hand
from companion.games.lastwill.events import FreedBy, PropertyBought, PropertySold
from companion.games.lastwill.record import Event
from companion.games.lastwill.room import make_room
from companion.games.lastwill.spending import (
    free_act,
    require_phase,
    require_turn,
    take_actions,
    trade_shift,
)
from companion.games.lastwill.state import Phase, State, adjuster, owns_property


def buy(draft: Draft[State, Event], seat: Seat, piece: str, command: Play) -> None:
    """Buy a property from the hand. Rule: LW-9.2, LW-9.9, LW-12.7, D27."""
    card = draft.state.card(piece)
    if not card.ladder:
        refuse_field("card", "with_ladder", card=piece)
    price = price_of(draft.state, seat, card, card.ladder[0], command.bonus)
    require_in_hand(draft, seat, (piece,), "card")
    state = draft.state
    money = state.money(seat)
    in_debt = state.rules.buy_in_debt and not owns_property(state, seat)
    if price > money and not in_debt:
        draft.refuse(Reason.NOT_ENOUGH_CASH, who=seat, has=money, amount=price, lacks=price - money)
    make_room(draft, seat, command.discard)
    actions, freed_by = _trade_actions(draft, seat, card.kind)
    draft.add(PropertyBought(seat, piece, card.ladder[0], price, actions, freed_by))


def sell(draft: Draft[State, Event], command: Sell) -> None:
    """Sell a property of the board. Rule: LW-9.5."""
    seat = seat_of(command.by)
    require_phase(draft, Phase.ACTIONS)
    require_turn(draft, seat)
    piece = enrol(draft, command.card, "card")
    held = held_card(draft, seat, piece)
    card = draft.state.card(piece)
    if held.value is None:
        refuse_field("card", "property", piece)
    price = price_of(draft.state, seat, card, held.value, command.bonus)
    actions, freed_by = _trade_actions(draft, seat, card.kind)
    draft.add(PropertySold(seat, piece, price, actions, freed_by))


def price_of(state: State, seat: Seat, card: Card, value: int, bonus: int | None = None) -> int:
    """What a property costs or fetches now, never below 0. Rule: LW-9.2, LW-9.5, LW-9.9."""
    return max(0, value + adjuster(state, card.kind) + trade_shift(state, seat, card.kind, bonus))


def _trade_actions(draft: Draft[State, Event], seat: Seat, kind: str) -> tuple[int, FreedBy | None]:
    freed_by = free_act(draft.state, seat, kind, FreeTrade)
    if freed_by is not None:
        return 0, freed_by
    return take_actions(draft, seat, 1)[0], None
