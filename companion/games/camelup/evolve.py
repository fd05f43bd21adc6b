"""Events fold into a state: no checks, no refusals."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from companion.core.acts import SeatJoined
from companion.core.desk import Desk, evolve_desk
from companion.core.draft import Irregular
from companion.core.ledger import House, Ledger
from companion.core.seats import Seat, Seats
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
from companion.games.camelup.options import Options, changed_options
from companion.games.camelup.pieces import CAMELS, Camel, is_support, sorted_dice
from companion.games.camelup.state import (
    LEG_END,
    RACE_END,
    Camera,
    Copy,
    Desert,
    Hand,
    LegBet,
    Phase,
    Pile,
    RaceCard,
    State,
    Step,
    full_leg_tiles,
    full_position_tiles,
)
from companion.games.camelup.track import put_down


def evolve(state: State, event: Event) -> State:
    """The state after *event*."""
    match event:
        case CamelPlaced():
            track = put_down(state.track, event.camel, event.space, event.on_top)
            return state._replace(track=track)
        case LegBegan():
            return _leg_began(state, event)
        case LegTileTaken():
            hand = state.hands[event.seat]
            bets = (*hand.leg_bets, LegBet(event.camel, event.value))
            state = state.with_hand(event.seat, hand._replace(leg_bets=bets))
            return _with_stack(state, event.camel, state.stack(event.camel)[1:])
        case DesertLaid():
            hand = state.hands[event.seat]._replace(desert=Desert(event.space, event.side))
            return state.with_hand(event.seat, hand)
        case DieRolled():
            return _die_rolled(state, event)
        case DesertPaid():
            return state._replace(ledger=_paid(state.ledger, event.seat, event.amount))
        case PhotoPaid():
            ledger = _paid(state.ledger, event.seat, event.amount)
            return state._replace(ledger=ledger, camera=None)
        case RaceCardLaid():
            return _race_card_laid(state, event)
        case CameraPlaced():
            return state._replace(camera=Camera(event.seat, event.space))
        case PositionTileTaken():
            return _position_tile_taken(state, event)
        case PartnersMade():
            return _partners_made(state, event)
        case SupportDieAdded():
            hand = state.hands[event.seat]
            hand = hand._replace(pyramid_tiles=hand.pyramid_tiles - 1)
            pyramid = sorted_dice((*state.pyramid, event.die))
            return state.with_hand(event.seat, hand)._replace(pyramid=pyramid, extra_done=True)
        case ActionDone():
            return state._replace(acted=True, leg_ended_by=None)
        case TurnPassed():
            ended_by = state.leg_ended_by if state.agenda else None
            return state._replace(turn=event.next, acted=False, extra_done=False, leg_ended_by=ended_by)
        case LegEnded():
            return state._replace(agenda=event.agenda, leg_ended_by=event.last)
        case TileCopied():
            return state._replace(copies=(*state.copies, Copy(event.seat, event.tile, event.reward)))
        case LegScored():
            return _scored(state, event.scored, Step.SCORE_LEG)
        case CardsRevealed():
            return _cards_revealed(state, event)
        case RaceScored():
            return _scored(state, event.settled, Step.SCORE_RACE)
        case GameEnded():
            return state._replace(phase=Phase.OVER, winners=event.winners, agenda=())
        case StartMoneyPaid():
            return state._replace(ledger=_paid(state.ledger, event.seat, event.amount))
        case SeatLeft():
            return _seat_left(state, event)
        case SeatSlept():
            asleep = state.seats.asleep | {event.seat}
            return state._replace(seats=_asleep(state, asleep))
        case OptionsChanged():
            return _options_changed(state, event)
        case Arranged():
            return _arranged(state, event)
        case RaceStopped() | Irregular():
            return state
        case SeatJoined():
            state = _desk(state, event)
            return state._replace(hands=(*state.hands, Hand()))
        case _:
            return _desk(state, event)


def phase_of(state: State) -> Phase:
    """What the table is at: the agenda's first step, when that one waits for people."""
    if state.phase is not Phase.PLAY or not state.agenda:
        return state.phase
    match state.agenda[0]:
        case Step.COPY:
            return Phase.COPYING
        case Step.REVEAL:
            return Phase.REVEALING
        case Step.SCORE_LEG | Step.BEGIN_LEG | Step.SCORE_RACE | Step.END:
            return Phase.PLAY
        case step:
            assert_never(step)


def without_step(agenda: tuple[Step, ...], done: Step) -> tuple[Step, ...]:
    """The agenda after a step: it and everything before it is done."""
    return agenda[agenda.index(done) + 1 :] if done in agenda else agenda


