"""The catalogues: English sentences by id, and what each other language has for them."""

# English is what the authors of the program write, `locales/en/<name>.toml`: id = sentence. Other languages
# are gettext catalogues of the same name, `locales/<language>/<name>.po`, as translators know them: the id is
# the context (msgctxt), the English sentence is what is translated (msgid), so that one whose English has
# changed shows as out of date. `python -m companion.web.translating` brings them up to date.

from __future__ import annotations

import logging
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from babel.core import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError, read_po

log = logging.getLogger(__name__)

folders: list[Path] = [Path(__file__).parent / "locales"]
"""Where catalogues lie; a test adds those of its own game or language."""
DEFAULT_LANGUAGE = "en"

Text = str | Mapping[str, str]
"""A sentence, or one for each plural form (one, few, many, other) chosen by its first `count` placeholder."""

_FORMS = ("zero", "one", "two", "few", "many", "other")
_COUNTED = range(200)
"""What is counted at a table: Italian has a form of its own for a million, which no sentence here needs."""


@cache
def languages() -> Mapping[str, str]:
    """The languages by their codes, each under its own name, English first: what `languages.toml` lists."""
    found: dict[str, str] = {}
    for folder in folders:
        listed = folder / "languages.toml"
        if listed.exists():
            found |= tomllib.loads(listed.read_text(encoding="utf-8"))
    return found


@cache
def catalogue(language: str, name: str) -> Mapping[str, Text]:
    """The texts of one file of a language; empty when the language has no such file."""
    for folder in folders:
        path = catalogue_path(folder, language, name)
        if path.exists():
            return read_english(path) if language == DEFAULT_LANGUAGE else read_translation(path, language)
    return {}


def catalogue_path(folder: Path, language: str, name: str) -> Path:
    """Where a language has, or would have, its texts of one name."""
    return folder / language / f"{name}.{'toml' if language == DEFAULT_LANGUAGE else 'po'}"


def read_english(path: Path) -> Mapping[str, Text]:
    """The English texts of one file."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def read_translation(path: Path, language: str) -> Mapping[str, Text]:
    """What a language has ready: neither what is untranslated nor what was marked as doubtful.

    A file that cannot be read is logged and counts as empty: English is better than no button.
    """
    try:
        return dict(_ready(read_catalog(path, language), plural_forms(language)))
    except (ValueError, OSError) as error:
        log.error("%s of %s cannot be read (%s); its texts stay English", path.name, language, error)
        return {}


def read_catalog(path: Path, language: str) -> Catalog:
    """The gettext catalogue of a file. Raises ValueError naming the file and its faulty line."""
    try:
        with path.open("rb") as file:
            return read_po(file, locale=language, abort_invalid=True)
    except PoFileError as error:
        raise ValueError(f"{path.parent.name}/{path.name}, line {error.lineno + 1}: {error}") from None


def plural_form(count: int, language: str) -> str:
    """The form of a noun after a number: "one", "few", "many" or "other", as the language has them."""
    return _locale(language).plural_form(count)


@cache
def plural_forms(language: str) -> tuple[str, ...]:
    """The plural forms that a language's sentences need, in the order of a gettext catalogue."""
    needed = {plural_form(count, language) for count in _COUNTED}
    return tuple(form for form in _FORMS if form in needed)


@cache
def _locale(language: str) -> Locale:
    return Locale.parse(language)


def _ready(catalog: Catalog, names: tuple[str, ...]) -> list[tuple[str, Text]]:
    texts: list[tuple[str, Text]] = []
    for message in catalog:
        if not message.context or message.fuzzy or not message.string:
            continue
        if isinstance(message.string, str):
            texts.append((message.context, message.string))
        elif all(message.string):
            texts.append((message.context, dict(zip(names, message.string, strict=True))))
    return texts
