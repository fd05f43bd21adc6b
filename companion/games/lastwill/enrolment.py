"""Cards as people name them: ids, second copies, and stubs that become cards of the box."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from companion.core.draft import Draft
from companion.core.refusal import refuse_field
from companion.core.seats import Seat
from companion.games.lastwill.cards import Card, base_id
from companion.games.lastwill.codes import Code
from companion.games.lastwill.commands import CardRef
from companion.games.lastwill.events import CardWritten
from companion.games.lastwill.record import Event
from companion.games.lastwill.report import Report
from companion.games.lastwill.schema import read_card, read_cards
from companion.games.lastwill.state import State

_MOST_COPIES = 12
_MOST_CARDS = 1000
_COPY = re.compile(r"#([2-9]|1[0-2])")


def enrol(draft: Draft[State, Event], ref: CardRef, field: str, hidden_for: Seat | None = None) -> str:
    """The piece that *ref* means; a stub enters the box, or completes the card whose id it names.

    *hidden_for* is the only seat that may read a new card. Raises Refusal(BAD_REQUEST).
    """
    if isinstance(ref, str):
        return _known_piece(draft.state, ref, field)
    stated = _written_out(ref)
    piece = stated.pop("id", None)
    if piece is None:
        if not stated:
            refuse_field(field, "card_ref")
        piece = _new_id(draft.state, stated)
    if not isinstance(piece, str):
        refuse_field(f"{field}.id", "card_id", piece)
    card = base_id(piece)
    known = draft.state.cards.get(card)
    before: Mapping[str, object] = {"id": card} if known is None else known.stated
    for key, value in stated.items():
        if key in before and before[key] != value:
            refuse_field(f"{field}.{key}", "as_in_box", value, value=before[key], card=card)
    after = {**before, **stated}
    report = Report()
    written = read_card(after, field, report)
    report.close_command(field)
    if known is not None and written is not None:
        _check_lying(draft.state, known, written, field)
    if len(draft.state.cards) >= _MOST_CARDS:
        refuse_field(field, "card_of_full_box", card, most=_MOST_CARDS)
    if known is None or after != known.stated:
        draft.add(CardWritten(card, after, hidden_for))
    return _known_piece(draft.state, piece, field)


def rewrite_cards(draft: Draft[State, Event], raw: object) -> None:
    """Write cards of the box anew, whatever was said of them before: a fault is put right, a card is added.

    Cards that lie hidden in a hand stay their owner's secret. Raises Refusal(BAD_REQUEST) naming every fault.
    """
    written = read_cards(raw)
    for card in written.values():
        known = draft.state.cards.get(card.id)
        if card.id in draft.state.unseen:
            refuse_field("set.cards", "unused_id", card.id)
        if known is not None:
            _check_lying(draft.state, known, card, "set.cards")
        elif len(draft.state.cards) >= _MOST_CARDS:
            refuse_field("set.cards", "card_of_full_box", card.id, most=_MOST_CARDS)
        if known is None or known.stated != card.stated:
            draft.add(CardWritten(card.id, card.stated))


def enrol_all(
    draft: Draft[State, Event], refs: Iterable[CardRef], field: str, hidden_for: Seat | None = None
) -> tuple[str, ...]:
    """The pieces that several references mean."""
    return tuple(enrol(draft, ref, field, hidden_for) for ref in refs)


def require_in_hand(draft: Draft[State, Event], seat: Seat, pieces: tuple[str, ...], field: str) -> None:
    """Check that a hand can hold all *pieces*: known ones, else out of its hidden ones.

    A hand that nobody counts holds any card that lies on no board and has not left the game.
    """
    if len(set(pieces)) < len(pieces):
        refuse_field(field, "cards_once", ", ".join(pieces))
    hand = draft.state.players[seat].hand
    hidden = hand.hidden if hand is not None else len(pieces)
    for piece in pieces:
        owner = draft.state.owner_of(piece)
        if owner is not None or piece in draft.state.gone:
            raise Code.NOT_IN_HAND.refusal(card=piece, who=seat, owner=owner)
        if hand is None or piece not in hand.known:
            hidden -= 1
            draft.require(hidden >= 0, Code.NOT_IN_HAND, card=piece, who=seat, owner=None)


def _written_out(ref: Mapping[str, object]) -> dict[str, object]:
    """What a stub states. `actions` and `amount` are short for a single option."""
    stated = {key: value for key, value in ref.items() if value is not None}
    if "options" not in stated and ("actions" in stated or "amount" in stated):
        stated["options"] = [{"actions": stated.pop("actions", 0), "amount": stated.pop("amount", 0)}]
    return stated


def _check_lying(state: State, before: Card, after: Card, field: str) -> None:
    """What is said more about a card must fit how it lies on a board already."""
    for seat in state.seats:
        for held in state.players[seat].board:
            if base_id(held.card) != after.id:
                continue
            if after.is_property != before.is_property or after.border != "black":
                refuse_field(f"{field}.kind", "kind_where_it_lies", after.kind, card=held.card)
            if held.value is not None and len(after.ladder) > 1 and held.value not in after.ladder:
                refuse_field(f"{field}.ladder", "ladder_with_step", list(after.ladder), step=held.value)
            if after.knows_spaces and held.markers > len(after.spaces):
                refuse_field(f"{field}.tokens", "spaces_or_more", len(after.spaces), count=held.markers)


def _known_piece(state: State, piece: str, field: str) -> str:
    card = base_id(piece)
    if card not in state.cards:
        refuse_field(field, "card_of_box", piece)
    if card != piece:
        copy = _COPY.fullmatch(piece[len(card) :])
        copies = state.cards[card].copies or _MOST_COPIES
        if copy is None or int(copy[1]) > copies:
            refuse_field(field, "copy_of_card", piece, count=copies, id=card)
    return piece


def _new_id(state: State, stated: Mapping[str, object]) -> str:
    """An id that no card has, from the card's name or kind."""
    for key in ("name", "kind", "deck", "border"):
        slug = re.sub(r"[^a-z0-9]+", "-", str(stated.get(key, "")).lower()).strip("-")[:30]
        if slug:
            break
    else:
        slug = "card"
    return next(f"{slug}-{n}" for n in range(1, _MOST_CARDS + 2) if f"{slug}-{n}" not in state.cards)
