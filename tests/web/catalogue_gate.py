"""What a translated catalogue must hold, as a list of faults: read with polib, as translators' tools do."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

import polib

from companion.web.catalogues import Text, plural_form, plural_forms, read_translation
from companion.web.text import placeholders
from companion.web.translating import plural_rule

_BRACKET = re.compile(r"\[([^\[\]]*)\]")
_WORD = re.compile(r"[^\W\d_]+")
_SCRIPTS = {"LATIN", "GREEK", "CYRILLIC"}
_LINE = re.compile(r'(#.*|((msg[a-z_]+(\[\d\])?) )?".*")?')


def catalogue_faults(path: Path, english: Mapping[str, Text], language: str) -> list[str]:
    """Everything that is wrong with a catalogue, each with the id of its text; empty for a good one."""
    if not path.exists():
        return [f"{path.name} is missing"]
    try:
        found = polib.pofile(str(path), encoding="utf-8", check_for_duplicates=True)
    except (OSError, ValueError) as error:
        return [f"{path.name} cannot be read: {error}"]
    entries = {entry.msgctxt or "": entry for entry in found if not entry.obsolete}
    lines = path.read_text(encoding="utf-8").splitlines()
    # Both readers would cut the last letter where a quote is missing.
    faults = [
        f"{path.name}, line {at}: {line}" for at, line in enumerate(lines, 1) if not _LINE.fullmatch(line)
    ]
    faults += [f"{id}: missing" for id in english.keys() - entries.keys()]
    faults += [f"{id}: no such text in English" for id in entries.keys() - english.keys()]
    faults += [f"{entry.msgctxt}: obsolete" for entry in found.obsolete_entries()]
    wanted = {
        "Language": language,
        "Content-Type": "text/plain; charset=utf-8",
        "Plural-Forms": plural_rule(language),
    }
    faults += [
        f"the header should say {key}: {value}"
        for key, value in wanted.items()
        if found.metadata.get(key) != value
    ]
    read = read_translation(path, language)
    for id in english.keys() & entries.keys():
        own = list(_entry_faults(entries[id], english[id], language))
        faults += [f"{id}: {what}" for what in own]
        if not own and _forms(read.get(id, "")) != _strings(entries[id]):
            faults.append(f"{id}: the program reads {read.get(id)!r} there")
    return sorted(faults)


def _forms(text: Text) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())


def _strings(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def _entry_faults(entry: polib.POEntry, text: Text, language: str) -> Iterator[str]:
    if entry.fuzzy:
        yield "fuzzy: somebody should look at it"
    english = [text] if isinstance(text, str) else [text["one"], text["other"]]
    if [entry.msgid, entry.msgid_plural][: len(english)] != english or bool(entry.msgid_plural) != (
        len(english) == 2
    ):
        yield "its English is another now"
        return
    own = _strings(entry)
    if not isinstance(text, str) and len(own) != len(plural_forms(language)):
        yield f"{len(own)} plural forms, {len(plural_forms(language))} are needed"
    for form, sentence in zip(plural_forms(language), own, strict=False):
        if not any(unicodedata.category(sign)[0] not in "CZ" for sign in sentence) and english[-1].strip():
            yield "untranslated"
            continue
        alone = len(own) == 1 or [n for n in range(200) if plural_form(n, language) == form] == [1]
        yield from _sentence_faults(sentence, english if alone else english[-1:])


def _sentence_faults(sentence: str, english: list[str]) -> Iterator[str]:
    meant = [placeholders(one) for one in english]
    found = placeholders(sentence)
    # A form for one thing may do without its number, where it is for one thing and not for 21.
    if not frozenset.union(*meant) >= found >= frozenset.intersection(*meant):
        yield f"placeholders {_shown(found)}, {_shown(meant[-1])} are needed"
    if _optional(sentence) not in [_optional(one) for one in english]:
        yield "what stands in [brackets] holds other placeholders"
    if set("[]") & set(_BRACKET.sub("", sentence)):
        yield "a bracket without its other half"
    if sentence.count("\n") != english[-1].count("\n"):
        yield "lines broken elsewhere"
    if sentence != sentence.strip() and english[-1] == english[-1].strip():
        yield "a space at an end"
    for word in _WORD.findall(_PLACES.sub(" ", sentence)):
        if len({unicodedata.name(letter, "").split(" ")[0] for letter in word} & _SCRIPTS) > 1:
            yield f"letters of two alphabets in {word!r}"
    if _PLACES.sub("", sentence).count("{") or _PLACES.sub("", sentence).count("}"):
        yield "a brace without its other half"


_PLACES = re.compile(r"\{\w+(?::\w+)?\}")


def _optional(sentence: str) -> list[list[tuple[str, str]]]:
    return sorted(sorted(placeholders(part)) for part in _BRACKET.findall(sentence))


def _shown(pairs: frozenset[tuple[str, str]]) -> str:
    return ", ".join(sorted(f"{{{name}:{kind}}}" for name, kind in pairs)) or "none"
