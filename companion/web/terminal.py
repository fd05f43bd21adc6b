"""The words of the terminal: the language of the system that the companion runs on."""

from __future__ import annotations

import os
from collections.abc import Mapping

from companion.core.refusal import Refusal
from companion.table.session import Session
from companion.web.catalogues import DEFAULT_LANGUAGE, languages
from companion.web.text import Words

_NAMED_IN = ("LC_ALL", "LC_MESSAGES", "LANG")


def terminal_words(environment: Mapping[str, str] = os.environ, game: str = "") -> Words:
    """Words in the language of the terminal, those of *game* among them."""
    return Words(terminal_language(environment), game)


def session_words(session: Session, environment: Mapping[str, str] = os.environ) -> Words:
    """Words in the language of the terminal for what is said of one table."""
    return Words.of(session.game, session.state, terminal_language(environment))


def say_refusal(refusal: Refusal, words: Words) -> str:
    """What a person at the terminal reads of a refusal."""
    return words.text(f"refusal.{refusal.code}", **refusal.values)


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
