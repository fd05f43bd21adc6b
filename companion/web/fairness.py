"""Are the dice fair: every throw of a table, counted by die, pair and source, drawn and in plain words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, render_template, url_for

from companion.table.fittings import DieRecord, JointRecord
from companion.web.look import look_at
from companion.web.reach import find_table, reach
from companion.web.text import Words

blueprint = Blueprint("fairness", __name__)

ALL = "all"
WIDTH, HEIGHT = 320.0, 150.0
_TOP, _BOTTOM = 22.0, 24.0
_GAP = 0.28  # of a bar's share of the width
_EVEN, _ODD = 0.05, 0.01
_NAMES, _HEAD = 34.0, 26.0  # what the names of rows and columns take of a net
_FULL = 0.92  # of a square's room


@dataclass(frozen=True, slots=True)
class Bar:
    """One face: where its bar stands and how high it is, in the drawing's own units."""

    face: int
    count: int
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        return round(self.x + self.width / 2, 1)


@dataclass(frozen=True, slots=True)
class DieShown:
    """A die in words and bars. *even* is the height at which every bar of an even die would end."""

    title: str
    rolls: str
    bars: tuple[Bar, ...]
    even: float
    alt: str
    verdict: str
    grave: bool
    figures: str


@dataclass(frozen=True, slots=True)
class Cell:
    """How often two things came together: a square in a net, as large as its share of the most frequent."""

    x: float
    y: float
    side: float
    count: int


@dataclass(frozen=True, slots=True)
class JointShown:
    """What came together, in words and squares. *head* names the columns, *side* each row.

    *columns* and *rows* are where their names stand.
    """

    what: str
    rolls: str
    cells: tuple[Cell, ...]
    head: tuple[tuple[float, str], ...]
    side: tuple[tuple[float, str], ...]
    height: float
    alt: str
    verdict: str
    grave: bool
    figures: str


@dataclass(frozen=True, slots=True)
class SourceShown:
    """All dice that came from one place."""

    source: str
    dice: tuple[DieShown, ...]
    joint: tuple[JointShown, ...]


@blueprint.get("/t/<id>/fairness")
def fairness_page(id: str) -> str:
    """The whole page."""
    table = find_table(id)
    look = look_at(table, here=url_for("fairness.fairness_page", id=id), whole=True)
    house, words = reach(), look.words
    # In the writer's thread: no entry comes in meanwhile.
    dice, joint = house.inbox.ask(lambda: (house.fairness(table), house.joint_fairness(table)))
    sources = tuple(
        SourceShown(
            source,
            tuple(show_die(record, words) for record in dice if record.source == source),
            tuple(show_joint(record, words) for record in joint if record.source == source),
        )
        for source in dict.fromkeys(record.source for record in dice)
    )
    return render_template("fairness.html", look=look, sources=sources, width=WIDTH, height=HEIGHT)


def show_die(record: DieRecord, words: Words) -> DieShown:
    """One record as people read it."""
    rolls = sum(record.counts)
    bars, even = bars_of(record.faces, record.counts)
    told = words.join([words.text("fairness.face", face=bar.face, count=bar.count) for bar in bars])
    return DieShown(
        title=_title(record, words),
        rolls=words.text("fairness.rolls", count=rolls),
        bars=bars,
        even=even,
        alt=words.text("fairness.bars", counts=told),
        verdict=verdict(record, words),
        grave=record.p is not None and record.p < _ODD,
        figures=_figures(record, words),
    )


def show_joint(record: JointRecord, words: Words) -> JointShown:
    """What came together, as people read it."""
    columns = max(len(row) for row in record.rows)
    step = (WIDTH - _NAMES) / columns
    most = max(1, *(count for row in record.rows for count in row))
    is_bag = record.what == "bag"
    cells: list[Cell] = []
    told: list[str] = []
    for down, row in enumerate(record.rows):
        for along, count in enumerate(row):
            side = step * _FULL * math.sqrt(count / most)
            x, y = _NAMES + step * (along + 0.5), _HEAD + step * (down + 0.5)
            cells.append(Cell(round(x, 1), round(y, 1), round(side, 1), count))
            first = len(row) if is_bag else down + 1
            told.append(
                words.text(f"fairness.{record.what}.cell", first=first, second=along + 1, count=count)
            )
    return JointShown(
        what=record.what,
        rolls=words.text("fairness.rolls", count=sum(map(sum, record.rows))),
        cells=tuple(cells),
        head=tuple((round(_NAMES + step * (at + 0.5), 1), str(at + 1)) for at in range(columns)),
        side=tuple(
            (round(_HEAD + step * (at + 0.5), 1), str(len(row) if is_bag else at + 1))
            for at, row in enumerate(record.rows)
        ),
        height=round(_HEAD + step * len(record.rows), 1),
        alt=words.text("fairness.joint", counts=words.sentences(told)),
        verdict=verdict(record, words),
        grave=record.p is not None and record.p < _ODD,
        figures=_figures(record, words),
    )


def _figures(record: DieRecord | JointRecord, words: Words) -> str:
    p = None if record.p is None else f"= {record.p:.3f}" if record.p >= 0.001 else "< 0.001"
    chi = words.decimal(f"{record.chi_square:.2f}")
    return words.text("fairness.figures", chi=chi, freedom=record.freedom, p=p and words.decimal(p))


def verdict(record: DieRecord | JointRecord, words: Words) -> str:
    """What the counts say, or that it is too early to say anything."""
    if record.p is None:
        return words.text("fairness.too_early", needed=record.needed)
    percent = max(1, round(100 * record.p))
    if record.p >= _EVEN:
        return words.text("fairness.even", percent=percent)
    return words.text("fairness.odd" if record.p >= _ODD else "fairness.uneven", percent=percent)


def bars_of(faces: Sequence[int], counts: Sequence[int]) -> tuple[tuple[Bar, ...], float]:
    """The bars of a die's faces, and the height of the line that an even die would keep to."""
    floor = HEIGHT - _BOTTOM
    most = max(1, *counts)
    share = WIDTH / len(faces)
    width = share * (1 - _GAP)

    def top(count: float) -> float:
        return round(floor - (floor - _TOP) * count / most, 1)

    bars = tuple(
        Bar(
            face,
            count,
            round(at * share + (share - width) / 2, 1),
            top(count),
            round(width, 1),
            round(floor - top(count), 1),
        )
        for at, (face, count) in enumerate(zip(faces, counts, strict=True))
    )
    return bars, top(sum(counts) / len(counts))


def _title(record: DieRecord, words: Words) -> str:
    if record.die == ALL:
        return words.text("fairness.all_dice")
    if record.die == f"d{len(record.faces)}":
        return words.text("fairness.die", faces=len(record.faces))
    return words.text("fairness.named_die", die=words.maybe(f"die.{record.die}") or record.die)
