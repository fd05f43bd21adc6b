"""The buttons of a phone: what waits for a seat first, then what can be done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, combinations_with_replacement, permutations

from companion.core.message import Ask, Message, Prompt, say
from companion.core.seats import Seat
from companion.games.lastwill.candidates import choices_of, unseen_cards
from companion.games.lastwill.cards import PROPERTY_KINDS, REGULAR_DECKS
from companion.games.lastwill.errands import opera_amount, slot_is_free, why_not
from companion.games.lastwill.planning import drawn_extra, free_spaces
from companion.games.lastwill.state import (
    Phase,
    State,
    block_is_due,
    offer_slots,
    over_limit,
    owns_property,
    plan_spaces,
)
from companion.games.lastwill.turn_prompts import turn_prompts
from companion.games.lastwill.words import signed

_MOST_PAIRS = 6


def prompts(state: State, seat: Seat) -> tuple[Prompt, ...]:
    """What a seat may tap now. Cards of its hand are the seat's own secret."""
    return tuple(_warned(state, seat, one) for one in (*_requests(state, seat), *_of_phase(state, seat)))


def _warned(state: State, seat: Seat, prompt: Prompt) -> Prompt:
    """With a word before a spend that makes its player bankrupt. Rule: LW-12.3, LW-14.1."""
    money = state.money(seat)
    if prompt.pays is None or owns_property(state, seat) or not 0 < money <= prompt.pays:
        return prompt
    card = prompt.act.get("card")
    if isinstance(card, str) and prompt.act.get("do") == "play" and state.card(card).is_property:
        return prompt
    return replace(prompt, warns=say("lastwill.warns.bankrupt", amount=money - prompt.pays))


def _requests(state: State, seat: Seat) -> Iterator[Prompt]:
    for request in state.requests:
        number, amount = request.number, request.amount
        if request.payer == seat:
            pay = say("lastwill.prompt.pay_request", who=request.payee, amount=amount, note=request.note)
            yield Prompt({"do": "accept", "number": number}, pay, pays=amount, waits=True)
            decline = say("lastwill.prompt.decline_request", who=request.payee, amount=amount)
            yield Prompt({"do": "reject", "number": number}, decline, waits=True)
        elif request.payee == seat:
            back = say("lastwill.prompt.drop_request", who=request.payer, amount=amount)
            yield Prompt({"do": "reject", "number": number}, back)


def _of_phase(state: State, seat: Seat) -> Iterator[Prompt]:
    if seat in state.seats.asleep:
        return
    player = state.players[seat]
    match state.phase:
        case Phase.SETUP:
            if not player.kept:
                yield from _keeping(state, seat, waits=True)
            yield from _naming(state, seat)
        case Phase.PLANNING:
            if block_is_due(state) and state.turn == seat:
                for space in free_spaces(state):
                    message = say("lastwill.prompt.block", place=space + 1)
                    yield Prompt({"do": "block", "space": space}, message, waits=True)
            elif player.plan is None:
                yield from _planning(state, seat)
            if state.round == 1 and not player.kept and player.plan is None:
                yield from _keeping(state, seat, waits=False)
            yield from _naming(state, seat)
        case Phase.ERRANDS:
            if state.turn == seat:
                yield from _errands(state, seat)
            yield from _naming(state, seat)
        case Phase.ACTIONS:
            if state.turn == seat:
                for prompt in turn_prompts(state, seat):
                    yield replace(prompt, waits=True)
        case Phase.END:
            if over_limit(state, seat):
                yield from _discarding(state, seat)
        case Phase.OVER:
            return
    yield _counter()


def _counter() -> Prompt:
    """The plain counter: money got or paid, actions got or used."""
    ask = (
        Ask("money", "number", optional=True),
        Ask("actions", "number", optional=True),
        Ask("note", "text", optional=True),
    )
    return Prompt({"do": "effect"}, say("lastwill.prompt.effect"), ask)


def _keeping(state: State, seat: Seat, waits: bool) -> Iterator[Prompt]:
    """The two cards kept of the first six; without waiting it only begins a counted hand."""
    hand = state.players[seat].hand
    known = hand.known if hand is not None else ()
    cards = known if len(known) >= 2 else unseen_cards(state, seat, ("helper_expense", "property"))
    message = say("lastwill.prompt.keep")
    if 2 <= len(cards) <= _MOST_PAIRS and cards == known:
        pairs = tuple((list(pair), _cards(pair)) for pair in combinations(cards, 2))
        yield Prompt({"do": "keep"}, message, (Ask("cards", "choice", choices=pairs),), waits=waits)
    elif len(cards) >= 2:
        one = choices_of(cards)
        ask = Ask("cards", "choices", least=2, most=2, choices=one)
        yield Prompt({"do": "keep"}, message, (ask,), waits=waits)
    else:
        kinds = combinations_with_replacement(("expense", "helper", *PROPERTY_KINDS), 2)
        stubs = tuple(([{"kind": a}, {"kind": b}], _kinds(a, b)) for a, b in kinds)
        ask = Ask("cards", "choice", choices=stubs)
        yield Prompt({"do": "keep"}, say("lastwill.prompt.keep_kinds"), (ask,), waits=waits)


