"""A trade laid down on the reader: who offers, what changes hands, who answers. All it sends is an offer."""

from __future__ import annotations

from typing import NamedTuple

from companion.core.message import Answer, Message, Question, say
from companion.core.refusal import Reason, Refusal
from companion.core.seats import Seat
from companion.core.tagged import Tagged
from companion.games.monopoly.pieces import CARD, DEED, PLAYER_CARD
from companion.games.monopoly.state import State, holding


class Laid(NamedTuple):
    """What lies there so far: things with whose they are. *called*: the partner's card is down too."""

    proposer: Seat
    things: tuple[tuple[Tagged, Seat], ...]
    partner: Seat | None = None
    called: bool = False


def seat_of(state: State, card: str | None) -> Seat | None:
    """Player card 1 is the first seat's."""
    if card is None or not card.isdecimal():
        return None
    seat = Seat(int(card) - 1)
    return seat if seat in state.seats.order else None


def laid_so_far(state: State, pending: Question | None) -> Laid | None:
    """The trade that a question is about: a player card and something of that player's; None when none is."""
    pieces = [_piece(name) for name in (() if pending is None else pending.about)]
    proposer = _whose(state, pieces[0]) if len(pieces) > 1 and pieces[0].kind == PLAYER_CARD else None
    if proposer is None:
        return None
    laid = Laid(proposer, ())
    for piece in pieces[1:]:
        owner = _whose(state, piece)
        if owner is None:
            return None
        laid = _with(laid, piece, owner)
    return laid if laid.things and laid.things[0][1] == proposer else None


def lay_down(state: State, laid: Laid, tagged: Tagged) -> Question | None:
    """Ask about the trade with one piece more; None when the piece is no part of it.

    Raises Refusal: "not_owner" or WRONG_SEAT for what belongs to a third player.
    """
    owner = _whose(state, tagged)
    if owner is None or (tagged.kind == PLAYER_CARD and owner == laid.proposer):
        return None
    return _question(state, _with(laid, tagged, owner))


def _with(laid: Laid, tagged: Tagged, owner: Seat) -> Laid:
    if owner != laid.proposer and laid.partner not in (None, owner):
        deed = next((piece for piece, of in laid.things if of == laid.partner and piece.kind == DEED), None)
        if tagged.kind == DEED:
            raise Refusal("not_owner", deed=tagged.name, who=laid.partner, owner=owner)
        if deed is not None:
            raise Refusal("not_owner", deed=deed.name, who=owner, owner=laid.partner)
        raise Refusal(Reason.WRONG_SEAT, who=laid.partner)
    partner = laid.partner if owner == laid.proposer else owner
    if tagged.kind == PLAYER_CARD:
        return laid._replace(partner=partner, called=True)
    # A piece that is laid down again lies there already.
    known = (tagged, owner) in laid.things
    return laid._replace(partner=partner, things=laid.things if known else (*laid.things, (tagged, owner)))


def _question(state: State, laid: Laid) -> Question:
    about = [
        f"{PLAYER_CARD} {laid.proposer + 1}",
        *(f"{piece.kind} {piece.name}" for piece, _ in laid.things),
    ]
    give, get = _side(laid, laid.proposer), _side(laid, laid.partner)
    values = {"player": laid.proposer, "give": _told(give), "get": _told(get) or None}
    if laid.partner is None or not laid.called:
        step = "open" if laid.partner is None else "half"
        message = say(f"monopoly.scan.trade_{step}", **values, partner=laid.partner)
        return Question(message, about=tuple(about))
    name = state.seats.name
    act = {"do": "offer", "by": name(laid.proposer), "to": name(laid.partner)}
    sides = {"give": _bundle(give), "get": _bundle(get)}
    answer = Answer({**act, **sides}, say("monopoly.scan.trade_send", player=laid.proposer))
    message = say("monopoly.scan.trade_whole", **values, partner=laid.partner)
    return Question(message, (answer,), ok=0, about=(*about, f"{PLAYER_CARD} {laid.partner + 1}"))


def _side(laid: Laid, seat: Seat | None) -> list[Tagged]:
    return [piece for piece, owner in laid.things if owner == seat]


def _bundle(pieces: list[Tagged]) -> dict[str, object]:
    """What one side gives, as the command says it."""
    deeds = [piece.name for piece in pieces if piece.kind == DEED]
    cards = sum(piece.kind == CARD for piece in pieces)
    return {**({"deeds": deeds} if deeds else {}), **({"jail_cards": cards} if cards else {})}


def _told(pieces: list[Tagged]) -> list[object]:
    """The same, each thing a message of its own."""
    things: list[Message] = [
        say("monopoly.bundle.deed", deed=piece.name) for piece in pieces if piece.kind == DEED
    ]
    cards = sum(piece.kind == CARD for piece in pieces)
    things += [say("monopoly.bundle.jail_cards", count=cards)] if cards else []
    return [{"id": thing.id, "values": dict(thing.values)} for thing in things]


def _piece(about: str) -> Tagged:
    kind, _, name = about.partition(" ")
    return Tagged(kind, name)


def _whose(state: State, piece: Tagged) -> Seat | None:
    """Who owns a deed, holds a card, or plays with a player card; None: nobody."""
    match piece.kind:
        case "deed" if piece.name in state.edition.by_id:
            return holding(state, piece.name).owner
        case "card":
            return holder_of(state, piece.name)
        case "player_card":
            return seat_of(state, piece.name)
        case _:
            return None


def holder_of(state: State, card: str) -> Seat | None:
    """Who keeps a leave-jail card."""
    return next((Seat(at) for at, player in enumerate(state.players) if card in player.cards), None)
