"""A card as it was understood, in words, and how much of the box is known."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.message import Message, say
from companion.games.lastwill.cards import (
    Ability,
    Amount,
    Card,
    ExtraActions,
    FreeActivation,
    FreeTrade,
    HandLimit,
    PlanDraw,
    SpendBonus,
    TradeShift,
)
from companion.games.lastwill.state import State, plan_spaces

BOX_SIZES = {
    "event": 31,
    "helper_expense": 39,
    "property": 24,
    "companion": 20,
    "special": 17,
    "joker": 2,
    "will": 7,
}
"""How many cards of each deck a box holds. Rule: LW-1.9."""


def signed(number: int) -> str:
    """A number with its sign as money has it: "+1", "\u22122"."""
    return f"{number:+d}".replace("-", "\u2212")


def describe(card: Card) -> tuple[Message, ...]:
    """What the program takes a card for, a sentence for each thing printed: to be checked by its owners."""
    return tuple(_sentences(card))


def missing(card: Card) -> tuple[str, ...]:
    """The schema's fields that this kind of card needs and nobody has stated; empty for a whole card."""
    needed = ["name", "kind"]
    if card.border == "white" or card.kind == "expense":
        needed.append("options")
    if card.is_property:
        needed += ["ladder", "options"]
    if card.kind == "helper":
        needed.append("abilities")
    if card.kind == "will":
        needed.append("will_amount")
    stated = set(card.stated)
    if card.kind == "farm" and "value" in stated:
        stated.add("ladder")
    if card.kind:
        stated.add("kind")
    return tuple(field for field in needed if field not in stated)


def box_warnings(state: State) -> tuple[Message, ...]:
    """What is odd about the boards and may be right: two planning spaces that give the same."""
    spaces = plan_spaces(state) or ()
    return tuple(
        say("lastwill.same_plan", place=spaces.index(space) + 1, other=number + 1)
        for number, space in enumerate(spaces)
        if spaces.index(space) != number
    )


def known_cards(state: State) -> Message:
    """How many of the box's cards are known, copies counted, and how many of those are whole."""
    open_cards = [card for card in state.cards.values() if card.id not in state.unseen]
    known = sum(card.copies or 1 for card in open_cards)
    whole = sum(card.copies or 1 for card in open_cards if not missing(card))
    return say("lastwill.cards_known", known=known, of=max(known, sum(BOX_SIZES.values())), whole=whole)


def _sentences(card: Card) -> Iterator[Message]:
    yield say(
        "lastwill.card.kind",
        kind=f"lastwill.kind.{card.kind}" if card.kind else "lastwill.kind.unknown",
        deck=f"lastwill.deck.{card.deck}" if card.deck else None,
        crowns=card.crowns or None,
    )
    if card.symbols:
        yield say("lastwill.card.symbols", symbols=[f"lastwill.symbol.{one}" for one in card.symbols])
    if card.ladder:
        yield from _value(card)
    if card.border == "black" and not card.is_property and card.kind:
        yield say("lastwill.card.put_down", actions=1 + card.extra_actions, amount=card.extra_pounds or None)
    for use in card.options:
        yield say("lastwill.card.use", actions=use.actions, amount=use.amount.base)
        yield from _counted(use.amount)
    for extra in card.companions:
        yield say("lastwill.card.companion", kind=f"lastwill.kind.{extra.kind}", amount=f"+{extra.pounds}")
    for place, space in enumerate(card.spaces, start=1):
        yield say(
            "lastwill.card.space",
            place=place,
            kind=f"lastwill.kind.{space.kind}",
            amount=space.amount.base,
        )
        yield from _counted(space.amount)
    yield from _effects(card)
    for ability in card.abilities:
        yield _ability(ability)
    if card.will_amount is not None:
        yield say("lastwill.card.will", amount=card.will_amount)
    left_out = missing(card)
    if left_out:
        yield say("lastwill.card.missing", fields=[f"lastwill.field.{field}" for field in left_out])


def _value(card: Card) -> Iterator[Message]:
    if card.kind == "farm":
        yield say("lastwill.card.farm_value", amount=card.ladder[0])
    else:
        yield say("lastwill.card.ladder", values=[str(step) for step in card.ladder])


def _counted(amount: Amount) -> Iterator[Message]:
    for per in amount.per:
        yield say("lastwill.card.per", each=f"+{per.each}", what=f"lastwill.counted.{per.what}")


def _effects(card: Card) -> Iterator[Message]:
    effects = card.effects
    if effects.gain_actions:
        yield say("lastwill.card.gain_actions", count=effects.gain_actions)
    if effects.depreciate:
        yield say("lastwill.card.depreciate", count=effects.depreciate)
    if effects.markers is not None:
        yield say(
            "lastwill.card.markers",
            count=effects.markers.count,
            kinds=[f"lastwill.kind.{kind}" for kind in effects.markers.kinds],
            cards="lastwill.card.with_cards" if effects.markers.needs_cards else None,
        )


def _ability(ability: Ability) -> Message:
    match ability:
        case FreeTrade():
            return say("lastwill.ability.free_trade", count=ability.per_round, kinds=_kind_ids(ability.kinds))
        case TradeShift():
            return say(
                "lastwill.ability.trade_shift",
                kinds=_kind_ids(ability.kinds),
                down=ability.down or None,
                up=ability.up or None,
            )
        case FreeActivation():
            return say(
                "lastwill.ability.free_activation", count=ability.per_round, kinds=_kind_ids(ability.kinds)
            )
        case SpendBonus():
            marks = [f"lastwill.mark.{mark}" for mark in ability.match]
            return say("lastwill.ability.spend_bonus", amount=f"+{ability.pounds}", marks=marks)
        case ExtraActions():
            return say(f"lastwill.ability.extra_actions_{ability.scope}", count=ability.count)
        case PlanDraw():
            return say(
                "lastwill.ability.plan_draw", count=ability.count, deck=f"lastwill.deck.{ability.deck}"
            )
        case HandLimit():
            return say("lastwill.ability.hand_limit", count=ability.count)


def _kind_ids(kinds: tuple[str, ...]) -> list[str]:
    return [f"lastwill.kind.{kind}" for kind in kinds]
