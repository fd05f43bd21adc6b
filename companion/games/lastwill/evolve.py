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
    ExtensionTaken,
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
from companion.games.lastwill.moving import (
    board_changed,
    board_left,
    freed,
    hand_left,
    off_piles,
    piled,
    placed,
    received,
    shown,
    turned_up,
)
from companion.games.lastwill.record import Event
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
                state = turned_up(state, card, event.seat)
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
            state = hand_left(state, event.seat, (event.card, *event.companions))
            state = _acted(state, event.seat, event.actions, event.white_actions)
            for card in (event.card, *event.companions):
                state = piled(state, card)
            return _spent(state, event.seat, event.amount)
        case CardPlaced():
            state = hand_left(state, event.seat, (event.card,))
            state = _acted(state, event.seat, event.actions)
            return placed(_spent(state, event.seat, event.amount), event.seat, Held(event.card))
        case CardRemoved():
            return piled(board_left(state, event.seat, event.card), event.card)
        case PropertyBought():
            state = hand_left(state, event.seat, (event.card,))
            state = freed(_acted(state, event.seat, event.actions), event.seat, event.freed_by)
            state = _spent(state, event.seat, event.price)
            return placed(state, event.seat, Held(event.card, event.value))
        case PropertySold():
            state = freed(_acted(state, event.seat, event.actions), event.seat, event.freed_by)
            state = _spent(state, event.seat, -event.price)
            return piled(board_left(state, event.seat, event.card), event.card)
        case CardActivated():
            state = freed(_acted(state, event.seat, event.actions), event.seat, event.freed_by)
            state = board_changed(state, event.seat, event.card, used=True)
            return _spent(state, event.seat, event.amount)
        case MarkerPlaced():
            return _marked(state, event)
        case ActionsGained():
            return _acted(state, event.seat, -event.actions, -event.white_actions)
        case ValueLowered():
            return board_changed(state, event.seat, event.card, value=event.value)
        case JokerReturned():
            if event.seat is None:
                state = off_piles(state, (event.card,))
            else:
                state = hand_left(state, event.seat, (event.card,))
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
                state = board_changed(state, step.seat, step.card, value=step.value)
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
            return state._replace(round=event.round, start=event.start, inherited=False)
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
        state = turned_up(state, card, event.seat)
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
            state = received(_offer_left(state, event), seat, event.card, event.named)
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
            state = received(state, seat, None, False)
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
    return shown(state, card)


def _discarded(state: State, event: CardsDiscarded) -> State:
    unseen = state.unseen
    state = hand_left(state, event.seat, event.cards)
    # Discards lie face down: what nobody else has seen stays unseen.
    state = state._replace(unseen=unseen)
    for card in event.cards:
        state = piled(state, card)
    return state


def _acted(state: State, seat: Seat, actions: int, white_actions: int = 0) -> State:
    player = state.players[seat]
    return state.with_player(
        seat,
        player._replace(actions=player.actions - actions, white_actions=player.white_actions - white_actions),
    )


def _spent(state: State, seat: Seat, amount: int) -> State:
    return state._replace(ledger=state.ledger.moved(seat, House.BANK, amount))


def _marked(state: State, event: MarkerPlaced) -> State:
    seat = event.seat
    if event.companion is not None:
        state = piled(hand_left(state, seat, (event.companion,)), event.companion)
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
            return _laid_open(state, tuple(card for card in event.offer.values() if card is not None))
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
            return _laid_open(state, tuple(held.card for held in event.board))
        case HandArranged():
            player = state.players[event.seat]._replace(hand=event.hand)
            state = state.with_player(event.seat, player)
            return off_piles(state, () if event.hand is None else event.hand.known)
        case _:
            assert_never(event)


def _laid_open(state: State, cards: tuple[str, ...]) -> State:
    for card in cards:
        state = shown(state, card)
    return off_piles(state, cards)


def _left(state: State, event: SeatLeft) -> State:
    seat, heir = event.seat, event.heir
    gone = state.players[seat]
    payee = House.BANK if heir is None or event.money < 0 else heir
    state = state._replace(
        ledger=state.ledger.moved(seat, payee, event.money),
        start=state.seats.next_after(seat) if state.start == seat else state.start,
        # Before the plans the left neighbour starts this round, later only the next. Rule: LW-13.7.
        inherited=state.inherited
        or (state.start == seat and state.phase not in (Phase.SETUP, Phase.PLANNING)),
        turn=None if state.turn == seat else state.turn,
        extensions_left=state.extensions_left + gone.extensions,
        figures=tuple(figure for figure in state.figures if figure.seat != seat),
        requests=tuple(request for request in state.requests if seat not in (request.payer, request.payee)),
    )
    state = state.with_player(seat, Player())
    if heir is None:
        for held in gone.board:
            state = piled(state, held.card)
        for card in gone.hand.known if gone.hand is not None else ():
            state = piled(state, card)
    else:
        player = state.players[heir]
        hand = player.hand
        if hand is not None:
            # Cards nobody counts make the heir's hand one that nobody counts.
            hand = gone.hand and Hand((*hand.known, *gone.hand.known), hand.hidden + gone.hand.hidden)
        state = state.with_player(heir, player._replace(board=(*player.board, *gone.board), hand=hand))
    return state._replace(seats=state.seats.without(seat))
