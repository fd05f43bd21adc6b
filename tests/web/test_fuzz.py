"""Whatever is posted to whichever address: an answer, never a fault, and nobody else's money moves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.table.table import Table
from tests.web import coins
from tests.web.house import ORIGIN, House, Phone

NAMES = ["Ann", "Bob", "Cem", "banker", "table", "bank", "pot", "Zoe", ""]
FIELDS = [
    "act", "id", "next", "at", "override", "seat", "place", "pin", "serial", "index", "uid", "kind", "name",
    "game", "edition", "file", "lines", "page", "here", "dice", "reader", "noise", "note", "piece",
    "n.amount", "n.serial", "t.to", "t.note", "t.from", "t.who", "t.name", "d.dice", "c.deed", "c.set",
]  # fmt: skip

odd_text = st.one_of(
    st.text(max_size=40),
    st.sampled_from(
        ["", "0", "1", "-1", "1e9", "9" * 400, "\x00", "\ud800", "٣", "//evil.example", "04A3C6CAE26180"]
    ),
    st.sampled_from(NAMES),
)
json_value = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | odd_text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(odd_text, inner, max_size=3),
    max_leaves=6,
)
command = st.fixed_dictionaries(
    {"do": st.sampled_from([*coins.verbs, "fly"]), "by": st.sampled_from(NAMES)},
    optional={
        "amount": st.integers(-5, 30) | json_value,
        "to": st.sampled_from(NAMES) | json_value,
        "from": st.sampled_from(NAMES) | json_value,
        "who": st.sampled_from(NAMES) | json_value,
        "for": st.sampled_from(NAMES) | json_value,
        "dice": st.lists(st.integers(0, 7), max_size=2) | json_value,
        "number": st.integers(-1, 20) | json_value,
        "name": odd_text | json_value,
        "note": odd_text | json_value,
        "reason": odd_text | json_value,
        "players": st.lists(st.sampled_from(NAMES), max_size=4) | json_value,
        "set": st.dictionaries(odd_text, json_value, max_size=3) | json_value,
        "source": st.sampled_from(["typed", "tower", "program"]) | json_value,
        "override": st.booleans() | json_value,
        "reader": odd_text | json_value,
        "uid": odd_text | json_value,
        "id": odd_text | json_value,
    },
)


def as_text(value: object) -> str:
    return json.dumps(value)


form = st.dictionaries(
    st.sampled_from(FIELDS) | odd_text,
    odd_text | command.map(as_text) | json_value.map(as_text),
    max_size=6,
)
act_form = st.fixed_dictionaries(
    {"act": command.map(as_text)},
    optional={
        "n.amount": odd_text,
        "t.to": odd_text,
        "d.dice": odd_text,
        "id": odd_text,
        "override": st.just("1"),
    },
)


def writable(text: str) -> str:
    """Half a surrogate pair cannot be sent by a browser; it sends a question mark."""
    return text.encode("utf-8", "replace").decode("utf-8")


@pytest.fixture(scope="module")
def fuzzed() -> Iterator[tuple[House, Table, dict[str, Phone]]]:
    house = House()
    table = house.start()
    phones = {
        "stranger": house.device(),
        "Ann": house.device(table, 0),
        "banker": house.device(table, 1, banker=True, screen=True),
    }
    yield house, table, phones
    house.close()


def paths(house: House, table: Table, token: str = "AAAABBBBCCCC") -> list[str]:
    """Every address that takes a POST."""
    found = []
    with house.app.test_request_context():
        for rule in house.app.url_map.iter_rules():
            if "POST" in (rule.methods or ()):
                values = dict.fromkeys(rule.arguments, "lay") | {"id": table.id, "token": token}
                found.append(str(rule.build({name: values[name] for name in rule.arguments})[1]))  # type: ignore[index]
    return sorted(found)


def money(table: Table) -> tuple[int, ...]:
    return tuple(table.session.state.ledger.hands)


COMMON = settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def check_table(house: House, table: Table) -> None:
    """The table is whole, and the screens can still be drawn."""
    assert coins.faults(table.session.state) == ()
    for seat in table.session.state.seats:
        table.session.view(seat)


@COMMON
@given(chosen=st.data())
def test_any_form_to_any_address_is_answered(
    fuzzed: tuple[House, Table, dict[str, Phone]], chosen: st.DataObject
) -> None:
    house, table, phones = fuzzed
    path = chosen.draw(st.sampled_from([path for path in paths(house, table) if not path.startswith("/new")]))
    who = chosen.draw(st.sampled_from(sorted(phones)))
    sent = {writable(key): writable(value) for key, value in chosen.draw(form).items()}
    before = table.session.now
    answer = phones[who].post(path, sent)
    assert answer.status_code < 500, (path, sent, answer.text[:300])
    answer.close()
    if who == "stranger" and not path.endswith("/join"):
        assert table.session.now == before
    check_table(house, table)


@COMMON
@given(chosen=st.data())
def test_any_command_as_a_form_is_answered_and_spares_the_others(
    fuzzed: tuple[House, Table, dict[str, Phone]], chosen: st.DataObject
) -> None:
    house, table, phones = fuzzed
    who = chosen.draw(st.sampled_from(sorted(phones)))
    sent = {key: writable(value) for key, value in chosen.draw(act_form).items()}
    before, history = money(table), table.session.history.last_number
    headers = chosen.draw(st.sampled_from([{}, {"HX-Request": "true"}, {"Accept": "application/json"}]))
    answer = phones[who].post(f"/t/{table.id}/act", sent, headers=headers)
    assert answer.status_code in (200, 303, 400, 403, 409)
    if who == "stranger":
        assert table.session.history.last_number == history
    if who == "Ann" and table.session.history.last_number > history:
        spares_the_others(table, before)
    check_table(house, table)


def spares_the_others(table: Table, before: tuple[int, ...]) -> None:
    """Ann's phone takes money from nobody else, unless it undid or collected what was theirs to give."""
    do = table.session.history.entries[table.session.history.last_number].do
    if do in ("undo", "redo", "reverse", "collect", "toss", "retype"):
        return
    after = money(table)
    assert all(now >= was for now, was in zip(after[1:], before[1:], strict=False)), (do, before, after)


