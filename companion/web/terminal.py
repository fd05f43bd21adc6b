"""The words of the terminal: the language of the system that the companion runs on."""

from __future__ import annotations

import os
from collections.abc import Mapping

from companion.web.catalogues import DEFAULT_LANGUAGE, languages
from companion.web.text import Words

_NAMED_IN = ("LC_ALL", "LC_MESSAGES", "LANG")


def terminal_words(environment: Mapping[str, str] = os.environ) -> Words:
    """Words in the language of the terminal."""
    return Words(terminal_language(environment))


def terminal_language(environment: Mapping[str, str]) -> str:
    """The language that the system's settings ask for, English where it has none or one we do not speak.

    As gettext does: the first of LC_ALL, LC_MESSAGES and LANG that is set counts; LANGUAGE, a list by
    preference, comes before it unless that is "C".
    """
    named = next((environment[key] for key in _NAMED_IN if environment.get(key)), "C")
    if _code(named) in ("c", "posix"):
        return DEFAULT_LANGUAGE
    wanted = (*environment.get("LANGUAGE", "").split(":"), named)
    return next((_code(one) for one in wanted if _code(one) in languages()), DEFAULT_LANGUAGE)


def _code(locale: str) -> str:
    """The language of a locale's name: "da" of "da_DK.UTF-8"."""
    return locale.replace("-", "_").split(".")[0].split("@")[0].split("_")[0].lower()
