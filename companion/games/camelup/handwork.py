"""What people do with their hands: pieces to move after each act, lists for set-up and leg end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.core.message import Message, say
from companion.games.camelup.events import (
    CameraPlaced,
    DesertLaid,
    DesertPaid,
    DieRolled,
    Event,
    LegBegan,
    LegScored,
    LegTileTaken,
    PartnersMade,
    PhotoPaid,
    PositionTileTaken,
    RaceScored,
    Scored,
    SupportDieAdded,
)
from companion.games.camelup.options import Options
from companion.games.camelup.pieces import camel_of, is_support
from companion.games.camelup.state import State


def hand_work(events: Iterable[Event], options: Options) -> tuple[Message, ...]:
    """What to move on the table after these events, in their order."""
    return tuple(message for event in events for message in _after(event, options))


def setup_list(state: State) -> tuple[Message, ...]:
    """What to lay out before the race, for the chosen variants and number of players."""
    return tuple(_setup(state))


def leg_end_list(options: Options) -> tuple[Message, ...]:
    """What goes back to its place at the end of a leg; camels, race cards and money stay. Rule: CU-26."""
    return tuple(say(f"camelup.leg_end.{what}") for what in _leg_end(options))


def _after(event: Event, options: Options) -> Iterator[Message]:
    match event:
        case DieRolled():
            yield _move(event, options)
            yield _die_home(event, options)
        case DesertPaid() | PhotoPaid():
            yield say("camelup.hand.coins_from_bank", who=event.seat, amount=event.amount)
            if isinstance(event, PhotoPaid):
                yield say("camelup.hand.camera_back")
        case LegTileTaken():
            yield say("camelup.hand.take_leg_tile", who=event.seat, camel=event.camel, value=event.value)
        case DesertLaid():
            space = options.label(event.space)
            yield say(f"camelup.hand.lay_{event.side}", who=event.seat, space=space)
        case CameraPlaced():
            yield say("camelup.hand.camera", who=event.seat, space=options.label(event.space))
        case PositionTileTaken():
            source = "stack" if event.from_stack else "mine"
            yield say(
                f"camelup.hand.cover_{source}",
                who=event.seat,
                camel=event.camel,
                value=event.value,
                place=event.place,
            )
        case PartnersMade():
            yield say("camelup.hand.swap_cards", who=event.seat, other=event.other)
        case SupportDieAdded():
            yield say("camelup.hand.add_support_die", who=event.seat, camel=camel_of(event.die))
        case LegScored():
            yield from _coins(event.scored)
        case LegBegan() if event.leg > 1:
            yield from leg_end_list(options)
        case RaceScored():
            yield from _coins(event.settled)
        case _:
            return


def _move(event: DieRolled, options: Options) -> Message:
    """ "orange from 4 to 6, on top of blue, with what it carries"."""
    id = "camelup.hand.move"
    if event.finished:
        id += "_over_line"
    elif event.onto is not None:
        id += "_under" if event.under else "_onto"
    if len(event.unit) > 1:
        id += "_carrying"
    return say(
        id,
        camel=event.unit[0],
        carried=list(event.unit[1:]),
        origin=options.label(event.origin),
        space=options.label(event.space),
        onto=event.onto,
    )


def _die_home(event: DieRolled, options: Options) -> Message:
    """Where the die goes. Rule: CU-15, SC11, SC17."""
    if not is_support(event.die):
        return say("camelup.hand.die_to_tent", camel=event.die)
    place = "crate" if options.extra else "podium"
    return say(f"camelup.hand.die_to_{place}", camel=camel_of(event.die))


def _coins(scored: tuple[Scored, ...]) -> Iterator[Message]:
    for one in scored:
        if one.paid > 0:
            yield say("camelup.hand.coins_from_bank", who=one.seat, amount=one.paid)
        elif one.paid < 0:
            yield say("camelup.hand.coins_to_bank", who=one.seat, amount=-one.paid)


def setup_board(options: Options) -> Iterator[Message]:
    """The board, and what of the extension goes with it."""
    yield say("camelup.setup.board")
    if options.big_track:
        yield say("camelup.setup.extension_front")
        yield say("camelup.setup.podium")
    elif options.photographer or options.position_bets:
        yield say("camelup.setup.extension_back")


def _setup(state: State) -> Iterator[Message]:
    options = state.options
    yield from setup_board(options)
    yield say("camelup.setup.pyramid_tiles", count=6 if options.big_track else 5)
    stacks = "long_stacks" if options.long_stacks else "stacks"
    yield say(f"camelup.setup.{stacks}")
    if options.photographer:
        yield say("camelup.setup.photographer")
    if options.position_bets:
        yield say("camelup.setup.position_tiles")
    yield say("camelup.setup.players", players=len(state.seats.order), amount=3)
    if options.partner_bets:
        yield say("camelup.setup.partner_cards")
    yield say("camelup.setup.start_roll", who=state.turn)
    yield say("camelup.setup.dice_in")
    if options.big_track:
        yield say("camelup.setup.support_die")


def _leg_end(options: Options) -> Iterator[str]:
    yield "leg_tiles"
    yield "pyramid_tiles"
    yield "desert_tiles"
    if options.position_bets:
        yield "position_tiles"
    if options.photographer:
        yield "camera"
    if options.partner_bets:
        yield "partner_cards"
    yield "dice"
    if options.big_track:
        yield "support_dice"
    yield "marker"
