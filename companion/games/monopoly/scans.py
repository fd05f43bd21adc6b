"""What a touch means now: a deed or player card asks, two touches or an answer act."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.message import Answer, Question, say
from companion.core.refusal import Reason, Refusal
from companion.core.seats import Seat
from companion.core.tagged import Tagged
from companion.games.monopoly.checks import auction_for
from companion.games.monopoly.edition import Deed, Kind
from companion.games.monopoly.laid_trade import holder_of, laid_so_far, lay_down, seat_of
from companion.games.monopoly.mortgage import interest, lift_cost
from companion.games.monopoly.pieces import CARD, DEED, PLAYER_CARD
from companion.games.monopoly.places import can_place
from companion.games.monopoly.raising import ways_to_raise
from companion.games.monopoly.rent import current_rent
from companion.games.monopoly.state import (
    DrawDue,
    Purchase,
    ReceivedMortgage,
    Rent,
    State,
    awake,
    cash,
    deeds_of,
    holding,
    may_buy,
)

Act = Mapping[str, object]


def read_scan(state: State, pending: Question | None, tagged: Tagged, reader: str) -> Question | Act:
    """A deed asks who buys or pays, a player card answers; either may come first.

    A player card and something of that player's begin a trade, which more cards go on with. Raises Refusal:
    UNKNOWN_TAG for a piece this game has not, WRONG_SEAT for the card of somebody whom the matter does not
    concern, "not_owner" for a deed of somebody who is not in the trade.
    """
    laid = laid_so_far(state, pending)
    if laid is not None:
        trade = lay_down(state, laid, tagged)
        if trade is not None:
            return trade
        pending = None  # it was no trade: the piece begins anew
    match tagged.kind:
        case "deed" if tagged.name in state.edition.by_id:
            deed = state.edition.by_id[tagged.name]
            return _read_deed(state, deed, seat_of(state, _about(pending, PLAYER_CARD)))
        case "player_card":
            return _read_player_card(state, pending, tagged.name)
        case "card" if tagged.name in state.edition.cards:
            return _read_card(state, tagged.name, seat_of(state, _about(pending, PLAYER_CARD)))
        case _:
            raise Refusal(Reason.UNKNOWN_TAG, piece=f"{tagged.kind} {tagged.name}")


def _about(pending: Question | None, kind: str) -> str | None:
    """The piece of that kind that the question is about."""
    for piece in () if pending is None else pending.about:
        found, _, name = piece.partition(" ")
        if found == kind:
            return name
    return None


def _read_player_card(state: State, pending: Question | None, name: str) -> Question | Act:
    seat = seat_of(state, name)
    if seat is None:
        raise Refusal(Reason.UNKNOWN_TAG, piece=f"{PLAYER_CARD} {name}")
    deed, card = _about(pending, DEED), _about(pending, CARD)
    if deed is not None:
        return _read_deed(state, state.edition.by_id[deed], seat)
    if card is not None:
        return _read_card(state, card, seat)
    message = say(
        "monopoly.scan.player", player=seat, amount=cash(state, seat), deeds=len(deeds_of(state, seat))
    )
    return Question(message, about=(f"{PLAYER_CARD} {name}",))


def _read_deed(state: State, deed: Deed, seat: Seat | None) -> Question | Act:
    """*seat*: whose player card was touched with it, None when the deed came alone."""
    held = state.holdings[deed.index]
    if held.owner is None:
        return _read_unowned(state, deed, seat)
    if held.mortgaged or seat == held.owner:
        if seat not in (None, held.owner):
            raise Refusal(Reason.WRONG_SEAT, who=held.owner)
        return _owners_question(state, deed, held.owner, seat)
    dues = [one for one in state.open if isinstance(one, Rent) and one.deed == deed.id]
    if dues:
        return _read_rent_due(state, next((due for due in dues if due.tenant == seat), dues[0]), seat)
    if state.rules.hands:
        return _read_rent_by_hand(state, deed, held.owner, seat)
    if seat is not None:
        # Nobody owes anything there: asking for it is refused in the game's own words.
        return _demand(state, deed.id, held.owner, seat)
    return _owners_question(state, deed, held.owner, seat)


def _read_unowned(state: State, deed: Deed, seat: Seat | None) -> Question | Act:
    about = (f"{DEED} {deed.id}",)
    if auction_for(state, deed.id) is not None:
        return Question(say("monopoly.scan.auctioned", deed=deed.id), about=about)
    if state.rules.hands:
        if seat is not None:
            return _buy(state, deed.id, seat)
        buyers = tuple(
            Answer(_buy(state, deed.id, other), say("monopoly.scan.buyer", player=other))
            for other in awake(state)
            if may_buy(state, other)
        )
        return Question(say("monopoly.scan.who_buys", deed=deed.id, amount=deed.price), buyers, about=about)
    offered = next((one for one in state.open if isinstance(one, Purchase) and one.deed == deed.id), None)
    if offered is None:
        if seat is not None:
            return _buy(state, deed.id, seat)
        return Question(say("monopoly.scan.unowned", deed=deed.id, amount=deed.price), about=about)
    if seat is not None:
        if seat != offered.player:
            raise Refusal(Reason.WRONG_SEAT, who=offered.player)
        return _buy(state, deed.id, seat)
    name = state.seats.name(offered.player)
    answers = (
        Answer(_buy(state, deed.id, offered.player), say("monopoly.scan.buy", player=offered.player)),
        Answer({"do": "decline", "by": name}, say("monopoly.scan.decline", player=offered.player)),
    )
    message = say("monopoly.scan.buys", deed=deed.id, amount=offered.price, player=offered.player)
    return Question(message, answers, ok=0, about=about)


def _read_rent_due(state: State, due: Rent, seat: Seat | None) -> Question | Act:
    act = _demand(state, due.deed, due.owner, due.tenant)
    if seat is not None:
        if seat != due.tenant:
            raise Refusal(Reason.WRONG_SEAT, who=due.tenant)
        return act
    message = say(
        "monopoly.scan.rent_due", deed=due.deed, owner=due.owner, tenant=due.tenant, amount=due.amount
    )
    answer = Answer(act, say("monopoly.scan.payer", player=due.tenant))
    menu = _owners_answers(state, state.edition.by_id[due.deed], due.owner)
    return Question(message, (answer, *menu), ok=0, about=(f"{DEED} {due.deed}",))


def _read_rent_by_hand(state: State, deed: Deed, owner: Seat, seat: Seat | None) -> Question | Act:
    if seat is not None:
        return _demand(state, deed.id, owner, seat)
    rent = current_rent(state, deed)
    menu = _owners_answers(state, deed, owner)
    about = (f"{DEED} {deed.id}",)
    if deed.kind is Kind.UTILITY:
        # A touch cannot say what was thrown; the owner's phone asks for it.
        message = say("monopoly.scan.utility", deed=deed.id, owner=owner, factor=rent)
        return Question(message, menu, about=about)
    payers = tuple(
        Answer(_demand(state, deed.id, owner, other), say("monopoly.scan.payer", player=other))
        for other in awake(state)
        if other != owner
    )
    message = say("monopoly.scan.who_pays", deed=deed.id, owner=owner, amount=rent)
    # With two at the table there is no doubt who pays.
    return Question(message, (*payers, *menu), ok=0 if len(payers) == 1 else None, about=about)


def _owners_question(state: State, deed: Deed, owner: Seat, seat: Seat | None) -> Question:
    """*seat*: the owner, when the player card lies with it; then more cards make a trade."""
    mortgaged = "_mortgaged" if holding(state, deed.id).mortgaged else ""
    touched = "" if seat is None else "_touched"
    message = say(f"monopoly.scan.owned{mortgaged}{touched}", deed=deed.id, owner=owner)
    about = _about_both(seat, f"{DEED} {deed.id}")
    return Question(message, _owners_answers(state, deed, owner), about=about)


def _about_both(seat: Seat | None, piece: str) -> tuple[str, ...]:
    return (piece,) if seat is None else (f"{PLAYER_CARD} {seat + 1}", piece)


def _owners_answers(state: State, deed: Deed, owner: Seat) -> tuple[Answer, ...]:
    """What the owner can do with the deed now."""
    by = {"by": state.seats.name(owner), "deed": deed.id}
    answers: list[Answer] = []
    if holding(state, deed.id).mortgaged:
        cost = lift_cost(state, deed)
        answers.append(Answer({"do": "lift", **by}, say("monopoly.scan.lift", owner=owner, amount=cost)))
        if any(isinstance(one, ReceivedMortgage) and one.deed == deed.id for one in state.open):
            kept = say("monopoly.scan.keep", owner=owner, amount=interest(state, deed))
            answers.append(Answer({"do": "keep_mortgage", **by}, kept))
    if any(deed in can_place(state, owner, what) for what in ("house", "hotel")):
        answers.append(
            Answer({"do": "build", **by}, say("monopoly.scan.build", owner=owner, amount=deed.house))
        )
    for way in ways_to_raise(state, owner):
        if way.deed == deed.id:
            message = say(f"monopoly.scan.{way.verb}", owner=owner, amount=way.amount)
            answers.append(Answer({"do": way.verb, **by}, message))
    return tuple(answers)


def _read_card(state: State, card: str, seat: Seat | None) -> Question | Act:
    """The card just drawn, or one that a player holds and wants to use."""
    holder = holder_of(state, card)
    if holder is not None:
        if seat not in (None, holder):
            raise Refusal(Reason.WRONG_SEAT, who=holder)
        act = {"do": "leave_jail", "by": state.seats.name(holder), "how": "card"}
        answer = Answer(act, say("monopoly.scan.use_card", player=holder))
        message = say("monopoly.scan.held_card", card=card, player=holder)
        return Question(message, (answer,), about=_about_both(seat, f"{CARD} {card}"))
    due = next((one for one in state.open if isinstance(one, DrawDue)), None)
    who = due.player if due is not None else state.turn.player
    if not state.rules.hands and who is not None:
        if seat not in (None, who):
            raise Refusal(Reason.WRONG_SEAT, who=who)
        return _draw(state, card, who)
    if seat is not None:
        return _draw(state, card, seat)
    drawers = tuple(
        Answer(_draw(state, card, other), say("monopoly.scan.drawer", player=other)) for other in awake(state)
    )
    return Question(say("monopoly.scan.who_drew", card=card), drawers, about=(f"{CARD} {card}",))


def _buy(state: State, deed: str, seat: Seat) -> Act:
    return {"do": "buy", "by": state.seats.name(seat), "deed": deed}


def _demand(state: State, deed: str, owner: Seat, tenant: Seat) -> Act:
    return {
        "do": "demand",
        "by": state.seats.name(owner),
        "deed": deed,
        "from": state.seats.name(tenant),
    }


def _draw(state: State, card: str, seat: Seat) -> Act:
    return {"do": "draw", "by": state.seats.name(seat), "card": card}
