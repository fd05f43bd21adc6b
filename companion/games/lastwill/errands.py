"""Errands: where an errand boy may stand, and what it does there at once."""

from __future__ import annotations

from companion.core.draft import Draft
from companion.core.refusal import Refusal, refuse_field
from companion.core.seats import Seat
from companion.core.verbs import seat_of
from companion.games.lastwill.box import Slot
from companion.games.lastwill.cards import REGULAR_DECKS, base_id
from companion.games.lastwill.codes import Code
from companion.games.lastwill.commands import SendErrand
from companion.games.lastwill.enrolment import enrol
from companion.games.lastwill.events import (
    CardsDrawn,
    ErrandPassed,
    ExtensionTaken,
    MarketSet,
    OfferTaken,
    OperaVisited,
    RandomTaken,
    TurnPassed,
)
from companion.games.lastwill.record import Event
from companion.games.lastwill.spending import (
    OPERA,
    check_spending,
    opera_bonuses,
    require_phase,
    require_turn,
    sums,
)
from companion.games.lastwill.state import (
    Phase,
    State,
    errand_spaces,
    next_errand,
    offer_slots,
    owns_property,
)

_FIELDS = {
    "offer": ("slot", "card"),
    "extension": (),
    "market": ("order",),
    "random": ("card",),
    "opera": (),
}


def send_errand(draft: Draft[State, Event], command: SendErrand) -> None:
    """Place an errand boy and do its errand at once. Rule: LW-5.1 to LW-5.9."""
    seat = seat_of(command.by)
    require_phase(draft, Phase.ERRANDS)
    require_turn(draft, seat)
    for name in ("slot", "card", "order"):
        if getattr(command, name) is not None and name not in _FIELDS[command.at]:
            refuse_field(name, "not_with_errand", getattr(command, name))
    match command.at:
        case "offer":
            _take_offer(draft, seat, command)
        case "extension":
            if draft.state.extensions_left < 1:
                raise Refusal(Code.NO_EXTENSION)
            _check_space(draft, "extension")
            draft.add(ExtensionTaken(seat))
        case "market":
            _check_space(draft, "market")
            market = command.order or draft.state.market
            if sorted(market) != sorted(draft.state.market):
                refuse_field("order", "adjusters", list(market), adjusters=list(draft.state.market))
            draft.add(MarketSet(seat, market))
        case "random":
            _take_random(draft, seat, command)
        case _:
            _check_space(draft, "opera")
            amount = opera_amount(draft.state, seat)
            check_spending(draft, seat, amount)
            draft.add(OperaVisited(seat, amount))
    _hand_on(draft)


def pass_errand(draft: Draft[State, Event], seat: Seat) -> None:
    """Leave an errand boy unused. Rule: LW-5.10."""
    draft.add(ErrandPassed(seat))
    _hand_on(draft)


def opera_amount(state: State, seat: Seat) -> int:
    """What an opera visit spends: 2, and under `opera_bonus` what mask helpers add as far as it can be spent.

    Rule: LW-5.9, D26.
    """
    possible = [OPERA + more for more in sums((0, bonus) for bonus in opera_bonuses(state, seat))]
    if owns_property(state, seat):
        possible = [amount for amount in possible if amount <= state.money(seat)] or [OPERA]
    return max(possible)


def why_not(state: State, seat: Seat, at: str) -> Code | None:
    """Why no errand boy may stand at an errand other than the offer; None when one may."""
    if at == "extension" and state.extensions_left < 1:
        return Code.NO_EXTENSION
    if at == "random":
        if any(figure.at == at and figure.seat == seat for figure in state.figures):
            return Code.ONCE_A_ROUND
        return None
    spaces = errand_spaces(state)
    if spaces is not None and sum(figure.at == at for figure in state.figures) >= getattr(spaces, at):
        return Code.SPACE_TAKEN
    return None


