"""The catalogue: what is said, how money and names are written, and that nothing is missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.core.currency import Currency
from companion.core.message import say
from companion.core.refusal import Reason, fault_at, is_firm, said_as
from companion.core.tagged import Tagged
from companion.games import GAMES
from companion.web.catalogues import catalogue
from companion.web.text import SHARED, Words

WEB = Path("companion/web")
WORDS = Words(game="coins", names=("Ann", "Bob", "Cem"), currency=Currency("$"))


def test_money_has_its_currency_in_front_or_behind() -> None:
    assert WORDS.money(1140) == "$1,140"
    assert Words(currency=Currency("kr.", "after")).money(-40) == "−40\u00a0kr."
    assert Words().money(1234567) == "1,234,567"


def test_everybody_at_a_table_reads_money_as_its_box_writes_it() -> None:
    box = Currency("kr.", "after", ".")
    written = {Words(language, currency=box).money(30000) for language in ("en", "da", "ru")}
    assert written == {"30.000\u00a0kr."}


def test_a_sentence_that_ends_with_money_has_one_full_stop() -> None:
    words = Words("da", "monopoly", ("J.",), Currency("kr.", "after", "."))
    said = words.text("refusal.bid_too_low", amount=5, least=1500)
    assert said == "5\u00a0kr. er for lidt. Byd mindst 1.500\u00a0kr."
    assert words.text("refusal.not_owner", deed="-", who=0).endswith("J.")
    assert Words(names=("Bo!",)).text("refusal.wrong_seat", who=0).startswith("That is for Bo! to do. ")
    assert Words("it", names=("Bo!",)).text("refusal.wrong_seat", who=0).startswith("Deve farlo Bo! ")
    assert [words.unstopped(line) for line in ("Bo: 5 kr.", "Det er slut.")] == ["Bo: 5 kr.", "Det er slut"]


def test_seats_accounts_and_money_fill_a_sentence() -> None:
    message = say("desk.transferred", payer=1, payee="bank", amount=22, note="")
    assert WORDS.say(message) == "Bob pays the bank $22"


def test_a_bracket_stays_when_its_value_is_there() -> None:
    message = say("desk.transferred", payer=1, payee=0, amount=22, note="for the tea")
    assert WORDS.say(message) == "Bob pays Ann $22 (for the tea)"


def test_a_count_chooses_the_plural() -> None:
    assert WORDS.text("deed.houses", count=1) == "1 house"
    assert WORDS.text("deed.houses", count=3) == "3 houses"


def test_thousands_are_grouped_as_each_language_does() -> None:
    written = {language: Words(language).number(-1234567) for language in ("en", "da", "ru")}
    assert written == {"en": "−1,234,567", "da": "−1.234.567", "ru": "−1\u00a0234\u00a0567"}


def test_what_was_done_at_once_is_one_line_without_a_question_mark_in_greek() -> None:
    parts = ["Α", "Β", "Γ"]
    assert Words("en").sentences(parts) == "Α; Β; Γ"
    assert Words("el").sentences(parts) == "Α. Β. Γ"
    assert Words("el").sentences(["Α;", "Β."]) == "Α; Β."
    assert Words("el").sentences([]) == ""


def test_a_decimal_fraction_is_written_as_each_language_does() -> None:
    assert {code: Words(code).decimal("-2.5") for code in ("en", "el", "ru", "da", "it")} == {
        "en": "−2.5",
        **dict.fromkeys(("el", "ru", "da", "it"), "−2,5"),
    }


def test_different_things_are_joined_as_messages_of_their_own() -> None:
    words = Words("en", "monopoly", ("Ann", "Bob"), Currency("$"))
    give = [
        {"id": "monopoly.bundle.cash", "values": {"amount": 20}},
        {"id": "monopoly.bundle.jail_cards", "values": {"count": 2}},
    ]
    told = words.text("monopoly.trade_made.gift", proposer=0, partner=1, give=give, note="")
    assert told == "Ann gives Bob $20 and 2 leave-jail cards"


def test_several_people_are_joined_as_in_a_sentence() -> None:
    assert WORDS.text("desk.reordered", order=[2, 0, 1]) == "Round the table now: Cem, Ann and Bob"


@pytest.mark.parametrize(
    ("field", "expected", "found", "sentence"),
    [
        ("amount", said_as("filled"), "nothing", "Fill in: amount."),
        (
            "amount",
            said_as("whole_number", least=1, most=10**9),
            "None",
            "Fill in: amount (a whole number from 1 to 1,000,000,000).",
        ),
        ("options: salary", said_as("number"), "lots", "Salary on GO should be a whole number, not “lots”."),
        ("players.Ann.cash", said_as("number"), "x", "Ann, money should be a whole number, not “x”."),
        ("set.deeds.orange1", said_as("object"), "x", "Deeds, orange1 should be an object, not “x”."),
        (
            "jail_turns",
            said_as("whole_number", least=0, most=2),
            "9",
            "Failed tries in jail should be a whole number from 0 to 2, not “9”.",
        ),
    ],
)
def test_a_field_is_named_as_people_call_it(
    field: str, expected: dict[str, object], found: str, sentence: str
) -> None:
    words = Words(game="monopoly", names=("Ann",))
    assert words.text("refusal.bad_request", field=field, expected=expected, found=found) == sentence


def test_every_fault_of_something_large_is_said_in_one_sentence() -> None:
    faults = [
        fault_at("cards[0].kind", "one_of", 3, choices=["farm", "flat"]),
        fault_at("box.x", "object", []),
    ]
    told = WORDS.text("refusal.bad_request", field="box", expected=said_as("faults", faults=faults))
    assert told.endswith(
        "should be without these faults: cards[0].kind: expected one of farm and flat, found 3"
        " and box.x: expected an object, found []."
    )


@pytest.mark.parametrize("game", [*GAMES])
def test_every_field_of_every_verb_has_a_word(game: str) -> None:
    named = {field.name for verb in GAMES[game].verbs.values() for field in verb.fields}
    assert {name for name in named if Words(game=game).find(f"field.{name}") is None} == set()


def test_a_piece_is_called_what_the_box_calls_it() -> None:
    names = {Tagged("deed", "orange1"): "Bow Street"}
    words = Words(piece_name=lambda tagged: names[tagged])
    assert words.piece("deed", "orange1") == "Bow Street"
    assert words.piece("deed", "orange9") == "orange9"


def test_a_missing_sentence_is_logged_and_shown_as_its_id(caplog: pytest.LogCaptureFixture) -> None:
    assert WORDS.text("no.such.text", amount=1) == "no.such.text"
    assert "no.such.text" in caplog.text


def test_a_games_own_sentence_comes_before_the_shared_one() -> None:
    assert WORDS.text("refusal.too_greedy", most=10, amount=12).startswith("Nobody takes more than $10")
    assert WORDS.find("refusal.not_your_turn") is not None


@pytest.mark.parametrize("code", [reason.value for reason in Reason] + ["fault", "saving"])
def test_every_common_refusal_has_a_sentence_that_does_without_its_values(code: str) -> None:
    sentence = WORDS.text(f"refusal.{code}")
    assert sentence != f"refusal.{code}"
    assert "{" not in sentence and "[" not in sentence


def test_every_text_that_pages_name_is_in_the_catalogue() -> None:
    named = set()
    for path in [*WEB.glob("*.py"), *WEB.glob("templates/**/*.html")]:
        source = path.read_text(encoding="utf-8")
        named |= set(
            re.findall(r"""(?:\bt\(|words\.text\(|\.text\()\s*["']([a-z_]+\.[a-z_.]+)["'](?!\s*~)""", source)
        )
    assert len(named) > 80
    assert {id for id in named if WORDS.find(id) is None} == set()


def test_families_of_texts_are_complete() -> None:
    families = {
        "fitting.": ("ready", "lost", "simulated", "not_fitted"),
        "hand.group.": ("now", "rents", "deeds", "money", "trade", "leave"),
        "standing.": ("transfer", "request", "collect"),
        "banker.": ("adjust", "transfer", "arrange", "finish", "join", "rename", "leave"),
        "dock.": ("hand", "table", "history", "rules", "banker"),
        "new.dice.": ("own", "typed", "program"),
        "hand.program_": ("dice", "card"),
        "ask.kind.": ("amount", "number", "dice", "seat", "account", "choice", "choices", "text"),
        "history.": ("undo", "redo", "undo_many", "redo_many"),
    }
    missing = [
        start + end for start, ends in families.items() for end in ends if WORDS.find(start + end) is None
    ]
    assert missing == []


@pytest.mark.parametrize("game", [*GAMES])
def test_what_the_banker_let_pass_is_said_in_words(game: str) -> None:
    words = Words(game=game, names=("Ann", "Bob"))
    codes = {id.removeprefix("refusal.") for id in catalogue("en", game) if id.startswith("refusal.")}
    silent = {code for code in codes if not is_firm(code) and words.find(f"reason.{code}") is None}
    assert silent == set()
    told = words.text("irregular", reasons=["uneven", "group_built"])
    assert told == "Allowed by the banker, against the rules: unevenly and with buildings in the group"


def test_a_sentence_begins_with_a_capital_though_the_bank_does_not() -> None:
    assert WORDS.text("desk.transferred", payer="bank", payee=1, amount=22, note="").startswith("The bank")
    words = Words(game="coins", names=("de Vries", "Bob"))
    assert words.text("desk.transferred", payer=0, payee=1, amount=22, note="").startswith("de Vries")
    assert words.text("account.bank") == "the bank"
    camels = Words("da", "camelup")
    assert (
        camels.text("camelup.race_scored", winner="white", loser="green")
        == "Hvid vinder løbet, grøn er sidst"
    )
    laid = {"id": "expected.card_as_laid", "values": {"camel": "white", "place": 3}}
    assert "Hvid" not in camels.text("refusal.bad_request", field="card", expected=laid, found="blue")
    assert camels.phrase(say("scoring.position", camel="white", foreseen=2, place=3)).startswith("hvid")


def test_no_two_catalogues_that_all_games_share_have_a_text_of_one_id() -> None:
    held: dict[str, list[str]] = {}
    for name in SHARED:
        for id in catalogue("en", name):
            held.setdefault(id, []).append(name)
    assert {id: names for id, names in held.items() if len(names) > 1} == {}
