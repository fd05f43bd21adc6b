"""Reading cards as their owners wrote them: the schema, whole cards and stubs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from companion.games.lastwill.cards import (
    BORDERS,
    COMPANION_KINDS,
    COUNTED,
    DECKS,
    KINDS,
    PROPERTY_KINDS,
    REGULAR_DECKS,
    SYMBOLS,
    Ability,
    Amount,
    Card,
    CompanionUse,
    Effects,
    ExtraActions,
    FreeActivation,
    FreeTrade,
    HandLimit,
    MarkerGift,
    MarkerSpace,
    PerEach,
    PlanDraw,
    SpendBonus,
    TradeShift,
    Use,
)
from companion.games.lastwill.report import Report

FIELDS = (
    "id",
    "name",
    "deck",
    "crowns",
    "border",
    "kind",
    "symbols",
    "copies",
    "play_extra_actions",
    "play_extra_pounds",
    "options",
    "companions",
    "tokens",
    "ladder",
    "effects",
    "abilities",
    "will_amount",
)
STUB_FIELDS = (*FIELDS, "value")
"""A stub may say `value`, a property's first value, instead of the whole ladder."""
VERSION = 1
_MOST_CARDS = 400
_SLUG = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_DECK_OF_KIND = {
    "event": "event",
    "expense": "helper_expense",
    "helper": "helper_expense",
    **dict.fromkeys(PROPERTY_KINDS, "property"),
    **dict.fromkeys(COMPANION_KINDS, "companion"),
    "any": "joker",
    "will": "will",
}
_BORDER_OF_KIND = {
    "event": "white",
    "expense": "black",
    "helper": "black",
    **dict.fromkeys(PROPERTY_KINDS, "black"),
    **dict.fromkeys((*COMPANION_KINDS, "any"), "companion"),
    "will": "will",
}
_KIND_OF_DECK = {"joker": "any", "will": "will"}
_BORDER_OF_DECK = {
    "event": "white",
    "property": "black",
    "companion": "companion",
    "joker": "companion",
    "will": "will",
}
_FIXED_DECK = {kind: _DECK_OF_KIND[kind] for kind in (*COMPANION_KINDS, "any", "will")}


def read_cards(raw: object) -> dict[str, Card]:
    """The cards of a header: a list, or an object of a version and a list.

    Raises Refusal(BAD_REQUEST) naming every fault with its place.
    """
    report = Report()
    if isinstance(raw, Mapping):
        file = report.fields(raw, "cards", ("version", "cards"))
        if file and file["version"] != VERSION:
            report.note("cards.version", "known_version", file["version"], version=VERSION)
        raw = file.get("cards", [])
    cards: dict[str, Card] = {}
    for place, item in report.items(raw, "cards", 0, _MOST_CARDS):
        if isinstance(item, Mapping) and "id" not in item:
            report.note(place, "object_with", fields=["id"])
            continue
        card = read_card(item, place, report)
        if card is None:
            continue
        if card.id in cards:
            report.note(f"{place}.id", "unused_id", card.id)
        cards[card.id] = card
    report.close("cards")
    return cards


def read_card(raw: object, place: str, report: Report) -> Card | None:
    """One card, whole or a stub; its `id` must be there. None when it is no object at all."""
    if not isinstance(raw, Mapping):
        report.note(place, "object", raw)
        return None
    stated = {key: raw[key] for key in raw if raw[key] is not None}
    for key in stated:
        if key not in STUB_FIELDS:
            report.note(f"{place}.{key}", "one_of", key, choices=list(FIELDS))
    card = _read_stated(stated, place, report)
    _check_fit(card, place, report)
    return card