def slot_is_free(state: State, slot: Slot) -> bool:
    """Whether an errand boy may still take a card there; grouped slots share figures. Rule: LW-5.5, D36."""
    taken = [figure.slot for figure in state.figures if figure.at == "offer"]
    if slot.id in taken:
        return False
    if slot.group is None:
        return True
    mates = {other.id for other in offer_slots(state) or () if other.group == slot.group}
    return sum(one in mates for one in taken) < state.boards.figures_of(slot.group, len(state.seats.order))


def _take_offer(draft: Draft[State, Event], seat: Seat, command: SendErrand) -> None:
    state = draft.state
    slots = offer_slots(state)
    name = command.slot
    if name is None and isinstance(command.card, str):
        name = next((at for at, card in state.offer.items() if card == command.card), None)
    slot: Slot | None = None
    if slots is not None:
        slot = next((one for one in slots if one.id == name), None)
        if slot is None:
            refuse_field("slot", "slot", name, slots=[one.id for one in slots])
    taken = next((figure for figure in state.figures if figure.at == "offer" and figure.slot == name), None)
    if name is not None and taken is not None:
        # Where nobody named the places, a joker's is called by its card.
        at = "card" if base_id(name) in state.cards else "space"
        draft.refuse(Code.SPACE_TAKEN, **{at: name}, who=taken.seat)
    elif slot is not None and not slot_is_free(state, slot):
        draft.refuse(Code.SPACE_TAKEN, space=name, who=None)
    lying = state.offer.get(name) if name is not None else None
    card = None if command.card is None else enrol(draft, command.card, "card")
    if card is not None:
        _check_card(draft.state, seat, card, lying, slot)
    elif lying is None and slot is not None and _joker_is_away(state, slot):
        refuse_field("slot", "filled_slot", name)
    draft.add(OfferTaken(seat, name, card if card is not None else lying, card is not None))


def _check_card(state: State, seat: Seat, card: str, lying: str | None, slot: Slot | None) -> None:
    if lying is not None and card != lying:
        refuse_field("card", "card_lying_there", card, card=lying)
    _check_elsewhere(state, seat, card)
    deck = state.card(card).deck
    if lying is None and slot is not None and deck and deck != slot.deck(state.round):
        due = f"lastwill.deck.{slot.deck(state.round)}"
        refuse_field("card", "card_of_deck", card, round=state.round, deck=due)


def _joker_is_away(state: State, slot: Slot) -> bool:
    """A joker's place is empty for sure only while the box knows its jokers."""
    return slot.deck(state.round) == "joker" and any(card.is_joker for card in state.cards.values())


def _take_random(draft: Draft[State, Event], seat: Seat, command: SendErrand) -> None:
    code = why_not(draft.state, seat, "random")
    if code is not None:
        draft.refuse(code, who=seat)
    draft.add(RandomTaken(seat))
    if command.card is None:
        return
    card = enrol(draft, command.card, "card", seat)
    deck = draft.state.card(card).deck
    if deck and deck not in REGULAR_DECKS:
        refuse_field("card", "card_of_decks", card, decks=[f"lastwill.deck.{one}" for one in REGULAR_DECKS])
    _check_elsewhere(draft.state, seat, card)
    draft.add(CardsDrawn(seat, (card,)))


def _check_elsewhere(state: State, seat: Seat, card: str) -> None:
    """A card that is taken lay on no board and was not in the own hand."""
    hand = state.players[seat].hand
    if state.owner_of(card) is not None or (hand is not None and card in hand.known):
        refuse_field("card", "new_card", card)


def _check_space(draft: Draft[State, Event], at: str) -> None:
    code = why_not(draft.state, draft.state.start, at)
    if code is not None:
        holder = next((figure.seat for figure in draft.state.figures if figure.at == at), None)
        draft.refuse(code, space=at, who=holder)


def _hand_on(draft: Draft[State, Event]) -> None:
    """The next errand boy's turn, when there is one more."""
    if draft.state.phase is not Phase.ERRANDS:
        return
    following = next_errand(draft.state)
    if following is not None and following != draft.state.turn:
        draft.add(TurnPassed(following))
