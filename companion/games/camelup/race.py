"""The end of the race: the two piles are opened and paid, the richest win."""

from __future__ import annotations

from companion.core.draft import Draft
from companion.core.refusal import Reason, Refusal, refuse_field
from companion.games.camelup.events import CardPaid, CardsRevealed, Event, GameEnded, RaceScored, Scored
from companion.games.camelup.pieces import Camel
from companion.games.camelup.state import Pile, State

PAYS = (8, 5, 3, 2)
"""For the first cards that are right; each later one gets 1. Rule: CU-28."""


def race_cards_paid(state: State) -> tuple[CardPaid, ...]:
    """Every card of both piles judged in the order laid, the winner pile first.

    *paid* is card by card: what somebody without money owes is waived. Cards of players who left, and cards
    that nobody named, pay nothing and use up no rank.

    Rule: CU-28, D16, D18, D19.
    """
    money = {seat: state.money(seat) for seat in state.seats}
    judged = []
    for on, right_camel in ((Pile.WINNER, state.leader()), (Pile.LOSER, state.last_camel())):
        right = 0
        for card in state.pile(on):
            seat, camel = card.owner, card.camel
            due = 0
            if seat in money and camel is not None:
                due = -1
                if camel == right_camel:
                    due = PAYS[right] if right < len(PAYS) else 1
                    right += 1
            paid = max(due, -money.get(seat, 0))
            if seat in money:
                money[seat] += paid
            judged.append(CardPaid(on, seat, camel, due, paid))
    return tuple(judged)


def race_scores(state: State, cards: tuple[CardPaid, ...]) -> tuple[Scored, ...]:
    """The change of money by player; under `net` the cards are added up before the floor at 0."""
    scores = []
    for seat in state.seats:
        due = sum(card.due for card in cards if card.seat == seat)
        paid = sum(card.paid for card in cards if card.seat == seat)
        if state.options.race_scoring == "net":
            paid = max(due, -state.money(seat))
        scores.append(Scored(seat, due, paid))
    return tuple(scores)


def score_race(draft: Draft[State, Event]) -> None:
    """Open both piles and pay them."""
    state = draft.state
    cards = race_cards_paid(state)
    draft.add(RaceScored(state.leader(), state.last_camel(), cards, race_scores(state, cards)))


def end_game(draft: Draft[State, Event]) -> None:
    """Most money wins; ties share the victory. Rule: CU-29, D23."""
    state = draft.state
    most = max(state.money(seat) for seat in state.seats)
    winners = tuple(seat for seat in state.seats if state.money(seat) == most)
    draft.add(GameEnded(winners, most))


def unnamed(state: State, on: Pile) -> int:
    """How many cards of a pile nobody has named; those of players who left need no name."""
    return sum(1 for card in state.pile(on) if card.camel is None and card.owner in state.seats.order)


def reveal_pile(draft: Draft[State, Event], on: Pile, cards: tuple[Camel, ...]) -> None:
    """Name the face-down cards of a pile.

    *cards* are all cards of the pile, or only those that were not named, in the order laid. Raises
    Refusal(NOT_NOW) when the pile has no unnamed card, BAD_REQUEST for a list that cannot be this pile, and
    CARD_USED for a card that its player laid elsewhere.
    """
    pile = draft.state.pile(on)
    if not unnamed(draft.state, on):
        raise Refusal(Reason.NOT_NOW, due="camelup.due.nothing_face_down", on=on.value)
    hidden = [at for at, card in enumerate(pile) if card.camel is None]
    if len(cards) == len(pile):
        named = list(cards)
    elif len(cards) == len(hidden):
        given = iter(cards)
        named = [card.camel if card.camel is not None else next(given) for card in pile]
    else:
        refuse_field("cards", "cards_of_pile", len(cards), count=len(pile))
    for at, card in enumerate(pile):
        if card.camel is not None and card.camel != named[at]:
            refuse_field("cards", "card_as_laid", named[at], camel=card.camel, place=at + 1)
    _check_once(draft, on, named, hidden)
    draft.add(CardsRevealed(on, tuple(named)))


def _check_once(draft: Draft[State, Event], on: Pile, named: list[Camel], hidden: list[int]) -> None:
    """Each player has one card of each camel. Rule: CU-16, D21."""
    state = draft.state
    laid = {(card.seat, card.camel) for card in (*state.winner_pile, *state.loser_pile)}
    for at in hidden:
        card = (state.pile(on)[at].seat, named[at])
        draft.require(card not in laid, "card_used", camel=named[at], who=card[0])
        laid.add(card)
