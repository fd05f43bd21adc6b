"""Where pieces stand: an exact Markov chain, and the same counted in games that the engine plays."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from random import Random

from companion.core.acts import EndTurn
from companion.core.seats import Seat
from companion.games.monopoly.commands import Draw, Roll
from companion.games.monopoly.rules import advance
from companion.games.monopoly.state import DrawDue
from tests.games.monopoly.playing import after, arranged, table

JAIL, GO_TO_JAIL, SQUARES = 10, 30, 40
IN_JAIL = -1
CHANCE, CHEST = (7, 22, 36), (2, 17, 33)
CARDS = {deck: tuple(f"{deck}{number:02}" for number in range(1, 17)) for deck in ("CH", "CC")}
GO_TO = {"CH01": 0, "CH02": 24, "CH03": 11, "CH13": 5, "CH14": 39, "CC01": 0}
RAILROADS, UTILITIES = (5, 15, 25, 35), (12, 28)

State = tuple[str, int, int]
"""("at", square, doubles so far) or ("jail", failed tries, 0): before a throw."""


def nearest(squares: tuple[int, ...], square: int) -> int:
    return next((ahead for ahead in squares if ahead > square), squares[0])


def resting_places(square: int) -> dict[int, float]:
    """Where a piece that lands on *square* comes to rest, IN_JAIL included, by probability."""
    if square == GO_TO_JAIL:
        return {IN_JAIL: 1.0}
    if square not in (*CHANCE, *CHEST):
        return {square: 1.0}
    rest: Counter[int] = Counter()
    for card in CARDS["CH" if square in CHANCE else "CC"]:
        if card in ("CH10", "CC06"):
            places = {IN_JAIL: 1.0}
        elif card == "CH09":
            places = resting_places(square - 3)
        elif card in ("CH05", "CH06"):
            places = {nearest(RAILROADS, square): 1.0}
        elif card == "CH04":
            places = {nearest(UTILITIES, square): 1.0}
        else:
            places = {GO_TO.get(card, square): 1.0}
        for place, chance in places.items():
            rest[place] += chance / 16
    return dict(rest)


def transitions() -> dict[State, dict[State, float]]:
    """All throws from every state; who is in jail tries doubles and leaves after the third failure."""
    states: list[State] = [("at", square, doubles) for square in range(SQUARES) for doubles in range(3)]
    states += [("jail", tries, 0) for tries in range(3)]
    rest = [resting_places(square) for square in range(SQUARES)]
    table: dict[State, dict[State, float]] = {}
    for kind, where, doubles in states:
        row: Counter[State] = Counter()
        for a in range(1, 7):
            for b in range(1, 7):
                again = doubles + 1 if a == b and kind == "at" else 0
                if again == 3:
                    row["jail", 0, 0] += 1 / 36
                elif kind == "jail" and a != b and where < 2:
                    row["jail", where + 1, 0] += 1 / 36
                else:
                    start = where if kind == "at" else JAIL
                    for place, chance in rest[(start + a + b) % SQUARES].items():
                        to: State = ("jail", 0, 0) if place == IN_JAIL else ("at", place, again)
                        row[to] += chance / 36
        table[kind, where, doubles] = dict(row)
    return table


def standing_chances(rounds: int = 150) -> dict[int, float]:
    """How often a piece stands where after a throw, in the long run; IN_JAIL is a place of its own."""
    table = transitions()
    now: dict[State, float] = dict.fromkeys(table, 1 / len(table))
    for _ in range(rounds):
        then: Counter[State] = Counter()
        for state, weight in now.items():
            for to, chance in table[state].items():
                then[to] += weight * chance
        now = then
    found: Counter[int] = Counter()
    for (kind, where, _), weight in now.items():
        found[IN_JAIL if kind == "jail" else where] += weight
    return dict(found)


def standing_counts(throws: int, seed: int) -> dict[int, int]:
    """The same counted: Ann walks alone over Bob's mortgaged deeds, through the rules of the engine."""
    state = table(2)
    deeds = {deed.id: {"owner": "Bob", "mortgaged": True} for deed in state.edition.deeds}
    state = arranged(state, deeds=deeds, players={"Ann": {"cash": 10**9}})
    state = after(state, {"do": "leave", "by": "banker", "who": "Bob", "to": "sleep"})
    ann, random = Seat(0), Random(seed)
    keep = {"collect": 1}
    end = EndTurn(ann)
    counted: Counter[int] = Counter()
    for _ in range(throws):
        dice = (random.randint(1, 6), random.randint(1, 6))
        state = advance(state, Roll(ann, dice, None))[1]
        while state.open:
            due = state.open[0]
            assert isinstance(due, DrawDue)
            card = random.choice(CARDS["CH" if due.deck == "chance" else "CC"])
            # A card that is kept would change the pile: here it only pays something.
            draw = Draw(ann, None, keep, None) if card in ("CH08", "CC05") else Draw(ann, card, None, None)
            state = advance(state, draw)[1]
        player = state.players[ann]
        counted[IN_JAIL if player.in_jail else player.position] += 1
        if not state.turn.throwing:
            state = advance(state, end)[1]
    return dict(counted)


def largest_deviation(throws: int, seed: int) -> tuple[int, float]:
    """The place whose count is furthest from its chance, and by how many standard errors.

    Throws in a row are a little alike, so that a few standard errors are nothing strange.
    """
    chances, counted = standing_chances(), standing_counts(throws, seed)
    found = {}
    for place in (IN_JAIL, *range(SQUARES)):
        wanted = chances.get(place, 0.0)
        error = sqrt(max(wanted * (1 - wanted), 1e-12) / throws)
        found[place] = abs(counted.get(place, 0) / throws - wanted) / error
    furthest = max(found, key=lambda place: found[place])
    return furthest, found[furthest]
