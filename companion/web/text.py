"""The words of the dashboard: catalogues, and how money, names and pieces are written."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from babel.numbers import get_decimal_symbol, get_group_symbol

from companion.core.currency import Currency
from companion.core.ledger import House
from companion.core.message import Message
from companion.core.refusal import Reason
from companion.core.seats import Role
from companion.core.tagged import Tagged
from companion.web.catalogues import DEFAULT_LANGUAGE, Text, catalogue, plural_form

if TYPE_CHECKING:
    from companion.core.game import Game
    from companion.table.table import Table

log = logging.getLogger(__name__)

SHARED = ("core", "web", "devices", "network", "ending", "terminal", "start", "roles", "print")
"""Catalogues that every game's words are looked up in after its own."""

_PLACE = re.compile(r"\{(\w+)(?::(\w+))?\}")
_STOPPED = re.compile(_PLACE.pattern + r"(\.?)")
"""A placeholder, and the full stop right after it: "kr.", "Via!" and a Greek question bring theirs."""
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_STEPS = re.compile(r"[.:\[\]\s]+")
_WRAPPING = frozenset({"set", "options", "effect", "players"})
"""Steps of a field's path that say nothing to people: the next one is meant."""
_PIECES = frozenset({"deed", "camel", "card"})
_LOWER_CASE = ("who", "camel")
"""Kinds of which the catalogue has words, not names: at the beginning of a sentence they have a capital."""
_PIECE_FIELDS = {"discard": "card", "companion": "card", "on": "card"}
"""What the fields hold that are not called after their pieces."""
_NOTHING = ("nothing", "None", "")
_MINUS = "\u2212"
_NEW_LINE = "\n  "
_NO_CURRENCY = Currency()


def placeholders(text: Text) -> frozenset[tuple[str, str]]:
    """The (name, kind) pairs of a sentence; "text" where no kind is written."""
    forms = [text] if isinstance(text, str) else list(text.values())
    return frozenset((name, kind or "text") for form in forms for name, kind in _PLACE.findall(form))


