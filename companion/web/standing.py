"""Acts that are always at hand, whatever a game prompts: pay somebody, ask for a payment, collect."""

from __future__ import annotations

import json
from dataclasses import replace

from flask import url_for

from companion.core.seats import Role, Seat
from companion.table.table import Table
from companion.web.forms import GROUPS, Form, Input, Pick, form_key, fresh_id, quick_amounts
from companion.web.look import is_out, is_over
from companion.web.rules import has_pot
from companion.web.text import Words


def standing_forms(table: Table, seat: Seat, words: Words, offered: frozenset[str]) -> list[Form]:
    """The forms of the verbs that every bank has, without those that the game prompts itself."""
    state, view = table.session.state, table.session.view(Role.TABLE)
    if is_over(view) or is_out(table, seat, view):
        return []
    name = state.seats.name(seat)
    balance = state.ledger.balance(seat)
    others = tuple(_pick(table, other) for other in state.seats.after(seat) if not is_out(table, other, view))
    note = Input("t.note", "text", words.text("ask.note"), optional=True)
    forms: list[Form] = []
    if "transfer" not in offered:
        to = (*others, *house_picks(table, words))
        pay = _form("transfer", name, words, (_seats("t.to", "to", to, words), _amount(words, balance), note))
        forms.append(replace(pay, before=balance, spends="n.amount"))
    if "request" not in offered and others:
        asked = (_seats("t.from", "from", others, words), _amount(words, None), note)
        forms.append(_form("request", name, words, asked))
    if "collect" not in offered and others:
        collect = _form("collect", name, words, (_amount(words, None), note))
        forms.append(replace(collect, shown_by=url_for("collecting.collect_page", id=table.id, number=seat)))
    return forms


def house_picks(table: Table, words: Words) -> tuple[Pick, ...]:
    """The bank, and the pot where there is one."""
    bank, pot = Pick("bank", words.text("account.bank")), Pick("pot", words.text("account.pot"))
    return (bank, pot) if has_pot(table) else (bank,)


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
