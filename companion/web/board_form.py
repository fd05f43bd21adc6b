"""The boards of a described box as a form: plans, offer and errand spaces in lines that people can type."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.refusal import refuse_field

SIDES = ("2-3", "4-5")
SUPPLEMENTS = ("3", "5")
ERRANDS = ("market", "extension", "opera")
_ROUNDS = 7


@dataclass(frozen=True, slots=True)
class SideFields:
    """What stands in the form of one side: a line for each planning space and for each place of the offer."""

    side: str
    planning: str
    offer: str
    supplement: str
    errands: Mapping[str, str]

    @property
    def extra(self) -> str:
        """The number of players that the supplementary board of this side is for."""
        return supplement_of(self.side)


def supplement_of(side: str) -> str:
    """Three of 2-3, five of 4-5."""
    return SUPPLEMENTS[SIDES.index(side)]


def side_fields(boards: Mapping[str, Any]) -> tuple[SideFields, ...]:
    """The boards of a header, to be edited."""
    return tuple(
        SideFields(
            side,
            "\n".join(
                f"{space['cards']} {space['errands']} {space['actions']}"
                for space in _part(boards, "planning", side)
            ),
            "\n".join(_slot_line(slot) for slot in _part(boards, "offer", side)),
            "\n".join(_slot_line(slot) for slot in _part(boards, "supplement", supplement_of(side))),
            {key: str(value) for key, value in dict(_part(boards, "errands", side)).items()},
        )
        for side in SIDES
    )


def read_board_form(form: Mapping[str, str], before: Mapping[str, Any]) -> dict[str, Any]:
    """The header's `box` with what the form states; other keys stay as they were *before*.

    Raises Refusal(BAD_REQUEST) for a line that cannot be read; the game checks the rest.
    """
    boards = {key: value for key, value in before.items() if key not in _FORM_KEYS}
    found: dict[str, dict[str, Any]] = {key: {} for key in _FORM_KEYS}
    for side in SIDES:
        found["planning"][side] = [_space(line, side) for line in _lines(form.get(f"planning.{side}", ""))]
        found["offer"][side] = [_slot(line) for line in _lines(form.get(f"offer.{side}", ""))]
        extra = supplement_of(side)
        found["supplement"][extra] = [_slot(line) for line in _lines(form.get(f"supplement.{extra}", ""))]
        typed = {errand: form.get(f"errands.{side}.{errand}", "").strip() for errand in ERRANDS}
        if any(typed.values()):
            found["errands"][side] = {
                key: _whole(text, f"errands.{side}.{key}") for key, text in typed.items()
            }
    for key, sides in found.items():
        filled = {side: said for side, said in sides.items() if said}
        if filled:
            boards[key] = filled
    return boards


_FORM_KEYS = ("planning", "offer", "supplement", "errands")


def _part(boards: Mapping[str, Any], key: str, side: str) -> Any:
    return (boards.get(key) or {}).get(side) or ()


def _slot_line(slot: Mapping[str, Any]) -> str:
    """`left: property 2 event 5`, with `group NAME` at the end where slots share figures."""
    runs: list[list[Any]] = []
    for deck in slot["deck_by_round"]:
        if runs and runs[-1][0] == deck:
            runs[-1][1] += 1
        else:
            runs.append([deck, 1])
    decks = runs[0][0] if len(runs) == 1 else " ".join(f"{deck} {rounds}" for deck, rounds in runs)
    group = slot.get("group")
    named = group.get("id") if isinstance(group, Mapping) else group
    return f"{slot['id']}: {decks}" + (f" group {named}" if named else "")


def _slot(line: str) -> dict[str, Any]:
    name, colon, rest = line.partition(":")
    words = rest.split()
    if not colon or not name.strip() or not words:
        refuse_field("offer", "slot_line", line)
    slot: dict[str, Any] = {"id": name.strip()}
    if len(words) > 2 and words[-2] == "group":
        slot["group"] = words[-1]
        words = words[:-2]
    decks: list[str] = []
    for at, word in enumerate(words):
        if word.isdigit():
            continue
        following = words[at + 1] if at + 1 < len(words) else ""
        decks += [word] * (min(int(following), _ROUNDS) if following.isdigit() else _ROUNDS - len(decks))
    slot["deck_by_round"] = decks
    return slot


def _space(line: str, side: str) -> dict[str, int]:
    parts = line.replace(",", " ").split()
    if len(parts) != 3:
        refuse_field(f"planning.{side}", "three_numbers", line)
    cards, errands, actions = (_whole(part, f"planning.{side}") for part in parts)
    return {"cards": cards, "errands": errands, "actions": actions}


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _whole(text: str, field: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 4:
        refuse_field(field, "number", text)
    return int(text)
