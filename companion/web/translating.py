"""Bring a language's catalogues up to date with the English: `python -m companion.web.translating el`."""

# What is new comes in empty; what has another English sentence now keeps its translation, marked fuzzy, until
# somebody has looked at it: the program says such sentences in English meanwhile.

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from babel.core import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import write_po

from companion.web import catalogues
from companion.web.catalogues import (
    DEFAULT_LANGUAGE,
    Text,
    catalogue_path,
    languages,
    plural_forms,
    read_catalog,
)

_ONE_LINE = 1_000_000
"""Without a width Babel wraps the English that was, and no other reader knows such a second line."""
_HEADER = """# {language} texts of the tabletop companion: {name}. The context (msgctxt) is the text's id.
msgid ""
msgstr ""
"Language: {code}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {rule}\\n"

"""


def updated(english: Mapping[str, Text], known: Mapping[str, Message], language: str) -> Catalog:
    """A catalogue with every English text, and what is *known* of them, by id."""
    catalog = Catalog(locale=language)
    catalog.mime_headers = [("Plural-Forms", plural_rule(language))]
    empty = ("",) * len(plural_forms(language))
    for id, text in english.items():
        sentence = text if isinstance(text, str) else (text["one"], text["other"])
        before = known.get(id)
        string = before.string if before is not None else ""
        if isinstance(text, str) != isinstance(string, str):
            string, before = ("" if isinstance(text, str) else empty), None
        doubtful = before is not None and any(string or ()) and before.id != sentence
        flags = {"fuzzy"} if doubtful or (before is not None and before.fuzzy) else ()
        previous = _ids(before) if doubtful and before is not None else ()
        catalog.add(sentence, string, context=id, flags=flags, previous_id=previous)
    return catalog


def catalogue_text(catalog: Catalog, language: str, name: str) -> str:
    """A catalogue as the text of a .po file."""
    written = BytesIO()
    write_po(written, catalog, width=_ONE_LINE, omit_header=True, include_previous=True)
    header = _HEADER.format(
        language=Locale.parse(language).english_name,
        name=name,
        code=language,
        rule=plural_rule(language),
    )
    return header + written.getvalue().decode().strip() + "\n"


def plural_rule(language: str) -> str:
    """A language's rule of plurals as a gettext header gives it: "nplurals=2; plural=(n != 1);".

    gettext's table has a form for millions in Italian; then the plain rule of two forms takes its place.
    """
    needed, known = len(plural_forms(language)), get_plural(language)
    simple = {1: "0", 2: "(n != 1)"}
    expression = known.plural_expr if known.num_plurals == needed else simple[needed]
    return f"nplurals={needed}; plural={expression};"


def known_texts(path: Path, language: str) -> dict[str, Message]:
    """What a file has of each id, ready or not; nothing when there is no file. Raises ValueError."""
    if not path.exists():
        return {}
    return {str(message.context): message for message in read_catalog(path, language) if message.context}


def bring_up_to_date(folder: Path, language: str) -> dict[str, int]:
    """Write every catalogue of *language* in *folder* anew; returns how many texts of each lack something."""
    lacking: dict[str, int] = {}
    for source in sorted((folder / DEFAULT_LANGUAGE).glob("*.toml")):
        path = catalogue_path(folder, language, source.stem)
        english = catalogues.read_english(source)
        catalog = updated(english, known_texts(path, language), language)
        path.parent.mkdir(exist_ok=True)
        path.write_text(catalogue_text(catalog, language, source.stem), encoding="utf-8")
        texts = (message for message in catalog if message.context)
        lacking[source.stem] = sum(message.fuzzy or not _is_complete(message) for message in texts)
    return lacking


def main(arguments: list[str] | None = None) -> int:
    """Bring catalogues up to date; 0 when nothing is left to translate."""
    parser = argparse.ArgumentParser(prog="python -m companion.web.translating", description=__doc__)
    parser.add_argument("language", nargs="+", help="a language's code, like el")
    left = 0
    for language in parser.parse_args(arguments).language:
        if language not in languages() or language == DEFAULT_LANGUAGE:
            listed = ", ".join(other for other in languages() if other != DEFAULT_LANGUAGE)
            print(f"{language}: not in languages.toml, which lists {listed}", file=sys.stderr)
            return 2
        try:
            lacking = bring_up_to_date(catalogues.folders[0], language)
        except (UnknownLocaleError, ValueError) as error:
            print(f"{language}: {error}", file=sys.stderr)
            return 2
        for name, count in lacking.items():
            print(f"{language}/{name}: {'complete' if not count else f'{count} to translate or to look at'}")
        left += sum(lacking.values())
    return 1 if left else 0


def _ids(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def _is_complete(message: Message) -> bool:
    return bool(message.string) if isinstance(message.string, str) else all(message.string or ("",))


if __name__ == "__main__":
    sys.exit(main())
