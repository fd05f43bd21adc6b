"""Lines that break: what a phone shows meanwhile, and that it is true again afterwards."""

from __future__ import annotations

import re
import threading

import pytest
from playwright.sync_api import Page, Route, expect

from companion.core.tagged import Tagged
from companion.core.uid import Uid
from companion.table.registry import Registered
from companion.table.table import Table
from companion.web.stream import HEARTBEAT_S, Stream
from tests.browser.conftest import Served, open_hand, wait_live
from tests.web.house import House, Phone

pytestmark = pytest.mark.browser

RECONNECTING = re.compile(r"\breconnecting\b")


@pytest.fixture
def table(served: Served) -> Table:
    return served.house.start()


def balance(page: Page) -> str:
    return page.locator(".purse .balance").inner_text()


def pay_ann(served: Served, table: Table, amount: int = 1) -> None:
    """Somebody else's device gives Ann money."""
    bob = served.house.device(table, 1)
    assert bob.say(table, "transfer", "Bob", to="Ann", amount=amount).status_code == 200


def expect_balance(page: Page, amount: int) -> None:
    expect(page.locator(".purse .balance")).to_contain_text(str(amount))


def expect_lost(page: Page) -> None:
    expect(page.locator("body")).to_have_class(RECONNECTING)
    expect(page.locator(".offline")).to_be_visible()


def expect_live(page: Page) -> None:
    wait_live(page)
    expect(page.locator(".offline")).to_be_hidden()


def test_what_others_do_is_seen_without_touching_the_page(served: Served, table: Table, phone: Page) -> None:
    open_hand(phone, served, table, 0)
    expect_balance(phone, 20)
    pay_ann(served, table)
    expect_balance(phone, 21)


def test_a_line_that_was_reset_is_said_so_and_caught_up(served: Served, table: Table, phone: Page) -> None:
    open_hand(phone, served, table, 0)
    served.line.cut()
    expect_lost(phone)
    pay_ann(served, table)
    assert "20" in balance(phone)
    served.line.heal()
    expect_balance(phone, 21)
    expect_live(phone)


def test_a_line_that_falls_silent_is_noticed_and_caught_up(served: Served, table: Table, phone: Page) -> None:
    open_hand(phone, served, table, 0)
    served.line.fall_silent()
    pay_ann(served, table)
    expect(phone.locator("body")).to_have_class(RECONNECTING, timeout=10_000)
    assert "20" in balance(phone)
    served.line.heal()
    expect_balance(phone, 21)
    expect_live(phone)


def test_a_fragment_that_cannot_be_fetched_is_tried_until_it_is_there(
    served: Served, table: Table, phone: Page
) -> None:
    """The stream lives, only the fragment fails: the page must neither stay old nor look new."""
    open_hand(phone, served, table, 0)
    failures: list[int] = []
    mended = threading.Event()

    def fail_until_mended(route: Route) -> None:
        if mended.is_set():
            route.continue_()
            return
        failures.append(1)
        route.fulfill(status=500) if len(failures) % 2 else route.abort()

    phone.route("**/hand?*", fail_until_mended)
    pay_ann(served, table)
    expect_lost(phone)
    mended.set()
    expect_balance(phone, 21)
    expect_live(phone)
    assert len(failures) >= 2


def test_an_old_answer_that_comes_late_does_not_end_the_catching_up(
    served: Served, table: Table, phone: Page
) -> None:
    """A fragment of before the change is shown for what it is: old."""
    open_hand(phone, served, table, 0)
    path = f"{served.url}/t/{table.id}/hand?seat=0"
    old = phone.request.get(path).text()
    answers: list[str] = []

    def answer_old_once(route: Route) -> None:
        answers.append(route.request.url)
        if len(answers) == 1:
            route.fulfill(status=200, content_type="text/html", body=old)
        else:
            route.continue_()

    phone.route("**/hand?*", answer_old_once)
    pay_ann(served, table)
    expect_balance(phone, 21)
    assert len(answers) == 2


def test_a_program_that_starts_anew_is_shown_as_it_is_then(served: Served, table: Table, phone: Page) -> None:
    """The question was never stored: after the restart it is gone, and so it must be from the page."""
    coin = Uid.from_hex("04A3C6CAE26180")
    house = served.house
    house.inbox.ask(lambda: table.register(coin, Registered("coins", Tagged("coin", "5"))))
    open_hand(phone, served, table, 0)
    house.inbox.ask(lambda: table.touch("board", coin))
    expect(phone.locator("#question")).to_be_visible()
    served.server.close()
    expect_lost(phone)
    after = Served(House(house.shelf, house.notes))
    try:
        served.line.to_port = after.server.port
        expect_live(phone)
        expect(phone.locator("#question")).to_have_count(0)
        again = after.house.device().get(f"/t/{table.id}/view").json
        assert again["players"]["Ann"] == {"cash": 20}
        bob = after.house.device(after.house.hall.tables[table.id], 1)
        assert bob.say(table, "transfer", "Bob", to="Ann", amount=1).status_code == 200
        expect_balance(phone, 21)
    finally:
        after.close()


