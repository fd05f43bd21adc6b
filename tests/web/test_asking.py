"""Coming in late by the banker's tap, and "I was Bob" approved by those who are there."""

from __future__ import annotations

import re

import pytest

from companion.core.seats import Role, Seat
from companion.core.tagged import Tagged
from companion.core.uid import Uid
from companion.devices.panel import Button, ButtonPressed
from companion.table.bus import Notice, Published
from companion.table.fittings import Fitting
from companion.table.registry import Registered
from companion.table.table import Table
from companion.web.claims import Asks
from companion.wiring.panel import PanelWiring
from tests.web.house import House, Phone
from tests.web.plain_form import PlainForm
from tests.web.test_seats import NEW, OLD, at

FIVE = Uid.from_hex("04A3C6CAE26180")


def serial_on(page: str, what: str) -> str:
    """The number of the first card of a page that asks: "ask" or "claim"."""
    found = re.search(rf'id="{what}-(\d+)"', page)
    assert found is not None, what
    return found[1]


def takes(phone: Phone, table: Table, by: str) -> bool:
    return bool(phone.say(table, "take", by, amount=1).status_code == 200)


def claim(phone: Phone, table: Table, place: object = 1) -> None:
    assert phone.post(f"/t/{table.id}/claim", {"place": place}).status_code == 303


def vouch(phone: Phone, table: Table, yes: int = 1) -> int:
    serial = serial_on(phone.get(f"/t/{table.id}/", follow_redirects=True).text, "claim")
    return int(phone.post(f"/t/{table.id}/vouch", {"serial": serial, "yes": yes}).status_code)


def sit_down(phone: Phone, table: Table) -> bool:
    """Take what was granted; whether there was anything."""
    page = phone.get(f"/t/{table.id}/join").text
    phone.post(f"/t/{table.id}/sit-down")
    return 'id="granted"' in page


# --- "let me in as Dot" ---


def test_somebody_late_is_let_in_by_the_bankers_tap(house: House, table: Table) -> None:
    ann, dot = house.device(table, 0, banker=True), house.device()
    house.device(table, 1, 2)
    assert dot.post(f"/t/{table.id}/ask", {"name": " Dot "}).status_code == 303
    assert "The banker is asked whether Dot comes in." in dot.get(f"/t/{table.id}/join").text
    page = ann.get(f"/t/{table.id}/").text
    assert "Dot asks to be let in." in page
    assert "Dot asks to be let in." in ann.get(f"/t/{table.id}/banker").text
    yes = {"serial": serial_on(page, "ask"), "yes": "1"}
    assert ann.post(f"/t/{table.id}/ask/answer", yes).status_code == 303
    assert table.session.state.seats.names[-1] == "Dot"
    assert "You may sit down as Dot." in dot.get(f"/t/{table.id}/join").text
    assert house.device().post(f"/t/{table.id}/join", json={"seat": "3"}).status_code == 409
    dot.post(f"/t/{table.id}/sit-down")
    assert takes(dot, table, "Dot") and dot.get(f"/t/{table.id}/").status_code == 200
    assert "Dot asks" not in ann.get(f"/t/{table.id}/").text


def test_somebody_who_is_not_let_in_has_nothing(house: House, table: Table) -> None:
    ann, dot = house.device(table, 0, banker=True), house.device()
    dot.post(f"/t/{table.id}/ask", {"name": "Dot"})
    serial = serial_on(ann.get(f"/t/{table.id}/").text, "ask")
    ann.post(f"/t/{table.id}/ask/answer", {"serial": serial, "yes": "0"})
    assert len(table.session.state.seats.names) == 3
    assert "You were asked to wait." in dot.get(f"/t/{table.id}/asked").text
    assert not sit_down(dot, table)
    dot.post(f"/t/{table.id}/ask", {"name": "Dot"})
    assert "You were asked to wait." not in dot.get(f"/t/{table.id}/asked").text
    again = ann.post(f"/t/{table.id}/ask/answer", json={"serial": serial, "yes": 1})
    assert again.json["refused"] == "stale" and len(table.session.state.seats.names) == 3


