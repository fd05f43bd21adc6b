"""What a tag means now: a card of the box, and what may be done with it."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.message import Answer, Message, Question, say
from companion.core.refusal import Reason, Refusal
from companion.core.seats import Seat
from companion.core.tagged import Tagged
from companion.games.lastwill.cards import Card, base_id, jokers_of, pieces_of
from companion.games.lastwill.state import Held, Phase, State, over_limit

CARD = "card"
_NAMING = (Phase.SETUP, Phase.PLANNING, Phase.ERRANDS)


def read_scan(
    state: State, pending: Question | None, tagged: Tagged, reader: str
) -> Question | Mapping[str, object]:
    """A card asks what is done with it; a companion and a card of the board together place a marker.

    While somebody names drawn or laid-off cards, a card held to the reader is named at once, and only its
    owner reads which. Raises Refusal(UNKNOWN_TAG).
    """
    card = tagged.name
    if tagged.kind != CARD or base_id(card) not in state.cards:
        raise Refusal(Reason.UNKNOWN_TAG, piece=f"{tagged.kind} {tagged.name}")
    owner = state.owner_of(card)
    slot = next((slot for slot, lying in state.offer.items() if lying == card), None)
    if slot is not None and state.phase is Phase.ERRANDS and state.turn is not None:
        return _on_offer(state, state.turn, slot, card)
    if owner is None:
        naming = _naming(state, card)
        if naming is not None:
            return naming
    if state.turn is None or state.phase is not Phase.ACTIONS:
        return _look_up(state, card, owner)
    if owner is not None and owner != state.turn:
        return _look_up(state, card, owner)
    if owner is not None:
        return _on_board(state, owner, card, pending)
    if state.card(card).is_companion:
        return _companion(state, state.turn, card, pending)
    return _from_hand(state, state.turn, card, pending)


def pieces(state: State) -> tuple[Tagged, ...]:
    """Every card that the box is known to hold, copies included; none that only one hand knows."""
    jokers = jokers_of(state.cards)
    others = (card for card in state.cards.values() if card.id not in state.unseen and not card.is_joker)
    return tuple(Tagged(CARD, piece) for piece in (*(p for card in others for p in pieces_of(card)), *jokers))


def piece_name(state: State, tagged: Tagged) -> str | Message:
    """What a card is called: the name its owners entered, with the number of a second copy.

    One that has none yet goes by its kind and number.
    """
    card = state.cards.get(base_id(tagged.name))
    if card is None:
        return tagged.name
    copy = tagged.name.partition("#")[2]
    number = card.id.removeprefix(f"{card.kind}-")
    if card.name == card.id and number.isdigit():
        values = {"kind": f"lastwill.kind.{card.kind}", "number": number, "copy": copy}
        return Message("lastwill.unnamed_card", values)
    name = card.name if card.name != card.id else card.id.replace("-", " ")
    return f"{name} {copy}" if copy else name


def guess(state: State) -> tuple[Tagged, ...]:
    """What an unknown tag may be: a card of the offer, or one on the board of whose turn it is."""
    if state.turn is None:
        return ()
    if state.phase is Phase.ERRANDS:
        return tuple(Tagged(CARD, card) for card in state.offer.values() if card is not None)
    return tuple(Tagged(CARD, held.card) for held in state.players[state.turn].board)


def _naming(state: State, card: str) -> Mapping[str, object] | None:
    """The command that names a card held to a reader: of who just drew, or of who has to discard.

    Only counted hands are named: at a table that counts none a card is a look-up.
    """
    for seat in state.seats:
        player = state.players[seat]
        if player.hand is None:
            continue
        by = state.seats.name(seat)
        known = card in player.hand.known
        if state.phase is Phase.END and over_limit(state, seat):
            if known or player.hand.hidden:
                return {"do": "discard", "by": by, "cards": [card]}
        elif state.phase in _NAMING and player.unnamed and not known:
            return {"do": "drew", "by": by, "cards": [card]}
    return None


def _on_offer(state: State, seat: Seat, slot: str, card: str) -> Question:
    act = {"do": "errand", "by": state.seats.name(seat), "at": "offer", "slot": slot}
    answer = Answer(act, say("lastwill.answer.take"))
    return Question(say("lastwill.scan.offer", card=card, who=seat), (answer,), 0, (card,))


def _look_up(state: State, card: str, owner: Seat | None) -> Question:
    if owner is None:
        return Question(say("lastwill.scan.card", card=card))
    return Question(say("lastwill.scan.on_board", card=card, who=owner))


def _on_board(
    state: State, seat: Seat, card: str, pending: Question | None
) -> Question | Mapping[str, object]:
    by = state.seats.name(seat)
    companion = _pending_companion(state, pending)
    if companion is not None:
        return {"do": "companion", "by": by, "card": companion, "on": card}
    held = state.players[seat].held(card)
    assert held is not None
    answers = list(_activations(state, by, held))
    if state.card(card).is_property:
        answers.append(Answer({"do": "sell", "by": by, "card": card}, say("lastwill.answer.sell", card=card)))
    return Question(
        say("lastwill.scan.own_board", card=card, who=seat), tuple(answers), _only(answers), (card,)
    )


def _activations(state: State, by: str, held: Held) -> list[Answer]:
    card = state.card(held.card)
    if held.used or not (card.options or card.spaces or card.has_effects):
        return []
    word = "lastwill.answer.keep_up" if card.is_property else "lastwill.answer.activate"
    return [
        Answer(
            {"do": "activate", "by": by, "card": held.card, "option": option},
            say(word, card=held.card, option=option + 1 if len(card.uses()) > 1 else None),
        )
        for option in range(len(card.uses()))
        if card.markers_needed(option) <= held.markers
    ]


def _companion(
    state: State, seat: Seat, card: str, pending: Question | None
) -> Question | Mapping[str, object]:
    """A companion waits for the card it goes with; a white card scanned before takes it along."""
    by = state.seats.name(seat)
    about = pending.about if pending is not None else ()
    if about and base_id(about[0]) in state.cards:
        first = state.card(about[0])
        if state.players[seat].held(about[0]) is not None:
            return {"do": "companion", "by": by, "card": card, "on": about[0]}
        if first.border == "white" and card not in about:
            return _white(state, seat, about[0], (*about[1:], card))
        if first.is_companion and card not in about:
            return Question(say("lastwill.scan.companion", card=card), about=(*about, card))
    return Question(say("lastwill.scan.companion", card=card), about=(card,))


def _from_hand(state: State, seat: Seat, card: str, pending: Question | None) -> Question:
    kind = state.card(card)
    by = state.seats.name(seat)
    if kind.border == "white":
        about = pending.about if pending is not None else ()
        return _white(state, seat, card, tuple(one for one in about if _is_companion(state, one)))
    if kind.border == "black":
        word = "lastwill.answer.buy" if kind.is_property else "lastwill.answer.place"
        answer = Answer({"do": "play", "by": by, "card": card}, say(word, card=card))
        return Question(say("lastwill.scan.hand", card=card, who=seat), (answer,), 0, (card,))
    return Question(say("lastwill.scan.card", card=card))


def _white(state: State, seat: Seat, card: str, companions: tuple[str, ...]) -> Question:
    kind = state.card(card)
    by = state.seats.name(seat)
    act: dict[str, object] = {"do": "play", "by": by, "card": card}
    if companions:
        act["companions"] = list(companions)
    answers = [
        Answer(
            {**act, "option": option},
            say("lastwill.answer.play", card=card, option=option + 1 if len(kind.options) > 1 else None),
        )
        for option in range(max(1, len(kind.options)))
    ]
    message = say("lastwill.scan.hand", card=card, who=seat)
    if companions:
        message = say("lastwill.scan.with_companions", card=card, who=seat, companions=list(companions))
    return Question(message, tuple(answers), _only(answers), (card, *companions))


def _pending_companion(state: State, pending: Question | None) -> str | None:
    """The companion card of a question that waits, when it is the only thing put down."""
    if pending is not None and len(pending.about) == 1 and _is_companion(state, pending.about[0]):
        return pending.about[0]
    return None


def _is_companion(state: State, card: str) -> bool:
    found: Card | None = state.cards.get(base_id(card))
    return found is not None and found.is_companion


def _only(answers: list[Answer]) -> int | None:
    """The panel's ok means the one thing that can be done, when there is only one."""
    return 0 if len(answers) == 1 else None
