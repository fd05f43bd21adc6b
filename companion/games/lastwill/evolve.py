"""Folding events into a state: no checks, no refusals, total."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from companion.core.acts import DeskEvent
from companion.core.desk import Desk, evolve_desk
from companion.core.draft import Irregular
from companion.core.ledger import House
from companion.core.seats import Seat, Seats
from companion.games.lastwill.box import PlanSpace
from companion.games.lastwill.cards import base_id
from companion.games.lastwill.events import (
    ActionsGained,
    ActionsSet,
    BoardsReset,
    CardActivated,
    CardPlaced,
    CardPlayed,
    CardRemoved,
    CardsDiscarded,
    CardsDrawn,
    CardsKept,
    CardWritten,
    EffectApplied,
    ErrandPassed,
    Event,
    ExtensionTaken,
    FreedBy,
    GameEnded,
    HandArranged,
    JokerReturned,
    MarkerPlaced,
    MarkersReturned,
    MarketSet,
    OfferCleared,
    OfferTaken,
    OperaVisited,
    OptionsChanged,
    PhaseBegan,
    Planned,
    PlayerArranged,
    PropertiesFell,
    PropertyBought,
    PropertySold,
    RandomTaken,
    RoundBegan,
    SeatLeft,
    SeatSlept,
    SeatWoke,
    SpaceBlocked,
    TableArranged,
    TurnPassed,
    UnnamedDiscarded,
    ValueLowered,
    WentBankrupt,
)
from companion.games.lastwill.house_rules import changed_rules
from companion.games.lastwill.report import Report
from companion.games.lastwill.schema import read_card
from companion.games.lastwill.state import Figure, Hand, Held, Phase, Player, State


def evolve(state: State, event: Event) -> State:
    """The state after *event*."""
    match event:
        case Irregular():
            return state
        case CardWritten():
            written = read_card(event.fields, event.card, Report())
            if written is None:
                return state
            unseen = state.unseen
            if event.seat is not None and event.card not in state.cards:
                unseen = (*unseen, event.card)
            return state._replace(cards={**state.cards, event.card: written}, unseen=unseen)
        case PhaseBegan():
            return state._replace(phase=event.phase, turn=event.turn)
        case TurnPassed():
            return state._replace(turn=event.turn)
        case CardsKept():
            for card in event.cards:
                state = _found(state, card, event.seat)
            player = state.players[event.seat]
            player = player._replace(hand=Hand(event.cards), kept=True, given=0, drawn=())
            return state.with_player(event.seat, player)
        case SpaceBlocked():
            return state._replace(blocked=(*state.blocked, event.space))
        case Planned():
            return _planned(state, event)
        case CardsDrawn():
            return _drawn(state, event)
        case OfferTaken() | ExtensionTaken() | MarketSet() | RandomTaken() | OperaVisited() | ErrandPassed():
            return _errand_done(state, event)
        case ActionsSet():
            player = state.players[event.seat]
            return state.with_player(
                event.seat, player._replace(actions=event.actions, white_actions=event.white_actions)
            )
        case CardPlayed():
            state = _hand_left(state, event.seat, (event.card, *event.companions))
            state = _acted(state, event.seat, event.actions, event.white_actions)
            for card in (event.card, *event.companions):
                state = _piled(state, card)
            return _spent(state, event.seat, event.amount)
        case CardPlaced():
            state = _hand_left(state, event.seat, (event.card,))
            state = _acted(state, event.seat, event.actions)
            return _placed(_spent(state, event.seat, event.amount), event.seat, Held(event.card))
        case CardRemoved():
            return _piled(_board_left(state, event.seat, event.card), event.card)
        case PropertyBought():
            state = _hand_left(state, event.seat, (event.card,))
            state = _freed(_acted(state, event.seat, event.actions), event.seat, event.freed_by)
            state = _spent(state, event.seat, event.price)
            return _placed(state, event.seat, Held(event.card, event.value))
        case PropertySold():
            state = _freed(_acted(state, event.seat, event.actions), event.seat, event.freed_by)
            state = _spent(state, event.seat, -event.price)
            return _piled(_board_left(state, event.seat, event.card), event.card)
        case CardActivated():
            state = _freed(_acted(state, event.seat, event.actions), event.seat, event.freed_by)
            state = _changed(state, event.seat, event.card, used=True)
            return _spent(state, event.seat, event.amount)
        case MarkerPlaced():
            return _marked(state, event)
        case ActionsGained():
            return _acted(state, event.seat, -event.actions, -event.white_actions)
        case ValueLowered():
            return _changed(state, event.seat, event.card, value=event.value)
        case JokerReturned():
            if event.seat is None:
                state = _off_piles(state, (event.card,))
            else:
                state = _hand_left(state, event.seat, (event.card,))
            return state._replace(offer={**state.offer, event.slot: event.card})
        case EffectApplied():
            return _spent(_acted(state, event.seat, -event.actions), event.seat, -event.money)
        case WentBankrupt():
            return state.with_player(event.seat, state.players[event.seat]._replace(bankrupt=True))
        case CardsDiscarded():
            return _discarded(state, event)
        case UnnamedDiscarded():
            player = state.players[event.seat]
            if player.hand is None:
                return state
            hand = player.hand._replace(hidden=max(0, player.hand.hidden - event.count))
            return state.with_player(event.seat, player._replace(hand=hand))
        case PropertiesFell():
            for step in event.steps:
                state = _changed(state, step.seat, step.card, value=step.value)
            return state
        case BoardsReset():
            return state._replace(
                players=tuple(
                    player._replace(board=tuple(held._replace(used=False, freed=()) for held in player.board))
                    for player in state.players
                )
            )
        case OfferCleared():
            swept = {*event.discarded, *event.gone}
            return state._replace(
                offer={slot: None if card in swept else card for slot, card in state.offer.items()},
                discarded=(*state.discarded, *event.discarded),
                gone=(*state.gone, *event.gone),
            )
        case MarkersReturned():
            back = tuple(
                player._replace(actions=0, white_actions=0, plan=None, given=0, drawn=())
                for player in state.players
            )
            return state._replace(players=back, figures=(), blocked=())
        case RoundBegan():
            return state._replace(round=event.round, start=event.start)
        case GameEnded():
            return state._replace(phase=Phase.OVER, turn=None)
        case TableArranged() | PlayerArranged() | HandArranged():
            return _arranged(state, event)
        case OptionsChanged():
            rules = changed_rules(state.rules, event.set)
            market = rules.adjusters if sorted(state.market) != sorted(rules.adjusters) else state.market
            return state._replace(rules=rules, market=market)
        case SeatSlept():
            return state._replace(seats=_with_sleepers(state.seats, state.seats.asleep | {event.seat}))
        case SeatWoke():
            return state._replace(seats=_with_sleepers(state.seats, state.seats.asleep - {event.seat}))
        case SeatLeft():
            return _left(state, event)
        case _:
            return _desk(state, event)


def _with_sleepers(seats: Seats, asleep: frozenset[Seat]) -> Seats:
    return replace(seats, asleep=asleep)


def _desk(state: State, event: DeskEvent) -> State:
    desk = evolve_desk(Desk(state.seats, state.ledger, state.requests), event)
    joined = len(desk.ledger.hands) - len(state.players)
    players = (*state.players, *(Player() for _ in range(joined)))
    return state._replace(seats=desk.seats, ledger=desk.ledger, requests=desk.requests, players=players)


def _planned(state: State, event: Planned) -> State:
    player, plan = state.players[event.seat], event.plan
    hand = player.hand
    if hand is not None:
        hand = hand._replace(hidden=hand.hidden + event.drawn)
    player = player._replace(plan=plan, hand=hand, given=player.given + event.drawn)
    space = PlanSpace(plan.cards, plan.errands, plan.actions)
    seen = state.plans_seen
    if plan.space is None and space not in seen:
        seen = (*seen, space)
    return state.with_player(event.seat, player)._replace(plans_seen=seen)


def _drawn(state: State, event: CardsDrawn) -> State:
    for card in event.cards:
        state = _found(state, card, event.seat)
    player = state.players[event.seat]
    count = len(event.cards)
    if player.hand is None:
        hand = Hand(event.cards)
    else:
        named = min(count, player.unnamed, player.hand.hidden)
        hand = Hand((*player.hand.known, *event.cards), player.hand.hidden - named)
    return state.with_player(event.seat, player._replace(hand=hand, drawn=(*player.drawn, *event.cards)))


def _errand_done(
    state: State,
    event: OfferTaken | ExtensionTaken | MarketSet | RandomTaken | OperaVisited | ErrandPassed,
) -> State:
    seat = event.seat
    match event:
        case OfferTaken():
            state = _received(_offer_left(state, event), seat, event.card, event.named)
            figure = Figure(seat, "offer", event.slot)
        case ExtensionTaken():
            player = state.players[seat]
            state = state.with_player(seat, player._replace(extensions=player.extensions + 1))
            state = state._replace(extensions_left=state.extensions_left - 1)
            figure = Figure(seat, "extension")
        case MarketSet():
            state = state._replace(market=event.market)
            figure = Figure(seat, "market")
        case RandomTaken():
            state = _received(state, seat, None, False)
            figure = Figure(seat, "random")
        case OperaVisited():
            state = _spent(state, seat, event.amount)
            figure = Figure(seat, "opera")
        case ErrandPassed():
            figure = Figure(seat, "skip")
        case _:
            assert_never(event)
    return state._replace(figures=(*state.figures, figure))


def _offer_left(state: State, event: OfferTaken) -> State:
    """A slot is empty; a joker's place is remembered for its way back."""
    slot, card = event.slot, event.card
    if slot is not None:
        state = state._replace(offer={**state.offer, slot: None})
    if card is None:
        return state
    if slot is not None and state.card(card).is_joker:
        state = state._replace(joker_slots={**state.joker_slots, card: slot})
    return _seen(state, card)


