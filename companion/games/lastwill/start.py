"""A new table: boards, cards, options, seats, start money, jokers in their places."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.draft import Draft
from companion.core.game import Setup
from companion.core.ledger import House, Ledger
from companion.core.refusal import refuse_field
from companion.core.seats import Seats
from companion.games.lastwill.box import Boards, read_boards
from companion.games.lastwill.cards import Card, jokers_of
from companion.games.lastwill.evolve import evolve
from companion.games.lastwill.house_rules import read_rules
from companion.games.lastwill.record import Event
from companion.games.lastwill.rounds import advance
from companion.games.lastwill.schema import read_cards
from companion.games.lastwill.seating import LEAST_PLAYERS, MOST_PLAYERS, STARTING_HAND
from companion.games.lastwill.state import Hand, Player, State


def new(setup: Setup) -> State:
    """Seat the players and lay out the table. Raises Refusal(BAD_REQUEST) for what cannot be.

    Rule: LW-2.1 to LW-2.12, D35.
    """
    if setup.edition:
        refuse_field("edition", "no_edition", setup.edition)
    for key in setup.extra:
        if key not in ("cards", "box"):
            refuse_field(key, "one_of", key, choices=["cards", "box"])
    count = len(setup.players)
    if not LEAST_PLAYERS <= count <= MOST_PLAYERS:
        refuse_field("players", "players", count, least=LEAST_PLAYERS, most=MOST_PLAYERS)
    seats = Seats.of(setup.players)
    boards = read_boards(setup.extra.get("box"))
    cards = read_cards(setup.extra.get("cards") or [])
    rules = read_rules(_with_will(setup.options, cards), boards)
    ledger = Ledger((0,) * count)
    for seat in seats:
        ledger = ledger.moved(House.BANK, seat, rules.start_money)
    tracked = rules.starting_hands == "tracked"
    player = Player(hand=Hand((), STARTING_HAND), given=STARTING_HAND) if tracked else Player()
    state = State(
        seats=seats,
        ledger=ledger,
        requests=(),
        rules=rules,
        boards=boards,
        cards=cards,
        players=(player,) * count,
        start=seats.order[0],
        market=rules.adjusters,
        offer=_jokers_in_place(boards, cards, count),
        extensions_left=boards.extensions,
    )
    draft: Draft[State, Event] = Draft(state, evolve)
    advance(draft)
    return draft.state


def _with_will(options: Mapping[str, object], cards: Mapping[str, Card]) -> Mapping[str, object]:
    """A will card named as the start money stands for its amount. Rule: LW-2.8."""
    will = options.get("start_money")
    if isinstance(will, str) and will in cards and cards[will].will_amount is not None:
        return {**options, "start_money": cards[will].will_amount}
    return options


def _jokers_in_place(boards: Boards, cards: dict[str, Card], count: int) -> dict[str, str | None]:
    """The jokers on their places of the offer board. Rule: LW-2.7."""
    places = [slot.id for slot in boards.slots(count) or () if slot.deck(1) == "joker"]
    return dict(zip(places, jokers_of(cards), strict=False))