@dataclass(frozen=True, slots=True)
class Words:
    """Whose words: the language of a device, the game, and what its table calls people and pieces.

    A sentence is looked up in the game's catalogue, then in those that all share, then in English. What
    stands in [brackets] is left out when a placeholder in it has no value. Kinds of placeholders: `who`
    (seat, "bank", "pot", "banker", "table"), `money`, `count`, `text`, `list`, `id` (another text of the
    catalogue), `reason` (the code of a refusal, in a few words), `field` (a field of a command,
    as a `heading` in front), `tagged` (a piece as `Tagged.key`), `said` (messages in the sentence:
    `{"id": ID, "values": {...}}`), `lines` (a list of such messages, each on a line of its own), and every
    other kind is a piece of the box: `deed`, `card`.
    """

    language: str = DEFAULT_LANGUAGE
    game: str = ""
    names: tuple[str, ...] = ()
    currency: Currency = _NO_CURRENCY
    piece_name: Callable[[Tagged], str | Message] = field(default=lambda tagged: tagged.name)

    @classmethod
    def at(cls, table: Table, language: str = DEFAULT_LANGUAGE) -> Words:
        """The words of one table as it stands now."""
        return cls.of(table.game, table.session.state, language)

    @classmethod
    def of(cls, game: Game, state: Any, language: str = DEFAULT_LANGUAGE) -> Words:
        """The words of a game in one of its states."""
        return cls(
            language,
            game.NAME,
            state.seats.names,
            game.money(state),
            lambda tagged: game.piece_name(state, tagged),
        )

    def find(self, id: str) -> Text | None:
        """The sentence of *id* as the catalogue has it, None when no catalogue does."""
        for language in dict.fromkeys((self.language, DEFAULT_LANGUAGE)):
            for name in (self.game, *SHARED) if self.game else SHARED:
                found = catalogue(language, name).get(id)
                if found is not None:
                    return found
        return None

    def say(self, message: Message) -> str:
        """The sentence of *message*. A missing one is logged and shown as its id."""
        said, lower = self._said(message)
        return said[:1].upper() + said[1:] if lower else said

    def phrase(self, message: Message) -> str:
        """The same inside another sentence: a word of the catalogue at its beginning has no capital."""
        return self._said(message)[0]

    def _said(self, message: Message) -> tuple[str, bool]:
        """The sentence, and whether it begins with a word of the catalogue that has no capital yet."""
        message = self._piece_found(_left_out(message))
        text = self.find(message.id)
        if text is None:
            log.error("no text for %r with %s", message.id, sorted(message.values))
            return message.id, False
        values = message.values
        if not isinstance(text, str):
            text = _plural(text, values, self.language)
        text = _OPTIONAL.sub(lambda part: part[1] if _is_filled(part[1], values) else "", text)
        begins = _PLACE.match(text)
        said = _STOPPED.sub(lambda place: self._placed(place, values), text)
        # A player is written as that player types it, the bank is not.
        return said, bool(begins and begins[2] in _LOWER_CASE and not isinstance(values.get(begins[1]), int))

    def unstopped(self, sentence: str) -> str:
        """A sentence without its full stop, for one of several in a line; the stop of "kr." stays."""
        own = self.currency.sign.endswith(".") and sentence.endswith(self.currency.sign)
        return sentence if own else sentence.rstrip(".")

    def text(self, id: str, **values: object) -> str:
        """The sentence of an id with its values."""
        return self.say(Message(id, values))

    def maybe(self, id: str, **values: object) -> str:
        """The sentence of an id, empty when there is none: for what a game may leave out."""
        return self.say(Message(id, values)) if self.find(id) is not None else ""

    def money(self, amount: int) -> str:
        """An amount with the box's currency: "$1,140", "−40 kr."."""
        return self.currency.write(amount)

    def number(self, number: int) -> str:
        """A whole number as the language groups it: 1,140 or 1.140."""
        grouped = f"{number:,}".replace(",", get_group_symbol(self.language))
        return grouped.replace("-", _MINUS)

    def who(self, account: object) -> str:
        """The name of a seat by its number, of an account or a role."""
        if isinstance(account, bool) or account is None:
            return ""
        if isinstance(account, int):
            return self.names[account] if 0 <= account < len(self.names) else f"#{account}"
        if isinstance(account, Role):
            account = account.value
        key = f"account.{account}"
        return self.text(key) if self.find(key) is not None else str(account)

    def piece(self, kind: str, name: str) -> str:
        """What the box prints on a piece, or the word that the language has for it (a colour)."""
        own = self.maybe(f"{kind}.{name}")
        if own:
            return own
        try:
            named = self.piece_name(Tagged(kind, name))
        except (KeyError, ValueError, IndexError):  # an old entry may name a piece of another edition
            log.warning("no name for the %s %r", kind, name)
            return name
        return self.phrase(named) if isinstance(named, Message) else named

    def field(self, path: str) -> str:
        """A field of a command in words: "players.Ann.cash" is Ann's money."""
        parts = [part for part in _STEPS.split(path) if part and part not in _WRAPPING] or [path]
        return ", ".join(
            self._field_part(part, before) for part, before in zip(parts, ["", *parts], strict=False)
        )

    def _field_part(self, part: str, before: str) -> str:
        if part in self.names:
            return part
        own = self.maybe(f"field.{part}") or self.maybe(f"option.{self.game}.{part}")
        if own:
            return own
        if before.rstrip("s") in _PIECES:
            return self.piece(before.rstrip("s"), part)
        seen = self.maybe(f"view.{part}")
        return seen[:1].lower() + seen[1:] if seen else part.replace("_", " ")

    def _piece_found(self, message: Message) -> Message:
        """A refused field where a piece was found, with the piece called by its name."""
        values = message.values
        found = values.get("found")
        if message.id != f"refusal.{Reason.BAD_REQUEST}" or not isinstance(found, str):
            return message
        names = [part for part in _STEPS.split(str(values.get("field"))) if part and not part.isdigit()]
        own = names[-1].rstrip("s") if names else ""
        kind = _PIECE_FIELDS.get(own, own)
        if kind not in _PIECES:
            return message
        try:  # whatever was found there: it may be a secret, or no piece at all, and is not logged
            named = self.maybe(f"{kind}.{found}") or self.piece_name(Tagged(kind, found))
        except (KeyError, ValueError, IndexError):
            return message
        name = self.phrase(named) if isinstance(named, Message) else named
        return Message(message.id, {**values, "found": name})

    def _placed(self, place: re.Match[str], values: Mapping[str, object]) -> str:
        shown = self._shown(values.get(place[1]), place[2] or "text")
        return shown if shown.endswith((".", "!", "?", ";")) else shown + place[3]

    def _shown(self, value: object, kind: str) -> str:
        if value is None:
            return ""
        if isinstance(value, list | tuple):
            if kind == "lines":
                return "".join(f"{_NEW_LINE}{self._shown(one, 'said')}" for one in value)
            return self.join([self._shown(one, kind) for one in value])
        if isinstance(value, Mapping) and kind == "said":
            return self.phrase(Message(str(value["id"]), value["values"]))
        match kind:
            case "who":
                return self.who(value)
            case "money" if isinstance(value, int):
                return self.money(value)
            case "count" if isinstance(value, int):
                return self.number(value)
            case "id":
                return self.maybe(str(value)) or str(value)
            case "field":
                return self.field(str(value))
            case "heading":
                words = self.field(str(value))
                return words[:1].upper() + words[1:]
            case "tagged" if value:
                return self.piece(*str(value).split(" ", 1))
            case "reason":
                return self.maybe(f"reason.{value}") or str(value).replace("_", " ")
            case "text" | "list" | "count" | "money" | "tagged":
                return _plain(value)
            case _:
                return self.piece(kind, str(value))

    def decimal(self, fraction: str) -> str:
        """A decimal fraction, or a text with one, as the language writes it: 2.5 or 2,5."""
        return fraction.replace(".", get_decimal_symbol(self.language)).replace("-", _MINUS)

    def sentences(self, parts: Sequence[str]) -> str:
        """What was done at once, in one line: "Ann throws 3 + 4; Ann goes to Jail"."""
        one, *others = parts or ("",)
        for other in others:
            one = self.text("list.sentences", before=one, after=other)
        return one

    def join(self, parts: list[str]) -> str:
        """Several things in one sentence: "Ann, Bob and Cem"."""
        if len(parts) < 2:
            return "".join(parts)
        return self.text("list.last", rest=", ".join(parts[:-1]), last=parts[-1])


def _left_out(message: Message) -> Message:
    """What to say of a field with nothing in it: not what it should be, but that it is to be filled in."""
    values = message.values
    if message.id != f"refusal.{Reason.BAD_REQUEST}" or values.get("found") not in _NOTHING:
        return message
    expected = values.get("expected")
    filled = isinstance(expected, Mapping) and expected["id"] == "expected.filled"
    return Message("refusal.left_out", {**values, "expected": None if filled else expected})


def _plural(text: Mapping[str, str], values: Mapping[str, object], language: str) -> str:
    counted = [name for form in text.values() for name, kind in _PLACE.findall(form) if kind == "count"]
    count = values.get(counted[0]) if counted else None
    form = plural_form(count, language) if isinstance(count, int) else "other"
    return text.get(form) or [*text.values()][-1]


def _is_filled(part: str, values: Mapping[str, object]) -> bool:
    return all(values.get(name) not in (None, "", (), []) for name, _ in _PLACE.findall(part))


def _plain(value: object) -> str:
    if isinstance(value, House | Role):
        return value.value
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
