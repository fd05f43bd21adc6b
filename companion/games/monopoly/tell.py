"""What people read of an event: nothing is secret here, so everybody reads the same."""

from __future__ import annotations

from companion.core.acts import DeskEvent
from companion.core.desk import tell_desk
from companion.core.draft import Irregular
from companion.core.message import Message, say
from companion.core.seats import Viewer
from companion.games.monopoly import events as ev
from companion.games.monopoly import turn_events as tev
from companion.games.monopoly.edition import HOTEL
from companion.games.monopoly.state import Bundle, Step


def tell(event: ev.Event, viewer: Viewer) -> Message | None:
    """The sentence of *event*; None for what only prepares the next one."""
    if isinstance(event, DeskEvent):
        return tell_desk(event)
    if isinstance(event, Irregular):
        return say("irregular", reasons=list(event.reasons))
    return _tell_turn(event) or _tell_deeds(event) or _tell_money(event) or _tell_table(event)


def _tell_turn(event: ev.OwnEvent) -> Message | None:
    match event:
        case tev.TurnBegan():
            return say("monopoly.turn_began", player=event.player)
        case tev.Rolled(speed=""):
            return say("monopoly.rolled", player=event.player, dice=_dice(event.dice))
        case tev.Rolled():
            face = f"monopoly.speed.{event.speed}"
            return say("monopoly.rolled_speed", player=event.player, dice=_dice(event.dice), speed=face)
        case tev.PutDown():
            return say("monopoly.put_down", player=event.player, square=str(event.square))
        case tev.Moved():
            back = "" if event.forward else "_back"
            return say(f"monopoly.moved{back}", player=event.player, square=str(event.square))
        case tev.SalaryPaid():
            return say("monopoly.salary_paid", player=event.player, amount=event.amount)
        case tev.StepTaken(step=Step.ROLL_AGAIN):
            return say("monopoly.roll_again", player=event.player)
        case tev.StepTaken(step=Step.SECOND_MOVE):
            return say("monopoly.second_move", player=event.player)
        case tev.SentToJail():
            return say("monopoly.sent_to_jail", player=event.player)
        case tev.JailTryFailed():
            return say("monopoly.jail_try_failed", player=event.player, tries=event.tries)
        case tev.JailLeft():
            return say(f"monopoly.jail_left.{event.how}", player=event.player)
        case tev.CardAsked():
            return say("monopoly.card_asked", player=event.player, deck=event.deck)
        case tev.CardDrawn(card=""):
            return say("monopoly.card_drawn_unlisted", player=event.player, deck=event.deck)
        case tev.CardDrawn():
            kept = "_kept" if event.kept else ""
            return say(f"monopoly.card_drawn{kept}", player=event.player, card=event.card, deck=event.deck)
        case tev.ThrowAsked():
            return say("monopoly.throw_asked", player=event.player, deed=event.deed)
        case tev.Thrown():
            return say("monopoly.thrown", player=event.player, deed=event.deed, total=event.total)
        case tev.ChoiceAsked():
            return say(f"monopoly.choice_asked.{event.what}", player=event.player)
        case tev.Chosen():
            return _tell_choice(event)
        case _:
            return None


def _tell_choice(event: tev.Chosen) -> Message | None:
    match event.what:
        case "bus":
            return say("monopoly.chosen.bus", player=event.player, spaces=int(event.answer))
        case "triple":
            return say("monopoly.chosen.triple", player=event.player, square=event.answer)
        case "tax":
            return say(f"monopoly.chosen.{event.answer}", player=event.player)
        case _:
            return None


def _tell_deeds(event: ev.OwnEvent) -> Message | None:
    match event:
        case ev.PurchaseOffered():
            return say("monopoly.purchase_offered", player=event.player, deed=event.deed, amount=event.price)
        case ev.PurchaseDeclined():
            return say("monopoly.purchase_declined", player=event.player, deed=event.deed)
        case ev.DeedBought():
            return say("monopoly.deed_bought", player=event.player, deed=event.deed, amount=event.price)
        case ev.DeedsDealt():
            return say(
                "monopoly.deeds_dealt", player=event.player, deeds=list(event.deeds), amount=event.cost
            )
        case ev.AuctionOpened():
            return _of_auction("auction_opened", event.deed, event.what)
        case ev.BidMade():
            return _of_auction("bid_made", event.deed, event.what, bidder=event.bidder, amount=event.amount)
        case ev.BidPassed():
            return _of_auction("bid_passed", event.deed, event.what, bidder=event.bidder)
        case ev.AuctionWon():
            return _of_auction("auction_won", event.deed, event.what, winner=event.winner, amount=event.price)
        case ev.AuctionFailed():
            return _of_auction("auction_failed", event.deed, event.what)
        case ev.Built():
            ((deed, houses), count) = event.houses[0], len(event.houses)
            id = "monopoly.built_many" if count > 1 else _one(houses, "built")
            deeds = [street for street, _ in event.houses]
            return say(id, owner=event.owner, deed=deed, deeds=deeds, houses=houses, amount=event.cost)
        case ev.BuildingsSold():
            deeds = [street for street, _ in event.houses]
            return say("monopoly.buildings_sold", owner=event.owner, deeds=deeds, amount=event.gain)
        case ev.Mortgaged():
            return say("monopoly.mortgaged", owner=event.owner, deed=event.deed, amount=event.amount)
        case ev.MortgageLifted():
            return say("monopoly.mortgage_lifted", owner=event.owner, deed=event.deed, amount=event.cost)
        case ev.MortgageReceived():
            return say(
                "monopoly.mortgage_received", owner=event.owner, deed=event.deed, amount=event.interest
            )
        case ev.MortgageKept():
            return say("monopoly.mortgage_kept", owner=event.owner, deed=event.deed, amount=event.interest)
        case ev.TradeProposed() | ev.TradeMade():
            return _tell_trade(event)
        case ev.TradeDropped():
            return say("monopoly.trade_dropped", proposer=event.proposer, partner=event.partner)
        case _:
            return None


