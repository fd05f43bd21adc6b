"""The state of a game of Monopoly: who owns what, where the pieces stand, and what waits."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from companion.core.desk import PaymentRequest
from companion.core.ledger import Account, House, Ledger
from companion.core.seats import Seat, Seats
from companion.games.monopoly.edition import HOTEL, Deed, Edition
from companion.games.monopoly.options import HouseRules


class Holding(NamedTuple):
    """A title deed in play. *houses* is 0 to 4, 5 is a hotel."""

    owner: Seat | None = None
    houses: int = 0
    mortgaged: bool = False


class Player(NamedTuple):
    """What a seat has besides money and deeds.

    *jail_turns* counts failed tries, *jailings* how often it was jailed, *cards* are leave-jail cards held,
    *lapped* says that it has reached GO once, *out* that it is bankrupt or left.
    """

    position: int = 0
    in_jail: bool = False
    jail_turns: int = 0
    jailings: int = 0
    cards: tuple[str, ...] = ()
    lapped: bool = False
    out: bool = False


class Turn(NamedTuple):
    """Whose turn it is; nobody's with `follow: hands`.

    *throwing*: a throw is due. *thrown* counts the throws of this turn. *moved_by* is the throw that moved
    the piece here, as utilities count it; None when it was put down by hand.
    """

    player: Seat | None = None
    throwing: bool = True
    doubles: int = 0
    thrown: int = 0
    moved_by: int | None = None


class Step(StrEnum):
    """What still has to happen in a turn, once its player has nothing open."""

    JAIL_MOVE = "jail_move"
    SECOND_MOVE = "second_move"
    ROLL_AGAIN = "roll_again"


class Purchase(NamedTuple):
    """A square to buy or decline."""

    player: Seat
    deed: str
    price: int


class Auction(NamedTuple):
    """A deed under the hammer, or a building (*what*: "house" or "hotel").

    *bids* in the order made, *passed* seats are out of it for good, *eligible* limits who may bid (None:
    all). *won* waits for its winner to place the building. *number* is the entry of the newest bid, or
    of the opening.
    """

    deed: str = ""
    what: str = ""
    bids: tuple[tuple[Seat, int], ...] = ()
    passed: tuple[Seat, ...] = ()
    eligible: tuple[Seat, ...] | None = None
    won: bool = False
    number: int = 0

    @property
    def leader(self) -> Seat | None:
        return self.bids[-1][0] if self.bids else None

    @property
    def highest(self) -> int:
        return self.bids[-1][1] if self.bids else 0


class Rent(NamedTuple):
    """A rent not yet asked for. *throws_left* until it lapses, -1: never."""

    deed: str
    tenant: Seat
    owner: Seat
    amount: int
    throws_left: int = -1


class Debt(NamedTuple):
    """*cause* as in `Charged`. Debts of one card that are settled together share a *bundle* over 0."""

    debtor: Seat
    creditor: Account
    amount: int
    cause: str
    deed: str = ""
    bundle: int = 0


class DrawDue(NamedTuple):
    player: Seat
    deck: str


class ThrowDue(NamedTuple):
    """A throw that only sets the rent of a utility: *player* throws, *tenant* will owe *factor* times it.

    *speed*: the speed die is thrown with it (True: must, None: may).
    """

    player: Seat
    deed: str
    tenant: Seat
    factor: int
    throws_left: int = -1
    speed: bool | None = False


class Choice(NamedTuple):
    """*what*: "bus" (one of *moves*), "triple" (a square), "tax" (flat or percent), "jail" (pay or card)."""

    player: Seat
    what: str
    moves: tuple[int, ...] = ()


class ReceivedMortgage(NamedTuple):
    """A deed received mortgaged: lift it at once, or pay *interest* and keep it so."""

    player: Seat
    deed: str
    interest: int


class Grant(NamedTuple):
    """Free visits on *deeds*: *visits* of them, 0: until the end of the game."""

    deeds: tuple[str, ...]
    visits: int = 0


class Bundle(NamedTuple):
    """What one side of a trade gives."""

    cash: int = 0
    deeds: tuple[str, ...] = ()
    jail_cards: int = 0
    immunity: tuple[Grant, ...] = ()


class Trade(NamedTuple):
    """A proposed trade, known by the number of its entry."""

    number: int
    proposer: Seat
    partner: Seat
    give: Bundle
    get: Bundle
    note: str = ""

    @property
    def answerer(self) -> Seat:
        return self.partner

    @property
    def maker(self) -> Seat:
        return self.proposer


class Immunity(NamedTuple):
    """*beneficiary* owes *owner* no rent on *deeds*, *left* times more (0: without end). Rule: MP-H6."""

    owner: Seat
    beneficiary: Seat
    deeds: tuple[str, ...]
    left: int


Matter = Purchase | Auction | Rent | Debt | DrawDue | ThrowDue | Choice | ReceivedMortgage | Trade


class Pile(NamedTuple):
    """What the table can know of a pile: *loose* cards lie on top in an unknown order, *known* below them."""

    loose: frozenset[str]
    known: tuple[str, ...] = ()


class State(NamedTuple):
    edition: Edition
    rules: HouseRules
    seats: Seats
    ledger: Ledger
    players: tuple[Player, ...]
    holdings: tuple[Holding, ...]
    turn: Turn
    piles: tuple[Pile, ...]
    open: tuple[Matter, ...] = ()
    agenda: tuple[Step, ...] = ()
    requests: tuple[PaymentRequest, ...] = ()
    lapsed: tuple[Rent, ...] = ()
    immunities: tuple[Immunity, ...] = ()
    bankruptcies: int = 0
    started: bool = False
    over: bool = False
    winner: Seat | None = None


def holding(state: State, deed: str) -> Holding:
    return state.holdings[state.edition.by_id[deed].index]


def deeds_of(state: State, seat: Seat) -> tuple[Deed, ...]:
    """In board order."""
    return tuple(
        deed for deed, held in zip(state.edition.deeds, state.holdings, strict=True) if held.owner == seat
    )


def cash(state: State, seat: Seat) -> int:
    return state.ledger.hands[seat]


def alive(state: State) -> tuple[Seat, ...]:
    """Seats that are neither bankrupt nor gone, in the order of the circle."""
    return tuple(seat for seat in state.seats.order if not state.players[seat].out)


def awake(state: State) -> tuple[Seat, ...]:
    """Seats that take part now: alive and not asleep."""
    return tuple(seat for seat in alive(state) if seat not in state.seats.asleep)


def others_after(state: State, seat: Seat) -> tuple[Seat, ...]:
    """The other seats that take part, clockwise from *seat*."""
    present = set(awake(state))
    return tuple(other for other in state.seats.after(seat) if other in present)


def first_seat(state: State) -> Seat:
    """Who starts: the first of the circle who is awake, of sleepers alone the first."""
    return (awake(state) or alive(state))[0]


def next_seat(state: State, seat: Seat, leaves: bool = False) -> Seat:
    """Who is next in the circle: neither out nor asleep.

    When nobody else is awake it stays *seat*'s; the first sleeper's when *seat* *leaves*.
    """
    sleeper = None
    for other in state.seats.after(seat):
        if state.players[other].out:
            continue
        if other not in state.seats.asleep:
            return other
        sleeper = other if sleeper is None else sleeper
    return sleeper if leaves and sleeper is not None else seat


def debts_of(state: State, seat: Seat) -> tuple[Debt, ...]:
    """Oldest first."""
    return tuple(matter for matter in state.open if isinstance(matter, Debt) and matter.debtor == seat)


def running_auction(state: State) -> Auction | None:
    """The one auction that runs now; others wait behind it."""
    for matter in state.open:
        if isinstance(matter, Auction) and not matter.won:
            return matter
    return None


def reserved(state: State, seat: Seat) -> int:
    """Money that a leading bid of *seat* holds back."""
    return sum(
        matter.highest for matter in state.open if isinstance(matter, Auction) and matter.leader == seat
    )


def spendable(state: State, seat: Seat) -> int:
    """What *seat* may give away freely: its cash beyond a leading bid."""
    return state.ledger.hands[seat] - reserved(state, seat)


def may_buy(state: State, seat: Seat) -> bool:
    """Whether *seat* may buy from the bank, not being in its first lap. Rule: MP-H5."""
    return state.players[seat].lapped or not state.rules.first_lap_no_buying


def fine_payee(state: State) -> Account:
    """Who gets taxes and fines: the pot where there is one. Rule: MP-H1."""
    return House.POT if state.rules.has_pot else House.BANK


def levels(state: State, houses: int) -> int:
    """Buildings as levels: a hotel is one level above the houses it takes."""
    return state.rules.houses_before_hotel + 1 if houses == HOTEL else houses


def houses_left(state: State) -> int:
    return state.edition.houses - sum(held.houses for held in state.holdings if held.houses < HOTEL)


def hotels_left(state: State) -> int:
    return state.edition.hotels - sum(held.houses == HOTEL for held in state.holdings)


def buildings_free(state: State, what: str) -> int:
    """Houses or hotels in the bank that are not under the hammer."""
    called = sum(isinstance(matter, Auction) and matter.what == what for matter in state.open)
    return (houses_left(state) if what == "house" else hotels_left(state)) - called


def waits_for(matter: Matter) -> Seat | None:
    """The seat that must act on *matter* before its turn can go on; None when it holds nobody up."""
    if isinstance(matter, (Rent, Trade)):
        return None
    if isinstance(matter, Debt):
        return matter.debtor
    if isinstance(matter, Auction):
        return matter.leader if matter.won else None
    return matter.player


def waiting(state: State) -> tuple[Matter, ...]:
    """What the table waits for: all but rents not asked for, trades, and what a sleeper has to do."""
    return tuple(
        matter
        for matter in state.open
        if not isinstance(matter, (Rent, Trade)) and waits_for(matter) not in state.seats.asleep
    )


def is_held(state: State, seat: Seat) -> bool:
    """Whether *seat* has something open that must be settled before it throws or ends its turn."""
    return any(
        waits_for(matter) == seat or (isinstance(matter, Auction) and not matter.won) for matter in state.open
    )


def kind_of(matter: Matter) -> str:
    """The name of an open matter in the view."""
    if isinstance(matter, Auction):
        return "building_auction" if matter.what else "auction"
    return _KINDS[type(matter)]


_KINDS: dict[type, str] = {
    Purchase: "purchase",
    Rent: "rent",
    Debt: "debt",
    DrawDue: "draw",
    ThrowDue: "throw",
    Choice: "choice",
    ReceivedMortgage: "received_mortgage",
    Trade: "trade",
}
