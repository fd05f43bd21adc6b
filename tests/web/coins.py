"""Coins: the web tests' own little game. Take coins, toss a die, hide a word under the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from companion.core import acts, desk, fields
from companion.core.acts import COMMON_VERBS
from companion.core.currency import Currency
from companion.core.desk import Desk, PaymentRequest
from companion.core.draft import Draft, Irregular, Overriding
from companion.core.fields import Field, flag, listed, whole
from companion.core.first_player import FirstPlayer
from companion.core.game import Chance, Option, Preset, Setup
from companion.core.game import no_hand_work as hand_work
from companion.core.game import nothing_by_itself as default_acts
from companion.core.game import nothing_scored as scored
from companion.core.ledger import House, Ledger, Move
from companion.core.message import Answer, Ask, Fault, Message, Prompt, Question, say
from companion.core.refusal import Reason, Refusal, refuse_field
from companion.core.seats import Actor, Seat, Seats, Viewer
from companion.core.tagged import Tagged
from companion.core.verbs import Device, Verb, seat_of
from companion.web import catalogues

catalogues.folders.append(Path(__file__).parent / "locales")

__all__ = ["default_acts", "hand_work", "scored"]

NAME = "coins"
RULES_VERSION = 1
FIRST_PLAYER = FirstPlayer.SEATED
SCORINGS: tuple[type, ...] = ()
editions: tuple[str, ...] = ("plain",)
options: Mapping[str, Option] = {
    "start": Option(20, least=0, most=1000),
    "dice": Option("own", choices=("own", "program")),
    "generous": Option(False, choices=(False, True)),
    "cap": Option(None, least=1, most=100, optional=(None,)),
}


@dataclass(frozen=True, slots=True)
class State:
    seats: Seats
    ledger: Ledger
    requests: tuple[PaymentRequest, ...]
    turn: Seat
    tossed: bool
    options: Mapping[str, object]
    hidden: tuple[tuple[Seat, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Take:
    by: Actor
    amount: int


@dataclass(frozen=True, slots=True)
class Toss:
    by: Actor
    dice: tuple[int, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Hide:
    """A word that only its owner may ever see."""

    by: Actor
    word: str


@dataclass(frozen=True, slots=True)
class Hid:
    seat: Seat
    word: str


@dataclass(frozen=True, slots=True)
class Taken:
    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class Tossed:
    seat: Seat
    pips: int
    reveals: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class TurnEnded:
    seat: Seat
    next: Seat


@dataclass(frozen=True, slots=True)
class OptionsChanged:
    set: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Arranged:
    set: Mapping[str, object]


verbs: Mapping[str, Verb] = {
    **COMMON_VERBS,
    "take": Verb(Take, (Field("amount", whole(1)),)),
    "toss": Verb(Toss, (Field("dice", listed(whole(1, 6), 1, 1)),), device=Device.TURN, sourced=True),
    "hide": Verb(Hide, (Field("word", fields.text(40, 1)),)),
    "retype": Verb(
        None, (Field("dice", listed(whole(1, 6), 1, 1)), Field("loud", flag, False)), numbered=True
    ),
}
SECRET_FIELDS: Mapping[str, tuple[str, ...]] = {"hide": ("word",)}
_DESK_EVENTS = (
    acts.Transferred,
    acts.Adjusted,
    acts.PaymentRequested,
    acts.RequestPaid,
    acts.RequestDropped,
    acts.SeatJoined,
    acts.SeatRenamed,
    acts.SeatsReordered,
    acts.PaymentReversed,
)
event_types: Mapping[str, type] = {
    kind.__name__: kind
    for kind in (*_DESK_EVENTS, Irregular, Hid, Taken, Tossed, TurnEnded, OptionsChanged, Arranged)
}


def new(setup: Setup) -> State:
    chosen: dict[str, object] = {name: option.default for name, option in options.items()}
    for name, value in setup.options.items():
        if name not in options:
            refuse_field(f"options.{name}", "one_of", value, choices=list(options))
        chosen[name] = value
    if len(setup.players) < 2:
        refuse_field("players", "players", str(len(setup.players)), least=2, most=9)
    seats = Seats.of(setup.players)
    ledger = Ledger()
    for seat in seats:
        ledger = ledger.opened().moved(House.BANK, seat, int(str(chosen["start"])))
    return State(seats, ledger, (), Seat(0), False, chosen)


def decide(state: State, command: Any) -> tuple[Any, ...]:
    overriding = isinstance(command, Overriding)
    draft: Draft[State, Any] = Draft(state, evolve, overriding)
    said: Any = command.command if isinstance(command, Overriding) else command
    match said:
        case Take():
            cap = state.options["cap"]
            most = cap if isinstance(cap, int) else 10
            draft.require(said.amount <= most, "too_greedy", most=most, amount=said.amount)
            draft.add(Taken(seat_of(said.by), said.amount))
        case Hide():
            draft.require(len(said.word) <= 20, "too_long", word=said.word)
            draft.add(Hid(seat_of(said.by), said.word))
        case Toss():
            seat = seat_of(said.by)
            draft.require(seat == state.turn, Reason.NOT_YOUR_TURN, turn=state.turn)
            draft.require(not state.tossed, Reason.NOT_NOW)
            draft.add(Tossed(seat, said.dice[0]))
        case acts.EndTurn():
            seat = seat_of(said.by)
            draft.require(seat == state.turn, Reason.NOT_YOUR_TURN, turn=state.turn)
            draft.add(TurnEnded(seat, state.seats.next_after(seat)))
        case acts.ChangeOptions():
            for name in said.set:
                if name not in options:
                    refuse_field(f"options.{name}", "one_of", said.set[name], choices=list(options))
            draft.add(OptionsChanged(said.set))
        case acts.Arrange():
            draft.add(Arranged(said.set))
        case acts.Collect():
            payee = seat_of(said.by)
            for other in state.seats.after(payee):
                desk.check_cash(state, other, said.amount, _spendable)
                draft.add(acts.Transferred(other, payee, said.amount, said.note))
        case acts.Finish() | acts.Leave():
            raise Refusal(Reason.NOT_NOW)
        case _:
            desk.decide_desk(draft, said, _spendable)
    return draft.result()


def evolve(state: State, event: Any) -> State:
    match event:
        case Taken():
            return replace(state, ledger=state.ledger.moved(House.BANK, event.seat, event.amount))
        case Hid():
            return replace(state, hidden=(*state.hidden, (event.seat, event.word)))
        case Tossed():
            ledger = state.ledger.moved(House.BANK, event.seat, event.pips)
            return replace(state, ledger=ledger, tossed=True)
        case TurnEnded():
            return replace(state, turn=event.next, tossed=False)
        case OptionsChanged():
            return replace(state, options={**state.options, **event.set})
        case Arranged():
            ledger = state.ledger
            players = event.set.get("players")
            for name, part in players.items() if isinstance(players, dict) else ():
                seat = state.seats.find(name)
                if seat is not None:
                    ledger = ledger.moved(House.BANK, seat, part["cash"] - ledger.balance(seat))
            return replace(state, ledger=ledger)
        case Irregular():
            return state
        case _:
            after = desk.evolve_desk(Desk(state.seats, state.ledger, state.requests), event)
            return replace(state, seats=after.seats, ledger=after.ledger, requests=after.requests)


def prompts(state: State, seat: Seat) -> tuple[Prompt, ...]:
    shown: list[Prompt] = []
    for request in state.requests:
        if request.payer == seat:
            values = {"payee": request.payee, "amount": request.amount}
            accept = {"do": "accept", "number": request.number}
            shown.append(
                Prompt(accept, Message("coins.pay", values), pays=request.amount, waits=True),
            )
            shown.append(Prompt({"do": "reject", "number": request.number}, say("coins.refuse"), waits=True))
    if seat == state.turn:
        if state.tossed:
            shown.append(Prompt({"do": "end_turn"}, say("coins.end_turn"), waits=True))
        else:
            shown.append(Prompt({"do": "toss"}, say("coins.toss"), (Ask("dice", "dice", 1, 1),), waits=True))
    others = tuple(
        (state.seats.name(other), say("coins.who", who=other)) for other in state.seats.after(seat)
    )
    amount = Ask("amount", "amount", 1, max(1, state.ledger.balance(seat)))
    shown.append(Prompt({"do": "take"}, say("coins.take"), (Ask("amount", "amount", 1, 10),)))
    shown.append(
        Prompt(
            {"do": "request"},
            say("coins.ask"),
            (Ask("from", "seat", choices=others), Ask("amount", "amount", 1)),
        )
    )
    note = Ask("note", "text", optional=True)
    shown.append(
        Prompt({"do": "transfer"}, say("coins.give"), (Ask("to", "account", choices=others), amount, note))
    )
    return tuple(shown)


def read_scan(
    state: State, pending: Question | None, tagged: Tagged, reader: str
) -> Question | Mapping[str, object]:
    """A coin asks who takes it; a player card answers."""
    if tagged.kind == "coin":
        answers = tuple(
            Answer(
                {"do": "take", "by": state.seats.name(seat), "amount": int(tagged.name)},
                say("coins.who", who=seat),
            )
            for seat in state.seats
        )
        return Question(say("coins.who_takes", amount=int(tagged.name)), answers, about=(tagged.name,))
    seat = int(tagged.name) - 1
    if pending is not None and seat < len(pending.answers):
        return pending.answers[seat].act
    return Question(say("coins.has", who=seat, amount=state.ledger.balance(Seat(seat))))


def rules_now(state: State) -> Mapping[str, object]:
    """The house rules by name."""
    return state.options


def view(state: State, viewer: Viewer) -> dict[str, Any]:
    seen = [word if seat == viewer else "face down" for seat, word in state.hidden]
    return {
        "game": NAME,
        "hidden": seen,
        "turn": {"player": state.seats.name(state.turn), "phase": "act" if state.tossed else "throw"},
        "players": {state.seats.name(seat): {"cash": state.ledger.balance(seat)} for seat in state.seats},
        "open": [request.seen(state.seats) for request in state.requests],
        "winner": None,
    }


def tell(event: Any, viewer: Viewer) -> Message | None:
    match event:
        case Taken():
            return say("coins.taken", seat=event.seat, amount=event.amount)
        case Hid():
            word = event.word if viewer == event.seat else None
            return say("coins.hid", seat=event.seat, word=word)
        case Tossed():
            return say("coins.tossed", seat=event.seat, pips=event.pips)
        case TurnEnded():
            return say("coins.turn", next=event.next)
        case OptionsChanged():
            return say("coins.options", names=sorted(event.set))
        case Arranged():
            return say("coins.arranged")
        case Irregular():
            return say("irregular", reasons=list(event.reasons))
        case _:
            return desk.tell_desk(event)


def moves(event: Any) -> tuple[Move, ...]:
    match event:
        case Taken():
            return (Move(House.BANK, event.seat, event.amount),)
        case Tossed():
            return (Move(House.BANK, event.seat, event.pips),)
        case Hid() | TurnEnded() | OptionsChanged() | Arranged() | Irregular():
            return ()
        case _:
            return desk.desk_moves(event)


def faults(state: State) -> tuple[Fault, ...]:
    return (Fault("money was made"),) if state.ledger.total() else ()


def chance(state: State, seat: Seat) -> Chance | None:
    return Chance("toss", dice="1d6") if seat == state.turn and not state.tossed else None


def chance_act(state: State, seat: Seat, chance: Chance, result: Any) -> Mapping[str, object]:
    return {"do": "toss", "by": state.seats.name(seat), "dice": list(result)}


def presets() -> Mapping[str, Preset]:
    return {}


def lay_out(state: State) -> tuple[Message, ...]:
    return ()


def places(options: Mapping[str, object] | None) -> range:
    return range(2, 11)


def turn(state: State) -> Seat | None:
    return state.turn


def piece_name(state: State, tagged: Tagged) -> str:
    if tagged.kind == "player_card":
        return f"Player card {tagged.name}"
    return f"The {tagged.name}-coin"


def pieces(state: State) -> tuple[Tagged, ...]:
    cards = tuple(Tagged("player_card", str(number)) for number in range(1, 5))
    return (*(Tagged("coin", value) for value in ("1", "2", "5")), *cards)


def money(state: State) -> Currency:
    return Currency("¤")


def guess(state: State) -> tuple[Tagged, ...]:
    return (Tagged("coin", "5"),)


def secrets_open(state: State) -> bool:
    """Hidden words are never turned over, and one that was taken back is still a secret."""
    return False


def holds_secret(said: Mapping[str, object]) -> bool:
    return said.get("do") == "hide"


def minutes(state: State) -> int | None:
    limit = state.options["cap"]
    return limit if state.options["generous"] and isinstance(limit, int) else None


def _spendable(state: State, seat: Seat) -> int:
    return state.ledger.balance(seat)
