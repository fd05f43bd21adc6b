"""The own turn: playing and activating cards, what they do besides, the plain counter."""

from __future__ import annotations

from companion.core.draft import Draft
from companion.core.refusal import Reason, Refusal, refuse_field
from companion.core.seats import Seat
from companion.core.verbs import seat_of
from companion.games.lastwill.cards import Amount, Card, ExtraActions, FreeActivation, Use
from companion.games.lastwill.codes import Code
from companion.games.lastwill.commands import Activate, ApplyEffect, Discard, Play
from companion.games.lastwill.companions import (
    companion_pounds,
    held_card,
    needs_companions,
    put_markers,
)
from companion.games.lastwill.enrolment import enrol, enrol_all, require_in_hand
from companion.games.lastwill.errands import pass_errand
from companion.games.lastwill.estate import buy
from companion.games.lastwill.events import (
    ActionsGained,
    CardActivated,
    CardPlaced,
    CardPlayed,
    CardsDiscarded,
    EffectApplied,
    UnnamedDiscarded,
    ValueLowered,
)
from companion.games.lastwill.record import Event
from companion.games.lastwill.room import make_room
from companion.games.lastwill.rounds import pass_turn, return_jokers
from companion.games.lastwill.spending import (
    check_spending,
    free_act,
    pounds_of,
    require_phase,
    require_turn,
    spend_bonus,
    take_actions,
)
from companion.games.lastwill.state import Held, Phase, State, over_limit


def play(draft: Draft[State, Event], command: Play) -> None:
    """Play a card from the hand; its border says how. Rule: LW-6.6."""
    seat = seat_of(command.by)
    require_phase(draft, Phase.ACTIONS)
    require_turn(draft, seat)
    piece = enrol(draft, command.card, "card")
    card = draft.state.card(piece)
    match card.border:
        case "white":
            _play_white(draft, seat, piece, command)
        case "black":
            for name in _given(command, "option", "companions", "on"):
                refuse_field(name, "not_with_black", getattr(command, name))
            if not card.kind and card.deck == "property":
                refuse_field("card", "with_kind", card=piece)
            if card.is_property:
                buy(draft, seat, piece, command)
            else:
                for name in _given(command, "bonus"):
                    refuse_field(name, "not_with_black", getattr(command, name))
                _place_black(draft, seat, piece, command)
        case "companion":
            raise Code.WRONG_COMPANION.refusal(card=piece, on=None, needed=None)
        case "will":
            refuse_field("card", "playable_card", piece)
        case _:
            refuse_field("card", "with_border", card=piece)


def _play_white(draft: Draft[State, Event], seat: Seat, piece: str, command: Play) -> None:
    """Pay the actions, spend the amount, discard. Rule: LW-7.1 to LW-7.5."""
    for name in _given(command, "discard"):
        refuse_field(name, "not_with_white", getattr(command, name))
    companions = enrol_all(draft, command.companions, "companions")
    on = enrol_all(draft, command.on, "on")
    state = draft.state
    card = state.card(piece)
    option, use = _choose(card, card.options or (Use(0, Amount()),), command.option)
    gift = card.effects.markers
    for_markers = companions[len(companions) - len(on) :] if needs_companions(state, gift) else ()
    beside = companions[: len(companions) - len(for_markers)]
    amount = pounds_of(state, seat, use.amount) + companion_pounds(draft, card, beside)
    amount += spend_bonus(state, seat, card, command.bonus)
    require_in_hand(draft, seat, (piece, *companions), "companions" if companions else "card")
    check_spending(draft, seat, amount)
    actions, white = take_actions(draft, seat, use.actions, white_card=True)
    draft.add(CardPlayed(seat, piece, option, beside, amount, actions, white))
    return_jokers(draft, tuple(one for one in beside if draft.state.card(one).is_joker), seat)
    _do_effects(draft, seat, card, on, for_markers)


def _place_black(draft: Draft[State, Event], seat: Seat, piece: str, command: Play) -> None:
    """Put an expense or a helper on the board: 1 action and the printed cost. Rule: LW-8.1 to LW-8.3."""
    card = draft.state.card(piece)
    require_in_hand(draft, seat, (piece,), "card")
    make_room(draft, seat, command.discard)
    check_spending(draft, seat, card.extra_pounds)
    actions, _ = take_actions(draft, seat, 1 + card.extra_actions)
    draft.add(CardPlaced(seat, piece, card.extra_pounds, actions))
    gained = {"any": 0, "white": 0}
    for ability in card.abilities_of(ExtraActions):
        gained[ability.scope] += ability.count
    if any(gained.values()):
        # The round of coming into play counts too. Rule: A18, D21.
        draft.add(ActionsGained(seat, gained["any"], gained["white"]))


def activate(draft: Draft[State, Event], command: Activate) -> None:
    """Use a card of the board, once a round. Rule: LW-8.4 to LW-8.6, LW-9.3, D07."""
    seat = seat_of(command.by)
    require_phase(draft, Phase.ACTIONS)
    require_turn(draft, seat)
    piece = enrol(draft, command.card, "card")
    on = enrol_all(draft, command.on, "on")
    companions = enrol_all(draft, command.companions, "companions")
    held = held_card(draft, seat, piece)
    draft.require(not held.used, Code.USED_THIS_ROUND, card=piece)
    card = draft.state.card(piece)
    if not (card.options or card.spaces or card.has_effects):
        if "options" in card.stated:
            refuse_field("card", "usable_card", piece)
        refuse_field("card", "with_options", card=piece)
    option, use = _choose(card, card.uses(), command.option, held)
    draft.require(
        held.markers >= card.markers_needed(option),
        Code.NO_MARKER,
        card=piece,
        option=option,
        has=held.markers,
    )
    amount = pounds_of(draft.state, seat, use.amount) + spend_bonus(draft.state, seat, card, command.bonus)
    check_spending(draft, seat, amount)
    freed_by = (
        free_act(draft.state, seat, card.kind, FreeActivation) if card.is_property and use.actions else None
    )
    actions = 0 if freed_by is not None else take_actions(draft, seat, use.actions)[0]
    draft.add(CardActivated(seat, piece, option, amount, actions, freed_by))
    _do_effects(draft, seat, card, on, companions)