def _received(state: State, seat: Seat, card: str | None, named: bool) -> State:
    """A card came to a hand. A hand nobody counts begins to be counted when its player names the card."""
    if card is not None:
        state = _found(state, card, seat)
    player = state.players[seat]
    hand = player.hand
    if hand is None:
        hand = Hand((card,)) if named and card is not None else None
    elif card is not None:
        hand = hand._replace(known=(*hand.known, card))
    else:
        hand = hand._replace(hidden=hand.hidden + 1)
    given = player.given + (card is None)
    return state.with_player(seat, player._replace(hand=hand, given=given))


def _seen(state: State, card: str) -> State:
    """A card lies open: it is no secret any more."""
    if base_id(card) not in state.unseen:
        return state
    return state._replace(unseen=tuple(one for one in state.unseen if one != base_id(card)))


def _found(state: State, card: str, seat: Seat) -> State:
    """A card turned up at *seat*: it is nowhere else, whatever was noted before.

    Another hand that was noted to hold it keeps its number of cards: one of them is no longer known.
    """
    state = _off_piles(state, (card,))
    if card in state.offer.values():
        state = state._replace(
            offer={slot: None if held == card else held for slot, held in state.offer.items()}
        )
    for other in state.seats:
        hand = state.players[other].hand
        if other != seat and hand is not None and card in hand.known:
            known = tuple(one for one in hand.known if one != card)
            forgot = state.players[other]._replace(hand=Hand(known, hand.hidden + 1))
            state = state.with_player(other, forgot)
    return state


