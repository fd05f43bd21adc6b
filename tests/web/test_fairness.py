"""The page about the fairness of dice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.table.fittings import DieRecord, JointRecord
from companion.table.table import Table
from companion.web.fairness import HEIGHT, WIDTH, bars_of, show_die, show_joint, verdict
from companion.web.text import Words
from tests.web.house import House

WORDS = Words()


def record(
    p: float | None, *counts: int, source: str = "tower", die: str = "d6", needed: int = 0
) -> DieRecord:
    faces = tuple(range(1, len(counts) + 1))
    return DieRecord(source, die, faces, counts, 4.25, len(counts) - 1, p, needed)


@pytest.mark.parametrize(
    ("p", "says"),
    [
        (1.0, "Looks fair. Fair dice are at least this uneven in 100 of 100 evenings."),
        (0.051, "Looks fair."),
        (0.03, "A little uneven: fair dice do this in 3 of 100 evenings."),
        (0.012, "A little uneven"),
        (0.0004, "Uneven: fair dice do this in fewer than 1 of 100 evenings."),
    ],
)
def test_a_p_value_becomes_a_sentence(p: float, says: str) -> None:
    assert verdict(record(p, *[100] * 6), WORDS).startswith(says)


def test_too_few_throws_get_no_verdict_and_no_p() -> None:
    shown = show_die(record(None, 3, 1, 0, 0, 2, 1, needed=593), WORDS)
    assert shown.verdict.startswith("Too early to say: after 593 more rolls")
    assert not shown.grave
    assert shown.figures == "chi-square 4.25, 5 degrees of freedom"
    assert shown.rolls == "7 rolls"


def test_an_uneven_die_shows_its_figures() -> None:
    shown = show_die(record(0.0004, 200, 10, 90, 100, 100, 100), WORDS)
    assert shown.grave
    assert shown.figures.endswith(", p < 0.001")
    assert show_die(record(0.0412, *[100] * 6), WORDS).figures.endswith(", p = 0.041")
    assert "1: 200 times, 2: 10 times" in shown.alt


def test_bars_stay_in_the_drawing_and_the_tallest_is_the_most_frequent() -> None:
    bars, even = bars_of((1, 2, 3), (0, 30, 60))
    assert [bar.height for bar in bars] == sorted(bar.height for bar in bars)
    assert bars[0].height == 0
    for bar in bars:
        assert bar.x >= 0 and bar.x + bar.width <= WIDTH
        assert bar.y > 0 and bar.y + bar.height < HEIGHT
    assert even == bars[1].y  # 30 is the mean


def test_bars_of_nothing_are_flat() -> None:
    bars, _ = bars_of((1, 2), (0, 0))
    assert [bar.height for bar in bars] == [0, 0]


@pytest.mark.parametrize(
    ("die", "faces", "title"),
    [("d6", 6, "Die with 6 faces"), ("all", 3, "All dice together"), ("odd", 3, "The die odd")],
)
def test_dice_are_named(die: str, faces: int, title: str) -> None:
    assert show_die(record(None, *[1] * faces, die=die), WORDS).title == title


def test_a_die_of_a_game_is_called_as_the_game_calls_it() -> None:
    shown = show_die(record(None, 1, 2, 3, die="white"), Words(game="camelup"))
    assert shown.title == "The die white"


def test_the_page_keeps_the_towers_dice_and_typed_ones_apart(house: House, table: Table) -> None:
    records = (record(0.4, *[100] * 6), record(None, 1, 0, 0, 0, 0, 0, source="typed", needed=599))
    house.app.extensions["companion"] = replace(house.reach, fairness=lambda table: records)
    text = house.device(table, 0).get(f"/t/{table.id}/fairness").text
    assert text.index("Dice tower") < text.index("typed (manual)")
    assert text.count('<svg class="bars"') == 2
    assert "style=" not in text


def test_a_table_without_throws_says_so(house: House, table: Table) -> None:
    phone = house.device(table, 0)
    assert "Nothing has been thrown" in phone.get(f"/t/{table.id}/fairness").text
    assert f'href="/t/{table.id}/fairness"' in phone.get(f"/t/{table.id}/history").text
    assert phone.get("/t/nowhere/fairness").status_code == 404


@pytest.mark.parametrize("source", ["tower", "program", "typed"])
def test_every_source_has_its_words(source: str) -> None:
    assert WORDS.find(f"fairness.source.{source}") is not None
    assert WORDS.find(f"fairness.source.{source}.what") is not None


def pairs(p: float | None = None) -> JointRecord:
    rows = tuple(tuple(4 if first == second else 1 for second in range(6)) for first in range(6))
    return JointRecord("tower", "pairs", rows, 30.5, 35, p, 546)


def test_a_net_of_pairs_has_a_square_for_each_and_large_ones_for_the_frequent() -> None:
    shown = show_joint(pairs(), WORDS)
    assert len(shown.cells) == 36 and shown.rolls == "54 rolls"
    doubles, others = ({cell.side for cell in shown.cells if cell.count == count} for count in (4, 1))
    assert doubles.pop() == pytest.approx(2 * others.pop(), rel=0.01)
    for cell in shown.cells:
        assert cell.x - cell.side / 2 > 0 and cell.x + cell.side / 2 < WIDTH
        assert cell.y - cell.side / 2 > 0 and cell.y + cell.side / 2 < shown.height
    assert "1 and 1: 4 times; 1 and 2: 1 times" in shown.alt
    assert shown.verdict.startswith("Too early to say: after 546 more rolls")


def test_a_bag_has_a_row_for_each_number_of_dice_inside() -> None:
    shown = show_joint(JointRecord("tower", "bag", ((3, 5), (2, 2, 2)), 0.5, 3, 0.0002, 0), WORDS)
    assert [name for _, name in shown.side] == ["2", "3"]
    assert [name for _, name in shown.head] == ["1", "2", "3"]
    assert "of 2 inside, number 2: 5 times" in shown.alt
    assert shown.grave and shown.verdict.startswith("Uneven")


def test_pairs_stand_on_the_page_under_the_dice_of_their_source(house: House, table: Table) -> None:
    house.app.extensions["companion"] = replace(
        house.reach,
        fairness=lambda table: (record(0.4, *[100] * 6), record(0.4, *[100] * 6, source="typed")),
        joint_fairness=lambda table: (pairs(0.6),),
    )
    text = house.device(table, 0).get(f"/t/{table.id}/fairness").text
    assert text.count('<svg class="net"') == 1
    assert text.index("Two dice thrown together") < text.index("typed (manual)")
    assert "in 60 of 100 evenings" in text
