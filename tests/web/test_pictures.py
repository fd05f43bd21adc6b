"""The drawn tables: the board of forty squares, the race track, boards and charts."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from companion.core.currency import Currency
from companion.core.seats import Seat
from companion.web.board import DEED_AT, SIZE, deed_chips, draw_board, square_box
from companion.web.boards import draw_boards
from companion.web.chart import Spot, apart, money_chart, spread
from companion.web.chips import act_chip, value_chip
from companion.web.marks import seat_marks
from companion.web.text import Words
from companion.web.track import bet_hand, draw_track, ring_place
from companion.web.trade import bundle_words
from tests.web.house import House

NAMES = ("Ann", "Bob")
MARKS = seat_marks(NAMES)
WORDS = Words(names=NAMES, currency=Currency("$"), piece_name=lambda tagged: f"{tagged.kind} {tagged.name}")


def monopoly(**deeds: dict[str, Any]) -> dict[str, Any]:
    """A view with Ann on square 24 and Bob in jail."""
    nobody = {"owner": None, "houses": 0, "mortgaged": False, "rent": 0}
    return {
        "game": "monopoly",
        "players": {
            "Ann": {"position": 24, "bankrupt": False},
            "Bob": {"position": 10, "bankrupt": False, "in_jail": True},
        },
        "deeds": {deed: {**nobody, **deeds.get(deed, {})} for deed in DEED_AT.values()},
    }


def test_forty_squares_cover_the_edge_of_the_board_without_overlap() -> None:
    boxes = [square_box(number) for number in range(40)]
    for at, one in enumerate(boxes):
        assert one.x >= 0 and one.x + one.w <= SIZE + 0.01 and one.y >= 0 and one.y + one.h <= SIZE + 0.01
        for other in boxes[at + 1 :]:
            apart_x = one.x + one.w <= other.x + 0.01 or other.x + other.w <= one.x + 0.01
            apart_y = one.y + one.h <= other.y + 0.01 or other.y + other.h <= one.y + 0.01
            assert apart_x or apart_y
    corner = (SIZE - boxes[0].w, SIZE - boxes[0].h)
    assert (boxes[0].x, boxes[0].y) == corner
    assert (boxes[20].x, boxes[20].y) == (0, 0)


def test_owners_buildings_and_mortgages_lie_on_their_squares() -> None:
    view = monopoly(
        brown1={"owner": "Ann", "houses": 3},
        brown2={"owner": "Ann", "houses": 5},
        rail1={"owner": "Bob", "mortgaged": True},
    )
    squares = draw_board(view, WORDS, MARKS).squares
    assert len(squares[1].houses) == 3 and squares[1].hotel is None
    assert not squares[3].houses and squares[3].hotel is not None
    assert squares[1].owner == MARKS[0]
    assert squares[5].mortgaged and squares[5].owner == MARKS[1]
    for square in squares:
        for box in (*square.houses, *((square.hotel,) if square.hotel else ())):
            inside = square.box
            assert inside.x <= box.x and box.x + box.w <= inside.x + inside.w
            assert inside.y <= box.y and box.y + box.h <= inside.y + inside.h


def test_pieces_stand_on_their_squares_and_are_told_to_who_cannot_see() -> None:
    board = draw_board(monopoly(), WORDS, MARKS)
    assert [mark.name for _, _, mark in board.squares[24].pieces] == ["Ann"]
    assert board.described == "Bob stands on square 10. Ann stands on deed red3."


def test_with_hands_nobodys_piece_is_drawn() -> None:
    view = monopoly()
    for player in view["players"].values():
        player["position"] = None
    assert all(not square.pieces for square in draw_board(view, WORDS, MARKS).squares)


def test_a_hands_deeds_are_in_board_order() -> None:
    view = monopoly(rail1={"owner": "Ann"}, brown2={"owner": "Ann", "houses": 5}, green1={"owner": "Bob"})
    chips = deed_chips(view, "Ann", WORDS)
    assert [(chip.id, chip.hotel, chip.houses) for chip in chips] == [
        ("brown2", True, 0),
        ("rail1", False, 0),
    ]


def camelup(**more: Any) -> dict[str, Any]:
    return {
        "game": "camelup",
        "track": 16,
        "leg": 2,
        "camels": {
            "white": {"space": 3, "height": 0},
            "blue": {"space": 3, "height": 1},
            "green": {"space": 17, "height": 0},
            "orange": None,
            "yellow": None,
        },
        "ranking": ["green", "blue", "white"],
        "tiles": {"Ann": {"space": 5, "side": "mirage"}, "Bob": None},
        "pyramid": ["white", "blue-support"],
        "leg_tiles": {"white": [5, 3, 2], "blue": [3, 2]},
        "players": {
            "Ann": {"leg_bets": [{"camel": "blue", "value": 5}], "pyramid_tiles": 1, "race_cards": 4}
        },
        **more,
    }


@pytest.mark.parametrize("length", [16, 20])
def test_the_ring_has_a_place_of_its_own_for_every_space_each_beside_the_last(length: int) -> None:
    places = [ring_place(number, length)[:2] for number in range(1, length + 1)]
    assert len(set(places)) == length
    for (x, y), (next_x, next_y) in zip(places, [*places[1:], places[0]], strict=True):
        assert abs(x - next_x) + abs(y - next_y) == 1


def test_camels_ride_on_each_other_and_over_the_line() -> None:
    track = draw_track(camelup(), WORDS, MARKS)
    lower, upper = track.spaces[2].camels
    assert (lower.mark.id, upper.mark.id) == ("white", "blue") and upper.y < lower.y
    assert [camel.mark.id for camel in track.spaces[0].camels] == ["green"]
    assert (track.spaces[4].tile, track.spaces[4].owner) == ("mirage", MARKS[0])
    assert [row.mark.id for row in track.rows] == ["green", "blue", "white", "orange", "yellow"]
    assert track.rows[0].over_line and track.rows[1].support and track.rows[2].die


@pytest.mark.parametrize("length", [16, 20])
@pytest.mark.parametrize("count", range(1, 6))
def test_a_stack_of_any_height_stays_on_its_space(length: int, count: int) -> None:
    view = camelup()
    names = list(view["camels"])[:count]
    view.update(track=length, camels={name: {"space": 3, "height": at} for at, name in enumerate(names)})
    space = draw_track(view, WORDS, MARKS).spaces[2]
    assert len(space.camels) == count
    tops = [camel.y for camel in space.camels]
    assert tops == sorted(tops, reverse=True) and tops[-1] >= space.y + 26  # below the space's number
    assert all(camel.y + 33 * camel.tall <= space.y + space.side for camel in space.camels)


def test_others_race_cards_are_only_a_number() -> None:
    hand = bet_hand(camelup(), "Ann")
    assert hand is not None
    assert (hand.cards, hand.card_count) == ((), 4)
    assert [(mark.id, value) for mark, value, _ in hand.bets] == [("blue", 5)]


def test_the_boards_of_last_will_show_market_offer_and_what_was_laid() -> None:
    view = {
        "round": 3,
        "market": {"mansion": 2, "farm": -3},
        "offer": {"a": "ball", "b": None},
        "players": {"Ann": {"actions": 2, "hand": 4, "board": [{"card": "ball", "value": 9, "markers": 1}]}},
    }
    drawn = draw_boards(view, WORDS, MARKS)
    assert drawn.market == (("mansion", 2), ("farm", -3))
    assert drawn.offer == (("a", "card ball"), ("b", ""))
    assert [(board.mark.name, board.hand, board.cards[0].name) for board in drawn.boards] == [
        ("Ann", "4", "card ball")
    ]


def test_a_chart_has_a_dash_and_a_letter_for_every_line(house: House) -> None:
    table = house.start()
    phone = house.device(table, 0)
    assert money_chart(table, MARKS) is None
    for amount in (5, 3):
        phone.say(table, "transfer", "Ann", to="Bob", amount=amount)
    chart = money_chart(table, seat_marks(table.session.state.seats.names))
    assert chart is not None
    assert [line.money for line in chart.lines] == [12, 28, 20]
    assert len({line.dash for line in chart.lines}) == 3
    assert len({line.mark.letter for line in chart.lines}) == 3
    heights = [float(point.split(",")[1]) for point in chart.lines[0].points.split()]
    assert heights == sorted(heights) and len(heights) == 3


def test_an_act_about_a_piece_carries_its_sign() -> None:
    deed, die = act_chip({"do": "build", "deed": "orange1"}), act_chip({"do": "roll", "die": "blue-support"})
    assert deed is not None and (deed.tone, deed.letter) == ("group-orange", "O")
    assert die is not None and (die.tone, die.letter) == ("camel-blue", "B")
    assert act_chip({"do": "end_turn"}) is None
    assert value_chip(3) is None and value_chip("nonsense") is None


def test_a_side_of_a_trade_is_told_in_words() -> None:
    words = Words(currency=Currency("$"), piece_name=lambda tagged: f"the {tagged.name}")
    bundle = {"cash": 30, "deeds": ["rail1"], "jail_cards": 1, "immunity": [{"deeds": ["red1"], "count": 2}]}
    told = "$30, the rail1, 1 leave-jail card and 2 free visits on the red1"
    assert bundle_words(bundle, words) == told
    assert bundle_words({"cash": 0}, words) == "nothing"


def test_names_beside_lines_keep_clear_of_each_other() -> None:
    close = {Seat(at): 50.0 + at / 100 for at in range(10)}
    moved = sorted(spread(close).values())
    assert moved[0] >= 0 and moved[-1] <= 100
    assert min(after - before for before, after in pairwise(moved)) >= 9


def test_numbers_on_lines_keep_clear_of_each_other() -> None:
    spots = [Spot(50.0, 100.0), Spot(51.0, 100.0), Spot(52.0, 99.0), Spot(90.0, 99.0)]
    moved = apart(spots)
    assert [spot.x for spot in moved] == [50.0, 51.0, 52.0, 90.0]
    assert moved[0].y == 100.0 and moved[3].y == 99.0
    assert abs(moved[1].y - moved[2].y) >= 8 and max(spot.y for spot in moved) <= 100
