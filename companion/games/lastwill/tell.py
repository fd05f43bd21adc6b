"""What people read of an event, and the payments it made."""

from __future__ import annotations

from typing import assert_never

from companion.core.desk import desk_moves, tell_desk
from companion.core.draft import Irregular
from companion.core.ledger import House, Move
from companion.core.message import Message, say
from companion.core.seats import Seat, Viewer
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
from companion.games.lastwill.record import Event
from companion.games.lastwill.state import Phase
from companion.games.lastwill.words import signed


def tell(event: Event, viewer: Viewer) -> Message | None:
    """What *viewer* may read of *event*; cards of a hand are named to their owner alone."""
    match event:
        case CardWritten():
            hidden = event.seat is not None and event.seat != viewer
            return None if hidden else say("lastwill.card_written", card=event.card)
        case CardsKept() | CardsDrawn() | CardsDiscarded() | UnnamedDiscarded() | RandomTaken():
            return _tell_hand(event, viewer)
        case (
            SpaceBlocked()
            | Planned()
            | OfferTaken()
            | ExtensionTaken()
            | MarketSet()
            | OperaVisited()
            | ErrandPassed()
        ):
            return _tell_errands(event)
        case (
            CardPlayed()
            | CardPlaced()
            | CardRemoved()
            | PropertyBought()
            | PropertySold()
            | CardActivated()
            | MarkerPlaced()
            | ActionsGained()
            | ValueLowered()
            | JokerReturned()
            | EffectApplied()
            | WentBankrupt()
        ):
            return _tell_turn(event)
        case (
            PhaseBegan()
            | TurnPassed()
            | ActionsSet()
            | PropertiesFell()
            | BoardsReset()
            | OfferCleared()
            | MarkersReturned()
            | RoundBegan()
            | GameEnded()
        ):
            return _tell_round(event)
        case TableArranged():
            return say("lastwill.table_arranged", round=event.round)
        case PlayerArranged():
            return say("lastwill.player_arranged", who=event.seat)
        case HandArranged():
            counted = None if event.hand is None else event.hand.size
            return say("lastwill.hand_arranged", who=event.seat, count=counted)
        case OptionsChanged():
            return say("lastwill.options_changed", options=[f"option.lastwill.{name}" for name in event.set])
        case SeatSlept():
            return say("lastwill.seat_slept", who=event.seat)
        case SeatWoke():
            return say("lastwill.seat_woke", who=event.seat)
        case SeatLeft():
            return say("lastwill.seat_left", who=event.seat, heir=event.heir)
        case Irregular():
            return say("irregular", reasons=list(event.reasons))
        case _:
            return tell_desk(event)


def moves(event: Event) -> tuple[Move, ...]:
    """The payments of an event."""
    match event:
        case CardPlayed() | CardPlaced() | CardActivated() | OperaVisited():
            return _paid(event.seat, event.amount)
        case PropertyBought():
            return _paid(event.seat, event.price)
        case PropertySold():
            return _paid(event.seat, -event.price)
        case EffectApplied() | PlayerArranged():
            return _paid(event.seat, -event.money)
        case SeatLeft():
            if event.heir is None or event.money < 0:
                return _paid(event.seat, event.money)
            return (Move(event.seat, event.heir, event.money),) if event.money else ()
        case (
            CardWritten()
            | PhaseBegan()
            | TurnPassed()
            | CardsKept()
            | SpaceBlocked()
            | Planned()
            | CardsDrawn()
            | OfferTaken()
            | ExtensionTaken()
            | MarketSet()
            | RandomTaken()
            | ErrandPassed()
            | ActionsSet()
            | CardRemoved()
            | MarkerPlaced()
            | ActionsGained()
            | ValueLowered()
            | JokerReturned()
            | WentBankrupt()
            | CardsDiscarded()
            | UnnamedDiscarded()
            | PropertiesFell()
            | BoardsReset()
            | OfferCleared()
            | MarkersReturned()
            | RoundBegan()
            | GameEnded()
            | TableArranged()
            | HandArranged()
            | OptionsChanged()
            | SeatSlept()
            | SeatWoke()
            | Irregular()
        ):
            return ()
        case _:
            return desk_moves(event)


def _paid(seat: Seat, amount: int) -> tuple[Move, ...]:
    if amount == 0:
        return ()
    return (Move(seat, House.BANK, amount),) if amount > 0 else (Move(House.BANK, seat, -amount),)


def _tell_hand(
    event: CardsKept | CardsDrawn | CardsDiscarded | UnnamedDiscarded | RandomTaken, viewer: Viewer
) -> Message:
    own = viewer == event.seat
    match event:
        case RandomTaken():
            return say("lastwill.random_taken", who=event.seat)
        case UnnamedDiscarded():
            return say("lastwill.cards_discarded", who=event.seat, count=event.count)
        case CardsKept():
            if own:
                return say("lastwill.cards_kept_own", cards=list(event.cards))
            return say("lastwill.cards_kept", who=event.seat, count=len(event.cards))
        case CardsDrawn():
            if own:
                return say("lastwill.cards_drawn_own", cards=list(event.cards))
            return say("lastwill.cards_drawn", who=event.seat, count=len(event.cards))
        case CardsDiscarded():
            if own:
                return say("lastwill.cards_discarded_own", cards=list(event.cards))
            return say("lastwill.cards_discarded", who=event.seat, count=len(event.cards))
        case _:
            assert_never(event)