def _one(houses: int, what: str) -> str:
    return f"monopoly.{what}_hotel" if houses == HOTEL else f"monopoly.{what}_house"


def _of_auction(id: str, deed: str, what: str, **values: object) -> Message:
    if what:
        return say(f"monopoly.{id}_building", what=f"monopoly.building.{what}", **values)
    return say(f"monopoly.{id}", deed=deed, **values)


def _tell_trade(event: ev.TradeProposed | ev.TradeMade) -> Message:
    id = "trade_made" if isinstance(event, ev.TradeMade) else "trade_proposed"
    give, get = _bundle(event.give), _bundle(event.get)
    shape = "both" if give and get else "gift" if give else "asked"
    return say(
        f"monopoly.{id}.{shape}",
        proposer=event.proposer,
        partner=event.partner,
        give=give,
        get=get,
        note=event.note,
    )


def _bundle(bundle: Bundle) -> list[object]:
    """What one side gives, each thing a message of its own."""
    things: list[Message] = []
    if bundle.cash:
        things.append(say("monopoly.bundle.cash", amount=bundle.cash))
    things += [say("monopoly.bundle.deed", deed=deed) for deed in bundle.deeds]
    if bundle.jail_cards:
        things.append(say("monopoly.bundle.jail_cards", count=bundle.jail_cards))
    for grant in bundle.immunity:
        if grant.visits:
            things.append(say("monopoly.bundle.visits", deeds=list(grant.deeds), count=grant.visits))
        else:
            things.append(say("monopoly.bundle.free", deeds=list(grant.deeds)))
    return [{"id": thing.id, "values": dict(thing.values)} for thing in things]


def _tell_money(event: ev.OwnEvent) -> Message | None:
    match event:
        case ev.RentFellDue():
            return _of_rent("monopoly.rent_fell_due", event, amount=event.amount)
        case ev.RentPaid():
            return _of_rent("monopoly.rent_paid", event, amount=event.amount)
        case ev.RentLapsed():
            return _of_rent("monopoly.rent_lapsed", event, amount=event.amount or None)
        case ev.RentWaived():
            return _of_rent("monopoly.rent_waived", event, left=event.left or None)
        case ev.Charged():
            return say(
                f"monopoly.charged.{event.cause}",
                payer=event.payer,
                payee=event.payee,
                amount=event.amount,
            )
        case ev.DebtIncurred():
            return say(
                "monopoly.debt_incurred",
                debtor=event.debtor,
                creditor=event.creditor,
                amount=event.amount,
                cause=f"monopoly.cause.{event.cause}",
            )
        case ev.DebtPaid():
            return say(
                "monopoly.debt_paid",
                debtor=event.debtor,
                creditor=event.creditor,
                amount=event.amount,
                cause=f"monopoly.cause.{event.cause}",
            )
        case ev.PotTaken():
            return say("monopoly.pot_taken", player=event.player, amount=event.amount)
        case _:
            return None


def _of_rent(
    id: str,
    event: ev.RentFellDue | ev.RentPaid | ev.RentLapsed | ev.RentWaived,
    **values: object,
) -> Message:
    return say(id, tenant=event.tenant, owner=event.owner, deed=event.deed, **values)


def _tell_table(event: ev.OwnEvent) -> Message | None:
    match event:
        case ev.EstatePassed():
            id = "monopoly.went_bankrupt" if event.bankrupt else "monopoly.left"
            amount = sum(part for _, part in event.shares)
            return say(id, player=event.player, heir=event.heir, amount=amount, deeds=list(event.deeds))
        case ev.SeatSlept():
            return say("monopoly.seat_slept", player=event.player)
        case ev.SeatWoke():
            return say("monopoly.seat_woke", player=event.player)
        case ev.GameWon():
            return say(f"monopoly.game_won.{event.why}", winner=event.winner, amount=event.amount)
        case ev.TableArranged():
            return say("monopoly.table_arranged", turn=event.turn)
        case ev.OptionsChanged():
            names = [f"option.monopoly.{name}" for name in event.set]
            return say("monopoly.options_changed", options=names)
        case _:
            return None


def _dice(dice: tuple[int, ...]) -> str:
    return " + ".join(str(pips) for pips in dice)
