"""The language of the terminal."""

from __future__ import annotations

import pytest

from companion.web.terminal import terminal_language, terminal_words


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "da_DK.UTF-8"}, "da"),
        ({"LANG": "ru"}, "ru"),
        ({"LANG": "el_GR@euro"}, "el"),
        ({"LANG": "it-IT"}, "it"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "da_DK.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "da_DK.UTF-8", "LC_MESSAGES": "it_IT.UTF-8"}, "it"),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": "fr:el:en"}, "el"),
        ({"LANG": "C", "LANGUAGE": "el"}, "en"),
        ({"LANG": "../../etc"}, "en"),
    ],
)
def test_the_terminal_speaks_the_language_of_the_system(environment: dict[str, str], language: str) -> None:
    assert terminal_language(environment) == language
    assert terminal_words(environment).language == language