def test_a_tap_whose_answer_was_lost_and_repeated_is_done_once(
    served: Served, table: Table, phone: Page
) -> None:
    open_hand(phone, served, table, 0)
    stored = threading.Event()
    table.bus.listen(lambda published: stored.set())
    served.line.swallow_answers()
    fold = phone.locator("details.fold", has_text="Take")
    fold.locator("summary").click()
    fold.locator("input[inputmode]").fill("5")
    button = fold.locator("button.yes")
    button.click()
    assert stored.wait(10.0)
    served.line.cut()
    expect_lost(phone)
    served.line.heal()
    expect_live(phone)
    expect_balance(phone, 25)
    # A browser may have sent it again by itself on the new line: then the fold is shut, and its field empty.
    button.evaluate("one => one.click()")
    expect(phone.locator("form[data-sent]")).to_have_count(0)
    assert table.session.number == 1
    expect_balance(phone, 25)


def test_two_taps_are_one_act(served: Served, table: Table, phone: Page) -> None:
    open_hand(phone, served, table, 0)
    phone.evaluate(
        """() => {
          const form = [...document.querySelectorAll('form.act')].find(
            (one) => JSON.parse(one.elements.act.value).do === 'take');
          form.querySelector('input[name="n.amount"]').value = '5';
          const button = form.querySelector('button.yes');
          button.click(); button.click(); button.click();
        }"""
    )
    expect_balance(phone, 25)
    expect(phone.locator("form[data-sent]")).to_have_count(0)
    assert (table.session.number, table.session.state.ledger.hands[0]) == (1, 25)


def test_what_is_being_typed_outlives_a_refresh(served: Served, table: Table, phone: Page) -> None:
    open_hand(phone, served, table, 0)
    fold = phone.locator("details.fold", has_text="Give")
    fold.locator("summary").click()
    note = fold.locator("input[name='t.note']")
    note.fill("for the tea")
    note.evaluate("(field) => { field.focus(); field.setSelectionRange(4, 7); }")
    amount = fold.locator("input[name='n.amount']")
    amount.evaluate("(field) => { field.value = '12'; }")
    pay_ann(served, table)
    expect_balance(phone, 21)
    assert (note.input_value(), amount.input_value()) == ("for the tea", "12")
    assert fold.evaluate("(fold) => fold.open")
    focus = "() => [document.activeElement.name, document.activeElement.selectionStart]"
    assert phone.evaluate(focus) == ["t.note", 4]


def test_a_refusal_stays_readable_while_others_go_on(served: Served, table: Table, phone: Page) -> None:
    open_hand(phone, served, table, 0)
    fold = phone.locator("details.fold", has_text="Take")
    fold.locator("summary").click()
    fold.locator("input[inputmode]").fill("11")
    fold.locator("button.yes").click()
    expect(fold.locator(".notice.refused")).to_be_visible()
    pay_ann(served, table)
    expect_balance(phone, 21)
    expect(fold.locator(".notice.refused")).to_be_visible()
    fold.locator("input[inputmode]").fill("9")
    fold.locator("button.yes").click()
    expect_balance(phone, 30)


def set_hidden(page: Page, hidden: bool) -> None:
    """Hide or show a tab as a phone does when another app comes to the front."""
    page.evaluate(
        """(hidden) => {
          const value = hidden ? 'hidden' : 'visible';
          Object.defineProperty(document, 'visibilityState', {value, configurable: true});
          document.dispatchEvent(new Event('visibilitychange'));
        }""",
        hidden,
    )


def test_a_hidden_tab_lets_its_stream_go_and_is_true_when_it_is_seen_again(
    served: Served, table: Table, phone: Page
) -> None:
    open_hand(phone, served, table, 0)
    left = threading.Event()
    leave = served.house.streams.leave

    def leave_and_tell(stream: Stream) -> None:
        leave(stream)
        left.set()

    served.house.streams.leave = leave_and_tell  # type: ignore[method-assign]
    set_hidden(phone, True)
    assert left.wait(2 * HEARTBEAT_S + 5.0)
    assert served.house.streams.count() == 0
    pay_ann(served, table)
    set_hidden(phone, False)
    expect_balance(phone, 21)
    expect_live(phone)


def test_the_old_phone_is_out_when_the_seat_moves_to_another(
    served: Served, table: Table, phone: Page, other_phone: Page
) -> None:
    open_hand(phone, served, table, 0)
    path = f"/t/{table.id}/join/{served.house.seating.token(table.id, 0)}"  # type: ignore[arg-type]
    other_phone.goto(served.url + path)
    other_phone.locator("form button").click()
    expect_balance(other_phone, 20)
    expect(phone.locator("form.act")).to_have_count(0)
    expect(phone).to_have_url(re.compile(r"/join$"))


def test_a_page_that_finds_no_free_stream_comes_back_later(served: Served, table: Table, phone: Page) -> None:
    refusals: list[str] = []

    def refuse_once(route: Route) -> None:
        refusals.append(route.request.url)
        if len(refusals) == 1:
            route.fulfill(status=503, body="Too many pages are open at this table.")
        else:
            route.continue_()

    phone.route("**/stream?*", refuse_once)
    open_hand(phone, served, table, 0)
    assert len(refusals) == 2
    pay_ann(served, table)
    expect_balance(phone, 21)


def test_everybody_sees_one_act_at_once(
    served: Served, table: Table, phone: Page, other_phone: Page, screen: Page
) -> None:
    ann: Phone = open_hand(phone, served, table, 0)
    open_hand(other_phone, served, table, 1)
    screen.goto(f"{served.url}/t/{table.id}/table")
    wait_live(screen)
    ann.say(table, "transfer", "Ann", to="Bob", amount=7)
    expect_balance(phone, 13)
    expect_balance(other_phone, 27)
    expect(screen.locator("#table-screen")).to_contain_text("27")