def test_only_the_banker_lets_somebody_in(house: House, table: Table) -> None:
    bob, dot = house.device(table, 1), house.device()
    dot.post(f"/t/{table.id}/ask", {"name": "Dot"})
    for phone in (bob, dot):
        answer = phone.post(f"/t/{table.id}/ask/answer", json={"serial": 1, "yes": 1})
        assert (answer.status_code, answer.json["refused"]) == (403, "not_banker")
    assert "Dot asks" not in bob.get(f"/t/{table.id}/").text
    assert len(table.session.state.seats.names) == 3


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "bad_request"),
        ("x" * 25, "bad_request"),
        ("a\nb", "bad_request"),
        ("bank", "bad_request"),
        ("Bob", "name_is_here"),
    ],
)
def test_a_name_that_nobody_can_come_in_under(house: House, table: Table, name: str, code: str) -> None:
    answer = house.device().post(f"/t/{table.id}/ask", json={"name": name})
    assert answer.json["refused"] == code


def test_a_prankster_does_not_fill_the_bankers_phone(house: House, table: Table) -> None:
    ann = house.device(table, 0, banker=True)
    one = house.device()
    for name in ("Dot", "Eve"):  # one device asks for one name
        one.post(f"/t/{table.id}/ask", {"name": name})
    codes = [
        house.device().post(f"/t/{table.id}/ask", json={"name": f"Guest {n}"}).status_code
        for n in range(Asks.AT_ONCE + 2)
    ]
    assert codes.count(409) == 3
    page = ann.get(f"/t/{table.id}/").text
    assert page.count("asks to be let in.") == Asks.AT_ONCE and "Dot asks" not in page


def test_what_was_asked_is_forgotten_after_a_while() -> None:
    now = [0.0]
    asks = Asks(lambda: now[0])
    asks.ask("t", "Dot", "phone", "")
    asks.claim("t", Seat(1), "phone", "")
    now[0] = Asks.KEPT_S + 1.0
    assert asks.asking("t") == () and asks.claiming("t") == ()


# --- "I was Bob" ---


@pytest.fixture
def ann(house: House, table: Table) -> Phone:
    return house.device(table, 0)


@pytest.fixture
def bob(house: House, table: Table) -> Phone:
    """Bob's phone, with its page open."""
    phone = house.device(table, 1)
    assert takes(phone, table, "Bob")
    return phone


@pytest.fixture
def new(house: House) -> Phone:
    """The phone that says it was Bob."""
    return house.device()


def test_the_table_screen_says_that_it_was_bob(house: House, table: Table, bob: Phone, new: Phone) -> None:
    screen = house.device(table, screen=True)
    assert "I was Bob" in new.get(f"/t/{table.id}/join").text
    claim(new, table)
    assert not takes(new, table, "Bob") and takes(bob, table, "Bob")
    assert "A phone says that it was Bob. Is it so?" in screen.get(f"/t/{table.id}/table").text
    assert vouch(screen, table) == 303
    assert sit_down(new, table)
    assert takes(new, table, "Bob") and not takes(bob, table, "Bob")


def test_the_panels_button_says_that_it_was_bob(house: House, table: Table, bob: Phone, new: Phone) -> None:
    wiring = PanelWiring(house.hall, house.inbox, house.reach.fittings, lambda: None)
    heard: list[Published] = []
    table.bus.listen(heard.append)
    claim(new, table)
    house.hall.registry.register(FIVE, Registered("coins", Tagged("coin", "5")))
    house.inbox.ask(lambda: table.touch("table", FIVE))
    wiring.pressed(ButtonPressed(Button.OK, 0.0))  # a question that waits comes first
    house.inbox.ask(table.dismiss)
    assert not sit_down(new, table)
    wiring.pressed(ButtonPressed(Button.OK, 0.0))
    house.inbox.ask(lambda: None)
    assert sit_down(new, table)
    assert takes(new, table, "Bob") and not takes(bob, table, "Bob")
    told = [one.message.id for one in heard if isinstance(one, Notice) and one.message is not None]
    assert "claim.says" in told and "join.took_back" in told
    wiring.pressed(ButtonPressed(Button.OK, 0.0))
    house.inbox.ask(lambda: None)
    assert isinstance(heard[-1], Notice) and heard[-1].message is not None
    assert heard[-1].message.id == "panel.nothing_waits"