def _read_stated(stated: Mapping[str, Any], place: str, report: Report) -> Card:
    def at(key: str) -> str:
        return f"{place}.{key}"

    def whole(key: str, least: int, most: int) -> int:
        return report.whole(stated[key], at(key), least, most) if key in stated else 0

    def word(key: str, allowed: tuple[str, ...]) -> str:
        return report.one_of(stated[key], at(key), allowed) if key in stated else ""

    def several(key: str, least: int, most: int) -> list[tuple[str, object]]:
        return list(report.items(stated[key], at(key), least, most)) if key in stated else []

    identity = stated.get("id")
    if not isinstance(identity, str) or not _SLUG.fullmatch(identity):
        report.note(at("id"), "id", identity)
        identity = ""
    name = stated.get("name", identity)
    if not isinstance(name, str) or not 1 <= len(name) <= 40 or not name.isprintable():
        report.note(at("name"), "text", name, least=1, most=40)
        name = identity
    kind = word("kind", KINDS)
    deck = word("deck", DECKS)
    kind = kind or _KIND_OF_DECK.get(deck, "")
    deck = deck or _DECK_OF_KIND.get(kind, "")
    border = word("border", BORDERS) or _BORDER_OF_KIND.get(kind, "") or _BORDER_OF_DECK.get(deck, "")
    return Card(
        id=identity,
        name=name,
        deck=deck,
        border=border,
        kind=kind,
        crowns=whole("crowns", 0, 3),
        symbols=report.words(stated["symbols"], at("symbols"), SYMBOLS) if "symbols" in stated else (),
        copies=report.whole(stated["copies"], at("copies"), 1, 12) if "copies" in stated else None,
        extra_actions=whole("play_extra_actions", 0, 3),
        extra_pounds=whole("play_extra_pounds", 0, 20),
        options=tuple(_read_use(item, where, report) for where, item in several("options", 0, 6)),
        companions=tuple(
            _read_companion_use(item, where, report) for where, item in several("companions", 0, 4)
        ),
        spaces=tuple(_read_space(item, where, report) for where, item in several("tokens", 0, 4)),
        ladder=_read_ladder(stated, kind, place, report),
        effects=_read_effects(stated["effects"], at("effects"), report) if "effects" in stated else Effects(),
        abilities=tuple(
            ability
            for where, item in several("abilities", 0, 3)
            if (ability := _read_ability(item, where, report)) is not None
        ),
        will_amount=whole("will_amount", 50, 200) if "will_amount" in stated else None,
        stated=stated,
    )


def _read_ladder(stated: Mapping[str, Any], kind: str, place: str, report: Report) -> tuple[int, ...]:
    if stated.get("ladder") == [] and kind and kind not in PROPERTY_KINDS:
        return ()
    first = report.whole(stated["value"], f"{place}.value", 0, 30) if "value" in stated else None
    if "ladder" not in stated:
        return () if first is None else (first,)
    ladder = tuple(
        report.whole(item, where, 0, 30)
        for where, item in report.items(stated["ladder"], f"{place}.ladder", 1, 8)
    )
    if any(below >= above for above, below in pairwise(ladder)):
        report.note(f"{place}.ladder", "falling_numbers", stated["ladder"])
    if first is not None and ladder and first not in ladder:
        report.note(f"{place}.value", "step_of_ladder", first)
    return ladder


def _read_amount(raw: object, place: str, report: Report) -> Amount:
    if isinstance(raw, int) and not isinstance(raw, bool):
        return Amount(report.whole(raw, place, 0, 30))
    amount = report.fields(raw, place, (), ("base", "per"))
    per = []
    for where, item in report.items(amount.get("per", []), f"{place}.per", 0, len(COUNTED)):
        each = report.fields(item, where, ("what", "each"))
        if each:
            per.append(
                PerEach(
                    report.one_of(each["what"], f"{where}.what", COUNTED),
                    report.whole(each["each"], f"{where}.each", 1, 5),
                )
            )
    return Amount(report.whole(amount.get("base", 0), f"{place}.base", 0, 30), tuple(per))


def _read_use(raw: object, place: str, report: Report) -> Use:
    use = report.fields(raw, place, ("actions", "amount"))
    if not use:
        return Use(0, Amount())
    return Use(
        report.whole(use["actions"], f"{place}.actions", 0, 8),
        _read_amount(use["amount"], f"{place}.amount", report),
    )


def _read_companion_use(raw: object, place: str, report: Report) -> CompanionUse:
    use = report.fields(raw, place, ("kind", "pounds"))
    if not use:
        return CompanionUse("", 1)
    return CompanionUse(
        report.one_of(use["kind"], f"{place}.kind", COMPANION_KINDS),
        report.whole(use["pounds"], f"{place}.pounds", 1, 15),
    )


def _read_space(raw: object, place: str, report: Report) -> MarkerSpace:
    space = report.fields(raw, place, ("kind", "amount"))
    if not space:
        return MarkerSpace("", Amount())
    return MarkerSpace(
        report.one_of(space["kind"], f"{place}.kind", COMPANION_KINDS),
        _read_amount(space["amount"], f"{place}.amount", report),
    )


def _read_effects(raw: object, place: str, report: Report) -> Effects:
    effects = report.fields(raw, place, (), ("gain_actions", "depreciate", "place_tokens"))
    gift = None
    if effects.get("place_tokens") is not None:
        where = f"{place}.place_tokens"
        said = report.fields(effects["place_tokens"], where, ("n", "kinds"), ("needs_cards",))
        if said:
            gift = MarkerGift(
                report.whole(said["n"], f"{where}.n", 1, 4),
                report.words(said["kinds"], f"{where}.kinds", COMPANION_KINDS, 1),
                report.flag(said.get("needs_cards", False), f"{where}.needs_cards"),
            )
    return Effects(
        report.whole(effects.get("gain_actions", 0), f"{place}.gain_actions", 0, 5),
        report.whole(effects.get("depreciate", 0), f"{place}.depreciate", 0, 5),
        gift,
    )


