"""A phone in one hand: what waits first, confirmed payments, refusals beside the button, several seats."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from companion.core.currency import Currency
from companion.table.table import Table
from tests.browser.conftest import Served, give_cookie, open_hand, wait_live

pytestmark = pytest.mark.browser

PAGES = ("", "table", "history", "history?seat=0", "rules", "banker", "banker?for=1", "tags", "join")


@pytest.fixture
def table(served: Served) -> Table:
    return served.house.start()


def balance(page: Page, amount: int) -> None:
    expect(page.locator(".purse .balance")).to_contain_text(f"¤{amount}")


def test_a_die_is_entered_with_one_tap(served: Served, table: Table, phone: Page) -> None:
    open_hand(phone, served, table, 0)
    phone.locator(".dice-grid button").nth(4).click()
    balance(phone, 25)
    expect(phone.get_by_role("button", name="End the turn")).to_be_visible()


def test_the_program_throws_for_who_has_no_die(served: Served, table: Table, phone: Page) -> None:
    open_hand(phone, served, table, 0)
    phone.get_by_role("button", name="Let the program throw").click()
    expect(phone.get_by_role("button", name="End the turn")).to_be_visible()
    assert table.session.history.entries[1].source == "program"


def test_what_is_asked_for_is_confirmed_with_before_and_after(
    served: Served, table: Table, phone: Page
) -> None:
    served.house.device(table, 1).say(table, "request", "Bob", **{"from": "Ann", "amount": 7})
    open_hand(phone, served, table, 0)
    phone.locator(".waits summary", has_text="Pay Bob ¤7").click()
    expect(phone.locator(".waits .change")).to_contain_text("¤20")
    expect(phone.locator(".waits .change strong")).to_have_text("¤13")
    phone.get_by_role("button", name="Yes, pay ¤7").click()
    balance(phone, 13)


def test_an_amount_that_is_typed_tells_what_is_left(served: Served, table: Table, phone: Page) -> None:
    open_hand(phone, served, table, 0)
    fold = phone.locator("details", has_text="Give coins")
    fold.locator("summary").click()
    line = fold.locator(".change")
    expect(line).to_be_hidden()
    fold.locator("input[name='n.amount']").fill("12")
    expect(line).to_contain_text("¤20")
    expect(line.locator("strong")).to_have_text("¤8")
    fold.locator("input[name='n.amount']").fill("2020")
    expect(line.locator("strong")).to_have_text("−¤2,000")
    served.house.device(table, 1).say(table, "transfer", "Bob", to="Ann", amount=1)
    expect(line).to_contain_text("¤21")
    expect(line.locator("strong")).to_have_text("−¤1,999")
    # The script writes as the table does, wherever the sign stands.
    danish = Currency("kr.", "after", ".")
    line.evaluate(
        "(one, box) => Object.assign(one.dataset, box)",
        {"sign": danish.sign, "place": danish.place, "thousands": danish.thousands},
    )
    fold.locator("input[name='n.amount']").fill("1234588")
    expect(line.locator("strong")).to_have_text(danish.write(21 - 1234588))
    fold.locator(".keys button", has_text="Clear").click()
    expect(line).to_be_hidden()


def test_an_amount_is_tapped_on_the_page(served: Served, table: Table, phone: Page) -> None:
    open_hand(phone, served, table, 0)
    fold = phone.locator("details", has_text="Give coins")
    fold.locator("summary").click()
    fold.locator("label", has_text="Cem").click()
    fold.locator(".quick button", has_text="+10").click()
    fold.locator(".keys button", has_text="Clear").click()
    fold.locator(".keys button", has_text="1").first.click()
    fold.locator(".keys button", has_text="2").first.click()
    expect(fold.locator("input[name='n.amount']")).to_have_value("12")
    fold.get_by_role("button", name="Give coins").click()
    balance(phone, 8)


def test_a_refusal_stands_beside_what_was_tapped(served: Served, table: Table, phone: Page) -> None:
    open_hand(phone, served, table, 0)
    fold = phone.locator("details", has_text="Give coins")
    fold.locator("summary").click()
    fold.locator("label", has_text="Bob").click()
    fold.locator("input[name='n.amount']").evaluate("field => { field.value = '90' }")
    fold.get_by_role("button", name="Give coins").click()
    expect(fold.locator(".notice.refused")).to_contain_text("Ann has ¤20, ¤70 short of ¤90")
    expect(fold.locator("input[name='n.amount']")).to_have_value("90")
    balance(phone, 20)


def test_the_banker_allows_it_anyway(served: Served, table: Table, phone: Page) -> None:
    open_hand(phone, served, table, 0, banker=True)
    fold = phone.locator("details", has_text="Take coins")
    fold.locator("summary").click()
    fold.locator("input[name='n.amount']").evaluate("field => { field.value = '15' }")
    fold.get_by_role("button", name="Take coins").click()
    expect(fold.locator(".notice.refused")).to_contain_text("Nobody takes more than ¤10")
    fold.get_by_role("button", name="Allow anyway").click()
    balance(phone, 35)
    expect(phone.locator(".lately")).to_contain_text("against the rules")


def test_a_refusal_outlives_the_button_it_came_from(served: Served, table: Table, phone: Page) -> None:
    ann = served.house.device(table, 0, banker=True)
    ann.say(table, "toss", "Ann", dice=[3])
    give_cookie(phone, served.url, ann)
    phone.route("**/stream*", lambda route: route.abort())
    phone.goto(f"{served.url}/t/{table.id}/")
    ann.say(table, "end_turn", "Ann")
    phone.get_by_role("button", name="End the turn").click()
    expect(phone.locator(".said-above .notice.refused")).to_contain_text("It is Bob's turn")
    expect(phone.locator(".waits")).to_have_count(0)
    phone.locator(".said-above").get_by_role("button", name="Allow anyway").click()
    expect(phone.locator(".said-above .notice")).to_have_count(0)


def test_what_was_just_done_is_taken_back(served: Served, table: Table, phone: Page) -> None:
    open_hand(phone, served, table, 0)
    fold = phone.locator("details", has_text="Take coins")
    fold.locator("summary").click()
    fold.locator(".quick button", has_text="+5").click()
    fold.get_by_role("button", name="Take coins").click()
    balance(phone, 25)
    phone.get_by_role("button", name="Take back").click()
    balance(phone, 20)


def test_a_shared_phone_is_handed_on(served: Served, table: Table, phone: Page) -> None:
    open_hand(phone, served, table, 0, 1)
    phone.locator(".dice-grid button").first.click()
    phone.get_by_role("button", name="End the turn").click()
    phone.locator(".pass-on", has_text="Hand over to Bob").click()
    expect(phone.locator(".purse h1")).to_have_text("Bob")
    expect(phone.locator(".purse .turn")).to_have_text("Your turn")


def test_a_seat_goes_from_the_shared_phone_to_its_players_own(
    served: Served, phone: Page, other_phone: Page, screen: Page
) -> None:
    phone.goto(f"{served.url}/new?game=coins")
    for at, name in enumerate(("Ann", "Bob")):
        phone.locator("input[name=name]").nth(at).fill(name)
    phone.get_by_role("button", name="Begin").click()
    here = phone.url.split("?")[0]
    phone.goto(f"{here}?seat=1")
    wait_live(phone)
    (table,) = served.house.hall.tables.values()
    give_cookie(screen, served.url, served.house.device(table, screen=True))
    screen.goto(f"{here}table")
    wait_live(screen)
    other_phone.goto(f"{here}join")
    other_phone.get_by_role("button", name="Bob").click()
    expect(screen.locator("#heard")).to_have_text("Bob is on a phone of their own now.")
    expect(other_phone.locator(".purse h1")).to_have_text("Bob")
    expect(phone.locator(".purse h1")).to_have_text("Ann")


def test_every_page_fits_a_small_phone_and_a_thumb(served: Served, table: Table, phone: Page) -> None:
    give_cookie(phone, served.url, served.house.device(table, 0, 1, banker=True))
    for path in (*(f"/t/{table.id}/{page}" for page in PAGES), "/", "/new", "/new?game=coins"):
        phone.goto(served.url + path)
        assert phone.evaluate("document.documentElement.scrollWidth") <= 360, path
        small = phone.evaluate(
            """[...document.querySelectorAll('button, summary, .button, .pick, select, .dock a, .filters a, '
                + 'input:not([type=hidden], [type=radio], [type=checkbox])')]
            .filter(one => one.offsetParent && one.getBoundingClientRect().height < 43.9)
            .map(one => one.outerHTML.slice(0, 80))"""
        )
        assert small == [], path


def test_nothing_that_the_keyboard_reaches_hides_behind_the_dock(
    served: Served, table: Table, phone: Page
) -> None:
    open_hand(phone, served, table, 0, banker=True)
    phone.evaluate("document.querySelectorAll('main details').forEach((fold) => { fold.open = true; })")
    reached: set[str] = set()
    while True:
        phone.keyboard.press("Tab")
        at, is_seen = phone.evaluate(
            """() => {
              const one = document.activeElement, box = one.getBoundingClientRect();
              const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
              const label = one.closest('label');
              const isSeen = at && (one.contains(at) || at.contains(one) || (label && label.contains(at)));
              const all = [...document.querySelectorAll('*')];
              return [one === document.body ? '' : String(all.indexOf(one)), Boolean(isSeen)];
            }"""
        )
        if not at or at in reached:
            break
        assert is_seen, phone.evaluate("document.activeElement.outerHTML.slice(0, 120)")
        reached.add(at)
    assert len(reached) > 20


def test_after_an_act_the_keyboard_goes_on_from_its_fold(served: Served, table: Table, phone: Page) -> None:
    open_hand(phone, served, table, 0)
    fold = phone.locator("details.fold", has_text="Take").first
    fold.locator("summary").focus()
    phone.keyboard.press("Enter")
    phone.keyboard.press("Tab")
    phone.keyboard.type("2")
    phone.keyboard.press("Enter")
    balance(phone, 22)
    expect(fold.locator("summary")).to_be_focused()


def test_every_field_has_a_name_for_who_cannot_see_it(served: Served, table: Table, phone: Page) -> None:
    give_cookie(phone, served.url, served.house.device(table, 0, 1, banker=True))
    for path in (*(f"/t/{table.id}/{page}" for page in PAGES), "/new?game=coins"):
        phone.goto(served.url + path)
        nameless = phone.evaluate(
            """[...document.querySelectorAll('input:not([type=hidden]), select, textarea, button')]
            .filter(one => !(one.labels && one.labels.length) && !one.getAttribute('aria-label')
                && !one.textContent.trim())
            .map(one => one.outerHTML.slice(0, 80))"""
        )
        assert nameless == [], path
        assert phone.evaluate("document.querySelectorAll('h1').length") == 1, path
        assert phone.evaluate("document.documentElement.lang") == "en"
        doubled = phone.evaluate(
            """[...document.querySelectorAll('[id]')].map(one => one.id)
            .filter((id, at, all) => all.indexOf(id) !== at)"""
        )
        assert doubled == [], path


def test_dark_follows_the_phone(served: Served, table: Table, phone: Page) -> None:
    open_hand(phone, served, table, 0)
    ground = "getComputedStyle(document.body).backgroundColor"
    light = phone.evaluate(ground)
    phone.emulate_media(color_scheme="dark")
    dark = phone.evaluate(ground)
    phone.emulate_media(color_scheme="no-preference")
    assert light != dark


def test_history_explains_every_coin(served: Served, table: Table, phone: Page) -> None:
    device = served.house.device(table, 0, banker=True)
    device.say(table, "transfer", "Ann", to="Bob", amount=4)
    device.say(table, "take", "banker", **{"for": "Bob", "amount": 3})
    give_cookie(phone, served.url, device)
    phone.goto(f"{served.url}/t/{table.id}/history?seat=1")
    expect(phone.locator("h2")).to_have_text("Why does Bob have ¤27?")
    expect(phone.locator(".steps tbody tr")).to_have_count(3)
    expect(phone.locator(".steps tbody tr").first).to_contain_text("entered by the banker")
    phone.goto(f"{served.url}/t/{table.id}/history")
    phone.locator("#e1").get_by_role("button", name="Pay back").click()
    expect(phone.locator(".entries")).to_contain_text("The payment of entry 1 is paid back")
    assert [table.session.state.ledger.balance(seat) for seat in range(2)] == [20, 23]


def test_a_rule_is_changed_in_play_and_stands_in_front(served: Served, table: Table, phone: Page) -> None:
    give_cookie(phone, served.url, served.house.device(table, 0, banker=True))
    phone.goto(f"{served.url}/t/{table.id}/rules")
    phone.locator("summary", has_text="Change a rule").click()
    phone.locator("select[name='o.dice']").select_option('"program"')
    phone.get_by_role("button", name="Use these rules from now on").click()
    expect(phone.locator("dl.rules").first).to_contain_text("the program's die")
    assert table.session.state.options["dice"] == "program"


def test_a_new_game_is_three_steps(served: Served, phone: Page) -> None:
    phone.goto(served.url)
    phone.get_by_role("link", name="New game").click()
    phone.get_by_role("link", name="Coins").click()
    for at, name in enumerate(("Ann", "Bob")):
        phone.locator("input[name=name]").nth(at).fill(name)
    phone.get_by_role("button", name="Begin").click()
    wait_live(phone)
    expect(phone.locator(".held a")).to_have_count(2)
    balance(phone, 20)


def test_two_players_of_one_name_are_told_what_would_be_right(served: Served, phone: Page) -> None:
    phone.goto(f"{served.url}/new?game=coins")
    for at in (0, 1):
        phone.locator("input[name=name]").nth(at).fill("Ann")
    phone.get_by_role("button", name="Begin").click()
    expect(phone.locator(".notice.refused")).to_contain_text("a name nobody else has")
    expect(phone.locator("input[name=name]").first).to_have_value("Ann")
    assert served.house.hall.tables == {}
