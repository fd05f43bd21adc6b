"""No word of the pages is written outside the catalogues: every text passes through them, labels too."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser

import pytest

from companion.core.tagged import Tagged
from companion.core.uid import Uid
from companion.table.fittings import Fitting
from companion.table.registry import Registered
from companion.web import text
from companion.web.catalogues import Text
from tests.web.house import House

DISGUISE = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "ȧƀƈḓḗƒɠħīĵķŀḿƞǿƥɋřşŧŭṽẇẋẏẑ" + "ȦƁƇḒḖƑƓĦĪĴĶĿḾȠǾƤɊŘŞŦŬṼẆẊẎẐ",
)
PLACE = re.compile(r"\{[^}]*\}")
SHOWN = ("aria-label", "alt", "title", "placeholder")
# Names of people, pieces and languages, addresses, marks: what no catalogue holds.
OWN = re.compile(
    r"English|Dansk|Italiano|Ann|Bob|Cem|The \d-coin|Player card \d|table|tower|192\.0\.2\.7:8080|https?://\S+|[\w.]*\.local\S*|04[0-9A-F]+"
)


class Words(HTMLParser):
    """Collects what people read or hear of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.read: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style"):
            self._silent += 1
        self.read += [value for name, value in attrs if name in SHOWN and value]

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style"):
            self._silent -= 1

    def handle_data(self, data: str) -> None:
        if not self._silent and data.strip():
            self.read.append(data.strip())


@pytest.fixture
def disguised(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every catalogue with other letters, so that what did not come from one shows."""
    plain = text.catalogue.__wrapped__

    def changed(language: str, name: str) -> Mapping[str, Text]:
        return {id: disguise(found) for id, found in plain(language, name).items()}

    monkeypatch.setattr(text, "catalogue", changed)
    yield


def disguise(found: Text) -> Text:
    """The same sentence in letters that nobody types, placeholders as they are."""
    if not isinstance(found, str):
        return {form: str(disguise(sentence)) for form, sentence in found.items()}
    parts, at = [], 0
    for place in PLACE.finditer(found):
        parts += [found[at : place.start()].translate(DISGUISE), place[0]]
        at = place.end()
    return "".join([*parts, found[at:].translate(DISGUISE)])


def bare_words(page: str) -> list[str]:
    """What is read on a page and came from no catalogue."""
    words = Words()
    words.feed(page)
    found = [OWN.sub("", one) for one in words.read]
    return [one for one in found if re.search(r"[A-Za-z]{3,}", one)]


@pytest.mark.usefixtures("disguised")
def test_every_word_of_every_page_comes_from_a_catalogue(house: House) -> None:
    table = house.start()
    phone = house.device(table, 0, 1, banker=True, screen=True)
    uid = Uid.from_hex("04A3C6CAE26180")
    house.hall.registry.register(uid, Registered("coins", Tagged("coin", "5")))
    house.reach.fittings.set(Fitting("tower", "tower", "lost"))
    phone.say(table, "transfer", "Ann", to="Bob", amount=3)
    phone.say(table, "take", "banker", **{"for": "Bob", "amount": 30, "override": True})
    phone.say(table, "request", "Ann", **{"from": "Bob", "amount": 2})
    house.inbox.ask(lambda: table.touch("table", uid))
    here = f"/t/{table.id}/"
    pages = ["/", "/new", "/new?game=coins", "/simulator", here]
    for part in (
        "history",
        "rules",
        "banker",
        "tags",
        "tags/row",
        "tags/look",
        "arrange",
        "lay",
        "seat/2",
        "join",
        "table",
    ):
        pages.append(here + part)
    for path in (*pages, f"{here}history?seat=1", f"{here}banker?for=2"):
        answer = phone.get(path)
        assert answer.status_code == 200, path
        assert bare_words(answer.text) == [], path
    for path, form in (("tags/row", {"step": "start", "kind": "coin"}), ("tags/look", {"step": "start"})):
        phone.post(here + path, form)
        house.inbox.ask(lambda: table.touch("table", uid))
        assert bare_words(phone.get(here + path).text) == [], path
    refused = phone.post("/new", {"game": "coins", "name": ["Ann"]})
    assert bare_words(refused.text) == []


def test_a_planted_word_is_found() -> None:
    assert bare_words("<p>Bare words</p>") == ["Bare words"]
    assert bare_words('<button aria-label="Bare">ƀ</button>') == ["Bare"]
    assert bare_words("<p>Ann ƥȧẏş Bob</p><script>let hidden = 1;</script>") == []
