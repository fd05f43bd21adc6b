"""A new table: players, house rules, start money."""

from __future__ import annotations

from companion.core.game import Setup
from companion.core.ledger import House, Ledger
from companion.core.refusal import refuse_field
from companion.core.seats import Seat, Seats
from companion.games.camelup.options import Options, changed_options, check_players
from companion.games.camelup.pieces import START_MONEY
from companion.games.camelup.state import Hand, State, full_leg_tiles, full_position_tiles

EDITIONS: tuple[str, ...] = ("2014",)


def new(setup: Setup) -> State:
    """The table before the starting roll. The first player has the marker. Rule: CU-8 to CU-10.

    Raises Refusal: BAD_REQUEST, TOO_FEW_PLAYERS, TOO_MANY_PLAYERS, VARIANTS_REQUIRED.
    """
    if setup.edition and setup.edition not in EDITIONS:
        refuse_field("edition", "one_of", setup.edition, choices=list(EDITIONS))
    options = changed_options(Options(), setup.options, "options")
    seats = Seats.of(tuple(setup.players))
    count = len(seats.order)
    check_players(count, options)
    ledger = Ledger(hands=(0,) * count)
    for seat in seats:
        ledger = ledger.moved(House.BANK, seat, START_MONEY)
    return State(
        options=options,
        seats=seats,
        ledger=ledger,
        hands=(Hand(),) * count,
        turn=Seat(0),
        leg_tiles=full_leg_tiles(options),
        position_tiles=full_position_tiles(options),
    )