def _desk(state: State, event: object) -> State:
    desk = evolve_desk(Desk(state.seats, state.ledger, state.requests), event)  # type: ignore[arg-type]
    return state._replace(seats=desk.seats, ledger=desk.ledger, requests=desk.requests)


def _paid(ledger: Ledger, seat: Seat, amount: int) -> Ledger:
    """From the bank; a negative amount goes to it."""
    return ledger.moved(House.BANK, seat, amount)


def _with_stack(state: State, camel: Camel, stack: tuple[int, ...]) -> State:
    at = CAMELS.index(camel)
    return state._replace(leg_tiles=(*state.leg_tiles[:at], stack, *state.leg_tiles[at + 1 :]))


def _leg_began(state: State, event: LegBegan) -> State:
    """Everything goes home; camels, race cards and money stay. Rule: CU-26, SC12, SC17, SC25, SC33, SC38."""
    hands = tuple(
        hand._replace(leg_bets=(), pyramid_tiles=0, partner=None, desert=None) for hand in state.hands
    )
    dice = CAMELS if event.support is None else (*CAMELS, event.support)
    return state._replace(
        phase=Phase.PLAY,
        leg=event.leg,
        turn=event.first,
        hands=hands,
        leg_tiles=full_leg_tiles(state.options),
        position_tiles=full_position_tiles(state.options),
        pyramid=dice,
        crates=(),
        camera=None,
        copies=(),
        acted=False,
        extra_done=False,
        agenda=(),
    )


def _die_rolled(state: State, event: DieRolled) -> State:
    hand = state.hands[event.seat]
    crates = state.crates
    if is_support(event.die) and state.options.extra:
        crates = sorted_dice((*crates, event.die))  # SC17: used up for this leg
    state = state.with_hand(event.seat, hand._replace(pyramid_tiles=hand.pyramid_tiles + 1))
    pyramid = tuple(die for die in state.pyramid if die != event.die)
    state = state._replace(track=event.track, pyramid=pyramid, crates=crates)
    if event.finished or not pyramid:
        agenda = RACE_END if event.finished else LEG_END
        state = state._replace(agenda=agenda, leg_ended_by=event.seat)
    return state


def _race_card_laid(state: State, event: RaceCardLaid) -> State:
    hand = state.hands[event.seat]
    if event.camel is None:
        hand = hand._replace(face_down=hand.face_down + 1)
    else:
        hand = hand._replace(cards=tuple(card for card in hand.cards if card != event.camel))
    state = state.with_hand(event.seat, hand)
    card = RaceCard(event.seat, event.camel)
    if event.on is Pile.WINNER:
        return state._replace(winner_pile=(*state.winner_pile, card))
    return state._replace(loser_pile=(*state.loser_pile, card))


def _position_tile_taken(state: State, event: PositionTileTaken) -> State:
    hand = state.hands[event.seat]
    covered = LegBet(event.camel, event.value, event.place)
    bets = list(hand.leg_bets)
    if event.from_stack:
        bets.append(covered)
        state = _with_stack(state, event.camel, state.stack(event.camel)[:-1])
    else:
        bets[bets.index(LegBet(event.camel, event.value))] = covered
    state = state.with_hand(event.seat, hand._replace(leg_bets=tuple(bets)))
    left = tuple(place for place in state.position_tiles if place != event.place)
    return state._replace(position_tiles=left)


def _partners_made(state: State, event: PartnersMade) -> State:
    pair = {event.seat: event.other, event.other: event.seat}
    hands = []
    for at, hand in enumerate(state.hands):
        if Seat(at) in pair:
            hand = hand._replace(partner=pair[Seat(at)])
        elif hand.partner in pair:  # an override parted them
            hand = hand._replace(partner=None)
        hands.append(hand)
    return state._replace(hands=tuple(hands))


def _scored(state: State, scored: tuple[Scored, ...], step: Step) -> State:
    ledger = state.ledger
    for one in scored:
        ledger = _paid(ledger, one.seat, one.paid)
    return state._replace(
        ledger=ledger,
        last_scoring=tuple((one.seat, one.paid) for one in scored),
        agenda=without_step(state.agenda, step),
    )


