"""A turn: the throw, what follows from it step by step, and its end."""

from __future__ import annotations

from typing import assert_never

from companion.core.acts import EndTurn
from companion.core.refusal import Reason, Refusal, refuse_field
from companion.core.seats import Seat
from companion.core.verbs import seat_of
from companion.games.monopoly import jail, rent, speed_die
from companion.games.monopoly.auction import close_auction
from companion.games.monopoly.checks import Changes, need_dice_mode, need_nothing_open, need_turn
from companion.games.monopoly.commands import Choose, CollectSalary, Land, Roll
from companion.games.monopoly.ending import check_cash_limit
from companion.games.monopoly.money import give
from companion.games.monopoly.moving import move_by, move_to, pay_tax
from companion.games.monopoly.state import Choice, Step, is_held, next_seat
from companion.games.monopoly.turn_events import (
    ChoiceAsked,
    Chosen,
    PutDown,
    Rolled,
    SalaryPaid,
    SentToJail,
    StepTaken,
    TurnBegan,
)

_SPEEDING = 3
"""The double in a row that sends to jail."""


def roll(draft: Changes, command: Roll) -> None:
    """Throw to move; in jail it is the try for a double. Rule: MP-6, MP-7, MP-49, MP-S1 to MP-S11."""
    seat = _need_throw(draft, command, "roll")
    state = draft.state
    a, b = dice = command.dice
    face = speed_die.face_used(state, seat, command.speed)
    rent.lapse(draft)
    if state.players[seat].in_jail:
        jail.try_double(draft, seat, dice)
        _snake_eyes(draft, seat, dice)
        return
    triple = speed_die.is_triple(dice, face)
    counts = a == b and not (triple and state.rules.triple_ends_turn)
    doubles = state.turn.doubles + 1 if counts else 0
    speeding = doubles >= _SPEEDING
    total = a + b + (int(face) if face.isdigit() else 0)
    then: list[Step] = []
    if face == "mr" and not speeding:
        then.append(Step.SECOND_MOVE)
    if counts and not speeding:
        then.append(Step.ROLL_AGAIN)
    draft.add(Rolled(seat, dice, face, doubles, total, tuple(then)))
    _snake_eyes(draft, seat, dice)
    if speeding:
        draft.add(SentToJail(seat))
    elif triple:
        draft.add(ChoiceAsked(seat, "triple"))
    elif face == "bus":
        draft.add(ChoiceAsked(seat, "bus", speed_die.bus_moves(dice)))
    else:
        move_by(draft, seat, total)


def _need_throw(draft: Changes, command: Roll | Land, verb: str) -> Seat:
    need_dice_mode(draft, verb)
    seat = seat_of(command.by)
    need_turn(draft, seat)
    need_nothing_open(draft, seat)
    draft.require(draft.state.turn.throwing, Reason.NOT_NOW, verb=verb)
    return seat


def _snake_eyes(draft: Changes, seat: Seat, dice: tuple[int, int]) -> None:
    """Rule: MP-H14."""
    if dice == (1, 1):
        give(draft, seat, draft.state.rules.snake_eyes, "snake_eyes")


def land(draft: Changes, command: Land) -> None:
    """Put the piece where it stands, forward and past GO, in place of a throw."""
    seat = _need_throw(draft, command, "land")
    draft.require(not draft.state.players[seat].in_jail, "in_jail", who=seat)
    rent.lapse(draft)
    draft.add(PutDown(seat, command.square))
    move_to(draft, seat, command.square)


def choose(draft: Changes, command: Choose) -> None:
    """Answer an open choice. Raises Refusal: NOTHING_OPEN, BAD_REQUEST for an answer that is not on offer."""
    state = draft.state
    seat = seat_of(command.by)
    open_choice = next(
        (one for one in state.open if isinstance(one, Choice) and one.player == seat and one.what != "jail"),
        None,
    )
    if open_choice is None:
        raise Refusal(Reason.NOTHING_OPEN, verb="choose")
    field = {"bus": "move", "triple": "to", "tax": "how"}[open_choice.what]
    given = {
        name: value
        for name, value in (("move", command.move), ("to", command.to), ("how", command.how))
        if value is not None
    }
    if set(given) != {field}:
        refuse_field(field, "answer_alone", ", ".join(given) or "nothing", answer=field)
    if open_choice.what == "bus" and command.move not in open_choice.moves:
        refuse_field("move", "one_of", command.move, choices=list(open_choice.moves))
    draft.add(Chosen(seat, open_choice.what, str(given[field])))
    if command.move is not None:
        move_by(draft, seat, command.move)
    elif command.to is not None:
        move_to(draft, seat, command.to)
    elif command.how is not None:
        square = state.edition.squares[state.players[seat].position]
        pay_tax(draft, seat, square, command.how)


def collect_salary(draft: Changes, command: CollectSalary) -> None:
    """With `follow: hands` GO is a button."""
    if not draft.state.rules.hands:
        draft.refuse("option_off", option="follow", verb="salary")
    draft.add(SalaryPaid(seat_of(command.by), draft.state.rules.salary))


def end_turn(draft: Changes, command: EndTurn) -> None:
    """Pass the turn to the next seat."""
    need_dice_mode(draft, "end_turn")
    seat = seat_of(command.by)
    need_turn(draft, seat)
    need_nothing_open(draft, seat)
    draft.require(not draft.state.turn.throwing, Reason.NOT_NOW, verb="end_turn")
    draft.add(TurnBegan(next_seat(draft.state, seat)))


def settle(draft: Changes) -> None:
    """Let run what waits for nobody: auctions that are decided, and the steps of the turn."""
    while not draft.state.over:
        state = draft.state
        if state.open and close_auction(draft):
            continue
        seat = state.turn.player
        if not state.agenda or seat is None or (state.open and is_held(state, seat)):
            break
        step = state.agenda[0]
        draft.add(StepTaken(seat, step))
        match step:
            case Step.ROLL_AGAIN:
                pass
            case Step.SECOND_MOVE:
                speed_die.second_move(draft, seat)
            case Step.JAIL_MOVE:
                jail.move_out(draft, seat)
            case _:
                assert_never(step)
    if draft.state.rules.cash_limit is not None and not draft.state.over:
        check_cash_limit(draft)
