"""Monopoly's rules: a command in, the events it brings about out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.core import acts
from companion.core.acts import Transferred
from companion.core.desk import check_covers, decide_desk
from companion.core.draft import Draft, Overriding
from companion.core.game import Setup
from companion.core.ledger import House, Ledger
from companion.core.refusal import Reason, Refusal, refuse_field
from companion.core.seats import Role, Seat, Seats
from companion.games.monopoly import (
    auction,
    building,
    buying,
    cards,
    commands,
    debt,
    mortgage,
    rent,
    trade,
    turns,
)
from companion.games.monopoly.arrange import arrange, check_board
from companion.games.monopoly.board_file import load_edition
from companion.games.monopoly.checks import Changes, need_in_game
from companion.games.monopoly.edition import Edition, scaled
from companion.games.monopoly.ending import finish
from companion.games.monopoly.events import Event, OptionsChanged, SeatWoke
from companion.games.monopoly.evolve import evolve
from companion.games.monopoly.jail import leave_jail
from companion.games.monopoly.options import SPEED_DIE_BONUS, HouseRules, default_rules, with_options
from companion.games.monopoly.piles import shuffled
from companion.games.monopoly.state import Holding, Player, State, Turn, next_seat, spendable
from companion.games.monopoly.turn_events import TurnBegan

MOST_PLAYERS = 8
LEAST_PLAYERS = 2


def new(setup: Setup) -> State:
    """Start a table: everybody on GO with the start money. Raises Refusal(BAD_REQUEST). Rule: MP-1."""
    edition = load_edition(setup.edition, setup.extra.get("board"))
    rules = with_options(default_rules(edition), setup.options)
    if not LEAST_PLAYERS <= len(setup.players) <= MOST_PLAYERS:
        refuse_field("players", "players", len(setup.players), least=LEAST_PLAYERS, most=MOST_PLAYERS)
    seats = Seats.of(setup.players)
    ledger = Ledger((0,) * len(setup.players))
    for seat in seats:
        ledger = ledger.moved(House.BANK, seat, start_money(edition, rules))
    if rules.has_pot:
        ledger = ledger.moved(House.BANK, House.POT, int(rules.free_parking_pot))
    return State(
        edition=edition,
        rules=rules,
        seats=seats,
        ledger=ledger,
        players=(Player(),) * len(setup.players),
        holdings=(Holding(),) * len(edition.deeds),
        turn=Turn(None if rules.hands else seats.order[0]),
        piles=shuffled(edition),
    )


def start_money(edition: Edition, rules: HouseRules) -> int:
    """Rule: MP-1, MP-S1."""
    return rules.starting_cash + (scaled(SPEED_DIE_BONUS, edition.scale) if rules.speed_die else 0)


def decide(state: State, command: Any) -> tuple[Event, ...]:
    """Check a command whole and return what it brings about. Raises Refusal; changes nothing."""
    return advance(state, command)[0]


def advance(state: State, command: Any) -> tuple[tuple[Event, ...], State]:
    """What a command brings about, and the state that makes. Raises Refusal."""
    overriding = isinstance(command, Overriding)
    if isinstance(command, Overriding):
        command = command.command
    draft: Changes = Draft(state, evolve, overriding)
    if state.over and not isinstance(command, acts.Rename | acts.Note):
        raise Refusal(Reason.GAME_OVER)
    if isinstance(command, _NEEDS_PLAYER) and not isinstance(command.by, Role):
        need_in_game(state, command.by, "by")
    _ACTS[type(command)](draft, command)
    turns.settle(draft)
    return draft.result(), draft.state


def _by_desk(draft: Changes, command: acts.Note | acts.Rename) -> None:
    decide_desk(draft, command, spendable)


def _reverse(draft: Changes, command: acts.Reverse) -> None:
    """Money goes back only between accounts that are still in the game."""
    for move in command.moves:
        for who in (move.payee, move.payer):
            if not isinstance(who, House) and draft.state.players[who].out:
                name = draft.state.seats.name(who)
                refuse_field("number", "payment_in_game", name)
    decide_desk(draft, command, spendable)


def _transfer(draft: Changes, command: acts.Transfer) -> None:
    for field, who in (("to", command.payee), ("from", command.payer)):
        if who is not None and not isinstance(who, House):
            need_in_game(draft.state, who, field)
    decide_desk(draft, command, spendable)


def _adjust(draft: Changes, command: acts.Adjust) -> None:
    need_in_game(draft.state, command.who, "who")
    check_covers(command.who, draft.state.ledger.hands[command.who], -command.amount)
    decide_desk(draft, command, spendable)


def _request(draft: Changes, command: acts.Request) -> None:
    need_in_game(draft.state, command.payer, "from")
    decide_desk(draft, command, spendable)


def _join(draft: Changes, command: acts.Join) -> None:
    """A new player with the start money; a sleeping player's name wakes that seat."""
    state = draft.state
    asleep = state.seats.find(command.name)
    if asleep is not None and asleep in state.seats.asleep:
        draft.add(SeatWoke(asleep))
        _wake_turn(draft)
        return
    if len(state.seats.order) >= MOST_PLAYERS:
        refuse_field("name", "at_most_players", command.name, most=MOST_PLAYERS)
    decide_desk(draft, command, spendable)
    seat = Seat(len(draft.state.players) - 1)
    money = start_money(state.edition, state.rules)
    if money:
        draft.add(Transferred(House.BANK, seat, money))
    _wake_turn(draft)


