"""Trades: an offer put together by tapping what each side gives, and the terms of those that wait."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, render_template, request, url_for

from companion.core.seats import Seat
from companion.web import seats
from companion.web.chips import Chip, deed_chip
from companion.web.forms import fresh_id, quick_amounts
from companion.web.look import Look, look_at
from companion.web.reach import find_table
from companion.web.rules import options_now
from companion.web.text import Words

blueprint = Blueprint("trade", __name__)

_VISITS = (1, 2, 3, 5)
"""Numbers of free visits that are usual to promise."""


@dataclass(frozen=True, slots=True)
class Good:
    """A deed that may change hands; *promises* are free visits on it, as (JSON, words)."""

    value: str
    words: str
    chip: Chip | None
    promises: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Side:
    """What one side can give. *field* is "give" or "get"."""

    field: str
    seat: Seat
    balance: int
    quick: tuple[int, ...]
    goods: tuple[Good, ...]
    jail_cards: int


@dataclass(frozen=True, slots=True)
class Terms:
    """A trade that waits, as the hand that looks at it reads it."""

    other: str
    gives: str
    gets: str
    note: str
    mine: bool


@blueprint.get("/t/<id>/trade")
def trade_page(id: str) -> str:
    """`?seat=N`: who offers; `&to=M`: to whom, then both hands lie open. A refused offer comes back."""
    table = find_table(id)
    rights = seats.rights(table)
    seat, to = seats.asked_seat(table, "seat"), seats.asked_seat(table, "to")
    if seat is None or "offer" not in table.game.verbs:
        abort(404)
    if seat not in rights.seats and not rights.banker:
        abort(403)
    look = look_at(table, seat, here=url_for("trade.trade_page", id=id, seat=seat, to=to), whole=True)
    act = {"do": "offer", **_by(look, seat)}
    promises = options_now(table).get("immunity") is True
    return render_template(
        "trade.html",
        look=look,
        seat=seat,
        to=to,
        act=json.dumps({**act, "to": look.words.names[to]} if to is not None else act, ensure_ascii=False),
        sides=() if to is None else (_side(look, "give", seat, promises), _side(look, "get", to, promises)),
        id=fresh_id(),
        typed=lambda field: request.args.getlist(field) or [""],
    )


def open_trades(view: Mapping[str, Any], name: str, words: Words) -> tuple[Terms, ...]:
    """The trades that *name* offered or has to answer, in words."""
    trades = [
        matter
        for matter in view.get("open", [])
        if matter.get("kind") == "trade" and name in (matter.get("player"), matter.get("from"))
    ]
    return tuple(_terms(matter, name, words) for matter in trades)


def bundle_words(bundle: Mapping[str, Any], words: Words) -> str:
    """What one side gives: money, deeds, cards, free visits."""
    parts = [words.money(int(bundle["cash"]))] if bundle.get("cash") else []
    parts += [words.piece("deed", deed) for deed in bundle.get("deeds", [])]
    if bundle.get("jail_cards"):
        parts.append(words.text("trade.jail_cards", count=int(bundle["jail_cards"])))
    for grant in bundle.get("immunity", []):
        deeds = words.join([words.piece("deed", deed) for deed in grant.get("deeds", [])])
        if grant.get("until"):
            parts.append(words.text("trade.free_always", deeds=deeds))
        else:
            parts.append(words.text("trade.free_visits", deeds=deeds, count=int(grant.get("count") or 1)))
    return words.join(parts) or words.text("trade.nothing")


def _terms(matter: Mapping[str, Any], name: str, words: Words) -> Terms:
    mine = matter.get("from") == name
    give, get = bundle_words(matter.get("give", {}), words), bundle_words(matter.get("get", {}), words)
    other = str(matter.get("player") if mine else matter.get("from"))
    return Terms(other, give if mine else get, get if mine else give, str(matter.get("note") or ""), mine)


def _side(look: Look, field: str, seat: Seat, promises: bool) -> Side:
    words, name = look.words, look.words.names[seat]
    player = look.view.get("players", {}).get(name, {})
    balance = look.table.session.state.ledger.balance(seat)
    goods = tuple(
        Good(
            json.dumps(deed),
            words.piece("deed", deed),
            deed_chip(deed),
            (
                *(
                    (
                        json.dumps({"deeds": [deed], "count": count}),
                        words.text("trade.visits_of", count=count),
                    )
                    for count in _VISITS
                ),
                (json.dumps({"deeds": [deed], "until": "end"}), words.text("trade.all_visits")),
            )
            if promises
            else (),
        )
        for deed in player.get("deeds", [])
    )
    quick = quick_amounts(1, max(balance, 0)) if balance > 0 else ()
    return Side(field, seat, balance, quick, goods, int(player.get("jail_cards") or 0))


def _by(look: Look, seat: Seat) -> dict[str, str]:
    name = look.words.names[seat]
    return {"by": name} if seat in look.rights.seats else {"by": "banker", "for": name}
