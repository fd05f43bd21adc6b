"""Decide: a command becomes events, or is refused."""

from __future__ import annotations

from typing import assert_never

from companion.core.acts import (
    Accept,
    Adjust,
    Arrange,
    ChangeOptions,
    Collect,
    EndTurn,
    Finish,
    Join,
    Leave,
    Note,
    Reject,
    Rename,
    Request,
    Reseat,
    Reverse,
    Transfer,
    Transferred,
)
from companion.core.desk import check_cash, decide_desk
from companion.core.draft import Draft, Overriding
from companion.core.refusal import Reason, Refusal
from companion.core.seats import Actor, Role, Seat
from companion.core.verbs import seat_of
from companion.games.camelup.actions import (
    bet_on_leg,
    check_start_space,
    lay_desert,
    lay_race_card,
    roll,
)
from companion.games.camelup.arrange import arrange
from companion.games.camelup.commands import (
    AddSupportDie,
    BetOnLeg,
    BetOnPosition,
    BetOnRace,
    ChoosePartner,
    CopyTile,
    LayDesert,
    Place,
    PlaceCamera,
    RevealPile,
    Roll,
)
from companion.games.camelup.events import (
    ActionDone,
    CamelPlaced,
    DieRolled,
    Event,
    LegEnded,
    RaceStopped,
    TurnPassed,
)
from companion.games.camelup.evolve import evolve, phase_of
from companion.games.camelup.leg import add_best_copy, begin_leg, score_leg, waiting_to_copy
from companion.games.camelup.pieces import CAMELS
from companion.games.camelup.race import end_game, reveal_pile, score_race, unnamed
from companion.games.camelup.seating import change_options, join, leave
from companion.games.camelup.state import LEG_END, RACE_END, Phase, Pile, State, Step
from companion.games.camelup.supercup import (
    add_support_die,
    bet_on_position,
    choose_partner,
    copy_tile,
    place_camera,
)

Action = Roll | BetOnLeg | LayDesert | BetOnRace | PlaceCamera | BetOnPosition | ChoosePartner
Command = (
    Action
    | Place
    | RevealPile
    | CopyTile
    | AddSupportDie
    | Arrange
    | Transfer
    | Adjust
    | Request
    | Accept
    | Reject
    | Collect
    | Join
    | Rename
    | Reseat
    | Note
    | Reverse
    | Leave
    | ChangeOptions
    | Finish
    | EndTurn
)


def decide(state: State, command: Command | Overriding) -> tuple[Event, ...]:
    """The events of a command. Raises Refusal, and then nothing has changed."""
    overriding = isinstance(command, Overriding)
    draft: Draft[State, Event] = Draft(state, evolve, overriding)
    meant: Command = command.command if isinstance(command, Overriding) else command  # type: ignore[assignment]
    if state.phase is Phase.OVER and not isinstance(meant, Rename | Reseat | Note):
        raise Refusal(Reason.GAME_OVER)
    _decide(draft, meant)
    return draft.result()


def spendable(state: State, seat: Seat) -> int:
    """What a player may give away: all the money there is."""
    return state.money(seat)


def _decide(draft: Draft[State, Event], command: Command) -> None:
    match command:
        case Place():
            _place(draft, command)
        case AddSupportDie():
            seat = seat_of(command.by)
            if draft.state.leg_ended_by == seat:
                draft.refuse("leg_over")
            _require_play(draft.state)
            _require_turn(draft, seat)
            add_support_die(draft, seat, command)
        case CopyTile():
            copy_tile(draft, _copying_seat(draft.state, command.by), command)
            _run_agenda(draft)
        case RevealPile():
            if phase_of(draft.state) is not Phase.REVEALING:
                raise Refusal(Reason.NOT_NOW, due="camelup.due.reveal_later")
            reveal_pile(draft, command.on, command.cards)
            _run_agenda(draft)
        case EndTurn():
            _end_turn(draft, seat_of(command.by))
        case Finish():
            _finish(draft)
        case Arrange():
            arrange(draft, command.set)
            _go_on(draft)
        case Leave():
            leave(draft, command)
            _go_on(draft)
        case ChangeOptions():
            change_options(draft, command)
            _go_on(draft)
        case Join():
            join(draft, command)
        case Collect():
            _collect(draft, command)
        case (
            Transfer() | Adjust() | Request() | Accept() | Reject() | Rename() | Reseat() | Note() | Reverse()
        ):
            if isinstance(command, Adjust) and command.amount < 0:
                check_cash(draft.state, command.who, -command.amount, spendable)
            decide_desk(draft, command, spendable)
        case _:
            _act(draft, seat_of(command.by), command)


def _act(draft: Draft[State, Event], seat: Seat, command: Action) -> None:
    """One normal action, and what follows from it."""
    _require_play(draft.state)
    _require_turn(draft, seat)
    draft.require(
        not (draft.state.acted and seat == draft.state.turn), Reason.NOT_NOW, due="camelup.due.end_turn"
    )
    match command:
        case Roll():
            roll(draft, seat, command)
        case BetOnLeg():
            bet_on_leg(draft, seat, command)
        case LayDesert():
            lay_desert(draft, seat, command)
        case BetOnRace():
            lay_race_card(draft, seat, command)
        case PlaceCamera():
            place_camera(draft, seat, command)
        case BetOnPosition():
            bet_on_position(draft, seat, command)
        case ChoosePartner():
            choose_partner(draft, seat, command)
        case _:
            assert_never(command)
    finished = any(isinstance(event, DieRolled) and event.finished for event in draft.events)
    if finished or not draft.state.pyramid:
        _end_leg(draft, seat, finished)
    elif seat == draft.state.turn:  # the banker may let somebody act out of turn: that passes no turn
        draft.add(ActionDone(seat))
        if not draft.state.options.extra:
            _pass_turn(draft)


