"""Board files: TOML in, an edition out, and one message that names everything wrong with a file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib import resources
from typing import Any

from companion.core.currency import Currency
from companion.core.refusal import Refusal, fault_at, refuse_faults, refuse_field, said_as, shorten
from companion.games.monopoly.edition import (
    DECKS,
    DEED_KINDS,
    SQUARES,
    TAXES,
    Card,
    Deed,
    Edition,
    Effect,
    Kind,
    Square,
    make_edition,
    scaled,
)
from companion.games.monopoly.options import check_option

EDITIONS: tuple[str, ...] = ("us", "us-classic", "uk", "it", "dk", "dk-1961", "ru")
_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,23}")
_MOST_SHOWN = 12
_TOP = frozenset(
    {"base", "name", "currency", "scale", "houses", "hotels", "names", "square", "card", "defaults"}
)
_SQUARE_KEYS = frozenset(
    {"at", "kind", "deed", "group", "price", "house", "rent", "mortgage", "amount", "percent"}
)
_EFFECT_KEYS = ("pay", "collect", "with", "per_house", "per_hotel", "go", "back", "nearest", "jail", "keep")
_CARD_KEYS = frozenset({"id", "deck", "name", *_EFFECT_KEYS})


def load_edition(name: str, board: object = None) -> Edition:
    """The edition of a name, or of a board file's content.

    Raises Refusal(BAD_REQUEST): for a board file its message names every fault (key, found, expected).
    """
    if board is not None:
        return read_board(name, board)
    if not name:
        return load_shipped("us")
    if name not in EDITIONS:
        refuse_field("edition", "edition", name, choices=list(EDITIONS))
    return load_shipped(name)


@cache
def load_shipped(name: str) -> Edition:
    """An edition that comes with the program."""
    return read_board(name, _read_shipped(name))


@cache
def _read_shipped(name: str) -> Mapping[str, Any]:
    folder = resources.files("companion.games.monopoly") / "editions"
    return tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))


def read_board(id: str, board: object) -> Edition:
    """Check a parsed board file whole and make an edition of it. Raises Refusal(BAD_REQUEST)."""
    reading = _Reading()
    edition = reading.read(id, board)
    if edition is None:
        shown = reading.faults[:_MOST_SHOWN]
        if len(reading.faults) > _MOST_SHOWN:
            shown.append(said_as("more_faults", count=len(reading.faults) - _MOST_SHOWN))
        refuse_faults("board", shown)
    return edition


class _Reading:
    """One pass over a board file that collects its faults instead of stopping at the first."""

    def __init__(self) -> None:
        self.faults: list[dict[str, object]] = []
        self.scale = Fraction(1)

    def read(self, id: str, board: object) -> Edition | None:
        if not isinstance(board, Mapping):
            self.fault("the file", board, "tables_and_keys")
            return None
        merged = self.merge(board)
        self.check_keys("the file", merged, _TOP)
        self.scale = self.read_scale(merged.get("scale", 1))
        names = self.read_names(merged.get("names"))
        squares = self.read_squares(merged.get("square"))
        cards = self.read_cards(merged.get("card", []))
        currency = self.read_currency(merged.get("currency"))
        stock = (self.whole(merged, "houses", "", 0, 1000), self.whole(merged, "hotels", "", 0, 1000))
        defaults = merged.get("defaults", {})
        if not isinstance(defaults, Mapping):
            self.fault("defaults", defaults, "table_of_options")
            defaults = {}
        for name, value in defaults.items():
            try:
                check_option(name, value)
            except Refusal as refusal:
                expected, found = refusal.values["expected"], shorten(value)
                self.faults.append(
                    said_as("fault", place=f"defaults: {name}", expected=expected, found=found)
                )
        if self.faults:
            return None
        return make_edition(id, squares, names, cards, currency, self.scale, stock, defaults)

    def fault(self, key: str, found: object, expected: str, **values: object) -> None:
        self.faults.append(fault_at(key, expected, found, **values))

    def check_keys(self, where: str, table: Mapping[str, Any], known: frozenset[str]) -> None:
        for key in table:
            if key not in known:
                self.fault(f"{where}: {key}", table[key], "one_of", choices=sorted(known))

    def merge(self, board: Mapping[str, Any]) -> dict[str, Any]:
        """Lay the file over its base: squares by `at`, cards by `id`, other keys whole."""
        base = board.get("base")
        if base is None:
            return dict(board)
        if base not in EDITIONS:
            self.fault("base", base, "one_of", choices=list(EDITIONS))
            return dict(board)
        below = self.merge(_read_shipped(base))
        merged = {**below, **board}
        merged["square"] = self.merge_list(below["square"], board.get("square", []), "square")
        merged["card"] = self.merge_list(below["card"], board.get("card", []), "card")
        merged["defaults"] = {**below.get("defaults", {}), **_table(board.get("defaults"))}
        return merged

    def merge_list(self, below: list[Any], above: object, what: str) -> list[Any]:
        if not isinstance(above, list):
            self.fault(what, above, "tables", name=what)
            return below
        merged = list(below)
        for one in above:
            if not isinstance(one, Mapping):
                self.fault(what, one, "table")
                continue
            at = self.place_of(merged, one, what)
            if at is None:
                merged.append(dict(one))
            elif "kind" in one or any(key in one for key in _EFFECT_KEYS):
                kept = {key: value for key, value in merged[at].items() if key in ("id", "deck", "name")}
                merged[at] = {**kept, **one}
            else:
                merged[at] = {**merged[at], **one}
        return merged

    def place_of(self, merged: list[Any], one: Mapping[str, Any], what: str) -> int | None:
        if what == "card":
            ids = [card.get("id") for card in merged]
            return ids.index(one.get("id")) if one.get("id") in ids else None
        at = one.get("at")
        if not _is_whole(at, 0, SQUARES - 1):
            self.fault("square: at", at, "whole_number", least=0, most=SQUARES - 1)
            return 0
        return int(at)  # type: ignore[arg-type]

    def read_scale(self, value: object) -> Fraction:
        try:
            if isinstance(value, bool) or not isinstance(value, (int, float, str)):
                raise ValueError
            scale = Fraction(str(value))
        except (ValueError, ZeroDivisionError):
            scale = Fraction(0)
        if not 0 < scale <= 10**6:
            self.fault("scale", value, "scale")
            return Fraction(1)
        return scale

    def read_names(self, value: object) -> tuple[str, ...]:
        if not isinstance(value, list) or len(value) != SQUARES:
            found = len(value) if isinstance(value, list) else value
            self.fault("names", found, "list_of_texts", count=SQUARES)
            return ()
        for at, name in enumerate(value):
            if not isinstance(name, str) or not 0 < len(name) <= 40 or not name.isprintable():
                self.fault(f"names: {at}", name, "text", least=1, most=40)
        return tuple(str(name) for name in value)

    def read_currency(self, value: object) -> Currency:
        sign = value.get("sign") if isinstance(value, Mapping) else None
        place = value.get("place") if isinstance(value, Mapping) else None
        if not isinstance(sign, str) or not 0 < len(sign) <= 5:
            self.fault("currency: sign", sign, "text", least=1, most=5)
        if place not in ("before", "after"):
            self.fault("currency: place", place, "one_of", choices=["before", "after"])
        thousands = value.get("thousands", ",") if isinstance(value, Mapping) else ","
        if not isinstance(thousands, str) or len(thousands) > 1 or thousands.isalnum():
            self.fault("currency: thousands", thousands, "thousands")
            thousands = ""
        return Currency(str(sign), str(place), thousands)

    def read_squares(self, value: object) -> tuple[Square, ...]:
        if not isinstance(value, list) or len(value) != SQUARES:
            found = len(value) if isinstance(value, list) else value
            self.fault("square", found, "squares", count=SQUARES)
            return ()
        squares: list[Square] = []
        seen: set[str] = set()
        deeds = 0
        for number, one in enumerate(value):
            where = f"square {number}"
            if not isinstance(one, Mapping):
                self.fault(where, one, "table")
                continue
            self.check_keys(where, one, _SQUARE_KEYS)
            square = self.read_square(number, one, deeds, seen)
            deeds += square.deed is not None
            squares.append(square)
        self.check_places(squares)
        return tuple(squares)

    def check_places(self, squares: list[Square]) -> None:
        kinds = [square.kind for square in squares]
        if kinds and kinds[0] is not Kind.GO:
            self.fault("square 0: kind", kinds[0].value, "one_of", choices=["go"])
        if kinds.count(Kind.JAIL) != 1:
            self.fault('squares of kind "jail"', kinds.count(Kind.JAIL), "exactly_one")
        groups: dict[str, set[Kind]] = {}
        for square in squares:
            if square.deed is not None:
                groups.setdefault(square.deed.group, set()).add(square.kind)
                if square.kind is not Kind.STREET and len(square.deed.rent) < 1:
                    self.fault(f"square {square.number}: rent", list(square.deed.rent), "at_least_one_number")
        for group, found in groups.items():
            if len(found) > 1:
                self.fault(f"group {group}", ", ".join(sorted(found)), "one_kind")

    def read_square(self, number: int, one: Mapping[str, Any], index: int, seen: set[str]) -> Square:
        where = f"square {number}"
        kind = one.get("kind")
        if kind not in list(Kind):
            self.fault(f"{where}: kind", kind, "one_of", choices=[*Kind])
            return Square(number, Kind.FREE_PARKING)
        kind = Kind(kind)
        if kind in DEED_KINDS:
            return Square(number, kind, self.read_deed(number, kind, one, index, seen))
        if kind is not Kind.TAX:
            return Square(number, kind)
        amounts = self.by_taxes(where, "amount", one.get("amount"), required=True)
        percents = self.by_taxes(where, "percent", one.get("percent", {}), required=False)
        for choice, percent in percents.items():
            if percent > 100:
                self.fault(f"{where}: percent: {choice}", percent, "at_most", most=100)
        return Square(
            number, kind, None, {key: self.scaled(amount) for key, amount in amounts.items()}, percents
        )

    def by_taxes(self, where: str, key: str, value: object, required: bool) -> dict[str, int]:
        """Amounts by the option `taxes`; one number stands for all of them."""
        if _is_whole(value, 0):
            return {choice: int(value) for choice in TAXES}  # type: ignore[call-overload]
        found: dict[str, int] = {}
        for choice, amount in _table(value).items():
            if choice in TAXES and _is_whole(amount, 0):
                found[choice] = amount
            else:
                self.fault(f"{where}: {key}: {choice}", amount, "amount_under", choices=list(TAXES))
        if required and len(found) < len(TAXES):
            self.fault(f"{where}: {key}", value, "amount_or_each", choices=list(TAXES))
        return found

    def read_deed(self, number: int, kind: Kind, one: Mapping[str, Any], index: int, seen: set[str]) -> Deed:
        where = f"square {number}"
        id, group = one.get("deed"), one.get("group")
        if not isinstance(id, str) or not _ID.fullmatch(id) or id in seen:
            self.fault(f"{where}: deed", id, "own_id", example="orange1")
        if not isinstance(group, str) or not _ID.fullmatch(group):
            self.fault(f"{where}: group", group, "group_id")
        seen.add(str(id))
        wanted = 6 if kind is Kind.STREET else None
        rent = one.get("rent")
        if (
            not isinstance(rent, list)
            or not all(_is_whole(amount, 0) for amount in rent)
            or not rent
            or (wanted is not None and len(rent) != wanted)
        ):
            if wanted is None:
                self.fault(f"{where}: rent", rent, "list_of_numbers")
            else:
                self.fault(f"{where}: rent", rent, "list_of_so_many_numbers", count=wanted)
            rent = [0] * 6
        price = self.whole(one, "price", where, 1)
        house = self.whole(one, "house", where, 1) if kind is Kind.STREET else 0
        mortgage = self.whole(one, "mortgage", where, 0) if "mortgage" in one else price // 2
        factor = kind is Kind.UTILITY
        return Deed(
            id=str(id),
            index=index,
            square=number,
            kind=kind,
            group=str(group),
            price=self.scaled(price),
            house=self.scaled(house),
            rent=tuple(int(amount * self.scale) if factor else self.scaled(amount) for amount in rent),
            mortgage=self.scaled(mortgage),
        )

    def read_cards(self, value: object) -> tuple[Card, ...]:
        if not isinstance(value, list):
            self.fault("card", value, "tables", name="card")
            return ()
        cards: list[Card] = []
        for at, one in enumerate(value):
            if not isinstance(one, Mapping):
                self.fault(f"card {at}", one, "table")
                continue
            where = f"card {one.get('id', at)}"
            self.check_keys(where, one, _CARD_KEYS)
            id, deck, name = one.get("id"), one.get("deck"), one.get("name")
            if not isinstance(id, str) or not _ID.fullmatch(id) or id in {card.id for card in cards}:
                self.fault(f"{where}: id", id, "own_id", example="CH05")
            if deck not in DECKS:
                self.fault(f"{where}: deck", deck, "one_of", choices=list(DECKS))
            if not isinstance(name, str) or not 0 < len(name) <= 60:
                self.fault(f"{where}: name", name, "text", least=1, most=60)
            cards.append(Card(str(id), str(deck), str(name), self.read_effect(where, one)))
        return tuple(cards)

    def read_effect(self, where: str, one: Mapping[str, Any]) -> Effect:
        partner = one.get("with", "bank")
        if partner not in ("bank", "pot", "each"):
            self.fault(f"{where}: with", partner, "one_of", choices=["bank", "pot", "each"])
        nearest = one.get("nearest", "")
        if nearest not in ("", Kind.RAILROAD, Kind.UTILITY):
            self.fault(f"{where}: nearest", nearest, "one_of", choices=[Kind.RAILROAD, Kind.UTILITY])
        if not any(key in one for key in _EFFECT_KEYS if key != "with"):
            self.fault(where, None, "some_of", choices=list(_EFFECT_KEYS))
        for key in ("jail", "keep"):
            if not isinstance(one.get(key, False), bool):
                self.fault(f"{where}: {key}", one[key], "flag")
        money = {
            key: self.scaled(self.whole(one, key, where, 1)) if key in one else 0
            for key in ("pay", "collect", "per_house", "per_hotel")
        }
        return Effect(
            **money,
            partner=str(partner),
            go=self.whole(one, "go", where, 0, SQUARES - 1) if "go" in one else None,
            back=self.whole(one, "back", where, 1, SQUARES - 1) if "back" in one else 0,
            nearest=str(nearest),
            jail=one.get("jail") is True,
            keep=one.get("keep") is True,
        )

    def whole(self, table: Mapping[str, Any], key: str, where: str, least: int = 0, most: int = 10**6) -> int:
        value = table.get(key)
        if _is_whole(value, least, most):
            return int(value)  # type: ignore[arg-type]
        self.fault(f"{where}: {key}" if where else key, value, "whole_number", least=least, most=most)
        return least

    def scaled(self, amount: int) -> int:
        """In the money of this board. A scale that leaves a fraction is rounded half up, once, here."""
        return scaled(amount, self.scale)


def _is_whole(value: object, least: int, most: int = 10**6) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _table(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
