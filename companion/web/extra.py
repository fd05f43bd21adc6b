"""Acts that no prompt shows, because nothing waits for them: a piece set by hand, a card of another box."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from companion.core.seats import Role, Seat
from companion.core.verbs import Device
from companion.table.hammer import running_lot
from companion.table.table import Table
from companion.web.board import DEED_AT
from companion.web.chips import deed_chip
from companion.web.forms import Form, Input, Pick, form_key, fresh_id
from companion.web.look import is_out
from companion.web.rules import has_pot
from companion.web.text import Words

_SQUARES = 40
_MOST_LEVELS = 15
_DECKS = ("chance", "community_chest")


def seat_extras(table: Table, seat: Seat, by: Mapping[str, str], words: Words) -> list[Form]:
    """What a seat may do beside its prompts. *by* says who enters it."""
    verbs, view = table.game.verbs, table.session.view(seat)
    forms: list[Form] = []
    turn = table.game.turn(table.session.state)
    if "land" in verbs and turn is not None:
        forms.append(_form("land", by, words, _squares("c.square", words)))
    prompted = {prompt.act.get("do") for prompt in table.game.prompts(table.session.state, seat)}
    if "draw" in verbs and (turn is None or "draw" in prompted):
        forms.append(_form("draw", by, words, *_effect(table, words)))
    if "draw" in verbs and turn is None:
        forms.append(_drawn(table, by, words))
    own = [deed for deed, held in view.get("deeds", {}).items() if held.get("owner") == words.names[seat]]
    levels = Input("n.count", "number", words.text("ask.levels"), 1, _MOST_LEVELS, optional=True)
    for verb in ("build", "sell_building"):
        streets = [deed for deed in own if not deed.startswith(("rail", "utility"))]
        if verb in verbs and streets:
            forms.append(_form(verb, by, words, _deeds("t.deed", streets, words), levels))
    if "leave" in verbs:
        others = [
            Pick(words.names[other], words.names[other], seat=other)
            for other in table.session.state.seats.after(seat)
            if not is_out(table, other, view)
        ]
        to = Input("t.to", "account", words.text("ask.leave_to"), picks=(*_leave_to(words), *others))
        forms.append(_form("leave", {**by, "who": words.names[seat]}, words, to))
    return forms


def forgotten_turn(table: Table, seat: Seat, words: Words) -> Form | None:
    """The button of the next player for somebody who went without ending the turn."""
    state, verbs = table.session.state, table.game.verbs
    turn = table.game.turn(state)
    if turn is None or turn == seat or verbs["end_turn"].device is not Device.NEXT:
        return None
    if state.seats.next_after(turn) != seat:
        return None
    if not any(prompt.act.get("do") == "end_turn" for prompt in table.game.prompts(state, turn)):
        return None
    act = {"do": "end_turn", "by": words.names[turn]}
    return _made(act, words.text("extra.end_turn", who=int(turn)), ())


def banker_extras(table: Table, words: Words) -> list[Form]:
    """What only the banker may do in this game."""
    verbs, by = table.game.verbs, {"by": "banker"}
    forms: list[Form] = []
    won = any(matter.get("won") for matter in table.session.view(Role.TABLE).get("open", []))
    if "hammer" in verbs and won and running_lot(table.session) is None:
        forms.append(_form("hammer", by, words))
    if "auction" in verbs:
        what = tuple(Pick(one, words.text(f"extra.{one}")) for one in ("house", "hotel"))
        forms.append(
            _form("auction", by, words, Input("t.what", "choice", words.text("ask.what"), picks=what))
        )
    if "deal" in verbs:
        deeds = tuple(table.session.view(Role.TABLE).get("deeds", {}))
        forms.append(
            _form(
                "deal",
                by,
                words,
                *(
                    Input(f"l.deeds.{name}", "several_deeds", name, optional=True, picks=_picks(deeds, words))
                    for name in words.names
                    if "." not in name  # a dot parts the names of a field
                ),
            )
        )
    return forms


def buy_for(table: Table, by: Mapping[str, str], words: Words) -> list[Form]:
    """A deed sold by the banker at the price that was agreed aloud."""
    free = [
        deed
        for deed, held in table.session.view(Role.TABLE).get("deeds", {}).items()
        if held.get("owner") is None
    ]
    if "buy" not in table.game.verbs or not free:
        return []
    price = Input("n.price", "amount", words.text("ask.price"), 0, optional=True)
    return [_form("buy", by, words, _deeds("t.deed", free, words), price)]


def _effect(table: Table, words: Words) -> tuple[Input, ...]:
    """A card that the edition's list does not hold, put together from what cards do."""

    def amount(name: str) -> Input:
        return Input(f"n.effect.{name}", "amount", words.text(f"effect.{name}"), 1, optional=True)

    payees = ("bank", "pot", "each") if has_pot(table) else ("bank", "each")
    partners = tuple(Pick(one, words.text(f"effect.with.{one}")) for one in payees)
    yes = (Pick("true", words.text("option.yes")),)
    decks = tuple(Pick(one, words.piece("deck", one)) for one in _DECKS)
    return (
        Input("t.deck", "choice", words.text("field.deck"), optional=True, picks=decks),
        amount("pay"),
        amount("collect"),
        Input("t.effect.with", "account", words.text("effect.with"), optional=True, picks=partners),
        amount("per_house"),
        amount("per_hotel"),
        _squares("c.effect.go", words, "effect.go", optional=True),
        Input("n.effect.back", "number", words.text("effect.back"), 1, _SQUARES - 1, optional=True),
        Input("c.effect.jail", "choice", words.text("effect.jail"), optional=True, picks=yes),
        Input("c.effect.keep", "choice", words.text("effect.keep"), optional=True, picks=yes),
    )


