"""The buttons of the own turn: cards of the hand, cards of the board, the market, the end of the turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.message import Ask, Message, Prompt, say
from companion.core.seats import Seat
from companion.games.lastwill.candidates import choices_of, hand_cards
from companion.games.lastwill.cards import Amount, Card, FreeActivation, FreeTrade, Use
from companion.games.lastwill.companions import needs_companions
from companion.games.lastwill.estate import price_of
from companion.games.lastwill.spending import (
    free_act,
    pounds_of,
    spend_bonuses,
    sums,
    trade_shifts,
)
from companion.games.lastwill.state import Held, State, owns_property, places, properties_of
from companion.games.lastwill.words import signed


def turn_prompts(state: State, seat: Seat) -> Iterator[Prompt]:
    """What the player whose turn it is may do; only what the rules allow as far as the cards are known."""
    known, possible = hand_cards(state, seat)
    companions = tuple(card for card in (*known, *possible) if state.card(card).is_companion)
    for card in known:
        if not state.card(card).is_companion:
            yield from _from_hand(state, seat, card, companions)
    yield from _from_hidden(state, seat, possible, companions)
    board = state.players[seat].board
    for held in board:
        yield from _activations(state, seat, held)
    for held in board:
        yield from _markers(state, seat, held, companions)
    for held in board:
        yield from _sale(state, seat, held)
    yield from _stubs(state, seat)
    yield Prompt({"do": "end_turn"}, say("lastwill.prompt.end_turn"), waits=True)


def _from_hand(state: State, seat: Seat, piece: str, companions: tuple[str, ...]) -> Iterator[Prompt]:
    card = state.card(piece)
    actions = max(0, state.players[seat].actions)
    if card.border == "white":
        for option, use in enumerate(card.options or (Use(0, Amount()),)):
            if use.actions <= actions + max(0, state.players[seat].white_actions):
                yield from _white(state, seat, piece, option, companions)
    elif card.is_property and card.ladder:
        price = price_of(state, seat, card, card.ladder[0])
        free = free_act(state, seat, card.kind, FreeTrade) is not None
        if (actions or free) and price <= state.money(seat) and _has_room(state, seat):
            ask = (*_shift(state, seat, card), *_room(state, seat))
            message = say("lastwill.prompt.buy", card=piece, amount=price)
            yield Prompt({"do": "play", "card": piece}, message, ask, pays=price)
    elif (
        card.border == "black" and card.deck != "property" and not card.is_property and _has_room(state, seat)
    ):
        cost = 1 + card.extra_actions
        if cost <= actions and _may_spend(state, seat, card.extra_pounds):
            message = say("lastwill.prompt.place", card=piece, actions=cost, amount=card.extra_pounds or None)
            pays = card.extra_pounds or None
            yield Prompt({"do": "play", "card": piece}, message, _room(state, seat), pays=pays)


def _from_hidden(
    state: State, seat: Seat, possible: tuple[str, ...], companions: tuple[str, ...]
) -> Iterator[Prompt]:
    """Cards that may be in a hand, in a few buttons: many of them are not."""
    offered = {card: tuple(_from_hand(state, seat, card, companions)) for card in possible}
    play: list[tuple[object, Message]] = []
    place: list[tuple[object, Message]] = []
    buy: list[tuple[object, Message]] = []
    for card, ways in offered.items():
        kind = state.card(card)
        if kind.border == "white" and len(ways) == len(kind.options) == 1 and not ways[0].ask:
            play.append((card, say("lastwill.card_for", card=card, amount=ways[0].pays or 0)))
        elif kind.border == "white" and ways:
            yield _one_of(card, ways)
        elif kind.is_property and ways and any(ask.field == "bonus" for ask in ways[0].ask):
            yield ways[0]
        elif kind.is_property and ways:
            buy.append((card, say("lastwill.card_for", card=card, amount=ways[0].pays or 0)))
        elif ways:
            place.append((card, say("lastwill.card_name", card=card)))
    room = _room(state, seat)
    for choices, message, ask in (
        (play, say("lastwill.prompt.play_some"), ()),
        (place, say("lastwill.prompt.place_some"), room),
        (buy, say("lastwill.prompt.buy_some"), room),
    ):
        if choices:
            which = Ask("card", "choice", choices=tuple(choices))
            yield Prompt({"do": "play"}, message, (which, *ask))


def _one_of(card: str, ways: tuple[Prompt, ...]) -> Prompt:
    """One button for a white card, its options to choose from."""
    options = tuple((way.act["option"], _use_words(way)) for way in ways)
    act: dict[str, object] = {"do": "play", "card": card}
    ask = ways[0].ask
    if len(options) > 1:
        ask = (Ask("option", "choice", choices=options), *ask)
    else:
        act = dict(ways[0].act)
    return Prompt(act, say("lastwill.prompt.play_option", card=card), ask)


def _use_words(way: Prompt) -> Message:
    values = way.message.values
    return say("lastwill.use", actions=values["actions"], amount=values["amount"])


def _white(
    state: State, seat: Seat, piece: str, option: int, companions: tuple[str, ...]
) -> Iterator[Prompt]:
    card = state.card(piece)
    if not card.options and not card.has_effects:
        return
    use = (card.options or (Use(0, Amount()),))[option]
    cheap = pounds_of(state, seat, use.amount)
    if not _may_spend(state, seat, cheap):
        return
    act, amount = _with_bonus(state, seat, card, {"do": "play", "card": piece, "option": option}, cheap)
    ask = (*_with(state, card, companions), *_bonus(state, seat, card), *_on(state, seat, card))
    message = say("lastwill.prompt.play", card=piece, actions=use.actions, amount=amount)
    yield Prompt(act, message, ask, pays=amount or None)


def _activations(state: State, seat: Seat, held: Held) -> Iterator[Prompt]:
    card = state.card(held.card)
    actions = max(0, state.players[seat].actions)
    if not held.used and (card.options or card.spaces or card.has_effects):
        free = card.is_property and free_act(state, seat, card.kind, FreeActivation) is not None
        for option, use in enumerate(card.uses()):
            cheap = pounds_of(state, seat, use.amount)
            open_now = card.markers_needed(option) <= held.markers
            if open_now and (free or use.actions <= actions) and _may_spend(state, seat, cheap):
                yield _activation(state, seat, held, option, 0 if free else use.actions, cheap)


def _markers(state: State, seat: Seat, held: Held, companions: tuple[str, ...]) -> Iterator[Prompt]:
    card = state.card(held.card)
    if state.players[seat].actions > 0 and held.markers < len(card.spaces):
        kind = card.spaces[held.markers].kind
        for companion in companions:
            if state.card(companion).kind in (kind, "any"):
                act = {"do": "companion", "card": companion, "on": held.card}
                message = say("lastwill.prompt.companion", companion=companion, card=held.card)
                yield Prompt(act, message, _joker_as(state, companion, kind))


def _joker_as(state: State, companion: str, kind: str) -> tuple[Ask, ...]:
    """What a joker stands for, if anybody wants to say."""
    if not state.card(companion).is_joker:
        return ()
    named = say("lastwill.kind_name", kind=f"lastwill.kind.{kind}")
    return (Ask("as", "choice", choices=((kind, named),), optional=True),)


def _sale(state: State, seat: Seat, held: Held) -> Iterator[Prompt]:
    card = state.card(held.card)
    if held.value is not None:
        free = free_act(state, seat, card.kind, FreeTrade) is not None
        if free or state.players[seat].actions > 0:
            price = price_of(state, seat, card, held.value)
            message = say("lastwill.prompt.sell", card=held.card, amount=price)
            yield Prompt({"do": "sell", "card": held.card}, message, _shift(state, seat, card))


def _activation(state: State, seat: Seat, held: Held, option: int, actions: int, cheap: int) -> Prompt:
    card = state.card(held.card)
    act, amount = _with_bonus(
        state, seat, card, {"do": "activate", "card": held.card, "option": option}, cheap
    )
    word = "lastwill.prompt.keep_up" if card.is_property else "lastwill.prompt.activate"
    message = say(word, card=held.card, actions=actions, amount=amount)
    ask = (*_bonus(state, seat, card), *_on(state, seat, card))
    return Prompt(act, message, ask, pays=amount or None)


def _stubs(state: State, seat: Seat) -> Iterator[Prompt]:
    """A card that the box does not know yet, by what it shows. Farms and houses want their value."""
    hand = state.players[seat].hand
    if hand is not None and not hand.hidden:
        return
    name = Ask("card.name", "text", optional=True)
    spends = (Ask("card.actions", "number", least=0, most=8), Ask("card.amount", "amount", least=0, most=30))
    white = {"do": "play", "card": {"kind": "event"}}
    yield Prompt(white, say("lastwill.prompt.new_white"), (name, *spends))
    if _has_room(state, seat) and state.players[seat].actions > 0:
        expense = {"do": "play", "card": {"kind": "expense"}}
        yield Prompt(expense, say("lastwill.prompt.new_expense"), (name, *spends))
        helper = {"do": "play", "card": {"kind": "helper"}}
        yield Prompt(helper, say("lastwill.prompt.new_helper"), (name,))
        kinds = tuple(
            (kind, say("lastwill.kind_name", kind=f"lastwill.kind.{kind}"))
            for kind in ("mansion", "manor", "flat", "farm")
        )
        ask = (
            Ask("card.kind", "choice", choices=kinds),
            Ask("card.value", "amount", least=0, most=30),
            name,
            *(replace(ask, optional=True) for ask in spends),
        )
        yield Prompt({"do": "play", "card": {}}, say("lastwill.prompt.new_property"), ask)


def _with(state: State, card: Card, companions: tuple[str, ...]) -> tuple[Ask, ...]:
    """Companions for the printed options: none, one, or as many as fit."""
    kinds = [use.kind for use in card.companions]
    fitting = [one for one in companions if state.card(one).kind in ("any", *kinds)]
    if not kinds or not fitting:
        return ()
    chosen: list[str] = []
    left = list(kinds)
    for one in fitting:
        kind = state.card(one).kind
        if kind in left or (kind == "any" and left):
            chosen.append(one)
            left.remove(kind if kind in left else left[0])
    return _several("companions", tuple(fitting), min(len(kinds), len(fitting)), chosen)


def _several(field: str, cards: tuple[str, ...], most: int, together: list[str]) -> tuple[Ask, ...]:
    """Up to *most* of some cards: one by a tap, several each in a list, or all of them *together*."""
    if not cards:
        return ()
    if most == 1 or len(cards) == 1:
        choices: list[tuple[object, Message]] = [([one], say("lastwill.cards", cards=[one])) for one in cards]
        if len(together) > 1:
            choices.append((together, say("lastwill.cards", cards=together)))
        return (Ask(field, "choice", choices=tuple(choices), optional=True),)
    return (Ask(field, "choices", most=most, choices=choices_of(cards), optional=True),)


def _with_bonus(
    state: State, seat: Seat, card: Card, act: dict[str, object], cheap: int
) -> tuple[dict[str, object], int]:
    """The act and what it spends with the whole bonus, or with as much of it as may be spent."""
    bonuses = spend_bonuses(state, seat, card)
    possible = [
        more for more in sums((0, bonus) for bonus in bonuses) if _may_spend(state, seat, cheap + more)
    ]
    best = max(possible)
    if best != sum(bonuses):
        act["bonus"] = best
    return act, cheap + best


def _bonus(state: State, seat: Seat, card: Card) -> tuple[Ask, ...]:
    bonuses = spend_bonuses(state, seat, card)
    if not bonuses:
        return ()
    possible = sorted(sums((0, bonus) for bonus in bonuses), reverse=True)
    choices = tuple((bonus, say("lastwill.bonus", amount=signed(bonus))) for bonus in possible)
    return (Ask("bonus", "choice", choices=choices, optional=True),)


def _shift(state: State, seat: Seat, card: Card) -> tuple[Ask, ...]:
    shifts = trade_shifts(state, seat, card.kind)
    if not shifts:
        return ()
    possible = sorted(sums((-down, 0, up) for down, up in shifts))
    choices = tuple((shift, say("lastwill.bonus", amount=signed(shift))) for shift in possible)
    return (Ask("bonus", "choice", choices=choices, optional=True),)


def _on(state: State, seat: Seat, card: Card) -> tuple[Ask, ...]:
    """Where steps or markers of an effect go; a card may be named again."""
    effects = card.effects
    if effects.depreciate:
        owned = tuple(held.card for held in properties_of(state, seat))
        return _several("on", owned, effects.depreciate, [*owned[:1]] * effects.depreciate)
    if effects.markers is None:
        return ()
    gift = effects.markers
    fitting = tuple(
        held.card
        for held in state.players[seat].board
        if any(space.kind in gift.kinds for space in state.card(held.card).spaces[held.markers :][:1])
    )
    room = sum(len(state.card(one).spaces) - _held(state, seat, one).markers for one in fitting)
    most = min(gift.count, room)
    ask = _several("on", fitting, most, [*fitting[:1]] * most if len(fitting) == 1 else [])
    if not ask or not needs_companions(state, gift):
        return ask
    known, possible = hand_cards(state, seat)
    cards = tuple(one for one in (*known, *possible) if state.card(one).kind in (*gift.kinds, "any"))
    return (*ask, *_several("companions", cards, min(gift.count, len(cards)), []))


def _held(state: State, seat: Seat, card: str) -> Held:
    return next(held for held in state.players[seat].board if held.card == card)


def _room(state: State, seat: Seat) -> tuple[Ask, ...]:
    """Which earlier card makes room; needed when no place is free."""
    board = state.players[seat].board
    removable = [held.card for held in board if held.value is None]
    if not removable:
        return ()
    full = len(board) >= places(state, seat)
    return (Ask("discard", "choice", choices=choices_of(removable), optional=not full),)


def _has_room(state: State, seat: Seat) -> bool:
    board = state.players[seat].board
    return len(board) < places(state, seat) or any(held.value is None for held in board)


def _may_spend(state: State, seat: Seat, amount: int) -> bool:
    return amount <= max(0, state.money(seat)) or not owns_property(state, seat)
