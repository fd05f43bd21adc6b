"""The state of a table of Camel Up: frozen values, folded from events."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from companion.core.desk import PaymentRequest
from companion.core.ledger import Ledger
from companion.core.seats import Seat, Seats
from companion.games.camelup.options import Options
from companion.games.camelup.pieces import (
    CAMELS,
    LEG_VALUES,
    LONG_LEG_VALUES,
    PLACES,
    SUPPORT_DICE,
    Camel,
    Die,
    is_support,
    support_die,
)
from companion.games.camelup.track import MIRAGE, OASIS, Track


class Phase(StrEnum):
    """What the table is at."""

    SETUP = "setup"
    PLAY = "play"
    COPYING = "copying"
    REVEALING = "revealing"
    OVER = "over"


class Side(StrEnum):
    """The sides of a desert tile."""

    OASIS = "oasis"
    MIRAGE = "mirage"


class Pile(StrEnum):
    """The two piles of race bets."""

    WINNER = "winner"
    LOSER = "loser"


class Step(StrEnum):
    """What still has to happen, in the order of the agenda."""

    COPY = "copy"
    SCORE_LEG = "score_leg"
    BEGIN_LEG = "begin_leg"
    REVEAL = "reveal"
    SCORE_RACE = "score_race"
    END = "end"


LEG_END = (Step.COPY, Step.SCORE_LEG, Step.BEGIN_LEG)
RACE_END = (Step.COPY, Step.SCORE_LEG, Step.REVEAL, Step.SCORE_RACE, Step.END)


class LegBet(NamedTuple):
    """A leg tile in front of a player; *place* is the position tile that covers it, None without one."""

    camel: Camel
    value: int
    place: int | None = None


class RaceCard(NamedTuple):
    """A race card in a pile, laid by *seat*; *camel* None: nobody told the companion which one it is.

    *heir* got it from a player who left, None while it is its layer's own.
    """

    seat: Seat
    camel: Camel | None
    heir: Seat | None = None

    @property
    def owner(self) -> Seat:
        """Whom it pays."""
        return self.seat if self.heir is None else self.heir


class Desert(NamedTuple):
    space: int
    side: Side


class Camera(NamedTuple):
    """The photographer and the space the camera stands beside."""

    seat: Seat
    space: int


class Tile(NamedTuple):
    """A tile that a partner may copy: kind "leg", "position" or "pyramid". *place* for position tiles."""

    kind: str
    camel: Camel | None = None
    value: int | None = None
    place: int | None = None


class Copy(NamedTuple):
    """What a partner copies: a tile of the other's, or None for nothing; *reward* in coins."""

    seat: Seat
    tile: Tile | None
    reward: int


class Hand(NamedTuple):
    """What lies in front of a player, money apart.

    *cards* are the race cards that may still be in the hand; *face_down* of them lie in the piles without
    the companion knowing which. *partner* is of this leg.
    """

    leg_bets: tuple[LegBet, ...] = ()
    pyramid_tiles: int = 0
    cards: tuple[Camel, ...] = CAMELS
    face_down: int = 0
    partner: Seat | None = None
    desert: Desert | None = None

    @property
    def cards_left(self) -> int:
        return len(self.cards) - self.face_down


class State(NamedTuple):
    """A table of Camel Up. *hands* are by seat number, those of seats that left included.

    *acted*: the normal action of this turn is done, the extra action or `end_turn` may follow. *extra_done*:
    the extra action too. *leg_ended_by* took the last pyramid tile, until the next action.
    """

    options: Options
    seats: Seats
    ledger: Ledger
    hands: tuple[Hand, ...]
    turn: Seat
    leg_tiles: tuple[tuple[int, ...], ...]
    position_tiles: tuple[int, ...]
    pyramid: tuple[Die, ...] = CAMELS
    crates: tuple[Die, ...] = ()
    track: Track = Track()
    phase: Phase = Phase.SETUP
    leg: int = 1
    acted: bool = False
    extra_done: bool = False
    leg_ended_by: Seat | None = None
    camera: Camera | None = None
    winner_pile: tuple[RaceCard, ...] = ()
    loser_pile: tuple[RaceCard, ...] = ()
    copies: tuple[Copy, ...] = ()
    last_scoring: tuple[tuple[Seat, int], ...] = ()
    winners: tuple[Seat, ...] = ()
    requests: tuple[PaymentRequest, ...] = ()
    agenda: tuple[Step, ...] = ()

    def stack(self, camel: Camel) -> tuple[int, ...]:
        """The leg tiles of a camel still to be had, the top one first."""
        return self.leg_tiles[CAMELS.index(camel)]

    def pile(self, on: Pile) -> tuple[RaceCard, ...]:
        return self.winner_pile if on is Pile.WINNER else self.loser_pile

    def deserts(self) -> dict[int, int]:
        """The desert tiles by space, as the track reads them."""
        return {
            hand.desert.space: OASIS if hand.desert.side is Side.OASIS else MIRAGE
            for hand in self.hands
            if hand.desert is not None
        }

    def desert_owner(self, space: int) -> Seat | None:
        """Whose desert tile lies on a space, None for nobody's."""
        for seat, hand in enumerate(self.hands):
            if hand.desert is not None and hand.desert.space == space:
                return Seat(seat)
        return None

    def podium(self) -> tuple[Die, ...]:
        """The support dice that wait beside the track. Rule: SC9."""
        if not self.options.big_track:
            return ()
        return tuple(die for die in SUPPORT_DICE if die not in self.pyramid and die not in self.crates)

    def faces(self, die: Die) -> tuple[int, ...]:
        """The different numbers on a die, all equally likely. Rule: CU-2, SC5."""
        return self.options.support_faces if is_support(die) else (1, 2, 3)

    def last_camel(self) -> Camel:
        """Bottom of the rearmost stack."""
        return self.track.order[0]

    def leader(self) -> Camel:
        return self.track.order[-1]

    def place_of(self, camel: Camel) -> int:
        """1 for the leading camel."""
        return len(self.track.order) - self.track.order.index(camel)

    def money(self, seat: Seat) -> int:
        return self.ledger.hands[seat]

    def with_hand(self, seat: Seat, hand: Hand) -> State:
        return self._replace(hands=(*self.hands[:seat], hand, *self.hands[seat + 1 :]))


def full_leg_tiles(options: Options) -> tuple[tuple[int, ...], ...]:
    """The stacks of leg tiles at the start of a leg. Rule: CU-8, SC9, SC29."""
    return (LONG_LEG_VALUES if options.long_stacks else LEG_VALUES,) * len(CAMELS)


def full_position_tiles(options: Options) -> tuple[int, ...]:
    return PLACES if options.position_bets else ()


def first_dice(options: Options, track: Track) -> tuple[Die, ...]:
    """The dice in the pyramid at the start of a leg. Rule: CU-26, SC10, SC12."""
    return (*CAMELS, support_die(track.order[0])) if options.big_track else CAMELS
