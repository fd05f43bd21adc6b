"""How to use the companion, step by step: which sentences a game's guide has, in their order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.web.text import Words

_Steps = tuple[tuple[str, tuple[str, ...]], ...]

_WRONG = ("undo", "banker")
_GUIDES: Mapping[str, _Steps] = {
    "monopoly": (
        ("begin", ("begin", "join", "monopoly.dice")),
        ("turn", ("monopoly.buy", "monopoly.rent", "monopoly.pay", "monopoly.build", "monopoly.debt")),
        ("tags", ("scan", "tag")),
        ("wrong", _WRONG),
        ("end", ("monopoly.end", "pause")),
    ),
    "camelup": (
        ("begin", ("begin", "join", "camelup.setup")),
        ("turn", ("camelup.roll", "camelup.bets", "camelup.race", "camelup.leg")),
        ("tags", ("scan", "tag")),
        ("wrong", (*_WRONG, "camelup.track")),
        ("end", ("camelup.end", "pause")),
    ),
    "lastwill": (
        ("begin", ("begin", "join", "lastwill.box")),
        (
            "turn",
            (
                "lastwill.plan",
                "lastwill.errand",
                "lastwill.play",
                "lastwill.effect",
                "lastwill.turn",
                "lastwill.round",
            ),
        ),
        ("tags", ("scan",)),
        ("wrong", _WRONG),
        ("end", ("lastwill.end", "pause")),
    ),
}
_ANY_GAME: _Steps = (
    ("begin", ("begin", "join")),
    ("tags", ("scan", "tag")),
    ("wrong", _WRONG),
    ("end", ("pause",)),
)
QUOTED: Mapping[str, str] = {
    "anyway": "said.allow_anyway",
    "arrange": "banker.arrange",
    "bank": "dock.banker",
    "deeds": "hand.group.deeds",
    "desert": "camelup.prompt.desert",
    "effect": "lastwill.prompt.effect",
    "end_turn": "lastwill.prompt.end_turn",
    "errand": "do.errand",
    "finish": "banker.finish",
    "leg_bet": "do.leg_bet",
    "loser": "camelup.prompt.race_bet_loser",
    "mend": "track.no_mend",
    "money": "hand.group.money",
    "new": "start.new",
    "place": "do.place",
    "plan": "lastwill.prompt.plan_open",
    "rents": "hand.group.rents",
    "roll": "do.roll",
    "tags": "rules.tags",
    "trade": "hand.group.trade",
    "undo": "hand.undo",
    "winner": "camelup.prompt.race_bet_winner",
}
"""What the sentences quote of the dashboard, by the names of their placeholders."""


@dataclass(frozen=True, slots=True)
class Step:
    """A part of a guide. *first* is the number of its first sentence."""

    heading: str
    first: int
    lines: tuple[str, ...]


def guide(game: str, words: Words) -> tuple[Step, ...]:
    """The guide of a game, in these words; of one that has none of its own, what goes for every game."""
    steps: list[Step] = []
    first = 1
    for id, sentences in _GUIDES.get(game, _ANY_GAME):
        lines = tuple(words.text(f"guide.{sentence}", **QUOTED) for sentence in sentences)
        steps.append(Step(words.text(f"guide.step.{id}"), first, lines))
        first += len(lines)
    return tuple(steps)
