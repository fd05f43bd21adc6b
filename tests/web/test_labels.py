"""Labels to print."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.game import Setup
from companion.games import GAMES
from companion.table.bus import Bus
from companion.table.registry import Registry
from companion.table.session import Session
from companion.table.table import Table
from companion.web.labels import SIZES, labels_of
from companion.web.text import Words
from tests.web.house import House

_STYLE = Path("companion/web/static/style.css").read_text(encoding="utf-8")


def labels_text(house: House, table: Table, query: str = "") -> str:
    answer = house.device(table, 0).get(f"/t/{table.id}/labels{query}")
    assert answer.status_code == 200
    return str(answer.text)


def test_every_piece_of_the_box_has_a_round_label_of_25_mm(house: House, table: Table) -> None:
    text = labels_text(house, table)
    assert text.count('width="25mm" height="25mm"') == len(table.game.pieces(table.session.state)) == 7
    assert 'aria-label="The 5-coin"' in text
    assert 'aria-label="Player card 4"' in text
    assert "style=" not in text


def test_sleeves_are_of_card_size_and_one_kind_can_be_chosen(house: House, table: Table) -> None:
    text = labels_text(house, table, "?form=sleeve&kind=coin")
    assert text.count('width="63mm" height="88mm"') == 3
    assert "Player card" not in re.sub(r"<nav.*?</nav>", "", text, flags=re.DOTALL)


@pytest.mark.parametrize("query", ["?form=odd", "?kind=odd", "?form=&kind="])
def test_an_odd_choice_shows_all_round_ones(house: House, table: Table, query: str) -> None:
    assert labels_text(house, table, query).count('width="25mm"') == 7


def test_the_tags_page_leads_there(house: House, table: Table) -> None:
    assert (
        f'href="/t/{table.id}/labels"' in house.device(table, 0, banker=True).get(f"/t/{table.id}/tags").text
    )


@pytest.fixture(params=list(GAMES))
def box(request: pytest.FixtureRequest) -> Iterator[Table]:
    """A table of each game."""
    game = GAMES[request.param]
    yield Table("box", Session(game, Setup(game.NAME, ("Ann", "Bob", "Cem"))), Registry(), Bus())


@pytest.mark.parametrize("form", SIZES)
def test_labels_tell_pieces_apart_and_keep_their_names_on_the_paper(box: Table, form: str) -> None:
    size = SIZES[form]
    labels = labels_of(box, Words.at(box), size)
    assert [label.id for label in labels] == [tagged.name for tagged in box.game.pieces(box.session.state)]
    for label in labels:
        assert label.letter and 1 <= len(label.letter) <= 2
        assert 1 <= len(label.lines) <= size.most_lines
        assert max(map(len, label.lines)) <= size.letters
        bottom = size.first_line + (len(label.lines) - 1) * 1.15 * size.line
        assert bottom < size.height - 0.3 * size.line
        assert f".{label.colour} {{ fill" in _STYLE
    assert len({(label.shape, label.letter, label.lines) for label in labels}) == len(labels)
