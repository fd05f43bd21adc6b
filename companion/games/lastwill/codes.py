"""The refusal codes of Last Will."""

from __future__ import annotations

from enum import StrEnum

from companion.core.refusal import Refusal


class Code(StrEnum):
    NO_SPACE = "no_space"
    SPACE_TAKEN = "space_taken"
    NOT_ENOUGH_ACTIONS = "not_enough_actions"
    OWNS_PROPERTY = "owns_property"
    USED_THIS_ROUND = "used_this_round"
    WRONG_COMPANION = "wrong_companion"
    NO_MARKER = "no_marker"
    NOT_DISCARDABLE = "not_discardable"
    NOT_IN_HAND = "not_in_hand"
    NOT_ON_BOARD = "not_on_board"
    NO_EXTENSION = "no_extension"
    ONCE_A_ROUND = "once_a_round"
    BOX_MISSING = "box_missing"

    def refusal(self, **values: object) -> Refusal:
        """A refusal about facts, which no override passes: `raise Code.NO_EXTENSION.refusal()`."""
        return Refusal(self, **values)