def _naming(state: State, seat: Seat) -> Iterator[Prompt]:
    """A card taken and not yet named: optional, for hands that are counted."""
    player = state.players[seat]
    more = sum(drawn_extra(state, seat).values()) + player.given - len(player.drawn)
    decks = ("helper_expense", "property") if state.phase is Phase.SETUP else REGULAR_DECKS
    cards = unseen_cards(state, seat, decks)
    if more > 0 and cards:
        ask = Ask("cards", "choice", choices=tuple(([card], _cards((card,))) for card in cards))
        yield Prompt({"do": "drew"}, say("lastwill.prompt.drew", count=more), (ask,))


def _planning(state: State, seat: Seat) -> Iterator[Prompt]:
    spaces = plan_spaces(state)
    if spaces is not None:
        if state.turn != seat:
            return
        for space in free_spaces(state):
            cards, errands, actions = spaces[space]
            message = say(
                "lastwill.prompt.plan", place=space + 1, cards=cards, errands=errands, actions=actions
            )
            yield Prompt({"do": "plan", "space": space}, message, waits=True)
        return
    order = Ask("order", "number", least=1, most=9)
    for cards, errands, actions in state.plans_seen:
        act = {"do": "plan", "cards": cards, "errands": errands, "actions": actions}
        message = say("lastwill.prompt.plan_again", cards=cards, errands=errands, actions=actions)
        yield Prompt(act, message, (order,), waits=True)
    ask = (
        order,
        Ask("cards", "number", least=0, most=9),
        Ask("errands", "number", least=0, most=3),
        Ask("actions", "number", least=0, most=6),
    )
    yield Prompt({"do": "plan"}, say("lastwill.prompt.plan_open"), ask, waits=True)


def _errands(state: State, seat: Seat) -> Iterator[Prompt]:
    yield from _offer(state, seat)
    if why_not(state, seat, "extension") is None:
        yield Prompt({"do": "errand", "at": "extension"}, say("lastwill.prompt.extension"), waits=True)
    if why_not(state, seat, "market") is None:
        orders = tuple((list(order), _market(order)) for order in sorted(set(permutations(state.market))))
        ask = Ask("order", "choice", choices=orders, optional=True)
        yield Prompt({"do": "errand", "at": "market"}, say("lastwill.prompt.market"), (ask,), waits=True)
    if why_not(state, seat, "random") is None:
        act = {"do": "errand", "at": "random"}
        yield Prompt(act, say("lastwill.prompt.random"), _which(state, seat, REGULAR_DECKS), waits=True)
    amount = opera_amount(state, seat)
    if why_not(state, seat, "opera") is None and not (
        owns_property(state, seat) and amount > state.money(seat)
    ):
        opera = say("lastwill.prompt.opera", amount=amount)
        yield Prompt({"do": "errand", "at": "opera"}, opera, pays=amount, waits=True)
    yield Prompt({"do": "skip"}, say("lastwill.prompt.skip_errand"), waits=True)


def _offer(state: State, seat: Seat) -> Iterator[Prompt]:
    slots = offer_slots(state)
    taken = {figure.slot for figure in state.figures if figure.at == "offer"}
    act: dict[str, object] = {"do": "errand", "at": "offer"}
    if slots is None:
        for name, card in state.offer.items():
            if card is not None and name not in taken:
                place = None if name == card else name
                taking = say("lastwill.prompt.take", card=card, slot=place)
                yield Prompt({**act, "slot": name}, taking, waits=True)
        ask = _which(state, seat, (*REGULAR_DECKS, "special", "joker"))
        yield Prompt(act, say("lastwill.prompt.take_any"), ask, waits=True)
        return
    for slot in slots:
        card = state.offer.get(slot.id)
        deck = slot.deck(state.round)
        if not slot_is_free(state, slot):
            continue
        at = {**act, "slot": slot.id}
        if card is not None:
            yield Prompt(at, say("lastwill.prompt.take", card=card, slot=slot.id), waits=True)
        elif deck != "joker" or not any(one.is_joker for one in state.cards.values()):
            message = say("lastwill.prompt.take_unknown", deck=f"lastwill.deck.{deck}", slot=slot.id)
            yield Prompt(at, message, _which(state, seat, (deck,)), waits=True)


def _which(state: State, seat: Seat, decks: tuple[str, ...]) -> tuple[Ask, ...]:
    """Which card it was, if anybody wants to say."""
    cards = unseen_cards(state, seat, decks)
    return (Ask("card", "choice", choices=choices_of(cards), optional=True),) if cards else ()


def _discarding(state: State, seat: Seat) -> Iterator[Prompt]:
    hand = state.players[seat].hand
    over = over_limit(state, seat)
    if hand is None:
        return
    for card in hand.known:
        message = say("lastwill.prompt.discard", card=card, count=over)
        yield Prompt({"do": "discard", "cards": [card]}, message, waits=True)
    if hand.hidden:
        count = min(over, hand.hidden)
        message = say("lastwill.prompt.discard_unnamed", count=count)
        yield Prompt({"do": "discard", "count": count}, message, waits=True)


def _market(order: tuple[int, ...]) -> Message:
    mansion, manor, flat, farm = (signed(value) for value in order)
    return say("lastwill.market", mansion=mansion, manor=manor, flat=flat, farm=farm)


def _kinds(*kinds: str) -> Message:
    return say("lastwill.kind_names", kinds=[f"lastwill.kind.{kind}" for kind in kinds])


def _cards(cards: tuple[str, ...]) -> Message:
    return say("lastwill.cards", cards=list(cards))
