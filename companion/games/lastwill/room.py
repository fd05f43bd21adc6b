"""Places on a board: a black card needs a free one, and an earlier card may make room."""

from __future__ import annotations

from companion.core.draft import Draft
from companion.core.seats import Seat
from companion.games.lastwill.cards import ExtraActions
from companion.games.lastwill.codes import Code
from companion.games.lastwill.commands import CardRef
from companion.games.lastwill.companions import held_card
from companion.games.lastwill.enrolment import enrol
from companion.games.lastwill.events import ActionsGained, CardRemoved
from companion.games.lastwill.record import Event
from companion.games.lastwill.state import State, places


def make_room(draft: Draft[State, Event], seat: Seat, discard: CardRef | None) -> None:
    """Discard an own earlier card when *discard* names one; then a place must be free.

    Rule: LW-8.1, LW-8.2, D08, D09.
    """
    if discard is not None:
        _remove(draft, seat, enrol(draft, discard, "discard"))
    has = places(draft.state, seat)
    if len(draft.state.players[seat].board) >= has:
        draft.refuse(Code.NO_SPACE, card=None, what="places", places=has)


def _remove(draft: Draft[State, Event], seat: Seat, piece: str) -> None:
    held_card(draft, seat, piece)
    card = draft.state.card(piece)
    draft.require(not card.is_property, Code.NOT_DISCARDABLE, card=piece)
    draft.add(CardRemoved(seat, piece))
    if draft.state.rules.keep_gained_action:
        return
    player = draft.state.players[seat]
    lost = {"any": 0, "white": 0}
    for ability in card.abilities_of(ExtraActions):
        lost[ability.scope] += ability.count
    any_lost = min(lost["any"], max(0, player.actions))
    white_lost = min(lost["white"], max(0, player.white_actions))
    if any_lost or white_lost:
        draft.add(ActionsGained(seat, -any_lost, -white_lost))
