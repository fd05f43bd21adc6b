"""The money of a game as CSV: every payment that counts, and what everybody had after it."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO

from flask import Blueprint, Response

from companion.core.entry import START
from companion.core.seats import Role
from companion.table.table import Table
from companion.web.look import language
from companion.web.reach import find_table
from companion.web.telling import tell_entry
from companion.web.text import Words

blueprint = Blueprint("money_csv", __name__)

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the start of a formula: a name may begin like that, and must stay a name."""


@blueprint.get("/t/<id>/money.csv")
def download(id: str) -> Response:
    """The file. It begins with a byte order mark, without which spreadsheets misread names."""
    table = find_table(id)
    text = StringIO(newline="")
    csv.writer(text).writerows(money_lines(table, Words.at(table, language())))
    response = Response("\ufeff" + text.getvalue(), mimetype="text/csv")
    response.headers["Content-Disposition"] = f'attachment; filename="{table.id}-money.csv"'
    return response


def money_lines(table: Table, words: Words) -> Iterator[list[object]]:
    """A heading, the start, and a line for each payment of each live entry, oldest first."""
    session = table.session
    names = words.names
    balances = list(session.state_at(START).ledger.hands)
    balances += [0] * (len(names) - len(balances))
    heading = ("entry", "time", "who", "what", "from", "to", "amount")
    yield [*(words.text(f"csv.{one}") for one in heading), *map(_as_text, names)]
    yield [START, "", "", words.text("history.start"), "", "", "", *balances]
    for entry in reversed(list(session.history.live())):
        told = tell_entry(table, entry, Role.TABLE, words, live=True)
        begins = [entry.number, told.at, _as_text(told.by), _as_text(words.sentences(told.lines))]
        for coin in told.coins:
            if isinstance(coin.payer, int):
                balances[coin.payer] -= coin.amount
            if isinstance(coin.payee, int):
                balances[coin.payee] += coin.amount
            accounts = [_as_text(words.who(one)) for one in (coin.payer, coin.payee)]
            yield [*begins, *accounts, coin.amount, *balances]


def _as_text(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
