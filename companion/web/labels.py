"""Labels to print: round ones for tags and sheets for card sleeves, each with symbol, letter and name."""

from __future__ import annotations

import textwrap
from collections import Counter
from dataclasses import dataclass

from flask import Blueprint, render_template, request, url_for

from companion.core.tagged import Tagged
from companion.table.table import Table
from companion.web.board import GROUP_OF
from companion.web.look import look_at
from companion.web.marks import SHAPES, seat_marks
from companion.web.reach import find_table
from companion.web.tags import PLAYER_CARD
from companion.web.text import Words
from companion.web.track import CAMELS

blueprint = Blueprint("labels", __name__)

FORMS = ("round", "sleeve")
_LETTER_Y = {SHAPES[2]: 19.5, SHAPES[9]: 13.0}  # a triangle is wide below, one on its tip above
_WIDE = (SHAPES[4], SHAPES[0], SHAPES[1], SHAPES[8])  # with room for two letters
_Symbol = tuple[str, str, str]
_CARDS = seat_marks(tuple(str(number + 1) for number in range(len(SHAPES))))


@dataclass(frozen=True, slots=True)
class Size:
    """A label on paper, in mm: where the symbol goes, how wide its lines of letters are."""

    width: float
    height: float
    symbol: float
    top: float
    letters: int
    line: float
    most_lines: int

    @property
    def scale(self) -> float:
        """From the symbol's box of 24 to mm."""
        return round(self.symbol / 24, 4)

    @property
    def left(self) -> float:
        return (self.width - self.symbol) / 2

    @property
    def first_line(self) -> float:
        """Where the first line of the name stands."""
        return self.top + self.symbol + 1.25 * self.line


SIZES = {
    "round": Size(25, 25, 10, 2.5, 15, 2.2, 3),
    "sleeve": Size(63, 88, 30, 14, 17, 5.5, 4),
}


@dataclass(frozen=True, slots=True)
class Label:
    """One label. *colour* is the class of its symbol; *lines* are its name, and its id where names repeat."""

    kind: str
    id: str
    shape: str
    letter: str
    letter_y: float
    colour: str
    name: str
    lines: tuple[str, ...]


@blueprint.get("/t/<id>/labels")
def labels_page(id: str) -> str:
    """All labels of one form; `?form=sleeve` for card sleeves, `?kind=deed` only those."""
    table = find_table(id)
    form = request.args.get("form", "")
    form = form if form in FORMS else FORMS[0]
    kinds = tuple(dict.fromkeys(tagged.kind for tagged in table.game.pieces(table.session.state)))
    kind = request.args.get("kind", "")
    kind = kind if kind in kinds else ""
    look = look_at(table, here=url_for("labels.labels_page", id=id, form=form, kind=kind or None), whole=True)
    labels = labels_of(table, look.words, SIZES[form])
    return render_template(
        "labels.html",
        look=look,
        forms=FORMS,
        form=form,
        kinds=kinds,
        kind=kind,
        size=SIZES[form],
        labels=tuple(label for label in labels if kind in ("", label.kind)),
    )


def labels_of(table: Table, words: Words, size: Size) -> tuple[Label, ...]:
    """A label for each piece of the box, in the order of registration."""
    pieces = table.game.pieces(table.session.state)
    names = Counter((tagged.kind, words.piece(tagged.kind, tagged.name)) for tagged in pieces)
    repeating = {kind for (kind, _), count in names.items() if count > 1}
    plain = list(dict.fromkeys(_letters(tagged) for tagged in pieces if _symbol(tagged) is None))
    return tuple(
        _label(
            tagged,
            _symbol(tagged) or _plain_symbol(plain.index(_letters(tagged)), tagged),
            tagged.kind in repeating,
            words,
            size,
        )
        for tagged in pieces
    )


def _label(tagged: Tagged, symbol: _Symbol, with_id: bool, words: Words, size: Size) -> Label:
    shape, letter, colour = symbol
    name = words.piece(tagged.kind, tagged.name)
    lines = textwrap.wrap(name, size.letters, max_lines=size.most_lines - with_id, placeholder=" …")
    # What comes before the last word of an id is in the name, in the reader's language: "white 2b".
    lines += [tagged.name.rpartition(" ")[2][: size.letters]] if with_id else []
    letter_y = _LETTER_Y.get(shape, 16.5) - (len(letter) - 1)  # two letters are drawn smaller
    return Label(tagged.kind, tagged.name, shape, letter, letter_y, colour, name, tuple(lines))


def _symbol(tagged: Tagged) -> _Symbol | None:
    """Shape, letter and colour as the screens show the piece; None when they show none."""
    if tagged.kind == PLAYER_CARD and tagged.name.isdigit() and 1 <= int(tagged.name) <= len(_CARDS):
        card = _CARDS[int(tagged.name) - 1]
        return card.shape, card.letter, f"tone-{card.tone}"
    if tagged.kind == "deed" and tagged.name in GROUP_OF:
        group = GROUP_OF[tagged.name]
        return group.shape, group.letter, f"group-{group.id}"
    camel = CAMELS.get(tagged.name.split(" ")[0])
    return (camel.shape, camel.letter, f"camel-{camel.id}") if camel is not None else None


def _plain_symbol(at: int, tagged: Tagged) -> _Symbol:
    """A shape and a colour for all pieces whose ids begin alike."""
    return _WIDE[at % len(_WIDE)], _letters(tagged), f"tone-{at % len(SHAPES)}"


def _letters(tagged: Tagged) -> str:
    return ("".join(ch for ch in tagged.name if ch.isalpha()) or tagged.name)[:2].upper()