def _hand_left(state: State, seat: Seat, cards: tuple[str, ...]) -> State:
    """Cards left a hand and lie open: known ones first, else they come out of the hidden ones."""
    for card in cards:
        state = _seen(_found(state, card, seat), card)
        player = state.players[seat]
        hand = player.hand
        if hand is None:
            continue
        if card in hand.known:
            hand = hand._replace(known=tuple(one for one in hand.known if one != card))
        else:
            hand = hand._replace(hidden=max(0, hand.hidden - 1))
        state = state.with_player(seat, player._replace(hand=hand))
    return state


def _discarded(state: State, event: CardsDiscarded) -> State:
    unseen = state.unseen
    state = _hand_left(state, event.seat, event.cards)
    # Discards lie face down: what nobody else has seen stays unseen.
    state = state._replace(unseen=unseen)
    for card in event.cards:
        state = _piled(state, card)
    return state


def _piled(state: State, card: str) -> State:
    """A card went to its pile; special cards leave the game. A joker's way back is an event of its own."""
    kind = state.card(card)
    if kind.is_joker:
        return state
    if kind.deck == "special":
        return state._replace(gone=(*state.gone, card))
    return state._replace(discarded=(*state.discarded, card))


def _placed(state: State, seat: Seat, held: Held) -> State:
    player = state.players[seat]
    return state.with_player(seat, player._replace(board=(*player.board, held)))


def _board_left(state: State, seat: Seat, card: str) -> State:
    player = state.players[seat]
    board = tuple(held for held in player.board if held.card != card)
    return state.with_player(seat, player._replace(board=board))