def test_the_pin_says_that_it_was_bob(house: House, table: Table, bob: Phone, new: Phone) -> None:
    house.seating.set_pin(table.id, "24681357")
    path = f"/t/{table.id}/claim"
    assert new.post(path, json={"place": "1", "pin": "0000"}).json["refused"] == "wrong_pin"
    assert not takes(new, table, "Bob")
    assert new.post(path, {"place": "1", "pin": "24681357"}).status_code == 303
    assert takes(new, table, "Bob") and not takes(bob, table, "Bob")


def test_the_pin_of_a_claim_that_waits_leads_to_the_hand_and_asks_nobody_any_more(
    house: House, table: Table, ann: Phone, bob: Phone, new: Phone
) -> None:
    house.seating.set_pin(table.id, "24681357")
    claim(new, table)
    assert "A phone says that it was Bob." in ann.get(f"/t/{table.id}/").text
    form = PlainForm(new.get(f"/t/{table.id}/join").text.split('id="claim-pin"')[1], "inside")
    refused = new.post(f"/t/{table.id}/claim", form.sent(pin="0000"))
    assert refused.location == f"/t/{table.id}/join"
    assert new.post(f"/t/{table.id}/claim", form.sent(pin="24681357")).location == f"/t/{table.id}/"
    assert "A phone says that it was" not in ann.get(f"/t/{table.id}/").text
    assert "Who says that you were Bob?" not in new.get(f"/t/{table.id}/join").text


def test_a_place_that_came_by_other_ways_is_asked_about_no_more(
    house: House, table: Table, ann: Phone, new: Phone
) -> None:
    house.seating.set_pin(table.id, "24681357")
    claim(new, table, "banker")
    assert new.post(f"/t/{table.id}/pin", {"pin": "24681357"}).status_code == 303
    assert "A phone says that it was" not in ann.get(f"/t/{table.id}/").text
    assert "Who says that you were" not in new.get(f"/t/{table.id}/join").text


def test_two_other_seats_say_that_it_was_bob(
    house: House, table: Table, ann: Phone, bob: Phone, new: Phone
) -> None:
    cem = house.device(table, 2)
    claim(new, table)
    assert vouch(ann, table) == 303 and not sit_down(new, table)
    vouch(ann, table)  # the same phone again is no second one
    assert not sit_down(new, table)
    assert "One more phone has to say so." in cem.get(f"/t/{table.id}/").text
    assert vouch(cem, table) == 303 and sit_down(new, table)
    assert takes(new, table, "Bob") and not takes(bob, table, "Bob")


def test_nobody_vouches_for_themselves(house: House, table: Table, bob: Phone, new: Phone) -> None:
    claim(new, table)
    for phone in (new, bob, house.device()):
        answer = phone.post(f"/t/{table.id}/vouch", json={"serial": 1, "yes": 1})
        assert (answer.status_code, answer.json["refused"]) == (403, "wrong_seat")
    assert not sit_down(new, table) and takes(bob, table, "Bob")


def test_bob_who_is_there_says_no(house: House, table: Table, ann: Phone, bob: Phone, new: Phone) -> None:
    claim(new, table)
    page = bob.get(f"/t/{table.id}/").text
    assert "A phone says that it was Bob." in page and "Yes, that is Bob" not in page
    assert vouch(bob, table, yes=0) == 303
    assert "A phone says" not in ann.get(f"/t/{table.id}/").text


def test_the_banker_comes_back_by_two_seats(
    house: House, table: Table, ann: Phone, bob: Phone, new: Phone
) -> None:
    house.device(table, banker=True)
    claim(new, table, "banker")
    vouch(ann, table)
    assert vouch(bob, table) == 303 and sit_down(new, table)
    assert new.say(table, "options", "banker", set={}).status_code == 200


