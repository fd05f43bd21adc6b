"""Movement: the worked cases M01 to M22, and what holds for every move."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.camelup.odds_python import COUNT, shuffle
from companion.games.camelup.pieces import CAMEL_OF, CAMELS, LETTERS
from companion.games.camelup.track import (
    LONG,
    MIRAGE,
    OASIS,
    SHORT,
    Track,
    advance,
    format_track,
    parse_track,
    put_down,
    walk,
)

NONE: dict[int, int] = {}


@pytest.mark.parametrize(
    ("id", "before", "deserts", "length", "camel", "pips", "after", "finished", "paid", "ranking"),
    [
        ("M01", "1:w 3:o", NONE, 16, "w", 1, "2:w 3:o", False, 0, "ow"),
        ("M02", "2:woy", NONE, 16, "w", 3, "5:woy", False, 0, "yow"),
        ("M03", "2:woy", NONE, 16, "o", 2, "2:w 4:oy", False, 0, "yow"),
        ("M04", "3:gy 5:b", NONE, 16, "g", 2, "5:bgy", False, 0, "ygb"),
        ("M05", "4:wg 6:y", NONE, 16, "w", 2, "6:ywg", False, 0, "gwy"),
        ("M06", "3:w", {5: OASIS}, 16, "w", 2, "6:w", False, 1, "w"),
        ("M07", "3:wo 6:y", {5: OASIS}, 16, "w", 2, "6:ywo", False, 1, "owy"),
        ("M08", "3:w", {6: MIRAGE}, 16, "w", 3, "5:w", False, 1, "w"),
        ("M09", "3:wo 5:yg", {6: MIRAGE}, 16, "w", 3, "5:woyg", False, 1, "gyow"),
        ("M10", "4:bw", {5: MIRAGE}, 16, "w", 1, "4:wb", False, 1, "bw"),
        ("M11", "4:bw", {5: MIRAGE}, 16, "b", 1, "4:bw", False, 1, "wb"),
        ("M12", "4:bwg 9:o", {5: MIRAGE}, 16, "g", 1, "4:gbw 9:o", False, 1, "owbg"),
        ("M13", "1:wo 3:y", {2: MIRAGE}, 16, "o", 1, "1:ow 3:y", False, 1, "ywo"),
        ("M14", "12:o 13:w", NONE, 16, "w", 3, "12:o 16:w", False, 0, "wo"),
        ("M15", "12:o 16:w", NONE, 16, "w", 1, "12:o 17:w", True, 0, "wo"),
        ("M16", "14:oy 15:g", NONE, 16, "o", 3, "15:g 17:oy", True, 0, "yog"),
        ("M17", "14:oy 15:g", {16: OASIS}, 16, "o", 2, "15:g 17:oy", True, 1, "yog"),
        ("M18", "13:w 15:gb", {16: MIRAGE}, 16, "b", 1, "13:w 15:bg", False, 1, "gbw"),
        ("M19", "14:oy 15:g", {16: MIRAGE}, 16, "o", 2, "15:oyg", False, 1, "gyo"),
        ("M20", "3:w", {5: OASIS}, 16, "w", 3, "6:w", False, 0, "w"),
        ("M21", "12:o 16:w", NONE, 20, "w", 1, "12:o 17:w", False, 0, "wo"),
        ("M22", "12:o 20:w", NONE, 20, "w", 1, "12:o 21:w", True, 0, "wo"),
    ],
)
def test_camel_unit_moves(
    id: str,
    before: str,
    deserts: dict[int, int],
    length: int,
    camel: str,
    pips: int,
    after: str,
    finished: bool,
    paid: int,
    ranking: str,
) -> None:
    moved = walk(parse_track(before), CAMEL_OF[camel], pips, deserts)
    assert format_track(moved.track) == after
    assert moved.finished(length) == finished
    assert moved.tile == bool(paid)
    assert "".join(LETTERS[camel] for camel in moved.track.ranking()) == ranking
    assert advance(parse_track(before), camel, pips, deserts) == moved.track


def test_a_camel_is_put_on_top_or_underneath() -> None:
    track = parse_track("1:wo 2:y")
    assert format_track(put_down(track, "green", 1, on_top=True)) == "1:wog 2:y"
    assert format_track(put_down(track, "green", 1, on_top=False)) == "1:gwo 2:y"
    assert format_track(put_down(track, "green", 3, on_top=False)) == "1:wo 2:y 3:g"


@st.composite
def tracks(draw: st.DrawFn) -> Track:
    order = tuple(draw(st.permutations(CAMELS)))
    return Track(order, tuple(sorted(draw(st.lists(st.integers(1, LONG), min_size=5, max_size=5)))))


@given(tracks())
def test_notation_reads_what_it_writes(track: Track) -> None:
    assert parse_track(format_track(track)) == track


@settings(max_examples=100)
@given(tracks(), st.sampled_from(CAMELS), st.integers(1, 3), st.data())
def test_a_legal_tile_shifts_once_and_nobody_is_lost(
    track: Track, camel: str, pips: int, data: st.DataObject
) -> None:
    deserts: dict[int, int] = {}
    for space in data.draw(st.lists(st.integers(2, LONG), max_size=4)):
        if space not in track.spaces and not {space - 1, space, space + 1} & set(deserts):
            deserts[space] = data.draw(st.sampled_from([OASIS, MIRAGE]))
    moved = walk(track, camel, pips, deserts)
    assert moved.space not in deserts  # CU-21: no chain reactions
    assert sorted(moved.track.order) == sorted(CAMELS)
    assert list(moved.track.spaces) == sorted(moved.track.spaces)
    assert moved.space >= 1  # D3
    left = [other for other in track.order if other not in moved.unit]
    assert [other for other in moved.track.order if other not in moved.unit] == left
    stack = moved.track.stacks()[moved.space]
    assert "".join(moved.unit) in "".join(stack)


@settings(max_examples=100)
@given(tracks(), st.integers(0, 4), st.integers(1, 3), st.integers(2, LONG), st.sampled_from([OASIS, MIRAGE]))
def test_the_odds_move_as_the_track_does(track: Track, slot: int, pips: int, space: int, shift: int) -> None:
    deserts = {space: shift}
    moved = walk(track, track.order[slot], pips, deserts)
    fast = shuffle(track.spaces, slot, pips, deserts, SHORT)
    rest = track.order[: fast.first] + track.order[fast.top :]
    assert rest[: fast.at] + track.order[fast.first : fast.top] + rest[fast.at :] == moved.track.order
    assert fast.spaces == moved.track.spaces
    assert fast.finished == moved.finished(SHORT)
    assert (fast.tile != 0) == moved.tile
    assert len(fast.spaces) == COUNT
