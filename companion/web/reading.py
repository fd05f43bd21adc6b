"""Which language a device reads."""

from __future__ import annotations

from flask import request

from companion.web.catalogues import DEFAULT_LANGUAGE, languages


def language() -> str:
    """The language of this device: the one it chose, else one that its browser asks for."""
    chosen = request.cookies.get("language", "")
    if chosen in languages():
        return chosen
    return request.accept_languages.best_match(tuple(languages())) or DEFAULT_LANGUAGE
