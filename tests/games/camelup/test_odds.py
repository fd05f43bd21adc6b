"""Exact odds against plain enumeration, and what they are worth."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.camelup import odds_numpy, odds_python
from companion.games.camelup.odds import (
    BadPosition,
    LegOdds,
    Position,
    desert_values,
    format_odds,
    leg_odds,
    odds_report,
)
from companion.games.camelup.pieces import CAMELS, DICE, SUPPORT_DICE
from companion.games.camelup.race_odds import race_odds, run_one_by_one
from companion.games.camelup.track import LONG, MIRAGE, OASIS, SHORT, Track, parse_track
from tests.games.camelup.enumerate_leg import enumerate_leg
from tests.games.camelup.play import Played

WAYS = [odds_python.leg_odds, odds_numpy.leg_odds]

P1 = Position(parse_track("1:woygb"))
P3B = Position(parse_track("3:g 4:bw 6:y 8:o"), deserts={5: MIRAGE, 7: OASIS})
P4 = Position(parse_track("13:w 14:oy 15:g 16:b"))

# Section 6: counts for places 1 to 5, by camel.
REFERENCE = [
    (
        P1,
        {
            "white": (2435, 2857, 4400, 7724, 11744),
            "orange": (4769, 4858, 5893, 7476, 6164),
            "yellow": (5956, 6076, 7337, 5287, 4504),
            "green": (6834, 8272, 5873, 4537, 3644),
            "blue": (9166, 7097, 5657, 4136, 3104),
        },
    ),
    (
        P3B,
        {
            "white": (6780, 5218, 5583, 6373, 5206),
            "orange": (11565, 8544, 5547, 2882, 622),
            "yellow": (5740, 8433, 7447, 5898, 1642),
            "green": (2099, 2646, 4594, 7266, 12555),
            "blue": (2976, 4319, 5989, 6741, 9135),
        },
    ),
    (
        P4,
        {
            "white": (2904, 2025, 2205, 1251, 20775),
            "orange": (1401, 5157, 2517, 15114, 4971),
            "yellow": (9654, 4044, 12006, 3372, 84),
            "green": (6885, 8463, 5703, 6066, 2043),
            "blue": (8316, 9471, 6729, 3357, 1287),
        },
    ),
]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("position", "places"), REFERENCE)
def test_reference_positions_have_their_published_counts(
    way: Callable[[Position], LegOdds], position: Position, places: dict[str, tuple[int, ...]]
) -> None:
    odds = way(position)
    assert odds.outcomes == 29160
    assert odds.places == places


def test_landings_on_the_tiles_of_p3b() -> None:
    odds = leg_odds(P3B)
    assert (odds.landing(5), odds.landing(7)) == (Fraction(8, 9), Fraction(25, 27))


def test_values_of_the_five_tile_on_p1() -> None:
    odds = leg_odds(P1)
    assert [odds.leg_tile(camel, 5) for camel in CAMELS] == [
        Fraction(-2209, 7290),
        Fraction(917, 2916),
        Fraction(2341, 3645),
        Fraction(7097, 7290),
        Fraction(4003, 2916),
    ]


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any position with up to five dice, on either track, with up to three desert tiles."""
    length = draw(st.sampled_from([SHORT, LONG]))
    first = draw(st.integers(1, length))
    order = tuple(draw(st.permutations(CAMELS)))
    spaces = tuple(sorted(draw(st.lists(st.integers(first, length), min_size=5, max_size=5))))
    dice = draw(st.lists(st.sampled_from(DICE if length == LONG else CAMELS), max_size=5, unique=True))
    deserts: dict[int, int] = {}
    for space in draw(st.lists(st.integers(2, length), max_size=3, unique=True)):
        if space not in spaces and not {space - 1, space, space + 1} & set(deserts):
            deserts[space] = draw(st.sampled_from([OASIS, MIRAGE]))
    faces = draw(st.sampled_from([(1, 2), (1, 3), (2, 3)]))
    return Position(Track(order, spaces), tuple(dice), deserts, length, faces)


