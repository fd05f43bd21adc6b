"""The options of a table: our rulings where the text is silent, each of them a choice."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import Any, NamedTuple

from companion.core.game import Option
from companion.core.refusal import Reason, Refusal, refuse_field
from companion.games.lastwill.box import DEFAULT_ADJUSTERS, Boards, read_adjusters
from companion.games.lastwill.report import Report


class HouseRules(NamedTuple):
    """The options as the rules read them."""

    start_money: int = 70
    adjusters: tuple[int, ...] = DEFAULT_ADJUSTERS
    steps_hit_maintained: bool = True
    animal_markers_need_cards: bool = False
    opera_bonus: bool = False
    buy_in_debt: bool = False
    last_depreciation: bool = True
    keep_gained_action: bool = True
    starting_hands: str = "untracked"


_SWITCHES = (True, False)
options: Mapping[str, Option] = {
    "start_money": Option(70, least=50, most=200),
    "adjusters": Option(
        list(DEFAULT_ADJUSTERS), tuple(list(order) for order in permutations(DEFAULT_ADJUSTERS)), -5, 5
    ),
    "steps_hit_maintained": Option(True, _SWITCHES),
    "animal_markers_need_cards": Option(False, _SWITCHES),
    "opera_bonus": Option(False, _SWITCHES),
    "buy_in_debt": Option(False, _SWITCHES),
    "last_depreciation": Option(True, _SWITCHES),
    "keep_gained_action": Option(True, _SWITCHES),
    "starting_hands": Option("untracked", ("untracked", "tracked")),
}
"""`adjusters` may be any four numbers of its row's range; its choices are the orders of those of the box."""

AT_THE_START = ("start_money", "starting_hands")
"""Options that only mean something before play."""


def read_rules(said: Mapping[str, object], boards: Boards) -> HouseRules:
    """The rules of a new table: what its options say, else its box. Raises Refusal(BAD_REQUEST)."""
    rules = HouseRules()
    if boards.adjusters is not None:
        rules = rules._replace(adjusters=boards.adjusters)
    if boards.start_money is not None:
        rules = rules._replace(start_money=boards.start_money)
    return changed_rules(rules, said)


def changed_rules(rules: HouseRules, said: Mapping[str, object]) -> HouseRules:
    """With the options that *said* names. Raises Refusal(BAD_REQUEST) naming the one that is wrong."""
    changed: dict[str, Any] = {}
    for name, value in said.items():
        option = options.get(name)
        if option is None:
            refuse_field(name, "one_of", name, choices=list(options))
        if name == "adjusters":
            report = Report()
            changed[name] = read_adjusters(value, name, report)
            report.close_command(name)
        elif option.choices:
            if not any(type(value) is type(one) and value == one for one in option.choices):
                if option.choices == _SWITCHES:
                    refuse_field(name, "flag", value)
                refuse_field(name, "one_of", value, choices=list(option.choices))
            changed[name] = value
        else:
            least, most = option.least or 0, option.most or 0
            if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
                refuse_field(name, "whole_number", value, least=least, most=most)
            changed[name] = value
    return rules._replace(**changed)


def check_in_play(said: Mapping[str, object]) -> None:
    """Raise Refusal(NOT_NOW) for options that only mean something before play."""
    for name in AT_THE_START:
        if name in said:
            raise Refusal(Reason.NOT_NOW, option=name)
