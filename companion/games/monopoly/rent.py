"""Rent: what is owed, when it falls due, the asking, and how it lapses."""

from __future__ import annotations

from dataclasses import replace

from companion.core.refusal import Reason, Refusal, refuse_field
from companion.core.seats import Seat
from companion.core.verbs import seat_of
from companion.games.monopoly.checks import Changes, find_deed, need_in_game, need_owner
from companion.games.monopoly.commands import DemandRent, Face, Throw
from companion.games.monopoly.edition import Deed, Kind
from companion.games.monopoly.events import RentFellDue, RentLapsed, RentWaived
from companion.games.monopoly.money import charge, rounded
from companion.games.monopoly.state import Immunity, Rent, State, ThrowDue, holding
from companion.games.monopoly.turn_events import ThrowAsked, Thrown

_THROWS_LEFT = {"next_roll": 1, "second_roll": 2, "never": -1}
_NEAREST_RAILROAD = 2


def street_rent(state: State, deed: Deed) -> int:
    """The rent of an owned, unmortgaged street.

    An unbuilt street of a group with one owner charges double, even while another street of the group is
    mortgaged or built on.

    Rule: MP-14, MP-15.
    """
    held = state.holdings[deed.index]
    rent = deed.rent[held.houses]
    if held.houses:
        return rent
    group = state.edition.groups[deed.group]
    full = all(state.holdings[other.index].owner == held.owner for other in group)
    return rent * 2 if full else rent


def owned_of_group(state: State, deed: Deed) -> int:
    """How many deeds of the group its owner has; mortgaged ones count. Rule: MP-17, MP-18."""
    owner = state.holdings[deed.index].owner
    return sum(state.holdings[other.index].owner == owner for other in state.edition.groups[deed.group])


def current_rent(state: State, deed: Deed) -> int:
    """What a visitor owes by dice now; of a utility what the throw is multiplied with. 0: nothing is owed."""
    held = state.holdings[deed.index]
    if held.owner is None or held.mortgaged:
        return 0
    if state.rules.no_rent_in_jail and state.players[held.owner].in_jail:
        return 0
    return printed_rent(state, deed)


def printed_rent(state: State, deed: Deed) -> int:
    """As `current_rent`, although the deed may be mortgaged or its owner in jail."""
    if deed.kind is Kind.STREET:
        return rounded(state, street_rent(state, deed))
    by_number = deed.rent[min(owned_of_group(state, deed), len(deed.rent)) - 1]
    return by_number if deed.kind is Kind.UTILITY else rounded(state, by_number)


def total_of(dice: tuple[Face, ...]) -> int:
    """What a utility counts: white dice and numbers of the speed die. Rule: MP-S12."""
    return sum(face for face in dice if isinstance(face, int))


def visit(draft: Changes, tenant: Seat, deed: Deed, nearest: bool = False) -> None:
    """A piece landed on a deed that has an owner; *nearest*: sent there by a card that makes it dearer.

    Rule: MP-13, MP-16, MP-19 to MP-21, MP-24, MP-25.
    """
    state = draft.state
    owner = state.holdings[deed.index].owner
    rent = current_rent(state, deed)
    if owner is None or owner == tenant or not rent or _is_waived(draft, tenant, owner, deed):
        return
    if deed.kind is not Kind.UTILITY:
        amount = rounded(state, rent * _NEAREST_RAILROAD) if nearest else rent
        fall_due(draft, tenant, owner, deed, amount)
        return
    factor = deed.rent[-1] if nearest else rent
    # Of a sleeping owner the visitor's throw counts after all.
    by_owner = state.rules.utility_throw == "owner" and owner not in state.seats.asleep
    # A card drawn out of turn moves somebody whom the last throw did not.
    moved_by = state.turn.moved_by if state.turn.player == tenant else None
    if by_owner or nearest or moved_by is None:
        thrower = owner if by_owner else tenant
        draft.add(
            ThrowAsked(
                thrower, deed.id, tenant, factor, _throws_left(state), _speed_due(state, tenant, nearest)
            )
        )
    else:
        fall_due(draft, tenant, owner, deed, rounded(state, factor * moved_by))


def _speed_due(state: State, tenant: Seat, nearest: bool) -> bool | None:
    """Whether a throw for an amount uses the speed die: it must, must not, or (None) may. Rule: MP-S13."""
    if not (state.rules.speed_die and state.players[tenant].lapped):
        return False
    if nearest and state.rules.utility_throw == "movement":
        return state.rules.card_throw_speed
    return None


def fall_due(
    draft: Changes, tenant: Seat, owner: Seat, deed: Deed, amount: int, throws_left: int | None = None
) -> None:
    """The owner may ask for it from now on; with `rent: automatic` it is taken at once.

    *throws_left* is how long it can be asked for, None: as long as any rent.
    """
    if amount <= 0:
        return
    if draft.state.rules.rent == "automatic":
        charge(draft, tenant, owner, amount, "rent", deed.id)
    else:
        left = _throws_left(draft.state) if throws_left is None else throws_left
        draft.add(RentFellDue(deed.id, tenant, owner, amount, left))


