"""The boards of the box: faults with their places, and what a missing part means."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.refusal import Refusal
from companion.games.lastwill.box import PlanSpace, read_boards
from tests.games.lastwill.table import sentence

SPACE = {"cards": 1, "errands": 1, "actions": 1}
SLOT = {"id": "a", "deck_by_round": ["event"] * 7}


@pytest.mark.parametrize(
    ("box", "place"),
    [
        ({"planning": {"2-3": [SPACE] * 3}}, "box.planning.2-3"),
        ({"planning": {"4-5": [SPACE] * 4}}, "box.planning.4-5"),
        ({"planning": {"2-3": [SPACE] * 10}}, "box.planning.2-3"),
        ({"planning": {"6": []}}, "box.planning.6"),
        ({"planning": {"2-3": [{**SPACE, "cards": 10}] * 4}}, "box.planning.2-3[3].cards"),
        ({"planning": {"2-3": [{**SPACE, "errands": 0}] * 4}}, "box.planning.2-3[0].errands"),
        ({"planning": {"2-3": [{**SPACE, "actions": 7}] * 4}}, "box.planning.2-3[0].actions"),
        ({"planning": {"2-3": [{"cards": 1}] * 4}}, "box.planning.2-3[0]"),
        ({"offer": {"2-3": [{"id": "a", "deck_by_round": ["event"] * 6}]}}, "box.offer.2-3[0].deck_by_round"),
        (
            {"offer": {"2-3": [{"id": "a", "deck_by_round": ["will"] * 7}]}},
            "box.offer.2-3[0].deck_by_round[0]",
        ),
        ({"offer": {"2-3": [SLOT, SLOT]}}, "box.offer.2-3[1].id"),
        ({"offer": {"2-3": [SLOT]}, "supplement": {"3": [SLOT]}}, "box.supplement.3[0].id"),
        ({"supplement": {"4": []}}, "box.supplement.4"),
        ({"offer": {"2-3": [{**SLOT, "group": 3}]}}, "box.offer.2-3[0].group"),
        ({"groups": {"g": {"cards": 3, "figures": 4}}}, "box.groups[0].figures"),
        ({"errands": {"2-3": {"market": 0, "extension": 1, "opera": 1}}}, "box.errands.2-3.market"),
        ({"errands": {"2-3": {"market": 1, "extension": 5, "opera": 1}}}, "box.errands.2-3.extension"),
        ({"errands": {"2-3": {"market": 1, "extension": 1, "opera": 7}}}, "box.errands.2-3.opera"),
        ({"errands": {"2-3": {"market": 1}}}, "box.errands.2-3"),
        ({"adjusters": [1, 2, 3, 6]}, "box.adjusters[3]"),
        ({"start_money": 40}, "box.start_money"),
        ({"version": 3}, "box.version"),
        ({"colour": "red"}, "box.colour"),
        ("box", "box"),
    ],
)
def test_a_fault_is_named_with_its_place(box: Any, place: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_boards(box)
    assert f"{place}: expected" in sentence(refused.value)


def test_a_side_that_is_missing_is_open() -> None:
    boards = read_boards({"planning": {"2-3": [SPACE] * 4}})
    assert boards.plans(3) == (PlanSpace(1, 1, 1),) * 4
    assert boards.plans(4) is None
    assert boards.slots(2) is None
    assert boards.errand_spaces(2) is None


def test_the_supplementary_board_lies_there_with_3_or_5_only() -> None:
    boards = read_boards(
        {"offer": {"2-3": [SLOT], "4-5": [SLOT]}, "supplement": {"3": [{**SLOT, "id": "b"}]}}
    )
    slots = {players: [slot.id for slot in boards.slots(players) or ()] for players in (2, 3, 4, 5)}
    assert slots == {2: ["a"], 3: ["a", "b"], 4: ["a"], 5: ["a"]}


def test_slots_of_a_group_share_one_figure_fewer_than_cards_unless_said() -> None:
    slots: list[dict[str, Any]] = [{**SLOT, "id": name, "group": "g"} for name in "abc"]
    assert read_boards({"offer": {"2-3": slots}}).figures_of("g", 2) == 2
    said = {"offer": {"2-3": slots}, "groups": [{"id": "g", "cards": 3, "figures": 1}]}
    assert read_boards(said).figures_of("g", 2) == 1
    slots[0]["group"] = {"id": "g", "cards": 3, "figures": 2}
    assert read_boards({"offer": {"2-3": slots}}).figures_of("g", 2) == 2
