"""Companion cards: on white cards, and as markers on black ones, from the top down."""

from __future__ import annotations

from companion.core.draft import Draft
from companion.core.refusal import refuse_field
from companion.core.seats import Seat
from companion.core.verbs import seat_of
from companion.games.lastwill.cards import COMPANION_KINDS, Card, CompanionUse, MarkerGift, MarkerSpace
from companion.games.lastwill.codes import Code
from companion.games.lastwill.commands import PlaceCompanion
from companion.games.lastwill.enrolment import enrol, require_in_hand
from companion.games.lastwill.events import MarkerPlaced, UnnamedDiscarded
from companion.games.lastwill.record import Event
from companion.games.lastwill.rounds import return_jokers
from companion.games.lastwill.spending import require_phase, require_turn, take_actions
from companion.games.lastwill.state import Held, Phase, State


def place_companion(draft: Draft[State, Event], command: PlaceCompanion) -> None:
    """Put a marker on the topmost free space of a card. Rule: LW-10.3 to LW-10.6."""
    seat = seat_of(command.by)
    require_phase(draft, Phase.ACTIONS)
    require_turn(draft, seat)
    card = enrol(draft, command.card, "card")
    on = enrol(draft, command.on, "on")
    held = held_card(draft, seat, on)
    space = next_space(draft.state, held)
    kind = companion_kind(draft.state.card(card), "card")
    if command.kind is not None and kind not in ("any", command.kind):
        draft.refuse(Code.WRONG_COMPANION, card=card, on=on, needed=_word(command.kind))
    stands_for = (command.kind or space.kind) if kind == "any" else kind
    draft.require(stands_for == space.kind, Code.WRONG_COMPANION, card=card, on=on, needed=_word(space.kind))
    require_in_hand(draft, seat, (card,), "card")
    actions, _ = take_actions(draft, seat, 1)
    draft.add(MarkerPlaced(seat, on, space.kind, card, actions))
    if kind == "any":
        return_jokers(draft, (card,), seat)


def held_card(draft: Draft[State, Event], seat: Seat, card: str) -> Held:
    """The card on the own board. Raises Refusal(NOT_ON_BOARD), which no override passes: nothing is there."""
    held = draft.state.players[seat].held(card)
    if held is None:
        raise Code.NOT_ON_BOARD.refusal(card=card, who=seat)
    return held


def next_space(state: State, held: Held) -> MarkerSpace:
    """The topmost free marker space of a card.

    Raises Refusal: NO_SPACE when there is none, BAD_REQUEST when nobody entered its marker spaces.
    """
    card = state.card(held.card)
    if not card.knows_spaces:
        refuse_field("on", "with_tokens", card=held.card)
    if held.markers >= len(card.spaces):
        raise Code.NO_SPACE.refusal(card=held.card, what="markers")
    return card.spaces[held.markers]


def companion_kind(card: Card, field: str) -> str:
    """The kind of a companion card. Raises Refusal(WRONG_COMPANION), or BAD_REQUEST for an unknown kind."""
    if not card.kind and card.border in ("", "companion"):
        refuse_field(field, "with_kind_of", card=card.id, kinds=[_word(kind) for kind in COMPANION_KINDS])
    if not card.is_companion:
        raise Code.WRONG_COMPANION.refusal(card=card.id, on=None, needed=None)
    return card.kind


def companion_pounds(draft: Draft[State, Event], white: Card, pieces: tuple[str, ...]) -> int:
    """What companion cards add to a white card: each printed option once, a joker the dearest one left.

    Raises Refusal(WRONG_COMPANION). Rule: LW-7.2, LW-7.3, D25.
    """
    left = sorted(white.companions, key=lambda use: -use.pounds)
    pounds = 0
    kinds = [(companion_kind(draft.state.card(piece), "companions"), piece) for piece in pieces]
    for kind, piece in sorted(kinds, key=lambda pair: pair[0] == "any"):
        use: CompanionUse | None = next((one for one in left if kind in ("any", one.kind)), None)
        if use is None:
            draft.refuse(Code.WRONG_COMPANION, card=piece, on=white.id, needed=None)
            continue
        left.remove(use)
        pounds += use.pounds
    return pounds


def put_markers(
    draft: Draft[State, Event],
    seat: Seat,
    gift: MarkerGift,
    on: tuple[str, ...],
    cards: tuple[str, ...],
) -> None:
    """Put the markers an effect gives on own cards, in the usual order. Rule: A13, D24.

    *cards* are the companion cards given for them where the effect takes some; left out, they are taken from
    the hand: a known card of the due kind, else one nobody named, else a joker.
    """
    needs_cards = needs_companions(draft.state, gift)
    if needs_cards and cards and len(cards) != len(on):
        refuse_field("companions", "companions_for_markers", len(cards), count=len(on))
    for index, target in enumerate(on):
        held = held_card(draft, seat, target)
        space = next_space(draft.state, held)
        draft.require(
            space.kind in gift.kinds, Code.WRONG_COMPANION, card=None, on=target, needed=_word(space.kind)
        )
        given = None
        if needs_cards:
            given = cards[index] if cards else _from_hand(draft, seat, space.kind, target)
        if given is not None:
            kind = companion_kind(draft.state.card(given), "companions")
            draft.require(
                kind in ("any", space.kind),
                Code.WRONG_COMPANION,
                card=given,
                on=target,
                needed=_word(space.kind),
            )
            require_in_hand(draft, seat, (given,), "companions")
        draft.add(MarkerPlaced(seat, target, space.kind, given, 0))
        if given is not None and draft.state.card(given).is_joker:
            return_jokers(draft, (given,), seat)


def _from_hand(draft: Draft[State, Event], seat: Seat, kind: str, on: str) -> str | None:
    """A companion card of the hand for a marker of *kind*; None when it is one that nobody named.

    Raises Refusal(NOT_IN_HAND) when a counted hand cannot hold one.
    """
    hand = draft.state.players[seat].hand
    if hand is None:
        return None
    of_kind, jokers = [], []
    for piece in hand.known:
        card = draft.state.card(piece)
        if card.is_joker:
            jokers.append(piece)
        elif card.kind == kind:
            of_kind.append(piece)
    if of_kind:
        return of_kind[0]
    if hand.hidden:
        draft.add(UnnamedDiscarded(seat, 1))
        return None
    if not jokers:
        draft.refuse(Code.NOT_IN_HAND, card=_word(kind), who=seat, owner=None)
        return None
    return jokers[0]


def _word(kind: str) -> str:
    """The catalogue's word for a companion kind."""
    return f"lastwill.kind.{kind}"


def needs_companions(state: State, gift: MarkerGift | None) -> bool:
    """Whether markers of an effect take companion cards from the hand."""
    return gift is not None and (gift.needs_cards or state.rules.animal_markers_need_cards)
