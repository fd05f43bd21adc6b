"""Which language a device reads."""

from __future__ import annotations

from flask import request

from companion.web.catalogues import DEFAULT_LANGUAGE, languages


def language() -> str:
    """The language of this device: the one it chose, else one that its browser asks for."""
    chosen = request.cookies.get("language", "")
    if chosen in languages():
        return chosen
    for wanted, quality in request.accept_languages:  # the best first; "it-IT" is Italian too
        code = wanted.split("-")[0].lower()
        if quality > 0 and code in languages():
            return code
    return DEFAULT_LANGUAGE