@COMMON
@given(chosen=st.data())
def test_any_body_as_json_is_answered(
    fuzzed: tuple[House, Table, dict[str, Phone]], chosen: st.DataObject
) -> None:
    house, table, phones = fuzzed
    path = chosen.draw(
        st.sampled_from(["act", "answer", "register", "expect", "mend", "join", "sit", "release", "pin"])
    )
    who = chosen.draw(st.sampled_from(["stranger", "Ann"]))
    body: Any = chosen.draw(
        st.one_of(
            command.map(as_text), json_value.map(as_text), odd_text.map(writable), st.binary(max_size=40)
        )
    )
    answer = phones[who].client.post(
        f"/t/{table.id}/{path}", data=body, content_type="application/json", headers={"Origin": ORIGIN}
    )
    assert answer.status_code in (200, 400, 403, 409, 429), (path, body, answer.text[:300])
    assert answer.json is not None
    check_table(house, table)


GET_PATHS = [
    "",
    "hand",
    "table",
    "board",
    "history",
    "rules",
    "banker",
    "tags",
    "join",
    "view",
    "qr/0.svg",
    "export.jsonl",
]


@COMMON
@given(chosen=st.data())
def test_any_query_to_any_page_is_answered(
    fuzzed: tuple[House, Table, dict[str, Phone]], chosen: st.DataObject
) -> None:
    _, table, phones = fuzzed
    path = chosen.draw(st.sampled_from(GET_PATHS))
    who = chosen.draw(st.sampled_from(sorted(phones)))
    query = chosen.draw(
        st.dictionaries(
            st.sampled_from(["seat", "as", "page", "who", "number", "kind", "mend", "tab"]),
            odd_text.map(writable),
            max_size=3,
        )
    )
    answer = phones[who].get(f"/t/{table.id}/{path}", query_string=query)
    assert answer.status_code < 500, (path, query, answer.text[:300])