def _throws_left(state: State) -> int:
    return -1 if state.rules.rent == "automatic" else _THROWS_LEFT[state.rules.rent_lapses]


def lapse(draft: Changes) -> None:
    """A turn's first throw is made: rents that nobody asked for in time are lost. Rule: MP-13."""
    if draft.state.turn.thrown:
        return
    for matter in draft.state.open:
        match matter:
            case Rent(throws_left=1):
                draft.add(RentLapsed(matter.deed, matter.tenant, matter.owner, matter.amount))
            case ThrowDue(throws_left=1):
                owner = holding(draft.state, matter.deed).owner
                draft.add(
                    RentLapsed(matter.deed, matter.tenant, matter.player if owner is None else owner, 0)
                )
            case _:
                pass


def throw_for_amount(draft: Changes, command: Throw) -> None:
    """Set the rent of a utility by a throw of its own. Rule: MP-19, MP-20, MP-S13."""
    seat = seat_of(command.by)
    due = next((one for one in draft.state.open if isinstance(one, ThrowDue) and one.player == seat), None)
    if due is None:
        raise Refusal(Reason.NOT_NOW, verb="throw")
    _set_by_throw(draft, due, command.dice)


def _set_by_throw(draft: Changes, due: ThrowDue, dice: tuple[Face, ...]) -> int:
    """Close the throw that is due; returns what it makes the rent."""
    state = draft.state
    if due.speed is True and len(dice) != 3:
        refuse_field("dice", "three_dice", len(dice))
    if due.speed is False and len(dice) != 2:
        refuse_field("dice", "two_dice", len(dice))
    deed = state.edition.by_id[due.deed]
    owner = holding(state, due.deed).owner
    total = total_of(dice)
    draft.add(Thrown(due.player, due.deed, dice, total))
    amount = rounded(state, due.factor * total)
    if owner is not None and owner != due.tenant:
        fall_due(draft, due.tenant, owner, deed, amount, due.throws_left)
    return amount


def demand(draft: Changes, command: DemandRent) -> None:
    """The owner asks for the rent. Raises Refusal: "not_owner", "rent_lapsed", "nothing_due"."""
    state = draft.state
    seat = seat_of(command.by)
    deed = find_deed(state, command.deed)
    if state.rules.hands:
        need_owner(draft, seat, deed)
        _demand_by_hand(draft, seat, deed, command)
        return
    if command.dice is not None:
        for matter in state.open:
            if isinstance(matter, ThrowDue) and (matter.player, matter.deed) == (seat, deed.id):
                _set_by_throw(draft, matter, command.dice)
                break
    due = _find_rent(draft.state.open, seat, command)
    if due is None:
        due = _find_rent(state.lapsed, seat, command)
        if due is not None:
            draft.refuse("rent_lapsed", deed=deed.id, tenant=due.tenant)
            if not due.amount:
                # What lapsed is the throw that would have set it.
                _demand_by_hand(draft, seat, deed, replace(command, tenant=due.tenant))
                return
    if due is not None:
        charge(draft, due.tenant, seat, due.amount, "rent", deed.id)
        return
    need_owner(draft, seat, deed)
    draft.refuse("nothing_due", deed=deed.id, who=seat)
    _demand_by_hand(draft, seat, deed, command)


def _find_rent(matters: tuple[object, ...], owner: Seat, command: DemandRent) -> Rent | None:
    for matter in matters:
        if not isinstance(matter, Rent) or (matter.deed, matter.owner) != (command.deed, owner):
            continue
        if command.tenant in (None, matter.tenant):
            return matter
    return None


def _demand_by_hand(draft: Changes, owner: Seat, deed: Deed, command: DemandRent) -> None:
    """Nobody follows the pieces: the owner says who stands there, and for a utility what was thrown."""
    state = draft.state
    tenant = command.tenant
    if tenant is None or tenant == owner:
        refuse_field("from", "visitor", "nothing" if tenant is None else state.seats.name(owner))
    need_in_game(state, tenant, "from")
    rent = current_rent(state, deed)
    if not rent:
        draft.refuse("nothing_due", deed=deed.id, who=owner)
        rent = printed_rent(state, deed)
    if deed.kind is Kind.UTILITY:
        if command.dice is None:
            refuse_field("dice", "throw_of_piece", "nothing")
        rent = rounded(state, rent * total_of(command.dice))
    if not _is_waived(draft, tenant, owner, deed):
        charge(draft, tenant, owner, rent, "rent", deed.id)


def _is_waived(draft: Changes, tenant: Seat, owner: Seat, deed: Deed) -> bool:
    """Whether an agreement makes this visit free; it is then used up by one. Rule: MP-H6."""
    grant = find_immunity(draft.state, tenant, owner, deed)
    if grant is None:
        return False
    draft.add(RentWaived(deed.id, tenant, owner, max(grant.left - 1, 0)))
    return True


def find_immunity(state: State, tenant: Seat, owner: Seat, deed: Deed) -> Immunity | None:
    return next(
        (
            one
            for one in state.immunities
            if one.owner == owner and one.beneficiary == tenant and deed.id in one.deeds
        ),
        None,
    )