_ABILITY_FIELDS = {
    "free_trade": ("kinds", "per_round"),
    "trade_shift": ("kinds", "down", "up"),
    "free_activation": ("kinds", "per_round"),
    "spend_bonus": ("match", "pounds"),
    "extra_actions": ("n", "scope"),
    "plan_draw": ("n", "deck"),
    "hand_limit": ("n",),
}


def _read_ability(raw: object, place: str, report: Report) -> Ability | None:
    kind = raw.get("type") if isinstance(raw, Mapping) else None
    if not isinstance(kind, str) or kind not in _ABILITY_FIELDS:
        report.note(f"{place}.type", "one_of", kind, choices=list(_ABILITY_FIELDS))
        return None
    said = report.fields(raw, place, ("type", *_ABILITY_FIELDS[kind]))
    if not said:
        return None

    def whole(key: str, least: int, most: int) -> int:
        return report.whole(said[key], f"{place}.{key}", least, most)

    def words(key: str, allowed: tuple[str, ...]) -> tuple[str, ...]:
        return report.words(said[key], f"{place}.{key}", allowed, 1)

    match kind:
        case "free_trade":
            return FreeTrade(words("kinds", PROPERTY_KINDS), whole("per_round", 1, 3))
        case "trade_shift":
            return TradeShift(words("kinds", PROPERTY_KINDS), whole("down", 0, 5), whole("up", 0, 5))
        case "free_activation":
            return FreeActivation(words("kinds", PROPERTY_KINDS), whole("per_round", 1, 3))
        case "spend_bonus":
            matched = tuple(dict.fromkeys((*SYMBOLS, *PROPERTY_KINDS)))
            return SpendBonus(words("match", matched), whole("pounds", 1, 5))
        case "extra_actions":
            scope = report.one_of(said["scope"], f"{place}.scope", ("any", "white"))
            return ExtraActions(whole("n", 1, 3), scope)
        case "plan_draw":
            deck = report.one_of(said["deck"], f"{place}.deck", ("any", *REGULAR_DECKS))
            return PlanDraw(whole("n", 1, 5), deck)
        case _:
            return HandLimit(whole("n", 1, 4))


def _check_fit(card: Card, place: str, report: Report) -> None:
    """What fields say together: each kind has its border and its deck, and some fields are for some kinds."""
    border, deck, kind = card.border, card.deck, card.kind
    if kind and border != _BORDER_OF_KIND[kind]:
        report.note(f"{place}.border", "border_of_kind", border, border=_BORDER_OF_KIND[kind], kind=kind)
    if kind in _FIXED_DECK and deck != _FIXED_DECK[kind]:
        report.note(f"{place}.deck", "deck_of_kind", deck, deck=_FIXED_DECK[kind], kind=kind)
    if kind in PROPERTY_KINDS and deck not in ("property", "special"):
        report.note(f"{place}.deck", "property_deck", deck, kind=kind)
    if deck == "property" and kind and kind not in PROPERTY_KINDS:
        report.note(f"{place}.kind", "one_of", kind, choices=list(PROPERTY_KINDS))
    if deck in ("companion", "joker", "will") and kind and _DECK_OF_KIND[kind] != deck:
        report.note(f"{place}.kind", "kind_of_deck", kind, deck=deck)
    only = (
        ("crowns", card.crowns > 0, deck == "special", "lastwill.only.special"),
        ("companions", card.companions, border == "white", "lastwill.only.white"),
        ("tokens", card.spaces, border == "black", "lastwill.only.black"),
        ("play_extra_actions", card.extra_actions, border == "black", "lastwill.only.black"),
        ("play_extra_pounds", card.extra_pounds, border == "black", "lastwill.only.black"),
        ("ladder", card.ladder, kind in PROPERTY_KINDS, "lastwill.only.property"),
        ("abilities", card.abilities, kind == "helper", "lastwill.only.helper"),
        ("will_amount", card.will_amount, kind == "will", "lastwill.only.will"),
        ("options", card.options, border in ("white", "black"), "lastwill.only.white_or_black"),
        ("effects", card.has_effects, border in ("white", "black"), "lastwill.only.white_or_black"),
    )
    for field, there, fits, on in only:
        if there and not fits:
            report.note(f"{place}.{field}", "only_on", kind or border, on=on)
    if "ladder" in card.stated and kind == "farm" and len(card.ladder) > 1:
        report.note(f"{place}.ladder", "one_value", list(card.ladder))
    if "ladder" in card.stated and kind in PROPERTY_KINDS and kind != "farm" and len(card.ladder) == 1:
        report.note(f"{place}.ladder", "every_value", list(card.ladder), kind=f"lastwill.kind.{kind}")
