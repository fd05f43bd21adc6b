"""The throws of a table, counted by die, by pair and by source, and how far they are from even."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.entry import START, Entry
from companion.devices.tower.fairness import (
    ROLLS_FOR_P,
    Verdict,
    bag_verdict,
    chi_square,
    p_value,
    pair_verdicts,
)
from companion.table.fittings import DieRecord, JointRecord
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


@dataclass(frozen=True, slots=True)
class Together:
    """What came at once: plain dice, or the die of *letter* out of the bag of *spec*."""

    spec: str
    dice: tuple[int, ...]
    letter: str | None


def joint_records(table: Table) -> tuple[JointRecord, ...]:
    """Whether two dice of one throw know of each other, and whether a bag lets each die out equally often.

    Pairs that people typed are left out: who types them puts the larger one first, or the smaller.
    """
    drawn: dict[str, list[Together]] = {source: [] for source in SOURCES}
    for entry in thrown_entries(table):
        pair = tuple(pips for _, faces, pips in dice_of(entry) if faces == 6)
        if len(pair) == 2 and entry.source != "typed":
            drawn[entry.source].append(Together("2d6", pair, None))
    for source, draw in _draws(table):
        drawn[source].append(draw)
    records: list[JointRecord] = []
    for source, throws in drawn.items():
        for verdict in pair_verdicts(throws):
            faces = round(len(verdict.counts) ** 0.5)
            records.append(_joint(source, "pairs", verdict, [faces] * faces))
        sizes = sorted({len(one.spec.partition(":")[0]) for one in throws if one.letter} - {1})
        if sizes:
            records.append(_joint(source, "bag", bag_verdict(throws), sizes))
    return tuple(records)


def _draws(table: Table) -> Iterator[tuple[str, Together]]:
    """Each die that came out of a bag, with the letters of all that were inside then."""
    entries = list(thrown_entries(table))
    if not any(_named_die(entry) for entry in entries):
        return
    wanted = {entry.number for entry in entries}
    for entry, state in _with_states(table):
        die = _named_die(entry)
        seat = table.game.turn(state) if entry.number in wanted and die else None
        due = table.game.chance(state, seat) if seat is not None else None
        if seat is None or due is None or due.verb != entry.do or ":" not in due.dice:
            continue
        for letter in due.dice.partition(":")[0]:
            if die in table.game.chance_act(state, seat, due, (letter, 1)).values():
                yield entry.source, Together(due.dice, (1,), letter)


def _with_states(table: Table) -> Iterator[tuple[Entry, Any]]:
    """Every entry that changed the game, undone ones too, with the state it was made in."""
    session = table.session
    states: dict[int, Any] = {START: session.state_at(START)}
    for number in sorted(session.history.entries):
        entry = session.history.entries[number]
        if entry.is_control:
            continue
        state = states[entry.base]
        yield entry, state
        for event in entry.events:
            state = session.game.evolve(state, event)
        states[number] = state


def _named_die(entry: Entry) -> str | None:
    """The name of the die that came out of a bag."""
    die = entry.said.get("camel" if entry.do == "place" else "die")
    return die if isinstance(die, str) else None


def _joint(source: str, what: str, verdict: Verdict, sizes: Sequence[int]) -> JointRecord:
    counts = iter(verdict.counts)
    rows = tuple(tuple(next(counts) for _ in range(size)) for size in sizes)
    needed = max(0, ROLLS_FOR_P - verdict.rolls)
    return JointRecord(source, what, rows, verdict.chi_square, verdict.freedom, verdict.p, needed)


def thrown_entries(table: Table) -> Iterator[Entry]:
    """The entries whose throws count."""
    history = table.session.history
    live = set(history.live_numbers())
    for number, entry in history.entries.items():
        verb = table.game.verbs.get(entry.do)
        if verb is None or not verb.sourced or entry.source not in SOURCES:
            continue
        if entry.source != "typed" or number in live:
            yield entry


def _all_throws(table: Table) -> Iterator[tuple[str, str, int, int]]:
    """(source, die, faces, pips) of each die of each throw."""
    for entry in thrown_entries(table):
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