def _drawn(table: Table, by: Mapping[str, str], words: Words) -> Form:
    """A card of the box that somebody drew where the companion does not follow the pieces."""
    cards = tuple(
        Pick(piece.name, words.piece("card", piece.name))
        for piece in table.game.pieces(table.session.state)
        if piece.kind == "card"
    )
    card = Input("t.card", "choice", words.text("ask.card"), picks=cards)
    return _made({"do": "draw", **by}, words.text("extra.drawn"), (card,))


def _squares(name: str, words: Words, label: str = "ask.square", optional: bool = False) -> Input:
    picks = tuple(Pick(str(square), f"{square} {_square_name(square, words)}") for square in range(_SQUARES))
    return Input(name, "choice", words.text(label), optional=optional, picks=picks)


def _square_name(square: int, words: Words) -> str:
    deed = DEED_AT.get(square)
    return words.piece("deed", deed) if deed else words.piece("square", str(square))


def _deeds(name: str, deeds: list[str], words: Words) -> Input:
    picks = tuple(Pick(deed, words.piece("deed", deed), chip=deed_chip(deed)) for deed in deeds)
    return Input(name, "choice", words.text("ask.deed"), picks=picks)


def _picks(deeds: tuple[str, ...], words: Words) -> tuple[Pick, ...]:
    return tuple(Pick(json.dumps(deed), words.piece("deed", deed)) for deed in deeds)


def _leave_to(words: Words) -> tuple[Pick, ...]:
    return tuple(Pick(where, words.text(f"leave.{where}")) for where in ("bank", "auction", "sleep"))


def _form(do: str, by: Mapping[str, Any], words: Words, *inputs: Input) -> Form:
    return _made({"do": do, **by}, words.text(f"extra.{do}"), inputs)


def _made(act: Mapping[str, Any], words: str, inputs: tuple[Input, ...]) -> Form:
    key = form_key(act, f"extra {words}")
    return Form(key, fresh_id(), json.dumps(act, ensure_ascii=False), words, inputs)
