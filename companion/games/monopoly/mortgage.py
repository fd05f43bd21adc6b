"""Mortgages: taken, lifted, and received with a deed."""

from __future__ import annotations

from companion.core.ledger import House
from companion.core.refusal import Reason, Refusal
from companion.core.seats import Seat
from companion.core.verbs import seat_of
from companion.games.monopoly.checks import Changes, find_deed, need_cash, need_owner
from companion.games.monopoly.commands import KeepMortgage, LiftMortgage, MortgageDeed
from companion.games.monopoly.edition import Deed
from companion.games.monopoly.events import Mortgaged, MortgageKept, MortgageLifted, MortgageReceived
from companion.games.monopoly.money import charge, rounded
from companion.games.monopoly.places import need_place_for_won
from companion.games.monopoly.state import ReceivedMortgage, State, holding

_PERCENT = 10


def interest(state: State, deed: Deed) -> int:
    """Ten per cent of the mortgage value, in whole units as `interest_rounding` says. Rule: MP-40, MP-41."""
    tenths = deed.mortgage * _PERCENT
    match state.rules.interest_rounding:
        case "up":
            whole = -(-tenths // 100)
        case "down":
            whole = tenths // 100
        case "half_up":
            whole = (tenths + 50) // 100
    return rounded(state, whole)


def lift_cost(state: State, deed: Deed) -> int:
    """What lifting the mortgage costs. Rule: MP-40, MP-42, MP-H19."""
    if state.rules.mortgage_interest == "none":
        return deed.mortgage
    return deed.mortgage + interest(state, deed)


def built_in_group(state: State, deed: Deed) -> str | None:
    """A street of the deed's group and owner that is built on."""
    owner = state.holdings[deed.index].owner
    for other in state.edition.groups[deed.group]:
        held = state.holdings[other.index]
        if held.houses and held.owner == owner:
            return other.id
    return None


def mortgage(draft: Changes, command: MortgageDeed) -> None:
    """Raises Refusal: "not_owner", "already_mortgaged", "group_built". Rule: MP-39."""
    state = draft.state
    seat = seat_of(command.by)
    deed = find_deed(state, command.deed)
    need_owner(draft, seat, deed)
    if state.holdings[deed.index].mortgaged:
        raise Refusal("already_mortgaged", deed=deed.id)
    built = built_in_group(state, deed)
    if state.holdings[deed.index].houses:
        raise Refusal("group_built", deed=deed.id, built=deed.id)
    if built is not None:
        draft.refuse("group_built", deed=deed.id, built=built)
    need_place_for_won(draft, seat, deed)
    draft.add(Mortgaged(seat, deed.id, deed.mortgage))


def lift(draft: Changes, command: LiftMortgage) -> None:
    """Raises Refusal: "not_owner", "not_mortgaged", NOT_ENOUGH_CASH."""
    state = draft.state
    seat = seat_of(command.by)
    deed = find_deed(state, command.deed)
    need_owner(draft, seat, deed)
    if not state.holdings[deed.index].mortgaged:
        raise Refusal("not_mortgaged", deed=deed.id)
    cost = lift_cost(state, deed)
    need_cash(state, seat, cost)
    draft.add(MortgageLifted(seat, deed.id, cost))


def receive(draft: Changes, seat: Seat, deeds: tuple[str, ...]) -> None:
    """New owner: each mortgaged deed is lifted at once or kept for its interest. Rule: MP-42."""
    if draft.state.rules.mortgage_interest != "both":
        return
    for id in deeds:
        if holding(draft.state, id).mortgaged:
            deed = draft.state.edition.by_id[id]
            draft.add(MortgageReceived(seat, id, interest(draft.state, deed)))


def keep(draft: Changes, command: KeepMortgage) -> None:
    """Pay the interest and keep it mortgaged; what the cash does not cover is owed to the bank. Rule: MP-43.

    Raises Refusal: "not_owner", "not_mortgaged", NOTHING_OPEN.
    """
    state = draft.state
    seat = seat_of(command.by)
    deed = find_deed(state, command.deed)
    need_owner(draft, seat, deed)
    if not state.holdings[deed.index].mortgaged:
        raise Refusal("not_mortgaged", deed=deed.id)
    for matter in state.open:
        if isinstance(matter, ReceivedMortgage) and matter[:2] == (seat, deed.id):
            draft.add(MortgageKept(seat, deed.id, matter.interest))
            charge(draft, seat, House.BANK, matter.interest, "interest", deed.id)
            return
    raise Refusal(Reason.NOTHING_OPEN, deed=deed.id)
