"""Acts over HTTP: forms, JSON, answers to scans, registering; what is refused changes nothing."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion.core.refusal import Refusal
from companion.core.seats import Role
from companion.core.tagged import Tagged
from companion.core.uid import Uid
from companion.table.registry import ANY_GAME, Registered
from companion.table.table import Table
from companion.web import reply
from companion.web.body import read_form
from companion.web.guard import LARGEST_BODY
from companion.web.said import take_said
from tests.web import coins
from tests.web.house import ORIGIN, House, Page, Phone

COIN = Uid.from_hex("04A3C6CAE26180")
UNKNOWN = "04 11 22 33 44 55 66"


def form(act: dict[str, object], **fields: object) -> dict[str, object]:
    """A form as a page sends it."""
    return {"act": json.dumps(act), **{name.replace("__", "."): value for name, value in fields.items()}}


def balance(table: Table, seat: int) -> int:
    return int(table.session.state.ledger.hands[seat])


# --- forms ---


def test_a_form_is_done_and_leads_back(house: House, table: Table) -> None:
    phone = house.device(table, 0)
    sent = form({"do": "take", "by": "Ann"}, n__amount="3", id="one", next=f"/t/{table.id}/?seat=0")
    answer = phone.post(f"/t/{table.id}/act", sent)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{table.id}/?seat=0")
    assert balance(table, 0) == 23
    assert table.session.history.entries[1].said == {"do": "take", "by": "Ann", "amount": 3, "id": "one"}


def test_the_same_form_twice_is_done_once(house: House, table: Table) -> None:
    phone = house.device(table, 0)
    sent = form({"do": "take", "by": "Ann"}, n__amount="3", id="one")
    assert [phone.post(f"/t/{table.id}/act", sent).status_code for _ in range(3)] == [303, 303, 303]
    assert balance(table, 0) == 23


def test_ten_taps_at_once_are_done_once(house: House, table: Table) -> None:
    phones = [house.device(table, 0)] + [house.device() for _ in range(9)]
    cookie = phones[0].client.get_cookie("companion")
    assert cookie is not None
    for phone in phones[1:]:
        phone.client.set_cookie("companion", cookie.value)
    start = threading.Barrier(len(phones))
    answers: list[Any] = []

    def tap(phone: Phone) -> None:
        start.wait(10.0)
        answers.append(phone.say(table, "take", "Ann", amount=3, id="one").json)

    threads = [threading.Thread(target=tap, args=(phone,)) for phone in phones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10.0)
    assert answers == [{"ok": True, "number": 1}] * 10
    assert balance(table, 0) == 23


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"n.amount": " 1 140 "}, {"amount": 1140}),
        ({"n.amount": "\u22125"}, {"amount": -5}),
        ({"n.amount": ""}, {}),
        ({"t.note": "  for tea "}, {"note": "for tea"}),
        ({"d.dice": "3,4"}, {"dice": [3, 4]}),
        ({"d.dice": ["3", "4"]}, {"dice": [3, 4]}),
        ({"d.dice": "3 4"}, {"dice": [3, 4]}),
        ({"c.deed": '"orange1"'}, {"deed": "orange1"}),
        ({"c.speed": "2"}, {"speed": 2}),
        ({"n.give.cash": "5"}, {"give": {"cash": 5}}),
        ({"other": "x", "nn.amount": "5", "n": "5"}, {}),
        ({"override": "0"}, {}),
    ],
)
def test_what_is_filled_in_becomes_fields(
    house: House, fields: dict[str, object], said: dict[str, object]
) -> None:
    sent = MultiDict({"act": '{"do": "x", "by": "Ann"}', **fields})
    assert read_form(sent) == {"do": "x", "by": "Ann", **said}


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"act": ""}, "act"),
        ({"act": "[1]"}, "act"),
        ({"act": "{"}, "act"),
        ({"act": '{"a": NaN}'}, "act"),
        ({"act": '{"a": "\\ud800"}'}, "act"),
        ({"act": '{"a": ' + "9" * 5000 + "}"}, "act"),
        ({"act": "[" * 30000}, "act"),
        ({"n.amount": "5.0"}, "amount"),
        ({"n.amount": "five"}, "amount"),
        ({"n.amount": "5" * 13}, "amount"),
        ({"n.amount": "٥"}, "amount"),
        ({"d.dice": "3,x"}, "dice"),
        ({"c.deed": "orange1"}, "deed"),
        ({"n.do.x": "5"}, "do.x"),
        ({"n.a.b.c.d": "5"}, "a.b.c.d"),
        ({"n.": "5"}, ""),
    ],
)
def test_a_form_that_cannot_be_read_names_its_field(
    house: House, fields: dict[str, object], field: str
) -> None:
    with pytest.raises(Refusal) as refused:
        read_form(MultiDict({"act": '{"do": "x", "by": "Ann"}', **fields}))
    assert refused.value.code == "bad_request"
    assert refused.value.values["field"] == field


def test_a_refused_form_shows_its_sentence_on_the_next_page_once(house: House, table: Table) -> None:
    phone = house.device(table, 0)
    sent = form({"do": "take", "by": "Ann"}, n__amount="11", id="one", at="take")
    answer = phone.post(f"/t/{table.id}/act", sent)
    assert answer.headers["Location"] == f"/t/{table.id}/#take"
    assert balance(table, 0) == 20
    cookie = phone.client.get_cookie("said")
    assert cookie is not None
    with house.app.test_request_context(headers={"Cookie": f"said={cookie.value}"}):
        said = take_said(table)
        assert said is not None
        assert (said.ok, said.at, said.overridable) == (False, "take", False)
        assert said.message is not None
        assert (said.message.id, said.message.values["most"]) == ("refusal.too_greedy", 10)
        other = house.start("Dan", "Eve")
        assert take_said(other) is None
    phone.get(f"/t/{table.id}/")
    assert phone.client.get_cookie("said") is None


def test_the_banker_may_allow_a_refused_act_anyway(house: House, table: Table) -> None:
    phone = house.device(table, 0, banker=True)
    phone.post(f"/t/{table.id}/act", form({"do": "take", "by": "Ann"}, n__amount="11", id="one", at="take"))
    cookie = phone.client.get_cookie("said")
    assert cookie is not None
    with house.app.test_request_context(headers={"Cookie": f"said={cookie.value}"}):
        said = take_said(table)
    assert said is not None
    assert said.overridable
    assert said.again_id not in ("", "one")
    again = form(dict(said.act), id=said.again_id, override="1")
    assert phone.post(f"/t/{table.id}/act", again).status_code == 303
    assert balance(table, 0) == 31
    entry = table.session.history.entries[1]
    assert (entry.said["by"], entry.said["for"], entry.said["override"]) == ("banker", "Ann", True)


def test_a_seat_may_not_override(house: House, table: Table) -> None:
    phone = house.device(table, 0)
    answer = phone.post(
        f"/t/{table.id}/act",
        form({"do": "take", "by": "Ann"}, n__amount="11", override="1"),
        headers={"Accept": "application/json"},
    )
    assert (answer.status_code, answer.json["refused"]) == (403, "not_banker")
    assert balance(table, 0) == 20


def test_a_forged_answer_of_the_last_page_is_not_shown(house: House, table: Table) -> None:
    with house.app.test_request_context(headers={"Cookie": "said=eyJvayI6dHJ1ZX0.forged.sig"}):
        assert take_said(table) is None


def test_a_refusal_stands_on_top_once_its_form_is_gone(house: House, table: Table) -> None:
    ann = house.device(table, 0, banker=True)
    ann.say(table, "toss", "Ann", dice=[3])
    page = ann.get(f"/t/{table.id}/").text
    key = page[: page.index("End the turn")].rsplit('name="at" value="', 1)[1].split('"')[0]
    ann.say(table, "end_turn", "Ann")
    late = form({"do": "end_turn", "by": "Ann"}, at=key, next=f"/t/{table.id}/?seat=0")
    page = ann.post(f"/t/{table.id}/act", late, follow_redirects=True).text
    above = page.split('id="said-above"')[1].split("</form>")[0]
    assert "It is Bob&#39;s turn" in above and "Allow anyway" in above


def test_a_refusal_beside_its_form_is_said_once(house: House, table: Table) -> None:
    ann = house.device(table, 0)
    page = ann.get(f"/t/{table.id}/").text
    key = page[: page.index("<span>Take coins")].rsplit('id="d-', 1)[1].split('"')[0]
    greedy = form({"do": "take", "by": "Ann"}, n__amount="11", at=key, next=f"/t/{table.id}/")
    page = ann.post(f"/t/{table.id}/act", greedy, follow_redirects=True).text
    assert page.count("Nobody takes more") == 1
    assert "Nobody takes more" not in page.split('id="said-above"')[1].split("</div>")[0]


def test_htmx_gets_the_notice_and_the_version_to_fetch(house: House, table: Table) -> None:
    phone = house.device(table, 0)
    good = phone.post(
        f"/t/{table.id}/act", form({"do": "take", "by": "Ann"}, n__amount="3"), headers={"HX-Request": "true"}
    )
    assert (good.status_code, good.text.strip()) == (200, "")
    assert json.loads(good.headers["HX-Trigger"]) == {"shown": {"version": list(table.version)}}
    bad = phone.post(
        f"/t/{table.id}/act",
        form({"do": "take", "by": "Ann"}, n__amount="11", at="take"),
        headers={"HX-Request": "true"},
    )
    assert bad.status_code == 200
    assert "notice refused" in bad.text


def test_a_way_back_to_another_site_is_not_taken(house: House, table: Table) -> None:
    phone = house.device(table, 0)
    sent = form({"do": "take", "by": "Ann"}, n__amount="3", next="//evil.example/")
    assert phone.post(f"/t/{table.id}/act", sent).headers["Location"] == f"/t/{table.id}/"


# --- JSON, and what is wrong with it ---

BAD = [
    ("not json", 400, "bad_request"),
    ("", 400, "bad_request"),
    ("[]", 400, "bad_request"),
    ("null", 400, "bad_request"),
    ('"take"', 400, "bad_request"),
    ('{"do": "take", "by": "Ann", "amount": 1', 400, "bad_request"),
    ('{"do": "take", "by": "Ann", "amount": Infinity}', 400, "bad_request"),
    ('{"do": "take", "by": "Ann", "amount": 1, "amount": 2}', 400, "bad_request"),
    ("[" * 20000 + "]" * 20000, 400, "bad_request"),
    ("{}", 400, "bad_request"),
    ('{"do": 5, "by": "Ann"}', 400, "bad_request"),
    ('{"do": "fly", "by": "Ann"}', 400, "unknown_verb"),
    ('{"do": "take", "by": "Zoe", "amount": 1}', 400, "unknown_player"),
    ('{"do": "take", "by": ["Ann"], "amount": 1}', 400, "bad_request"),
    ('{"do": "take", "by": "Ann"}', 400, "bad_request"),
    ('{"do": "take", "by": "Ann", "amount": "1"}', 400, "bad_request"),
    ('{"do": "take", "by": "Ann", "amount": true}', 400, "bad_request"),
    ('{"do": "take", "by": "Ann", "amount": 1.0}', 400, "bad_request"),
    ('{"do": "take", "by": "Ann", "amount": -1}', 400, "bad_request"),
    ('{"do": "take", "by": "Ann", "amount": 1000000000000}', 400, "bad_request"),
    ('{"do": "take", "by": "Ann", "amount": ' + "9" * 4000 + "}", 400, "bad_request"),
    ('{"do": "take", "by": "Ann", "amount": ' + "9" * 9000 + "}", 400, "bad_request"),
    ('{"do": "take", "by": "Ann", "amount": 1, "more": 1}', 400, "bad_request"),
    ('{"do": "take", "by": "Ann", "amount": 1, "id": 5}', 400, "bad_request"),
    ('{"do": "take", "by": "Ann", "amount": 1, "id": "' + "x" * 101 + '"}', 400, "bad_request"),
    ('{"do": "take", "by": "Ann", "amount": 1, "override": "yes"}', 400, "bad_request"),
    ('{"do": "take", "by": "Ann", "amount": 1, "override": true}', 403, "not_banker"),
    ('{"do": "take", "by": "Bob", "amount": 1}', 403, "wrong_seat"),
    ('{"do": "take", "by": "banker", "for": "Bob", "amount": 1}', 403, "not_banker"),
    ('{"do": "take", "by": "Ann", "for": "Bob", "amount": 1}', 403, "not_banker"),
    ('{"do": "adjust", "by": "banker", "who": "Ann", "amount": 1, "reason": "x"}', 403, "not_banker"),
    ('{"do": "join", "by": "Ann", "name": "Bob"}', 400, "bad_request"),
    ('{"do": "join", "by": "Ann", "name": "banker"}', 400, "bad_request"),
    ('{"do": "join", "by": "Ann", "name": "\\u0000"}', 400, "bad_request"),
    ('{"do": "join", "by": "Ann", "name": "\\ud800"}', 400, "bad_request"),
    ('{"do": "end_turn", "by": "Bob"}', 403, "wrong_seat"),
    ('{"do": "accept", "by": "Ann", "number": 7}', 409, "stale"),
    ('{"do": "undo", "by": "Ann"}', 409, "not_now"),
    ('{"do": "scan", "by": "Ann", "reader": "board", "uid": "zz"}', 400, "bad_request"),
    ('{"do": "scan", "by": "Ann", "reader": 5, "uid": "zz"}', 400, "bad_request"),
]


@pytest.mark.parametrize(("body", "status", "code"), BAD, ids=[body[:60] or "nothing" for body, _, _ in BAD])
def test_a_bad_command_gets_a_code_and_changes_nothing(
    house: House, table: Table, body: str, status: int, code: str
) -> None:
    phone = house.device(table, 0)
    before = table.session.view(Role.TABLE), table.session.now
    answer = phone.client.post(
        f"/t/{table.id}/act",
        data=body,
        content_type="application/json",
        headers={"Origin": ORIGIN},
    )
    assert (answer.status_code, answer.json["refused"]) == (status, code)  # type: ignore[index]
    assert (table.session.view(Role.TABLE), table.session.now) == before
    assert table.session.history.entries == {}


def test_a_body_that_is_no_text_is_a_bad_request(house: House, table: Table) -> None:
    phone = house.device(table, 0)
    answer = phone.client.post(
        f"/t/{table.id}/act", data=b"\xff\xfe{}", content_type="application/json", headers={"Origin": ORIGIN}
    )
    assert (answer.status_code, answer.json["values"]["field"]) == (400, "body")  # type: ignore[index]


def test_a_program_reads_its_entrys_number(house: House, table: Table) -> None:
    answer = house.device(table, 0).say(table, "take", "Ann", amount=1)
    assert (answer.status_code, answer.json) == (200, {"ok": True, "number": 1})


def test_a_refused_id_gets_its_first_answer_again(house: House, table: Table) -> None:
    phone = house.device(table, 0)
    first = phone.say(table, "take", "Ann", amount=11, id="x")
    again = phone.say(table, "take", "Ann", amount=1, id="x")
    assert first.json == again.json
    assert balance(table, 0) == 20


@pytest.mark.parametrize("by", ["Ann", "table", "banker"])
def test_only_the_bankers_device_ends_the_game(house: House, table: Table, by: str) -> None:
    for phone in (house.device(table, 0), house.device(table, screen=True)):
        answer = phone.say(table, "finish", by)
        assert (answer.status_code, answer.json["refused"] in ("not_banker", "wrong_seat")) == (403, True)
    banker = house.device(table, banker=True)
    if by != "Ann":
        assert banker.say(table, "finish", by).json["refused"] == "not_now"  # coins has no end: it was asked


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_a_form_too_large_is_refused(house: House, table: Table, headers: dict[str, str]) -> None:
    phone = house.device(table, 0)
    sent = form({"do": "take", "by": "Ann"}, n__amount="3", t__note="x" * LARGEST_BODY)
    answer = phone.post(f"/t/{table.id}/act", sent, headers=headers)
    assert (answer.status_code, str(LARGEST_BODY)[:2] in answer.text) == (413, True)
    assert table.session.number == 0


# --- the writer ---


def page_of(house: House, table: Table) -> Page:
    return house.shelf.pages[table.id]


def test_a_writer_that_takes_too_long_is_answered_saving(
    house: House, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert reply.WAIT_S == 5.0
    monkeypatch.setattr(reply, "WAIT_S", 0.05)
    phone, page = house.device(table, 0), page_of(house, table)
    page.gate = threading.Event()
    answer = phone.say(table, "take", "Ann", amount=3, id="one")
    assert (answer.status_code, answer.json) == (503, {"ok": False, "answer": "saving"})
    assert answer.headers["Retry-After"] == "1"
    assert table.session.number == 0
    page.gate.set()
    monkeypatch.undo()
    assert phone.say(table, "take", "Ann", amount=3, id="one").json == {"ok": True, "number": 1}
    assert balance(table, 0) == 23


def test_a_form_that_was_not_stored_in_time_offers_the_same_id_again(
    house: House, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reply, "WAIT_S", 0.05)
    phone, page = house.device(table, 0), page_of(house, table)
    page.gate = threading.Event()
    sent = form({"do": "take", "by": "Ann"}, n__amount="3", id="one", at="take")
    answer = phone.post(f"/t/{table.id}/act", sent, headers={"HX-Request": "true"})
    page.gate.set()
    assert answer.status_code == 200
    assert answer.headers["X-Unsent"] == "1"
    assert 'value="one"' in answer.text
    assert "&#34;amount&#34;: 3" in answer.text or "&#34;amount&#34;:3" in answer.text


def test_a_full_disk_is_answered_saving_and_changes_nothing(house: House, table: Table) -> None:
    phone, page = house.device(table, 0), page_of(house, table)
    page.broken = OSError("no space left")
    answer = phone.say(table, "take", "Ann", amount=3, id="one")
    assert (answer.status_code, answer.json["answer"]) == (503, "saving")
    assert (table.session.number, balance(table, 0)) == (0, 20)
    page.broken = None
    assert phone.say(table, "take", "Ann", amount=3, id="one").json == {"ok": True, "number": 1}


def test_a_fault_in_the_rules_is_answered_and_the_table_goes_on(
    house: House, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = house.device(table, 0)
    monkeypatch.setattr(coins, "decide", lambda state, command: 1 // 0)
    answer = phone.say(table, "take", "Ann", amount=3)
    assert (answer.status_code, answer.json) == (500, {"ok": False, "answer": "fault"})
    monkeypatch.undo()
    assert phone.say(table, "take", "Ann", amount=3).status_code == 200


# --- touches, answers, tags ---


def test_a_scan_asks_and_a_tap_answers(house: House, table: Table) -> None:
    house.inbox.ask(lambda: table.register(COIN, Registered("coins", Tagged("coin", "5"))))
    phone = house.device(table, 1)
    house.inbox.ask(lambda: table.touch("board", COIN))
    answer = phone.post(f"/t/{table.id}/answer", json={"serial": 1, "index": 1})
    assert answer.json == {"ok": True, "number": 1}
    assert balance(table, 1) == 25
    assert table.session.history.entries[1].scan == ("board", str(COIN))
    late = phone.post(f"/t/{table.id}/answer", {"serial": "1", "index": "0", "at": "q"})
    assert late.headers["Location"].endswith("#q")
    assert table.session.number == 1


def test_anothers_answer_is_not_taken_from_a_phone(house: House, table: Table) -> None:
    house.inbox.ask(lambda: table.register(COIN, Registered("coins", Tagged("coin", "5"))))
    phone = house.device(table, 1)
    house.inbox.ask(lambda: table.touch("board", COIN))
    answer = phone.post(f"/t/{table.id}/answer", json={"serial": 1, "index": 0})
    assert (answer.status_code, answer.json["refused"]) == (403, "wrong_seat")
    assert balance(table, 0) == 20


def test_a_question_is_put_away(house: House, table: Table) -> None:
    house.inbox.ask(lambda: table.register(COIN, Registered("coins", Tagged("coin", "5"))))
    phone = house.device(table, 1)
    house.inbox.ask(lambda: table.touch("board", COIN))
    assert table.waiting is not None
    assert phone.post(f"/t/{table.id}/dismiss").status_code == 303
    assert table.waiting is None


def test_a_tag_is_registered_held_and_mended(house: House, table: Table) -> None:
    phone = house.device(table, 1)
    house.inbox.ask(lambda: table.touch("board", Uid.from_hex(UNKNOWN)))
    uid = str(Uid.from_hex(UNKNOWN))
    answer = phone.post(f"/t/{table.id}/register", {"uid": uid, "kind": "coin", "name": "2"})
    assert answer.status_code == 303
    assert table.registry.find(Uid.from_hex(uid)) == Registered("coins", Tagged("coin", "2"))
    assert phone.post(f"/t/{table.id}/mend", json={"kind": "coin", "name": "1"}).status_code == 200
    assert table.registry.find(Uid.from_hex(uid)) == Registered("coins", Tagged("coin", "1"))
    assert phone.post(f"/t/{table.id}/expect", {"kind": "player_card", "name": "1"}).status_code == 303
    assert table.tagging.expecting == Registered(ANY_GAME, Tagged("player_card", "1"))
    phone.post(f"/t/{table.id}/expect", {})
    assert table.tagging.expecting is None


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("register", {"uid": "zz", "kind": "coin", "name": "2"}),
        ("register", {"uid": "08112233", "kind": "coin", "name": "2"}),
        ("register", {"uid": str(COIN), "kind": "coin", "name": "7"}),
        ("register", {"uid": str(COIN), "kind": ["coin"], "name": "2"}),
        ("register", {"uid": str(COIN)}),
        ("register", {}),
        ("expect", {"kind": "coin"}),
        ("expect", {"kind": "deed", "name": "orange1"}),
        ("mend", {"kind": "coin"}),
        ("answer", {}),
        ("answer", {"serial": "x", "index": 0}),
        ("answer", {"serial": True, "index": 0}),
        ("answer", {"serial": 1, "index": 1.5}),
    ],
)
def test_a_bad_request_beside_the_game_names_its_field(
    house: House, table: Table, path: str, body: dict[str, object]
) -> None:
    phone = house.device(table, 0)
    answer = phone.post(f"/t/{table.id}/{path}", json=body)
    assert (answer.status_code, answer.json["refused"]) == (400, "bad_request")
    assert answer.json["values"]["field"]
    assert (table.version, table.registry.all(), table.tagging.expecting) == ((0, 0), {}, None)


@pytest.mark.parametrize("path", ["answer", "dismiss", "register", "expect", "mend"])
def test_a_stranger_does_nothing_beside_the_game(house: House, table: Table, path: str) -> None:
    body = {"serial": 1, "index": 0, "uid": str(COIN), "kind": "coin", "name": "2"}
    answer = house.device().post(f"/t/{table.id}/{path}", json=body)
    assert (answer.status_code, answer.json["refused"]) == (403, "wrong_seat")
    assert (table.version, table.registry.all(), table.tagging.expecting) == ((0, 0), {}, None)


# --- reading ---


def test_a_view_is_for_its_seat_the_banker_or_everybody(house: House, table: Table) -> None:
    ann, banker, stranger = house.device(table, 0), house.device(table, banker=True), house.device()
    path = f"/t/{table.id}/view"
    assert stranger.get(path).json == table.session.view(Role.TABLE)
    assert ann.get(path + "?as=Ann").json["players"]["Ann"] == {"cash": 20}
    statuses = [
        phone.get(f"{path}?as={name}").status_code
        for phone, name in (
            (ann, "Bob"),
            (ann, "banker"),
            (banker, "banker"),
            (banker, "Ann"),
            (ann, "Zoe"),
            (stranger, "Ann"),
        )
    ]
    assert statuses == [403, 403, 200, 403, 400, 403]


def test_a_game_is_exported_as_its_table_file(house: House, table: Table) -> None:
    house.device(table, 0).say(table, "take", "Ann", amount=1)
    answer = house.device().get(f"/t/{table.id}/export.jsonl")
    lines = answer.text.splitlines()
    assert json.loads(lines[0])["players"] == ["Ann", "Bob", "Cem"]
    assert json.loads(lines[1]) == {"do": "take", "by": "Ann", "amount": 1}
    assert f'filename="{table.id}.jsonl"' in answer.headers["Content-Disposition"]


def test_healthz_tells_the_newest_number(house: House, table: Table) -> None:
    house.device(table, 0).say(table, "take", "Ann", amount=1)
    assert house.device().get("/healthz").json == {
        "ok": True,
        "version": "0.0",
        "tables": {table.id: 1},
        "number": 1,
    }


@pytest.mark.parametrize("id", ["nothing-9", "..", "%2e%2e%2fetc", "x" * 200, "a b", ".sqlite"])
def test_a_table_that_is_not_there_is_not_found(house: House, table: Table, id: str) -> None:
    assert house.device().get(f"/t/{id}/view").status_code == 404


def test_a_phone_of_an_older_evening_does_not_take_the_readers_with_it(house: House, table: Table) -> None:
    house.hall.tables.pop(table.id)
    now = house.start("Dan", "Eve")
    assert house.device().get(f"/t/{table.id}/view").status_code == 200
    assert house.hall.current is now