@pytest.mark.parametrize("place", ["table", "9", "x", "2"])
def test_a_place_that_nobody_can_have_been(house: House, table: Table, place: str) -> None:
    answer = house.device().post(f"/t/{table.id}/claim", json={"place": place})
    assert (answer.status_code, answer.json["refused"]) == (400, "bad_request")


def test_after_a_new_address_those_who_are_there_are_asked(house: House, table: Table) -> None:
    bob, screen = house.device(), house.device(table, screen=True)
    assert at(bob, OLD, f"/t/{table.id}/join", seat="1") == 200
    house.addresses[:] = [f"http://{NEW}"]
    screen.get(f"/t/{table.id}/table")
    assert at(bob, NEW, f"/t/{table.id}/was", place="1") == 409
    assert at(bob, NEW, f"/t/{table.id}/claim", place="1") == 200
    vouch(screen, table)
    assert at(bob, NEW, f"/t/{table.id}/sit-down") == 200
    assert at(bob, NEW, f"/t/{table.id}/act", do="take", by="Bob", amount=1) == 200


def test_after_a_new_address_a_panel_is_asked_too(house: House, table: Table) -> None:
    bob = house.device()
    at(bob, OLD, f"/t/{table.id}/join", seat="1")
    house.addresses[:] = [f"http://{NEW}"]
    house.reach.fittings.set(Fitting("panel", "panel", "ready"))
    assert at(bob, NEW, f"/t/{table.id}/was", place="1") == 409
    house.reach.fittings.set(Fitting("panel", "panel", "lost"))
    assert at(bob, NEW, f"/t/{table.id}/was", place="1") == 200


# --- the same seat on another phone ---


def test_a_phone_shows_the_qr_of_its_own_seat_and_of_the_table(
    house: House, table: Table, bob: Phone
) -> None:
    page = bob.get(f"/t/{table.id}/").text
    assert f"/t/{table.id}/seat/1" in page and f"/t/{table.id}/invite" in page
    assert f"/t/{table.id}/qr/1.svg" in bob.get(f"/t/{table.id}/seat/1").text
    assert bob.get(f"/t/{table.id}/seat/0").status_code == 403
    assert f"/t/{table.id}/qr.svg" in bob.get(f"/t/{table.id}/invite").text
    assert house.device().get(f"/t/{table.id}/invite").status_code == 403


def test_a_seat_moves_to_another_phone_by_its_own_qr(
    house: House, table: Table, bob: Phone, new: Phone
) -> None:
    link = bob.get(f"/t/{table.id}/link/1").json["link"]
    assert new.post(link.replace("http://192.0.2.7:8080", "")).status_code == 303
    assert takes(new, table, "Bob") and not takes(bob, table, "Bob")
    assert house.seating.place(table.id, Role.BANKER).epoch == 0


def test_of_two_players_the_other_ones_word_is_enough(house: House) -> None:
    table = house.start("Ann", "Bob")
    ann, lost, new = house.device(table, 0), house.device(table, 1), house.device()
    claim(new, table)
    assert vouch(ann, table) == 303 and sit_down(new, table)
    assert takes(new, table, "Bob") and not takes(lost, table, "Bob")


def test_a_granted_bank_waits_until_the_disk_takes_it(house: House, table: Table, new: Phone) -> None:
    claim(new, table, "banker")
    assert vouch(house.device(table, screen=True), table) == 303
    house.notes.broken = OSError("no space left")
    assert new.post(f"/t/{table.id}/sit-down", json={}).status_code == 503
    house.notes.broken = None
    assert sit_down(new, table)
    assert new.say(table, "options", "banker", set={}).status_code == 200


def test_the_screens_sound_once_for_a_device_that_keeps_asking(house: House, table: Table) -> None:
    heard: list[Published] = []
    table.bus.listen(heard.append)
    dot = house.device()
    for name in ("Dot", "Dora", "Dot"):
        assert dot.post(f"/t/{table.id}/ask", {"name": name}).status_code == 303
    house.inbox.ask(lambda: None)
    told = [one.message.id for one in heard if isinstance(one, Notice) and one.message is not None]
    assert told == ["ask.wants_in"]
