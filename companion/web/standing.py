"""Acts that are always at hand, whatever a game prompts: pay somebody, ask for a payment, collect."""

from __future__ import annotations

import json

from companion.core.seats import Seat
from companion.table.table import Table
from companion.web.forms import GROUPS, Form, Input, Pick, form_key, fresh_id, quick_amounts
from companion.web.text import Words


def standing_forms(table: Table, seat: Seat, words: Words, offered: frozenset[str]) -> list[Form]:
    """The forms of the verbs that every bank has, without those that the game prompts itself."""
    state = table.session.state
    name = state.seats.name(seat)
    balance = state.ledger.balance(seat)
    others = tuple(_pick(table, other) for other in state.seats.after(seat))
    note = Input("t.note", "text", words.text("ask.note"), optional=True)
    forms: list[Form] = []
    if "transfer" not in offered:
        to = (*others, Pick("bank", words.text("account.bank")), Pick("pot", words.text("account.pot")))
        forms.append(
            _form("transfer", name, words, (_seats("t.to", "to", to, words), _amount(words, balance), note))
        )
    if "request" not in offered and others:
        asked = (_seats("t.from", "from", others, words), _amount(words, None), note)
        forms.append(_form("request", name, words, asked))
    if "collect" not in offered and others:
        forms.append(_form("collect", name, words, (_amount(words, None), note)))
    return forms


def _form(do: str, name: str, words: Words, inputs: tuple[Input, ...]) -> Form:
    act = {"do": do, "by": name}
    return Form(
        key=form_key(act, do),
        id=fresh_id(),
        act=json.dumps(act, ensure_ascii=False),
        words=words.text(f"standing.{do}"),
        inputs=inputs,
        group=GROUPS[do],
        do=do,
    )


def _seats(name: str, label: str, picks: tuple[Pick, ...], words: Words) -> Input:
    return Input(name, "account", words.text(f"ask.{label}"), picks=picks)


def _amount(words: Words, most: int | None) -> Input:
    return Input("n.amount", "amount", words.text("ask.amount"), 1, most, quick=quick_amounts(1, most)[:6])


def _pick(table: Table, seat: Seat) -> Pick:
    name = table.session.state.seats.name(seat)
    return Pick(name, name, seat=seat)
