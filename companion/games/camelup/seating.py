"""People come and go, and house rules change, while the race runs."""

from __future__ import annotations

from companion.core.acts import ChangeOptions, Join, Leave
from companion.core.desk import decide_desk
from companion.core.draft import Draft
from companion.core.refusal import Reason, Refusal, refuse_field
from companion.core.seats import Seat
from companion.games.camelup.events import (
    Event,
    OptionsChanged,
    SeatLeft,
    SeatSlept,
    StartMoneyPaid,
    TurnPassed,
)
from companion.games.camelup.options import MOST_PLAYERS, OPTIONS, changed_options, check_players
from companion.games.camelup.pieces import START_MONEY, is_support
from companion.games.camelup.state import State
from companion.games.camelup.track import SHORT


def join(draft: Draft[State, Event], command: Join) -> None:
    """A new player gets start money, race cards and a desert tile. Rule: CU-9, SC3."""
    state = draft.state
    count = len(state.seats.order) + 1
    if count > MOST_PLAYERS:
        raise Refusal("too_many_players", players=count, most=MOST_PLAYERS)  # there are ten characters
    if count > 2:
        _check_players(draft, count, state)
    decide_desk(draft, command, lambda state, seat: 0)
    draft.add(StartMoneyPaid(Seat(len(state.hands)), START_MONEY))


def leave(draft: Draft[State, Event], command: Leave) -> None:
    """A player goes for good, or sleeps; nobody waits for them any more.

    To the bank: tiles return to their places, race cards in the piles pay nobody. To another player: money,
    leg bets, pyramid tiles and the race cards in the piles; that player keeps the own desert tile. There is
    nothing to auction in this game, so "auction" is the bank.
    """
    state, who = draft.state, command.who
    if isinstance(command.by, int) and command.by != who:
        raise Refusal(Reason.NOT_BANKER, verb="leave")
    if command.to == "sleep":
        if who in state.seats.asleep:
            refuse_field("who", "awake", state.seats.name(who))
        draft.add(SeatSlept(who))
        _pass_turn_of(draft, who)
        return
    if len(state.seats.order) == 1:
        raise Refusal("too_few_players", players=0, least=1)
    heir = command.to if isinstance(command.to, int) else None
    if heir == who:
        refuse_field("to", "heir", state.seats.name(who))
    _pass_turn_of(draft, who)
    draft.add(SeatLeft(who, heir, state.money(who)))


def change_options(draft: Draft[State, Event], command: ChangeOptions) -> None:
    """House rules change from now on.

    The short track comes back only while nothing stands beyond it. Raises Refusal(BAD_REQUEST, NOT_NOW and
    those of the number of players).
    """
    state = draft.state
    options = changed_options(state.options, command.set, "set")
    if not command.set:
        refuse_field("set", "some_of", {}, choices=list(OPTIONS))
    _check_players(draft, len(state.seats.order), state._replace(options=options))
    if state.options.big_track and not options.big_track:
        used = (*state.track.spaces, *state.deserts(), *([state.camera.space] if state.camera else []))
        if any(space > SHORT for space in used) or all(is_support(die) for die in state.pyramid):
            raise Refusal(Reason.NOT_NOW, due="camelup.due.long_track_used", length=SHORT)
    draft.add(OptionsChanged(dict(command.set)))


def _check_players(draft: Draft[State, Event], count: int, state: State) -> None:
    """As `check_players`, but the banker may override it."""
    try:
        check_players(count, state.options)
    except Refusal as refusal:
        if refusal.code == "too_few_players" and not _asks_for_partners(draft, state):
            return
        draft.refuse(refusal.code, **refusal.values)


def _asks_for_partners(draft: Draft[State, Event], state: State) -> bool:
    """Whether partner bets are being switched on; a table that shrank may go on as it is."""
    return state.options.partner_bets and not draft.state.options.partner_bets


def _pass_turn_of(draft: Draft[State, Event], seat: Seat) -> None:
    """The turn of a player who goes passes to the next one."""
    state = draft.state
    if state.turn == seat:
        draft.add(TurnPassed(seat, state.seats.next_after(seat, frozenset({seat}))))
