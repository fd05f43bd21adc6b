"""What hands move after an act, and what is laid out next week; nothing of it tells on a hand."""

from __future__ import annotations

from companion.core.currency import Currency
from companion.games import lastwill
from companion.web.text import Words
from tests.games.lastwill.table import Table


def words(table: Table) -> Words:
    return Words(
        "en",
        "lastwill",
        table.state.seats.names,
        Currency("£"),
        lambda tagged: lastwill.piece_name(table.state, tagged),
    )


def after(table: Table, do: str, by: str = "Ann", **fields: object) -> list[str]:
    events = table.say(do, by, **fields)
    return [words(table).say(work) for work in lastwill.hand_work(events, table.state)]


def test_hands_are_told_what_to_move_in_a_turn() -> None:
    table = Table()
    table.set(phase="actions", offer={"jokers": "joker"}, players={"Ann": {"actions": 9}})
    assert after(table, "play", card="flat") == ["House marker of Flat beside £9"]
    assert after(table, "play", card="farm") == []
    assert after(table, "activate", card="flat") == ["Slide Flat down: its tick shows"]
    assert after(table, "companion", card="dog", on="farm") == ["A marker on Farm: dog"]
    assert after(table, "play", card="dinner", companions=["joker"]) == ["Joker back on the offer board"]


def test_hands_are_told_the_end_of_a_round_in_its_order() -> None:
    table = Table()
    table.set(
        phase="actions",
        turn={"player": "Bob"},
        offer={"left": "ball"},
        players={"Ann": {"board": [{"card": "flat"}]}},
    )
    assert after(table, "end_turn", "Bob") == [
        "House marker of Flat beside £7",
        "Clear the offer; jokers stay",
        "Cover the ticks; planning markers and errand boys back to their players",
        "Round marker on 2, start player marker to Bob, new cards on the offer",
    ]


def test_errands_are_told_to_hands() -> None:
    table = Table()
    table.set(phase="errands")
    assert after(table, "errand", at="extension") == ["An extension beside Ann's board"]
    assert after(table, "errand", "Bob", at="market", order=[3, 1, -2, -3]) == [
        "Lay the adjusters: mansion +3, manor +1, flat −2, farm −3"
    ]


def test_the_table_is_laid_out_as_it_stands_without_hands() -> None:
    table = Table()
    table.set(
        phase="actions",
        turn={"player": "Bob"},
        offer={"left": "ball"},
        players={
            "Ann": {
                "plan": {"order": 2, "actions": 3},
                "hand": ["dinner"],
                "extensions": 1,
                "board": [{"card": "flat", "value": 7, "used": True}, {"card": "farm", "markers": 1}],
            }
        },
    )
    lines = [words(table).say(line) for line in lastwill.lay_out(table.state)]
    assert lines == [
        "Round marker on 1, start player marker with Ann",
        "Adjusters: mansion −3, manor −2, flat +1, farm +3",
        "Offer, left: Ball",
        "Ann has £70",
        "Ann's planning marker, 2 from the left",
        "Ann's action marker on 3",
        "Ann's extensions: 1",
        "Ann's board: Flat, worth £7, slid down",
        "Ann's board: Farm, markers: 1",
        "Bob has £70",
        "It is Bob's turn",
    ]


def test_a_command_that_names_a_hand_holds_a_secret() -> None:
    assert lastwill.holds_secret({"do": "drew", "cards": ["dinner"]})
    assert lastwill.holds_secret({"do": "errand", "at": "random", "card": "dinner"})
    assert lastwill.holds_secret({"do": "arrange", "set": {"players": {"Ann": {"hand": ["dinner"]}}}})
    for said in (
        {"do": "errand", "at": "offer", "card": "dinner"},
        {"do": "errand", "at": "random"},
        {"do": "discard", "count": 2},
        {"do": "arrange", "set": {"players": {"Ann": {"money": 3}, "Bob": 3}}},
        {"do": "arrange", "set": {"players": ["hand"]}},
        {"do": "arrange", "set": 3},
        {"do": 7},
    ):
        assert not lastwill.holds_secret(said)
