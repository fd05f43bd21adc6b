"""Jail: the try for a double, the fine, the card."""

from __future__ import annotations

from companion.core.refusal import Reason, Refusal
from companion.core.seats import Seat
from companion.core.verbs import seat_of
from companion.games.monopoly.checks import Changes, need_cash, need_turn
from companion.games.monopoly.commands import LeaveJail
from companion.games.monopoly.events import Charged
from companion.games.monopoly.money import charge, rounded
from companion.games.monopoly.moving import move_by
from companion.games.monopoly.state import Choice, State, Step, fine_payee
from companion.games.monopoly.turn_events import ChoiceAsked, Chosen, JailLeft, JailTryFailed, Rolled

TRIES = 3


def jail_fine(state: State, seat: Seat) -> int:
    """What leaving jail costs; it may rise with every jailing. Rule: MP-48, MP-H8."""
    times = max(1, state.players[seat].jailings) if state.rules.rising_fine else 1
    return rounded(state, state.rules.jail_fine * times)


def try_double(draft: Changes, seat: Seat, dice: tuple[int, int]) -> None:
    """A double frees and moves, without a further throw; the third failure costs the fine or a card.

    Rule: MP-49 to MP-52.
    """
    player = draft.state.players[seat]
    a, b = dice
    tries = player.jail_turns + 1
    last = a != b and tries >= TRIES
    draft.add(Rolled(seat, dice, "", 0, a + b, (Step.JAIL_MOVE,) if last else ()))
    if a == b:
        draft.add(JailLeft(seat, "double"))
        move_by(draft, seat, a + b)
        return
    draft.add(JailTryFailed(seat, tries))
    if last and player.cards:
        draft.add(ChoiceAsked(seat, "jail"))
    elif last:
        charge_fine(draft, seat)


def charge_fine(draft: Changes, seat: Seat) -> None:
    """The fine falls due: taken at once or owed."""
    charge(draft, seat, fine_payee(draft.state), jail_fine(draft.state, seat), "fine")


def move_out(draft: Changes, seat: Seat) -> None:
    """The move of the third throw, once the fine is paid or a card was used."""
    if draft.state.players[seat].in_jail:
        draft.add(JailLeft(seat, "pay"))
    move_by(draft, seat, draft.state.turn.moved_by or 0)


def leave_jail(draft: Changes, command: LeaveJail) -> None:
    """Pay or use a card before the throw, or answer the third failure. Rule: MP-48, MP-51.

    Raises Refusal: "not_in_jail", "no_jail_card", NOT_ENOUGH_CASH, NOT_NOW.
    """
    state = draft.state
    seat = seat_of(command.by)
    player = state.players[seat]
    third = Choice(seat, "jail") in state.open
    if not state.rules.hands and not third:
        if not player.in_jail:
            raise Refusal("not_in_jail", who=seat)
        need_turn(draft, seat)
        draft.require(state.turn.throwing, Reason.NOT_NOW, verb="leave_jail")
    if command.how == "card":
        if not player.cards:
            raise Refusal("no_jail_card", who=seat)
        draft.add(JailLeft(seat, "card", card_to_use(state, seat)))
    elif third:
        draft.add(Chosen(seat, "jail", "pay"))
        charge_fine(draft, seat)
    else:
        fine = jail_fine(state, seat)
        need_cash(state, seat, fine)
        draft.add(Charged(seat, fine_payee(state), fine, "fine"))
        if player.in_jail:
            draft.add(JailLeft(seat, "pay"))


def card_to_use(state: State, seat: Seat) -> str:
    """A leave-jail card that *seat* holds, Chance first."""
    held = state.players[seat].cards
    return next((card for card in state.edition.jail_cards() if card in held), held[0])
