"""The boards of the box as its owners entered them: plans, offer, errand spaces. A part may be missing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.games.lastwill.cards import DECKS
from companion.games.lastwill.report import Report

SIDES = ("2-3", "4-5")
_BESIDE = {"3": "2-3", "5": "4-5"}
"""The side of the offer that a supplementary board lies beside, by its number of players."""
DEFAULT_ADJUSTERS = (-3, -2, 1, 3)
VERSION = 1


class PlanSpace(NamedTuple):
    """What a planning space gives: cards to draw, errand boys, actions."""

    cards: int
    errands: int
    actions: int


class Slot(NamedTuple):
    """A place of the offer; *decks* by round. *group* names slots that share fewer figures than cards."""

    id: str
    decks: tuple[str, ...]
    group: str | None

    def deck(self, round: int) -> str:
        return self.decks[min(round, len(self.decks)) - 1]


class ErrandSpaces(NamedTuple):
    """How many spaces of each errand a side has; one for a random card belongs to each player."""

    market: int
    extension: int
    opera: int


class Boards(NamedTuple):
    """The table configuration. A side without planning, offer or errands is open."""

    planning: Mapping[str, tuple[PlanSpace, ...]]
    offer: Mapping[str, tuple[Slot, ...]]
    supplement: Mapping[str, tuple[Slot, ...]]
    figures: Mapping[str, int]
    errands: Mapping[str, ErrandSpaces]
    adjusters: tuple[int, ...] | None
    start_money: int | None
    board_places: int = 5
    extensions: int = 12
    max_rounds: int = 7

    def plans(self, players: int) -> tuple[PlanSpace, ...] | None:
        """The planning spaces from left to right, None in an open plan."""
        return self.planning.get(side_of(players))

    def slots(self, players: int) -> tuple[Slot, ...] | None:
        """The slots of offer and supplementary board, None while nobody entered them."""
        offer = self.offer.get(side_of(players))
        if offer is None:
            return None
        return offer + self.supplement.get(str(players), ())

    def errand_spaces(self, players: int) -> ErrandSpaces | None:
        return self.errands.get(side_of(players))

    def figures_of(self, group: str, players: int) -> int:
        """How many figures may stand on a group of slots: one fewer than its cards, unless said."""
        cards = sum(slot.group == group for slot in self.slots(players) or ())
        return self.figures.get(group, max(1, cards - 1))


def side_of(players: int) -> str:
    """The side of the boards for that many players. Rule: LW-2.1."""
    return SIDES[0] if players <= 3 else SIDES[1]


_KEYS = (
    "version",
    "planning",
    "offer",
    "supplement",
    "groups",
    "errands",
    "adjusters",
    "market",
    "board_places",
    "extensions_supply",
    "max_rounds",
    "start_money",
)


def read_boards(raw: object) -> Boards:
    """The header's `box`. Raises Refusal(BAD_REQUEST) naming every fault with its place."""
    report = Report()
    box = report.fields({} if raw is None else raw, "box", (), _KEYS)
    if box.get("version", VERSION) != VERSION:
        report.note("box.version", "known_version", box["version"], version=VERSION)
    figures: dict[str, int] = {}
    _read_groups(box.get("groups"), figures, report)
    boards = Boards(
        planning={
            side: tuple(_read_plan(item, at, report) for at, item in report.items(spaces, place, 4, 9))
            for side, place, spaces in _sides(box.get("planning"), "box.planning", SIDES, report)
        },
        offer=_read_slots(box.get("offer"), "box.offer", SIDES, figures, report),
        supplement=_read_slots(box.get("supplement"), "box.supplement", ("3", "5"), figures, report),
        figures=figures,
        errands={
            side: _read_errands(said, place, report)
            for side, place, said in _sides(box.get("errands"), "box.errands", SIDES, report)
        },
        adjusters=None
        if box.get("adjusters") is None
        else read_adjusters(box["adjusters"], "box.adjusters", report),
        start_money=None
        if box.get("start_money") is None
        else report.whole(box["start_money"], "box.start_money", 50, 200),
        board_places=report.whole(box.get("board_places", 5), "box.board_places", 1, 10),
        extensions=report.whole(box.get("extensions_supply", 12), "box.extensions_supply", 0, 40),
        max_rounds=report.whole(box.get("max_rounds", 7), "box.max_rounds", 1, 20),
    )
    if "4-5" in boards.planning and len(boards.planning["4-5"]) < 5:
        report.note("box.planning.4-5", "spaces_for_players", len(boards.planning["4-5"]))
    for side, slots in boards.offer.items():
        _check_slots(f"box.offer.{side}", slots, (), report)
    for side, slots in boards.supplement.items():
        _check_slots(f"box.supplement.{side}", slots, boards.offer.get(_BESIDE[side], ()), report)
    report.close("box")
    return boards


