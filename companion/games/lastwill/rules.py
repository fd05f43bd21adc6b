"""The rules' one door: `decide` checks a command and returns its events."""

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
from companion.core.desk import DeskCommand, check_cash, decide_desk
from companion.core.draft import Draft, Irregular, Overriding
from companion.core.refusal import Reason, Refusal
from companion.core.seats import Seat
from companion.core.verbs import seat_of
from companion.games.lastwill.actions import activate, apply_effect, discard, end_turn, play, skip
from companion.games.lastwill.arrange import arrange
from companion.games.lastwill.commands import (
    Activate,
    ApplyEffect,
    Block,
    ChoosePlan,
    Command,
    Discard,
    Drew,
    Keep,
    PlaceCompanion,
    Play,
    Sell,
    SendErrand,
    Skip,
)
from companion.games.lastwill.companions import place_companion
from companion.games.lastwill.errands import send_errand
from companion.games.lastwill.estate import sell
from companion.games.lastwill.events import GameEnded, OptionsChanged
from companion.games.lastwill.evolve import evolve
from companion.games.lastwill.house_rules import changed_rules, check_in_play
from companion.games.lastwill.planning import block_space, choose_plan, keep_cards, name_drawn
from companion.games.lastwill.record import Event
from companion.games.lastwill.rounds import advance
from companion.games.lastwill.seating import join, leave, spendable
from companion.games.lastwill.spending import note_bankruptcies, winners
from companion.games.lastwill.state import Phase, State

TableCommand = DeskCommand | Arrange | Collect | Leave | ChangeOptions | Finish | EndTurn
_AFTER_THE_END = (Arrange, Adjust, ChangeOptions, Rename, Reverse, Reject, Note)


def decide(state: State, command: Command | TableCommand | Overriding) -> tuple[Event | Irregular, ...]:
    """The events of *command*. Raises Refusal, and then nothing has changed."""
    overriding = isinstance(command, Overriding)
    said = command.command if isinstance(command, Overriding) else command
    if state.phase is Phase.OVER and not isinstance(said, _AFTER_THE_END):
        raise Refusal(Reason.GAME_OVER)
    draft: Draft[State, Event] = Draft(state, evolve, overriding)
    told = _decide(draft, said)  # type: ignore[arg-type]
    note_bankruptcies(draft, state, told)
    advance(draft)
    return draft.result()


def _decide(draft: Draft[State, Event], said: Command | TableCommand) -> frozenset[Seat]:
    match said:
        case Keep():
            keep_cards(draft, said)
        case ChoosePlan():
            choose_plan(draft, said)
        case Block():
            block_space(draft, said)
        case Drew():
            name_drawn(draft, said)
        case SendErrand():
            send_errand(draft, said)
        case Skip():
            skip(draft, seat_of(said.by))
        case EndTurn():
            end_turn(draft, seat_of(said.by))
        case Play():
            play(draft, said)
        case Activate():
            activate(draft, said)
        case PlaceCompanion():
            place_companion(draft, said)
        case Sell():
            sell(draft, said)
        case ApplyEffect():
            apply_effect(draft, said)
        case Discard():
            discard(draft, said)
        case Arrange():
            return arrange(draft, said)
        case Collect():
            _collect(draft, said)
        case Join():
            join(draft, said)
        case Leave():
            leave(draft, said)
        case ChangeOptions():
            check_in_play(said.set)
            changed_rules(draft.state.rules, said.set)
            draft.add(OptionsChanged(said.set))
        case Finish():
            draft.add(GameEnded(winners(draft.state)))
        case (
            Transfer() | Adjust() | Request() | Accept() | Reject() | Rename() | Reseat() | Reverse() | Note()
        ):
            decide_desk(draft, said, spendable)
        case _:
            assert_never(said)
    return frozenset()


def _collect(draft: Draft[State, Event], command: Collect) -> None:
    """The same amount from every other player, refused whole when one of them cannot pay."""
    payee = seat_of(command.by)
    others = draft.state.seats.after(payee)
    for payer in others:
        check_cash(draft.state, payer, command.amount, spendable)
    for payer in others:
        draft.add(Transferred(payer, payee, command.amount, command.note))