def agrees(odds: LegOdds, position: Position) -> None:
    counts, landings, outcomes = enumerate_leg(position)
    for camel in CAMELS:
        assert [Fraction(count, outcomes) for count in counts[camel]] == list(odds.chances(camel))
    for space, expected in landings.items():
        assert odds.landing(space) == expected


@settings(max_examples=25, deadline=None)
@given(positions())
def test_both_ways_agree_with_plain_enumeration(position: Position) -> None:
    for way in WAYS:
        agrees(way(position), position)


@pytest.mark.parametrize(
    "position",
    [
        Position(parse_track("18:wo 19:yg 20:b"), (*CAMELS, "blue-support"), {}, LONG),
        Position(parse_track("15:g 16:bw 18:y 19:o"), (*CAMELS, "white-support"), {17: MIRAGE}, LONG, (2, 3)),
        Position(
            parse_track("17:o 18:wyg 20:b"), (*CAMELS[1:], *SUPPORT_DICE[:2]), {19: OASIS}, LONG, (1, 3)
        ),
    ],
)
def test_six_dice_agree_with_plain_enumeration(position: Position) -> None:
    for way in WAYS:
        agrees(way(position), position)


def test_six_dice_from_the_start_agree_between_the_two_ways() -> None:
    position = Position(parse_track("1:woygb"), (*CAMELS, "white-support"), {4: MIRAGE, 6: OASIS}, LONG)
    odds = odds_numpy.leg_odds(position)
    assert odds == odds_python.leg_odds(position)
    assert odds.outcomes == 349920
    assert all(sum(counts) == 349920 for counts in odds.places.values())


def test_without_numpy_plain_python_does_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("companion.games.camelup.odds_numpy", raising=False)
    for module in ("odds_numpy", "race_odds_numpy"):
        monkeypatch.setitem(sys.modules, f"companion.games.camelup.{module}", None)
    assert leg_odds(P1).places == REFERENCE[0][1]
    assert race_odds(P4, 100, Random(1), support=False).races == 100


def test_a_leg_without_dice_is_certain() -> None:
    odds = leg_odds(Position(parse_track("3:g 4:bw 6:y 8:o"), ()))
    assert odds.outcomes == 1
    assert odds.places["orange"] == (1, 0, 0, 0, 0)
    assert odds.places["blue"] == (0, 0, 0, 1, 0)


def test_a_desert_tile_is_worth_its_landings() -> None:
    position = P3B._replace(deserts={7: OASIS})
    values = desert_values(position, (2, 5, 9, 10))
    assert values[5][1] == Fraction(8, 9)
    assert values[2] == (Fraction(0), Fraction(0))
    for space in (5, 9, 10):
        for value, shift in zip(values[space], (OASIS, MIRAGE), strict=True):
            counted = enumerate_leg(position._replace(deserts={7: OASIS, space: shift}))[1]
            assert value == counted[space]


@pytest.mark.parametrize(
    ("position", "named"),
    [
        (Position(parse_track("1:woyg")), "blue missing"),
        (Position(Track(("white", "white", "orange", "yellow", "green"), (1, 1, 2, 2, 3))), "white stands"),
        (P1._replace(deserts={1: OASIS}), "on space 1"),
        (P4._replace(deserts={15: MIRAGE}), "space 15 holds camels"),
        (P1._replace(dice=("purple",)), "'purple' is unknown"),
        (P1._replace(dice=("white", "white")), "white stands there twice"),
        (P1._replace(dice=DICE[:7], length=LONG), "7 in the pyramid"),
        (P1._replace(length=17), "17 spaces"),
        (P1._replace(support_faces=(1, 1)), "different numbers"),
        (Position(Track(CAMELS, (5, 4, 3, 2, 1))), "back to front"),
    ],
)
def test_a_bad_position_is_named(position: Position, named: str) -> None:
    with pytest.raises(BadPosition, match=named):
        leg_odds(position)


@pytest.mark.parametrize("text", ["4", "4:x", "4:w 5:w", "4:w 4:o", "0:w", "4:"])
def test_a_bad_notation_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_track(text)