def read_adjusters(raw: object, place: str, report: Report) -> tuple[int, ...]:
    """Four market adjusters."""
    return tuple(report.whole(item, at, -5, 5) for at, item in report.items(raw, place, 4, 4))


def _sides(raw: object, place: str, sides: tuple[str, ...], report: Report) -> list[tuple[str, str, object]]:
    """The sides somebody entered, with their places; an empty list is a side still to be entered."""
    said = report.fields({} if raw is None else raw, place, (), sides)
    return [(side, f"{place}.{side}", said[side]) for side in said if said[side] not in (None, [])]


def _read_plan(raw: object, place: str, report: Report) -> PlanSpace:
    space = report.fields(raw, place, ("cards", "errands", "actions"))
    if not space:
        return PlanSpace(0, 1, 0)
    return PlanSpace(
        report.whole(space["cards"], f"{place}.cards", 0, 9),
        report.whole(space["errands"], f"{place}.errands", 1, 3),
        report.whole(space["actions"], f"{place}.actions", 0, 6),
    )


def _read_errands(raw: object, place: str, report: Report) -> ErrandSpaces:
    said = report.fields(raw, place, ("market", "extension", "opera"))
    if not said:
        return ErrandSpaces(1, 0, 0)
    return ErrandSpaces(
        report.whole(said["market"], f"{place}.market", 1, 3),
        report.whole(said["extension"], f"{place}.extension", 0, 4),
        report.whole(said["opera"], f"{place}.opera", 0, 6),
    )


def _read_slots(
    raw: object, place: str, sides: tuple[str, ...], figures: dict[str, int], report: Report
) -> dict[str, tuple[Slot, ...]]:
    return {
        side: tuple(_read_slot(item, at, figures, report) for at, item in report.items(slots, where, 0, 20))
        for side, where, slots in _sides(raw, place, sides, report)
    }


def _read_slot(raw: object, place: str, figures: dict[str, int], report: Report) -> Slot:
    said = report.fields(raw, place, ("id", "deck_by_round"), ("group", "figures"))
    if not said:
        return Slot("", ("event",), None)
    identity = said["id"]
    if not isinstance(identity, str) or not 1 <= len(identity) <= 40 or not identity.isprintable():
        report.note(f"{place}.id", "text", identity, least=1, most=40)
        identity = ""
    decks = tuple(
        report.one_of(deck, at, DECKS[:-1])
        for at, deck in report.items(said["deck_by_round"], f"{place}.deck_by_round", 7, 7)
    )
    group = said.get("group")
    if isinstance(group, Mapping):
        group = _read_group(group, f"{place}.group", figures, report)
    elif group is not None and not isinstance(group, str):
        report.note(f"{place}.group", "group_or_null", group)
        group = None
    if group is not None and said.get("figures") is not None:
        figures[group] = report.whole(said["figures"], f"{place}.figures", 1, 9)
    return Slot(identity, decks or ("event",), group)


def _read_groups(raw: object, figures: dict[str, int], report: Report) -> None:
    """Groups by name, or as a list of objects with their names."""
    if isinstance(raw, Mapping):
        raw = [{"id": group, **said} if isinstance(said, Mapping) else said for group, said in raw.items()]
    for place, item in report.items([] if raw is None else raw, "box.groups", 0, 10):
        _read_group(item, place, figures, report)


def _read_group(raw: object, place: str, figures: dict[str, int], report: Report) -> str | None:
    said = report.fields(raw, place, ("id", "cards", "figures"))
    if not said:
        return None
    if not isinstance(said["id"], str):
        report.note(f"{place}.id", "group", said["id"])
        return None
    cards = report.whole(said["cards"], f"{place}.cards", 2, 9)
    figures[said["id"]] = report.whole(said["figures"], f"{place}.figures", 1, cards)
    return said["id"]


def _check_slots(place: str, slots: tuple[Slot, ...], beside: tuple[Slot, ...], report: Report) -> None:
    """Slot ids are unique on everything that may lie on one table."""
    seen = {slot.id for slot in beside}
    for at, slot in enumerate(slots):
        if slot.id in seen:
            report.note(f"{place}[{at}].id", "unused_id", slot.id)
        seen.add(slot.id)