def apply_effect(draft: Draft[State, Event], command: ApplyEffect) -> None:
    """The plain counter, which guards nothing but spending while owning property. Rule: LW-12.2."""
    seat = seat_of(command.by)
    check_spending(draft, seat, -command.money)
    draft.add(EffectApplied(seat, command.money, command.actions, command.note))


def skip(draft: Draft[State, Event], seat: Seat) -> None:
    """Pass an errand boy, or the rest of the own turn. Rule: LW-5.10."""
    state = draft.state
    if state.phase not in (Phase.ERRANDS, Phase.ACTIONS):
        raise Refusal(Reason.NOT_NOW, phase=state.phase.value)
    if state.turn != seat:
        raise Refusal(Reason.NOT_YOUR_TURN, turn=state.turn)
    if state.phase is Phase.ERRANDS:
        pass_errand(draft, seat)
    else:
        pass_turn(draft, seat)


def end_turn(draft: Draft[State, Event], seat: Seat) -> None:
    """End the own turn of the actions phase."""
    if draft.state.phase is not Phase.ACTIONS:
        raise Refusal(Reason.NOT_NOW, phase=draft.state.phase.value)
    skip(draft, seat)


def discard(draft: Draft[State, Event], command: Discard) -> None:
    """Lay off cards at the end of the round, down to the hand limit. Rule: LW-13.1."""
    seat = seat_of(command.by)
    state = draft.state
    over = over_limit(state, seat)
    if state.phase is not Phase.END or not over:
        raise Refusal(Reason.NOT_NOW, phase=state.phase.value)
    count = command.count or 0
    if not command.cards and not count:
        refuse_field("cards", "cards_or_count", most=over)
    cards = enrol_all(draft, command.cards, "cards", seat)
    require_in_hand(draft, seat, cards, "cards")
    # A joker that nobody had named goes to its place whatever the hand's size.
    jokers = tuple(card for card in cards if draft.state.card(card).is_joker)
    laid_off = tuple(card for card in cards if card not in jokers)
    if len(laid_off) + count > over:
        refuse_field("cards", "at_most_cards", len(laid_off) + count, most=over)
    return_jokers(draft, jokers, seat)
    if laid_off:
        draft.add(CardsDiscarded(seat, laid_off))
    if count:
        hand = draft.state.players[seat].hand
        hidden = 0 if hand is None else hand.hidden
        if count > hidden:
            refuse_field("count", "unnamed_count", count, most=hidden)
        draft.add(UnnamedDiscarded(seat, count))


def _choose(
    card: Card, uses: tuple[Use, ...], option: int | None, held: Held | None = None
) -> tuple[int, Use]:
    """The option meant: exactly one must be. Raises Refusal(BAD_REQUEST). Rule: LW-7.5, LW-8.6."""
    if not card.options and "options" not in card.stated and not card.has_effects:
        refuse_field("card", "with_options", card=card.id)
    if option is None:
        open_uses = [
            index for index in range(len(uses)) if held is None or card.markers_needed(index) <= held.markers
        ]
        if len(open_uses) != 1:
            refuse_field("option", "one_of", choices=open_uses)
        option = open_uses[0]
    if option >= len(uses):
        refuse_field("option", "whole_number", option, least=0, most=len(uses) - 1)
    return option, uses[option]


def _do_effects(
    draft: Draft[State, Event], seat: Seat, card: Card, on: tuple[str, ...], companions: tuple[str, ...]
) -> None:
    """What using a card does besides spending; all of it is optional. Rule: LW-6.8, A13, A16, A19, A23."""
    effects = card.effects
    if effects.gain_actions:
        draft.add(ActionsGained(seat, effects.gain_actions))
    markers = 0 if effects.markers is None else effects.markers.count
    if len(on) > effects.depreciate + markers:
        refuse_field("on", "at_most_cards", len(on), most=effects.depreciate + markers)
    for target in on[: effects.depreciate]:
        _lower(draft, seat, target)
    if effects.markers is not None:
        put_markers(draft, seat, effects.markers, on[effects.depreciate :], companions)
    elif companions:
        refuse_field("companions", "no_companions", companions[0])


def _lower(draft: Draft[State, Event], seat: Seat, target: str) -> None:
    """One depreciation step; at the lowest value it is lost. Rule: A23, D13, D14."""
    held = held_card(draft, seat, target)
    if held.value is None:
        refuse_field("on", "property", target)
    if held.used and not draft.state.rules.steps_hit_maintained:
        return
    below = draft.state.card(target).step_below(held.value)
    if below != held.value:
        draft.add(ValueLowered(seat, target, below))


def _given(command: Play, *names: str) -> list[str]:
    """Which of the fields *names* somebody filled in."""
    return [name for name in names if getattr(command, name) not in (None, (), 0)]
