"""Cards: drawn from the pile or named, and what they do."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.ledger import House
from companion.core.refusal import Reason, Refusal, refuse_field
from companion.core.seats import Seat
from companion.core.verbs import seat_of
from companion.games.monopoly.checks import Changes, need_in_game
from companion.games.monopoly.commands import Draw
from companion.games.monopoly.edition import DECKS, GO, HOTEL, SQUARES, Effect
from companion.games.monopoly.events import Charged
from companion.games.monopoly.money import charge, charge_to_each, give, rounded
from companion.games.monopoly.moving import move_to, salary, step_back
from companion.games.monopoly.piles import held_cards
from companion.games.monopoly.state import DrawDue, State, deeds_of, fine_payee, others_after
from companion.games.monopoly.turn_events import CardDrawn, SalaryPaid, SentToJail

EFFECT_KEYS = ("pay", "collect", "with", "per_house", "per_hotel", "go", "back", "jail", "keep")
_LARGEST = 10**8


def draw(draft: Changes, command: Draw) -> None:
    """Take a card and obey it at once. Raises Refusal: NOT_NOW, "wrong_card", BAD_REQUEST."""
    state = draft.state
    seat = seat_of(command.by)
    need_in_game(state, seat, "by")
    if (command.card is None) == (command.effect is None):
        refuse_field("card", "card_or_effect", command.card or "nothing")
    due = next((one for one in state.open if isinstance(one, DrawDue) and one.player == seat), None)
    draft.require(due is not None or state.rules.hands, Reason.NOT_NOW, verb="draw")
    deck = "community_chest" if command.deck == "chest" else command.deck
    if command.card is not None:
        card = state.edition.cards.get(command.card)
        if card is None:
            refuse_field("card", "card_of_edition", command.card)
        id, effect, its_deck = card.id, card.effect, card.deck
        if id in held_cards(state) or (deck or its_deck) != its_deck:
            raise Refusal("wrong_card", card=id, deck=its_deck)
    else:
        id, effect = "", read_effect(command.effect or {})
        its_deck = deck or (due.deck if due is not None else DECKS[0])
    if due is not None and its_deck != due.deck:
        # What lies in the hand is a fact: the other pile's card cannot have been drawn.
        raise Refusal("wrong_card", card=id, deck=due.deck)
    draft.add(CardDrawn(seat, its_deck, id, effect.keep))
    obey(draft, seat, effect)


def read_effect(given: Mapping[str, object]) -> Effect:
    """A card in words of the table file. Raises Refusal(BAD_REQUEST)."""
    if not set(given) - {"with"}:
        does = [key for key in EFFECT_KEYS if key != "with"]
        refuse_field("effect", "some_of", ", ".join(given) or "nothing", choices=does)
    for key, value in given.items():
        if key not in EFFECT_KEYS:
            refuse_field(f"effect: {key}", "one_of", value, choices=list(EFFECT_KEYS))
    if given.get("with", "bank") not in ("bank", "pot", "each"):
        refuse_field("effect: with", "one_of", given["with"], choices=["bank", "pot", "each"])
    for key in ("jail", "keep"):
        if not isinstance(given.get(key, False), bool):
            refuse_field(f"effect: {key}", "flag", given[key])
    return Effect(
        pay=_whole(given, "pay", 1, _LARGEST),
        collect=_whole(given, "collect", 1, _LARGEST),
        partner=str(given.get("with", "bank")),
        per_house=_whole(given, "per_house", 1, _LARGEST),
        per_hotel=_whole(given, "per_hotel", 1, _LARGEST),
        go=_whole(given, "go", 0, SQUARES - 1) if "go" in given else None,
        back=_whole(given, "back", 1, SQUARES - 1),
        jail=given.get("jail") is True,
        keep=given.get("keep") is True,
    )


def _whole(given: Mapping[str, object], key: str, least: int, most: int) -> int:
    if key not in given:
        return 0
    value = given[key]
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        refuse_field(f"effect: {key}", "whole_number", value, least=least, most=most)
    return value


def obey(draft: Changes, seat: Seat, effect: Effect) -> None:
    """Money first, then the move. Rule: MP-20 to MP-23, MP-28, MP-29."""
    state = draft.state
    if effect.collect:
        _collect(draft, seat, rounded(state, effect.collect), effect.partner)
    if effect.pay:
        _pay(draft, seat, rounded(state, effect.pay), effect.partner)
    if effect.per_house or effect.per_hotel:
        payee = fine_payee(state) if state.rules.pot_repairs else House.BANK
        charge(draft, seat, payee, rounded(state, repairs(state, seat, effect)), "repairs")
    if state.rules.hands:
        # People move their own pieces; only GO itself is sure to be reached.
        if effect.go == GO:
            draft.add(SalaryPaid(seat, salary(state, GO, by_card=True)))
        return
    if effect.jail:
        draft.add(SentToJail(seat))
    elif effect.go is not None:
        move_to(draft, seat, effect.go, by_card=True)
    elif effect.nearest:
        square = state.edition.nearest(effect.nearest, state.players[seat].position)
        move_to(draft, seat, square, by_card=True, nearest=True)
    elif effect.back:
        step_back(draft, seat, effect.back)


def _collect(draft: Changes, seat: Seat, amount: int, partner: str) -> None:
    state = draft.state
    if partner == "each":
        for other in others_after(state, seat):
            charge(draft, other, seat, amount, "card")
    elif partner == "pot":
        taken = min(amount, state.ledger.pot)
        if taken:
            draft.add(Charged(House.POT, seat, taken, "card"))
    else:
        give(draft, seat, amount, "card")


def _pay(draft: Changes, seat: Seat, amount: int, partner: str) -> None:
    state = draft.state
    if partner == "each":
        charge_to_each(draft, seat, others_after(state, seat), amount, "card")
    else:
        charge(draft, seat, House.POT if partner == "pot" else fine_payee(state), amount, "card")


def repairs(state: State, seat: Seat, effect: Effect) -> int:
    """So much a house, so much a hotel. Rule: MP-28."""
    standing = [state.holdings[deed.index].houses for deed in deeds_of(state, seat)]
    hotels = sum(houses == HOTEL for houses in standing)
    return effect.per_house * sum(houses for houses in standing if houses < HOTEL) + effect.per_hotel * hotels
