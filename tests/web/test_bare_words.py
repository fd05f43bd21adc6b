"""No word of the pages is written outside the catalogues: every text passes through them, labels too."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from companion.web import catalogues, text
from companion.web.catalogues import Text
from tests.web.every_page import Seen, Tour, every_page, unlisted
from tests.web.house import House

WEB = Path("companion/web")
DISGUISE = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "ȧƀƈḓḗƒɠħīĵķŀḿƞǿƥɋřşŧŭṽẇẋẏẑ" + "ȦƁƇḒḖƑƓĦĪĴĶĿḾȠǾƤɊŘŞŦŬṼẆẊẎẐ",
)
PLACE = re.compile(r"\{[^}]*\}")
TOLD_TO_SCRIPTS = ("awake", "awake-help", "unsent", "rules-words", "hidden", "swapped", "swapping")
"""data-* attributes that a script shows to people."""
KEPT_FROM_PEOPLE = (
    "add", "amount", "before", "boot", "covered", "fetch", "handle", "hide-in", "keep", "key", "keypad",
    "longer", "moved", "passing", "pays", "place", "printed", "rules", "seating", "sets", "shapes", "sheets",
    "shown", "sign", "sound", "spends", "stream", "thousands", "turn",
)  # fmt: skip
"""data-* attributes that people never read."""
_READ = "|".join(
    (
        *("aria-label", "aria-description", "aria-valuetext", "alt", "title", "placeholder", "label"),
        *(f"data-{name}" for name in TOLD_TO_SCRIPTS),
    )
)
# What lies in a large field is typed there as a table file has it.
_SILENT = re.compile(r"<(script|style|textarea)\b.*?</\1>|<!--.*?-->|<!doctype[^>]*>", re.DOTALL)
_SHOWN = re.compile(rf'\s(?:{_READ})="([^"]*)"|<input type="(?:submit|button)"[^>]*value="([^"]*)"')
_TEXT = re.compile(r">([^<]+)<")
_WORD = re.compile(r"[A-Za-z]{3,}")
# Names of languages, addresses, what a coin of the little game is called, what the owner types into a file,
# the numbers of tags, and titles that the simple player writes on cards: what no catalogue holds.
OWN = re.compile(
    r"English|Dansk|Italiano|The \d-coin|Player card \d|192\.0\.2\.7:8080|https?://\S+|[\w.]*\.local\S*"
    r"|04[0-9A-F]+|Ball|Picnic|Regatta|table\.toml|hosts = \S+"
)
OWN_OF: Mapping[str, re.Pattern[str]] = {
    r"/lastwill-\d+/(box|arrange|labels)": re.compile(
        r"\b[a-z]+-\d+(#\d)?|(joker|dog|horse|guest|chef)(#\d)?|cards\[\d+\]\.\w+"
    ),
    r"^/simulator": re.compile(r".*"),
}
"""What a page shows as its box or its file writes it, by address: ids that its owners chose, or typed."""


_CONTROL = re.compile(r"<(button|summary|a(?=[^>]*\shref=))\b([^>]*)>(.*?)</\1>", re.DOTALL)
_UNHEARD = re.compile(r'<(svg|span|small)\b[^>]*aria-hidden="true"[^>]*>.*?</\1>', re.DOTALL)
_NAMING = re.compile(r'\s(?:aria-label|aria-labelledby|alt|title)="[^"]*\S[^"]*"')


@pytest.fixture(scope="module")
def pages() -> Iterator[list[Seen]]:
    """Every page in English of other letters, so that what did not come from a catalogue shows."""
    plain = catalogues.catalogue.__wrapped__

    @cache
    def changed(language: str, name: str) -> Mapping[str, Text]:
        return {id: disguise(found) for id, found in plain(language, name).items()}

    house = House()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "catalogue", changed)
        assert unlisted(house) == set()
        yield [*every_page(Tour(house))]
    house.close()


def disguise(found: Text) -> Text:
    """The same sentence in letters that nobody types, placeholders as they are."""
    if not isinstance(found, str):
        return {form: str(disguise(sentence)) for form, sentence in found.items()}
    parts, at = [], 0
    for place in PLACE.finditer(found):
        parts += [found[at : place.start()].translate(DISGUISE), place[0]]
        at = place.end()
    return "".join([*parts, found[at:].translate(DISGUISE)])


def bare_words(page: str, where: str = "") -> list[str]:
    """What is read or heard of a page and came from no catalogue."""
    page = _SILENT.sub("", page)
    read = [*_TEXT.findall(f">{page}<"), *(one or other for one, other in _SHOWN.findall(page))]
    own = [OWN, *(pattern for address, pattern in OWN_OF.items() if re.search(address, where))]
    found = [html.unescape(one) for one in read]
    for pattern in own:
        found = [pattern.sub("", one).strip() for one in found]
    return [one for one in found if _WORD.search(one)]


def nameless(page: str) -> list[str]:
    """Buttons, links and folds that say nothing to who cannot see them."""
    found = []
    for control in _CONTROL.finditer(_SILENT.sub("", page)):
        inside = _UNHEARD.sub("", control[3])
        heard = re.sub(r"<[^>]*>", "", inside).strip()
        if not (heard or _NAMING.search(control[2]) or _NAMING.search(inside)):
            found.append(control[0])
    return found


def test_every_word_of_every_page_comes_from_a_catalogue(pages: list[Seen]) -> None:
    bare: dict[str, str] = {}
    for seen in pages:
        for word in bare_words(seen.page, seen.where):
            bare.setdefault(word, seen.where)
    assert bare == {}


def test_every_button_and_link_of_every_page_has_a_name(pages: list[Seen]) -> None:
    assert {control: seen.where for seen in pages for control in nameless(seen.page)} == {}


def test_a_planted_button_without_a_name_is_found() -> None:
    assert len(nameless('<button class="x"><svg aria-hidden="true"><text>A</text></svg> </button>')) == 1
    assert len(nameless('<a href="/x"></a><summary> </summary><button aria-label="">?!</button>')) == 2
    assert (
        nameless('<a href="/x"><img alt="Plan"></a><button aria-label="Away"></button><a id="x"></a>') == []
    )


def test_a_planted_word_is_found() -> None:
    assert bare_words("<p>Bare words</p>") == ["Bare words"]
    assert bare_words('<button aria-label="Bare">ƀ</button>') == ["Bare"]
    assert bare_words('<body data-unsent="Bare">') == ["Bare"]
    assert bare_words('<svg><title>Bare</title><text x="1">bare</text></svg>') == ["Bare", "bare"]
    assert bare_words("<p>Άννα ƥȧẏş Bo</p><script>let hidden = 1;</script>") == []


def test_every_attribute_for_scripts_is_known_to_be_read_or_not() -> None:
    written = {
        name
        for path in WEB.glob("templates/**/*.html")
        for name in re.findall(r"[\s\"']data-([a-z-]+)", path.read_text(encoding="utf-8"))
    }
    assert written - {*TOLD_TO_SCRIPTS, *KEPT_FROM_PEOPLE} == set()


SPOKEN = re.compile(
    r"""(?:textContent|innerText|title|placeholder|ariaLabel|alt)\s*=\s*["'`][^"'`]*[A-Za-z]{2}"""
    r"""|setAttribute\(\s*["'](?:aria-\w+|title|placeholder|alt)["'],\s*["'`](?!true|false)[^"'`]*[A-Za-z]{2}"""
    r"""|(?:alert|confirm|prompt|createTextNode)\(\s*["'`]|content:\s*["'][^"']*[A-Za-z]{2}"""
)


def test_scripts_and_styles_show_no_word_of_their_own() -> None:
    files = [*WEB.glob("static/*.js"), *WEB.glob("static/*.css")]
    assert len(files) > 8
    found = {path.name: SPOKEN.findall(path.read_text(encoding="utf-8")) for path in files}
    assert {name: words for name, words in found.items() if words} == {}
    for planted in (
        'x.textContent = "Gone";',
        "one.setAttribute('aria-label', 'Sound')",
        'i { content: "new"; }',
    ):
        assert SPOKEN.search(planted)
