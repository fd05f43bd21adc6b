"""What people read of an event, and the payments in it."""

from __future__ import annotations

from companion.core.desk import desk_moves, tell_desk
from companion.core.draft import Irregular
from companion.core.ledger import House, Move
from companion.core.message import Message, say
from companion.core.seats import Seat, Viewer
from companion.games.camelup.events import (
    ActionDone,
    Arranged,
    CamelPlaced,
    CameraPlaced,
    CardsRevealed,
    DesertLaid,
    DesertPaid,
    DieRolled,
    Event,
    GameEnded,
    LegBegan,
    LegEnded,
    LegScored,
    LegTileTaken,
    OptionsChanged,
    PartnersMade,
    PhotoPaid,
    PositionTileTaken,
    RaceCardLaid,
    RaceScored,
    RaceStopped,
    Scored,
    SeatLeft,
    SeatSlept,
    StartMoneyPaid,
    SupportDieAdded,
    TileCopied,
    TurnPassed,
)
from companion.games.camelup.pieces import camel_of, is_support


def tell(event: Event, viewer: Viewer) -> Message | None:
    """What *viewer* may read of an event; None for those that need no words of their own."""
    match event:
        case CamelPlaced():
            return say("camelup.camel_placed", camel=event.camel, space=event.space)
        case LegBegan():
            if event.support is not None:
                support = camel_of(event.support)
                return say("camelup.leg_began_support", leg=event.leg, first=event.first, camel=support)
            return say("camelup.leg_began", leg=event.leg, first=event.first)
        case LegTileTaken():
            return say("camelup.leg_tile_taken", who=event.seat, camel=event.camel, value=event.value)
        case DesertLaid():
            if event.origin is not None:
                return say(
                    f"camelup.{event.side}_moved", who=event.seat, space=event.space, origin=event.origin
                )
            return say(f"camelup.{event.side}_laid", who=event.seat, space=event.space)
        case DieRolled():
            return _tell_roll(event)
        case DesertPaid():
            return say("camelup.desert_paid", who=event.seat, space=event.space, amount=event.amount)
        case PhotoPaid():
            return say("camelup.photo_paid", who=event.seat, space=event.space, amount=event.amount)
        case RaceCardLaid():
            if event.camel is not None and viewer == event.seat:
                return say(f"camelup.race_card_laid_{event.on}_own", camel=event.camel)
            return say(f"camelup.race_card_laid_{event.on}", who=event.seat)
        case CameraPlaced():
            if event.origin is not None:
                return say("camelup.camera_moved", who=event.seat, space=event.space, origin=event.origin)
            return say("camelup.camera_placed", who=event.seat, space=event.space)
        case PositionTileTaken():
            source = "stack" if event.from_stack else "mine"
            return say(
                f"camelup.position_tile_{source}",
                who=event.seat,
                place=event.place,
                camel=event.camel,
                value=event.value,
            )
        case PartnersMade():
            return say("camelup.partners_made", who=event.seat, other=event.other)
        case SupportDieAdded():
            return say("camelup.support_die_added", who=event.seat, camel=camel_of(event.die))
        case ActionDone():
            return None
        case TurnPassed():
            return say("camelup.turn_passed", next=event.next)
        case LegEnded():
            return say("camelup.race_ended" if event.finished else "camelup.leg_ended", last=event.last)
        case TileCopied():
            if event.tile is None:
                return say("camelup.nothing_copied", who=event.seat, other=event.other)
            if event.tile.camel is None:
                return say("camelup.pyramid_tile_copied", who=event.seat, other=event.other)
            return say(
                "camelup.tile_copied",
                who=event.seat,
                other=event.other,
                camel=event.tile.camel,
                reward=event.reward,
            )
        case LegScored():
            return say(
                "camelup.leg_scored", leg=event.leg, ranking=list(event.ranking), scores=_scores(event.scored)
            )
        case CardsRevealed():
            return say(f"camelup.cards_revealed_{event.on}", cards=list(event.cards))
        case RaceScored():
            return say(
                "camelup.race_scored",
                winner=event.winner,
                loser=event.loser,
                scores=_scores(event.settled),
            )
        case GameEnded():
            return say("camelup.game_ended", winners=list(event.winners), money=event.money)
        case RaceStopped():
            return say("camelup.race_stopped", leg=event.leg)
        case StartMoneyPaid():
            return say("camelup.start_money_paid", who=event.seat, amount=event.amount)
        case SeatLeft():
            if event.heir is None:
                return say("camelup.seat_left", who=event.seat, money=event.money)
            return say("camelup.seat_left_to", who=event.seat, heir=event.heir, money=event.money)
        case SeatSlept():
            return say("camelup.seat_slept", who=event.seat)
        case OptionsChanged():
            return say("camelup.options_changed", options=[f"option.camelup.{name}" for name in event.set])
        case Arranged():
            return say("camelup.arranged")
        case Irregular():
            return say("irregular", reasons=list(event.reasons))
        case _:
            return tell_desk(event)


def moves(event: Event) -> tuple[Move, ...]:
    """The payments of an event."""
    match event:
        case DesertPaid() | PhotoPaid() | StartMoneyPaid():
            return (_paid(event.seat, event.amount),)
        case LegScored():
            return _settled(event.scored)
        case RaceScored():
            return _settled(event.settled)
        case SeatLeft():
            return (
                (Move(event.seat, House.BANK if event.heir is None else event.heir, event.money),)
                if event.money
                else ()
            )
        case Arranged():
            return tuple(_paid(one.seat, one.amount) for one in event.money)
        case (
            CamelPlaced()
            | LegBegan()
            | LegTileTaken()
            | DesertLaid()
            | DieRolled()
            | RaceCardLaid()
            | CameraPlaced()
            | PositionTileTaken()
            | PartnersMade()
            | SupportDieAdded()
            | ActionDone()
            | TurnPassed()
            | LegEnded()
            | TileCopied()
            | CardsRevealed()
            | GameEnded()
            | RaceStopped()
            | SeatSlept()
            | OptionsChanged()
            | Irregular()
        ):
            return ()
        case _:
            return desk_moves(event)


def _tell_roll(event: DieRolled) -> Message:
    die = "support_die" if is_support(event.die) else "die"
    return say(
        f"camelup.{die}_rolled",
        who=event.seat,
        camel=camel_of(event.die),
        pips=event.pips,
        origin=event.origin,
        space=event.space,
    )


def _scores(scored: tuple[Scored, ...]) -> list[object]:
    return [[one.seat, one.paid] for one in scored]


def _settled(scored: tuple[Scored, ...]) -> tuple[Move, ...]:
    return tuple(_paid(one.seat, one.paid) for one in scored if one.paid)


def _paid(seat: Seat, amount: int) -> Move:
    """From the bank to a player; a negative amount the other way."""
    return Move(House.BANK, seat, amount) if amount >= 0 else Move(seat, House.BANK, -amount)