def _cards_revealed(state: State, event: CardsRevealed) -> State:
    pile = list(state.pile(event.on))
    for at, camel in enumerate(event.cards):
        card = pile[at]
        if card.camel is None:
            hand = state.hands[card.seat]
            if hand.face_down and camel in hand.cards:  # not so when its layer has left
                cards = tuple(other for other in hand.cards if other != camel)
                state = state.with_hand(card.seat, hand._replace(cards=cards, face_down=hand.face_down - 1))
            pile[at] = card._replace(camel=camel)
    if event.on is Pile.WINNER:
        return state._replace(winner_pile=tuple(pile))
    return state._replace(loser_pile=tuple(pile))


def _seat_left(state: State, event: SeatLeft) -> State:
    hand = state.hands[event.seat]
    receiver = House.BANK if event.heir is None else event.heir
    ledger = state.ledger.moved(event.seat, receiver, event.money)
    for at, other in enumerate(state.hands):
        if other.partner == event.seat:
            state = state.with_hand(Seat(at), other._replace(partner=None))
    if event.heir is None:
        state = _tiles_back(state, hand)
    else:
        heir = state.hands[event.heir]
        heir = heir._replace(
            leg_bets=heir.leg_bets + hand.leg_bets,
            pyramid_tiles=heir.pyramid_tiles + hand.pyramid_tiles,
        )
        state = state.with_hand(event.heir, heir)
    piles = [state.winner_pile, state.loser_pile]
    if event.heir is not None:
        piles = [
            tuple(card._replace(heir=event.heir) if card.owner == event.seat else card for card in pile)
            for pile in piles
        ]
    camera = None if state.camera is not None and state.camera.seat == event.seat else state.camera
    gone = Hand(cards=(), face_down=0)
    requests = tuple(one for one in state.requests if event.seat not in (one.payer, one.payee))
    state = state.with_hand(event.seat, gone)._replace(
        winner_pile=piles[0], loser_pile=piles[1], camera=camera, ledger=ledger, requests=requests
    )
    if state.leg_ended_by == event.seat:  # who sits to the left of the leaver still begins the next leg
        at = state.seats.order.index(event.seat)
        state = state._replace(leg_ended_by=state.seats.order[at - 1])
    copies = tuple(copy for copy in state.copies if copy.seat not in (event.seat, hand.partner))
    return state._replace(seats=state.seats.without(event.seat), copies=copies)


def _tiles_back(state: State, hand: Hand) -> State:
    """A leaver's leg and position tiles return to their places."""
    for bet in hand.leg_bets:
        stack = tuple(sorted((*state.stack(bet.camel), bet.value), reverse=True))
        state = _with_stack(state, bet.camel, stack)
        if bet.place is not None:
            state = state._replace(position_tiles=tuple(sorted((*state.position_tiles, bet.place))))
    return state


def _asleep(state: State, asleep: frozenset[Seat]) -> Seats:
    return replace(state.seats, asleep=asleep)


def _options_changed(state: State, event: OptionsChanged) -> State:
    old = state.options
    new = changed_options(old, event.set, "set")
    state = state._replace(options=new)
    if new.long_stacks != old.long_stacks:
        state = state._replace(leg_tiles=tuple(_restacked(stack, new) for stack in state.leg_tiles))
    if new.position_bets != old.position_bets:
        out = {bet.place for hand in state.hands for bet in hand.leg_bets}
        left = tuple(place for place in full_position_tiles(new) if place not in out)
        state = state._replace(position_tiles=left)
    if old.big_track and not new.big_track:
        pyramid = tuple(die for die in state.pyramid if not is_support(die))
        state = state._replace(pyramid=pyramid, crates=())
    return state


def _restacked(stack: tuple[int, ...], options: Options) -> tuple[int, ...]:
    """A stack of leg tiles after the second 2s came or went."""
    if options.long_stacks:
        return (*stack, 2)
    return stack[:-1] if stack[-1:] == (2,) else stack


def _arranged(state: State, event: Arranged) -> State:
    ledger = state.ledger
    for one in event.money:
        ledger = _paid(ledger, one.seat, one.amount)
    state = state._replace(
        ledger=ledger,
        hands=event.hands,
        track=event.track,
        pyramid=event.pyramid,
        crates=event.crates,
        leg_tiles=event.leg_tiles,
        position_tiles=event.position_tiles,
        camera=event.camera,
        winner_pile=event.winner_pile,
        loser_pile=event.loser_pile,
    )
    if event.turn is not None:
        state = state._replace(
            seats=_asleep(state, state.seats.asleep - {event.turn}),
            turn=event.turn,
            acted=False,
            extra_done=False,
            leg_ended_by=None,
            agenda=(),
            copies=(),
        )
    if state.phase is Phase.SETUP and len(event.track.order) == len(CAMELS):
        state = state._replace(phase=Phase.PLAY)
    return state
