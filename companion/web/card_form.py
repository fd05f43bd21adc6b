"""A card of a described box as a form: what is typed in plain words and numbers, and back."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.core.refusal import refuse_field

_PLAIN = ("id", "name", "kind", "deck")
_WHOLE = ("value", "copies", "crowns", "play_extra_actions", "play_extra_pounds", "will_amount")


@dataclass(frozen=True, slots=True)
class CardFields:
    """What stands in the form of one card. *more* is what no field of the form can say, as JSON."""

    id: str = ""
    name: str = ""
    kind: str = ""
    deck: str = ""
    symbols: tuple[str, ...] = ()
    numbers: Mapping[str, str] = field(default_factory=dict)
    options: str = ""
    ladder: str = ""
    companions: str = ""
    tokens: str = ""
    more: str = ""


def card_fields(stated: Mapping[str, Any]) -> CardFields:
    """A stated card, to be edited."""
    rest = dict(stated)
    plain = {key: str(rest.pop(key, "") or "") for key in _PLAIN}
    lists = {
        "options": _lines(rest, "options", "actions", "amount"),
        "companions": _lines(rest, "companions", "kind", "pounds"),
        "tokens": _lines(rest, "tokens", "kind", "amount"),
    }
    return CardFields(
        **plain,
        **lists,
        symbols=tuple(rest.pop("symbols", ())),
        numbers={key: str(rest.pop(key)) if rest.get(key) is not None else "" for key in _WHOLE},
        ladder=" ".join(str(step) for step in rest.pop("ladder", ())),
        more=json.dumps(rest, ensure_ascii=False) if rest else "",
    )


def read_card_form(form: Mapping[str, str], symbols: Sequence[str]) -> dict[str, Any]:
    """The card that a form states. Raises Refusal(BAD_REQUEST) for what is no number, pair or JSON.

    What was left empty is not stated; the game checks the rest.
    """
    card: dict[str, Any] = _read_more(form.get("more", "").strip())
    card |= {key: form[key].strip() for key in _PLAIN if form.get(key, "").strip()}
    card |= {key: _whole(form[key].strip(), key) for key in _WHOLE if form.get(key, "").strip()}
    if "id" not in card and card.get("name"):
        card["id"] = re.sub(r"[^a-z0-9]+", "-", str(card["name"]).lower()).strip("-")[:40]
    if symbols:
        card["symbols"] = list(symbols)
    if form.get("ladder", "").strip():
        card["ladder"] = [_whole(step, "ladder") for step in _parts(form["ladder"])]
    for pair in _pairs(form.get("options", ""), "options"):
        use = {"actions": _whole(pair[0], "options"), "amount": _whole(pair[1], "options")}
        card.setdefault("options", []).append(use)
    for key, amount in (("companions", "pounds"), ("tokens", "amount")):
        for pair in _pairs(form.get(key, ""), key):
            card.setdefault(key, []).append({"kind": pair[0].lower(), amount: _whole(pair[1], key)})
    return card


def _lines(rest: dict[str, Any], key: str, first: str, amount: str) -> str:
    """Pairs as lines, taken out of *rest*; nothing where one says more than a pair does."""
    listed = rest.get(key) or ()
    found = [(one.get(first), _plain_amount(one.get(amount))) for one in listed if isinstance(one, Mapping)]
    if any(number is None for _, number in found):
        return ""
    rest.pop(key, None)
    return "\n".join(f"{what} {number}" for what, number in found)


def _plain_amount(amount: object) -> int | None:
    if isinstance(amount, int):
        return amount
    if isinstance(amount, Mapping) and not amount.get("per") and isinstance(amount.get("base"), int):
        return int(amount["base"])
    return None


def _pairs(text: str, field: str) -> list[tuple[str, str]]:
    found = []
    for line in text.replace(",", "\n").replace(";", "\n").splitlines():
        parts = line.split()
        if not parts:
            continue
        if len(parts) != 2:
            refuse_field(field, "pair_line", line)
        found.append((parts[0], parts[1]))
    return found


def _parts(text: str) -> list[str]:
    return text.replace(",", " ").replace(";", " ").split()


def _whole(text: str, field: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        refuse_field(field, "number", text)
    return int(text)


def _read_more(text: str) -> dict[str, Any]:
    if not text:
        return {}
    try:
        more = json.loads(text)
    except (ValueError, RecursionError):
        refuse_field("more", "card_fields", text)
    if not isinstance(more, dict):
        refuse_field("more", "card_fields", text)
    return more
