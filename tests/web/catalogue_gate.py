"""What a translated catalogue must hold, as a list of faults: read with polib, as translators' tools do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import polib

from companion.web.catalogues import Text, plural_forms
from companion.web.text import placeholders

_BRACKET = re.compile(r"\[([^\[\]]*)\]")


def catalogue_faults(path: Path, english: Mapping[str, Text], language: str) -> list[str]:
    """Everything that is wrong with a catalogue, each with the id of its text; empty for a good one."""
    if not path.exists():
        return [f"{path.name} is missing"]
    try:
        found = polib.pofile(str(path), encoding="utf-8", check_for_duplicates=True)
    except (OSError, ValueError) as error:
        return [f"{path.name} cannot be read: {error}"]
    entries = {entry.msgctxt or "": entry for entry in found if not entry.obsolete}
    faults = [f"{id}: missing" for id in english.keys() - entries.keys()]
    faults += [f"{id}: no such text in English" for id in entries.keys() - english.keys()]
    faults += [f"{entry.msgctxt}: obsolete" for entry in found.obsolete_entries()]
    wanted = f"nplurals={len(plural_forms(language))};"
    if wanted not in found.metadata.get("Plural-Forms", ""):
        faults.append(f"the header should say {wanted}")
    for id in english.keys() & entries.keys():
        faults += [f"{id}: {what}" for what in _entry_faults(entries[id], english[id], language)]
    return sorted(faults)


def _entry_faults(entry: polib.POEntry, text: Text, language: str) -> Iterator[str]:
    if entry.fuzzy:
        yield "fuzzy: somebody should look at it"
    english = [text] if isinstance(text, str) else [text["one"], text["other"]]
    if [entry.msgid, entry.msgid_plural][: len(english)] != english or bool(entry.msgid_plural) != (
        len(english) == 2
    ):
        yield "its English is another now"
        return
    own = [entry.msgstr] if isinstance(text, str) else list(entry.msgstr_plural.values())
    if not isinstance(text, str) and len(own) != len(plural_forms(language)):
        yield f"{len(own)} plural forms, {len(plural_forms(language))} are needed"
    for sentence in own:
        if not sentence.strip() and english[-1].strip():
            yield "untranslated"
            continue
        yield from _sentence_faults(sentence, english)


def _sentence_faults(sentence: str, english: list[str]) -> Iterator[str]:
    meant = [placeholders(one) for one in english]
    found = placeholders(sentence)
    # A form for one thing may do without its number, in every language.
    if not frozenset.union(*meant) >= found >= frozenset.intersection(*meant):
        yield f"placeholders {_shown(found)}, {_shown(meant[-1])} are needed"
    if _optional(sentence) not in [_optional(one) for one in english]:
        yield "what stands in [brackets] holds other placeholders"
    if _PLACES.sub("", sentence).count("{") or _PLACES.sub("", sentence).count("}"):
        yield "a brace without its other half"


_PLACES = re.compile(r"\{\w+(?::\w+)?\}")


def _optional(sentence: str) -> list[list[tuple[str, str]]]:
    return sorted(sorted(placeholders(part)) for part in _BRACKET.findall(sentence))


def _shown(pairs: frozenset[tuple[str, str]]) -> str:
    return ", ".join(sorted(f"{{{name}:{kind}}}" for name, kind in pairs)) or "none"