def _changed(
    state: State, seat: Seat, card: str, used: bool | None = None, value: int | None = None
) -> State:
    player = state.players[seat]
    board = tuple(
        held
        if held.card != card
        else held._replace(
            used=held.used if used is None else used, value=held.value if value is None else value
        )
        for held in player.board
    )
    return state.with_player(seat, player._replace(board=board))


def _acted(state: State, seat: Seat, actions: int, white_actions: int = 0) -> State:
    player = state.players[seat]
    return state.with_player(
        seat,
        player._replace(actions=player.actions - actions, white_actions=player.white_actions - white_actions),
    )


def _spent(state: State, seat: Seat, amount: int) -> State:
    return state._replace(ledger=state.ledger.moved(seat, House.BANK, amount))


def _freed(state: State, seat: Seat, by: FreedBy | None) -> State:
    """One more act that an ability made free this round."""
    if by is None:
        return state
    player = state.players[seat]
    board = []
    for held in player.board:
        if held.card == by.card:
            counts = list(held.freed) + [0] * (by.ability + 1 - len(held.freed))
            counts[by.ability] += 1
            held = held._replace(freed=tuple(counts))
        board.append(held)
    return state.with_player(seat, player._replace(board=tuple(board)))


def _marked(state: State, event: MarkerPlaced) -> State:
    seat = event.seat
    if event.companion is not None:
        state = _piled(_hand_left(state, seat, (event.companion,)), event.companion)
    player = _acted(state, seat, event.actions).players[seat]
    board = tuple(
        held._replace(markers=held.markers + 1) if held.card == event.on else held for held in player.board
    )
    return state.with_player(seat, player._replace(board=board))


def _arranged(state: State, event: TableArranged | PlayerArranged | HandArranged) -> State:
    match event:
        case TableArranged():
            state = state._replace(
                round=event.round,
                phase=event.phase,
                turn=event.turn,
                start=event.start,
                market=event.market,
                offer=event.offer,
                extensions_left=event.extensions_left,
                figures=event.figures,
                blocked=event.blocked,
            )
            if event.new_plans:
                fresh = tuple(player._replace(given=0, drawn=()) for player in state.players)
                state = state._replace(players=fresh)
            return _off_piles(state, tuple(card for card in event.offer.values() if card is not None))
        case PlayerArranged():
            state = _spent(state, event.seat, -event.money)
            player = state.players[event.seat]._replace(
                actions=event.actions,
                white_actions=event.white_actions,
                plan=event.plan,
                board=event.board,
                extensions=event.extensions,
                bankrupt=event.bankrupt,
            )
            state = state.with_player(event.seat, player)
            return _off_piles(state, tuple(held.card for held in event.board))
        case HandArranged():
            player = state.players[event.seat]._replace(hand=event.hand)
            state = state.with_player(event.seat, player)
            return _off_piles(state, () if event.hand is None else event.hand.known)
        case _:
            assert_never(event)


def _off_piles(state: State, cards: tuple[str, ...]) -> State:
    """Cards that lie somewhere else are on no pile."""
    return state._replace(
        discarded=tuple(card for card in state.discarded if card not in cards),
        gone=tuple(card for card in state.gone if card not in cards),
    )


def _left(state: State, event: SeatLeft) -> State:
    seat, heir = event.seat, event.heir
    gone = state.players[seat]
    payee = House.BANK if heir is None or event.money < 0 else heir
    state = state._replace(
        ledger=state.ledger.moved(seat, payee, event.money),
        start=state.seats.next_after(seat) if state.start == seat else state.start,
        turn=None if state.turn == seat else state.turn,
        extensions_left=state.extensions_left + gone.extensions,
        figures=tuple(figure for figure in state.figures if figure.seat != seat),
        requests=tuple(request for request in state.requests if seat not in (request.payer, request.payee)),
    )
    state = state.with_player(seat, Player())
    if heir is None:
        for held in gone.board:
            state = _piled(state, held.card)
        for card in gone.hand.known if gone.hand is not None else ():
            state = _piled(state, card)
    else:
        player = state.players[heir]
        hand = player.hand
        if hand is not None:
            # Cards nobody counts make the heir's hand one that nobody counts.
            hand = gone.hand and Hand((*hand.known, *gone.hand.known), hand.hidden + gone.hand.hidden)
        state = state.with_player(heir, player._replace(board=(*player.board, *gone.board), hand=hand))
    return state._replace(seats=state.seats.without(seat))
