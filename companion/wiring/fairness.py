"""The throws of a table, counted by die and by where they came from, and how far they are from even."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from companion.core.entry import Entry
from companion.devices.tower.fairness import ROLLS_FOR_P, chi_square, p_value
from companion.table.fittings import DieRecord
from companion.table.table import Table

SOURCES = ("tower", "program", "typed")
_PLAIN = "d6"
_CAMEL_FACES = 3
ALL_CAMELS = "all"


def dice_records(table: Table) -> tuple[DieRecord, ...]:
    """A record of each kind of die, by source: the tower's, the program's, those that people typed.

    What tower and program rolled counts also when it was taken back, or bad luck would be weeded out; what
    was typed counts as it stands, for a correction mends a slip and no die. Dice whose faces are not equally
    likely by design (speed die, support dice) are left out.
    """
    counts: dict[tuple[str, str, int], Counter[int]] = {}
    for source, die, faces, pips in _all_throws(table):
        counts.setdefault((source, die, faces), Counter())[pips] += 1
    order = {source: at for at, source in enumerate(SOURCES)}
    keys = sorted(counts, key=lambda key: (order[key[0]], key[1] != ALL_CAMELS, key[1]))
    return tuple(_record(*key, counts[key]) for key in keys)


def _all_throws(table: Table) -> Iterator[tuple[str, str, int, int]]:
    """(source, die, faces, pips) of each die of each throw."""
    history = table.session.history
    live = set(history.live_numbers())
    for number, entry in history.entries.items():
        verb = table.game.verbs.get(entry.do)
        if verb is None or not verb.sourced or entry.source not in SOURCES:
            continue
        if entry.source == "typed" and number not in live:
            continue
        for die, faces, pips in dice_of(entry):
            yield entry.source, die, faces, pips


def dice_of(entry: Entry) -> Iterator[tuple[str, int, int]]:
    """(die, faces, pips) of what an entry threw, read from the command as every game says it."""
    said: Mapping[str, object] = entry.said
    dice = said.get("dice")
    if isinstance(dice, list | tuple):
        yield from ((_PLAIN, 6, pips) for pips in dice[:2] if _is_pips(pips, 6))
        return
    names = ("camel", "space") if entry.do == "place" else ("die", "pips")
    die, pips = said.get(names[0]), said.get(names[1])
    if isinstance(die, str) and "-" not in die and _is_pips(pips, _CAMEL_FACES):
        yield die, _CAMEL_FACES, int(str(pips))
        yield ALL_CAMELS, _CAMEL_FACES, int(str(pips))


def _is_pips(pips: object, faces: int) -> bool:
    return isinstance(pips, int) and not isinstance(pips, bool) and 1 <= pips <= faces


def _record(source: str, die: str, faces: int, counter: Counter[int]) -> DieRecord:
    counts = tuple(counter[face] for face in range(1, faces + 1))
    rolls, value = sum(counts), chi_square(counts)
    return DieRecord(
        source=source,
        die=die,
        faces=tuple(range(1, faces + 1)),
        counts=counts,
        chi_square=value,
        freedom=faces - 1,
        p=p_value(value, faces - 1) if rolls >= ROLLS_FOR_P else None,
        needed=max(0, ROLLS_FOR_P - rolls),
    )