def _tell_errands(
    event: SpaceBlocked | Planned | OfferTaken | ExtensionTaken | MarketSet | OperaVisited | ErrandPassed,
) -> Message:
    who = event.seat
    match event:
        case SpaceBlocked():
            return say("lastwill.space_blocked", who=who, space=event.space + 1)
        case Planned():
            plan = event.plan
            return say(
                "lastwill.planned",
                who=who,
                place=plan.order,
                cards=event.drawn,
                errands=plan.errands,
                actions=plan.actions,
            )
        case OfferTaken():
            if event.card is None:
                return say("lastwill.unnamed_taken", who=who, slot=event.slot)
            slot = None if event.slot == event.card else event.slot  # a joker lies in a place of its own
            return say("lastwill.offer_taken", who=who, card=event.card, slot=slot)
        case ExtensionTaken():
            return say("lastwill.extension_taken", who=who)
        case MarketSet():
            mansion, manor, flat, farm = (signed(value) for value in event.market)
            return say("lastwill.market_set", who=who, mansion=mansion, manor=manor, flat=flat, farm=farm)
        case OperaVisited():
            return say("lastwill.opera_visited", who=who, amount=event.amount)
        case ErrandPassed():
            return say("lastwill.errand_passed", who=who)
        case _:
            assert_never(event)


def _tell_turn(
    event: CardPlayed
    | CardPlaced
    | CardRemoved
    | PropertyBought
    | PropertySold
    | CardActivated
    | MarkerPlaced
    | ActionsGained
    | ValueLowered
    | JokerReturned
    | EffectApplied
    | WentBankrupt,
) -> Message:
    who = event.seat
    match event:
        case CardPlayed():
            return say(
                "lastwill.card_played",
                who=who,
                card=event.card,
                amount=event.amount,
                actions=event.actions + event.white_actions,
                companions=list(event.companions) or None,
            )
        case CardPlaced():
            return say(
                "lastwill.card_placed",
                who=who,
                card=event.card,
                actions=event.actions,
                amount=event.amount or None,
            )
        case CardRemoved():
            return say("lastwill.card_removed", who=who, card=event.card)
        case PropertyBought():
            return say(
                "lastwill.property_bought",
                who=who,
                card=event.card,
                amount=event.price,
                helper=event.freed_by and event.freed_by.card,
            )
        case PropertySold():
            return say(
                "lastwill.property_sold",
                who=who,
                card=event.card,
                amount=event.price,
                helper=event.freed_by and event.freed_by.card,
            )
        case CardActivated():
            return say(
                "lastwill.card_activated",
                who=who,
                card=event.card,
                amount=event.amount,
                actions=event.actions,
                helper=event.freed_by and event.freed_by.card,
            )
        case MarkerPlaced():
            return say("lastwill.marker_placed", who=who, kind=f"lastwill.kind.{event.kind}", card=event.on)
        case ActionsGained():
            return say(
                "lastwill.actions_gained",
                who=who,
                actions=signed(event.actions) if event.actions else None,
                white=signed(event.white_actions) if event.white_actions else None,
            )
        case ValueLowered():
            return say("lastwill.value_lowered", who=who, card=event.card, amount=event.value)
        case JokerReturned():
            return say("lastwill.joker_returned", card=event.card)
        case EffectApplied():
            return say(
                "lastwill.effect_applied",
                who=who,
                amount=event.money,
                actions=signed(event.actions),
                note=event.note or None,
            )
        case WentBankrupt():
            return say("lastwill.went_bankrupt", who=who)
        case _:
            assert_never(event)


def _tell_round(
    event: PhaseBegan
    | TurnPassed
    | ActionsSet
    | PropertiesFell
    | BoardsReset
    | OfferCleared
    | MarkersReturned
    | RoundBegan
    | GameEnded,
) -> Message | None:
    match event:
        case PhaseBegan():
            if event.phase is Phase.SETUP:
                return None
            return say(f"lastwill.phase_{event.phase}", who=event.turn)
        case TurnPassed():
            return None if event.turn is None else say("lastwill.turn_passed", who=event.turn)
        case PropertiesFell():
            return say("lastwill.properties_fell", cards=[step.card for step in event.steps])
        case RoundBegan():
            return say("lastwill.round_began", round=event.round, who=event.start)
        case GameEnded():
            return say("lastwill.game_ended", winners=list(event.winners))
        case ActionsSet():
            return say("lastwill.actions_set", who=event.seat, count=event.actions)
        case BoardsReset() | OfferCleared() | MarkersReturned():
            return None
        case _:
            assert_never(event)