@pytest.mark.parametrize("length", [SHORT, LONG])
def test_simulated_races_of_both_ways_agree(length: int) -> None:
    position = P3B._replace(length=length)
    one = run_one_by_one(position, 4000, Random(7), support=length == LONG)
    other = race_odds(position, 40_000, Random(8), support=length == LONG)
    for camel in CAMELS:
        for first, second in ((one.won, other.won), (one.lost, other.lost)):
            chance, error = one.chance(first[camel])
            assert abs(chance - other.chance(second[camel])[0]) < 6 * error + 0.01
    assert sum(one.won.values()) == 4000
    assert sum(other.lost.values()) == 40_000


def test_a_race_that_ends_in_this_leg_follows_the_exact_odds() -> None:
    position = Position(parse_track("20:woygb"), length=LONG)
    found = race_odds(position, 30_000, Random(1), support=True)
    exact = leg_odds(position)
    for camel in CAMELS:
        assert abs(found.won[camel] / 30_000 - exact.chances(camel)[0]) < 0.02


def p3_table() -> Played:
    """P3b with Ann's mirage and Bob's oasis; it is Ann's turn."""
    tiles = {"Ann": {"space": 5, "side": "mirage"}, "Bob": {"space": 7, "side": "oasis"}}
    return Played(2).stand("3:g 4:bw 6:y 8:o", tiles=tiles)


def test_the_report_has_the_shape_of_the_contract() -> None:
    report = odds_report(p3_table().state, None, Random(1))
    assert set(report) == {"places", "leg_tiles", "desert", "outcomes"}
    assert report["outcomes"] == 29160
    assert report["places"]["orange"] == [
        str(Fraction(count, 29160)) for count in (11565, 8544, 5547, 2882, 622)
    ]
    assert report["leg_tiles"]["orange"] == str(Fraction(5 * 11565 + 8544 - 5547 - 2882 - 622, 29160))
    # It is Ann's turn: her own mirage may go anywhere but where it lies, where camels stand, beside Bob's.
    assert set(report["desert"]) == {"2", "9", "10", "11", "12", "13", "14", "15", "16"}
    assert report["desert"]["2"] == {"oasis": "0", "mirage": "0"}
    assert json.loads(json.dumps(report)) == report


def test_a_position_bet_is_worth_three_when_it_is_exact_and_costs_one_else() -> None:
    # SC33, on P3b: orange ends second in 8,544 of 29,160 cases
    table = Played(2, position_bets=True).stand("3:g 4:bw 6:y 8:o")
    report = odds_report(table.state, None, Random(1))
    for camel, chances in report["places"].items():
        for place, value in report["position_bets"][camel].items():
            exact = Fraction(chances[int(place) - 1])
            assert Fraction(value) == 3 * exact - (1 - exact)
        assert list(report["position_bets"][camel]) == ["2", "3", "4", "5"]
    assert "Bets on the 2nd" in format_odds(report)


def test_the_report_of_simulated_races_names_its_standard_error() -> None:
    report = odds_report(p3_table().state, 500, Random(1))
    assert report["race"]["races"] == 500
    winner = report["race"]["winner"]["orange"]
    assert winner["error"] == pytest.approx(
        (winner["chance"] * (1 - winner["chance"]) / 500) ** 0.5, abs=1e-5
    )
    text = format_odds(report)
    assert "29160 outcomes" in text
    assert "500 simulated" in text
    assert str(Fraction(11565, 29160)) in text


def test_an_empty_stack_has_no_leg_tile_to_value() -> None:
    table = p3_table()
    for name in ("Ann", "Bob", "Ann"):
        table.say("leg_bet", name, camel="blue")
    report = odds_report(table.state, None, Random(1))
    assert set(report["leg_tiles"]) == set(CAMELS) - {"blue"}


def test_no_odds_before_the_camels_stand() -> None:
    with pytest.raises(BadPosition, match="missing"):
        odds_report(Played(2).state, None, Random(1))


def test_a_race_that_is_over_has_certain_places() -> None:
    over = p3_table().say("finish", "banker")
    report = odds_report(over.state, None, Random(1))
    assert report["outcomes"] == 1
    assert report["places"]["orange"] == ["1", "0", "0", "0", "0"]
    assert report["desert"] == {}