def _place(draft: Draft[State, Event], command: Place) -> None:
    """One camel of the starting roll; the fifth one starts play. Rule: CU-10, CU-11."""
    state = draft.state
    if state.phase is not Phase.SETUP:
        raise Refusal(Reason.NOT_NOW, due="camelup.due.start_is_over")
    if not isinstance(command.by, Role):
        _require_turn(draft, command.by)
    check_start_space(command.space)
    if command.camel in state.track.order:
        raise Refusal("not_available", what="camelup.what.camel", camel=command.camel)
    draft.add(CamelPlaced(command.camel, command.space, command.on_top))
    if len(draft.state.track.order) == len(CAMELS):
        begin_leg(draft, state.leg, state.turn)


def _end_leg(draft: Draft[State, Event], last: Seat, finished: bool) -> None:
    draft.add(LegEnded(last, finished, RACE_END if finished else LEG_END))
    _run_agenda(draft)


def _run_agenda(draft: Draft[State, Event]) -> None:
    """Do what is due until people have to say something."""
    while draft.state.agenda:
        step = draft.state.agenda[0]
        match step:
            case Step.COPY:
                waiting = waiting_to_copy(draft.state)
                for seat in waiting:
                    if seat in draft.state.seats.asleep:
                        add_best_copy(draft, seat)
                if waiting_to_copy(draft.state):
                    return
                score_leg(draft)
            case Step.SCORE_LEG:
                score_leg(draft)
            case Step.BEGIN_LEG:
                last = draft.state.leg_ended_by
                begin_leg(draft, draft.state.leg + 1, _next_seat(draft.state, last))
            case Step.REVEAL:
                if any(unnamed(draft.state, on) for on in Pile):
                    return
                _open_piles(draft)
            case Step.SCORE_RACE | Step.END:
                _open_piles(draft)
            case _:
                assert_never(step)


def _open_piles(draft: Draft[State, Event]) -> None:
    """Score the race, if anybody bet on it, and end the game."""
    if draft.state.winner_pile or draft.state.loser_pile:
        score_race(draft)
    end_game(draft)


def _next_seat(state: State, last: Seat | None) -> Seat:
    """To the left of the player who took the last pyramid tile. Rule: CU-23."""
    return state.seats.next_after(state.turn if last is None else last)


def _pass_turn(draft: Draft[State, Event]) -> None:
    turn = draft.state.turn
    draft.add(TurnPassed(turn, draft.state.seats.next_after(turn)))


def _end_turn(draft: Draft[State, Event], seat: Seat) -> None:
    _require_play(draft.state)
    _require_turn(draft, seat)
    if not draft.state.acted:
        raise Refusal(Reason.NOT_NOW, due="camelup.due.action")
    if seat == draft.state.turn:
        _pass_turn(draft)


def _finish(draft: Draft[State, Event]) -> None:
    """End the race as the track stands: leg and race scoring, then the winners.

    Partners who have not chosen copy the best tile. Said again while cards wait to be named, it ends the game
    without them.
    """
    state = draft.state
    draft.add(RaceStopped(state.leg))
    if state.phase is Phase.SETUP:
        end_game(draft)
        return
    if phase_of(state) is Phase.REVEALING:
        _open_piles(draft)
        return
    last = state.turn if state.leg_ended_by is None or not state.agenda else state.leg_ended_by
    draft.add(LegEnded(last, True, RACE_END))
    for seat in waiting_to_copy(draft.state):
        add_best_copy(draft, seat)
    _run_agenda(draft)


def _collect(draft: Draft[State, Event], command: Collect) -> None:
    """The same from every other player who is awake; refused whole when one cannot pay."""
    seat = seat_of(command.by)
    payers = [one for one in draft.state.seats.after(seat) if one not in draft.state.seats.asleep]
    if not payers:
        raise Refusal(Reason.NOTHING_OPEN)
    for payer in payers:
        check_cash(draft.state, payer, command.amount, spendable)
    for payer in payers:
        draft.add(Transferred(payer, seat, command.amount, command.note))


def _go_on(draft: Draft[State, Event]) -> None:
    """After the table itself changed: what waits may wait no longer."""
    state = draft.state
    if state.phase is not Phase.PLAY:
        return
    _run_agenda(draft)
    state = draft.state
    if state.phase is Phase.PLAY and not state.agenda and state.acted and not state.options.extra:
        _pass_turn(draft)


def _require_play(state: State) -> None:
    """Raise Refusal(NOT_NOW) outside play: before the start, while partners copy, while piles are opened."""
    phase = phase_of(state)
    if phase is not Phase.PLAY:
        raise Refusal(Reason.NOT_NOW, due=f"camelup.due.{phase}")


def _require_turn(draft: Draft[State, Event], seat: Seat) -> None:
    turn = draft.state.turn
    draft.require(seat == turn, Reason.NOT_YOUR_TURN, turn=turn)


def _copying_seat(state: State, by: Actor) -> Seat:
    if phase_of(state) is not Phase.COPYING:
        raise Refusal(Reason.NOT_NOW, due="camelup.due.nothing_to_copy")
    return seat_of(by)
