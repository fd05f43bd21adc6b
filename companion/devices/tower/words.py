"""Text that fits into a message: request ids, and names on a screen that knows ASCII only."""

from __future__ import annotations

import unicodedata

from companion.devices.tower import protocol

_GREEK = "αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs τt υy φf χch ψps ωo ςs"
_CYRILLIC = (
    "аa бb вv гg дd еe жzh зz иi йi кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъ ыy ь эe юyu яya"
)
_LATIN = "æae øo åaa ßss đd łl ðd þth"
_LETTERS = {pair[0]: pair[1:] for pair in f"{_GREEK} {_CYRILLIC} {_LATIN}".split()}


def check_request(request_id: str) -> None:
    """Raises ValueError unless *request_id* may stand in a message."""
    protocol.RollDice(request_id, "1d6").read(f"{request_id},1d6")


def fit_text(text: str) -> str:
    """Write *text* with the letters a tower's screen has, as long as fits: "Ångström" is "Aangstrom"."""
    written = "".join(_ascii(letter) for letter in unicodedata.normalize("NFC", text))
    allowed = "".join("-" if letter in "$*," else letter for letter in written if " " <= letter <= "~")
    return " ".join(allowed.split())[: protocol.WHO_MAX]


def _ascii(letter: str) -> str:
    if letter.isascii():
        return letter
    for form in (letter, unicodedata.normalize("NFD", letter)[0]):
        known = _LETTERS.get(form.lower())
        if known is not None:
            return known.capitalize() if form != form.lower() else known
        if form.isascii():
            return form
    return "?"