def _wake_turn(draft: Changes) -> None:
    """Nobody was awake, so the turn stayed with a sleeper: it goes on to whoever is there now."""
    state = draft.state
    seat = state.turn.player
    if seat is not None and seat in state.seats.asleep:
        draft.add(TurnBegan(next_seat(state, seat)))


def _reseat(draft: Changes, command: acts.Reseat) -> None:
    """Who is out need not be named: those seats come last."""
    state = draft.state
    out = (seat for seat in state.seats if state.players[seat].out and seat not in command.players)
    decide_desk(draft, replace(command, players=(*command.players, *out)), spendable)


def _options(draft: Changes, command: acts.ChangeOptions) -> None:
    with_options(draft.state.rules, command.set)
    draft.add(OptionsChanged(dict(command.set)))
    check_board(draft.state)


# Acts that need no deed, turn or debt, so that nothing else stops somebody who is out.
_NEEDS_PLAYER = (
    acts.Collect,
    acts.Request,
    acts.Transfer,
    commands.CollectSalary,
    commands.LeaveJail,
    commands.OfferTrade,
)

_ACTS: Mapping[type, Callable[[Changes, Any], None]] = {
    acts.Arrange: arrange,
    acts.Transfer: _transfer,
    acts.Adjust: _adjust,
    acts.Request: _request,
    acts.Collect: debt.collect,
    acts.Accept: trade.accept,
    acts.Reject: trade.reject,
    acts.Join: _join,
    acts.Rename: _by_desk,
    acts.Reseat: _reseat,
    acts.Leave: debt.leave,
    acts.ChangeOptions: _options,
    acts.Finish: finish,
    acts.EndTurn: turns.end_turn,
    acts.Reverse: _reverse,
    acts.Note: _by_desk,
    commands.Roll: turns.roll,
    commands.Throw: rent.throw_for_amount,
    commands.Land: turns.land,
    commands.Draw: cards.draw,
    commands.Buy: buying.buy,
    commands.Decline: buying.decline,
    commands.Bid: auction.bid,
    commands.PassBid: auction.pass_bid,
    commands.Hammer: auction.hammer,
    commands.DemandRent: rent.demand,
    commands.CollectSalary: turns.collect_salary,
    commands.PayDebt: debt.pay,
    commands.CallAuction: auction.call_auction,
    commands.Build: building.build,
    commands.SellBuilding: building.sell_building,
    commands.MortgageDeed: mortgage.mortgage,
    commands.LiftMortgage: mortgage.lift,
    commands.KeepMortgage: mortgage.keep,
    commands.OfferTrade: trade.offer,
    commands.LeaveJail: leave_jail,
    commands.Choose: turns.choose,
    commands.DeclareBankrupt: debt.bankrupt,
    commands.DealDeeds: buying.deal,
}
