"""Other languages: complete, current, with the same placeholders; and a new one by the recipe."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest

from companion.core.currency import Currency
from companion.web import catalogues, translating
from companion.web.catalogues import catalogue, languages, plural_form, plural_forms, read_english
from companion.web.text import Words
from tests.web.catalogue_gate import catalogue_faults
from tests.web.house import House

LOCALES = Path("companion/web/locales")
NAMES = sorted(path.stem for path in (LOCALES / "en").glob("*.toml"))
OTHERS = [language for language in languages() if language != "en"]
SMALL = {
    "greet": "Hello {who:who}[, you have {amount:money}]",
    "houses": {"one": "{count:count} house", "other": "{count:count} houses"},
}


@pytest.fixture
def fresh() -> Iterator[None]:
    """The catalogues are read anew, before and after."""
    _forget()
    yield
    _forget()


@pytest.fixture
def eo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fresh: None) -> Path:
    """A folder of catalogues with English and one line for Esperanto, and nothing of it yet."""
    shutil.copytree(LOCALES / "en", tmp_path / "en")
    (tmp_path / "languages.toml").write_text('en = "English"\neo = "Esperanto"\n', encoding="utf-8")
    monkeypatch.setattr(catalogues, "folders", [tmp_path, *catalogues.folders[1:]])
    return tmp_path


def _forget() -> None:
    languages.cache_clear()
    catalogue.cache_clear()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_every_text_with_its_placeholders_from_the_english_of_today(
    language: str, name: str
) -> None:
    path = LOCALES / language / f"{name}.po"
    assert catalogue_faults(path, read_english(LOCALES / "en" / f"{name}.toml"), language) == []


def test_five_languages_are_offered_each_under_its_own_name() -> None:
    assert dict(languages()) == {
        "en": "English",
        "el": "Ελληνικά",
        "ru": "Русский",
        "da": "Dansk",
        "it": "Italiano",
    }
    folders = {path.name for path in LOCALES.iterdir() if path.is_dir()}
    assert folders - {"__pycache__"} == set(languages())


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ('msgctxt "greet"\nmsgid "%s"\nmsgstr ""', "greet: untranslated"),
        (
            '#, fuzzy\nmsgctxt "greet"\nmsgid "%s"\nmsgstr "Saluton {who:who}[, {amount:money}]"',
            "greet: fuzzy",
        ),
        ('msgctxt "greet"\nmsgid "%s"\nmsgstr "Saluton[, {amount:money}]"', "greet: placeholders"),
        (
            'msgctxt "greet"\nmsgid "%s"\nmsgstr "Saluton {who:money}[, {amount:money}]"',
            "greet: placeholders",
        ),
        ('msgctxt "greet"\nmsgid "%s"\nmsgstr "Saluton {who:who}, {amount:money}"', "greet: what stands in"),
        ('msgctxt "greet"\nmsgid "Hi"\nmsgstr "Saluton"', "greet: its English is another now"),
        ('msgctxt "gone"\nmsgid "Gone"\nmsgstr "For"', "gone: no such text in English"),
    ],
)
def test_a_faulty_catalogue_is_told_at_the_gate(tmp_path: Path, written: str, fault: str) -> None:
    path = tmp_path / "small.po"
    text = translating.catalogue_text(translating.updated({}, {}, "eo"), "eo", "small")
    path.write_text(text + "\n" + written.replace("%s", str(SMALL["greet"])) + "\n", encoding="utf-8")
    faults = catalogue_faults(path, SMALL, "eo")
    assert any(one.startswith(fault) for one in faults), faults
    assert "houses: missing" in faults


@pytest.mark.parametrize(
    ("sentence", "fault"),
    [
        ("Saluton {who:who}[, {amount:money}] [nun", "a bracket without its other half"),
        ("Saluton {who:who}[, {amount:money}] ", "a space at an end"),
        ("Saluton {who:who}[,\n{amount:money}]", "lines broken elsewhere"),
        ("S\u0430luton {who:who}[, {amount:money}]", "letters of two alphabets in 'S\u0430luton'"),
        ("\u200b", "untranslated"),
    ],
)
def test_what_a_translator_does_not_see_is_told_at_the_gate(
    tmp_path: Path, sentence: str, fault: str
) -> None:
    path = _small(tmp_path, "eo", {"msgid": SMALL["greet"], "msgstr": sentence})
    faults = catalogue_faults(path, {"greet": SMALL["greet"]}, "eo")
    assert any(fault in one for one in faults), faults


def test_a_catalogue_that_the_program_reads_otherwise_is_told_at_the_gate(tmp_path: Path) -> None:
    path = _small(tmp_path, "eo", {"msgid": "Hi", "msgstr": "\u015cat"})
    assert catalogue_faults(path, {"greet": "Hi"}, "eo") == []
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole.replace('\u015cat"', "\u015cat"), encoding="utf-8")
    assert catalogue_faults(path, {"greet": "Hi"}, "eo")
    for says, lies in (
        ("charset=utf-8", "charset=iso-8859-1"),
        ("Language: eo", "Language: da"),
        ("(n != 1)", "(n > 2)"),
    ):
        path.write_text(whole.replace(says, lies), encoding="utf-8")
        assert any("the header should say" in one for one in catalogue_faults(path, {"greet": "Hi"}, "eo"))


def test_one_thing_keeps_its_number_where_twenty_one_things_share_its_form(tmp_path: Path) -> None:
    english = {"greet": {"one": "a house", "other": "{count:count} houses"}}
    forms = {"msgid": "a house", "msgid_plural": "{count:count} houses"}
    for language, named in (("da", {0: "et hus", 1: "{count:count} huse"}), ("ru", None)):
        own = named or {0: "дом", 1: "{count:count} дома", 2: "{count:count} домов"}
        path = _small(tmp_path, language, {**forms, "msgstr_plural": own})
        assert bool(catalogue_faults(path, english, language)) == (language == "ru")


def _small(folder: Path, language: str, entry: dict[str, object]) -> Path:
    path = folder / "small.po"
    path.write_text(translating.catalogue_text(translating.updated({}, {}, language), language, "small"))
    filled = polib.pofile(str(path), wrapwidth=10_000)
    filled.append(polib.POEntry(msgctxt="greet", **entry))
    filled.save()
    return path


def test_a_broken_plural_is_told_at_the_gate_and_stays_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fresh: None
) -> None:
    written = translating.catalogue_text(translating.updated(SMALL, {}, "ru"), "ru", "small")
    broken = written.replace('msgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""', 'msgstr[0] "{count:count} дом"')
    assert broken != written
    path = tmp_path / "ru" / "small.po"
    path.parent.mkdir()
    path.write_text(broken, encoding="utf-8")
    assert "houses: 1 plural forms, 3 are needed" in catalogue_faults(path, SMALL, "ru")
    monkeypatch.setattr(catalogues, "folders", [tmp_path])
    assert catalogue("ru", "small").get("houses") is None


def test_a_catalogue_that_is_no_catalogue_leaves_the_texts_english(
    eo: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (eo / "eo").mkdir()
    (eo / "eo" / "core.po").write_text('msgctxt "x\nthis is none', encoding="utf-8")
    assert Words("eo").text("dock.label") == Words("en").text("dock.label")
    assert Words("eo").text("list.last", rest="A", last="B") == "A and B"
    assert "core.po of eo cannot be read" in caplog.text


@pytest.mark.parametrize(
    ("count", "form"),
    [(0, "many"), (1, "one"), (2, "few"), (5, "many"), (11, "many"), (21, "one"), (22, "few"), (111, "many")],
)
def test_russian_has_three_forms_after_a_number(count: int, form: str) -> None:
    assert plural_forms("ru") == ("one", "few", "many")
    assert plural_form(count, "ru") == form


@pytest.mark.parametrize("language", OTHERS)
def test_plurals_are_written_as_they_are_read(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fresh: None
) -> None:
    source = tmp_path / "en" / "small.toml"
    source.parent.mkdir()
    source.write_text('"houses" = {one = "{count:count} house", other = "{count:count} houses"}\n')
    translating.bring_up_to_date(tmp_path, language)
    path = tmp_path / language / "small.po"
    filled = polib.pofile(str(path))
    forms = {f"{{count:count}} {form}" for form in plural_forms(language)}
    for number, form in enumerate(plural_forms(language)):
        filled[0].msgstr_plural[number] = f"{{count:count}} {form}"
    filled.save()
    assert translating.bring_up_to_date(tmp_path, language) == {"small": 0}
    monkeypatch.setattr(catalogues, "folders", [tmp_path])
    monkeypatch.setattr("companion.web.text.SHARED", ("small",))
    said = {Words(language).text("houses", count=count) for count in range(25)}
    assert {one.split()[1] for one in said} == {form.split()[1] for form in forms}


def test_changed_english_keeps_its_translation_for_somebody_to_look_at(tmp_path: Path) -> None:
    (tmp_path / "en").mkdir()
    source = tmp_path / "en" / "small.toml"
    long = "Hello" + ", hello" * 30
    source.write_text(f'"greet" = "{long}"\n"same" = "Yes"\n', encoding="utf-8")
    assert translating.bring_up_to_date(tmp_path, "it") == {"small": 2}
    path = tmp_path / "it" / "small.po"
    filled = polib.pofile(str(path))
    for entry, text in zip(filled, ("Ciao", "Sì"), strict=True):
        entry.msgstr = text
    filled.save()
    assert translating.bring_up_to_date(tmp_path, "it") == {"small": 0}
    source.write_text('"greet" = "Hello there"\n"same" = "Yes"\n"new" = "No"\n', encoding="utf-8")
    assert translating.bring_up_to_date(tmp_path, "it") == {"small": 2}
    again = {entry.msgctxt: entry for entry in polib.pofile(str(path))}
    assert (again["greet"].msgstr, again["greet"].fuzzy, again["greet"].previous_msgid) == (
        "Ciao",
        True,
        long,
    )
    assert (again["same"].msgstr, again["same"].fuzzy, again["new"].msgstr) == ("Sì", False, "")


def test_a_language_is_added_by_one_folder_and_one_line(eo: Path, house: House) -> None:
    assert translating.main(["eo"]) == 1
    for path in sorted((eo / "eo").glob("*.po")):
        filled = polib.pofile(str(path))
        for entry in filled:
            if entry.msgid_plural:
                entry.msgstr_plural = {0: f"«{entry.msgid}»", 1: f"«{entry.msgid_plural}»"}
            else:
                entry.msgstr = f"«{entry.msgid}»" if entry.msgid else ""
        filled.save()
        assert catalogue_faults(path, read_english(eo / "en" / f"{path.stem}.toml"), "eo") == []
    assert translating.main(["eo"]) == 0
    _forget()
    phone = house.device(house.start(), 0)
    page = phone.get("/", headers={"Accept-Language": "eo, en;q=0.5"}).text
    assert 'lang="eo"' in page and "«New game" in page and "Esperanto" in page


def test_an_unknown_language_of_a_browser_gets_english(house: House) -> None:
    phone = house.device(house.start(), 0)
    page = phone.get("/", headers={"Accept-Language": "xx-YY, tlh;q=0.9"}).text
    assert 'lang="en"' in page and "New game" in page


@pytest.mark.parametrize(
    ("wanted", "spoken"),
    [
        ("it-IT, en;q=0.5", "it"),
        ("en;q=0.3, el-GR;q=0.9", "el"),
        ("fr, ru;q=0.8, da;q=0.7", "ru"),
        ("da;q=0, it;q=0.1", "it"),
        ("*", "en"),
    ],
)
def test_a_browser_gets_the_language_that_it_wants_most(house: House, wanted: str, spoken: str) -> None:
    page = house.device().get("/", headers={"Accept-Language": wanted}).text
    assert f'<html lang="{spoken}">' in page


@pytest.mark.parametrize("code", ["eo", "en", "no_such_language"])
def test_a_language_without_its_line_is_refused(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert translating.main([code]) == 2
    assert f"{code}: not in languages.toml, which lists el, ru, da, it" in capsys.readouterr().err


def test_a_language_that_nobody_counts_in_is_refused(eo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (eo / "languages.toml").write_text('en = "English"\nqq = "Qq"\n', encoding="utf-8")
    _forget()
    assert translating.main(["qq"]) == 2
    assert "qq: unknown locale" in capsys.readouterr().err


def test_a_damaged_catalogue_is_not_written_over(eo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = eo / "eo" / "core.po"
    path.parent.mkdir()
    path.write_text("what is this", encoding="utf-8")
    assert translating.main(["eo"]) == 2
    assert path.read_text(encoding="utf-8") == "what is this"
    assert "eo/core.po, line 1" in capsys.readouterr().err


def test_numbers_follow_the_reader_and_money_the_table() -> None:
    words = Words("da", currency=Currency("$"))
    assert (words.number(1140), words.money(1140)) == ("1.140", "$1,140")
