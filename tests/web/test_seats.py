"""Who holds which place: cookies, epochs, tokens, the PIN, tokens for programs."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from itsdangerous import URLSafeTimedSerializer

from companion.core.refusal import Refusal
from companion.core.seats import Role, Seat
from companion.table.authority import HOST, Rights
from companion.table.bus import Notice, Published
from companion.table.table import Table
from companion.web import joining, seats
from companion.web import seating as seating_module
from companion.web.seating import Attempts, Seating, read_place
from companion.web.text import Words
from tests.web.house import ORIGIN, SECRET, House, Phone, Pinned


def refused(answer: object) -> object:
    return answer.json["refused"]  # type: ignore[attr-defined]


def take(phone: Phone, table: Table, by: str) -> int:
    """The status of taking a coin as *by*."""
    return int(phone.say(table, "take", by, amount=1).status_code)


def token_path(house: House, table: Table, who: Seat | Role) -> str:
    return f"/t/{table.id}/join/{house.seating.token(table.id, who)}"


def test_a_device_without_a_place_may_do_nothing(house: House, table: Table) -> None:
    stranger = house.device()
    answer = stranger.say(table, "take", "Ann", amount=1)
    assert (answer.status_code, refused(answer)) == (403, "wrong_seat")
    answer = stranger.say(table, "adjust", "banker", who="Ann", amount=1, reason="x")
    assert (answer.status_code, refused(answer)) == (403, "not_banker")
    answer = stranger.say(table, "undo", "table")
    assert (answer.status_code, refused(answer)) == (403, "wrong_seat")
    assert table.version == (0, 0)


def test_the_first_device_of_a_new_table_is_its_banker(house: House, table: Table) -> None:
    phone = house.device(table, 0, banker=True)
    assert phone.say(table, "adjust", "banker", who="Bob", amount=5, reason="lent").status_code == 200


def test_a_device_may_hold_several_seats(house: House, table: Table) -> None:
    phone = house.device(table, 0, 2)
    assert (take(phone, table, "Ann"), take(phone, table, "Cem"), take(phone, table, "Bob")) == (
        200,
        200,
        403,
    )


def test_a_free_seat_is_taken_from_the_list(house: House, table: Table) -> None:
    phone = house.device()
    answer = phone.post(f"/t/{table.id}/join", {"seat": "1"})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{table.id}/")
    assert take(phone, table, "Bob") == 200


def test_a_seat_that_a_device_has_is_not_taken_from_the_list(house: House, table: Table) -> None:
    first, second = house.device(table, 1), house.device()
    answer = second.post(f"/t/{table.id}/join", json={"seat": "1"})
    assert (answer.status_code, refused(answer)) == (409, "seat_taken")
    assert (take(first, table, "Bob"), take(second, table, "Bob")) == (200, 403)


def test_a_seat_of_a_device_that_is_passed_round_goes_to_its_players_phone(house: House) -> None:
    shared, phone = house.device(), house.device()
    shared.post("/new", {"game": "coins", "name": ["Ann", "Bob", "Cem"], "here": "all"})
    (table,) = house.hall.tables.values()
    heard: list[Published] = []
    table.bus.listen(heard.append)
    page = phone.get(f"/t/{table.id}/join").text
    assert page.count('class="button firm huge seat-button"') == 3 and "Taken" not in page
    assert phone.post(f"/t/{table.id}/join", {"seat": "1"}).status_code == 303
    assert (take(phone, table, "Bob"), take(phone, table, "Ann")) == (200, 403)
    assert shared.get(f"/t/{table.id}/view?as=Ann").status_code == 200
    assert shared.get(f"/t/{table.id}/view?as=Bob").status_code == 403
    assert shared.get(f"/t/{table.id}/?seat=1").headers["Location"] == f"/t/{table.id}/"
    house.inbox.ask(lambda: None)
    told = [one.message for one in heard if isinstance(one, Notice) and one.message is not None]
    assert [Words.at(table).say(message) for message in told] == ["Bob is on a phone of their own now."]
    late = house.device()
    assert 'name="seat" value="1"' not in late.get(f"/t/{table.id}/join").text
    assert late.post(f"/t/{table.id}/join", json={"seat": "1"}).status_code == 409


@pytest.mark.parametrize("seat", ["", "3", "-1", "01", "٣", "banker", "table", "99999999999999999999", "1.0"])
def test_a_seat_that_does_not_exist_is_a_bad_request(house: House, table: Table, seat: str) -> None:
    answer = house.device().post(f"/t/{table.id}/join", json={"seat": seat})
    assert (answer.status_code, refused(answer)) == (400, "bad_request")
    assert house.notes.values == {}


def test_a_seat_named_twice_is_a_bad_request(house: House, table: Table) -> None:
    twice = '{"seat": "1", "seat": "2"}'
    headers = {"Origin": ORIGIN}
    stranger = house.device().client
    answer = stranger.post(
        f"/t/{table.id}/join", data=twice, headers=headers, content_type="application/json"
    )
    assert (answer.status_code, refused(answer)) == (400, "bad_request")
    assert house.notes.values == {}


def test_a_token_is_spent_by_the_post_and_not_by_looking(house: House, table: Table) -> None:
    path = token_path(house, table, Seat(1))
    preview, phone, late = house.device(), house.device(), house.device()
    assert preview.get(path).status_code == 200
    assert "Set-Cookie" not in preview.get(path).headers
    assert phone.post(path).status_code == 303
    assert take(phone, table, "Bob") == 200
    assert late.post(path, json={}).status_code == 409
    assert take(late, table, "Bob") == 403
    assert late.get(path).status_code == 410


def test_a_new_qr_puts_the_old_phone_out(house: House, table: Table) -> None:
    old = house.device(table, 1)
    new = house.device()
    assert take(old, table, "Bob") == 200
    new.post(token_path(house, table, Seat(1)))
    assert take(new, table, "Bob") == 200
    assert take(old, table, "Bob") == 403
    assert old.get(f"/t/{table.id}/view?as=Bob").status_code == 403


def test_a_phone_put_out_is_told_which_seat_it_lost(house: House, table: Table) -> None:
    old = house.device(table, 1, 2)
    house.seating.release(table.id, Seat(1))
    with old.client:
        old.get(f"/t/{table.id}/view")
        assert seats.lost_seats(table) == (1,)
        assert seats.rights(table) == Rights(frozenset({Seat(2)}))


def test_a_copied_cookie_is_worth_nothing_after_its_owner_joined_anew(house: House, table: Table) -> None:
    phone = house.device(table, 1)
    copied = phone.client.get_cookie("companion")
    assert copied is not None
    house.seating.release(table.id, Seat(1))
    phone.post(f"/t/{table.id}/join", {"seat": "1"})
    assert take(phone, table, "Bob") == 200
    thief = house.device()
    thief.client.set_cookie("companion", copied.value)
    assert take(thief, table, "Bob") == 403


def test_a_forged_cookie_holds_no_seat(house: House, table: Table) -> None:
    claims = {"device": "mine", "grants": {table.id: {"0": 0, "banker": 0}}}
    signed = URLSafeTimedSerializer(b"some other secret of thirty-two ..", salt="cookie-session").dumps(
        claims
    )
    unsigned = json.dumps(claims)
    for value in (str(signed), unsigned, "", "x" * 3000, signed[:-3]):
        forger = house.device()
        forger.client.set_cookie("companion", value)
        assert take(forger, table, "Ann") == 403
        assert forger.say(table, "undo", "banker").status_code == 403


def test_a_cookie_for_one_table_holds_no_seat_at_another(house: House, table: Table) -> None:
    other = house.start("Ann", "Bob")
    phone = house.device(table, 0, banker=True)
    assert take(phone, other, "Ann") == 403


def test_seats_outlive_a_restart(house: House, table: Table) -> None:
    phone = house.device(table, 1)
    cookie = phone.client.get_cookie("companion")
    assert cookie is not None
    path = token_path(house, table, Seat(2))
    after = House(house.shelf, house.notes)
    try:
        same = after.device()
        same.client.set_cookie("companion", cookie.value)
        answer = same.say(table, "take", "Bob", amount=1)
        assert answer.status_code == 200
        assert after.device().post(path).status_code == 303
    finally:
        after.close()


def test_a_cookie_changes_only_when_a_place_does(house: House, table: Table) -> None:
    phone = house.device(table, 0)
    for answer in (phone.get(f"/t/{table.id}/view"), phone.say(table, "take", "Ann", amount=1)):
        assert "companion=" not in answer.headers.get("Set-Cookie", "")
    cookie = phone.post(f"/t/{table.id}/join", {"seat": "1"}).headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie


def test_a_cookie_of_many_evenings_stays_small(house: House) -> None:
    tables = [house.start(*(f"Player {n}" for n in range(10))) for _ in range(20)]
    phone = house.device()
    for table in tables:
        for seat in range(10):
            phone.post(f"/t/{table.id}/join", {"seat": str(seat)})
    cookie = phone.client.get_cookie("companion")
    assert cookie is not None
    assert len(cookie.value) < 3000
    assert take(phone, tables[-1], "Player 9") == 200


def test_the_disk_full_gives_no_seat(house: House, table: Table) -> None:
    house.notes.broken = OSError("no space left")
    phone = house.device()
    answer = phone.post(f"/t/{table.id}/join", json={"seat": "1"})
    assert (answer.status_code, answer.json) == (503, {"ok": False, "answer": "saving"})
    house.notes.broken = None
    assert take(phone, table, "Bob") == 403
    assert phone.post(f"/t/{table.id}/join", {"seat": "1"}).status_code == 303
    assert take(phone, table, "Bob") == 200


def test_screens_hear_of_a_new_seat(house: House, table: Table) -> None:
    before = table.version
    house.device().post(f"/t/{table.id}/join", {"seat": "1"})
    house.inbox.ask(lambda: None)
    assert table.version == (0, before[1] + 1)


def test_a_qr_is_for_the_banker_the_screen_and_the_seat_itself(house: House, table: Table) -> None:
    path = f"/t/{table.id}/qr/1.svg"
    allowed = [house.device(table, banker=True), house.device(table, screen=True), house.device(table, 1)]
    for phone in allowed:
        answer = phone.get(path)
        assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
        assert "style=" not in answer.text
    for phone in (house.device(), house.device(table, 0)):
        assert phone.get(path).status_code == 403
    assert house.device(table, screen=True).get(f"/t/{table.id}/qr/banker.svg").status_code == 403
    assert house.device(table, banker=True).get(f"/t/{table.id}/qr/9.svg").status_code == 404


def test_the_join_qr_is_for_everybody(house: House, table: Table) -> None:
    assert house.device().get(f"/t/{table.id}/qr.svg").mimetype == "image/svg+xml"


def test_the_banker_takes_one_more_seat_on_the_own_phone(house: House, table: Table) -> None:
    banker, guest = house.device(table, 0, banker=True), house.device()
    assert banker.post(f"/t/{table.id}/sit", {"place": "2"}).status_code == 303
    assert take(banker, table, "Cem") == 200
    assert refused(guest.post(f"/t/{table.id}/sit", json={"place": "1"})) == "not_banker"


def test_only_the_banker_or_the_holder_puts_a_seat_out(house: House, table: Table) -> None:
    banker, ann, bob = house.device(table, banker=True), house.device(table, 0), house.device(table, 1)
    assert refused(ann.post(f"/t/{table.id}/release", json={"place": "1"})) == "not_banker"
    assert take(bob, table, "Bob") == 200
    assert ann.post(f"/t/{table.id}/release", {"place": "0"}).status_code == 303
    assert take(ann, table, "Ann") == 403
    assert banker.post(f"/t/{table.id}/release", {"place": "1"}).status_code == 303
    assert take(bob, table, "Bob") == 403


def test_clearing_the_desk_leaves_the_one_who_cleared_it(house: House, table: Table) -> None:
    first, second = house.device(table, banker=True), house.device(table, banker=True)
    assert first.say(table, "options", "banker", set={}).status_code == 200
    second.post(f"/t/{table.id}/release", {"place": "banker"})
    assert first.say(table, "options", "banker", set={}).status_code == 403
    assert second.say(table, "options", "banker", set={}).status_code == 200


def test_the_pin_makes_a_device_the_banker(house: House, table: Table) -> None:
    pin = "24681357902468"  # so long that no random token holds it by chance
    banker, phone = house.device(table, banker=True), house.device(table, 1)
    assert refused(phone.post(f"/t/{table.id}/pin", json={"pin": "1234"})) == "no_pin"
    assert refused(phone.post(f"/t/{table.id}/pin/set", json={"pin": "1234"})) == "not_banker"
    assert banker.post(f"/t/{table.id}/pin/set", {"pin": pin}).status_code == 303
    assert refused(phone.post(f"/t/{table.id}/pin", json={"pin": "1234"})) == "wrong_pin"
    assert phone.say(table, "options", "banker", set={}).status_code == 403
    assert phone.post(f"/t/{table.id}/pin", {"pin": pin}).status_code == 303
    assert phone.say(table, "options", "banker", set={}).status_code == 200
    assert take(phone, table, "Bob") == 200
    kept = json.dumps(house.notes.values)
    assert "scrypt" in kept
    assert pin not in kept


@pytest.mark.parametrize("pin", ["1", "123", "1" * 25, "12\n45"])
def test_a_pin_too_short_too_long_or_unprintable_is_refused(house: House, table: Table, pin: str) -> None:
    banker = house.device(table, banker=True)
    assert refused(banker.post(f"/t/{table.id}/pin/set", json={"pin": pin})) == "bad_request"
    assert not house.seating.has_pin(table.id)


def test_the_fifth_wrong_pin_of_a_device_locks_it_for_a_while(house: House, table: Table) -> None:
    house.seating.set_pin(table.id, "2468")
    phone = house.device(table, 1)
    for _ in range(Attempts.PER_DEVICE):
        assert phone.post(f"/t/{table.id}/pin", json={"pin": "0000"}).status_code == 403
    answer = phone.post(f"/t/{table.id}/pin", json={"pin": "2468"})
    assert (answer.status_code, refused(answer)) == (429, "too_many_tries")
    assert 0 < int(answer.headers["Retry-After"]) <= Attempts.WINDOW_S + 1


def guess(attempts: Attempts, device: str, address: str) -> bool:
    """Whether one more wrong PIN was looked at."""
    try:
        attempts.check(device, address)
    except Refusal as refusal:
        assert refusal.code == "too_many_tries"
        return False
    attempts.failed(device, address)
    return True


def test_guesses_are_limited_by_device_address_and_in_all() -> None:
    now = [0.0]
    attempts = Attempts(lambda: now[0])
    assert sum(guess(attempts, "a", "1") for _ in range(20)) == Attempts.PER_DEVICE
    assert sum(guess(attempts, f"b{n}", "1") for n in range(20)) == Attempts.PER_ADDRESS - Attempts.PER_DEVICE
    rest = Attempts.IN_ALL - Attempts.PER_ADDRESS
    assert sum(guess(attempts, f"c{n}", f"2{n}") for n in range(100)) == rest
    now[0] = Attempts.WINDOW_S + 0.1
    assert guess(attempts, "a", "1")


def test_a_program_plays_a_seat_by_its_token(house: House, table: Table) -> None:
    ann = house.device(table, 0)
    token = ann.post(f"/t/{table.id}/bearer", {"place": "0"}).json["token"]
    client = house.app.test_client()
    headers = {"Authorization": f"Bearer {token}"}

    def act(by: str) -> int:
        said = {"do": "take", "by": by, "amount": 1}
        return client.post(f"/t/{table.id}/act", json=said, headers=headers).status_code

    assert (act("Ann"), act("Bob")) == (200, 403)
    assert client.get(f"/t/{table.id}/view?as=Ann", headers=headers).status_code == 200
    house.seating.release(table.id, Seat(0))
    assert act("Ann") == 403


def test_a_token_is_made_for_the_own_seat_or_a_free_one(house: House, table: Table) -> None:
    ann, banker, path = house.device(table, 0), house.device(table, banker=True), f"/t/{table.id}/bearer"
    assert refused(ann.post(path, json={"place": "1"})) == "wrong_seat"
    assert refused(ann.post(path, json={"place": "banker"})) == "wrong_seat"
    assert refused(banker.post(path, json={"place": "0"})) == "wrong_seat"
    assert banker.post(path, json={"place": "1"}).status_code == 200
    assert banker.post(path, json={"place": "banker"}).status_code == 200


def test_the_hosts_token_may_do_everything(house: House, table: Table) -> None:
    headers = {"Authorization": f"Bearer {seats.bearer_token(SECRET)}"}
    with house.app.test_request_context(headers=headers):
        assert seats.rights(table) is HOST


@pytest.mark.parametrize("token", ["", "x", "null", "WyIqIiwiaG9zdCIsMF0.forged"])
def test_a_forged_token_counts_for_less_than_no_token(house: House, table: Table, token: str) -> None:
    phone = house.device(table, 0)
    answer = phone.post(
        f"/t/{table.id}/act",
        json={"do": "take", "by": "Ann", "amount": 1},
        headers={"Authorization": f"Bearer {token}"},
    )
    assert answer.status_code == 403
    assert table.session.number == 0


def test_a_place_is_read_from_its_key() -> None:
    assert read_place("banker", 2) is Role.BANKER
    assert read_place("1", 2) == Seat(1)
    assert [read_place(key, 2) for key in ("2", "-1", "+1", "1 ", "", "²", "x")] == [None] * 7


def test_a_token_taken_by_the_holder_itself_is_spent_too() -> None:
    seating = Seating(Pinned())
    seating.give("t", Seat(0), "phone")
    token = seating.token("t", Seat(0))
    assert seating.spend_token("t", token, "phone", 2) == (Seat(0), 1)
    with pytest.raises(Refusal):
        seating.spend_token("t", token, "other", 2)


OLD, NEW = "192.0.2.7:8080", "192.0.2.99:8080"


def at(phone: Phone, address: str, path: str, **body: object) -> int:
    """Post as a browser that reached this machine at *address*; its cookies belong to that address."""
    return int(
        phone.client.post(
            path, json=body, base_url=f"http://{address}/", headers={"Origin": f"http://{address}"}
        ).status_code
    )


def test_a_new_address_lets_people_take_their_seats_again(house: House, table: Table) -> None:
    bob = house.device()
    assert at(bob, OLD, f"/t/{table.id}/join", seat="1") == 200
    said = {"do": "take", "by": "Bob", "amount": 1}
    assert at(bob, OLD, f"/t/{table.id}/act", **said) == 200
    house.addresses[:] = [f"http://{NEW}"]
    assert at(bob, NEW, f"/t/{table.id}/act", **said) == 403
    page = bob.client.get(f"/t/{table.id}/join", base_url=f"http://{NEW}/").text
    assert "I was Bob" in page
    assert at(bob, NEW, f"/t/{table.id}/was", place="1") == 200
    assert at(bob, NEW, f"/t/{table.id}/act", **said) == 200
    assert at(house.device(), NEW, f"/t/{table.id}/was", place="1") == 409


def test_nobody_takes_a_seat_back_while_its_address_is_there(house: House, table: Table) -> None:
    bob, thief = house.device(), house.device()
    at(bob, OLD, f"/t/{table.id}/join", seat="1")
    for address in (OLD, NEW, "localhost"):
        assert at(thief, address, f"/t/{table.id}/was", place="1") == 409
        page = thief.client.get(f"/t/{table.id}/join", base_url=f"http://{address}/").text
        assert f"/t/{table.id}/was" not in page
    assert at(bob, OLD, f"/t/{table.id}/act", do="take", by="Bob", amount=1) == 200


def test_a_seat_given_at_a_name_goes_along_with_the_name(house: House, table: Table) -> None:
    house.device(table, 1)
    house.addresses[:] = [f"http://{NEW}"]
    assert at(house.device(), NEW, f"/t/{table.id}/was", place="1") == 409


def test_the_bank_is_taken_over_when_the_banker_was_away_long_enough(
    house: House, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    banker, bob, stranger = house.device(table, banker=True), house.device(table, 1), house.device()
    path = f"/t/{table.id}/was"
    now = time.monotonic() + joining.BANKER_AWAY_S - 5.0
    monkeypatch.setattr(house.seating, "_monotonic", lambda: now)
    assert refused(bob.post(path, json={"place": "banker"})) == "seat_taken"
    assert banker.say(table, "options", "banker", set={}).status_code == 200
    later = now + joining.BANKER_AWAY_S - 5.0
    monkeypatch.setattr(house.seating, "_monotonic", lambda: later)
    assert refused(bob.post(path, json={"place": "banker"})) == "seat_taken"
    monkeypatch.setattr(house.seating, "_monotonic", lambda: later + 10.0)
    assert refused(stranger.post(path, json={"place": "banker"})) == "seat_taken"
    house.seating.set_pin(table.id, "2468")
    assert refused(bob.post(path, json={"place": "banker"})) == "seat_taken"
    house.seating.set_pin(table.id, "")
    assert bob.post(path, json={"place": "banker"}).status_code == 200
    for phone in (bob, banker):
        assert phone.say(table, "options", "banker", set={}).status_code == 200


def test_every_word_of_joining_is_in_the_catalogue() -> None:
    source = "".join(
        Path(module.__file__ or "").read_text(encoding="utf-8") for module in (joining, seating_module)
    )
    codes = re.findall(r'Refusal\("(\w+)"', source)
    ids = re.findall(r'say\("([\w.]+)"', source)
    assert {"seat_taken", "wrong_pin", "too_many_tries"} <= set(codes)
    words = Words()
    assert [id for id in (*(f"refusal.{code}" for code in codes), *ids) if words.find(id) is None] == []
